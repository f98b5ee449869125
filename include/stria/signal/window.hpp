// SPDX-License-Identifier: BSL-1.0
// signal/window.hpp: window functions: hanning, hamming, blackman, bartlett, kaiser.
// Tests: tests/fft/signal.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/numpy/elementwise/numeric.hpp>
#include <stria/numpy/make/make.hpp>

#include <cmath>

namespace stria::detail {

/// f(k / (n - 1)) for k from 1 - n to n - 1 in steps of 2, as in NumPy; a single point is 1.
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

/// The Hann window of n points, 0.5 + 0.5 cos(pi x) for x from -1 to 1.
///
/// \tparam T   element type (default double)
/// \param n    the number of points, an integer or a constant
/// \returns    a tensor [n] of T, symmetric, with a maximum of at most 1 in the middle; static for
///             a constant, empty if n is less than 1
/// \throws     value_error for too many points; a negative n is not an error
/// \complexity O(n), allocates the result
/// \numpy      `np.hanning(n)`
/// \usage      `hanning(512)`, `hanning<float>(512)`
template <class T = double, detail::size_item N> constexpr auto hanning(const N& n) {
  return detail::make_window<T>(
      n, [](double x) { return 0.5 + 0.5 * std::cos(detail::window_pi * x); });
}
STRIA_NOT_INTEGER_TEMPLATED(class = double, hanning, detail::fractional);

/// The Hamming window of n points, 0.54 + 0.46 cos(pi x) for x from -1 to 1.
///
/// \tparam T   element type (default double)
/// \param n    the number of points, an integer or a constant
/// \returns    a tensor [n] of T, symmetric, with a maximum of at most 1 in the middle; static for
///             a constant, empty if n is less than 1
/// \throws     value_error for too many points; a negative n is not an error
/// \complexity O(n), allocates the result
/// \numpy      `np.hamming(n)`
/// \usage      `hamming(512)`, `hamming<float>(512)`
template <class T = double, detail::size_item N> constexpr auto hamming(const N& n) {
  return detail::make_window<T>(
      n, [](double x) { return 0.54 + 0.46 * std::cos(detail::window_pi * x); });
}
STRIA_NOT_INTEGER_TEMPLATED(class = double, hamming, detail::fractional);

/// The Blackman window of n points, 0.42 + 0.5 cos(pi x) + 0.08 cos(2 pi x) for x from -1 to 1.
///
/// \tparam T   element type (default double)
/// \param n    the number of points, an integer or a constant
/// \returns    a tensor [n] of T, symmetric, with a maximum of at most 1 in the middle; static for
///             a constant, empty if n is less than 1
/// \throws     value_error for too many points; a negative n is not an error
/// \complexity O(n), allocates the result
/// \numpy      `np.blackman(n)`
/// \usage      `blackman(512)`, `blackman<float>(512)`
template <class T = double, detail::size_item N> constexpr auto blackman(const N& n) {
  return detail::make_window<T>(n, [](double x) {
    const double angle = detail::window_pi * x;
    return 0.42 + 0.5 * std::cos(angle) + 0.08 * std::cos(2 * angle);
  });
}
STRIA_NOT_INTEGER_TEMPLATED(class = double, blackman, detail::fractional);

/// The Bartlett window of n points: a triangle, 0 at both ends.
///
/// \tparam T   element type (default double)
/// \param n    the number of points, an integer or a constant
/// \returns    a tensor [n] of T, symmetric, with a maximum of at most 1 in the middle; static for
///             a constant, empty if n is less than 1
/// \throws     value_error for too many points; a negative n is not an error
/// \complexity O(n), allocates the result
/// \numpy      `np.bartlett(n)`
/// \usage      `bartlett(512)`, `bartlett<float>(512)`
template <class T = double, detail::size_item N> constexpr auto bartlett(const N& n) {
  return detail::make_window<T>(n, [](double x) { return x <= 0 ? 1 + x : 1 - x; });
}
STRIA_NOT_INTEGER_TEMPLATED(class = double, bartlett, detail::fractional);

/// The Kaiser window of n points, i0(beta sqrt(1 - x^2)) / i0(beta) for x from -1 to 1.
///
/// \tparam T   element type (default double)
/// \param n    the number of points, an integer or a constant
/// \param beta the shape: 0 is a rectangle, 5 is similar to the Hamming window, 6 to the Hann
///             window, 8.6 to the Blackman window
/// \returns    a tensor [n] of T, symmetric, with a maximum of at most 1 in the middle; static for
///             a constant, empty if n is less than 1
/// \throws     value_error for too many points; a negative n is not an error
/// \complexity O(n beta), allocates the result
/// \numpy      `np.kaiser(n, beta)`
/// \usage      `kaiser(512, 8.6)`, `kaiser<float>(512, 8.6)`
template <class T = double, detail::size_item N> constexpr auto kaiser(const N& n, double beta) {
  const elementwise::i0_fn bessel{};
  return detail::make_window<T>(n, [beta, bessel, last = bessel(beta)](double x) {
    return bessel(beta * std::sqrt(1 - x * x)) / last;
  });
}
STRIA_NOT_INTEGER_TEMPLATED(class = double, kaiser, detail::fractional, detail::whatever = {});

} // namespace stria::signal

namespace stria {
using signal::bartlett;
using signal::blackman;
using signal::hamming;
using signal::hanning;
using signal::kaiser;
} // namespace stria
