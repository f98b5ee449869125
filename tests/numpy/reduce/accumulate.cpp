// SPDX-License-Identifier: BSL-1.0
// accumulate, cumulative_max, cumulative_min and reduce_at;
// a = np.arange(24).reshape(2, 4, 3) * 7 % 11, v = np.arange(8).
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <string>

using namespace stria;
using stria::index;
using test::holds;

namespace {

inline constexpr dim batch{"batch"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

constexpr tensor<int, 2, 4, 3> a = test::counted(tensor<int, 2, 4, 3>()) * 7 % 11;
constexpr auto bits = [](int x, int y) { return x | y; };
constexpr auto larger = [](int x, int y) { return x < y ? y : x; };

} // namespace

TEST_CASE("accumulate along each axis") {
  const dtensor<int, 3> d = a;
  dtensor<int, 3> wide(4, 4, 6);
  wide[range(1, _, 2), rev(), range(_, _, 2)] = a;
  const auto check = [](const auto& x) {
    CHECK(holds(accumulate(bits, x, _0),
                {0, 7, 3, 10, 6, 2, 9, 5, 1, 8, 4, 0, 7, 7, 11, 14, 6, 11, 13, 5, 9, 12, 4, 7}));
    CHECK(holds(accumulate(bits, x, _1),
                {0, 7, 3, 10, 7, 3, 11, 7, 3, 11, 7, 3, 7, 3, 10, 7, 3, 11, 7, 3, 11, 7, 3, 15}));
    CHECK(holds(accumulate(bits, x, -_1), {0, 7, 7,  10, 14, 14, 9, 13, 13, 8, 12, 12,
                                           7, 7, 15, 6,  6,  15, 5, 5,  13, 4, 4,  7}));
    for (int k = -3; k < 3; ++k)
      CHECK(array_equal(accumulate(bits, x, axis(k)), k % 3 == 0 ? eval(accumulate(bits, x, _0))
                                                      : k == 1 || k == -2
                                                          ? eval(accumulate(bits, x, _1))
                                                          : eval(accumulate(bits, x, _2))));
    CHECK(holds(accumulate(bits, x[_0, _0]), {0, 7, 7}));
  };
  check(a);
  check(d);
  check(d * 1);
  check(wide[range(1, _, 2), rev(), range(_, _, 2)]);
  check(transpose(eval(transpose(d))));
  CHECK(eval(accumulate(bits, a)).shape() == std::array<index, 1>{24});
  CHECK(holds(accumulate(bits, tensor<int>(5)), {5}));
  CHECK(has<2, 4, 3>(accumulate(bits, a, _1)));
  const tensor<int, batch, dyn, 3> n = a;
  CHECK(has<batch, dyn, 3>(accumulate(bits, n, _1)));
  CHECK(eval(accumulate(bits, dtensor<int, 2>(0, 3), _0)).shape() == std::array<index, 2>{0, 3});
  CHECK(eval(accumulate(bits, dtensor<int, 2>(3, 0), _1)).shape() == std::array<index, 2>{3, 0});
  CHECK_THROWS_AS(eval(accumulate(bits, d, axis(3))), index_error);
  static_assert(eval(accumulate(bits, a, _1))[1, 3, 2] == 15);
}

TEST_CASE("accumulate has the type of the results of its function") {
  CHECK(std::same_as<decltype(accumulate(std::plus<>(), a, _0))::value_type, int>);
  const auto halves = accumulate([](double x, double y) { return x / 2 + y; }, tensor{1, 2, 3});
  CHECK(std::same_as<decltype(halves)::value_type, double>);
  CHECK(holds(halves, {1., 2.5, 4.25}));
  const tensor<std::string, 3> s{"a", "b", "c"};
  const auto words = eval(accumulate(std::plus<>(), s, _0));
  CHECK(words[2] == "abc");
  CHECK(words[0] == "a");
  int calls = 0;
  CHECK(holds(accumulate([&calls](int x, int y) { return ++calls, x + y; }, a[_0], _0),
              {0, 7, 3, 10, 13, 5, 19, 18, 6, 27, 22, 6}));
  CHECK(calls == 9);
}

TEST_CASE("accumulate reads its target, owns temporaries and is part of expressions") {
  dtensor<int, 1> t{3, 1, 4, 1, 5};
  t = accumulate(std::plus<>(), t, _0) * 2;
  CHECK(holds(t, {6, 8, 16, 18, 28}));
  t[range(1, _)] = accumulate(std::plus<>(), t[range(_, -1)], _0);
  CHECK(holds(t, {6, 6, 14, 30, 48}));
  const auto kept = [] {
    const int off = 1;
    return accumulate([=](int x, int y) { return x + y + off; }, tensor{1, 2, 3}, _0);
  }();
  CHECK(holds(kept, {1, 4, 8}));
  CHECK(to_string(accumulate(std::plus<>(), t, _0)) == "accumulate(a)");
}

TEST_CASE("forward fill of NaN") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const tensor x{{nan, 1., nan, nan, 4.}, {2., nan, nan, 3., nan}};
  const auto last = [](double before, double y) { return std::isnan(y) ? before : y; };
  const auto filled = eval(accumulate(last, x, _1));
  CHECK(std::isnan(filled[0, 0]));
  CHECK(holds(filled[_0, range(1, _)], {1., 1., 1., 4.}));
  CHECK(holds(filled[_1], {2., 2., 2., 3., 3.}));
  CHECK(std::isnan(eval(accumulate(last, x, _0))[1, 2]));
}

