// SPDX-License-Identifier: BSL-1.0
// Expressions of points with two to four components are computed by one loop. The results equal
// those of loops over the elements.
#include "catch.hpp"
#include "values.hpp"

#include <cmath>
#include <cstdint>

using namespace stria;
using stria::index;
using test::values;

namespace {

template <class T, index M> tensor<T, dyn, M> points(index n, int step) {
  tensor<T, dyn, M> t(n);
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>(i * step % 13 + 1);
  return t;
}
template <class T> dtensor<T, 1> numbers(index n, int step) {
  dtensor<T, 1> t(n);
  for (index i = 0; i < n; ++i)
    t.data()[i] = static_cast<T>(i * step % 11 + 1);
  return t;
}

template <class T, index M> void of_points(index n) {
  CAPTURE(n, M);
  const auto a = points<T, M>(n, 5), b = points<T, M>(n, 7);
  const auto v = numbers<T>(n, 3), w = numbers<T>(M, 2);
  tensor<T, dyn, M> r(n), expected(n);
  dtensor<T, 1> s(n), each_s(n);
  const auto each = [&](auto f) {
    for (index i = 0; i < n; ++i)
      for (index k = 0; k < M; ++k)
        expected(i, k) = static_cast<T>(f(i, k));
    CHECK(values(r) == values(expected));
  };
  const auto each_point = [&](auto f) {
    for (index i = 0; i < n; ++i)
      each_s(i) = static_cast<T>(f(i));
    CHECK(values(s) == values(each_s));
  };
  const auto sum_of = [&](const auto& t, index i) {
    T all = 0;
    for (index k = 0; k < M; ++k)
      all = static_cast<T>(all + t(i, k));
    return all;
  };
  const auto most_of = [&](const auto& t, index i) {
    T most = t(i, 0);
    for (index k = 1; k < M; ++k)
      most = t(i, k) > most ? t(i, k) : most;
    return most;
  };
  // One value for each point.
  r = a * v[_, newaxis];
  each([&](index i, index k) { return a(i, k) * v(i); });
  r = a * v[_, newaxis] * w + b;
  each([&](index i, index k) { return a(i, k) * v(i) * w(k) + b(i, k); });
  r = a;
  r -= v[_, newaxis];
  each([&](index i, index k) { return a(i, k) - v(i); });
  r = a;
  r += b * v[_, newaxis];
  each([&](index i, index k) { return a(i, k) + b(i, k) * v(i); });
  // A column as the value, also of the target itself.
  r = a;
  r = r + r[_, _1][_, newaxis] * T(2);
  each([&](index i, index k) { return a(i, k) + a(i, 1) * 2; });
  r = a;
  r *= r[_, _0][_, newaxis];
  each([&](index i, index k) { return a(i, k) * a(i, 0); });
  r[ellipsis] = (a[_, _0] + T(3) * b[_, _1])[_, newaxis];
  each([&](index i, index) { return a(i, 0) + 3 * b(i, 1); });
  r = a;
  r[ellipsis] = (r[_, _0] + T(3) * r[_, _1])[_, newaxis];
  each([&](index i, index) { return a(i, 0) + 3 * a(i, 1); });
  // Reductions of points.
  r = a - max(a, _1, keepdims);
  each([&](index i, index k) { return a(i, k) - most_of(a, i); });
  r = a;
  r = r - max(r, _1, keepdims) + r;
  each([&](index i, index k) { return a(i, k) - most_of(a, i) + a(i, k); });
  r = a;
  r -= max(r, _1, keepdims);
  each([&](index i, index k) { return a(i, k) - most_of(a, i); });
  r = b * max(a + b, _1)[_, newaxis];
  each([&](index i, index k) {
    T most = static_cast<T>(a(i, 0) + b(i, 0));
    for (index j = 1; j < M; ++j)
      most = std::max(most, static_cast<T>(a(i, j) + b(i, j)));
    return b(i, k) * most;
  });
  s = max(a, _1) * v;
  each_point([&](index i) { return most_of(a, i) * v(i); });
  s = v;
  s = cast<T>(sum(b, _1)) + s - min(a, _1);
  each_point([&](index i) {
    T least = a(i, 0);
    for (index k = 1; k < M; ++k)
      least = std::min(least, a(i, k));
    return sum_of(b, i) + v(i) - least;
  });
  // Columns.
  s = a[_, _0] * b[_, _1] - a[_, _1] * b[_, _0];
  each_point([&](index i) { return a(i, 0) * b(i, 1) - a(i, 1) * b(i, 0); });
  s += a[_, _1];
  each_point([&](index i) { return a(i, 0) * b(i, 1) - a(i, 1) * b(i, 0) + a(i, 1); });
  r = b;
  r[_, _1] = a[_, _0] + v;
  each([&](index i, index k) { return k == 1 ? a(i, 0) + v(i) : b(i, k); });
  r = b;
  r[_, _1] += v;
  each([&](index i, index k) { return k == 1 ? b(i, 1) + v(i) : b(i, k); });
  r = b;
  r[_, _1] = r[_, _0] - r[_, _1]; // in place
  each([&](index i, index k) { return k == 1 ? b(i, 0) - b(i, 1) : b(i, k); });
  r = b;
  r[_, _0] = r[_, _1] * T(2);
  each([&](index i, index k) { return k == 0 ? b(i, 1) * 2 : b(i, k); });
  if (n > 2) { // at other points of the target
    r = b;
    r[range(1, _), _1] = r[range(_, -1), _1] + r[range(1, _), _0];
    each([&](index i, index k) { return k == 1 && i > 0 ? b(i - 1, 1) + b(i, 0) : b(i, k); });
    r = b;
    r[range(_, -1), _1] = r[range(1, _), _0] + T(1);
    each([&](index i, index k) { return k == 1 && i + 1 < n ? b(i + 1, 0) + 1 : b(i, k); });
    r = b;
    r[range(1, _), _] = (r[range(_, -1), _0] + T(1))[_, newaxis];
    each([&](index i, index k) { return i > 0 ? b(i - 1, 0) + 1 : b(i, k); });
    r = b;
    r[range(_, -1), _] *= r[range(1, _), _0][_, newaxis];
    each([&](index i, index k) { return i + 1 < n ? b(i, k) * b(i + 1, 0) : b(i, k); });
  }
  // Every second point, and reversed points.
  if (n % 2 == 0) {
    dtensor<T, 1> half(n / 2);
    half = a[range(_, _, 2), _0] * T(2);
    for (index i = 0; i < n / 2; ++i)
      CHECK(half(i) == static_cast<T>(a(2 * i, 0) * 2));
  }
  r = a * v[rev()][_, newaxis];
  each([&](index i, index k) { return a(i, k) * v(n - 1 - i); });
  // Other element types.
  dtensor<double, 1> wide(n);
  wide = a[_, _0] + 0.5 * v;
  for (index i = 0; i < n; ++i)
    CHECK(wide(i) == static_cast<double>(a(i, 0)) + 0.5 * static_cast<double>(v(i)));
  const auto fresh = eval(a * v[_, newaxis]);
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < M; ++k)
      CHECK(fresh(i, k) == a(i, k) * v(i));
}
template <class T, index M> void of_sizes() {
  for (index n : {0, 1, 2, 3, 7, 16, 33, 70})
    of_points<T, M>(n);
}

} // namespace

