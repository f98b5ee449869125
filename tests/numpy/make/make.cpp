// SPDX-License-Identifier: BSL-1.0
#include "catch.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>
#include <forward_list>
#include <iterator>
#include <limits>
#include <list>
#include <ranges>
#include <sstream>
#include <string>
#include <vector>

#include <range/v3/view/chunk.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/iota.hpp>

using namespace stria;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

/// Checks all elements in row-major order.
template <class E, class T> bool holds(const E& e, std::initializer_list<T> wanted) {
  const auto t = eval(e);
  if (t.storage().size() != wanted.size())
    return false;
  std::size_t k = 0;
  for (const T& w : wanted)
    if (!(t.storage()[k++] == w))
      return false;
  return true;
}

} // namespace

TEST_CASE("the extents of a maker come from constants, integers or template arguments") {
  int n = 4;
  STATIC_REQUIRE(std::same_as<decltype(zeros<float>(_3, n)), tensor<float, 3, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(zeros<float, 3, 4>()), tensor<float, 3, 4>>);
  STATIC_REQUIRE(std::same_as<decltype(zeros<float, batch, features>(128, 64)),
                              tensor<float, batch, features>>);
  STATIC_REQUIRE(
      std::same_as<decltype(zeros<int, dyn, 3, batch>(1, 2)), tensor<int, dyn, 3, batch>>);
  STATIC_REQUIRE(std::same_as<decltype(zeros()), tensor<double>>);
  STATIC_REQUIRE(std::same_as<decltype(zeros<float>()), tensor<float>>);
  STATIC_REQUIRE(std::same_as<decltype(zeros(_2, _0)), tensor<double, 2, 0>>);
  STATIC_REQUIRE(std::same_as<decltype(zeros<float>(std::array<index, 2>{})), dtensor<float, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(zeros<float>(std::array<int, 3>{})), dtensor<float, 3>>);
  STATIC_REQUIRE(std::same_as<decltype(zeros<float, batch, 3>(std::array<int, 1>{})),
                              tensor<float, batch, 3>>);

  CHECK(zeros<float>(_3, n).shape() == std::array<index, 2>{3, 4});
  CHECK(zeros<float, dyn, 3, batch>(5, 2U).shape() == std::array<index, 3>{5, 3, 2});
  CHECK(zeros<float>(std::array<int, 3>{1, 2, 3}).shape() == std::array<index, 3>{1, 2, 3});
  CHECK(zeros<float, batch, 3>(std::array<int, 1>{7}).shape() == std::array<index, 2>{7, 3});
  CHECK(zeros(tensor<int, 2, 3>().shape()).size() == 6);
}

TEST_CASE("makers set every element") {
  CHECK(holds(zeros<int>(2, 2), {0, 0, 0, 0}));
  CHECK(holds(ones<float>(_2, 1), {1.0F, 1.0F}));
  CHECK(holds(ones<std::complex<double>>(1), {std::complex<double>(1)}));
  CHECK(holds(full(7, _2), {7, 7}));
  CHECK(holds(full<std::string>("ab", 2), {std::string("ab"), std::string("ab")}));
  CHECK(holds(zeros<std::string>(1), {std::string()}));
  CHECK(holds(ones<bool>(2), {true, true}));
  CHECK(zeros<float>(3, 0, 2).size() == 0);
  CHECK(double(ones()) == 1.0);

  // Above the size that is stored inline.
  auto large = ones<double, 40, 40>();
  STATIC_REQUIRE(std::same_as<decltype(ones<double, 40, 40>()), tensor<double, 40, 40>>);
  CHECK(large[39, 39] == 1.0);

  // The result has separate memory, which can be written to.
  auto t = zeros<int>(2, 3);
  t[1, 2] = 5;
  CHECK(t[1, 2] == 5);
  auto e = empty<float>(2, _3);
  STATIC_REQUIRE(std::same_as<decltype(empty<float>(2, _3)), tensor<float, dyn, 3>>);
  e = 1.5F;
  CHECK(e[1, 2] == 1.5F);
}

