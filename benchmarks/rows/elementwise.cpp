// SPDX-License-Identifier: BSL-1.0
// Element-wise arithmetic: two to eight operands, chains, scalars, in place.
#include "rows.hpp"

#include <stria/ranges.hpp>

#include <tuple>

namespace rows {
namespace {

template <class T> void arithmetic(bench::suite& s, const size& z) {
  using array = dtensor<T, 2>;
  const index n0 = z.rows<T>(), n1 = z.columns;
  const auto make = [&](unsigned seed) { return integers(array(n0, n1), seed, 1, 9); };
  const auto a = make(1), b = make(2), c = make(3), d = make(4);
  array r(n0, n1);
  const table row(s, "elementwise", type_name<T>(), z.name);
  row("a+b", r, STATEMENT(r = a + b), [&] { each([](T x, T y) { return x + y; }, r, a, b); });
  row("a*b+c", r, STATEMENT(r = a * b + c),
      [&] { each([](T x, T y, T w) { return x * y + w; }, r, a, b, c); });
  row("scalars", r, STATEMENT(r = (a - T(3)) * T(2) + T(1)),
      [&] { each([](T x) { return (x - T(3)) * T(2) + T(1); }, r, a); });
  row("four operands", r, STATEMENT(r = a * b - c * d),
      [&] { each([](T x, T y, T u, T v) { return x * y - u * v; }, r, a, b, c, d); });
  if (z.bytes != DRAM.bytes) {
    row("chain of six", r, STATEMENT(r = (a + b) * c - (a - d) * b + c), [&] {
      each([](T x, T y, T u, T v) { return (x + y) * u - (x - v) * y + u; }, r, a, b, c, d);
    });
    row("negative", r, STATEMENT(r = -a + T(1)),
        [&] { each([](T x) { return -x + T(1); }, r, a); });
    auto t = make(5);
    row("t += a", t, STATEMENT(t += a), [&] { update([](T x, T y) { return x + y; }, t, a); });
    row("t = c - t", t, STATEMENT(t = c - t),
        [&] { update([](T x, T y) { return y - x; }, t, c); });
    row("t += 2ab", t, STATEMENT(t += T(2) * a * b),
        [&] { update([](T x, T y, T w) { return x + T(2) * y * w; }, t, a, b); });
    const auto e = make(6), f = make(7), g = make(8), h = make(9);
    row("eight operands", r, STATEMENT(r = a + b + c + d + e + f + g + h), [&] {
      each([](T k, T l, T m, T n, T o, T p, T q, T u) { return k + l + m + n + o + p + q + u; }, r,
           a, b, c, d, e, f, g, h);
    });
    row("sixteen operands", r,
        STATEMENT(r = a * b + c * d + e * f + g * h - a * c - b * d - e * g - f * h), [&] {
          each([](T k, T l, T m, T n, T o, T p, T q,
                  T u) { return k * l + m * n + o * p + q * u - k * m - l * n - o * q - p * u; },
               r, a, b, c, d, e, f, g, h);
        });
    row("nine operands with conditions", r,
        STATEMENT(r = where(a > b && c < d, e + f, where(g == h, e * f, a))), [&] {
          each(
              [](T k, T l, T m, T n, T o, T p, T q, T u) {
                const T other = q == u ? o * p : k;
                return ((k > l) & (m < n)) ? o + p : other;
              },
              r, a, b, c, d, e, f, g, h);
        });
    array q(n0, n1);
    row("two targets", r, STATEMENT(tie(r, q) = std::tuple(a * b + c, a * b - c)), [&] {
      const T* __restrict x = a.data(), * __restrict y = b.data(), * __restrict w = c.data();
      T* __restrict to = r.data(), * __restrict other = q.data();
      for (index i = 0; i < r.size(); ++i) {
        const T product = x[i] * y[i];
        to[i] = product + w[i];
        other[i] = product - w[i];
      }
    });
    row("elements", r, STATEMENT(T* to = r.data(); for (const T x : elements(a + b))* to++ = x),
        [&] { each([](T x, T y) { return x + y; }, r, a, b); });
  }
}

template <class T> void quotients(bench::suite& s, const size& z) {
  using array = dtensor<T, 2>;
  const index n0 = z.rows<T>(), n1 = z.columns;
  const auto a = integers(array(n0, n1), 1, 1, 100), b = integers(array(n0, n1), 2, 1, 9);
  array r(n0, n1);
  const table row(s, "elementwise", type_name<T>(), z.name);
  row("a/b", r, STATEMENT(r = a / b), [&] { each([](T x, T y) { return x / y; }, r, a, b); });
  row("a/(b+1) - b/a", r, STATEMENT(r = a / (b + T(1)) - b / a),
      [&] { each([](T x, T y) { return x / (y + T(1)) - y / x; }, r, a, b); });
}

} // namespace

void elementwise(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3, DRAM}, [&](const size& z) { arithmetic<float>(s, z); });
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) {
    arithmetic<double>(s, z);
    quotients<float>(s, z);
    quotients<double>(s, z);
  });
}

} // namespace rows
