// SPDX-License-Identifier: BSL-1.0
// numpy/aliases.hpp: NumPy and Array API functions that are short forms of others: identity, tri,
// fliplr, matrix_transpose, astype, inner, vecdot, ediff1d.
// Tests: tests/numpy/calculus/polynomials.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/numpy/calculus/diff.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/join/edit.hpp>
#include <stria/numpy/make/make.hpp>
#include <stria/numpy/product/contract.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/select/select.hpp>
#include <stria/numpy/shape/flip.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// Sets the elements where column - row <= k to 1 and all others to 0.
template <class T> struct set_triangle {
  index k;
  constexpr void operator()(auto& t) const {
    const auto rows = positions_along<0, 2>(t);
    const auto columns = positions_along<1, 2>(t);
    t = make_map(band_fn<false>{k}, static_cast<T>(1), rows, columns);
  }
};

// --- inner, vecdot ---

template <class Shape> constexpr message say_inner(const Shape& a, const Shape& b) {
  message m("stria: inner: the shapes ");
  say_shape(m, a);
  m << " and ";
  say_shape(m, b);
  return m << " do not fit: the last axes of both operands must have the same size and name";
}
template <std::size_t R, std::size_t S>
[[noreturn]] [[gnu::cold]] void raise_inner(const std::array<index, R>& a,
                                            const std::array<index, S>& b) {
  raise<shape_error>(say_inner(array_ref<index>(a.data(), R), array_ref<index>(b.data(), S)));
}

template <class B> constexpr decltype(auto) last_two_swapped(B&& b) {
  if constexpr (rank_of<B> >= 2)
    return swapaxes(static_cast<B&&>(b), constant<-1>{}, constant<-2>{});
  else
    return static_cast<B&&>(b);
}
template <class A, class B> struct inner_call {
  using swapped = decltype(last_two_swapped(std::declval<B>()));
  using right = std::conditional_t<std::is_rvalue_reference_v<swapped>,
                                   std::remove_reference_t<swapped>, swapped>;
  using call = dot_result<A, right>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(A&& a, B&& b) {
    if constexpr (rank_of<A> > 0 && rank_of<B> > 0) {
      const auto n = a.shape();
      const auto m = b.shape();
      if (n[rank_of<A> - 1] != m[rank_of<B> - 1]) [[unlikely]]
        raise_inner(n, m);
    }
    return call::run(static_cast<A&&>(a), last_two_swapped(static_cast<B&&>(b)));
  }
};
template <class A, class B> struct inner_verdict {
  static constexpr bool accepted = inner_call<A, B>::accepted;
  static constexpr message text() { return say_inner(extents_of<A>.view(), extents_of<B>.view()); }
};
template <class A, class B> struct inner_result {};
template <operand A, operand B> struct inner_result<A, B> : inner_call<A, B> {};
template <operand A, operand B>
  requires(rank_of<A> > 0 && rank_of<B> > 0)
struct inner_result<A, B> : judged_call<inner_verdict<A, B>, inner_call<A, B>> {};

template <class A> constexpr decltype(auto) conjugated(A&& a) {
  if constexpr (is_complex<value_t<A>>::value)
    return conj(static_cast<A&&>(a));
  else
    return static_cast<A&&>(a);
}
template <class A, class B>
using product_to_sum = decltype(conjugated(std::declval<A>()) * std::declval<B>());

