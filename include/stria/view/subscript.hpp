// SPDX-License-Identifier: BSL-1.0
// view/subscript.hpp: [] and () of tensors, views and expressions.
#pragma once

#include <stria/view/operand.hpp>

namespace stria::detail {

// Every list of items is accepted here and refused, if it must be, by the return type: where no []
// fits, g++ 12 reads `t[a, b]` as `t[(a, b)]`. The bodies of [] stand in stria.hpp, which says why.

/// [] and () of views and expressions, whose results hold what they need.
template <class Self> struct subscriptable : operand_base {
  template <class... I>
  constexpr auto operator[](I&&... items) & -> typename subscript_of<Self&, I...>::type;
  template <class... I>
  constexpr auto operator[](I&&... items) const& -> typename subscript_of<const Self&, I...>::type;
  template <class... I>
  constexpr auto operator[](I&&... items) && -> typename subscript_of<Self, I...>::type;

  template <class... I>
  STRIA_INLINE constexpr auto operator()(I&&... items) & ->
      typename returned_by_call<typename subscript_of<Self&, I...>::type>::type {
    if constexpr (subscript_of<Self&, I...>::accepted)
      return subscript_of<Self&, I...>::get(static_cast<Self&>(*this), items...);
    else
      __builtin_unreachable();
  }
  template <class... I>
  STRIA_INLINE constexpr auto operator()(I&&... items) const& ->
      typename returned_by_call<typename subscript_of<const Self&, I...>::type>::type {
    if constexpr (subscript_of<const Self&, I...>::accepted)
      return subscript_of<const Self&, I...>::get(static_cast<const Self&>(*this), items...);
    else
      __builtin_unreachable();
  }
  template <class... I>
  STRIA_INLINE constexpr auto operator()(I&&... items) && ->
      typename returned_by_call<typename subscript_of<Self, I...>::type>::type {
    if constexpr (subscript_of<Self, I...>::accepted)
      return subscript_of<Self, I...>::get(static_cast<Self&&>(*this), items...);
    else
      __builtin_unreachable();
  }
};

/// [] and () of tensors, whose results refer to them.
template <class Self> struct subscriptable_owner : operand_base {
  template <class... I>
      constexpr auto operator[](I&&... items) & STRIA_LIFETIMEBOUND->
                                                typename subscript_of<Self&, I...>::type;
  template <class... I>
      constexpr auto operator[](I&&... items) const
      & STRIA_LIFETIMEBOUND->typename subscript_of<const Self&, I...>::type;
  template <class... I>
  constexpr auto operator[](I&&... items) && -> typename subscript_of<Self, I...>::type;

  template <class... I>
      STRIA_INLINE constexpr auto operator()(I&&... items) &
      STRIA_LIFETIMEBOUND->
      typename returned_by_call<typename subscript_of<Self&, I...>::type>::type {
    if constexpr (subscript_of<Self&, I...>::accepted)
      return subscript_of<Self&, I...>::get(static_cast<Self&>(*this), items...);
    else
      __builtin_unreachable();
  }
  template <class... I>
      STRIA_INLINE constexpr auto operator()(I&&... items) const
      & STRIA_LIFETIMEBOUND->
        typename returned_by_call<typename subscript_of<const Self&, I...>::type>::type {
    if constexpr (subscript_of<const Self&, I...>::accepted)
      return subscript_of<const Self&, I...>::get(static_cast<const Self&>(*this), items...);
    else
      __builtin_unreachable();
  }
  template <class... I>
  STRIA_INLINE constexpr auto operator()(I&&... items) && ->
      typename returned_by_call<typename subscript_of<Self, I...>::type>::type {
    if constexpr (subscript_of<Self, I...>::accepted)
      return subscript_of<Self, I...>::get(static_cast<Self&&>(*this), items...);
    else
      __builtin_unreachable();
  }
};

} // namespace stria::detail
