// SPDX-License-Identifier: BSL-1.0
// linalg/small.hpp: linear algebra of square matrices of small static size, without heap memory;
// also used in constant expressions. Tests: tests/linalg/calls.cpp.
#pragma once

#include <stria/base/index.hpp>
#include <stria/linalg/backend.hpp>

#include <array>
#include <cstddef>
#include <limits>

namespace stria::detail::linear {

/// The largest side that these functions handle at run time; in constant expressions they handle
/// any static side.
inline constexpr index small_side = 4;

template <class T> constexpr auto pivot_size(const T& v) {
  const auto size = [](const auto& x) { return x < 0 ? -x : x; };
  if constexpr (std::is_same_v<T, real_part_t<T>>)
    return size(v);
  else
    return size(v.real()) + size(v.imag());
}

/// LU factors of an N by N matrix with row pivoting; the loops are unrolled.
template <class T, std::size_t N> struct small_lu {
  T lu[N][N]{};
  std::size_t order[N]{};
  bool odd = false, singular = false;

  constexpr small_lu(const T* a, index row, index column) {
    for (std::size_t i = 0; i < N; ++i) {
      order[i] = i;
      for (std::size_t j = 0; j < N; ++j)
        lu[i][j] = a[static_cast<index>(i) * row + static_cast<index>(j) * column];
    }
    for (std::size_t k = 0; k < N; ++k) {
      std::size_t best = k;
      for (std::size_t i = k + 1; i < N; ++i)
        if (pivot_size(lu[i][k]) > pivot_size(lu[best][k]))
          best = i;
      if (best != k) {
        for (std::size_t j = 0; j < N; ++j) {
          const T held = lu[k][j];
          lu[k][j] = lu[best][j];
          lu[best][j] = held;
        }
        const std::size_t held = order[k];
        order[k] = order[best];
        order[best] = held;
        odd = !odd;
      }
      if (lu[k][k] == T(0)) {
        singular = true;
        continue;
      }
      for (std::size_t i = k + 1; i < N; ++i) {
        lu[i][k] /= lu[k][k];
        for (std::size_t j = k + 1; j < N; ++j)
          lu[i][j] -= lu[i][k] * lu[k][j];
      }
    }
  }
  /// x = a^-1 b.
  constexpr void solve(const T* b, index step, T* x, index x_step) const {
    T y[N]{};
    for (std::size_t i = 0; i < N; ++i) {
      y[i] = b[static_cast<index>(order[i]) * step];
      for (std::size_t j = 0; j < i; ++j)
        y[i] -= lu[i][j] * y[j];
    }
    for (std::size_t i = N; i-- > 0;) {
      for (std::size_t j = i + 1; j < N; ++j)
        y[i] -= lu[i][j] * y[j];
      y[i] /= lu[i][i];
    }
    for (std::size_t i = 0; i < N; ++i)
      x[static_cast<index>(i) * x_step] = y[i];
  }
  constexpr T determinant() const {
    T d(odd ? -1 : 1);
    for (std::size_t k = 0; k < N; ++k)
      d *= lu[k][k];
    return d;
  }
};

/// The determinant. Up to 3 by 3 it is expanded directly, which is exact for integers.
template <class T, std::size_t N> constexpr T small_determinant(const T* p, index row, index col) {
  const auto a = [&](index i, index j) { return p[i * row + j * col]; };
  if constexpr (N == 1)
    return a(0, 0);
  else if constexpr (N == 2)
    return a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  else if constexpr (N == 3)
    return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) -
           a(0, 1) * (a(1, 0) * a(2, 2) - a(1, 2) * a(2, 0)) +
           a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
  else
    return small_lu<T, N>(p, row, col).determinant();
}

template <class T, std::size_t N> struct small_kernels {
  using in = matrix_operand<T>;

  static constexpr linalg_outcome solve(const matrix_batch& batch, index k, in a, in b, T* x) {
    constexpr auto n = static_cast<index>(N);
    for (index entry = 0; entry < batch.count; ++entry) {
      const small_lu<T, N> lu(a.at(batch, entry), a.row, a.column);
      if (lu.singular)
        return {linalg_trouble::singular, entry};
      const T* from = b.at(batch, entry);
      T* const to = x + entry * (n * k);
      for (index j = 0; j < k; ++j)
        lu.solve(from + j * b.column, b.row, to + j, k);
    }
    return {};
  }
  /// Inverts all matrices of the batch; the inverse of a singular one is filled with NaN.
  static constexpr linalg_outcome invert(const matrix_batch& batch, in a, T* inverse) {
    constexpr auto n = static_cast<index>(N);
    linalg_outcome first;
    for (index entry = 0; entry < batch.count; ++entry) {
      const small_lu<T, N> lu(a.at(batch, entry), a.row, a.column);
      T* const to = inverse + entry * (n * n);
      if (lu.singular) {
        for (index i = 0; i < n * n; ++i)
          to[i] = T(std::numeric_limits<real_part_t<T>>::quiet_NaN());
        if (first.trouble == linalg_trouble::none)
          first = {linalg_trouble::singular, entry};
        continue;
      }
      for (std::size_t j = 0; j < N; ++j) {
        T unit[N]{};
        unit[j] = T(1);
        lu.solve(unit, 1, to + j, n);
      }
    }
    return first;
  }
  static constexpr void determinant(const matrix_batch& batch, in a, T* result) {
    for (index entry = 0; entry < batch.count; ++entry) {
      const T* const from = a.at(batch, entry);
      result[entry] = small_determinant<T, N>(from, a.row, a.column);
      // A product may overflow although the determinant does not.
      if (!(pivot_size(result[entry]) <= std::numeric_limits<real_part_t<T>>::max())) [[unlikely]]
        result[entry] = small_lu<T, N>(from, a.row, a.column).determinant();
    }
  }
};

} // namespace stria::detail::linear