TEST_CASE("full has the type of its value") {
  STATIC_REQUIRE(std::same_as<decltype(full(1.5F, 2)), tensor<float, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(full<double>(1, 2)), tensor<double, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(full(_5, _2)), tensor<index, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(full<float, batch, 2>(0, 9)), tensor<float, batch, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(full(3)), tensor<int>>);
  CHECK(full(_5, 2)[1] == 5);
  CHECK(int(full(3)) == 3);
}

TEST_CASE("makers refuse impossible sizes") {
  CHECK_THROWS_AS(zeros<float>(-1), value_error);
  CHECK_THROWS_AS((zeros<float>(_3, -2)), value_error);
  CHECK_THROWS_AS((zeros<float, batch>(-2)), value_error);
  CHECK_THROWS_AS((empty<char>(std::array<index, 2>{PTRDIFF_MAX, 2})), value_error);
  CHECK_THROWS_AS(full(1, -1), value_error);
  CHECK_THROWS_AS(linspace(0, 1, -1), value_error);
  CHECK_THROWS_WITH(eye(-2), "stria: no tensor can have the shape (-2, -2): a size is negative");
  CHECK_THROWS_WITH(empty<char>(PTRDIFF_MAX, 2), test::contains("the product of the sizes is too "
                                                                "large"));
}

TEST_CASE("arange counts as NumPy does") {
  STATIC_REQUIRE(std::same_as<decltype(arange(5)), tensor<int, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(arange(5U)), tensor<unsigned, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(arange(0, 1, 0.5F)), tensor<float, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(arange(_0, 5)), tensor<index, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(arange<float>(5)), tensor<float, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(arange(_5)), tensor<index, 5>>);
  STATIC_REQUIRE(std::same_as<decltype(arange<float>(_1, _8, _3)), tensor<float, 3>>);
  STATIC_REQUIRE(std::same_as<decltype(arange(_5, _0)), tensor<index, 0>>);
  STATIC_REQUIRE(std::same_as<decltype(arange<int>(_9, -_1, -_4)), tensor<int, 3>>);

  CHECK(holds(arange(4), {0, 1, 2, 3}));
  CHECK(holds(arange(2, 5), {2, 3, 4}));
  CHECK(holds(arange(2, 9, 3), {2, 5, 8}));
  CHECK(holds(arange(5, 0, -2), {5, 3, 1}));
  CHECK(holds(arange(_9, -_1, -_4), {index{9}, index{5}, index{1}}));
  CHECK(holds(arange(-2, 2), {-2, -1, 0, 1}));
  CHECK(arange(0).size() == 0);
  CHECK(arange(3, 3).size() == 0);
  CHECK(arange(3, 0).size() == 0);
  CHECK(arange(3U, 1U).size() == 0);
  CHECK(holds(arange(2.5), {0.0, 1.0, 2.0}));
  CHECK(holds(arange(0.0, 1.0, 0.25), {0.0, 0.25, 0.5, 0.75}));
  CHECK(holds(arange<float>(1, 0, -0.5), {1.0F, 0.5F}));
  CHECK(holds(arange<std::int8_t>(3), {std::int8_t{0}, std::int8_t{1}, std::int8_t{2}}));
  CHECK(holds(arange<std::complex<float>>(2), {std::complex<float>(0), std::complex<float>(1)}));

  // The step is the difference of the first two elements, in the element type.
  const auto tenths = arange(1.0, 2.0, 0.1);
  REQUIRE(tenths.size() == 10);
  CHECK(tenths[9] == 1.0 + 9 * ((1.0 + 0.1) - 1.0));
  CHECK(holds(arange<int>(-3, 0, 0.5), {-3, -2, -1, 0, 1, 2}));
  CHECK(holds(arange<int>(0, 2, 0.5), {0, 0, 0, 0}));

  constexpr int highest = std::numeric_limits<int>::max();
  CHECK(holds(arange(highest - 1, highest), {highest - 1}));
  CHECK(holds(arange(highest - 2, highest, 5), {highest - 2}));
  CHECK(arange(std::int64_t{0}, std::numeric_limits<std::int64_t>::max(),
               std::numeric_limits<std::int64_t>::max())
            .size() == 1);
  CHECK(arange(0.0, 1.0, std::numeric_limits<double>::infinity()).size() == 1);

  CHECK_THROWS_AS(arange(0, 5, 0), value_error);
  CHECK_THROWS_AS(arange(0.0, 5.0, 0.0), value_error);
  CHECK_THROWS_AS(arange(std::nan("")), value_error);
  CHECK_THROWS_AS(arange(std::numeric_limits<double>::infinity()), value_error);
}

