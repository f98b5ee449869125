// SPDX-License-Identifier: BSL-1.0
// assign/swap.hpp: the elements of two views, exchanged.
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
    // What would be broadcast into the other cannot be exchanged with it.
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

/// Exchanges the elements of two views of one shape: `swap(a[0], a[1])`, unlike `std::swap` of two
/// tensors, which exchanges their storage. `shape_error` before anything is written; of views that
/// share elements each one gets the old values of the other, b last. NumPy: `a[[0, 1]] = a[[1,
/// 0]]`.
template <class T, auto L, class U, auto M>
  requires(!std::is_const_v<T> && !std::is_const_v<U>)
constexpr auto swap(view<T, L> a, view<U, M> b)
    STRIA_RUN_OR_REFUSE((detail::swap_result<view<T, L>, view<U, M>>), a, b);
// The better match where std::swap is in sight: `using std::swap; swap(u, v);`.
template <class T, auto L>
  requires(!std::is_const_v<T>)
constexpr void swap(view<T, L>& a, view<T, L>& b) {
  detail::swap_call<view<T, L>, view<T, L>>::run(a, b);
}

} // namespace stria
