// SPDX-License-Identifier: BSL-1.0
// numpy/product/cross_loops.hpp: cross products of contiguous vectors.
// Tests: tests/numpy/product/contract.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>
#include <stria/expr/modular.hpp>

namespace stria::detail {

/// Computes the n elements of a result whose vectors of three elements are contiguous.
template <class T>
constexpr void multiply_vectors_of_three(T* to, const T* a, const T* b, index n) {
  STRIA_INDEPENDENT
  for (index i = 0; i < n; i += 3) {
    const T x = a[i], y = a[i + 1], z = a[i + 2], u = b[i], v = b[i + 1], w = b[i + 2];
    to[i] = static_cast<T>(modular<T>(y) * modular<T>(w) - modular<T>(z) * modular<T>(v));
    to[i + 1] = static_cast<T>(modular<T>(z) * modular<T>(u) - modular<T>(x) * modular<T>(w));
    to[i + 2] = static_cast<T>(modular<T>(x) * modular<T>(v) - modular<T>(y) * modular<T>(u));
  }
}

} // namespace stria::detail