TEST_CASE("arange of unsigned integers above the largest index") {
  constexpr auto half = std::uint64_t{1} << 63;
  const auto above = arange(half, half + 4);
  REQUIRE(above.size() == 4);
  CHECK(above[3] == half + 3);
  const auto across = arange(half - 8, half + 8, 3);
  REQUIRE(across.size() == 6);
  CHECK(across[5] == half + 7);
  CHECK(arange(half, std::uint64_t{0}).size() == 0);
  CHECK(arange(half + 9, half, -2).size() == 5);
  CHECK_THROWS_AS(arange(std::uint64_t{0}, half + 9), value_error);
}

TEST_CASE("linspace, logspace and geomspace end at their last value") {
  STATIC_REQUIRE(std::same_as<decltype(linspace(0, 1)), tensor<double, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(linspace(0.F, 1.F, 3)), tensor<double, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(linspace<float>(_0, _1, _5)), tensor<float, 5>>);
  STATIC_REQUIRE(std::same_as<decltype(linspace(0.L, 1.L, _2)), tensor<long double, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(linspace(0.0, std::complex<double>(), _2)),
                              tensor<std::complex<double>, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(logspace(0, 1, _3)), tensor<double, 3>>);
  STATIC_REQUIRE(std::same_as<decltype(geomspace<float>(1, 8, _4)), tensor<float, 4>>);

  CHECK(linspace(0, 1).size() == 50);
  CHECK(holds(linspace(2, 3, 5), {2.0, 2.25, 2.5, 2.75, 3.0}));
  CHECK(holds(linspace(1, -1, 3), {1.0, 0.0, -1.0}));
  CHECK(holds(linspace(5, 9, 1), {5.0}));
  CHECK(linspace(5, 9, 0).size() == 0);
  CHECK(linspace(0.1, 0.7, 23)[22] == 0.7);
  CHECK(holds(linspace<int>(-1, 1, 5), {-1, -1, 0, 0, 1}));
  CHECK(
      holds(linspace(std::complex<double>(0, 0), std::complex<double>(2, 4), 3),
            {std::complex<double>(0, 0), std::complex<double>(1, 2), std::complex<double>(2, 4)}));
  // A step that underflows.
  CHECK(linspace(0.0, std::numeric_limits<double>::denorm_min(), 3)[2] > 0);

  const auto powers = logspace(0, 3, 4);
  CHECK(powers[1] == test::Approx(10));
  CHECK(powers[3] == test::Approx(1000));
  CHECK(logspace(0, 3, 4, 2)[3] == test::Approx(8));
  CHECK(logspace(0, 1).size() == 50);

  const auto ratios = geomspace(2, 32, 5);
  CHECK(ratios[0] == 2.0);
  CHECK(ratios[2] == test::Approx(8));
  CHECK(ratios[4] == 32.0);
  CHECK(geomspace(-1, -100, 3)[1] == test::Approx(-10));
  CHECK(geomspace(-1, -100, 3)[2] == -100.0);
  CHECK(geomspace(100, 1, 3)[1] == test::Approx(10));
  CHECK(std::isnan(geomspace(-1, 1, 3)[1]));
  CHECK_THROWS_AS(geomspace(0, 1), value_error);
  CHECK_THROWS_AS(geomspace(1, 0, 3), value_error);
}

