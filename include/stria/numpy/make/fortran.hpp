// SPDX-License-Identifier: BSL-1.0
// numpy/make/fortran.hpp: fortran_tensor, a tensor in column-major order.
// Tests: tests/tensor/fortran.cpp.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/assign/noalias.hpp>
#include <stria/numpy/make/maker.hpp>
#include <stria/numpy/shape/as_view.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

template <class T, extent... E> class fortran_tensor;

namespace detail {

template <class T, extent... E>
inline constexpr bool is_const_owner<const fortran_tensor<T, E...>> = true;

template <extent... E>
inline constexpr auto fortran_layout = detail::column_major(detail::shape_of<E...>());

/// The elements. They are in a base class so that they are constructed before the view of them.
template <class T> struct fortran_elements {
  tensor<T, dyn> elements;
};

} // namespace detail

/// A tensor that owns its elements in column-major order, as in Fortran, MATLAB and Eigen.
///
/// It is copied and moved like a tensor. In all other respects it is a view: subscripts, arithmetic
/// and assignments have the same meaning as for a tensor, and run in the order of memory where that
/// is faster. For a fortran_tensor, functions that return views of tensors (transpose, reshape)
/// return an expression; call view() first to get a view. A subscript of a temporary is a tensor.
///
/// \tparam T   the element type
/// \tparam E   the extents: static, `dyn` or named
/// \numpy      an array with `order='F'`
/// \usage      `fortran_tensor<double, dyn, dyn> a(3, 4);`
/// \see        as_fortran, zeros
template <class T, extent... E>
class fortran_tensor : detail::fortran_elements<T>,
                       public view<T, detail::fortran_layout<E...>>,
                       public detail::assignable_owner<fortran_tensor<T, E...>> {
  using memory = detail::fortran_elements<T>;
  using view_t = stria::view<T, detail::fortran_layout<E...>>;
  using const_view_t = stria::view<const T, detail::fortran_layout<E...>>;
  using tensor_t = tensor<T, E...>;
  static constexpr std::size_t R = sizeof...(E);
  static constexpr auto known = detail::shape_of<E...>();

  static constexpr detail::placed<R> place(const std::array<index, R>& sizes) {
    return {0, sizes, detail::column_major_strides(sizes)};
  }
  static constexpr std::array<index, R> blank() {
    auto n = known.sizes();
    for (index& k : n)
      k = k < 0 ? 0 : k;
    return n;
  }
  /// The elements of a tensor that was moved from: static extents promise them.
  static constexpr tensor<T, dyn> blank_elements() {
    if constexpr (known.is_static())
      return tensor<T, dyn>(detail::count_elements(known.sizes()));
    else
      return tensor<T, dyn>();
  }
  constexpr void look() {
    view_t::look_at(memory::elements.data(), memory::elements.size(), place(this->shape()));
  }

public:
  /// The element type.
  using value_type = T;

  /// Zeros; dynamic extents are 0.
  constexpr fortran_tensor() : fortran_tensor(blank(), detail::uninitialized_t{}) {
    detail::set_all<T>{}(*this);
  }
  /// Zeros with the given sizes.
  /// \param sizes the sizes of the dynamic and named extents, in order
  /// \throws      value_error for a negative size or too many elements
  /// \numpy       `np.zeros(shape, order='F')`
  template <detail::size_item... S>
    requires(sizeof...(S) == known.dynamic_count() && sizeof...(S) > 0)
  constexpr explicit fortran_tensor(S... sizes)
      : fortran_tensor(detail::asked_shape<known, S...>::sizes(sizes...),
                       detail::uninitialized_t{}) {
    detail::set_all<T>{}(*this);
  }
  /// Copies the values of an operand.
  /// \throws     shape_error if the shape does not match the static extents
  /// \refuses    static shapes that do not match
  template <detail::operand X>
    requires(!std::same_as<std::remove_cvref_t<X>, fortran_tensor> &&
             detail::constructed<tensor_t, X>::accepted)
  constexpr fortran_tensor(const X& x)
      : fortran_tensor(detail::prepare_to_loop(x), detail::uninitialized_t{}) {}

  /// \internal The first constructor leaves the elements uninitialised; the second copies the
  /// values of a prepared expression.
  constexpr fortran_tensor(const std::array<index, R>& sizes, detail::uninitialized_t u)
      : memory{tensor<T, dyn>(std::array{detail::checked_count(sizes.data(), R)}, u)},
        view_t(memory::elements.data(), memory::elements.size(), place(sizes)) {}
  template <detail::operand X>
  constexpr fortran_tensor(const X& ready_, detail::uninitialized_t u)
      : fortran_tensor(detail::constructed<tensor_t, X>::sizes(ready_), u) {
    static_cast<view_t&>(*this) = ready_;
  }

  constexpr fortran_tensor(const fortran_tensor& other)
      : memory(other), view_t(static_cast<const view_t&>(other)) {
    look();
  }
  constexpr fortran_tensor(fortran_tensor&& other) noexcept(!known.is_static())
      : memory{blank_elements()}, view_t(static_cast<const view_t&>(other)) {
    std::swap(memory::elements, other.elements);
    look();
    other.lose();
  }
  constexpr fortran_tensor& operator=(const fortran_tensor& other) & { return assign(other); }
  constexpr fortran_tensor& operator=(fortran_tensor&& other) & noexcept {
    if (this != &other) {
      if constexpr (known.is_static())
        std::swap(memory::elements, other.elements);
      else
        memory::elements = std::move(other.elements);
      view_t::look_at(memory::elements.data(), memory::elements.size(), place(other.shape()));
      other.lose();
    }
    return *this;
  }
  constexpr ~fortran_tensor() = default;

  /// Exchanges the memory of two tensors, as std::swap does; dynamic extents are exchanged, too.
  friend constexpr void swap(fortran_tensor& a, fortran_tensor& b) noexcept {
    const auto sizes = a.shape();
    std::swap(a.elements, b.elements);
    a.view_t::look_at(a.elements.data(), a.elements.size(), place(b.shape()));
    b.view_t::look_at(b.elements.data(), b.elements.size(), place(sizes));
  }

  /// Assigns values. Dynamic extents get the sizes of an operand; a scalar fills the tensor.
  /// \throws     shape_error if the shape does not match the static extents
  /// \refuses    static shapes that do not match, and temporary tensors as targets
  template <class X>
    requires(detail::assigned<detail::assign_op, tensor_t, const X&>::accepted)
  constexpr fortran_tensor& operator=(const X& x) & {
    return assign(x);
  }
  template <class X>
    requires(!detail::assigned<detail::assign_op, tensor_t, const X&>::accepted)
  auto operator=(const X& x) & ->
      typename detail::assigned<detail::assign_op, tensor_t, const X&>::type;
  STRIA_LVALUE_TARGET;

  // The base class view declares these operators too. Without these lines, a call would be
  // ambiguous.
  using detail::assignable_owner<fortran_tensor>::operator+=;
  using detail::assignable_owner<fortran_tensor>::operator-=;
  using detail::assignable_owner<fortran_tensor>::operator*=;
  using detail::assignable_owner<fortran_tensor>::operator/=;
  using detail::assignable_owner<fortran_tensor>::operator%=;
  using detail::assignable_owner<fortran_tensor>::operator&=;
  using detail::assignable_owner<fortran_tensor>::operator|=;
  using detail::assignable_owner<fortran_tensor>::operator^=;
  using detail::assignable_owner<fortran_tensor>::operator<<=;
  using detail::assignable_owner<fortran_tensor>::operator>>=;

  /// A view of the elements; the tensor must outlive it.
  constexpr view_t view() & STRIA_LIFETIMEBOUND { return *this; }
  /// A read-only view of the elements.
  constexpr const_view_t view() const& STRIA_LIFETIMEBOUND { return *this; }
  constexpr void view() const&& = delete;
  /// Pointer to the first element.
  constexpr T* data() STRIA_LIFETIMEBOUND { return memory::elements.data(); }
  /// Pointer to the first element, read-only.
  constexpr const T* data() const STRIA_LIFETIMEBOUND { return memory::elements.data(); }
  /// All elements in column-major order.
  constexpr const std::span<T> storage() STRIA_LIFETIMEBOUND { return memory::elements.storage(); }
  /// All elements in column-major order, read-only.
  constexpr const std::span<const T> storage() const STRIA_LIFETIMEBOUND {
    return memory::elements.storage();
  }

  /// A tensor of rank 0 converts to its element.
  constexpr operator T&()
    requires(R == 0)
  {
    return *data();
  }
  /// A const tensor of rank 0 converts to its element, read-only.
  constexpr operator const T&() const
    requires(R == 0)
  {
    return *data();
  }

  // A subscript of an lvalue is a view; a subscript of a temporary is a value.
  using view_t::operator[];
  using view_t::operator();
  /// An element or a read-only view of the elements that the items select.
  template <class... Ix>
  constexpr auto operator[](
      Ix&&... items) const& -> decltype(std::declval<const_view_t>()[static_cast<Ix&&>(items)...]) {
    return const_view_t(*this)[static_cast<Ix&&>(items)...];
  }
  /// The same as operator[].
  template <class... Ix>
  constexpr auto operator()(
      Ix&&... items) const& -> decltype(std::declval<const_view_t>()(static_cast<Ix&&>(items)...)) {
    return const_view_t(*this)(static_cast<Ix&&>(items)...);
  }
  // The second constraint makes these overloads better matches than those of the base class, which
  // clang does not hide.
  /// The elements that lists in braces select, read-only.
  template <class X, std::size_t... N>
    requires(detail::brace_rows<X, N...> && detail::operand<view_t>)
  constexpr auto operator[](const X (&... rows)[N]) const& {
    return const_view_t(*this)[rows...];
  }
  /// The same for nested lists.
  template <class X, std::size_t... N, std::size_t... M>
    requires(detail::brace_rows<X, N...> && detail::operand<view_t>)
  constexpr auto operator[](const X (&... rows)[N][M]) const& {
    return const_view_t(*this)[rows...];
  }
  /// For a temporary: the elements that lists in braces select.
  template <detail::brace_element X, std::size_t... N>
    requires(sizeof...(N) > 0)
  constexpr decltype(auto) operator[](const X (&... rows)[N]) && {
    return values_of(static_cast<view_t&>(*this)[rows...]);
  }
  /// The same for nested lists.
  template <detail::brace_element X, std::size_t... N, std::size_t... M>
    requires(sizeof...(N) > 0)
  constexpr decltype(auto) operator[](const X (&... rows)[N][M]) && {
    return values_of(static_cast<view_t&>(*this)[rows...]);
  }
  /// The same for a const temporary.
  template <class... Ix> constexpr decltype(auto) operator[](Ix&&... items) const&& {
    return values_of(const_view_t(*this)[static_cast<Ix&&>(items)...]);
  }
  /// The same for a const temporary.
  template <class... Ix> constexpr decltype(auto) operator()(Ix&&... items) const&& {
    return values_of(const_view_t(*this)(static_cast<Ix&&>(items)...));
  }
  /// For a temporary: an element, or a tensor of the selected elements.
  template <class... Ix> constexpr decltype(auto) operator[](Ix&&... items) && {
    return values_of(static_cast<view_t&>(*this)[static_cast<Ix&&>(items)...]);
  }
  /// The same as operator[].
  template <class... Ix> constexpr decltype(auto) operator()(Ix&&... items) && {
    return values_of(static_cast<view_t&>(*this)(static_cast<Ix&&>(items)...));
  }

private:
  template <class X> static constexpr detail::element_value<X> values_of(const X& x) { return x; }
  template <detail::operand X> static constexpr auto values_of(const X& x) { return eval(x); }
  constexpr void lose() {
    view_t::look_at(memory::elements.data(), memory::elements.size(), place(blank()));
  }
  template <class X> constexpr fortran_tensor& assign(const X& x) {
    if constexpr (detail::operand<X>)
      if (const auto n = x.shape(); !same_shape(n))
        return *this = fortran_tensor(x);
    static_cast<view_t&>(*this) = x;
    return *this;
  }
  template <std::size_t N> constexpr bool same_shape(const std::array<index, N>& n) const {
    if constexpr (N == R)
      return n == this->shape();
    else
      return false;
  }
};

