// SPDX-License-Identifier: BSL-1.0
// Code that is common in programs ported from NumPy: sizes for static extents, exchanged rows,
// slices in variables, and index_t next to the index() of POSIX.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <strings.h>
#include <array>
#include <complex>
#include <concepts>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace stria;

namespace {

inline constexpr dim batch{"batch"};

template <class Error, class F> std::string text_of(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return static_cast<const error&>(e).what();
  }
  return "nothing was thrown";
}

constexpr index_t lowest = std::numeric_limits<index_t>::min();
constexpr index_t highest = std::numeric_limits<index_t>::max();

} // namespace

TEST_CASE("sizes of static extents are accepted and checked") {
  const index_t n = 4;
  index_t three = 3, four = 4;
  tensor<double, dyn, 3> points(n, three);
  CHECK(test::shape(points) == std::vector<index_t>{4, 3});
  CHECK(sum(points) == 0);
  CHECK(test::shape(tensor<float, 3, dyn>(three, n)) == std::vector<index_t>{3, 4});
  CHECK(test::shape(tensor<float, 3, dyn>(_3, n)) == std::vector<index_t>{3, 4});
  CHECK(test::shape(tensor<int, dyn, 2, dyn>(n, 2, 0U)) == std::vector<index_t>{4, 2, 0});
  CHECK(test::shape(tensor<int, batch, 2>(n, 2)) == std::vector<index_t>{4, 2});
  CHECK(test::shape(tensor<int, dyn, 2>(n)) == std::vector<index_t>{4, 2});
  CHECK(text_of<shape_error>([&] { tensor<double, dyn, 3>(n, four); }) ==
        "stria: a tensor of the extents (?, 3) cannot have the size 4 on axis 1");
  CHECK_THROWS_AS((tensor<double, dyn, 3>(n, -3)), shape_error);
  CHECK_THROWS_AS((tensor<double, dyn, 3>(-n, 3)), value_error);
  CHECK_THROWS_AS((tensor<double, dyn, 3>(highest, 3)), value_error);
  STATIC_REQUIRE(!std::constructible_from<tensor<double, dyn, 3>, int, decltype(_2)>);
  STATIC_REQUIRE(!std::constructible_from<tensor<double, dyn, 3>, int, int, int>);
  STATIC_REQUIRE(!std::constructible_from<tensor<double, dyn, 3>, double, int>);
  STATIC_REQUIRE(!std::constructible_from<tensor<double, 2, 3>, int, int>);
  STATIC_REQUIRE(!std::convertible_to<int, tensor<double, dyn, 3>>);
}

TEST_CASE("two views exchange their elements") {
  tensor<int, 3, 2> a{{1, 2}, {3, 4}, {5, 6}};
  swap(a[0], a[2]);
  CHECK(array_equal(a, tensor{{5, 6}, {3, 4}, {1, 2}}));
  swap(a[_, 0], a[_, 1]);
  CHECK(array_equal(a, tensor{{6, 5}, {4, 3}, {2, 1}}));
  auto first = a[0], last = a[-1];
  using std::swap;
  swap(first, last);
  CHECK(array_equal(a, tensor{{2, 1}, {4, 3}, {6, 5}}));
  swap(a[range(0, 1)], a[range(1, 2)]);
  CHECK(array_equal(a, tensor{{4, 3}, {2, 1}, {6, 5}}));
  swap(a[_, 0], a[rev(), 1]);
  CHECK(array_equal(a, tensor{{5, 6}, {1, 2}, {3, 4}}));

  dtensor<double, 2> d(2, 2);
  d[0] = 1.5;
  swap(a[0], d[0]);
  CHECK(test::holds(d, {5, 6, 0, 0}));
  CHECK(array_equal(a[0], tensor{1, 1}));
  swap(d[0, 0], d[1, 1]); // elements
  CHECK(test::holds(d, {0, 6, 0, 5}));
  swap(d[range(0, 0)], d[range(2, _)]);
  CHECK(test::holds(d, {0, 6, 0, 5}));

  CHECK(text_of<shape_error>([&] { swap(d[0, range(0, 1)], d[1]); }) ==
        "stria: swap: the shapes (1,) and (2,) differ");
  CHECK(test::holds(d, {0, 6, 0, 5}));
  dtensor<int, 1> u{1, 2}, v{3};
  swap(u, v); // tensors exchange their storage
  CHECK((u.size() == 1 && v.size() == 2));
}

