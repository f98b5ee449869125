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
        say_shape(m, A::extents.view(), a.shape());
        m << " and ";
        say_shape(m, B::extents.view(), b.shape());
        raise<shape_error>(m << " differ");
      }
    tied_swap<A, B>::run(std::tuple<A&, B&>(a, b), std::tuple<B&, A&>(b, a));
  }
};
template <class A, class B>
struct swap_result
    : std::conditional_t<tied_swap<A, B>::accepted, swap_call<A, B>, tied_swap<A, B>> {};

} // namespace detail

/// Exchanges the elements of two views of the same shape. (For two tensors, `swap`
/// exchanges their storage instead.) If the views overlap, both receive old values, and `b` is
/// written last.
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
/// Exchanges the storage of two tensors, as std::swap does; dynamic extents are exchanged, too.
template <class T, extent... E>
constexpr void
swap(tensor<T, E...>& a,
     tensor<T, E...>& b) noexcept(std::is_nothrow_move_constructible_v<tensor<T, E...>> &&
                                  std::is_nothrow_move_assignable_v<tensor<T, E...>>) {
  auto held = std::move(a);
  a = std::move(b);
  b = std::move(held);
}

} // namespace stria
