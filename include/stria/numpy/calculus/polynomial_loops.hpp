// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/polynomial_loops.hpp: arithmetic with coefficients of polynomials.
// Tests: tests/numpy/calculus/polynomials.cpp.
#pragma once

#include <stria/expr/operators.hpp>

namespace stria::detail {

/// The value of a polynomial at x, by Horner's rule.
template <class C, class T> constexpr T horner(const C& c, const T& x) {
  T y{};
  for (const T& k : c.storage())
    y = static_cast<T>(modular<T>(y) * modular<T>(x) + modular<T>(k));
  return y;
}
/// The position of the first coefficient that is not negligible; n if there is none.
template <class T, class Negligible>
constexpr index leading_coefficient(const T* c, index n, const Negligible& negligible) {
  index from = 0;
  while (from < n && negligible(c[from]))
    ++from;
  return from;
}
/// Multiplies the polynomial 1, which is p[0] and followed by a 0 for each root, by x - root.
template <class T, class R> constexpr void multiply_by_roots(T* p, const R& r) {
  for (index k = 0; k < r.size(); ++k)
    for (index i = k + 1; i > 0; --i)
      p[i] = static_cast<T>(modular<T>(p[i]) - modular<T>(r.data()[k]) * modular<T>(p[i - 1]));
}
/// Divides n coefficients by m others. `rest` becomes the remainder, after zeros.
template <class T>
constexpr void divide_polynomials(T* quotient, T* rest, index n, const T* divisor, index m) {
  for (index k = 0; k + m <= n; ++k) {
    const T factor = rest[k] / divisor[0];
    quotient[k] = factor;
    for (index i = 0; i < m; ++i)
      rest[k + i] =
          static_cast<T>(modular<T>(rest[k + i]) - modular<T>(factor) * modular<T>(divisor[i]));
  }
}

/// Divides x by the `count` integers from `first` on, one after the other. If a division does not
/// change x, which is then 0, infinite or NaN, the rest of the divisions would not change it
/// either.
template <class T> constexpr T divided_by_each(T x, index first, index count) {
  for (index k = 0; k < count; ++k) {
    const T y = static_cast<T>(divide_fn{}(x, number_as<T>(first + k)));
    if constexpr (is_number<T>)
      if (first + k > 1 && (y == x || (y != y && x != x)))
        return y;
    x = y;
  }
  return x;
}

/// Integrates the n coefficients in c, which are followed by room for m constants, m times.
template <class T>
constexpr void integrate(T* c, index n, index m, const T* constants, bool one_for_all) {
  const index size = n + m;
  for (index j = 0; j < n; ++j)
    c[j] = divided_by_each(c[j], n - j, m);
  // The constant of integration i is integrated m - 1 - i times.
  if (one_for_all)
    for (index j = size - 1; j >= n; --j)
      c[j] = j == size - 1 ? constants[0] : divided_by_each(c[j + 1], size - 1 - j, 1);
  else
    for (index i = 0; i < m; ++i)
      c[n + i] = divided_by_each(constants[i], index{1}, m - 1 - i);
}

} // namespace stria::detail
