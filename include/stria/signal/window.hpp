// SPDX-License-Identifier: BSL-1.0
// signal/window.hpp: windows of n points: hanning, hamming, blackman, bartlett.
#pragma once

#include <stria/fn/make.hpp>

#include <cmath>

namespace stria::detail {

/// f(k / (n - 1)) for k from 1 - n to n - 1 in steps of 2, as NumPy does; a single point is 1.
template <class T, class N, class F> constexpr auto make_window(const N& n, F f) {
  const auto fill = [f](index size) {
    return [f, size](index i) {
      return size == 1 ? T{1}
                       : static_cast<T>(f(static_cast<double>(1 - size + 2 * i) /
                                          static_cast<double>(size - 1)));
    };
  };
  if constexpr (constant_item<N>) {
    constexpr index size = constant_traits<N>::value;
    return from_function<T>(fill(size), constant<(size > 0 ? size : 0)>());
  } else {
    const index size = size_value(n) > 0 ? size_value(n) : 0;
    return from_function<T>(fill(size), size);
  }
}
inline constexpr double window_pi = 3.14159265358979323846;

} // namespace stria::detail

namespace stria::signal {

// Shape: (n,), static for a constant; empty where n is less than 1. Elements: double, or T.

/// The Hann window of n points, 0.5 + 0.5 cos. NumPy: `np.hanning(n)`.
template <class T = double, detail::size_item N> constexpr auto hanning(const N& n) {
  return detail::make_window<T>(
      n, [](double x) { return 0.5 + 0.5 * std::cos(detail::window_pi * x); });
}

/// The Hamming window of n points, 0.54 + 0.46 cos. NumPy: `np.hamming(n)`.
template <class T = double, detail::size_item N> constexpr auto hamming(const N& n) {
  return detail::make_window<T>(
      n, [](double x) { return 0.54 + 0.46 * std::cos(detail::window_pi * x); });
}

/// The Blackman window of n points, of two cosines. NumPy: `np.blackman(n)`.
template <class T = double, detail::size_item N> constexpr auto blackman(const N& n) {
  return detail::make_window<T>(n, [](double x) {
    const double angle = detail::window_pi * x;
    return 0.42 + 0.5 * std::cos(angle) + 0.08 * std::cos(2 * angle);
  });
}

/// The triangular window of n points, which ends in zeros. NumPy: `np.bartlett(n)`.
template <class T = double, detail::size_item N> constexpr auto bartlett(const N& n) {
  return detail::make_window<T>(n, [](double x) { return x <= 0 ? 1 + x : 1 - x; });
}

} // namespace stria::signal

namespace stria {
using signal::bartlett;
using signal::blackman;
using signal::hamming;
using signal::hanning;
} // namespace stria
