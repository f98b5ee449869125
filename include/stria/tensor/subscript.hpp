// SPDX-License-Identifier: BSL-1.0
// tensor/subscript.hpp: [] and () of tensors, views and expressions. Their bodies are in
// stria.hpp, the decisions in subscript/dispatch.hpp.
#pragma once

#include <stria/tensor/operand.hpp>
#include <stria/token/range.hpp>

#include <initializer_list>

namespace stria::detail {

// Every list of items is accepted here; wrong lists are refused by the return type, because g++ 12
// reads `t[a, b]` as `t[(a, b)]` if no [] fits. The bodies of [] are in stria.hpp.

/// The elements that are allowed in braces.
template <class T>
concept brace_element = integer_item<T> || std::same_as<T, bool>;
/// Some rows of such elements; N are their lengths.
template <class T, std::size_t... N>
concept brace_rows = brace_element<T> && (sizeof...(N) > 0);

/// An argument from which no template parameter can be deduced: braces that hold other elements,
/// and rev or range without parentheses.
struct no_item {
  no_item(std::initializer_list<in_braces>);
  no_item(decltype(rev()) (*)());
  no_item(decltype(range(0, 1)) (*)(int, int));
};

/// Refuses `t({0, 2})`.
struct braces_called_verdict {
  static constexpr message text() {
    return message(
        "stria: braces and the names of functions are no items of (); write t[{0, 2}] or "
        "t(tensor{0, 2}); rev() and range(b, e) need parentheses");
  }
};

struct turns_verdict {
  static constexpr message text() {
    return message("stria: a loop needs elements or views along an axis; "
                   "<stria/ranges.hpp> has elements(t) and subviews(t, _0)");
  }
};

/// Refuses assignment to an expression.
struct target_verdict {
  static constexpr message text() {
    return message("stria: an expression has no memory to write into; assign to a "
                   "tensor or to a view of one, as in r = a + b or t[_0] = a + b");
  }
};

/// Refuses `if (t)` and `float(t[0])`.
template <class B, class E> struct conversion_verdict {
  static constexpr message text() {
    if (std::same_as<B, bool>)
      return message("stria: a condition must be one bool, but this has an axis; use any(...) or "
                     "all_of(...), as in if (all_of(a == b))");
    message m("stria: expected one number, but the shape is ");
    say_shape(m, extents_of<E>.view());
    m << "; index every axis, as in t[";
    for (std::size_t k = 0; k < rank_of<E>; ++k)
      m << (k == 0 ? "0" : ", 0");
    return m << "], or reduce over all axes, as in sum(t)";
  }
};

template <bool> struct conversion_refusal {};
template <> struct conversion_refusal<true> {
  template <class B, class E> using type = refusal<conversion_verdict<B, E>>;
};

/// True for an operand whose elements the host cannot read. If its rank is 0, it does not convert
/// to a number, and elsewhere_verdict is the refusal. See parts/place.hpp.
template <class E> inline constexpr bool is_elsewhere = (place_of<E> > place::files);
template <class E> struct elsewhere_verdict;

/// Subscripts in which all items are braces: t[{0, 2}], t[{0, 2}, {1, 3}] and t[{{0, 1}, {2, 0}}].
/// If there are other items, write tensor{0, 2} instead, because C++ cannot deduce a type from
/// braces.
template <class Self> struct subscriptable_by_braces : operand_base {
  template <class T, std::size_t... N>
    requires brace_rows<T, N...>
  constexpr auto operator[](const T (&... rows)[N]) &
      STRIA_LIFETIMEBOUND->typename subscript_of<Self&, const T (&)[N]...>::type;
  template <class T, std::size_t... N>
    requires brace_rows<T, N...>
  constexpr auto operator[](const T (&... rows)[N]) const
      & STRIA_LIFETIMEBOUND->typename subscript_of<const Self&, const T (&)[N]...>::type;
  template <class T, std::size_t... N, std::size_t... M>
    requires brace_rows<T, N...>
  constexpr auto operator[](const T (&... rows)[N][M]) &
      STRIA_LIFETIMEBOUND->typename subscript_of<Self&, const T (&)[N][M]...>::type;
  template <class T, std::size_t... N, std::size_t... M>
    requires brace_rows<T, N...>
  constexpr auto operator[](const T (&... rows)[N][M]) const
      & STRIA_LIFETIMEBOUND->typename subscript_of<const Self&, const T (&)[N][M]...>::type;

  // Without these overloads, g++ 12 reads t[{0, 2}, _] as t[({0, 2}, _)], which is all of t. There
  // are several, because g++ 12 does not support default arguments of [].
  template <class... Ix>
  constexpr auto operator[](no_item, const Ix&...) const ->
      typename subscript_of<const Self&, no_item, Ix...>::type;
  template <class Ix, class... J>
  constexpr auto operator[](const Ix&, no_item, const J&...) const ->
      typename subscript_of<const Self&, Ix, no_item, J...>::type;
  template <class Ix, class J, class... K>
  constexpr auto operator[](const Ix&, const J&, no_item, const K&...) const ->
      typename subscript_of<const Self&, Ix, J, no_item, K...>::type;
  template <std::same_as<no_item> Ix = no_item>
  constexpr auto operator[](no_item, no_item) const ->
      typename subscript_of<const Self&, Ix, Ix>::type;

  // The same for (), which accepts no braces.
  template <class... Ix>
  auto operator()(no_item, const Ix&...) const
      -> refusal_where<sizeof...(Ix) + 1 != 0, braces_called_verdict>;
  template <class Ix, class... J>
  auto operator()(const Ix&, no_item, const J&...) const
      -> refusal_where<sizeof(Ix*) != 0, braces_called_verdict>;
  template <class Ix, class J, class... K>
  auto operator()(const Ix&, const J&, no_item, const K&...) const
      -> refusal_where<sizeof(Ix*) != 0, braces_called_verdict>;
  template <std::same_as<no_item> Ix = no_item>
  auto operator()(no_item, no_item) const -> refusal_where<sizeof(Ix) != 0, braces_called_verdict>;

  /// Refuses conversion to a number, so that `if (a == b)` must state any or all. It is a template,
  /// because otherwise a conversion of a node would hide it. It is explicit, because otherwise
  /// f(t[0]) would be ambiguous between f(double) and f(tensor).
  template <class B, class Because = typename conversion_refusal<number<B>>::template type<B, Self>>
    requires(rank_of<Self> > 0)
  explicit operator B() const = delete;
  template <class B, class E = Self,
            class Because = refusal_where<number<B> && is_elsewhere<E>, elsewhere_verdict<E>>>
    requires(rank_of<E> == 0)
  operator B() const = delete;
};

/// [] and () of views and expressions. The results hold copies of the operands that they need.
template <class Self> struct subscriptable : subscriptable_by_braces<Self> {
  using subscriptable_by_braces<Self>::operator[];
  using subscriptable_by_braces<Self>::operator();

  /// Selects elements, axis by axis; fewer items than axes leave the last axes whole.
  ///
  /// \param items  integers and constants, which drop their axis; `_`, `range`, `rev` and `slice`;
  ///               `newaxis`; `ellipsis`; `"..."_ix`; index arrays (integer tensors, ranges of
  ///               integers, or braces if all items are braces); boolean masks; `ix_(...)`;
  ///               `nd(...)`
  /// \returns      one element (a reference, or a value for expressions) if every axis has an
  ///               integer; a view for basic items, or a lazy expression if the operand is one; a
  ///               lazy gather for index arrays and masks, which is also the target of a scatter
  /// \throws       index_error if an integer or an entry of an index array lies outside its axis
  /// \throws       shape_error if a mask has other sizes than its axes, or index arrays do not
  ///               broadcast
  /// \throws       value_error for step 0
  /// \refuses      constants outside a static axis, too many items, a second ellipsis, and other
  ///               types
  /// \complexity   O(rank) for basic items, no allocation
  /// \numpy        `t[...]`
  /// \usage        `t[1, range(2, 4), newaxis, ellipsis, rev()]`
  template <class... Ix>
  constexpr auto operator[](Ix&&... items) & -> typename subscript_of<Self&, Ix...>::type;
  template <class... Ix>
  constexpr auto operator[](Ix&&... items) const& ->
      typename subscript_of<const Self&, Ix...>::type;
  template <class... Ix>
  constexpr auto operator[](Ix&&... items) && -> typename subscript_of<Self, Ix...>::type;

  /// The same as operator[].
  template <class... Ix>
  STRIA_INLINE constexpr auto operator()(Ix&&... items) & ->
      typename returned_by_call<typename subscript_of<Self&, Ix...>::type>::type {
    STRIA_UNLESS_REFUSED(subscript_of<Self&, Ix...>)
    return subscript_of<Self&, Ix...>::get(static_cast<Self&>(*this), items...);
  }
  template <class... Ix>
  STRIA_INLINE constexpr auto operator()(Ix&&... items) const& ->
      typename returned_by_call<typename subscript_of<const Self&, Ix...>::type>::type {
    STRIA_UNLESS_REFUSED(subscript_of<const Self&, Ix...>)
    return subscript_of<const Self&, Ix...>::get(static_cast<const Self&>(*this), items...);
  }
  template <class... Ix>
  STRIA_INLINE constexpr auto operator()(Ix&&... items) && ->
      typename returned_by_call<typename subscript_of<Self, Ix...>::type>::type {
    STRIA_UNLESS_REFUSED(subscript_of<Self, Ix...>)
    return subscript_of<Self, Ix...>::get(static_cast<Self&&>(*this), items...);
  }
};

/// [] and () of tensors. The results refer to the tensor; results of a temporary tensor own it.
template <class Self> struct subscriptable_owner : subscriptable_by_braces<Self> {
  using subscriptable_by_braces<Self>::operator[];
  using subscriptable_by_braces<Self>::operator();
  /// Selects elements, axis by axis; fewer items than axes leave the last axes whole.
  ///
  /// \param items  integers and constants, which drop their axis; `_`, `range`, `rev` and `slice`;
  ///               `newaxis`; `ellipsis`; `"..."_ix`; index arrays (integer tensors, ranges of
  ///               integers, or braces if all items are braces); boolean masks; `ix_(...)`;
  ///               `nd(...)`
  /// \returns      one element (a reference) if every axis has an integer; a view for basic items,
  ///               or, for a temporary tensor, an expression that owns it; a lazy gather for index
  ///               arrays and masks, which is also the target of a scatter
  /// \throws       index_error if an integer or an entry of an index array lies outside its axis;
  ///               STRIA_UNCHECKED drops the check for single elements
  /// \throws       shape_error if a mask has other sizes than its axes, or index arrays do not
  ///               broadcast
  /// \throws       value_error for step 0
  /// \refuses      constants outside a static axis, too many items, a second ellipsis, and other
  ///               types
  /// \complexity   O(rank) for basic items, no allocation
  /// \numpy        `t[...]`
  /// \usage        `t[1, range(2, 4), newaxis, ellipsis, rev()]`
  template <class... Ix>
      constexpr auto operator[](Ix&&... items) & STRIA_LIFETIMEBOUND->
                                                 typename subscript_of<Self&, Ix...>::type;
  template <class... Ix>
      constexpr auto operator[](Ix&&... items) const
      & STRIA_LIFETIMEBOUND->typename subscript_of<const Self&, Ix...>::type;
  template <class... Ix>
  constexpr auto operator[](Ix&&... items) && -> typename subscript_of<Self, Ix...>::type;
  // A const temporary, such as the result of a function that returns `const T`, is copied.
  template <class... Ix>
  constexpr auto operator[](Ix&&... items) const&& -> typename subscript_of<Self, Ix...>::type;
  template <brace_element T, std::size_t... N>
    requires(sizeof...(N) > 0)
  constexpr auto operator[](const T (&... rows)[N]) && ->
      typename subscript_of<Self, const T (&)[N]...>::type;
  template <brace_element T, std::size_t... N>
    requires(sizeof...(N) > 0)
  constexpr auto operator[](const T (&... rows)[N]) const&& ->
      typename subscript_of<Self, const T (&)[N]...>::type;
  template <brace_element T, std::size_t... N, std::size_t... M>
    requires(sizeof...(N) > 0)
  constexpr auto operator[](const T (&... rows)[N][M]) && ->
      typename subscript_of<Self, const T (&)[N][M]...>::type;
  template <brace_element T, std::size_t... N, std::size_t... M>
    requires(sizeof...(N) > 0)
  constexpr auto operator[](const T (&... rows)[N][M]) const&& ->
      typename subscript_of<Self, const T (&)[N][M]...>::type;

  /// The same as operator[].
  template <class... Ix>
      STRIA_INLINE constexpr auto operator()(Ix&&... items) &
      STRIA_LIFETIMEBOUND->
      typename returned_by_call<typename subscript_of<Self&, Ix...>::type>::type {
    STRIA_UNLESS_REFUSED(subscript_of<Self&, Ix...>)
    return subscript_of<Self&, Ix...>::get(static_cast<Self&>(*this), items...);
  }
  template <class... Ix>
      STRIA_INLINE constexpr auto operator()(Ix&&... items) const
      & STRIA_LIFETIMEBOUND->
        typename returned_by_call<typename subscript_of<const Self&, Ix...>::type>::type {
    STRIA_UNLESS_REFUSED(subscript_of<const Self&, Ix...>)
    return subscript_of<const Self&, Ix...>::get(static_cast<const Self&>(*this), items...);
  }
  template <class... Ix>
  STRIA_INLINE constexpr auto operator()(Ix&&... items) && ->
      typename returned_by_call<typename subscript_of<Self, Ix...>::type>::type {
    STRIA_UNLESS_REFUSED(subscript_of<Self, Ix...>)
    return subscript_of<Self, Ix...>::get(static_cast<Self&&>(*this), items...);
  }
  template <class... Ix>
  constexpr auto operator()(Ix&&... items) const&& ->
      typename returned_by_call<typename subscript_of<Self, Ix...>::type>::type {
    STRIA_UNLESS_REFUSED(subscript_of<Self, Ix...>)
    return subscript_of<Self, Ix...>::get(Self(static_cast<const Self&>(*this)), items...);
  }
};

} // namespace stria::detail

namespace stria::operators {

/// \internal
/// Refuses `for (auto x : t)`; the message suggests elements() and subviews(). begin() and end()
/// are not members, because code completion would offer them.
template <class E, class Because = detail::refusal_where<detail::operand<E>, detail::turns_verdict>>
void begin(const E&) = delete;
/// \internal
/// Does not refuse anything, because begin() has already reported the error.
template <detail::operand E> ignored end(const E&);

} // namespace stria::operators