TEST_CASE("eye has ones on its diagonal") {
  STATIC_REQUIRE(std::same_as<decltype(eye(3)), tensor<double, dyn, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(eye<int>(_3)), tensor<int, 3, 3>>);
  STATIC_REQUIRE(std::same_as<decltype(eye<int>(_3, 2)), tensor<int, 3, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(eye<int, 2>()), tensor<int, 2, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(eye<int, batch>(4)), tensor<int, batch, batch>>);
  CHECK(holds(eye<int>(2), {1, 0, 0, 1}));
  CHECK(holds(eye<int>(2, _3), {1, 0, 0, 0, 1, 0}));
  CHECK(holds(eye<int>(3, 2), {1, 0, 0, 1, 0, 0}));
  CHECK(holds(eye<int, batch>(2), {1, 0, 0, 1}));
  CHECK(eye(0).size() == 0);
  CHECK(eye(0, 3).size() == 0);
}

TEST_CASE("meshgrid") {
  const auto [x, y] = meshgrid(tensor{1, 2, 3}, tensor{10, 20});
  CHECK(has<2, 3>(x));
  CHECK(holds(x, {1, 2, 3, 1, 2, 3}));
  CHECK(holds(y, {10, 10, 10, 20, 20, 20}));
  const auto [i, j] = meshgrid_ij(tensor{1, 2, 3}, arange(2));
  CHECK(has<3, dyn>(j));
  CHECK(holds(i, {1, 1, 2, 2, 3, 3}));
  CHECK(holds(j, {0, 1, 0, 1, 0, 1}));
  CHECK(holds(std::get<2>(meshgrid(arange(2), arange(1), arange(3))), {0, 1, 2, 0, 1, 2}));
  // Names stay with their axes.
  tensor<int, batch> rows(2);
  tensor<int, features> columns(3);
  rows = arange(2);
  columns = arange(3) * 10;
  const auto [p, q] = meshgrid_ij(rows, columns + 0);
  CHECK(has<batch, features>(p));
  CHECK(has<batch, features>(q));
  CHECK(holds(p + q, {0, 10, 20, 1, 11, 21}));
  const auto [c, r] = meshgrid(columns, rows);
  CHECK(has<batch, features>(c));
  CHECK(has<batch, features>(r));
}

TEST_CASE("diag puts a vector on a diagonal") {
  const tensor v{1, 2};
  STATIC_REQUIRE(std::same_as<decltype(diag(tensor{1, 2})), tensor<int, 2, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(diag(tensor{1, 2}, -_1)), tensor<int, 3, 3>>);
  STATIC_REQUIRE(std::same_as<decltype(diag(tensor{1, 2}, 1)), dtensor<int, 2>>);
  STATIC_REQUIRE(
      std::same_as<decltype(diag(tensor<float, batch>(2))), tensor<float, batch, batch>>);
  CHECK(holds(diag(v), {1, 0, 0, 2}));
  CHECK(holds(diag(v + 1), {2, 0, 0, 3}));
  CHECK(holds(diagflat(tensor{{1}, {2}}, -1), {0, 0, 0, 1, 0, 0, 0, 2, 0}));
  CHECK(holds(diag(v, _1), {0, 1, 0, 0, 0, 2, 0, 0, 0}));
  CHECK(holds(diag(v, -1), {0, 0, 0, 1, 0, 0, 0, 2, 0}));
  CHECK(holds(diag(v[rev()]), {2, 0, 0, 1}));
  CHECK(diag(tensor<int, dyn>(0)).size() == 0);
  CHECK(holds(diag(tensor<int, dyn>(0), 1), {0}));
  CHECK_THROWS_AS(diag(v, PTRDIFF_MAX), value_error);
  CHECK_THROWS_AS(diag(v, PTRDIFF_MIN), value_error);
}

TEST_CASE("diag_indices_from has the places of a diagonal") {
  const auto [i, j] = diag_indices_from(eye<int>(3));
  CHECK(holds(i, {0, 1, 2}));
  CHECK(holds(j, {0, 1, 2}));
  CHECK_THROWS_AS(diag_indices_from(zeros<int>(2, 3)), shape_error);
}

