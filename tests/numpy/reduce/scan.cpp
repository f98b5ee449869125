// SPDX-License-Identifier: BSL-1.0
// cumsum and cumprod over rows of all lengths, axes and operands.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

using namespace stria;
using test::holds;
using test::holds_each;

namespace {

using stria::index;

inline constexpr dim batch{"batch"}, features{"features"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

template <class T, class E> std::vector<T> running(const E& e) {
  std::vector<T> r;
  T acc{};
  for (const auto& v : test::evaluated(e))
    r.push_back(acc = static_cast<T>(acc + static_cast<T>(v)));
  return r;
}

template <std::size_t N> constexpr auto thirds() {
  tensor<float, N> t;
  for (std::size_t i = 0; i < N; ++i)
    t.data()[i] = 1.f / static_cast<float>(i + 3);
  return t;
}

} // namespace

TEST_CASE("cumsum and cumprod") {
  constexpr tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(has<2, 3>(cumsum(a, _0)));
  CHECK(std::same_as<decltype(cumsum(a, _0))::value_type, std::int64_t>);
  CHECK(holds_each(cumsum(a), {1, 3, 6, 10, 15, 21}));
  CHECK(holds_each(cumsum(a, _0), {1, 2, 3, 5, 7, 9}));
  CHECK(holds_each(cumsum(a[rev(), rev()], -_1), {6, 11, 15, 3, 5, 6}));
  CHECK(holds_each(cumprod(a * 1, _1), {1, 2, 6, 4, 20, 120}));
  static_assert(eval(cumsum(a, _1))[1, 2] == 15);
  const auto b =
      from_function<double>([](stria::index i, stria::index j,
                               stria::index k) { return static_cast<double>(4 * i + 2 * j + k); },
                            2, 2, 2);
  CHECK(holds_each(cumsum(b, _1), {0, 1, 2, 4, 4, 5, 10, 12}));
  CHECK(holds_each(cumsum(transpose(b), _0), {0, 4, 2, 6, 1, 9, 5, 13}));
  tensor<float, batch, features> x(2, 1);
  x = 1.f;
  CHECK(has<batch, features>(cumsum(x, _0)));
  CHECK(holds(cumsum(x, _0), {1, 2}));
  CHECK(holds(cumsum(zeros<float>(0, 2), _0), {}));
  CHECK(holds(cumsum(zeros<float>(2, 0), _1), {}));
  dtensor<int, 2> t = a;
  t[range(_, 1)] = cumsum(t[range(_, 1)], _1);
  CHECK(holds(t, {1, 3, 6, 4, 5, 6}));
}

TEST_CASE("running sums of rows of every length") {
  std::mt19937 g(7);
  std::uniform_int_distribution<int> value(-9, 9);
  for (index n : {0, 1, 2, 15, 16, 17, 31, 32, 33, 511, 512, 513, 528, 1100}) {
    dtensor<int, 1> t(n);
    for (int& v : t.storage())
      v = value(g);
    CAPTURE(n);
    CHECK(holds(cumsum(t), running<std::int64_t>(t)));
    CHECK(holds(cumsum(cast<float>(t)), running<float>(t)));
    CHECK(holds(cumsum(cast<double>(t)[rev()] * 2.), running<double>(cast<double>(t)[rev()] * 2.)));
    CHECK(holds(cumsum(cast<std::int8_t>(t)), running<std::int64_t>(t)));
    const auto f = eval(cast<float>(t));
    CHECK(holds(cumsum(f), running<float>(t)));
    CHECK(holds(cumsum(f[range(_, _, 2)]), running<float>(t[range(_, _, 2)])));
  }
  // np.cumprod(np.full(40, 2.))
  const auto p = eval(cumprod(full<double>(2., 40)));
  for (index i = 0; i < 40; ++i)
    CHECK(p[i] == std::ldexp(1., static_cast<int>(i) + 1));
}

TEST_CASE("running sums along each axis") {
  const auto t = test::counted(dtensor<float, 3>(5, 40, 20));
  const auto each = [&](auto axis, index step, index n) {
    const auto r = test::evaluated(cumsum(t, axis));
    float worst = 0;
    for (index i = 0; i < t.size(); ++i) {
      const float before = i / step % n == 0 ? 0.f : r[static_cast<std::size_t>(i - step)];
      worst = std::max(worst, std::abs(r[static_cast<std::size_t>(i)] - before - t.data()[i]));
    }
    return worst;
  };
  CHECK(each(_0, 800, 5) == 0);
  CHECK(each(_1, 20, 40) == 0);
  CHECK(each(-_1, 1, 20) == 0);
  const auto turned = permute<2, 0, 1>(t);
  CHECK(holds(cumsum(turned, _0), test::evaluated(permute<2, 0, 1>(eval(cumsum(t, _2))))));
  CHECK(holds(cumsum(t * 1.f, _1), test::evaluated(cumsum(t, _1))));
}

// An axis of one element is not the inner loop, even if its stride is 1.
TEST_CASE("running sums of arrays with axes of one element") {
  for (index a : {1, 2, 3})
    for (index b : {1, 3, 4})
      for (index c : {1, 2})
        for (index d : {1, 5}) {
          const auto t = test::counted(dtensor<int, 4>(a, b, c, d));
          const auto each = [&](auto axis, index step, index n) {
            auto r = test::evaluated(cumsum(t, axis));
            for (index i = t.size() - 1; i >= 0; --i)
              if (i / step % n != 0)
                r[static_cast<std::size_t>(i)] -= r[static_cast<std::size_t>(i - step)];
            return std::ranges::equal(r, t.storage());
          };
          CAPTURE(a, b, c, d);
          CHECK(each(_0, b * c * d, a));
          CHECK(each(_1, c * d, b));
          CHECK(each(_2, d, c));
          CHECK(each(_3, 1, d));
          CHECK(holds(cumsum(transpose(t), _2), test::evaluated(transpose(eval(cumsum(t, _1))))));
        }
}

TEST_CASE("running sums of non-negative elements never decrease") {
  std::mt19937 g(11);
  std::exponential_distribution<float> value(1);
  dtensor<float, 1> t(10'007);
  for (float& v : t.storage())
    v = value(g);
  t[range(_, _, 3)] = 1e-9f;
  t[range(1, _, 7)] = 0;
  const auto r = test::evaluated(cumsum(t));
  CHECK(std::is_sorted(r.begin(), r.end()));
  // The sums equal those in double up to the accuracy of float.
  const auto d = test::evaluated(cumsum(cast<double>(t)));
  double worst = 0;
  for (std::size_t i = 0; i < r.size(); ++i)
    worst = std::max(worst, std::abs(double(r[i]) / d[i] - 1));
  CHECK(worst < 1e-4);
}

namespace {

template <class T> void check_running_extremes() {
  std::mt19937 g(5);
  for (stria::index n = 1; n < 100; ++n) {
    dtensor<T, 1> t(n);
    for (T& v : t.storage())
      v = static_cast<T>(static_cast<int>(g() % 200) - (std::is_signed_v<T> ? 100 : 0));
    if constexpr (std::is_floating_point_v<T>)
      if (n % 3 == 0)
        t[static_cast<stria::index>(g() % static_cast<unsigned>(n))] =
            std::numeric_limits<T>::quiet_NaN();
    const auto low = eval(cummin(t, _0)), high = eval(cummax(t, _0));
    bool good = true;
    T least = t[0], most = t[0];
    for (stria::index i = 0; i < n; ++i) {
      const T x = t[i];
      least = least != least || x != x ? static_cast<T>(least + x) : std::min(least, x);
      most = most != most || x != x ? static_cast<T>(most + x) : std::max(most, x);
      good = good && (low[i] == least || (least != least && low[i] != low[i])) &&
             (high[i] == most || (most != most && high[i] != high[i]));
    }
    INFO(n);
    CHECK(good);
  }
}

} // namespace

TEST_CASE("running extremes of rows of every length") {
  check_running_extremes<float>();
  check_running_extremes<double>();
  check_running_extremes<std::int8_t>();
  check_running_extremes<std::uint16_t>();
  check_running_extremes<int>();
  check_running_extremes<std::int64_t>();
}

TEST_CASE("constant expressions and run time give the same sums") {
  constexpr auto early = eval(cumsum(thirds<75>()));
  auto late = thirds<75>();
  late = cumsum(late);
  CHECK(test::evaluated(late) == test::evaluated(early));
  STATIC_REQUIRE(eval(cumsum(tensor{1, 2, 3}))(2) == 6);
  STATIC_REQUIRE(eval(cumprod(tensor<int, 2, 2>{{1, 2}, {3, 4}}, _0))(1, 1) == 8);
}
