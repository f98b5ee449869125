// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/softmax.hpp: softmax and log_softmax.
// Tests: tests/numpy/statistics/softmax.cpp.
#pragma once

#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/statistics/statistics.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {
namespace detail {

/// The largest element, or the smallest number if there is none: softmax() of no elements has no
/// elements.
struct softmax_shift_op : max_op {
  static constexpr bool has_start = true;
  template <class R> static constexpr R start() { return neutral<R>(); }
};

template <class A> struct softmax_verdict {
  static constexpr bool accepted =
      is_number<value_t<A>> && not_complex<value_t<A>> && has_root<value_t<A>>;
  static constexpr message text() {
    return message("stria: softmax and log_softmax take real numbers; abs(a) and real(a) convert "
                   "complex numbers");
  }
};

/// softmax() or, if Log, log_softmax(), over the axes in Bits. Every part is an
/// expression, so gradients and devices need no further rules.
template <bool Log, std::uint64_t Bits, class A> constexpr auto softmax_of(const A& a) {
  const auto shifted = a - reduction<softmax_shift_op, hold_t<const A&>, Bits, true>(a);
  const auto terms = exp(shifted);
  const reduction<sum_op, hold_t<decltype(terms)&>, Bits, true> total(terms);
  if constexpr (Log)
    return shifted - log(total);
  else
    return terms / total;
}

/// The axes of a call; without an argument, the last axis.
template <class A, class... X> struct softmax_axes : axes_verdict<A, X...> {};
template <class A> struct softmax_axes<A> : axes_verdict<A, constant<-1>> {};

template <bool Log> struct softmax_function : along_axes {
  template <class A, class... X>
  static each_verdict<softmax_verdict<A>, softmax_axes<A, X...>> verdict();
  template <class A, class... X> static constexpr auto run(A&& a, X...) {
    return over<softmax_axes<A, X...>::axes.bits>(static_cast<A&&>(a));
  }

private:
  template <std::uint64_t Bits, class A> static constexpr auto over(A&& a) {
    using D = statistic_type<value_t<A>>;
    if constexpr (!std::same_as<D, value_t<A>>)
      return over<Bits>(cast<D>(static_cast<A&&>(a)));
    else if constexpr (owns_no_memory<hold_t<A>>)
      return softmax_of<Log, Bits>(a);
    else
      // The expression would hold several copies of the memory.
      return eval(softmax_of<Log, Bits>(a));
  }
};

} // namespace detail

/// Computes the softmax over axes: exp(a) divided by its sum, without overflow.
///
/// \param a      a tensor, view or expression of real numbers
/// \param axes   constants or, if known only at run time, `axis(k)` (default: the last axis)
/// \returns      a lazy expression of the shape of `a`, whose sums over the axes are 1; for an
///               rvalue tensor, a tensor. The result for integers is a double. Rows with an
///               infinite or NaN maximum give NaN
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice, rank 0, complex elements
/// \complexity   O(n), three passes
/// \numpy        none; `scipy.special.softmax(a, axis)`, `torch.softmax(a, axis)`
/// \usage        `softmax(scores)`, `softmax(scores, _1)`
/// \see          log_softmax, logsumexp
STRIA_DECLARE_BY(softmax, detail::softmax_function<false>);
/// Computes the logarithm of softmax() over axes, accurately for large elements, too.
///
/// The largest element is subtracted first. `a - logsumexp(a, _1, keepdims)` has the rounding error
/// of the logsumexp(), which is 5e-4 for elements of 10,000 in float.
///
/// \param a      a tensor, view or expression of real numbers
/// \param axes   constants or, if known only at run time, `axis(k)` (default: the last axis)
/// \returns      a lazy expression of the shape of `a`; for an rvalue tensor, a tensor. The result
///               for integers is a double. Rows with an infinite or NaN maximum give NaN
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice, rank 0, complex elements
/// \complexity   O(n), three passes
/// \numpy        none; `scipy.special.log_softmax(a, axis)`, `torch.log_softmax(a, axis)`
/// \usage        `-mean(take_along_axis(log_softmax(scores), labels[_, newaxis], _1))`
/// \see          softmax, logsumexp
STRIA_DECLARE_BY(log_softmax, detail::softmax_function<true>);

} // namespace stria
