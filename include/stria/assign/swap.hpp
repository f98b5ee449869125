// SPDX-License-Identifier: BSL-1.0
// assign/swap.hpp: swap, which exchanges the elements of two views.
#pragma once

#include <stria/assign/tie.hpp>
#include <stria/view/view.hpp>

namespace stria {

namespace detail {

template <class A, class B> using tied_swap = tied_call<std::tuple<A, B>, std::tuple<B&, A&>>;
template <class A, class B> struct swap_call {
  static constexpr bool accepted = true;
  using type = void;
  static constexpr void run(A& a, B& b) {
    // Views that would be broadcast cannot be exchanged.
    if constexpr (A::rank == B::rank)
      if (a.shape() != b.shape()) [[unlikely]] {
        message m("stria: swap: the shapes ");
        say_shape(m, a.shape());
        m << " and ";
        say_shape(m, b.shape());
        raise<shape_error>(m << " differ");
      }
    tied_swap<A, B>::run(std::tuple<A&, B&>(a, b), std::tuple<B&, A&>(b, a));
  }
};
template <class A, class B>
struct swap_result
    : std::conditional_t<tied_swap<A, B>::accepted, swap_call<A, B>, tied_swap<A, B>> {};

} // namespace detail

/// Exchanges the elements of two views of the same shape. (`std::swap` of two tensors exchanges
/// their storage instead.) If the views overlap, both receive old values, and `b` is written last.
///
/// \param a     a view of elements that are not const
/// \param b     a view of elements that are not const, of the same shape
/// \returns     nothing
/// \throws      shape_error if the shapes differ, before anything is written
/// \refuses     static shapes that differ
/// \complexity  O(n)
/// \numpy       `a[[0, 1]] = a[[1, 0]]`
/// \usage       `swap(a[0], a[1]);`
template <class T, auto L, class U, auto M>
  requires(!std::is_const_v<T> && !std::is_const_v<U>)
constexpr auto swap(view<T, L> a, view<U, M> b)
    STRIA_RUN_OR_REFUSE((detail::swap_result<view<T, L>, view<U, M>>), a, b);
/// An overload for views of equal type, so that `swap(u, v)` after `using std::swap` does not
/// choose std::swap.
template <class T, auto L>
  requires(!std::is_const_v<T>)
constexpr void swap(view<T, L>& a, view<T, L>& b) {
  detail::swap_call<view<T, L>, view<T, L>>::run(a, b);
}

} // namespace stria
