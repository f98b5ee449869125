// SPDX-License-Identifier: BSL-1.0
// product/cross.hpp: cross products of contiguous vectors.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

namespace stria::detail {

/// Computes the n elements of a result whose vectors of three elements are contiguous.
template <class T>
constexpr void multiply_vectors_of_three(T* to, const T* a, const T* b, index n) {
  STRIA_INDEPENDENT
  for (index i = 0; i < n; i += 3) {
    const T x = a[i], y = a[i + 1], z = a[i + 2], u = b[i], v = b[i + 1], w = b[i + 2];
    to[i] = static_cast<T>(y * w - z * v);
    to[i + 1] = static_cast<T>(z * u - x * w);
    to[i + 2] = static_cast<T>(x * v - y * u);
  }
}

} // namespace stria::detail
