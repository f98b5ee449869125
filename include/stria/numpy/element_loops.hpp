// SPDX-License-Identifier: BSL-1.0
// numpy/element_loops.hpp: sets, replaces or compares each element of a tensor.
// Tests: tests/numpy/make/make.cpp.
#pragma once

#include <stria/tensor/tensor.hpp>

namespace stria::detail {

/// Sets all elements to a value.
template <class Target, class T> constexpr void set_elements(Target& target, const T& value) {
  // A local copy cannot alias an element, so the loop does not reload it.
  const T v = value;
  for (auto& x : target.storage())
    x = v;
}
/// Sets element i, in row-major order, to f(i).
template <class Target, class F> constexpr void set_each(Target& target, const F& f) {
  auto* const to = target.data();
  const index n = target.size();
  for (index i = 0; i < n; ++i)
    to[i] = f(i);
}
/// Replaces each element x with f(x).
template <class Target, class F> constexpr void replace_each(Target& target, const F& f) {
  for (auto& x : target.storage())
    x = f(x);
}
/// True if an element equals the value.
template <class E, class T> constexpr bool contains(const E& e, const T& value) {
  for (const auto& x : e.storage())
    if (x == value)
      return true;
  return false;
}
/// Calls f(i, j, ...) for all subscripts in row-major order.
template <std::size_t R, class F, class T, class... Ix>
constexpr void set_by_place(F& f, const std::array<index, R>& n, T*& to, Ix... at) {
  if constexpr (sizeof...(Ix) == R) {
    *to++ = static_cast<T>(f(at...));
  } else if constexpr (sizeof...(Ix) + 1 == R) {
    // The address of the row is a local variable, so that clang vectorises the loop.
    T* const row = to;
    const index count = n[sizeof...(Ix)];
    for (index i = 0; i < count; ++i)
      row[i] = static_cast<T>(f(at..., i));
    to += count;
  } else {
    for (index i = 0; i < n[sizeof...(Ix)]; ++i)
      set_by_place<R>(f, n, to, at..., i);
  }
}

} // namespace stria::detail
