// SPDX-License-Identifier: BSL-1.0
// fft/transforms.hpp: discrete Fourier transforms along one, two or all axes: fft, rfft, hfft and
// their inverses.
#pragma once

#include <stria/fft/call.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria::fft {

// Functions of one axis take [n] [axis] [norm] after the operand, functions of several axes take
// [sizes] [axes] [norm].

/// Discrete Fourier transform along one axis.
///
/// \param a    operand of real numbers, or of complex numbers of float or double; the other axes
///             are a batch
/// \param n,axis  optional, in this order. The number of points is
///             an integer, `_` (the size of the axis) or, if an axis follows, a constant. The axis
///             is a constant or axis(k), by default -1. The norm (fft::norm or its name) may be
///             anywhere among them. The operand is truncated or padded with zeros to the number of
///             points
/// \returns    a tensor of complex numbers: of float for float, otherwise of double; computed
///             immediately. The axis has n points
/// \throws     value_error if the number of points is less than 1 or more than 2^27, or if a text
///             is not a norm; index_error if an axis(k) does not exist
/// \refuses    elements that are not numbers (long double included), an axis that `a` does not
///             have, and operands on a device
/// \complexity O(n log n) for each row, for any number of points; allocates the result
/// \numpy      `np.fft.fft(a, n, axis, norm)`
/// \usage      `fft::fft(a)`, `fft::fft(a, 64, _0)`, `fft::fft(a, fft::ortho)`
/// \see        ifft, rfft, fftn, fftfreq
template <class A, class... X>
auto fft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"fft", {detail::fft_form::complex, false, detail::one_axis}, A, X...>), a,
    x...);
STRIA_FOREIGN_FIRST(fft);
STRIA_FOREIGN_LACKS(fft, "the operand is", "fft::fft(a)");

/// Inverse discrete Fourier transform along one axis, the inverse of fft().
///
/// \param a    operand of real numbers, or of complex numbers of float or double; the other axes
///             are a batch
/// \param n,axis  optional, in this order. The number of points is
///             an integer, `_` (the size of the axis) or, if an axis follows, a constant. The axis
///             is a constant or axis(k), by default -1. The norm (fft::norm or its name) may be
///             anywhere among them. The operand is truncated or padded with zeros to the number of
///             points
/// \returns    a tensor of complex numbers: of float for float, otherwise of double; computed
///             immediately. The axis has n points
/// \throws     value_error if the number of points is less than 1 or more than 2^27, or if a text
///             is not a norm; index_error if an axis(k) does not exist
/// \refuses    elements that are not numbers (long double included), an axis that `a` does not
///             have, and operands on a device
/// \complexity O(n log n) for each row, for any number of points; allocates the result
/// \numpy      `np.fft.ifft(a, n, axis, norm)`
/// \usage      `fft::ifft(a)`, `fft::ifft(a, 64, _0)`
/// \see        fft, irfft, ifftn
template <class A, class... X>
auto ifft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"ifft", {detail::fft_form::complex, true, detail::one_axis}, A, X...>), a,
    x...);
STRIA_FOREIGN_FIRST(ifft);
STRIA_FOREIGN_LACKS(ifft, "the operand is", "fft::ifft(a)");

/// Fourier transform of real numbers along one axis: the non-redundant half of the spectrum.
///
/// \param a    operand of real numbers; the other axes are a batch
/// \param n,axis  optional, in this order. The number of points is
///             an integer, `_` (the size of the axis) or, if an axis follows, a constant. The axis
///             is a constant or axis(k), by default -1. The norm (fft::norm or its name) may be
///             anywhere among them. The operand is truncated or padded with zeros to the number of
///             points
/// \returns    a tensor of complex numbers: of float for float, otherwise of double; computed
///             immediately. The axis has n / 2 + 1 elements
/// \throws     value_error if the number of points is less than 1 or more than 2^27, or if a text
///             is not a norm; index_error if an axis(k) does not exist
/// \refuses    complex elements, elements that are not numbers (long double included), an axis that
///             `a` does not have, and operands on a device
/// \complexity O(n log n) for each row, for any number of points; allocates the result
/// \numpy      `np.fft.rfft(a, n, axis, norm)`
/// \usage      `fft::rfft(a)`, `fft::rfft(a, 64, _0)`
/// \see        irfft, fft, rfftfreq
template <class A, class... X>
auto rfft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"rfft", {detail::fft_form::to_half, false, detail::one_axis}, A, X...>), a,
    x...);
