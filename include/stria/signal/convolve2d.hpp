// SPDX-License-Identifier: BSL-1.0
// signal/convolve2d.hpp: convolutions and correlations of matrices: convolve2d, correlate2d.
#pragma once

#include <stria/fn/einsum.hpp>
#include <stria/fn/pad.hpp>
#include <stria/fn/split.hpp>
#include <stria/signal/mode.hpp>
#include <stria/view/foreign.hpp>

namespace stria::signal {

/// What lies beyond the border of the first operand: a value, the operand again, or its mirror
/// image. SciPy: `boundary="fill"`, `"wrap"`, `"symm"`.
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
      return message("stria: an operand of a convolution lies on a device; to_host(a) fetches it");
    if (!is_number<value_t<A>> || !is_number<value_t<B>>)
      return message("stria: the elements of a convolution are numbers");
    message m("stria: convolve2d and correlate2d take matrices; the shapes are ");
    say_shape(m, extents_of<A>.view());
    m << " and ";
    say_shape(m, extents_of<B>.view());
    return m;
  }
};

/// The elements of a convolution: those of a product.
template <class A, class B>
using convolved = value_t<decltype(std::declval<A>() * std::declval<B>())>;

/// The correlation of a matrix that has a border as wide as asked for with a kernel.
template <class T, class P, class K>
dtensor<T, 2> correlate_padded(const P& padded, const K& kernel) {
  const auto n = kernel.shape();
  return einsum<"yxij,ij->yx">(sliding_window(sliding_window(padded, n[0], _0), n[1], _1), kernel);
}

/// How many elements beyond the first operand are read before and behind it along an axis.
/// `centre`: the place in the kernel of m elements that is on an element for mode::same.
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
      raise<value_error>(message("stria: ") << name << ": the second operand has no element");
    if (mode == signal::mode::valid && (n[0] < m[0] || n[1] < m[1])) {
      if (n[0] > m[0] || n[1] > m[1] || n[0] == 0 || n[1] == 0) [[unlikely]] {
        message text("stria: ");
        text << name << ": the shapes ";
        say_shape(text, n);
        text << " and ";
        say_shape(text, m);
        raise<value_error>(text << ": for mode::valid one of them is at least as large as the "
                                   "other along each axis");
      }
      // The second operand holds the first.
      if constexpr (Convolves)
        return correlate_padded<T>(eval(b), eval(a[rev(), rev()]));
      else
        return conj(correlate_padded<T>(eval(b), eval(conj(a))))[rev(), rev()];
    }
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

/// The convolution of two matrices, computed at once; mode and boundary also as texts, "same".
/// Elements: those of a product. Shape: `full` (n + m - 1) along each axis, `same` that of a,
/// `valid` (|n - m| + 1). Refuses an empty b, other texts, and matrices of which none holds the
/// other for `valid`: `value_error`.
/// SciPy: `scipy.signal.convolve2d(a, b, mode, boundary, fillvalue)`.
template <class A, class B>
auto convolve2d(const A& a, const B& b, detail::mode_argument which = mode::full,
                detail::boundary_argument edge = boundary::fill,
                const detail::value_t<A>& fillvalue = {})
    STRIA_RUN_OR_REFUSE((detail::convolve2d_result<true, A, B>), a, b, which.value, edge.value,
                        fillvalue);
STRIA_FOREIGN_BINARY(convolve2d);

/// The correlation of two matrices: the sums of products of a with b, of complex ones the
/// conjugate, moved over it. Shapes and errors as convolve2d().
/// SciPy: `scipy.signal.correlate2d(a, b, mode, boundary, fillvalue)`.
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
