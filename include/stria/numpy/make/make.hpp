// SPDX-License-Identifier: BSL-1.0
// numpy/make/make.hpp: tensors made from sizes: zeros, ones, full, empty, eye, diag, zeros_like,
// from_function.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/as_tensor.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/make/fortran.hpp>
#include <stria/numpy/make/maker.hpp>
#include <stria/numpy/make/spaced.hpp>
#include <stria/tensor/foreign.hpp>
#include <stria/tensor/view.hpp>

namespace stria {

namespace detail {

// --- eye ---

/// The shape of a matrix; a single extent or size makes it square.
template <auto Given, class... S> struct matrix_shape : asked_shape<Given, S...> {
  using asked = asked_shape<Given, S...>;
  static constexpr static_shape<2> extents{
      {asked::extents[0], asked::extents[asked::rank < 2 ? 0 : 1]}};
  static constexpr std::size_t rank = 2;
  static constexpr sizes_fault fault =
      asked::rank == 1 || asked::rank == 2 || asked::fault != sizes_fault::none
          ? asked::fault
          : sizes_fault::matrix;
  static constexpr std::array<index, 2> sizes(const S&... s) {
    const auto n = asked::sizes(s...);
    return {n[0], n[asked::rank - 1]};
  }
};

/// Sets a diagonal of a matrix: the elements (i, i + shift).
constexpr void set_diagonal(auto& t, index shift, const auto& values) {
  using T = value_t<decltype(t)>;
  constexpr static_layout<1> along{{extent::unknown()}, {unknown_stride}};
  const auto [n, m] = t.shape();
  const index rows = shift < 0 ? n + shift : n, columns = shift > 0 ? m - shift : m;
  const index count = rows < columns ? rows : columns;
  if (count <= 0)
    return;
  view<T, along> diagonal(t.data(), t.size(),
                          placed<1>{shift < 0 ? -shift * m : shift, {count}, {m + 1}});
  run_into<store_kernel>(diagonal, values);
}

template <class T> struct set_identity {
  index shift = 0;
  constexpr void operator()(auto& t) const {
    set_all<T>{}(t);
    set_diagonal(t, shift, scalar<T>(static_cast<T>(1)));
  }
};

// --- diag ---

template <class V, class K> struct diag_verdict {
  static constexpr bool accepted = rank_of<V> == 1 && size_item<K>;
  static constexpr message text() {
    if (rank_of<V> == 1)
      return message("stria: diag: the diagonal must be an integer or a constant (_1, -_1)");
    return message("stria: diag makes a matrix from a vector, but this has the rank ")
           << rank_of<V> << "; diagonal(a) takes the diagonal of a matrix";
  }
};

template <class V, class K> struct diag_call {
  static constexpr bool accepted = true;
  static constexpr extent n = extents_of<V>[0];
  static constexpr bound_code shift = code_of_size<K>();
  static constexpr extent size =
      shift.state == bound_state::constant
          ? add_extents(n, extent::make(shift.value < 0 ? -shift.value : shift.value))
          : extent::unknown();
  using type = tensor<value_t<V>, size, size>;

  static constexpr type run(const V& v, const K& k) {
    const index by = size_value(k);
    const auto& values = prepare(v);
    index side = 0;
    if (by == PTRDIFF_MIN || !add_fits(values.shape()[0], by < 0 ? -by : by, side)) [[unlikely]]
      raise<value_error>(message("stria: diag: diagonal ")
                         << by << " of a vector of " << values.shape()[0]
                         << " elements needs a matrix that is too large");
    type t({side, side}, uninitialized_t{});
    set_all<value_t<V>>{}(t);
    set_diagonal(t, by, values);
    return t;
  }
};
template <class V, class K> struct diag_result {};
template <operand V, class K>
struct diag_result<V, K> : judged_call<diag_verdict<V, K>, diag_call<V, K>> {};

// --- the same shape ---

template <class T, class E>
using like_t = typename tensor_of<element_or<T, value_t<E>>, extents_of<E>>::type;

template <class T, operand E> constexpr like_t<T, E> blank_like(const E& e) {
  return like_t<T, E>(e.shape(), uninitialized_t{});
}
struct full_value_verdict {
  static constexpr message text() {
    return message(
        "stria: full_like: the value is one element; broadcast_to(row, ...) repeats a tensor");
  }
};

template <class T, operand E, class V> constexpr auto filled_like(const E& e, const V& value) {
  using element = value_t<like_t<T, E>>;
  auto t = blank_like<T>(e);
  set_all<element>{number_as_element<element>("full_like", value)}(t);
  return t;
}

// --- from_function ---

template <class F, class Seq> struct value_of_call {};
template <class F, std::size_t... K>
  requires requires(F& f, index i) {
    { f((static_cast<void>(K), i)...) } -> std::copyable;
  }
struct value_of_call<F, std::index_sequence<K...>> {

