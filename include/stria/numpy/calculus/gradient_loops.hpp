// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/gradient_loops.hpp: widths and weights of differences of unequal widths.
// Tests: tests/numpy/calculus/signals.cpp.
#pragma once

#include <stria/tensor/tensor.hpp>

namespace stria::detail {

/// Computes the n differences of n + 1 coordinates, and returns whether they are equal.
template <class W> constexpr bool set_widths(tensor<W, dyn>& d, const W* x) {
  bool equal = true;
  for (index i = 0; i < d.size(); ++i) {
    d.data()[i] = x[i + 1] - x[i];
    equal = equal && d.data()[i] == d.data()[0];
  }
  return equal;
}
/// Computes the weights of three elements in the derivative at the second one. The widths between
/// them are d[i] and d[i + 1].
template <class W>
constexpr void set_weights(tensor<W, dyn>& a, tensor<W, dyn>& b, tensor<W, dyn>& c, const W* d) {
  for (index i = 0; i < a.size(); ++i) {
    const W u = d[i], v = d[i + 1];
    a.data()[i] = -v / (u * (u + v));
    b.data()[i] = (v - u) / (u * v);
    c.data()[i] = u / (v * (u + v));
  }
}

} // namespace stria::detail
