// SPDX-License-Identifier: BSL-1.0
// assign/rebindable.hpp: rebindable, a view whose assignment makes it refer to other elements.
// Tests: tests/tensor/rebindable.cpp.
#pragma once

#include <stria/assign/swap.hpp>
#include <stria/expr/slice_by.hpp>
#include <stria/tensor/strided_view.hpp>

namespace stria {

namespace detail {

struct rebindable_target_verdict {
  static constexpr message text() {
    return message("stria: an assignment to a rebindable view makes it refer to other elements, so "
                   "the right side must be a view or a tensor with a name, of the same element "
                   "type and rank; r.get() = e writes the elements");
  }
};
struct rebindable_verdict {
  static constexpr message text() {
    return message("stria: rebindable(v) needs a view or a tensor with a name, with elements and "
                   "extents that suit the type of the view: rebindable(t[0]), or "
                   "rebindable<dview<float, 1>> r(t[0])");
  }
};

} // namespace detail

/// A view whose assignment makes it refer to other elements, for containers, members and variables
/// that choose among views. An assignment to a `view` writes the elements instead.
///
/// Everything else works as with the view: subscripts, functions, and `+=` and similar operators,
/// which write the elements. `swap` exchanges what two objects refer to.
///
/// \tparam View  the type of the view, `dview<T, rank>` for views of any strides
/// \numpy        a variable that refers to a view: `best = a[i]`
/// \usage        `std::vector<rebindable<dview<float, 1>>> rows;`, `rebindable best(a[0]); best =
///               a[1];`
/// \see          swap
template <class View> class rebindable;

namespace detail {

template <class T, auto L> inline constexpr bool is_view<rebindable<view<T, L>>> = true;

// In expressions and as a target, it is the view.
template <class A> struct rebindable_view {};
template <class View> struct rebindable_view<rebindable<View>> {
  using type = View;
};
template <class A>
concept rebindable_operand = operand<A> && requires { typename rebindable_view<bare<A>>::type; };
template <rebindable_operand A, class Beside> struct hold_of<A, Beside> {
  using type = typename rebindable_view<bare<A>>::type;
};
template <rebindable_operand A>
struct view_source<A> : view_source<typename rebindable_view<bare<A>>::type&> {};
template <class Op, class T, auto L, class X>
  requires(!is_refused<bare<X>>)
struct assigned<Op, rebindable<view<T, L>>, X> : assigned<Op, view<T, L>, X> {};

} // namespace detail

template <class T, auto L>
class rebindable<view<T, L>> : public view<T, L>,
                               public detail::assignable<rebindable<view<T, L>>> {
  using view_t = view<T, L>;
  using operators_t = detail::assignable<rebindable>;

  constexpr rebindable& refer(const view_t& v) noexcept {
    view_t::look_at(v.base(), detail::member_access::storage_size(v),
                    {v.offset(), v.shape(), v.strides()});
    return *this;
  }
  template <class X>
  static constexpr bool accepts =
      !std::same_as<detail::bare<X>, rebindable> && std::is_constructible_v<view_t, X>;
  template <class X>
  static constexpr bool refuses =
      !std::same_as<detail::bare<X>, rebindable> && !std::is_constructible_v<view_t, X>;

public:
  /// Refers to the elements of a view, or of a tensor with a name.
  ///
  /// \refuses  temporary tensors, expressions, another element type or rank, and static extents or
  ///           strides that may differ
  template <class X>
    requires(accepts<X>)
  constexpr rebindable(X&& x) : view_t(static_cast<X&&>(x)) {}
  template <class X, class Because = detail::refusal_where<refuses<X>, detail::rebindable_verdict>>
    requires(refuses<X>)
  rebindable(X&&) = delete;
  /// Refers to the same elements.
  constexpr rebindable(const rebindable&) = default;

  /// Refers to the elements of `other` from now on.
  ///
  /// \complexity  O(rank); no element is read or written
  constexpr rebindable& operator=(const rebindable& other) & noexcept { return refer(other); }
  /// Refers to the elements of a view, or of a tensor with a name, from now on.
  ///
  /// \refuses  all other right sides, such as numbers and expressions
  template <class X>
    requires(accepts<X>)
  constexpr rebindable& operator=(X&& x) & {
    return refer(view_t(static_cast<X&&>(x)));
  }
  template <class X>
  auto operator=(X&&) & -> detail::refusal_where<refuses<X>, detail::rebindable_target_verdict>;
  template <class X = detail::in_braces>
  auto operator=(std::initializer_list<std::type_identity_t<X>>) & -> detail::refusal_where<
      sizeof(X*) != 0, detail::rebindable_target_verdict>;
  STRIA_LVALUE_TARGET;

  // The base class view declares these operators too. Without these lines, a call would be
  // ambiguous.
  using operators_t::operator+=;
  using operators_t::operator-=;
  using operators_t::operator*=;
  using operators_t::operator/=;
  using operators_t::operator%=;
  using operators_t::operator&=;
  using operators_t::operator|=;
  using operators_t::operator^=;
  using operators_t::operator<<=;
  using operators_t::operator>>=;

  /// The view, whose assignment writes the elements.
  ///
  /// \usage  `r.get() = 0.f;`
  constexpr view_t get() const { return *this; }

  /// Exchanges what two objects refer to.
  friend constexpr void swap(rebindable& a, rebindable& b) noexcept {
    const rebindable held(a);
    a = b;
    b = held;
  }
};

template <class T, auto L> rebindable(const view<T, L>&) -> rebindable<view<T, L>>;
template <class T, extent... E> rebindable(tensor<T, E...>&) -> rebindable<strided_view<T, E...>>;
template <class T, extent... E>
rebindable(const tensor<T, E...>&) -> rebindable<strided_view<const T, E...>>;
// The constructor refuses temporary tensors and expressions.
template <class T, extent... E> rebindable(tensor<T, E...>&&) -> rebindable<strided_view<T, E...>>;
template <detail::operand X>
  requires(!detail::tensor_operand<X> && !detail::view_operand<X>)
rebindable(X&&) -> rebindable<dview<detail::value_t<X>, detail::rank_of<X>>>;

} // namespace stria
