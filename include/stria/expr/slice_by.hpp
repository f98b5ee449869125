// SPDX-License-Identifier: BSL-1.0
// expr/slice_by.hpp: applies a subscript. If the operand is a view or an lvalue tensor,
// the result is a view. For other operands the result is a node. Tests: tests/expr/sliced.cpp.
#pragma once

#include <stria/expr/sliced.hpp>
#include <stria/tensor/tensor.hpp>
#include <stria/tensor/view.hpp>

namespace stria::detail {

/// True for lvalue tensors and for views, because their memory outlives the subscript. Self is T&,
/// const T& or T (an rvalue).
template <class Self> struct view_source {
  static constexpr bool is_memory = false;
};
template <class T, extent... E> struct view_source<tensor<T, E...>&> {
  static constexpr bool is_memory = true;
  using element = T;
};
template <class T, extent... E> struct view_source<const tensor<T, E...>&> {
  static constexpr bool is_memory = true;
  using element = const T;
};
template <class T, auto L> struct view_source<view<T, L>&> {
  static constexpr bool is_memory = true;
  using element = T;
};
template <class T, auto L> struct view_source<const view<T, L>&> : view_source<view<T, L>&> {};
template <class T, auto L> struct view_source<view<T, L>> : view_source<view<T, L>&> {};
template <class T, auto L> struct view_source<const view<T, L>> : view_source<view<T, L>&> {};

/// A view of `self` at a place relative to its first element.
template <class T, auto L, class Self, std::size_t R>
STRIA_INLINE constexpr view<T, L> make_view(Self& self, const placed<R>& at) {
  if constexpr (view_operand<Self>) {
    return {self.base(), member_access::storage_size(self), at, self.offset()};
  } else {
    return {self.data(), member_access::storage_size(self), at};
  }
}

/// The slice of Self by a subscript with this code; `get` receives the run-time values.
template <class Self, auto Code, bool Memory = view_source<Self>::is_memory> struct slice_by {
  using type = sliced<hold_t<Self>, Code>;
  static constexpr bool known = false;

  template <class S> static constexpr type get(S&& self, const encoded<Code>& items) {
    return {static_cast<S&&>(self), items};
  }
};

template <class Self, auto Code> struct slice_by<Self, Code, true> {
  using element = typename view_source<Self>::element;
  static constexpr auto layout = sliced_layout<bare<Self>::layout, Code>();
  using type = view<element, layout>;

  /// True if the extents of Self and the values of the subscript are known at compile time.
  static constexpr bool known =
      extents_of<Self>.is_static() && knows_values(Code) && bare<Self>::layout.knows_strides();

  template <class S> static constexpr type get(S&& self, const encoded<Code>& items) {
    using entries = std::make_index_sequence<static_plan_of<extents_of<Self>, Code>.count>;
    const auto strides = self.strides();
    return make_view<element, layout>(
        self, place_entries<extents_of<Self>, Code>(member_access::size_list(self), strides.data(),
                                                    items, entries()));
  }
  template <class S> static constexpr type get(S&& self) {
    constexpr auto at =
        place_known<layout.rank()>(static_plan_of<extents_of<Self>, Code>, Code,
                                   extents_of<Self>.sizes(), bare<Self>::layout.known_strides());
    return make_view<element, layout>(self, at);
  }
};

} // namespace stria::detail