/// Checks that the vectors along the summed axis have the same length, as far as the types
/// determine it. P is the type of the product.
template <class P, class A, class B, class Axis> struct vecdot_verdict {
  using axis = one_axis_verdict<P, Axis>;
  // The axis is counted from the end, because broadcasting aligns the last axes.
  static constexpr std::size_t from_end = [] {
    if constexpr (axis::accepted)
      return rank_of<P> - axis_of<P, Axis>;
    else
      return std::size_t{1};
  }();
  static constexpr bool accepted = [] {
    if constexpr (!axis::accepted || from_end > rank_of<A> || from_end > rank_of<B>) {
      return false;
    } else {
      const extent n = extents_of<A>[rank_of<A> - from_end],
                   m = extents_of<B>[rank_of<B> - from_end];
      return !n.is_static() || !m.is_static() || n.size == m.size;
    }
  }();
  static constexpr message text() {
    if constexpr (!axis::accepted)
      return axis::text();
    message m("stria: vecdot: both operands need the axis of the vectors, with the same length; "
              "the shapes are ");
    say_shape(m, extents_of<A>.view());
    m << " and ";
    say_shape(m, extents_of<B>.view());
    return m;
  }
};
template <class P, class A, class B, class Axis> struct vecdot_call {
  using sum_t = checked_call<reduction_function<sum_op>, P, Axis>;
  using T = value_t<P>;
  static constexpr bool accepted = sum_t::accepted;
  // Sums of narrow integers have 64 bits, but the result of vecdot has the element type of the
  // products.
  template <class S> static constexpr decltype(auto) narrowed(S&& s) {
    if constexpr (!operand<S>)
      return static_cast<element_value<T>>(s);
    else if constexpr (std::same_as<value_t<S>, T>)
      return std::remove_cvref_t<S>(static_cast<S&&>(s));
    else
      return cast<T>(static_cast<S&&>(s));
  }
  template <bool Accepted, class S> struct returned {
    using type = S;
  };
  template <class S> struct returned<true, S> {
    using type = decltype(narrowed(std::declval<S>()));
  };
  using type = typename returned<accepted, typename sum_t::type>::type;

  static constexpr type run(A&& a, B&& b) {
    constexpr std::size_t from_end = vecdot_verdict<P, A, B, Axis>::from_end;
    const index n = a.shape()[rank_of<A> - from_end], m = b.shape()[rank_of<B> - from_end];
    if (n != m) [[unlikely]]
      raise<shape_error>(message("stria: vecdot: vectors of ")
                         << n << " and " << m << " elements do not match");
    return narrowed(sum_t::run(conjugated(static_cast<A&&>(a)) * static_cast<B&&>(b), Axis()));
  }
};
template <class A, class B, class Axis> struct vecdot_result {};
template <operand A, operand B, class Axis>
struct vecdot_result<A, B, Axis> : judged_call<vecdot_verdict<product_to_sum<A, B>, A, B, Axis>,
                                               vecdot_call<product_to_sum<A, B>, A, B, Axis>> {};
// If the product is refused, so is vecdot.
template <operand A, operand B, class Axis>
  requires is_refused<product_to_sum<A, B>>
struct vecdot_result<A, B, Axis> {
  static constexpr bool accepted = false;
  using type = product_to_sum<A, B>;
};

// --- ediff1d ---

template <class A> struct flat_diff {};
template <operand A> struct flat_diff<A> : flat_call<A, diff_result<flattened<A>, constant<0>>> {};
template <class A, class End> struct diff_with_end {};
template <operand A, values_argument End> struct diff_with_end<A, End> {
  using T = value_t<typename flat_diff<A>::type>;
  using call = concat_result<constant<0>, typename flat_diff<A>::type, row_beside_of<T, End>>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(A&& a, End&& end) {
    return call::run(flat_diff<A>::run(static_cast<A&&>(a)),
                     as_row_beside<T>("ediff1d", static_cast<End&&>(end)));
  }
};
template <class A, class End, class Begin> struct diff_with_ends {};
template <operand A, values_argument End, values_argument Begin>
struct diff_with_ends<A, End, Begin> {
  using T = value_t<typename flat_diff<A>::type>;
  using call = concat_result<constant<0>, row_beside_of<T, Begin>, typename flat_diff<A>::type,
                             row_beside_of<T, End>>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(A&& a, End&& end, Begin&& begin) {
    return call::run(as_row_beside<T>("ediff1d", static_cast<Begin&&>(begin)),
                     flat_diff<A>::run(static_cast<A&&>(a)),
                     as_row_beside<T>("ediff1d", static_cast<End&&>(end)));
  }
};

} // namespace detail

/// A square matrix with ones on the diagonal and zeros elsewhere.
///
/// \tparam T   element type (default double)
/// \param n    number of rows and columns, an integer or a constant
/// \returns    a tensor [n, n]
/// \throws     value_error for a negative size or too many elements
/// \refuses    a negative constant
/// \complexity O(n^2), allocates the result
/// \numpy      `np.identity(n)`
/// \usage      `identity<float>(3)`
/// \see        eye
template <class T = double, detail::size_item N>
constexpr auto identity(const N& n)
    STRIA_RUN_OR_REFUSE((detail::maker<"eye", T, detail::matrix_shape<detail::shape_of<>(), N>>),
                        detail::set_identity<T>{}, n);
STRIA_NOT_INTEGER_TEMPLATED(class = double, identity, detail::fractional);

/// A matrix with ones on and below a diagonal and zeros above it.
///
/// \tparam T   element type (default double)
/// \param n    number of rows, an integer or a constant
/// \param m    number of columns (default n)
/// \param k    the diagonal: 0 is the main one (default), positive numbers are above it
/// \returns    a tensor [n, m]
/// \throws     value_error for a negative size or too many elements
/// \refuses    a negative constant
/// \complexity O(n m), allocates the result
/// \numpy      `np.tri(n, m, k)`
/// \usage      `tri(3, 5, -1)`
template <class T = double, detail::size_item N>
constexpr auto tri(const N& n)
    STRIA_RUN_OR_REFUSE((detail::maker<"tri", T, detail::matrix_shape<detail::shape_of<>(), N>>),
                        detail::set_triangle<T>{0}, n);