namespace detail {

template <class T, auto Shape, class Seq = std::make_index_sequence<Shape.rank()>>
struct fortran_of;
template <class T, auto Shape, std::size_t... K>
struct fortran_of<T, Shape, std::index_sequence<K...>> {
  using type = fortran_tensor<T, Shape[K]...>;
};

// As a target, a fortran_tensor acts as the view of its elements.
template <class Op, class T, extent... E, class X>
  requires(!is_refused<std::remove_cvref_t<X>>)
struct assigned<Op, fortran_tensor<T, E...>, X> : assigned<Op, view<T, fortran_layout<E...>>, X> {};

// Without the check for overlap, dynamic extents get the sizes of an operand, too.
template <class T, extent... E, class X>
  requires(!is_refused<std::remove_cvref_t<X>>)
struct unchecked<assign_op, fortran_tensor<T, E...>, X>
    : assigned<assign_op, fortran_tensor<T, E...>, X> {
  template <class U>
  static constexpr fortran_tensor<T, E...>& run(fortran_tensor<T, E...>& target, const U& e) {
    using call = assigned<assign_op, fortran_tensor<T, E...>, X>;
    if constexpr (rank_if_operand<U> == sizeof...(E))
      if (e.shape() == target.shape()) {
        call::template run<false>(target, e);
        return target;
      }
    return target = e;
  }
};

// An expression holds a view of an lvalue fortran_tensor. It holds an rvalue by value.
template <class T, extent... E, class Beside> struct hold_of<fortran_tensor<T, E...>&, Beside> {
  using type = view<const T, fortran_layout<E...>>;
};
template <class T, extent... E, class Beside>
struct hold_of<const fortran_tensor<T, E...>&, Beside> {
  using type = view<const T, fortran_layout<E...>>;
};

template <class A> struct fortran_copy {};
template <operand A> struct fortran_copy<A> : fortran_of<value_t<A>, extents_of<A>> {};

// --- functions that create tensors ---

/// A call of zeros() or a similar function whose last argument is an order of the elements.
template <fixed_string Name, class Arguments> struct ordered_verdict {
  static constexpr bool sized = Arguments::valid && !Arguments::has_strides;
  static constexpr bool accepted = sized && Arguments::counts_fit;
  static constexpr message text() {
    if (!sized)
      return say_foreign_size(Name.view());
    message m("stria: ");
    m << Name.view() << ": ";
    return say_size_count(m, Arguments::shape.view(),
                          static_cast<index>(Arguments::shape.dynamic_count()),
                          static_cast<index>(Arguments::sizes));
  }
};
template <class T, class Arguments, class... S> struct ordered_call {
  static constexpr bool accepted = true;
  using type = typename std::conditional_t<asks_column_major<S...>, fortran_of<T, Arguments::shape>,
                                           tensor_of<T, Arguments::shape>>::type;
  template <class Fill> static constexpr type run(Fill fill, const S&... sizes) {
    std::array<index, Arguments::shape.rank()> n{}, none{};
    Arguments::read(n, none, sizes...);
    type t(n, uninitialized_t{});
    fill(t);
    return t;
  }
};
template <fixed_string Name, class T, auto Given, class... S>
  requires(ends_in_order<S...> && Name.view() != "from_function")
struct maker<Name, T, asked_shape<Given, S...>>
    : judged_call<ordered_verdict<Name, view_arguments<Given, S...>>,
                  ordered_call<T, view_arguments<Given, S...>, S...>> {};

} // namespace detail

/// Marks a target that does not overlap the right side, as for a tensor.
template <class T, extent... E>
constexpr auto noalias(fortran_tensor<T, E...>& t STRIA_LIFETIMEBOUND) {
  using target = fortran_tensor<T, E...>;
  return detail::noalias_target<target, target&>(t);
}

/// Copies an operand into column-major order.
///
/// \param a    operand
/// \returns    a fortran_tensor with the shape and element type of `a`
/// \throws     nothing
/// \complexity O(n), allocates the result; always copies
/// \numpy      `np.asfortranarray(a)`, which does not copy an array that has the order already
/// \usage      `auto f = as_fortran(a);`
/// \see        fortran_tensor
template <detail::operand A>
constexpr auto as_fortran(const A& a) -> typename detail::fortran_copy<A>::type {
  return a;
}
STRIA_FOREIGN_UNARY(as_fortran);

} // namespace stria