TEST_CASE("the makers that are like an operand keep its extents and names") {
  tensor<float, batch, 3> t(2);
  t = 4.0F;
  STATIC_REQUIRE(std::same_as<decltype(zeros_like(t)), tensor<float, batch, 3>>);
  STATIC_REQUIRE(std::same_as<decltype(ones_like<int>(t)), tensor<int, batch, 3>>);
  STATIC_REQUIRE(std::same_as<decltype(full_like(transpose(t), 1)), tensor<float, 3, batch>>);
  STATIC_REQUIRE(std::same_as<decltype(empty_like(t * 2.0)), tensor<double, batch, 3>>);
  CHECK(zeros_like(t).shape() == std::array<index, 2>{2, 3});
  CHECK(holds(zeros_like(t[_0]), {0.0F, 0.0F, 0.0F}));
  CHECK(holds(ones_like<int>(t[_, _0]), {1, 1}));
  CHECK(holds(full_like(t[_0, range(_, _2)] + 1.0F, 2), {2.0F, 2.0F}));
  CHECK(empty_like(transpose(t)).shape() == std::array<index, 2>{3, 2});
  CHECK(float(zeros_like(t[_0, _0, ellipsis])) == 0.0F);
}

TEST_CASE("from_function calls with the subscripts") {
  auto f = [](index i, index j) { return 10 * i + j; };
  STATIC_REQUIRE(std::same_as<decltype(from_function([](index i, index) { return i; }, _2, _3)),
                              tensor<index, 2, 3>>);
  CHECK(holds(from_function(f, 2, _3),
              {index{0}, index{1}, index{2}, index{10}, index{11}, index{12}}));
  CHECK(holds(from_function<float, dyn, 2>(f, 2), {0.0F, 1.0F, 10.0F, 11.0F}));
  CHECK(
      holds(from_function([](index i) { return std::string(static_cast<std::size_t>(i), 'x'); }, 3),
            {std::string(), std::string("x"), std::string("xx")}));
  CHECK(int(from_function([] { return 5; })) == 5);
  CHECK(from_function(f, 2, 0).size() == 0);
  // A function with state is called in row-major order.
  CHECK(holds(from_function([k = 0](index, index) mutable { return k++; }, _2, 2), {0, 1, 2, 3}));
}

TEST_CASE("makers work in constant expressions") {
  STATIC_REQUIRE(double(zeros<double, 2, 3>()[_1, _2]) == 0.0);
  STATIC_REQUIRE((ones<int>(_2, _2)[_1, _1]) == 1);
  STATIC_REQUIRE(full(3, _2)[_1] == 3);
  STATIC_REQUIRE(arange(_5)[_4] == 4);
  STATIC_REQUIRE(arange(2, 9, 3)[2] == 8);
  STATIC_REQUIRE(linspace(0, 1, _5)[_1] == 0.25);
  STATIC_REQUIRE((eye<int>(_3)[_1, _1]) == 1);
  STATIC_REQUIRE((eye<int>(_3)[_1, _2]) == 0);
  STATIC_REQUIRE((diag(tensor{4, 5}, _1)[_1, _2]) == 5);
  STATIC_REQUIRE((from_function([](index i, index j) { return i * j; }, _3, _3)[_2, _2]) == 4);
  STATIC_REQUIRE((as_tensor({{1, 2}, {3, 4}})[_1, _0]) == 3);
  STATIC_REQUIRE(as_tensor(std::vector{1, 2, 3})[2] == 3);
  STATIC_REQUIRE((zeros<float>(2, 3).size()) == 6);
  STATIC_REQUIRE([] {
    auto t = empty<int>(_2);
    t = 4;
    return t[_1];
  }() == 4);
}

