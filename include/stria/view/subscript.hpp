// SPDX-License-Identifier: BSL-1.0
// view/subscript.hpp: [] and () of tensors, views and expressions.
#pragma once

#include <stria/view/operand.hpp>

namespace stria::detail {

// Every list of items is accepted here and refused, if it must be, by the return type: where no []
// fits, g++ 12 reads `t[a, b]` as `t[(a, b)]`. The bodies of [] stand in stria.hpp, which says why.

/// What may stand in braces.
template <class T>
concept brace_element = integer_item<T> || std::same_as<T, bool>;

using condition_verdict = sentence<"stria: a condition is one bool, and this has an axis; say "
                                   "any(...) or all_of(...), as in if (all_of(a == b))">;

/// t[{0, 2}], t[{0, 2}, {1, 3}] and t[{{0, 1}, {2, 0}}]: nested initialisers as index arrays, where
/// all items are ones. Beside other items an array is spelled tensor{0, 2}: C++ deduces nothing of
/// braces.
template <class Self> struct subscriptable_by_braces : operand_base {
  template <brace_element T, std::size_t... N>
    requires(sizeof...(N) > 0)
  constexpr auto operator[](const T (&... rows)[N]) & ->
      typename subscript_of<Self&, const T (&)[N]...>::type;
  template <brace_element T, std::size_t... N>
    requires(sizeof...(N) > 0)
  constexpr auto operator[](const T (&... rows)[N]) const& ->
      typename subscript_of<const Self&, const T (&)[N]...>::type;
  template <brace_element T, std::size_t... N, std::size_t... M>
    requires(sizeof...(N) > 0)
  constexpr auto operator[](const T (&... rows)[N][M]) & ->
      typename subscript_of<Self&, const T (&)[N][M]...>::type;
  template <brace_element T, std::size_t... N, std::size_t... M>
    requires(sizeof...(N) > 0)
  constexpr auto operator[](const T (&... rows)[N][M]) const& ->
      typename subscript_of<const Self&, const T (&)[N][M]...>::type;

  /// `if (a == b)` has to say whether all elements are meant or any. A template, as a node's own
  /// conversion to bool would hide it.
  template <std::same_as<bool> B,
            class Because = refusal_where<std::same_as<B, bool>, condition_verdict>>
    requires(rank_of<Self> > 0)
  explicit operator B() const = delete;
};

/// [] and () of views and expressions, whose results hold what they need.
template <class Self> struct subscriptable : subscriptable_by_braces<Self> {
  using subscriptable_by_braces<Self>::operator[];
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
template <class Self> struct subscriptable_owner : subscriptable_by_braces<Self> {
  using subscriptable_by_braces<Self>::operator[];
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
