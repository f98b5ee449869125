// SPDX-License-Identifier: BSL-1.0
// fft/frequencies.hpp: the frequencies of a transform and their order: fftfreq, rfftfreq, fftshift,
// ifftshift. Tests: tests/fft/transforms.cpp.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/arguments/integer.hpp>
#include <stria/numpy/make/make.hpp>
#include <stria/numpy/shape/roll.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria::detail {

/// The distance between two frequencies for n points with spacing d.
constexpr double frequency_step(std::string_view name, index n, double d) {
  if (n < 1) [[unlikely]]
    raise<value_error>(message("stria: ")
                       << name << ": " << n << " points have no frequencies; give 1 or more");
  if (d == 0) [[unlikely]]
    raise<value_error>(message("stria: ") << name << ": the spacing of the points must not be 0");
  return 1 / (static_cast<double>(n) * d);
}

/// The number of elements of rfftfreq(): a constant, or an integer.
template <class N> constexpr auto half_size(const N& n) {
  if constexpr (constant_item<N>)
    return constant<constant_traits<N>::value / 2 + 1>();
  else
    return size_value(n) / 2 + 1;
}

/// Rolls each axis by half of its size, to the right or (Back) to the left.
template <std::uint64_t Bits, bool Back, std::size_t K, class B>
constexpr decltype(auto) shift_axes(B&& b) {
  if constexpr (K == rank_of<B>) {
    return static_cast<B&&>(b)[ellipsis];
  } else {
    const index half = b.shape()[K] / 2, by = Back ? -half : half;
    constexpr bool more = (Bits >> K >> 1) != 0;
    if constexpr (((Bits >> K) & 1U) == 0)
      return shift_axes<Bits, Back, K + 1>(static_cast<B&&>(b));
    else if constexpr (!more)
      return roll(static_cast<B&&>(b), by, constant<static_cast<index>(K)>());
    else
      return shift_axes<Bits, Back, K + 1>(
          roll(static_cast<B&&>(b), by, constant<static_cast<index>(K)>()));
  }
}

template <bool Back, class A, class... X> struct shift_call {
  static constexpr bool accepted = true;
  static constexpr std::uint64_t bits = make_axes<X...>(rank_of<A>).bits;
  using type = decltype(shift_axes<bits, Back, 0>(std::declval<A>()));
  static constexpr type run(A&& a) { return shift_axes<bits, Back, 0>(static_cast<A&&>(a)); }
};
template <bool Back, class A, class... X> struct shifted_result {};
template <bool Back, operand A, class... X>
struct shifted_result<Back, A, X...>
    : judged_call<axes_verdict<A, X...>, shift_call<Back, A, X...>> {};

} // namespace stria::detail

namespace stria::fft {

/// The frequencies of the elements of fft(): 0, 1, ... and then the negative ones, divided by n d.
///
/// \tparam T   element type (default double)
/// \param n    the number of points, an integer or a constant
/// \param d    the spacing of the points (default 1)
/// \returns    a tensor [n] of T; static for a constant
/// \throws     value_error if n is less than 1, if d is 0, or for too many points
/// \complexity O(n), allocates the result
/// \numpy      `np.fft.fftfreq(n, d)`
/// \usage      `fft::fftfreq(500, 1 / 1000.)`
/// \see        rfftfreq, fftshift, fft
template <class T = double, detail::size_item N> constexpr auto fftfreq(const N& n, double d = 1) {
  const index size = detail::size_value(n);
  const double step = detail::frequency_step("fftfreq", size, d);
  return from_function<T>(
      [=](index i) {
        return static_cast<T>(static_cast<double>(i < size - size / 2 ? i : i - size) * step);
      },
      n);
}
STRIA_NOT_INTEGER_TEMPLATED(class = double, fftfreq, detail::fractional, detail::whatever = {});

/// The frequencies of the elements of rfft(): 0, 1, ..., n / 2, divided by n d.
///
/// \tparam T   element type (default double)
/// \param n    the number of points of the transform, an integer or a constant
/// \param d    the spacing of the points (default 1)
/// \returns    a tensor [n / 2 + 1] of T; static for a constant
/// \throws     value_error if n is less than 1, if d is 0, or for too many points
/// \complexity O(n), allocates the result
/// \numpy      `np.fft.rfftfreq(n, d)`
/// \usage      `fft::rfftfreq(500, 1 / 1000.)`
/// \see        fftfreq, rfft
template <class T = double, detail::size_item N> constexpr auto rfftfreq(const N& n, double d = 1) {
  const double step = detail::frequency_step("rfftfreq", detail::size_value(n), d);
  return from_function<T>([=](index i) { return static_cast<T>(static_cast<double>(i) * step); },
                          detail::half_size(n));
}
STRIA_NOT_INTEGER_TEMPLATED(class = double, rfftfreq, detail::fractional, detail::whatever = {});

/// Rolls axes by half of their size, so that frequency 0 of a spectrum is in the middle.
///
/// \param a    operand
/// \param axes constants or axis(k); default: all axes
/// \returns    a lazy expression with the shape and element type of `a`
/// \throws     index_error if an axis(k) does not exist; value_error if it is given twice
/// \refuses    axes that `a` does not have or that are given twice
/// \complexity O(n); lazy, computed when it is assigned
/// \numpy      `np.fft.fftshift(a, axes)`
/// \usage      `fft::fftshift(fft::fft2(image))`
/// \see        ifftshift, roll
template <class A, class... X>
constexpr auto fftshift(A&& a, X...)
    STRIA_RUN_OR_REFUSE((detail::shifted_result<false, A, X...>), static_cast<A&&>(a));
STRIA_FOREIGN_FIRST(fftshift);

/// The inverse of fftshift(): rolls frequency 0 from the middle of axes to the beginning.
///
/// \param a    operand
/// \param axes constants or axis(k); default: all axes
/// \returns    a lazy expression with the shape and element type of `a`
/// \throws     index_error if an axis(k) does not exist; value_error if it is given twice
/// \refuses    axes that `a` does not have or that are given twice
/// \complexity O(n); lazy, computed when it is assigned
/// \numpy      `np.fft.ifftshift(a, axes)`
/// \usage      `fft::ifftshift(spectrum, _0)`
/// \see        fftshift, roll
template <class A, class... X>
constexpr auto ifftshift(A&& a, X...)
    STRIA_RUN_OR_REFUSE((detail::shifted_result<true, A, X...>), static_cast<A&&>(a));
STRIA_FOREIGN_FIRST(ifftshift);

} // namespace stria::fft