TEST_CASE("points: the results equal those of loops over the elements", "[points]") {
  of_sizes<float, 3>();
  of_sizes<std::uint8_t, 4>();
  of_sizes<int, 2>();
}

TEST_CASE("points: grids of points", "[points]") {
  tensor<float, dyn, dyn, 3> a(4, 5), r(4, 5), expected(4, 5);
  dtensor<float, 2> v(4, 5), s(4, 5);
  for (index i = 0; i < a.size(); ++i)
    a.data()[i] = static_cast<float>(i * 7 % 19 - 9);
  for (index i = 0; i < v.size(); ++i)
    v.data()[i] = static_cast<float>(i + 1);
  r = a * v[_, _, newaxis] - max(a, _2, keepdims);
  for (index i = 0; i < 4; ++i)
    for (index k = 0; k < 5; ++k) {
      const float most = std::max({a(i, k, 0), a(i, k, 1), a(i, k, 2)});
      for (index c = 0; c < 3; ++c)
        CHECK(r(i, k, c) == a(i, k, c) * v(i, k) - most);
    }
  s = a[_, _, _0] * a[_, _, _2] + sum(a * a, _2);
  for (index i = 0; i < 4; ++i)
    for (index k = 0; k < 5; ++k)
      CHECK(s(i, k) ==
            a(i, k, 0) * a(i, k, 2) +
                (a(i, k, 0) * a(i, k, 0) + a(i, k, 1) * a(i, k, 1) + a(i, k, 2) * a(i, k, 2)));
  // Rows with gaps are not one run of points.
  s[_, range(_, 3)] = a[_, range(_, 3), _1] + 1.f;
  for (index i = 0; i < 4; ++i)
    for (index k = 0; k < 3; ++k)
      CHECK(s(i, k) == a(i, k, 1) + 1);
  CHECK(s(0, 3) != a(0, 3, 1) + 1);
}