  using type = decltype(auto(std::declval<F&>()((static_cast<void>(K), index{})...)));
};

template <class F, class Shape> struct function_verdict {
  using call = value_of_call<F, std::make_index_sequence<Shape::rank>>;
  static constexpr bool accepted = requires { typename call::type; };
  static constexpr message text() {
    return message("stria: from_function: the function cannot be called with ")
           << Shape::rank << " subscripts, one for each axis";
  }
};

template <class F> struct set_by_places {
  F& f;
  constexpr void operator()(auto& t) const {
    auto* to = t.data();
    if (t.size() > 0)
      set_by_place(f, t.shape(), to);
  }
};

template <class T, class F, class Shape>
struct function_call
    : maker<"from_function", element_or<T, typename function_verdict<F, Shape>::call::type>,
            Shape> {};
template <class T, class F, class Shape>
struct function_result : judged_call<function_verdict<F, Shape>, function_call<T, F, Shape>> {};

} // namespace detail

/// Creates a tensor of zeros.
///
/// \tparam T    element type (default double)
/// \tparam E    the extents, instead of a shape in `sizes`
/// \param sizes the shape: integers and constants, or one array of integers (also in braces). If E
///              is given, they are only the sizes of the dynamic and named extents. If
///              `column_major` follows, the result is a fortran_tensor
/// \returns     a tensor of zeros; extents that are constants or template arguments are static
/// \throws      value_error for a negative size or too many elements
/// \refuses     negative constants, and a number of sizes that does not match the extents
/// \complexity  O(n), allocates the result
/// \numpy       `np.zeros(shape)`
/// \usage       `zeros<float>(_3, n)`, `zeros({2, 3})`, `zeros<float, batch, 3>(128)`
/// \see         ones, full, empty, zeros_like
template <class T = double, extent... E, class... S>
constexpr auto zeros(const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::maker<"zeros", T, detail::asked_shape<detail::shape_of<E...>(), S...>>),
    detail::set_all<T>{}, sizes...);
/// Creates a tensor of zeros whose shape is given in braces: `zeros<float>({2, 3})`.
template <class T = double, std::size_t N> constexpr dtensor<T, N> zeros(const index (&sizes)[N]) {
  return zeros<T>(std::to_array(sizes));
}

/// Creates a tensor of ones.
///
/// \tparam T    element type (default double)
/// \tparam E    the extents, instead of a shape in `sizes`
/// \param sizes the shape: integers and constants, or one array of integers (also in braces). If E
///              is given, they are only the sizes of the dynamic and named extents. If
///              `column_major` follows, the result is a fortran_tensor
/// \returns     a tensor of ones; extents that are constants or template arguments are static
/// \throws      value_error for a negative size or too many elements
/// \refuses     negative constants, and a number of sizes that does not match the extents
/// \complexity  O(n), allocates the result
/// \numpy       `np.ones(shape)`
/// \usage       `ones(2, 3)`, `ones<float, 3, 4>()`
/// \see         zeros, full, ones_like
template <class T = double, extent... E, class... S>
constexpr auto ones(const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::maker<"ones", T, detail::asked_shape<detail::shape_of<E...>(), S...>>),
    detail::set_all<T>{static_cast<T>(1)}, sizes...);
/// Creates a tensor of ones whose shape is given in braces: `ones({2, 3})`.
template <class T = double, std::size_t N> constexpr dtensor<T, N> ones(const index (&sizes)[N]) {
  return ones<T>(std::to_array(sizes));
}

/// Creates a tensor with uninitialised elements.
///
/// \tparam T    element type (default double)
/// \tparam E    the extents, instead of a shape in `sizes`
/// \param sizes the shape: integers and constants, or one array of integers (also in braces). If E
///              is given, they are only the sizes of the dynamic and named extents. If
///              `column_major` follows, the result is a fortran_tensor
/// \returns     a tensor whose elements are uninitialised if T is trivially copyable; extents that
///              are constants or template arguments are static
/// \throws      value_error for a negative size or too many elements
/// \refuses     negative constants, and a number of sizes that does not match the extents
/// \complexity  O(1), allocates the result
/// \numpy       `np.empty(shape)`
/// \usage       `empty<float>(n, 3)`
/// \see         zeros, empty_like
template <class T = double, extent... E, class... S>
constexpr auto empty(const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::maker<"empty", T, detail::asked_shape<detail::shape_of<E...>(), S...>>),
    detail::set_none{}, sizes...);