TEST_CASE("a slice in a variable") {
  const tensor v{0, 1, 2, 3, 4, 5, 6, 7};
  const dtensor<int, 2> m = reshape(arange<int>(24), 4, 6);
  slice s(1, -1);
  CHECK(array_equal(v[s], v[range(1, -1)]));
  s = range(_, -2);
  CHECK(array_equal(v[s], v[range(_, -2)]));
  s = _;
  CHECK(array_equal(v[s], v));
  CHECK(array_equal(v[slice()], v));
  for (const slice& each : {slice(_, _, -1), slice(rev()), slice(_, _, -_1)})
    CHECK(array_equal(v[each], v[rev()]));
  for (const index_t b : {lowest, index_t{-9}, index_t{-3}, index_t{0}, index_t{5}, highest})
    for (const index_t e : {lowest, index_t{-8}, index_t{-1}, index_t{4}, index_t{8}, highest})
      for (const index_t step : {index_t{-3}, index_t{-1}, index_t{1}, index_t{2}, highest}) {
        CAPTURE(b, e, step);
        CHECK(array_equal(v[slice(b, e, step)], v[range(b, e, step)]));
        CHECK(array_equal(v[slice(_, e, step)], v[range(_, e, step)]));
        CHECK(array_equal(v[slice(b, _, step)], v[range(b, _, step)]));
      }
  CHECK(array_equal(v[slice(_, _, lowest)], tensor{7}));
  CHECK(array_equal(m[slice(1, _), slice(_, -2)], m[range(1, _), range(_, -2)]));
  CHECK(array_equal(m[2, slice(_, _, 2)], m[2, range(_, _, 2)]));
  CHECK(array_equal((m * 2)[slice(1, 3), newaxis], (m * 2)[range(1, 3), newaxis]));
  CHECK(array_equal(m[tensor{0, 2}, slice(_, 2)], m[tensor{0, 2}, range(_, 2)]));
  const std::vector<slice> slices{range(0, 2), rev(), _, slice(3, 1, -1)};
  CHECK(sum(v[slices[3]]) == 5);

  const tensor<int, 3> w{1, 2, 3};
  STATIC_REQUIRE(!decltype(w[s])::extents[0].is_static());
  constexpr tensor c{1, 2, 3};
  STATIC_REQUIRE(array_equal(c[slice(_, 2)], tensor{1, 2}));
  dtensor<int, 1> t{1, 2, 3, 4};
  t[slice(_, _, 2)] = 0;
  CHECK(array_equal(t, tensor{0, 2, 0, 4}));
  CHECK_THROWS_AS(eval(v[slice(_, _, 0)]), value_error);
  CHECK(to_string(encode(slice(1, _), slice(_, -2, -1), slice())) == "1:, :-2:-1, :");
  CHECK(slice(1, 2) == slice(range(1, 2)));
  CHECK(slice(1, 2) != slice(1, 2, 2));
}

TEST_CASE("index_t together with POSIX's index") {
  STATIC_REQUIRE(std::same_as<index_t, stria::index>);
  const index_t n = 3;
  CHECK(arange(n).size() == n);
  CHECK(*::index("stria", 'r') == 'r');
}

