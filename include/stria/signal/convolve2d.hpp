// SPDX-License-Identifier: BSL-1.0
// signal/convolve2d.hpp: convolve2d and correlate2d, convolution and correlation of matrices.
// Tests: tests/fft/signal.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/numpy/join/pad.hpp>
#include <stria/numpy/join/split.hpp>
#include <stria/numpy/product/einsum.hpp>
#include <stria/signal/mode.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria::signal {

/// The values that a two-dimensional convolution reads beyond the border of the first operand.
///
/// `fill`: a value; `wrap`: the operand repeated; `symm`: its mirror image.
/// \numpy      none; `boundary="fill"`, `"wrap"`, `"symm"` in `scipy.signal`
/// \usage      `convolve2d(a, k, "same", signal::boundary::symm)`
enum class boundary : unsigned char { fill, wrap, symm };

} // namespace stria::signal

namespace stria::detail {

struct boundary_names {
  static constexpr const char* what = "boundary of a convolution";
  static constexpr const char* names[] = {"fill", "wrap", "symm"};
};
using boundary_argument = named_argument<signal::boundary, boundary_names>;

template <class A, class B> struct convolve2d_verdict {
  static constexpr bool accepted = rank_of<A> == 2 && rank_of<B> == 2 && is_number<value_t<A>> &&
                                   is_number<value_t<B>> && is_on_host<A> && is_on_host<B>;
  static constexpr message text() {
    if (!is_on_host<A> || !is_on_host<B>)
      return message("stria: an operand of a convolution is on a device; to_host(a) copies it");
    if (!is_number<value_t<A>> || !is_number<value_t<B>>)
      return message("stria: the elements of a convolution must be numbers");
    message m("stria: convolve2d and correlate2d take matrices; the shapes are ");
    say_shape(m, extents_of<A>.view());
    m << " and ";
    say_shape(m, extents_of<B>.view());
    return m;
  }
};

/// The element type of a convolution, which is that of a product of elements.
template <class A, class B>
using convolved = value_t<decltype(std::declval<A>() * std::declval<B>())>;

/// The correlation of a kernel with a matrix that already has its border.
template <class T, class P, class K>
dtensor<T, 2> correlate_padded(const P& padded, const K& kernel) {
  const auto n = kernel.shape();
  return einsum<"yxij,ij->yx">(sliding_window(padded, {n[0], n[1]}, _0, _1), kernel);
}

/// The number of elements read before and after the first operand along an axis, for a kernel of m
/// elements. With mode::same, element `centre` of the kernel is placed on each element of the
/// operand.
constexpr std::array<index, 2> correlation_border(signal::mode mode, index m, index centre) {
  switch (mode) {
  case signal::mode::full: return {m - 1, m - 1};
  case signal::mode::same: return {centre, m - 1 - centre};
  case signal::mode::valid: break;
  }
  return {0, 0};
}

template <bool Convolves, class A, class B> struct convolve2d_call {
  static constexpr bool accepted = true;
  using T = convolved<A, B>;
  using type = dtensor<T, 2>;
  static constexpr const char* name = Convolves ? "convolve2d" : "correlate2d";

  static type run(const A& a, const B& b, signal::mode mode, signal::boundary edge,
                  const value_t<A>& value) {
    const auto n = a.shape(), m = b.shape();
    if (m[0] == 0 || m[1] == 0) [[unlikely]]
      raise<value_error>(message("stria: ") << name << ": the second operand is empty");
    if (mode == signal::mode::valid && (n[0] < m[0] || n[1] < m[1])) {
      if (n[0] > m[0] || n[1] > m[1] || n[0] == 0 || n[1] == 0) [[unlikely]] {
        message text("stria: ");
        text << name << ": the shapes ";
        say_shape(text, n);
        text << " and ";
        say_shape(text, m);
        raise<value_error>(text << ": for mode::valid one must be at least as large as the "
                                   "other along each axis");
      }
      // Here the second operand is the larger one.
      if constexpr (Convolves)
        return correlate_padded<T>(eval(b), eval(a[rev(), rev()]));
      else
        return conj(correlate_padded<T>(eval(b), eval(conj(a))))[rev(), rev()];
    }
    std::array<index, 2> sizes = n;
    if (mode == signal::mode::full)
      for (std::size_t k = 0; k < 2; ++k)
        sizes[k] = add_or_raise(name, n[k], m[k] - 1);
    if (sizes[0] == 0 || sizes[1] == 0)
      return type(sizes, uninitialized_t{});
    index borders[2][2];
    for (std::size_t k = 0; k < 2; ++k) {
      const auto border = correlation_border(mode, m[k], Convolves ? m[k] / 2 : (m[k] - 1) / 2);
      borders[k][0] = border[0];
      borders[k][1] = border[1];
    }
    constexpr pad_mode modes[] = {pad_mode::constant, pad_mode::wrap, pad_mode::symmetric};
    const auto padded = eval(pad(a, borders, modes[static_cast<int>(edge)], value));
    if constexpr (Convolves)
      return correlate_padded<T>(padded, eval(b[rev(), rev()]));
    else
      return correlate_padded<T>(padded, eval(conj(b)));
  }
};
template <bool Convolves, class A, class B> struct convolve2d_result {};
template <bool Convolves, operand A, operand B>
struct convolve2d_result<Convolves, A, B>
    : judged_call<convolve2d_verdict<A, B>, convolve2d_call<Convolves, A, B>> {};

} // namespace stria::detail