/// A matrix of n rows and m columns with ones on and below diagonal k, and zeros above it.
template <class T = double, detail::size_item N, detail::size_item M>
constexpr auto tri(const N& n, const M& m, detail::integer_argument k = 0)
    STRIA_RUN_OR_REFUSE((detail::maker<"tri", T, detail::matrix_shape<detail::shape_of<>(), N, M>>),
                        detail::set_triangle<T>{k}, n, m);
STRIA_NOT_INTEGER_TEMPLATED(class = double, tri, detail::fractional, detail::whatever = {},
                            detail::whatever = {});
STRIA_NOT_INTEGER_TEMPLATED(class = double, tri, detail::whatever, detail::fractional,
                            detail::whatever = {});

/// Creates a square matrix with the elements of the flattened operand on a diagonal.
///
/// \param a    operand of any rank
/// \param k    the diagonal, an integer or a constant (default 0), as in diag()
/// \returns    a tensor [n + |k|, n + |k|] with the element type of `a`, where n is the number of
///             elements of `a`
/// \throws     value_error if the matrix is too large
/// \complexity O((n + |k|)^2), allocates the result
/// \numpy      `np.diagflat(a, k)`
/// \usage      `diagflat(a)`, `diagflat(a, 1)`
/// \see        diag
template <detail::operand A, class K = constant<0>>
constexpr auto diagflat(const A& a, const K& k = {})
    STRIA_RUN_OR_REFUSE((detail::diag_result<decltype(ravel(a)), K>), ravel(a), k);
STRIA_FOREIGN_FIRST(diagflat);

/// Reverses the order of the columns: flip(a, _1).
///
/// \param a    operand of rank 2 or more
/// \returns    a view if `a` is in memory, otherwise a lazy expression, with the shape and element
///             type of `a`
/// \throws     nothing
/// \refuses    rank 0 and 1
/// \complexity O(rank); nothing is copied
/// \numpy      `np.fliplr(a)`
/// \usage      `fliplr(a)`
STRIA_DECLARE_BY(fliplr, detail::bound_function<detail::flip_function, constant<1>>);
/// Reverses the order of the rows: flip(a, _0).
///
/// \param a    operand of rank 1 or more
/// \returns    a view if `a` is in memory, otherwise a lazy expression, with the shape and element
///             type of `a`
/// \throws     nothing
/// \refuses    rank 0
/// \complexity O(rank); nothing is copied
/// \numpy      `np.flipud(a)`
/// \usage      `flipud(a)`
STRIA_DECLARE_BY(flipud, detail::bound_function<detail::flip_function, constant<0>>);

/// Swaps the last two axes.
///
/// \param a    operand of rank 2 or more
/// \returns    a view if `a` is in memory, otherwise a lazy expression
/// \throws     nothing
/// \refuses    rank 0 and 1
/// \complexity O(rank); nothing is copied
/// \numpy      `np.matrix_transpose(a)`
/// \usage      `matrix_transpose(a)`
STRIA_DECLARE_BY(matrix_transpose,
                 detail::bound_function<detail::swapaxes_function, constant<-1>, constant<-2>>);

/// Reorders the axes; the Array API name of transpose().
///
/// \param a    operand
/// \param axes constants or axis(k), one for each axis (default: the axes in reverse order)
/// \returns    a view if `a` is in memory, otherwise a lazy expression
/// \throws     index_error if an axis(k) does not exist
/// \refuses    axes that are not a permutation
/// \complexity O(rank); nothing is copied
/// \numpy      `np.permute_dims(a, (2, 0, 1))`
/// \usage      `permute_dims(a, _2, _0, _1)`
/// \see        transpose
STRIA_DECLARE_BY(permute_dims, detail::transpose_function);

/// Converts each element to T; the Array API name of cast().
///
/// \tparam T   the element type of the result
/// \param a    operand whose elements convert to T
/// \returns    an expression with the shape of `a` and the element type T
/// \throws     nothing
/// \refuses    elements that do not convert to T
/// \complexity O(n), one pass; lazy, nothing is allocated
/// \numpy      `a.astype(T)`, `np.astype(a, T)`
/// \usage      `astype<int>(a)`
/// \see        cast
template <class T, detail::operand_or_refused A>
constexpr auto astype(A&& a) STRIA_RUN_OR_REFUSE((detail::cast_result<T, A>),
                                                 elementwise::cast_fn<T>{}, static_cast<A&&>(a));
STRIA_BORROWING((class T, detail::tensor_operand S, class A = detail::lvalue_t<S>), astype,
                (S & a STRIA_LIFETIMEBOUND), (detail::cast_result<T, A>), elementwise::cast_fn<T>{},
                a);
STRIA_FOREIGN_TEMPLATED(class T, astype, detail::not_ours);