/// Creates a tensor with uninitialised elements whose shape is given in braces: `empty({2, 3})`.
template <class T = double, std::size_t N> constexpr dtensor<T, N> empty(const index (&sizes)[N]) {
  return empty<T>(std::to_array(sizes));
}

/// Creates a tensor filled with a value.
///
/// \tparam T    element type (default: the type of the value)
/// \tparam E    the extents, instead of a shape in `sizes`
/// \param value the value of all elements
/// \param sizes the shape: integers and constants, or one array of integers (also in braces). If E
///              is given, they are only the sizes of the dynamic and named extents. If
///              `column_major` follows, the result is a fortran_tensor
/// \returns     a tensor filled with the value; extents that are constants or template arguments
///              are static
/// \throws      value_error for a negative size, for too many elements, or if T is an integer type
///              that does not hold the value
/// \refuses     negative constants, and a number of sizes that does not match the extents
/// \complexity  O(n), allocates the result
/// \numpy       `np.full(shape, value)`
/// \usage       `full(7, 2, 3)`, `full<float>(1, _3)`, `full({2, 3}, 7)`
/// \see         zeros, ones, full_like
template <class T = void, extent... E, class V, class... S>
constexpr auto full(const V& value, const S&... sizes)
    STRIA_RUN_OR_REFUSE((detail::maker<"full", detail::element_or<T, detail::number_t<V>>,
                                       detail::asked_shape<detail::shape_of<E...>(), S...>>),
                        detail::set_all{
                            detail::number_as_element<detail::element_or<T, detail::number_t<V>>>(
                                "full", detail::number_of(value))},
                        sizes...);
/// Creates a tensor filled with a value. The shape is given in braces, before the value as in NumPy
/// or after it: `full({2, 3}, 7)`.
template <class T = void, class V, std::size_t N>
constexpr auto full(const index (&sizes)[N], const V& value) {
  return full<T>(value, std::to_array(sizes));
}
template <class T = void, class V, std::size_t N>
constexpr auto full(const V& value, const index (&sizes)[N]) {
  return full<T>(value, std::to_array(sizes));
}

/// Creates a matrix with ones on a diagonal and zeros elsewhere.
///
/// \tparam T    element type (default double)
/// \tparam E    the extents, instead of a shape in `sizes`
/// \param sizes the number of rows and columns: one size for a square matrix, or two; integers or
///              constants
/// \returns     a tensor of rank 2; extents that are constants or template arguments are static
/// \throws      value_error for a negative size or too many elements
/// \refuses     negative constants, and more than two sizes
/// \complexity  O(n m), allocates the result
/// \numpy       `np.eye(n, m)`
/// \usage       `eye(3)`, `eye<float>(3, 4, 1)`
/// \see         identity, diag
template <class T = double, extent... E, class... S>
constexpr auto eye(const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::maker<"eye", T, detail::matrix_shape<detail::shape_of<E...>(), S...>>),
    detail::set_identity<T>{}, sizes...);

/// Creates a matrix with ones on diagonal k, the elements (i, i + k): `eye(3, 4, 1)`. NumPy:
/// `np.eye(n, m, k)`.
template <class T = double, class N, class M, class K>
  requires(detail::constant_item<K> || detail::integer_item<K>)
constexpr auto eye(const N& n, const M& m, const K& k)
    STRIA_RUN_OR_REFUSE((detail::maker<"eye", T, detail::asked_shape<detail::shape_of<>(), N, M>>),
                        detail::set_identity<T>{detail::to_index(detail::number_of(k))}, n, m);

/// Creates a square matrix with a vector on a diagonal and zeros elsewhere.
///
/// \param v    vector
/// \param k    the diagonal, an integer or a constant (default 0); positive numbers are above the
///             main diagonal, negative ones below it
/// \returns    a tensor [n + |k|, n + |k|] with the element type of `v`; its extents are static if
///             the vector is static and k is a constant
/// \throws     value_error if the matrix is too large
/// \refuses    operands that are not vectors
/// \complexity O((n + |k|)^2), allocates the result
/// \numpy      `np.diag(v, k)`
/// \usage      `diag(v)`, `diag(v, -1)`
/// \see        diagonal, eye
template <detail::operand V, class K = constant<0>>
constexpr auto diag(const V& v, const K& k = {})
    STRIA_RUN_OR_REFUSE((detail::diag_result<V, K>), v, k);