TEST_CASE("cumulative_max and cumulative_min") {
  CHECK(holds(cumulative_max(tensor{3, 1, 9, -4}, _0), {3, 3, 9, 9}));
  CHECK(holds(cumulative_min(tensor{3, 1, 9, -4}, _0), {3, 1, 1, -4}));
  CHECK(array_equal(cumulative_max(a, axis(1)), accumulate(larger, a, _1)));
  CHECK(array_equal(cumulative_max(a), cummax(ravel(a), _0)));
  CHECK(array_equal(cumulative_min(a, -_1), cummin(a, _2)));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto m = eval(cumulative_min(tensor{2., nan, 1.}, _0));
  CHECK(m[0] == 2);
  CHECK(std::isnan(m[2]));
}

TEST_CASE("reduce_at sums the parts of an axis") {
  const auto v = arange<int>(8);
  CHECK(holds(reduce_at(v, {0, 4, 1, 5}), {6, 4, 10, 18}));
  CHECK(holds(reduce_at(v, {0, 4, 1, 5, 2, 6, 3, 7}, _0)[range(_, _, 2)], {6, 10, 14, 18}));
  CHECK(holds(reduce_at(v, {7}), {7}));
  CHECK(holds(reduce_at(v, {3, 3, 2}), {3, 3, 27}));
  CHECK(std::same_as<decltype(reduce_at(v, {7}))::value_type, std::int64_t>);
  CHECK(std::same_as<decltype(reduce_at(v > 3, {0}))::value_type, std::int64_t>);
  CHECK(holds(reduce_at(v > 3, {0}), {4}));
  CHECK(holds(reduce_at(std::multiplies<>(), v, tensor{1, 5}, _0), {24, 210}));
  CHECK(holds(reduce_at(v, std::vector<int>{0, 4}), {6, 22}));
  CHECK(holds(reduce_at(v, std::vector<int>()), {}));
  const dtensor<int, 3> d = a;
  const auto check = [](const auto& x) {
    CHECK(holds(reduce_at(x, {0, 2, 1}, _1),
                {10, 13, 5, 9, 5, 1, 27, 15, 3, 13, 5, 19, 5, 1, 8, 15, 3, 24}));
    CHECK(holds(reduce_at(larger, x, {0, 2, 1}, axis(1)),
                {10, 7, 3, 9, 5, 1, 10, 6, 2, 7, 3, 10, 5, 1, 8, 6, 2, 9}));
    CHECK(holds(reduce_at(x, std::vector<int>{0, 2}, _2),
                {7, 3, 16, 2, 14, 1, 12, 0, 10, 10, 8, 9, 6, 8, 4, 7}));
    CHECK(holds(reduce_at(larger, x, {1}, -_1), {7, 6, 5, 4, 10, 9, 8, 7}));
    CHECK(array_equal(reduce_at(x, {1, 0}), reduce_at(x, {1, 0}, axis(-3))));
    CHECK(holds(reduce_at(x, {1, 0})[_1], {7, 10, 13, 16, 8, 11, 14, 6, 9, 12, 4, 7}));
  };
  check(a);
  check(d);
  check(d * 1);
  check(transpose(eval(transpose(d))));
  const tensor<int, batch, dyn, 3> n = a;
  CHECK(has<batch, 2, 3>(reduce_at(n, {0, 1}, _1)));
  CHECK(has<batch, dyn, 3>(reduce_at(n, dtensor<int, 1>{0, 1}, _1)));
  static_assert(reduce_at(a, {0, 2, 1}, _1)[1, 2, 2] == 24);
  CHECK(reduce_at(dtensor<int, 2>(0, 3), {0, 1}, _1).shape() == std::array<index, 2>{0, 2});
}

TEST_CASE("reduce_at refuses positions out of bounds") {
  const auto v = arange<int>(8);
  CHECK_THROWS_WITH(reduce_at(v, {0, 8}), "stria: reduce_at: position 8 is out of bounds for axis "
                                          "0, which has 8 elements");
  CHECK_THROWS_AS(reduce_at(v, {-1}, _0), index_error);
  CHECK_THROWS_AS(reduce_at(dtensor<int, 2>(2, 0), {0}, _1), index_error);
  CHECK_THROWS_AS(reduce_at(v, {0}, axis(1)), index_error);
}
