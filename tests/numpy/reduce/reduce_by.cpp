// SPDX-License-Identifier: BSL-1.0
// reduce(op, init, a, axes...); a = np.arange(24).reshape(2, 4, 3).
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <functional>
#include <numeric>
#include <string>

using namespace stria;
using test::holds;

namespace {

inline constexpr dim batch{"batch"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

constexpr tensor<int, 2, 4, 3> a = test::counted(tensor<int, 2, 4, 3>());
dtensor<int, 3> dynamic() { return a; }
constexpr auto minus = [](int x, int y) { return x - 2 * y; };
constexpr auto digits = [](const std::string& s, int v) { return s + std::to_string(v) + ' '; };

} // namespace

TEST_CASE("reduce combines elements in row-major order") {
  const dtensor<int, 3> d = a;
  dtensor<int, 3> wide(4, 4, 6);
  wide[range(1, _, 2), rev(), range(_, _, 2)] = a;
  const auto check = [](const auto& x) {
    using strings = std::vector<std::string>;
    CHECK(test::evaluated(reduce(digits, std::string(), x, _1, _2)) ==
          strings{"0 1 2 3 4 5 6 7 8 9 10 11 ", "12 13 14 15 16 17 18 19 20 21 22 23 "});
    CHECK(
        test::evaluated(reduce(digits, std::string("="), x, _0, -_1)) ==
        strings{"=0 1 2 12 13 14 ", "=3 4 5 15 16 17 ", "=6 7 8 18 19 20 ", "=9 10 11 21 22 23 "});
    CHECK(test::evaluated(reduce(digits, std::string(), x, _0))[5] == "5 17 ");
    CHECK(test::evaluated(reduce(digits, std::string(), x, _1))[2] == "2 5 8 11 ");
    CHECK(std::string(reduce(digits, std::string(), x[_1, range(_, 2)])) == "12 13 14 15 16 17 ");
    // np.frompyfunc(lambda x, y: x - 2*y, 2, 1).reduce(a, axis=2, initial=100)
    CHECK(holds(reduce(minus, 100, x, _2), {94, 76, 58, 40, 22, 4, -14, -32}));
    CHECK(holds(reduce(minus, 100, x, _0), {76, 72, 68, 64, 60, 56, 52, 48, 44, 40, 36, 32}));
    CHECK(reduce(std::plus<>{}, 0, x) == 276);
  };
  check(a);
  check(d);
  check(dynamic());
  check(d * 1);
  check(wide[range(1, _, 2), rev(), range(_, _, 2)]);
  check(transpose(eval(transpose(d))));
  check(concat(_1, d[_, range(_, 1)], a[_, range(1, _)]));
}

TEST_CASE("reduce has the type of its initial value") {
  const auto mean = reduce([](double x, int y) { return x + y / 24.; }, 0., a);
  CHECK(std::same_as<decltype(mean), const double>);
  CHECK(mean == test::Approx(11.5));
  // As in std::accumulate, 0.5 is lost in every step.
  CHECK(reduce(std::plus<>{}, 0, tensor{1.5, 1.5, 1.5}) == 3);
  CHECK(std::same_as<decltype(reduce(std::plus<>{}, 0.f, a)), float>);
  CHECK(reduce([](bool good, int v) { return good && v >= 0; }, true, a));
  CHECK_FALSE(reduce(std::logical_and<>{}, true, a));
}

TEST_CASE("reduce keeps axes and extents") {
  const tensor<int, batch, dyn, 3> n = a;
  CHECK(has<batch, 3>(reduce(std::plus<>{}, 0, n, _1)));
  CHECK(has<batch, 1, 1>(reduce(std::plus<>{}, 0, n, _1, -_1, keepdims)));
  CHECK(has<1, 1, 1>(reduce(std::plus<>{}, 0, n, keepdims)));
  CHECK(holds(a - reduce(std::plus<>{}, 0, n, _1, keepdims) + 18,
              {0,   -3,  -6,  3,   0,   -3,  6,   3,   0,   9,   6,   3,
               -36, -39, -42, -33, -36, -39, -30, -33, -36, -27, -30, -33}));
}

TEST_CASE("reduce of one element and of no elements") {
  CHECK(reduce(minus, 10, tensor<int>(3)) == 4);
  CHECK(reduce(minus, 10, tensor<int, 1, 1>{{3}}) == 4);
  CHECK(holds(reduce(minus, 10, tensor<int, 1, 1>{{3}}, _0), {4}));
  CHECK(reduce(minus, 10, dtensor<int, 2>(0, 3)) == 10);
  CHECK(holds(reduce(minus, 10, dtensor<int, 2>(0, 3), _0), {10, 10, 10}));
  CHECK(eval(reduce(minus, 10, dtensor<int, 2>(0, 3), _1)).size() == 0);
}

TEST_CASE("reduce owns temporaries, and is computed before its target changes") {
  const auto kept = [] {
    const int factor = 2;
    return reduce([=](int x, int y) { return x + factor * y; }, 0, dynamic(), _1, _2) + 1;
  }();
  CHECK(holds(kept, {133, 421}));
  dtensor<int, 1> v{1, 2, 3};
  v -= reduce(std::plus<>{}, 0, v, keepdims);
  CHECK(holds(v, {-5, -4, -3}));
  int calls = 0;
  CHECK(reduce([&calls](int x, int y) { return ++calls, x + y; }, 0, a) == 276);
  CHECK(calls == 24);
}

TEST_CASE("reduce in constant expressions") {
  static_assert(int(reduce(minus, 100, a[_0, _0])) == 94);
  static_assert(eval(reduce(minus, 0, a, _0, _1))[2] == -2 * 100);
  CHECK(eval(reduce(minus, 0, a, _0, _1))[1] == -2 * 92);
}
