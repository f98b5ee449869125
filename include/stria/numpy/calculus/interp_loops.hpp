// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/interp_loops.hpp: puts samples in order for interpolation.
// Tests: tests/numpy/calculus/signals.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/order/sort_loops.hpp>

#include <utility>

namespace stria::detail {

/// Sorts the samples of one period by their coordinates and adds a sample at each end.
template <class X, class D>
constexpr void sort_period(tensor<X, dyn>& xs, tensor<D, dyn>& fs, X length) {
  const index n = xs.size();
  counters<X> order({n}, uninitialized_t{}), other({n}, uninitialized_t{});
  for (index i = 0; i < n; ++i)
    order.data()[i] = i;
  const X* const from = xs.data();
  merge_sort(order.data(), other.data(), n,
             [&](index i, index j) { return ordered{}(from[i], from[j]); });
  const index more = add_or_raise("interp", n, 2);
  tensor<X, dyn> x({more}, uninitialized_t{});
  tensor<D, dyn> f({more}, uninitialized_t{});
  for (index i = 0; i < n; ++i) {
    x.data()[i + 1] = xs.data()[order.data()[i]];
    f.data()[i + 1] = fs.data()[order.data()[i]];
  }
  x.data()[0] = x.data()[n] - length;
  f.data()[0] = f.data()[n];
  x.data()[n + 1] = x.data()[1] + length;
  f.data()[n + 1] = f.data()[1];
  xs = std::move(x);
  fs = std::move(f);
}

} // namespace stria::detail