STRIA_FOREIGN_FIRST(diag);

/// Creates a tensor of zeros with the shape of an operand.
///
/// \tparam T   element type (default: that of the operand)
/// \param e    operand whose shape is used; it is not computed
/// \returns    a tensor with the shape and the static extents of `e`
/// \throws     value_error for too many elements
/// \complexity O(n), allocates the result
/// \numpy      `np.zeros_like(e)`
/// \usage      `zeros_like(a)`
/// \see        zeros
template <class T = void, detail::operand E> constexpr auto zeros_like(const E& e) {
  return detail::filled_like<T>(e, detail::element_or<T, detail::value_t<E>>());
}
STRIA_FOREIGN_TEMPLATED(class = void, zeros_like, detail::not_ours);

/// Creates a tensor of ones with the shape of an operand.
///
/// \tparam T   element type (default: that of the operand)
/// \param e    operand whose shape is used; it is not computed
/// \returns    a tensor with the shape and the static extents of `e`
/// \throws     value_error for too many elements
/// \complexity O(n), allocates the result
/// \numpy      `np.ones_like(e)`
/// \usage      `ones_like(a)`
/// \see        ones
template <class T = void, detail::operand E> constexpr auto ones_like(const E& e) {
  return detail::filled_like<T>(e, 1);
}
STRIA_FOREIGN_TEMPLATED(class = void, ones_like, detail::not_ours);

/// Creates a tensor filled with a value, with the shape of an operand.
///
/// \tparam T    element type (default: that of the operand)
/// \param e     operand whose shape is used; it is not computed
/// \param value the value of all elements, converted to the element type
/// \returns     a tensor with the shape and the static extents of `e`
/// \throws      value_error for too many elements, or if the element type is an integer type that
///              does not hold the value
/// \refuses     a value that is a tensor, a view or an expression
/// \complexity  O(n), allocates the result
/// \numpy       `np.full_like(e, value)`
/// \usage       `full_like(a, 7)`
/// \see         full
template <class T = void, detail::operand E, class V>
  requires(!detail::operand<V>)
constexpr auto full_like(const E& e, const V& value) {
  return detail::filled_like<T>(e, value);
}
template <class T = void, detail::operand E, detail::operand V>
auto full_like(const E&, const V&)
    -> detail::refusal_where<sizeof(V) != 0, detail::full_value_verdict>;
STRIA_FOREIGN_TEMPLATED(class = void, full_like, detail::not_ours, detail::whatever);

/// Creates a tensor with uninitialised elements and the shape of an operand.
///
/// \tparam T   element type (default: that of the operand)
/// \param e    operand whose shape is used; it is not computed
/// \returns    a tensor with the shape and the static extents of `e`
/// \throws     value_error for too many elements
/// \complexity O(1), allocates the result
/// \numpy      `np.empty_like(e)`
/// \usage      `empty_like(a)`
/// \see        empty
template <class T = void, detail::operand E> constexpr auto empty_like(const E& e) {
  return detail::blank_like<T>(e);
}
STRIA_FOREIGN_TEMPLATED(class = void, empty_like, detail::not_ours);

/// Creates a tensor from a function of the subscripts: t[i, j, ...] = f(i, j, ...).
///
/// The function is called in row-major order.
///
/// \tparam T    element type (default: the type that f returns)
/// \tparam E    the extents, instead of a shape in `sizes`
/// \param f     a function of one index for each axis
/// \param sizes the shape: integers and constants, or one array of integers. If E is given, they
///              are only the sizes of the dynamic and named extents
/// \returns     a tensor; extents that are constants or template arguments are static
/// \throws      value_error for a negative size or too many elements
/// \refuses     a function that cannot be called with one subscript for each axis
/// \complexity  one call for each element, allocates the result
/// \numpy       `np.fromfunction(np.vectorize(f), shape)`
/// \usage       `from_function([](index_t i, index_t j) { return i + j; }, 3, 4)`
/// \see         indices_of
template <class T = void, extent... E, class F, class... S>
constexpr auto from_function(F f, const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::function_result<T, F, detail::asked_shape<detail::shape_of<E...>(), S...>>),
    detail::set_by_places<F>{f}, sizes...);
STRIA_FOREIGN_BECAUSE(from_function, detail::braced_verdict, detail::whatever, detail::only_braces);

} // namespace stria
