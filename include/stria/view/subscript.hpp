// SPDX-License-Identifier: BSL-1.0
// view/subscript.hpp: [] and () of tensors, views and expressions.
#pragma once

#include <stria/token/range.hpp>
#include <stria/view/operand.hpp>

#include <initializer_list>

namespace stria::detail {

// Every list of items is accepted here and refused, if it must be, by the return type: where no []
// fits, g++ 12 reads `t[a, b]` as `t[(a, b)]`. The bodies of [] stand in stria.hpp, which says why.

/// What may stand in braces.
template <class T>
concept brace_element = integer_item<T> || std::same_as<T, bool>;

/// Anything in braces, braces in them too.
struct in_braces {
  template <class T> in_braces(const T&);
  in_braces(std::initializer_list<in_braces>);
};
/// What no template can take as an item: braces of whatever else, and rev or range bare.
struct no_item {
  no_item(std::initializer_list<in_braces>);
  no_item(decltype(rev()) (*)());
  no_item(decltype(range(0, 1)) (*)(int, int));
};

using turns_verdict = sentence<"stria: a loop goes over elements or over views along an axis; "
                               "<stria/ranges.hpp> has elements(t) and subviews(t, _0)">;

/// Why an expression is no target.
using target_verdict = sentence<"stria: an expression has no memory to write into; assign to a "
                                "tensor or to a view of one, as in r = a + b or t[_0] = a + b">;

/// Why `if (t)` and `float(t[0])` are refused.
template <class B, class E> struct conversion_verdict {
  static constexpr message text() {
    if (std::same_as<B, bool>)
      return message("stria: a condition is one bool, and this has an axis; say any(...) or "
                     "all_of(...), as in if (all_of(a == b))");
    message m("stria: one number is asked for, and the shape is ");
    say_shape(m, extents_of<E>.view());
    m << "; give each axis an index, as in t[";
    for (std::size_t k = 0; k < rank_of<E>; ++k)
      m << (k == 0 ? "0" : ", 0");
    return m << "], or reduce them all, as in sum(t)";
  }
};

template <bool> struct conversion_refusal {};
template <> struct conversion_refusal<true> {
  template <class B, class E> using type = refusal<conversion_verdict<B, E>>;
};

/// An operand whose elements the host cannot read, so that rank 0 is no number, and the verdict
/// that says so; device/tensor.hpp.
template <class E> inline constexpr bool is_elsewhere = false;
template <class E> struct elsewhere_verdict;

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

  // Else g++ 12 reads t[{0, 2}, _] as t[({0, 2}, _)], all of t. Its [] has no default arguments.
  template <class... I>
  constexpr auto operator[](no_item, const I&...) const ->
      typename subscript_of<const Self&, no_item, I...>::type;
  template <class I, class... J>
  constexpr auto operator[](const I&, no_item, const J&...) const ->
      typename subscript_of<const Self&, I, no_item, J...>::type;
  template <class I, class J, class... K>
  constexpr auto operator[](const I&, const J&, no_item, const K&...) const ->
      typename subscript_of<const Self&, I, J, no_item, K...>::type;
  template <std::same_as<no_item> I = no_item>
  constexpr auto operator[](no_item, no_item) const ->
      typename subscript_of<const Self&, I, I>::type;

  /// `if (a == b)` has to say whether all elements are meant or any, and `float(t[0])` which one. A
  /// template, as a node's own conversion would hide it. Explicit: it would take part wherever a
  /// number is wanted, and make f(t[0]) ambiguous for an f(double) beside an f(tensor).
  template <class B, class Because = typename conversion_refusal<number<B>>::template type<B, Self>>
    requires(rank_of<Self> > 0)
  explicit operator B() const = delete;
  template <class B, class E = Self,
            class Because = refusal_where<number<B> && is_elsewhere<E>, elsewhere_verdict<E>>>
    requires(rank_of<E> == 0)
  operator B() const = delete;
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
    STRIA_UNLESS_REFUSED(subscript_of<Self&, I...>)
    return subscript_of<Self&, I...>::get(static_cast<Self&>(*this), items...);
  }
  template <class... I>
  STRIA_INLINE constexpr auto operator()(I&&... items) const& ->
      typename returned_by_call<typename subscript_of<const Self&, I...>::type>::type {
    STRIA_UNLESS_REFUSED(subscript_of<const Self&, I...>)
    return subscript_of<const Self&, I...>::get(static_cast<const Self&>(*this), items...);
  }
  template <class... I>
  STRIA_INLINE constexpr auto operator()(I&&... items) && ->
      typename returned_by_call<typename subscript_of<Self, I...>::type>::type {
    STRIA_UNLESS_REFUSED(subscript_of<Self, I...>)
    return subscript_of<Self, I...>::get(static_cast<Self&&>(*this), items...);
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
    STRIA_UNLESS_REFUSED(subscript_of<Self&, I...>)
    return subscript_of<Self&, I...>::get(static_cast<Self&>(*this), items...);
  }
  template <class... I>
      STRIA_INLINE constexpr auto operator()(I&&... items) const
      & STRIA_LIFETIMEBOUND->
        typename returned_by_call<typename subscript_of<const Self&, I...>::type>::type {
    STRIA_UNLESS_REFUSED(subscript_of<const Self&, I...>)
    return subscript_of<const Self&, I...>::get(static_cast<const Self&>(*this), items...);
  }
  template <class... I>
  STRIA_INLINE constexpr auto operator()(I&&... items) && ->
      typename returned_by_call<typename subscript_of<Self, I...>::type>::type {
    STRIA_UNLESS_REFUSED(subscript_of<Self, I...>)
    return subscript_of<Self, I...>::get(static_cast<Self&&>(*this), items...);
  }
};

} // namespace stria::detail

namespace stria::operators {

/// `for (auto x : t)` has to say what it goes over. Not members: code completion would offer them.
template <class E, class Because = detail::refusal_where<detail::operand<E>, detail::turns_verdict>>
void begin(const E&) = delete;
template <detail::operand E> ignored end(const E&); // one error is enough

} // namespace stria::operators