TEST_CASE("two operands of a reduction") {
  const dtensor<double, 2> m(2, 3);
#define REFUSED(...) STATIC_REQUIRE(detail::is_refused<decltype(__VA_ARGS__)>)
  REFUSED(max(m, 0.));
  REFUSED(max(m, m));
  REFUSED(max(0., m));
  REFUSED(min(m + 1., m[0]));
  REFUSED(max(m, 1));
  STATIC_REQUIRE(std::same_as<decltype(max(m)), double>);
  CHECK(array_equal(max(m, axis(1)), zeros(2)));
  CHECK(array_equal(max(m, _0, keepdims), zeros(1, 3)));
  REFUSED(where(m > 0., m));
  REFUSED(pow(m));
  REFUSED(maximum(m + 1.));
  REFUSED(take(m));
  REFUSED(roll(m));
  REFUSED(pad(m));
  REFUSED(swapaxes(m, _0));
  REFUSED(moveaxis(m, _0));
  REFUSED(searchsorted(m[0]));
  REFUSED(repeat(m));
  REFUSED(matmul(m));
  CHECK(array_equal(tensordot(m, m), tensordot(m, m, _2)));
}

TEST_CASE("sizes in braces") {
  static_assert(std::same_as<decltype(zeros<float>({2, 3})), dtensor<float, 2>>);
  CHECK(array_equal(zeros({2, 3}), zeros(2, 3)));
  CHECK(array_equal(ones<int>({4}), ones(4)));
  CHECK(empty<int>({1, 2, 3}).size() == 6);
  CHECK_THROWS_AS(zeros({2, -3}), value_error);
  CHECK(unravel_index(5, {2, 3}) == std::array<index_t, 2>{1, 2});
  CHECK(array_equal(std::get<1>(unravel_index(tensor{1, 5}, {2, 3})), tensor{1, 2}));
  CHECK_THROWS_AS(unravel_index(6, {2, 3}), index_error);
  CHECK(ravel_multi_index(std::tuple{1, 2}, {2, 3}) == 5);
  CHECK(array_equal(indices_of({2, 3}), indices_of(2, 3)));
  CHECK(array_equal(indices_of(std::array{2, 3}), indices_of(2, 3)));
}

TEST_CASE("numbers in braces") {
  const dtensor<double, 1> v = tensor{1., 2., 4.};
  const dtensor<int, 2> m = tensor{{1, 2}, {3, 4}};
  CHECK(array_equal(append(v, {5., 6.}), tensor{1., 2., 4., 5., 6.}));
  CHECK(array_equal(append(m, {5, 6}), tensor{1, 2, 3, 4, 5, 6}));
  CHECK(array_equal(append(v, {5, 6}, _0), tensor{1., 2., 4., 5., 6.}));
  CHECK(array_equal(insert(v, 1, {7., 8.}), tensor{1., 7., 8., 2., 4.}));
  CHECK(array_equal(insert(v, {0, 2}, {7, 8}), tensor{7., 1., 2., 8., 4.}));
  CHECK(array_equal(insert(m, 1, {8, 9}, _0), tensor{{1, 2}, {8, 9}, {3, 4}}));
  CHECK(array_equal(insert(m, {0, 1}, {8, 9}, _1), tensor{{8, 1, 9, 2}, {8, 3, 9, 4}}));
  CHECK(array_equal(digitize(v, {0., 2., 3.}), tensor{1, 2, 3}));
  CHECK(array_equal(digitize(v, {2, 3}, true), tensor{0, 0, 2}));
  CHECK(digitize(2.5, {0, 2, 3}) == 2);
  CHECK(array_equal(repeat(m, {2, 1}, _0), tensor{{1, 2}, {1, 2}, {3, 4}}));
  CHECK(array_equal(repeat(m, {0, 2}, -_1), tensor{{2, 2}, {4, 4}}));
  CHECK(array_equal(repeat(v, {1, 0, 2}), tensor{1., 4., 4.}));
  CHECK_THROWS_AS(repeat(v, {1, 0}), shape_error);
  CHECK(array_equal(histogram(v, 2, {0., 4.}), tensor{1, 2}));
  CHECK(array_equal(histogram(v, 2, {0, 4}), tensor{1, 2}));
  CHECK(array_equal(histogram(v, 2, {0, 4}, v).hist, tensor{1., 6.}));
  CHECK(array_equal(histogram(v, {0, 2, 5}).hist, tensor{1, 2}));
  CHECK(array_equal(histogram(v, {0., 2., 4.}, as_density).hist, tensor{1 / 6., 2 / 6.}));
  CHECK(array_equal(histogram_bin_edges(v, 2, {0., 4.}), tensor{0., 2., 4.}));
  const auto sevens = full({2, 3}, 7.);
  CHECK(std::same_as<decltype(sevens), const dtensor<double, 2>>);
  CHECK(test::holds(sevens, {7, 7, 7, 7, 7, 7}));
  CHECK(test::holds(full<float>(7, {1, 2}), {7, 7}));
  CHECK_THROWS_AS(full({2, -1}, 7), value_error);
}