TEST_CASE("as_tensor takes the shape of nested braces and arrays") {
  STATIC_REQUIRE(std::same_as<decltype(as_tensor({1, 2, 3})), tensor<int, 3>>);
  STATIC_REQUIRE(std::same_as<decltype(as_tensor({{1., 2.}, {3., 4.}})), tensor<double, 2, 2>>);
  STATIC_REQUIRE(
      std::same_as<decltype(as_tensor({{{1, 2, 3}}, {{4, 5, 6}}})), tensor<int, 2, 1, 3>>);
  STATIC_REQUIRE(
      std::same_as<decltype(as_tensor({{{{1, 2}}, {{3, 4}}}})), tensor<int, 1, 2, 1, 2>>);
  CHECK(holds(as_tensor({{1, 2}, {3, 4}}), {1, 2, 3, 4}));
  CHECK(holds(as_tensor({{{{1, 2}}, {{3, 4}}}}), {1, 2, 3, 4}));

  const int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
  STATIC_REQUIRE(std::same_as<decltype(as_tensor(rows)), tensor<int, 2, 3>>);
  CHECK(holds(as_tensor(rows), {1, 2, 3, 4, 5, 6}));
  float vector[] = {1, 2};
  STATIC_REQUIRE(std::same_as<decltype(as_tensor(vector)), tensor<float, 2>>);
  CHECK(holds(as_tensor(vector), {1.0F, 2.0F}));

  const std::array<std::array<int, 2>, 3> nested{{{1, 2}, {3, 4}, {5, 6}}};
  STATIC_REQUIRE(std::same_as<decltype(as_tensor(nested)), tensor<int, 3, 2>>);
  CHECK(holds(as_tensor(nested), {1, 2, 3, 4, 5, 6}));
  STATIC_REQUIRE(std::same_as<decltype(as_tensor(std::array<int, 0>{})), tensor<int, 0>>);
}

