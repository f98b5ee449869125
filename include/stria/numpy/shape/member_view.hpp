// SPDX-License-Identifier: BSL-1.0
// numpy/shape/member_view.hpp: member_view, a strided view of one member of the structs in memory.
// Tests: tests/tensor/member_view.cpp.
#pragma once

#include <stria/numpy/shape/as_view.hpp>
#include <stria/tensor/foreign.hpp>
#include <stria/tensor/strided_view.hpp>

namespace stria {

namespace detail {

/// The class of a pointer to member, and the type of the member.
template <class M> struct member_pointer {
  using owner = void;
  using type = void;
};
template <class T, class C> struct member_pointer<T C::*> {
  using owner = C;
  using type = T;
};

/// The member of S at the end of a chain of pointers to members; const if S is.
template <class S, auto... M> struct member_chain {
  using type = S;
  static constexpr bool valid = true;
  static constexpr S* address(S* s) { return s; }
};
template <class S, auto First, auto... M> struct member_chain<S, First, M...> {
  using pointer = member_pointer<std::remove_cv_t<decltype(First)>>;
  static constexpr bool own = [] {
    if constexpr (std::is_object_v<typename pointer::type> && std::is_class_v<S>)
      return std::is_base_of_v<typename pointer::owner, S> ||
             std::is_same_v<typename pointer::owner, std::remove_const_t<S>>;
    else
      return false;
  }();
  static constexpr auto next_of() {
    if constexpr (own)
      return std::type_identity<std::conditional_t<std::is_const_v<S>, const typename pointer::type,
                                                   typename pointer::type>>();
    else
      return std::type_identity<void>();
  }
  using next = typename decltype(next_of())::type;
  using rest = member_chain<next, M...>;
  using type = typename rest::type;
  static constexpr bool valid = own && rest::valid;
  static constexpr type* address(S* s) { return rest::address(&(s->*First)); }
};

/// A member whose size does not divide the size of the struct. No view can refer to it, but views
/// can refer to its members.
template <class View, auto... M> struct nested_member {
  View source;
};
template <class X> inline constexpr bool is_nested_member = false;
template <class V, auto... M> inline constexpr bool is_nested_member<nested_member<V, M...>> = true;

template <class A>
concept member_source = operand<A> || is_nested_member<std::remove_cvref_t<A>> ||
                        contiguous_container<std::remove_reference_t<A>>;

template <class A, auto... M> struct member_view_verdict {
  static constexpr bool container = contiguous_container<std::remove_reference_t<A>>;
  static constexpr bool stored = tensor_operand<A> || view_operand<A> || container;
  static constexpr bool lives_on = view_operand<A> || std::is_lvalue_reference_v<A> ||
                                   std::ranges::enable_borrowed_range<std::remove_cvref_t<A>>;
  static constexpr bool of_member = [] {
    if constexpr (stored)
      return member_chain<typename viewed_memory<std::remove_reference_t<A>>::element, M...>::valid;
    else
      return true;
  }();
  static constexpr bool accepted = stored && lives_on && of_member && sizeof...(M) > 0;
  static constexpr message text() {
    if (!stored)
      return message(
          "stria: member_view refers to members in memory, but this is an expression, which "
          "has no memory; give eval(...) of it a name first, or read the "
          "member with map([](const auto& s) { return s.x; }, e)");
    if (!lives_on)
      return message("stria: member_view of a temporary would dangle; give the temporary a "
                     "name first");
    return message(
        "stria: member_view<&point::x>(a) takes pointers to data members: the first one to a "
        "member of the elements of a, each further one to a member of the one before");
  }
};

template <class V, auto... M> struct member_of_view;
template <class S, auto L, auto... M> struct member_of_view<view<S, L>, M...> {
  using chain = member_chain<S, M...>;
  using rows = rows_in_element<typename chain::type>;
  using element = typename rows::type;
  static constexpr bool on_grid = sizeof(S) % sizeof(element) == 0;
  static constexpr auto ratio = static_cast<index>(sizeof(S) / sizeof(element));
  static constexpr std::size_t R = L.rank(), N = rows::shape.rank();

  static constexpr static_layout<R + N> find_layout() {
    static_layout<R + N> l{unknown_shape<R + N>(), {}};
    for (std::size_t k = 0; k < R; ++k) {
      l.shape[k] = L.shape[k];
      const index s = multiply_strides(L.strides[k], ratio);
      l.strides[k] = is_idle_stride(s) ? s : unknown_stride;
    }
    constexpr auto inner = detail::row_major(rows::shape);
    for (std::size_t k = 0; k < N; ++k) {
      l.shape[R + k] = rows::shape[k];
      l.strides[R + k] = inner.strides[k];
    }
    return l;
  }
  static constexpr auto layout = find_layout();
  using type = std::conditional_t<on_grid, view<element, layout>, nested_member<view<S, L>, M...>>;

  static constexpr type run(const view<S, L>& v) {
    if constexpr (!on_grid) {
      return {v};
    } else {
      const auto outer = v.shape(), steps = v.strides();
      std::array<index, R + N> n = layout.shape.sizes(), strides{};
      for (std::size_t k = 0; k < R; ++k) {
        n[k] = outer[k];
        // The product can overflow only for an axis with at most one position, whose stride is not
        // used.
        strides[k] = multiply_fits(steps[k], ratio, strides[k]) ? strides[k] : 1;
      }
      for (std::size_t k = 0; k < N; ++k)
        strides[R + k] = layout.strides[R + k];
      strides = shortened_idle_strides(n, strides);
      if (detail::member_access::storage_size(v) == 0)
        return {nullptr, 0, {0, n, strides}};
      // These products count bytes of the storage, so they fit.
      element* const first = first_in_rows(chain::address(v.base()));
      const index last = (detail::member_access::storage_size(v) - 1) * ratio;
      return {first, last + rows::count, {v.offset() * ratio, n, strides}};
    }
  }
};

template <class A, auto... M> struct member_view_call {
  static constexpr bool accepted = true;
  using source = typename view_result<A, shape_of<>()>::type;
  using type = typename member_of_view<source, M...>::type;
  static constexpr type run(std::remove_reference_t<A>& a) {
    return member_of_view<source, M...>::run(view_result<A, shape_of<>()>::run(a));
  }
};
template <class A, auto... M>
struct member_view_result : judged_call<member_view_verdict<A, M...>, member_view_call<A, M...>> {};
template <class V, auto... Outer, auto... M>
struct member_view_result<nested_member<V, Outer...>, M...> {
  using on = member_view_result<V, Outer..., M...>;
  using type = typename on::type;
  static constexpr bool accepted = on::accepted;
  static constexpr type run(nested_member<V, Outer...> f) { return on::run(f.source); }
};
template <class V, auto... Outer, auto... M>
struct member_view_result<nested_member<V, Outer...>&, M...>
    : member_view_result<nested_member<V, Outer...>, M...> {};
template <class V, auto... Outer, auto... M>
struct member_view_result<const nested_member<V, Outer...>&, M...>
    : member_view_result<nested_member<V, Outer...>, M...> {};

} // namespace detail

/// A data member of structs in memory, as a strided view.
///
/// A chain of pointers selects a member of a member. A member that is an array adds its axes to
/// those of the view. If the size of a member does not divide the size of the struct, the result is
/// not a view. member_view() accepts this result and returns a view of a member of the member.
///
/// \tparam M   pointers to data members
/// \param a    a tensor, a view or a container such as std::vector; it must outlive the view
/// \returns    a view of the same memory; read-only if the elements are const
/// \throws     nothing
/// \refuses    temporaries, expressions (they have no memory), and pointers to members of other
///             classes
/// \complexity O(rank); nothing is copied
/// \numpy      `a["x"]` of a structured array
/// \usage      `member_view<&point::x>(a) *= 2`, `member_view<&body::position, &point::x>(a)`
/// \see        as_view
template <auto... M, detail::member_source A>
constexpr auto member_view(A&& a) STRIA_RUN_OR_REFUSE((detail::member_view_result<A, M...>), a);
STRIA_BORROWING((auto... M, detail::tensor_operand S, class A = detail::lvalue_t<S>), member_view,
                (S & a STRIA_LIFETIMEBOUND), (detail::member_view_result<A, M...>), a);
STRIA_FOREIGN_TEMPLATED(auto... M, member_view, detail::not_ours);

} // namespace stria
