// SPDX-License-Identifier: BSL-1.0
// Sums, differences and products of integers that overflow wrap, as in NumPy. The expected values
// are those of the same function of the elements as std::uint64_t, truncated to the result type.
// Under UndefinedBehaviorSanitizer the test also shows that no signed arithmetic overflows.
#include "catch.hpp"
#include "values.hpp"

#include <stria/signal.hpp>
#include <stria/stria.hpp>

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace stria;

namespace {

using wide = std::uint64_t;
template <class T> constexpr T least = std::numeric_limits<T>::min();
template <class T> constexpr T most = std::numeric_limits<T>::max();

std::mt19937_64 bits(1);
/// Elements of all bits, among them the limits.
template <class T, class... N> auto drawn(N... n) {
  dtensor<T, sizeof...(N)> t(n...);
  for (T& x : t.storage()) {
    const auto k = bits();
    x = k % 4 == 0 ? least<T> : k % 4 == 1 ? most<T> : static_cast<T>(k >> 8);
  }
  return t;
}

template <class A, class W> void same(const A& a, const W& b) {
  const auto x = test::evaluated(a);
  const auto y = test::evaluated(b);
  REQUIRE(x.size() == y.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    REQUIRE(x[i] == static_cast<std::remove_cvref_t<decltype(x[i])>>(y[i]));
}
/// f of operands of all integer types.
template <class F, class... A> void wraps_for(const F& f, const A&... a) {
  same(f(a...), f(eval(cast<wide>(a))...));
}

template <class T> void check_element_wise(stria::index n) {
  const auto a = drawn<T>(n), b = drawn<T>(n);
  const T s = least<T>, m = most<T>;
  wraps_for([](const auto& x, const auto& y) { return x + y; }, a, b);
  wraps_for([](const auto& x, const auto& y) { return x - y; }, a, b);
  wraps_for([](const auto& x, const auto& y) { return x * y; }, a, b);
  wraps_for([](const auto& x, const auto& y) { return (x + y) * (x - y) - x * y; }, a, b);
  wraps_for([](const auto& x) { return -x; }, a);
  wraps_for([](const auto& x) { return negative(x); }, a);
  wraps_for([](const auto& x) { return square(x); }, a);
  wraps_for([](const auto& x) { return pow(x, 3); }, a);
  wraps_for([](const auto& x, const auto& y) { return add(x, multiply(y, x)); }, a, b);
  wraps_for([](const auto& x, const auto& y) { return fma(x, y, x); }, a, b);
  same(a + s, cast<wide>(a) + static_cast<wide>(s));
  same(m - a, static_cast<wide>(m) - cast<wide>(a));
  same(a * m, cast<wide>(a) * static_cast<wide>(m));
  wraps_for([](const auto& x) { return outer(x, x); }, a);
  wraps_for([](const auto& x) { return x << 5; }, a);

  static constexpr tensor twice{0, 0, -1};
  // Compound assignment, also to places, under a mask, in place and with itself.
  const auto update = [&](const auto& f) {
    wraps_for(
        [&](const auto& x, const auto& y) {
          auto t = x;
          f(t, y);
          return t;
        },
        a, b);
  };
  update([](auto& t, const auto& u) { t += u; });
  update([](auto& t, const auto& u) { t -= u; });
  update([](auto& t, const auto& u) { t *= u; });
  update([](auto& t, const auto& u) { t[rev()] += u; });
  update([](auto& t, const auto&) { t += t[rev()]; });
  update([](auto& t, const auto& u) { t[twice] += u[0]; });
  update([](auto& t, const auto& u) { t[twice] *= u[1]; });
  update([](auto& t, const auto& u) { noalias(t) -= u; });
  dtensor<T, 1> masked = a;
  masked[b > 0] *= a[b > 0];
  for (stria::index i = 0; i < n; ++i)
    REQUIRE(masked[i] ==
            (b[i] > 0 ? static_cast<T>(static_cast<wide>(a[i]) * static_cast<wide>(a[i])) : a[i]));
}

template <class T> void check_reductions(stria::index rows, stria::index columns) {
  const auto a = drawn<T>(rows, columns);
  const auto v = drawn<T>(rows * columns);
  wraps_for([](const auto& x) { return sum(x); }, v);
  wraps_for([](const auto& x) { return prod(x, _1); }, a);
  wraps_for([](const auto& x) { return prod(x, _0); }, a);
  wraps_for([](const auto& x) { return sum(x, _0); }, a);
  wraps_for([](const auto& x) { return sum(x, _1); }, a);
  wraps_for([](const auto& x) { return sum(x[_, rev()], _1); }, a);
  wraps_for([](const auto& x) { return nansum(x, _1); }, a);
  wraps_for([](const auto& x) { return nanprod(x, _0); }, a);
  wraps_for([](const auto& x) { return cumsum(x, _0); }, a);
  wraps_for([](const auto& x) { return cumsum(x, _1); }, a);
  wraps_for([](const auto& x) { return cumprod(x, _1); }, a);
  wraps_for([](const auto& x) { return cumprod(x, _0); }, a);
  wraps_for([](const auto& x) { return cumulative_sum(x, _1); }, a);
  wraps_for([](const auto& x) { return diff(x); }, v);
  wraps_for([](const auto& x) { return diff(x, _0); }, a);
  wraps_for([](const auto& x) { return diff(x, 2); }, v);
  wraps_for([](const auto& x) { return ediff1d(x); }, v);
  wraps_for([](const auto& x) { return trace(x); }, a);
}

template <class T> void check_products(stria::index n, stria::index k, stria::index m) {
  const auto a = drawn<T>(n, k), b = drawn<T>(k, m);
  const auto u = drawn<T>(k), v = drawn<T>(k);
  wraps_for([](const auto& x, const auto& y) { return matmul(x, y); }, a, b);
  wraps_for([](const auto& x, const auto& y) { return matmul(transpose(y), transpose(x)); }, a, b);
  wraps_for([](const auto& x, const auto& y) { return matmul(x, y); }, a, u);
  wraps_for([](const auto& x, const auto& y) { return matmul(y, x); }, b, u);
  wraps_for([](const auto& x, const auto& y) { return dot(x, y); }, u, v);
  wraps_for([](const auto& x, const auto& y) { return inner(x, y); }, u, v);
  wraps_for([](const auto& x, const auto& y) { return vdot(x, y); }, u, v);
  wraps_for([](const auto& x, const auto& y) { return vecdot(x, y); }, u, v);
  wraps_for([](const auto& x, const auto& y) { return kron(x, y); }, u, v);
  wraps_for([](const auto& x, const auto& y) { return einsum<"ij,jk->ik">(x, y); }, a, b);
  wraps_for([](const auto& x, const auto& y) { return einsum<"ij,j->">(x, y); }, a, u);
  wraps_for([](const auto& x, const auto& y) { return einsum<"ij,jk->k">(x, y); }, a, b);
  wraps_for([](const auto& x, const auto& y) { return tensordot(x, y, _1); }, a, b);
  wraps_for([](const auto& x, const auto& y) { return convolve(x, y); }, u, v);
  wraps_for([](const auto& x, const auto& y) { return correlate(x, y); }, u, v);
}

template <class T> void check_others() {
  const auto a = drawn<T>(7, 3), b = drawn<T>(7, 3);
  const auto v = drawn<T>(9), w = drawn<T>(5);
  wraps_for([](const auto& x, const auto& y) { return cross(x, y); }, a, b);
  wraps_for([](const auto& x, const auto& y) { return polyval(x, y); }, w, v);
  wraps_for([](const auto& x, const auto& y) { return polyval(x, y[0]); }, w, v);
  wraps_for([](const auto& x, const auto& y) { return polyadd(x, y); }, w, v);
  wraps_for([](const auto& x, const auto& y) { return polysub(x, y); }, w, v);
  wraps_for([](const auto& x, const auto& y) { return polymul(x, y); }, w, v);
  wraps_for([](const auto& x) { return polyder(x, 2); }, w);
  wraps_for([](const auto& x) { return vander(x, 4); }, w);
  wraps_for([](const auto& x, const auto& y) { return signal::convolve2d(x, y); }, a, b);
  const tensor<int, 5, 1> places{{1}, {0}, {1}, {6}, {1}};
  wraps_for([&](const auto& x, const auto& y) { return tensor_scatter_nd_add(x, places, y); }, v,
            w);
  wraps_for([&](const auto& x, const auto& y) { return tensor_scatter_nd_sub(x, places, y); }, v,
            w);
  wraps_for([&](const auto& x) { return scatter_nd(places, x, std::array{9}); }, w);
  same(abs(tensor{least<T>, most<T>}), tensor{std::is_signed_v<T> ? least<T> : T(0), most<T>});
  same(arange(least<T>, static_cast<T>(least<T> + 3)),
       tensor<T, 3>{least<T>, static_cast<T>(least<T> + 1), static_cast<T>(least<T> + 2)});
}

} // namespace

template <class T> void check_quotients(stria::index n) {
  dtensor<T, 1> a(n), b(n);
  b = T(1);
  const T values[] = {least<T>, most<T>, static_cast<T>(least<T> + 1), 7, static_cast<T>(-1), 0, 1};
  const T divisors[] = {static_cast<T>(-1), 1, least<T>, most<T>, 3, static_cast<T>(-5)};
  for (T d : divisors)
    for (stria::index i = 0; i < n; ++i)
      if (d != 0) {
        a[i] = values[i % 7];
        b[i] = d;
        using C = decltype(T() / T());
        const bool beyond = std::is_signed_v<C> && sizeof(T) == sizeof(C) && a[i] == least<T> &&
                            d == static_cast<T>(-1);
        const C q = beyond ? static_cast<C>(least<T>) : static_cast<C>(a[i] / d);
        const C r = beyond ? C(0) : static_cast<C>(a[i] % d);
        const auto one = range(i, i + 1);
        REQUIRE(eval(a[one] / d)[0] == q);
        REQUIRE(eval(a[one] % d)[0] == r);
        REQUIRE(eval(a / b)[i] == q);
        REQUIRE(eval(a % b)[i] == r);
        REQUIRE(eval(a / d)[i] == q);
        REQUIRE(eval(a % d)[i] == r);
      }
}

TEMPLATE_TEST_CASE("integers wrap", "", std::uint16_t, std::int32_t, std::int64_t) {
  check_element_wise<TestType>(3);
  check_element_wise<TestType>(100);
  check_reductions<TestType>(3, 5);
  check_reductions<TestType>(40, 70);
  check_products<TestType>(2, 3, 4);
  check_products<TestType>(3, 3, 3);
  check_products<TestType>(40, 50, 60);
  check_others<TestType>();
  check_quotients<TestType>(20);
}

// The same in constant expressions, where overflow is an error.
namespace {
constexpr int low = std::numeric_limits<int>::min(), high = std::numeric_limits<int>::max();
constexpr tensor<int, 2> v{low, high};
constexpr tensor<int, 2, 2> m{{low, high}, {high, 3}};
constexpr bool is(const auto& e, int x, int y) {
  const auto t = eval(e);
  return t[0] == x && t[1] == y;
}
static_assert(is(v + high, -1, -2));
static_assert(is(v - 1, high, high - 1));
static_assert(is(v * 2, 0, -2));
static_assert(is(-v, low, -high));
static_assert(is(v / -1, low, -high) && is(v % -1, 0, 0));
static_assert(is(square(v), 0, 1));
static_assert(is(abs(v), low, high));
static_assert(is(prod(cast<std::int64_t>(m) * (std::int64_t{1} << 32), _1), 0, 0));
static_assert(is(matmul(m, v), 1, -3));
static_assert(dot(v, v) == 1);
static_assert(is(diff(tensor{low, high, low}), -1, 1));
static_assert(is(
    [] {
      tensor<int, 2> t = v;
      t += v;
      t *= v;
      return t;
    }(),
    0, 2));
} // namespace