TEST_CASE("as_tensor reads any range") {
  STATIC_REQUIRE(std::same_as<decltype(as_tensor(std::vector<float>{})), tensor<float, dyn>>);
  CHECK(holds(as_tensor(std::vector{3, 1, 2}), {3, 1, 2}));
  CHECK(holds(as_tensor(std::vector<bool>{true, false}), {true, false}));
  CHECK(holds(as_tensor(std::list{1, 2}), {1, 2}));
  CHECK(holds(as_tensor(std::forward_list{1, 2}), {1, 2}));
  const std::initializer_list<int> list = {4, 5};
  CHECK(holds(as_tensor(list), {4, 5}));
  CHECK(as_tensor(std::vector<int>{}).size() == 0);

  // Views whose begin() is not const, and single-pass ranges.
  const auto odd = [](int i) { return i % 2 == 1; };
  CHECK(holds(as_tensor(ranges::views::iota(0, 6) | ranges::views::filter(odd)), {1, 3, 5}));
  auto filtered = std::views::iota(0, 6) | std::views::filter(odd);
  CHECK(holds(as_tensor(filtered), {1, 3, 5}));
  std::istringstream text("1 2 3 4 5 6 7 8 9 10 11");
  struct once {
    std::istream_iterator<int> from;
    auto begin() const { return from; }
    auto end() const { return std::istream_iterator<int>(); }
  };
  const auto read = as_tensor(once{std::istream_iterator<int>(text)});
  STATIC_REQUIRE(std::same_as<decltype(as_tensor(once{})), tensor<int, dyn>>);
  CHECK(holds(read, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

TEST_CASE("as_tensor reads nested ranges") {
  const std::vector<std::vector<int>> rows{{1, 2}, {3, 4}, {5, 6}};
  STATIC_REQUIRE(std::same_as<decltype(as_tensor(rows)), dtensor<int, 2>>);
  CHECK(as_tensor(rows).shape() == std::array<index, 2>{3, 2});
  CHECK(holds(as_tensor(rows), {1, 2, 3, 4, 5, 6}));

  STATIC_REQUIRE(
      std::same_as<decltype(as_tensor(std::vector<std::array<int, 2>>{})), tensor<int, dyn, 2>>);
  CHECK(holds(as_tensor(std::vector<std::array<int, 2>>{{1, 2}, {3, 4}}), {1, 2, 3, 4}));
  STATIC_REQUIRE(
      std::same_as<decltype(as_tensor({std::vector{1}, std::vector{2}})), tensor<int, 2, dyn>>);
  CHECK(holds(as_tensor({std::vector{1, 2}, std::vector{3, 4}}), {1, 2, 3, 4}));
  CHECK(as_tensor(std::list<std::vector<std::vector<double>>>{{{1, 2}}, {{3, 4}}}).shape() ==
        std::array<index, 3>{2, 1, 2});

  // Rows that are generated during reading.
  CHECK(holds(as_tensor(ranges::views::iota(0, 6) | ranges::views::chunk(3)), {0, 1, 2, 3, 4, 5}));
  const auto row = [](int i) { return std::vector{i, i + 1}; };
  CHECK(holds(as_tensor(std::views::iota(0, 2) | std::views::transform(row)), {0, 1, 1, 2}));

  CHECK(as_tensor(std::vector<std::vector<int>>{}).shape() == std::array<index, 2>{0, 0});
  CHECK(as_tensor(std::vector<std::vector<int>>(3)).shape() == std::array<index, 2>{3, 0});

  using lists = std::vector<std::vector<int>>;
  CHECK_THROWS_AS(as_tensor(lists{{1, 2}, {3}}), shape_error);
  CHECK_THROWS_AS(as_tensor(lists{{1}, {2, 3}}), shape_error);
  CHECK_THROWS_AS(as_tensor(lists{{}, {2}}), shape_error);
  CHECK_THROWS_WITH(as_tensor(lists{{1, 2}, {3}}), test::contains("a row of 1 elements"));
  CHECK_THROWS_AS(as_tensor({std::vector{1, 2}, std::vector{3}}), shape_error);
  CHECK_THROWS_AS(as_tensor(ranges::views::iota(0, 5) | ranges::views::chunk(3)), shape_error);

  // Rows whose length is known only at their end: nothing is written beyond the tensor.
  using linked = std::vector<std::forward_list<int>>;
  CHECK(holds(as_tensor(linked{{1, 2}, {3, 4}}), {1, 2, 3, 4}));
  CHECK_THROWS_WITH(as_tensor(linked{{1, 2}, {3}}), test::contains("a row of 1 elements"));
  const std::forward_list<int> longer(std::size_t{1} << 20, 7);
  CHECK_THROWS_WITH(as_tensor(linked{{1, 2}, longer}), test::contains("more than 2 elements"));
}

TEST_CASE("as_tensor stacks operands, and treats strings and numbers as elements") {
  const std::vector<tensor<int, 2>> stack{tensor{1, 2}, tensor{3, 4}};
  STATIC_REQUIRE(std::same_as<decltype(as_tensor(stack)), tensor<int, dyn, 2>>);
  CHECK(holds(as_tensor(stack), {1, 2, 3, 4}));
  const std::vector<tensor<int, batch>> uneven{tensor<int, batch>(2), tensor<int, batch>(3)};
  STATIC_REQUIRE(std::same_as<decltype(as_tensor(uneven)), tensor<int, dyn, batch>>);
  CHECK_THROWS_AS(as_tensor(uneven), shape_error);
  const std::vector<dtensor<int, 2>> matrices{tensor{{1, 2, 3}, {4, 5, 6}},
                                              tensor{{7, 8, 9}, {0, 1, 2}}};
  CHECK(as_tensor(matrices).shape() == std::array<index, 3>{2, 2, 3});
  CHECK(holds(as_tensor(matrices), {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2}));
  CHECK(as_tensor({tensor{1, 2} + 1, tensor{3, 4} + 1}).shape() == std::array<index, 2>{2, 2});

  const std::vector<std::string> words{"a", "bc"};
  STATIC_REQUIRE(std::same_as<decltype(as_tensor(words)), tensor<std::string, dyn>>);
  CHECK(as_tensor(words)[1] == "bc");
  CHECK(std::string(as_tensor(std::string("abc"))) == "abc");
  STATIC_REQUIRE(std::same_as<decltype(as_tensor(2.5)), tensor<double>>);
  STATIC_REQUIRE(double(as_tensor(2.5)) == 2.5);
}

TEST_CASE("as_tensor of an operand has its values") {
  tensor t{{1, 2}, {3, 4}};
  auto copy = as_tensor(t);
  STATIC_REQUIRE(std::same_as<decltype(copy), tensor<int, 2, 2>>);
  copy[0, 0] = 9;
  CHECK(t[0, 0] == 1);
  CHECK(holds(as_tensor(t + 1), {2, 3, 4, 5}));
  CHECK(holds(as_tensor(t[_, _1]), {2, 4}));
  // An rvalue is moved.
  dtensor<int, 1> large(1000);
  const int* data = large.data();
  CHECK(as_tensor(std::move(large)).data() == data);
}