TEST_CASE("select without a default") {
  const dtensor<double, 1> v = tensor{-1., 0., 2.};
  CHECK(array_equal(select(std::tuple{v < 0., v > 1.}, std::tuple{7., v}), tensor{7., 0., 2.}));
}

TEST_CASE("sinc of complex numbers") {
  using z = std::complex<double>;
  const auto values = eval(sinc(tensor<z, 2>{z(0.), z(0., 1.)}));
  CHECK(values[0] == z(1.));
  // np.sinc(1j)
  CHECK(std::abs(values[1] - z(3.676077910374978)) < 1e-14);
}

TEST_CASE("rot90 between any two axes") {
  const tensor<int, 2, 3, 4> c(reshape(arange<int>(24), 2, 3, 4));
  for (index_t k = -1; k < 5; ++k) {
    CHECK(array_equal(rot90(c, k, _0, _1), rot90(c, k)));
    const auto turned = rot90(c, k, _1, -_1);
    for (index_t i = 0; i < 2; ++i)
      CHECK(array_equal(turned[i], rot90(c[i], k)));
    // The opposite direction.
    CHECK(array_equal(rot90(rot90(c, k, _2, _0), k, _0, _2), c));
  }
  CHECK(array_equal(rot90(c, _1, _1, _2), rot90(c, 1, _1, _2)));
  CHECK(array_equal(rot90(c, _3, _2, _1), rot90(c, 1, _1, _2)));
  STATIC_REQUIRE(rot90(c, _1, _1, _2).extents == detail::shape_of<2, 4, 3>());
}

TEST_CASE("a mode of pad as a text") {
  const dtensor<int, 1> v = tensor{1, 2};
  CHECK(array_equal(pad(v, 2, "edge"), pad(v, 2, pad_mode::edge)));
  CHECK(array_equal(pad(v, 1, "constant", 9), tensor{9, 1, 2, 9}));
  CHECK(array_equal(pad(v, {{1, 0}}, "wrap"), tensor{2, 1, 2}));
  CHECK(text_of<value_error>([&] { pad(v, 1, "mirror"); }) ==
        "stria: the mode of pad must be one of constant edge reflect symmetric wrap");
}

TEST_CASE("a side as a text") {
  const tensor<int, 3> s{1, 2, 2}, order{0, 1, 2};
  CHECK(searchsorted(s, 2, "right") == 3);
  CHECK(array_equal(searchsorted(s, tensor{0, 2}, "left"), tensor{0, 1}));
  CHECK(searchsorted(s, 2, "right", order) == 3);
  CHECK(text_of<value_error>([&] { searchsorted(s, 2, "middle"); }) ==
        "stria: the side of searchsorted must be one of left right");
}

TEST_CASE("bools are counted") {
  CHECK(array_equal(bincount(tensor{true, false, true}), tensor{1, 2}));
  CHECK(array_equal(bincount(dtensor<double, 1>(tensor{1., 2.}) > 1.), tensor{1, 1}));
}
