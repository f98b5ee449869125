// SPDX-License-Identifier: BSL-1.0
// fft/transforms.hpp: discrete Fourier transforms: fft, rfft, hfft and their inverses, along one,
// two or all axes.
#pragma once

#include <stria/fft/call.hpp>
#include <stria/view/foreign.hpp>

namespace stria::fft {

// Functions of one axis take [n] [axis] [norm] after the operand: `fft(a)`, `fft(a, 64)`,
// `fft(a, _0)`, `fft(a, 64, _0)`, `fft(a, _, _0, norm::ortho)`. The number of points n is an
// integer, `_` for the size of the axis or, with an axis behind it, a constant; the axis is a
// constant, without one the last. The operand is cut to n elements, or filled up with zeros.
// Functions of several axes take [sizes] [axes] [norm]: `fftn(a)`, `fftn(a, _0, _1)`,
// `fftn(a, 64, 64)`, `fftn(a, {64, 64}, _0, _1)`. The norm may be a text, "ortho"; others are
// `value_error`.

/// The discrete Fourier transform along an axis, computed at once. Elements: complex, of the
/// operand's precision, integers as double. Shape: n along the axis. Refuses n < 1: `value_error`.
/// NumPy: `np.fft.fft(a, n, axis, norm)`.
template <class A, class... X>
auto fft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"fft", {detail::fft_form::complex, false, detail::one_axis}, A, X...>), a,
    x...);
STRIA_FOREIGN_FIRST(fft);

/// The inverse of fft(). NumPy: `np.fft.ifft(a, n, axis, norm)`.
template <class A, class... X>
auto ifft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"ifft", {detail::fft_form::complex, true, detail::one_axis}, A, X...>), a,
    x...);
STRIA_FOREIGN_FIRST(ifft);

/// The first half of the transform of real numbers, which the second one repeats. Shape: n / 2 + 1
/// along the axis. Refuses complex operands. NumPy: `np.fft.rfft(a, n, axis, norm)`.
template <class A, class... X>
auto rfft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"rfft", {detail::fft_form::to_half, false, detail::one_axis}, A, X...>), a,
    x...);
STRIA_FOREIGN_FIRST(rfft);

/// The inverse of rfft(): real numbers from the first half of their transform. Shape: n along the
/// axis; of m elements 2 (m - 1) without n. NumPy: `np.fft.irfft(a, n, axis, norm)`.
template <class A, class... X>
auto irfft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"irfft", {detail::fft_form::from_half, true, detail::one_axis}, A, X...>),
    a, x...);
STRIA_FOREIGN_FIRST(irfft);

/// The transform of what is conjugate-symmetric, given by its first half: real numbers. Shape as
/// irfft(). NumPy: `np.fft.hfft(a, n, axis, norm)`.
template <class A, class... X>
auto hfft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"hfft", {detail::fft_form::from_half, false, detail::one_axis}, A, X...>),
    a, x...);
STRIA_FOREIGN_FIRST(hfft);

/// The inverse of hfft(): the first half of the inverse transform of real numbers. Shape: n / 2 + 1
/// along the axis. Refuses complex operands. NumPy: `np.fft.ihfft(a, n, axis, norm)`.
template <class A, class... X>
auto ihfft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"ihfft", {detail::fft_form::to_half, true, detail::one_axis}, A, X...>), a,
    x...);
STRIA_FOREIGN_FIRST(ihfft);

// The functions of several axes, with sizes one by one or in one array, and with sizes in braces.
#define STRIA_FFT_OF_AXES(name, form, inverse, axes)                                               \
  template <class A, class... X>                                                                   \
  auto name(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(                                        \
      (detail::fft_result<#name, {detail::fft_form::form, inverse, axes}, A, X...>), a, x...);     \
  template <class A, std::size_t N, class... X>                                                    \
  auto name(const A& a, const index(&sizes)[N], const X&... x)                                     \
      STRIA_RUN_OR_REFUSE((detail::fft_result<#name, {detail::fft_form::form, inverse, axes}, A,   \
                                              std::array<index, N>, X...>),                        \
                          a, std::to_array(sizes), x...);                                          \
  STRIA_FOREIGN(name, detail::not_ours, detail::whatever = {}, detail::whatever = {},              \
                detail::whatever = {})

/// The transform along several axes, all without any. NumPy: `np.fft.fftn(a, s, axes, norm)`.
STRIA_FFT_OF_AXES(fftn, complex, false, 0);
/// The inverse of fftn(). NumPy: `np.fft.ifftn(a, s, axes, norm)`.
STRIA_FFT_OF_AXES(ifftn, complex, true, 0);
/// The transform of real numbers along several axes, by rfft() along the one that is named last.
/// NumPy: `np.fft.rfftn(a, s, axes, norm)`.
STRIA_FFT_OF_AXES(rfftn, to_half, false, 0);
/// The inverse of rfftn(). NumPy: `np.fft.irfftn(a, s, axes, norm)`.
STRIA_FFT_OF_AXES(irfftn, from_half, true, 0);
/// fftn() along the last two axes, or those named. NumPy: `np.fft.fft2(a, s, axes, norm)`.
STRIA_FFT_OF_AXES(fft2, complex, false, 2);
/// The inverse of fft2(). NumPy: `np.fft.ifft2(a, s, axes, norm)`.
STRIA_FFT_OF_AXES(ifft2, complex, true, 2);
/// rfftn() along the last two axes, or those named. NumPy: `np.fft.rfft2(a, s, axes, norm)`.
STRIA_FFT_OF_AXES(rfft2, to_half, false, 2);
/// The inverse of rfft2(). NumPy: `np.fft.irfft2(a, s, axes, norm)`.
STRIA_FFT_OF_AXES(irfft2, from_half, true, 2);

#undef STRIA_FFT_OF_AXES

} // namespace stria::fft