/// Sums the products over the last axes of both operands.
///
/// \param a    operand of numbers
/// \param b    operand of numbers whose last axis has the size of the last axis of `a`
/// \returns    a lazy expression with the other axes of `a`, then those of `b`; if one operand has
///             rank 0, the product a * b
/// \throws     shape_error if the last axes have different sizes
/// \refuses    last axes of different static sizes or names
/// \complexity that of a matrix product; lazy, computed when it is assigned
/// \numpy      `np.inner(a, b)`
/// \usage      `inner(a, b)`
/// \see        dot, vecdot
template <class A, class B>
constexpr auto inner(A&& a, B&& b)
    STRIA_RUN_OR_REFUSE((detail::inner_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_BORROWING_TWO(inner, (detail::inner_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(inner);

/// Sums the products along one axis of the broadcast operands. The elements of the first operand
/// are conjugated.
///
/// \param a    operand of numbers
/// \param b    operand of numbers that broadcasts with `a`
/// \param axis the axis of the vectors in the broadcast shape, a constant or axis(k) (default -1)
/// \returns    an expression of the broadcast shape without the axis, with elements of the type of
///             a * b; a number if no axis is left
/// \throws     shape_error if the vectors have different lengths, or if the shapes do not
///             broadcast; index_error if an axis(k) does not exist
/// \refuses    static vectors of different lengths, static shapes that do not broadcast, and an
///             axis that one of the operands lacks
/// \complexity O(n), one pass; lazy
/// \numpy      `np.vecdot(a, b, axis=axis)`
/// \usage      `vecdot(a, b)`, `vecdot(a, b, _0)`
template <class A, class B, class Axis = constant<-1>>
constexpr auto vecdot(A&& a, B&& b, Axis = {})
    STRIA_RUN_OR_REFUSE((detail::vecdot_result<A, B, Axis>), static_cast<A&&>(a),
                        static_cast<B&&>(b));
/// Sums the products along an axis known only at run time, counted in the broadcast shape:
/// `vecdot(a, b, axis(k))`.
template <detail::operand A, detail::operand B> constexpr auto vecdot(A&& a, B&& b, axis k) {
  constexpr std::size_t N = detail::rank_of<A>, M = detail::rank_of<B>, R = N > M ? N : M;
  // Counted from the end, because broadcasting aligns the last axes.
  const auto from_end = axis(static_cast<index>(detail::axis_place<R>(k)) - static_cast<index>(R));
  return vecdot(detail::reorder(static_cast<A&&>(a), detail::last_order<A>(from_end)),
                detail::reorder(static_cast<B&&>(b), detail::last_order<B>(from_end)),
                constant<-1>());
}
STRIA_BORROWING((detail::tensor_operand S, class B, class Axis = constant<-1>,
                 class A = detail::lvalue_t<S>),
                vecdot, (S & a STRIA_LIFETIMEBOUND, B&& b, Axis = {}),
                (detail::vecdot_result<A, B, Axis>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_BORROWING((detail::no_lvalue_tensor A, detail::tensor_operand U, class Axis = constant<-1>,
                 class B = detail::lvalue_t<U>),
                vecdot, (A && a, U& b STRIA_LIFETIMEBOUND, Axis = {}),
                (detail::vecdot_result<A, B, Axis>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(vecdot);

/// Differences between consecutive elements of the flattened operand.
///
/// \param a        operand
/// \param to_end   a number or operand that follows the differences
/// \param to_begin a number or operand that precedes the differences
/// \returns        an expression of rank 1 with a.size() - 1 differences and the elements of
///                 `to_begin` and `to_end`
/// \throws         nothing
/// \complexity     O(n), lazy
/// \numpy          `np.ediff1d(a, to_end, to_begin)`
/// \usage          `ediff1d(a)`, `ediff1d(a, 99, 0)`
/// \see            diff
template <class A>
constexpr auto ediff1d(A&& a) STRIA_RUN_OR_REFUSE((detail::flat_diff<A>), static_cast<A&&>(a));
/// The differences, followed by the elements of `to_end`.
template <class A, class End>
constexpr auto ediff1d(A&& a, End&& to_end)
    STRIA_RUN_OR_REFUSE((detail::diff_with_end<A, End>), static_cast<A&&>(a),
                        static_cast<End&&>(to_end));
/// The elements of `to_begin`, then the differences, then the elements of `to_end`.
template <class A, class End, class Begin>
constexpr auto ediff1d(A&& a, End&& to_end, Begin&& to_begin)
    STRIA_RUN_OR_REFUSE((detail::diff_with_ends<A, End, Begin>), static_cast<A&&>(a),
                        static_cast<End&&>(to_end), static_cast<Begin&&>(to_begin));
STRIA_BORROWING_ONE(ediff1d, (detail::flat_diff<A>), a);
STRIA_FOREIGN_FIRST(ediff1d);

} // namespace stria
