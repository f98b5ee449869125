// SPDX-License-Identifier: BSL-1.0
// assign/swap.hpp: swap, which exchanges the elements of two views.
// Tests: tests/tensor/rebindable.cpp, tests/numpy/frictions.cpp.
#pragma once

#include <stria/assign/tie.hpp>
#include <stria/tensor/view.hpp>

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

template <class T, auto L>
  requires(!std::is_const_v<T>)
void exchanged(view<T, L>);
/// A view of elements that are not const, or an owner that converts to one.
template <class A>
concept exchanged_view = requires { detail::exchanged(std::declval<A>()); };
/// The operands of the overloads of swap.
template <class A, class B>
concept exchanged_pair =
    (exchanged_view<A> && exchanged_view<B>) ||
    (lvalue_tensor<A> && std::same_as<A, B> && !std::is_const_v<std::remove_reference_t<A>>);
struct exchange_verdict {
  static constexpr message text() {
    return message("stria: std::exchange copies the view, not its elements, before it assigns; "
                   "write auto old = eval(v); v = e, or use rebindable(v), whose assignment makes "
                   "it refer to other elements");
  }
};
struct swap_verdict {
  static constexpr message text() {
    return message(
        "stria: swap exchanges the elements of two views, or the memory of two tensors of one "
        "type; one side is const, an expression or a temporary, or the types differ; "
        "t[ellipsis] is a view of a tensor");
  }
};

} // namespace detail

/// Exchanges the elements of two views of the same shape. (For two tensors, `swap`
/// exchanges their storage instead.) If the views overlap, both receive old values, and `b` is
/// written last.
///
/// \param a     a view of elements that are not const
/// \param b     a view of elements that are not const, of the same shape
/// \returns     nothing
/// \throws      shape_error if the shapes differ, before anything is written
/// \refuses     static shapes that differ; const operands, expressions, temporary tensors,
///              tensors of different types, and a tensor with a view
/// \complexity  O(n)
/// \numpy       `a[[0, 1]] = a[[1, 0]]`
/// \usage       `swap(a[0], a[1]);`
template <class T, auto L, class U, auto M>
  requires(!std::is_const_v<T> && !std::is_const_v<U>)
constexpr auto swap(view<T, L> a, view<U, M> b)
    STRIA_RUN_OR_REFUSE((detail::swap_result<view<T, L>, view<U, M>>), a, b);

namespace detail::for_std {
/// An overload for views of equal type, so that `swap(u, v)` after `using std::swap` and
/// `std::swap(u, v)` exchange elements, too. std::swap would copy one view to the other and then
/// back.
template <class T, auto L>
  requires(!std::is_const_v<T>)
constexpr void swap(view<T, L>& a, view<T, L>& b) {
  detail::swap_call<view<T, L>, view<T, L>>::run(a, b);
}
/// Refuses views of const elements.
template <class T, auto L>
  requires(std::is_const_v<T>)
auto swap(view<T, L>&, view<T, L>&)
    -> detail::refusal_where<std::is_const_v<T>, detail::swap_verdict>;
/// Refuses std::exchange, which would return a view of elements that it has overwritten.
template <class T, auto L, class U = view<T, L>>
auto exchange(view<T, L>&, U&&)
    -> detail::refusal_where<!std::is_void_v<U>, detail::exchange_verdict>;
} // namespace detail::for_std
using detail::for_std::swap;

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
template <detail::operand A, detail::operand B>
  requires(!detail::exchanged_pair<A, B>)
auto swap(A&&, B&&) -> detail::refusal_where<!detail::exchanged_pair<A, B>, detail::swap_verdict>;

} // namespace stria

// Qualified calls find no overloads in other namespaces, and the standard library has no hook for
// references such as views. Without these declarations, std::swap would compile and lose the
// elements of one view.
namespace std {
using stria::detail::for_std::exchange;
using stria::detail::for_std::swap;
} // namespace std