namespace stria::signal {

/// Convolution of two matrices.
///
/// \param a         matrix of numbers
/// \param b         matrix of numbers, not empty
/// \param which     a signal::mode or its name: `full` (default), `same` or `valid`
/// \param edge      what is read beyond the border of `a`, as a signal::boundary or its name:
///                  `fill` (default), `wrap` or `symm`
/// \param fillvalue the value for boundary::fill (default 0)
/// \returns         a tensor of rank 2 with elements of the type of a * b, computed immediately.
///                  Along each axis with n and m elements: n + m - 1 (full), n (same) or |n - m| +
///                  1 (valid)
/// \throws          value_error if `b` is empty, if a text names no mode or boundary, or if neither
///                  matrix contains the other for `valid`
/// \refuses         operands that are not matrices of numbers, and operands on a device
/// \complexity      O(n m) for n elements of the result and m of `b` (for `valid`, of the smaller
///                  matrix); allocates the result
/// \numpy           none; `scipy.signal.convolve2d(a, b, mode, boundary, fillvalue)`
/// \usage           `convolve2d(image, kernel, "same", "symm")`
/// \see             correlate2d, fftconvolve, convolve
template <class A, class B>
auto convolve2d(const A& a, const B& b, detail::mode_argument which = mode::full,
                detail::boundary_argument edge = boundary::fill,
                const detail::value_t<A>& fillvalue = {})
    STRIA_RUN_OR_REFUSE((detail::convolve2d_result<true, A, B>), a, b, which.value, edge.value,
                        fillvalue);
STRIA_FOREIGN_BINARY(convolve2d);

/// Cross-correlation of two matrices: for each shift of b, the sum of the products of a with the
/// conjugate of b.
///
/// \param a         matrix of numbers
/// \param b         matrix of numbers, not empty
/// \param which     a signal::mode or its name: `full` (default), `same` or `valid`
/// \param edge      what is read beyond the border of `a`, as a signal::boundary or its name:
///                  `fill` (default), `wrap` or `symm`
/// \param fillvalue the value for boundary::fill (default 0)
/// \returns         a tensor of rank 2 with elements of the type of a * b, computed immediately.
///                  Along each axis with n and m elements: n + m - 1 (full), n (same) or |n - m| +
///                  1 (valid)
/// \throws          value_error if `b` is empty, if a text names no mode or boundary, or if neither
///                  matrix contains the other for `valid`
/// \refuses         operands that are not matrices of numbers, and operands on a device
/// \complexity      O(n m) for n elements of the result and m of `b` (for `valid`, of the smaller
///                  matrix); allocates the result
/// \numpy           none; `scipy.signal.correlate2d(a, b, mode, boundary, fillvalue)`, which gives
///                  the conjugate for complex matrices, `valid` and a `b` larger than `a`
/// \usage           `correlate2d(image, kernel, "same", "symm")`
/// \see             convolve2d, correlate
template <class A, class B>
auto correlate2d(const A& a, const B& b, detail::mode_argument which = mode::full,
                 detail::boundary_argument edge = boundary::fill,
                 const detail::value_t<A>& fillvalue = {})
    STRIA_RUN_OR_REFUSE((detail::convolve2d_result<false, A, B>), a, b, which.value, edge.value,
                        fillvalue);
STRIA_FOREIGN_BINARY(correlate2d);

} // namespace stria::signal

namespace stria {
using signal::convolve2d;
using signal::correlate2d;
} // namespace stria