STRIA_FOREIGN_FIRST(rfft);
STRIA_FOREIGN_LACKS(rfft, "the operand is", "fft::rfft(a)");

/// Inverse of rfft(): real numbers from the non-redundant half of their spectrum.
///
/// \param a    operand of real numbers, or of complex numbers of float or double; the other axes
///             are a batch
/// \param n,axis  optional, in this order. The number of points is
///             an integer, `_` (the default) or, if an axis follows, a constant. The axis is a
///             constant or axis(k), by default -1. The norm (fft::norm or its name) may be anywhere
///             among them. The operand is truncated or padded with zeros to n / 2 + 1 elements for
///             n points
/// \returns    a tensor of real numbers: float for float and complex<float>, otherwise double;
///             computed immediately. The axis has n points, or 2 (m - 1) for m elements if n is not
///             given or `_`
/// \throws     value_error if the number of points is less than 1 or more than 2^27, or if a text
///             is not a norm; index_error if an axis(k) does not exist
/// \refuses    elements that are not numbers (long double included), an axis that `a` does not
///             have, and operands on a device
/// \complexity O(n log n) for each row, for any number of points; allocates the result
/// \numpy      `np.fft.irfft(a, n, axis, norm)`
/// \usage      `fft::irfft(spectrum)`, `fft::irfft(spectrum, 9)`
/// \see        rfft, ifft
template <class A, class... X>
auto irfft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"irfft", {detail::fft_form::from_half, true, detail::one_axis}, A, X...>),
    a, x...);
STRIA_FOREIGN_FIRST(irfft);
STRIA_FOREIGN_LACKS(irfft, "the operand is", "fft::irfft(a)");

/// Fourier transform of a conjugate-symmetric signal, given by its first half: a real spectrum.
///
/// \param a    operand of real numbers, or of complex numbers of float or double; the other axes
///             are a batch
/// \param n,axis  optional, in this order. The number of points is
///             an integer, `_` (the default) or, if an axis follows, a constant. The axis is a
///             constant or axis(k), by default -1. The norm (fft::norm or its name) may be anywhere
///             among them. The operand is truncated or padded with zeros to n / 2 + 1 elements for
///             n points
/// \returns    a tensor of real numbers: float for float and complex<float>, otherwise double;
///             computed immediately. The axis has n points, or 2 (m - 1) for m elements if n is not
///             given or `_`
/// \throws     value_error if the number of points is less than 1 or more than 2^27, or if a text
///             is not a norm; index_error if an axis(k) does not exist
/// \refuses    elements that are not numbers (long double included), an axis that `a` does not
///             have, and operands on a device
/// \complexity O(n log n) for each row, for any number of points; allocates the result
/// \numpy      `np.fft.hfft(a, n, axis, norm)`
/// \usage      `fft::hfft(a)`, `fft::hfft(a, 64, _0)`
/// \see        ihfft, irfft
template <class A, class... X>
auto hfft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"hfft", {detail::fft_form::from_half, false, detail::one_axis}, A, X...>),
    a, x...);
STRIA_FOREIGN_FIRST(hfft);
STRIA_FOREIGN_LACKS(hfft, "the operand is", "fft::hfft(a)");