TEST_CASE("points: sizes that do not fit, and shapes that change", "[points]") {
  const auto a = points<float, 3>(6, 5);
  const auto v = numbers<float>(6, 3);
  tensor<float, dyn, 3> r(2);
  r = a * v[_, newaxis];
  REQUIRE(r.extent(0) == 6);
  CHECK(r(5, 2) == a(5, 2) * v(5));
  CHECK_THROWS_AS((r = a * numbers<float>(5, 1)[_, newaxis]), shape_error);
  CHECK_THROWS_AS((r[ellipsis] = (numbers<float>(5, 1) + 1.f)[_, newaxis]), shape_error);
  dtensor<float, 1> s(3);
  s = sqrt(sum(a * a, _1));
  REQUIRE(s.extent(0) == 6);
  // An axis of one position is broadcast at run time.
  const auto one = numbers<float>(1, 3);
  r = a * one[_, newaxis];
  CHECK(r(5, 2) == a(5, 2) * one(0));
  const auto weights = numbers<float>(1, 3);
  r = a * v[_, newaxis] * weights;
  CHECK(r(5, 2) == a(5, 2) * v(5));
}

TEST_CASE("points: routes", "[points]") {
  const auto a = points<float, 3>(6000, 5);
  const auto v = numbers<float>(6000, 3);
  tensor<float, dyn, 3> r(6000);
  dtensor<float, 1> s(6000);
  CHECK(route_of(r, a * v[_, newaxis]) == route::line);
  CHECK(route_of(r, a / sqrt(sum(a * a, _1, keepdims))) == route::line);
  CHECK(route_of(r, a / sqrt(sum(a * a, _1))[_, newaxis]) == route::line);
  CHECK(route_of(s, sqrt(sum(square(a), _1))) == route::line);
  CHECK(route_of(s, a[_, _0] * a[_, _1]) == route::line);
  // Columns of five.
  const auto five = points<float, 5>(6000, 5);
  CHECK(route_of(s, five[_, _0] * five[_, _1]) != route::line);
  // The length has the type of the elements.
  s = sqrt(sum(a * a, _1));
  for (index i = 0; i < 6000; i += 1999)
    CHECK(s(i) == std::sqrt(a(i, 0) * a(i, 0) + a(i, 1) * a(i, 1) + a(i, 2) * a(i, 2)));
}

TEST_CASE("points: weights of fewer axes than the points have") {
  tensor<float, dyn, dyn, 3> a(4, 5), r(4, 5);
  for (index i = 0; i < a.size(); ++i)
    a.data()[i] = static_cast<float>(i);
  const tensor<float, 3> w{1, 2, 3};
  dtensor<float, 2> g(4, 5);
  g = sum(a * w, _2);
  r = a * w / sum(a * w, _2, keepdims);
  for (index i = 0; i < 4; ++i)
    for (index j = 0; j < 5; ++j) {
      const float s = a[i, j, 0] + 2 * a[i, j, 1] + 3 * a[i, j, 2];
      CHECK(g[i, j] == s);
      CHECK(r[i, j, 2] == 3 * a[i, j, 2] / s);
    }
}
