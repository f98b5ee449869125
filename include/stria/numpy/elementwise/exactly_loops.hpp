// SPDX-License-Identifier: BSL-1.0
// numpy/elementwise/exactly_loops.hpp: conversions of numbers that keep their values.
// Tests: tests/numpy/elementwise/bits.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/math/cmath.hpp>
#include <stria/tensor/hold.hpp>

namespace stria::detail {

/// Converts a number to T; false if its value would change. NaN remains NaN.
template <class T, class V> constexpr bool convert_exactly(const V& v, T& to) {
  if constexpr (std::same_as<T, V>) {
    to = v;
    return true;
  } else if constexpr (cmath::short_float<V>) {
    return convert_exactly(static_cast<float>(v), to);
  } else if constexpr (is_complex<V>::value && is_complex<T>::value) {
    typename T::value_type real{}, imag{};
    const bool fits = convert_exactly(v.real(), real) && convert_exactly(v.imag(), imag);
    to = T(real, imag);
    return fits;
  } else if constexpr (is_complex<T>::value) {
    typename T::value_type real{};
    const bool fits = convert_exactly(v, real);
    to = T(real);
    return fits;
  } else if constexpr (is_complex<V>::value) {
    return v.imag() == 0 && convert_exactly(v.real(), to);
  } else if constexpr (std::same_as<T, bool>) {
    to = v != V{};
    return !to || v == static_cast<V>(1);
  } else if constexpr (std::integral<T> && std::integral<V>) {
    return convert_fits(v, to);
  } else if constexpr (std::integral<T> && std::floating_point<V>) {
    return convert_fits(v, to) && static_cast<V>(to) == v;
  } else if constexpr (std::integral<V> && (std::floating_point<T> || cmath::short_float<T>)) {
    to = static_cast<T>(v);
    V back{};
    using wide = std::conditional_t<std::floating_point<T>, T, float>;
    return convert_fits(static_cast<wide>(to), back) && back == v;
  } else {
    to = static_cast<T>(v);
    return static_cast<V>(to) == v || (v != v && to != to);
  }
}

/// Converts n numbers, up to the first one whose value would change, and returns its position; n if
/// there is none.
template <class T, class V> constexpr index convert_all_exactly(const V* from, index n, T* to) {
  index i = 0;
  while (i < n && convert_exactly(from[i], to[i]))
    ++i;
  return i;
}

} // namespace stria::detail
