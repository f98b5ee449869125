// SPDX-License-Identifier: BSL-1.0
// numpy/make/spaced_loops.hpp: evenly spaced numbers. Tests: tests/numpy/make/make.cpp.
#pragma once

#include <stria/expr/operators.hpp>

namespace stria::detail {

/// Sets to[i] = first + i * (next - first).
template <class T> constexpr void set_steps(T* to, index n, T first, T next) {
  if constexpr (std::is_integral_v<T> && !std::same_as<T, bool>) {
    // The elements are computed modulo 2^n, as in NumPy: the product i * step may overflow
    // although the element does not.
    const modular_t<T> from = modular<T>(first), step = modular<T>(next) - from;
    for (index i = 0; i < n; ++i)
      to[i] = static_cast<T>(from + modular<T>(i) * step);
  } else {
    using real = typename real_of<T>::type;
    const auto step = static_cast<T>(next - first);
    for (index i = 0; i < n; ++i)
      to[i] = static_cast<T>(first + static_cast<real>(i) * step);
  }
}

/// Sets t[i] = f(x) for evenly spaced x. If with_stop, the last x is exactly stop; otherwise stop
/// would be the next x after the last one.
template <class C, class F>
constexpr void set_spaced(auto& t, const C& start, const C& stop, F f, bool with_stop = true) {
  using real = typename real_of<C>::type;
  const index n = t.size();
  auto* const to = t.data();
  const index count = with_stop ? n - 1 : n;
  const real steps = count > 0 ? static_cast<real>(count) : real{1};
  const C distance = stop - start, step = distance / steps;
  if (step != C{})
    for (index i = 0; i < n; ++i)
      to[i] = f(start + static_cast<real>(i) * step);
  else
    // The step underflows to 0, so it is not used.
    for (index i = 0; i < n; ++i)
      to[i] = f(start + static_cast<real>(i) / steps * distance);
  if (n > 1 && with_stop)
    to[n - 1] = f(stop);
}

} // namespace stria::detail