/// Inverse of hfft(): the first half of the inverse transform of a real spectrum.
///
/// \param a    operand of real numbers; the other axes are a batch
/// \param n,axis  optional, in this order. The number of points is
///             an integer, `_` (the size of the axis) or, if an axis follows, a constant. The axis
///             is a constant or axis(k), by default -1. The norm (fft::norm or its name) may be
///             anywhere among them. The operand is truncated or padded with zeros to the number of
///             points
/// \returns    a tensor of complex numbers: of float for float, otherwise of double; computed
///             immediately. The axis has n / 2 + 1 elements
/// \throws     value_error if the number of points is less than 1 or more than 2^27, or if a text
///             is not a norm; index_error if an axis(k) does not exist
/// \refuses    complex elements, elements that are not numbers (long double included), an axis that
///             `a` does not have, and operands on a device
/// \complexity O(n log n) for each row, for any number of points; allocates the result
/// \numpy      `np.fft.ihfft(a, n, axis, norm)`
/// \usage      `fft::ihfft(a)`, `fft::ihfft(a, 64, _0)`
/// \see        hfft, rfft
template <class A, class... X>
auto ihfft(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(
    (detail::fft_result<"ihfft", {detail::fft_form::to_half, true, detail::one_axis}, A, X...>), a,
    x...);
STRIA_FOREIGN_FIRST(ihfft);
STRIA_FOREIGN_LACKS(ihfft, "the operand is", "fft::ihfft(a)");

// Functions of several axes: with sizes one by one or in an array, and with sizes in braces.
#define STRIA_FFT_OF_AXES(name, form, inverse, axes)                                               \
  template <class A, class... X>                                                                   \
  auto name(const A& a, const X&... x) STRIA_RUN_OR_REFUSE(                                        \
      (detail::fft_result<#name, {detail::fft_form::form, inverse, axes}, A, X...>), a, x...);     \
  template <class A, std::size_t N, class... X>                                                    \
  auto name(const A& a, const index(&sizes)[N], const X&... x)                                     \
      STRIA_RUN_OR_REFUSE((detail::fft_result<#name, {detail::fft_form::form, inverse, axes}, A,   \
                                              std::array<index, N>, X...>),                        \
                          a, std::to_array(sizes), x...);                                          \
  STRIA_FOREIGN_LACKS(name, "the operand is", "fft::" #name "(a)");                                \
  STRIA_FOREIGN(name, detail::not_ours, detail::whatever = {}, detail::whatever = {},              \
                detail::whatever = {})

/// Discrete Fourier transform along several axes.
///
/// \param a    operand of real numbers, or of complex numbers of float or double; the other axes
///             are a batch
/// \param n,axes  optional, in this order. The numbers of points
///             are integers (`_` or -1 for the size of the axis), one std::array of integers, or
///             integers in braces. The axes are constants or axis(k); by default, the last axes,
///             one for each number of points, or all axes if no number is given. The norm
///             (fft::norm or its name) may be anywhere among them. The operand is truncated or
///             padded with zeros to the numbers of points
/// \returns    a tensor of complex numbers: of float for float, otherwise of double; computed
///             immediately, with the numbers of points along the axes
/// \throws     value_error if a number of points is less than 1 or more than 2^27, if a text is not
///             a norm, or if an axis(k) is given twice; index_error if an axis(k) does not exist
/// \refuses    elements that are not numbers (long double included), axes that `a` does not have or
///             that are given twice, a number of sizes that does not match the axes, and operands
///             on a device
/// \complexity O(n log n) for n elements; allocates the result
/// \numpy      `np.fft.fftn(a, s, axes, norm)`
/// \usage      `fft::fftn(a)`, `fft::fftn(a, {64, 64}, _0, _1)`
/// \see        ifftn, rfftn, fft2, fft
STRIA_FFT_OF_AXES(fftn, complex, false, 0);
/// Inverse discrete Fourier transform along several axes, the inverse of fftn().
///
/// \param a    operand of real numbers, or of complex numbers of float or double; the other axes
///             are a batch
/// \param n,axes  optional, in this order. The numbers of points
///             are integers (`_` or -1 for the size of the axis), one std::array of integers, or
///             integers in braces. The axes are constants or axis(k); by default, the last axes,
///             one for each number of points, or all axes if no number is given. The norm
///             (fft::norm or its name) may be anywhere among them. The operand is truncated or
///             padded with zeros to the numbers of points
/// \returns    a tensor of complex numbers: of float for float, otherwise of double; computed
///             immediately, with the numbers of points along the axes
/// \throws     value_error if a number of points is less than 1 or more than 2^27, if a text is not
///             a norm, or if an axis(k) is given twice; index_error if an axis(k) does not exist
/// \refuses    elements that are not numbers (long double included), axes that `a` does not have or
///             that are given twice, a number of sizes that does not match the axes, and operands
///             on a device
/// \complexity O(n log n) for n elements; allocates the result
/// \numpy      `np.fft.ifftn(a, s, axes, norm)`
/// \usage      `fft::ifftn(spectrum)`
/// \see        fftn, irfftn
STRIA_FFT_OF_AXES(ifftn, complex, true, 0);
/// Fourier transform of real numbers along several axes: half of the spectrum along the last axis
/// of the call.
///
/// \param a    operand of real numbers; the other axes are a batch
/// \param n,axes  optional, in this order. The numbers of points
///             are integers (`_` or -1 for the size of the axis), one std::array of integers, or
///             integers in braces. The axes are constants or axis(k); by default, the last axes,
///             one for each number of points, or all axes if no number is given. The norm
///             (fft::norm or its name) may be anywhere among them. The operand is truncated or
///             padded with zeros to the numbers of points
/// \returns    a tensor of complex numbers: of float for float, otherwise of double; computed
///             immediately, with the numbers of points along the axes. The last axis of the call
///             has n / 2 + 1 elements
/// \throws     value_error if a number of points is less than 1 or more than 2^27, if a text is not
///             a norm, or if an axis(k) is given twice; index_error if an axis(k) does not exist
/// \refuses    complex elements, elements that are not numbers (long double included), axes that
///             `a` does not have or that are given twice, a number of sizes that does not match the
///             axes, and operands on a device
/// \complexity O(n log n) for n elements; allocates the result
/// \numpy      `np.fft.rfftn(a, s, axes, norm)`
/// \usage      `fft::rfftn(a)`
/// \see        irfftn, fftn, rfft
STRIA_FFT_OF_AXES(rfftn, to_half, false, 0);
/// Inverse of rfftn(): real numbers from half of their spectrum.
///
/// \param a    operand of real numbers, or of complex numbers of float or double; the other axes
///             are a batch
/// \param n,axes  optional, in this order. The numbers of points
///             are integers (`_` or -1 for the size of the axis), one std::array of integers, or
///             integers in braces. The axes are constants or axis(k); by default, the last axes,
///             one for each number of points, or all axes if no number is given. The norm
///             (fft::norm or its name) may be anywhere among them. The operand is truncated or
///             padded with zeros to the numbers of points, along the last axis of the call to
///             n / 2 + 1 elements for n points
/// \returns    a tensor of real numbers: float for float and complex<float>, otherwise double;
///             computed immediately, with the numbers of points along the axes. Without numbers, or
///             if the last one is `_` or -1, the last axis of the call has 2 (m - 1) points for m
///             elements
/// \throws     value_error if a number of points is less than 1 or more than 2^27, if a text is not
///             a norm, or if an axis(k) is given twice; index_error if an axis(k) does not exist
/// \refuses    elements that are not numbers (long double included), axes that `a` does not have or
///             that are given twice, a number of sizes that does not match the axes, and operands
///             on a device
/// \complexity O(n log n) for n elements; allocates the result
/// \numpy      `np.fft.irfftn(a, s, axes, norm)`; there, -1 as the last size means m points
/// \usage      `fft::irfftn(spectrum)`, `fft::irfftn(spectrum, 8, 9)`
/// \see        rfftn, ifftn
STRIA_FFT_OF_AXES(irfftn, from_half, true, 0);
/// Discrete Fourier transform along two axes.
///
/// \param a    operand of real numbers, or of complex numbers of float or double; the other axes
///             are a batch
/// \param n,axes  optional, in this order. The numbers of points
///             are integers (`_` or -1 for the size of the axis), one std::array of integers, or
///             integers in braces. The axes are constants or axis(k); by default, the last two. The
///             norm (fft::norm or its name) may be anywhere among them. The operand is truncated or
///             padded with zeros to the numbers of points
/// \returns    a tensor of complex numbers: of float for float, otherwise of double; computed
///             immediately, with the numbers of points along the axes
/// \throws     value_error if a number of points is less than 1 or more than 2^27, if a text is not
///             a norm, or if an axis(k) is given twice; index_error if an axis(k) does not exist
/// \refuses    elements that are not numbers (long double included), axes that `a` does not have or
///             that are given twice, a number of sizes that does not match the axes, and operands
///             on a device
/// \complexity O(n log n) for n elements; allocates the result
/// \numpy      `np.fft.fft2(a, s, axes, norm)`
/// \usage      `fft::fft2(image)`
/// \see        ifft2, rfft2, fftn
STRIA_FFT_OF_AXES(fft2, complex, false, 2);
/// Inverse discrete Fourier transform along two axes, the inverse of fft2().
///
/// \param a    operand of real numbers, or of complex numbers of float or double; the other axes
///             are a batch
/// \param n,axes  optional, in this order. The numbers of points
///             are integers (`_` or -1 for the size of the axis), one std::array of integers, or
///             integers in braces. The axes are constants or axis(k); by default, the last two. The
///             norm (fft::norm or its name) may be anywhere among them. The operand is truncated or
///             padded with zeros to the numbers of points
/// \returns    a tensor of complex numbers: of float for float, otherwise of double; computed
///             immediately, with the numbers of points along the axes
/// \throws     value_error if a number of points is less than 1 or more than 2^27, if a text is not
///             a norm, or if an axis(k) is given twice; index_error if an axis(k) does not exist
/// \refuses    elements that are not numbers (long double included), axes that `a` does not have or
///             that are given twice, a number of sizes that does not match the axes, and operands
///             on a device
/// \complexity O(n log n) for n elements; allocates the result
/// \numpy      `np.fft.ifft2(a, s, axes, norm)`
/// \usage      `fft::ifft2(spectrum)`
/// \see        fft2, irfft2
STRIA_FFT_OF_AXES(ifft2, complex, true, 2);
/// Fourier transform of real numbers along two axes: half of the spectrum along the last axis of
/// the call.
///
/// \param a    operand of real numbers; the other axes are a batch
/// \param n,axes  optional, in this order. The numbers of points
///             are integers (`_` or -1 for the size of the axis), one std::array of integers, or
///             integers in braces. The axes are constants or axis(k); by default, the last two. The
///             norm (fft::norm or its name) may be anywhere among them. The operand is truncated or
///             padded with zeros to the numbers of points
/// \returns    a tensor of complex numbers: of float for float, otherwise of double; computed
///             immediately, with the numbers of points along the axes. The last axis of the call
///             has n / 2 + 1 elements
/// \throws     value_error if a number of points is less than 1 or more than 2^27, if a text is not
///             a norm, or if an axis(k) is given twice; index_error if an axis(k) does not exist
/// \refuses    complex elements, elements that are not numbers (long double included), axes that
///             `a` does not have or that are given twice, a number of sizes that does not match the
///             axes, and operands on a device
/// \complexity O(n log n) for n elements; allocates the result
/// \numpy      `np.fft.rfft2(a, s, axes, norm)`
/// \usage      `fft::rfft2(image)`, `fft::rfft2(a, {64, 64}, _0, _1)`
/// \see        irfft2, fft2, rfftn
STRIA_FFT_OF_AXES(rfft2, to_half, false, 2);
/// Inverse of rfft2(): real numbers from half of their spectrum.
///
/// \param a    operand of real numbers, or of complex numbers of float or double; the other axes
///             are a batch
/// \param n,axes  optional, in this order. The numbers of points
///             are integers (`_` or -1 for the size of the axis), one std::array of integers, or
///             integers in braces. The axes are constants or axis(k); by default, the last two. The
///             norm (fft::norm or its name) may be anywhere among them. The operand is truncated or
///             padded with zeros to the numbers of points, along the last axis of the call to
///             n / 2 + 1 elements for n points
/// \returns    a tensor of real numbers: float for float and complex<float>, otherwise double;
///             computed immediately, with the numbers of points along the axes. Without numbers, or
///             if the last one is `_` or -1, the last axis of the call has 2 (m - 1) points for m
///             elements
/// \throws     value_error if a number of points is less than 1 or more than 2^27, if a text is not
///             a norm, or if an axis(k) is given twice; index_error if an axis(k) does not exist
/// \refuses    elements that are not numbers (long double included), axes that `a` does not have or
///             that are given twice, a number of sizes that does not match the axes, and operands
///             on a device
/// \complexity O(n log n) for n elements; allocates the result
/// \numpy      `np.fft.irfft2(a, s, axes, norm)`; there, -1 as the last size means m points
/// \usage      `fft::irfft2(spectrum)`
/// \see        rfft2, ifft2
STRIA_FFT_OF_AXES(irfft2, from_half, true, 2);

#undef STRIA_FFT_OF_AXES

} // namespace stria::fft
