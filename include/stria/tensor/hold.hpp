// SPDX-License-Identifier: BSL-1.0
// tensor/hold.hpp: how expressions hold operands: lvalue tensors by reference, everything else by
// value. Tests: tests/tensor/owning.cpp.
#pragma once

#include <stria/tensor/cursor.hpp>
#include <stria/tensor/layout.hpp>

#include <concepts>

namespace stria::detail {

/// std::complex and similar classes. They are recognised by their members, so that programs without
/// complex numbers need not include <complex>, which includes the streams.
template <class T> struct is_complex : std::false_type {};
template <template <class> class C, std::floating_point T>
  requires requires(const C<T>& z, T x) {
    { z.real() } -> std::same_as<T>;
    { z.imag() } -> std::same_as<T>;
    C<T>(x, x);
  }
struct is_complex<C<T>> : std::true_type {
  template <class U> using with = C<U>;
};

/// The description of the elements in messages of functions that exclude complex numbers.
inline constexpr const char* real_numbers =
    "real numbers; abs(a), real(a) or imag(a) converts complex ones";
/// True if no type is a complex number. Other classes are accepted, because they may define the
/// function.
template <class... T>
concept not_complex = !(is_complex<T>::value || ...);

/// A real or a complex number.
template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> || is_complex<T>::value;

/// A reference to a tensor or node that the expression does not own.
template <class N> struct ref : operand_base {
  const N* node;

  using value_type = typename N::value_type;
  static constexpr auto extents = N::extents;
  using ready = typename N::ready;

  constexpr explicit ref(const N& n) : node(&n) {}
  constexpr auto shape() const { return node->shape(); }
  template <inner_hint H, std::size_t L>
  STRIA_INLINE constexpr auto cursor(const axis_refs<extents.rank()>& refs) const {
    return node->template cursor<H, L>(refs);
  }
  constexpr decltype(auto) prepared() const { return node->prepared(); }

  static constexpr bool in_line = tensor_operand<N> && is_number<value_type> && extents.rank() > 0;
  STRIA_INLINE constexpr auto leading_sizes() const
    requires(tensor_operand<N> || view_operand<N>)
  {
    return node->shape();
  }
  /// All elements as a row; sets `fits` to false if the shape is not n, or if elements of a view do
  /// not follow each other.
  STRIA_INLINE constexpr static_row<const value_type, 1>
  line(const std::array<index, extents.rank()>& n, bool& fits) const {
    const auto own = node->shape();
    fits &= same_sizes(own, n);
    if constexpr (!tensor_operand<N>)
      fits = fits && is_contiguous(own, node->strides());
    return {node->data()};
  }
};

/// Bytes of a node up to which it is copied to the stack when a function that is not inlined needs
/// it: enough for 64 operands. A node that holds a tensor of a static shape may be larger.
inline constexpr std::size_t light_bytes = 1024;
/// True for a node that owns no memory, apart from elements that it keeps (expr/keeper.hpp), which
/// are not copied. A node that keeps elements specialises this constant.
template <class N> inline constexpr bool owns_no_memory = __is_trivially_constructible(N, const N&);
/// True for a small node that does not own memory. Its copy is passed to functions that are not
/// inlined, because a node whose address is taken cannot stay in registers.
template <class N>
inline constexpr bool is_light =
    !tensor_operand<N> && sizeof(N) <= light_bytes && owns_no_memory<N>;
template <class N> STRIA_INLINE constexpr decltype(auto) as_argument(const N& n) {
  if constexpr (is_light<N>)
    return N(n);
  else
    return (n);
}

template <class E> inline constexpr bool is_ref = false;
template <class N> inline constexpr bool is_ref<ref<N>> = true;

/// A tensor or a view, or a reference to a tensor.
template <class N> inline constexpr bool memory_operand = tensor_operand<N> || view_operand<N>;
template <class N> inline constexpr bool memory_operand<ref<N>> = tensor_operand<N>;

/// The row of a scalar operand: the same value at every position.
template <class T> struct scalar_row {
  T value;
  STRIA_INLINE constexpr const T& operator[](index) const { return value; }
};

template <class T> struct scalar_cursor {
  T value;
  static constexpr bool may_split = true;
  static constexpr bool fits(std::size_t) { return true; }
  static constexpr bool joins(std::size_t, std::size_t, index) { return true; }
  static constexpr void advance(std::size_t, index) {}
  template <bool> STRIA_INLINE constexpr scalar_row<T> row(std::size_t) const { return {value}; }
  STRIA_INLINE constexpr const T& item() const { return value; }
  template <class Visit> static constexpr void visit_memory(Visit) {}
};

template <class T> struct scalar : operand_base {
  T value;

  using value_type = T;
  static constexpr auto extents = static_shape<0>{{extent::make(0)}};
  using ready = std::true_type;

  template <class U>
    requires(!std::same_as<bare<U>, scalar>)
  constexpr explicit scalar(U&& v) : value(static_cast<U&&>(v)) {}
  static constexpr axis_array<0> shape() { return {}; }
  template <inner_hint, std::size_t>
  STRIA_INLINE constexpr scalar_cursor<T> cursor(const axis_refs<0>&) const {
    return {value};
  }

  static constexpr bool in_line = is_number<T>;
  template <std::size_t R>
  STRIA_INLINE constexpr scalar_row<T> line(const std::array<index, R>&, bool&) const {
    return {value};
  }
};

template <class E> inline constexpr bool is_scalar = false;
template <class T> inline constexpr bool is_scalar<scalar<T>> = true;

/// Numbers, and classes with the four operations that can be made from numbers.
template <class... T>
concept has_arithmetic = ((is_number<T> || requires(const T& v) {
                            v + v;
                            v - v;
                            v* v;
                            v / v;
                            static_cast<T>(1);
                          }) && ...);
/// Real numbers, and classes with an order, that have a common type.
template <class A, class B>
concept has_order =
    not_complex<A, B> &&
    ((std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) ||
     requires(const A& a, const B& b) { static_cast<bool>(a < b || a > b || a != a) ? a : b; });

/// Elements that can be interpreted as bools, as in NumPy. Complex numbers have no conversion to
/// bool.
template <class V>
concept has_truth = is_complex<V>::value || requires(const V& v) { static_cast<bool>(v); };
template <has_truth V> STRIA_INLINE constexpr bool is_nonzero(const V& v) {
  if constexpr (is_complex<V>::value)
    return v != V();
  else
    return static_cast<bool>(v);
}

/// Converts a number to the complex type C.
template <class C, class A> STRIA_ELEMENT constexpr C to_complex(const A& a) {
  if constexpr (std::is_arithmetic_v<A>)
    return C(static_cast<typename C::value_type>(a));
  else
    return static_cast<C>(a);
}

/// Converts a number to T. For a bool this is a conditional expression, because g++ does not
/// vectorise the conversion of bool.
template <class T, class V> STRIA_INLINE constexpr T number_as(const V& v) {
  if constexpr (std::same_as<V, bool> && std::is_arithmetic_v<T> && !std::same_as<T, bool>)
    return v ? T{1} : T{0};
  else if constexpr (std::is_arithmetic_v<T>)
    return static_cast<T>(v);
  else if constexpr (is_complex<T>::value)
    return to_complex<T>(v);
  else
    return static_cast<T>(v);
}

/// A number, or a type that converts to the element type of the operand X next to it. A pointer,
/// such as a string literal, does not count as a bool.
template <class S, class X>
concept scalar_with = !operand<S> && operand<X> &&
                      (number<bare<S>> || is_complex<bare<S>>::value ||
                       (std::convertible_to<S, value_t<X>> &&
                        !(number<value_t<X>> && std::is_pointer_v<std::decay_t<S>>)));

/// An operand, or a scalar next to an operand X.
template <class A, class X>
concept operand_with = operand<A> || scalar_with<A, X>;

// The type stored for an argument A&&. A scalar that is not a number is converted to the element
// type of Beside.
template <class A, class Beside> struct hold_of;
template <operand A, class Beside> struct hold_of<A, Beside> {
  using type = bare<A>;
};
template <tensor_operand A, class Beside> struct hold_of<A&, Beside> {
  using type = ref<std::remove_cv_t<A>>;
};
template <class A, class Beside>
  requires(!operand<A>)
struct hold_of<A, Beside> {
  using type = scalar<std::conditional_t<is_number<bare<A>>, bare<A>, value_t<Beside>>>;
};

template <class A, class Beside = A> using hold_t = typename hold_of<A, Beside>::type;

} // namespace stria::detail
