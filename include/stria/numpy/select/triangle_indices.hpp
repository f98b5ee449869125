// SPDX-License-Identifier: BSL-1.0
// numpy/select/triangle_indices.hpp: index arrays of diagonals and triangles: diag_indices,
// tril_indices, triu_indices, mask_indices. Tests: tests/numpy/select/indices.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/base/checked.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/make/make.hpp>
#include <stria/numpy/select/nonzero.hpp>
#include <stria/numpy/select/position_loops.hpp>
#include <stria/tensor/foreign.hpp>

#include <tuple>
#include <utility>

namespace stria {

namespace detail {

/// The number of elements with column - row <= k in an n by m matrix, where -n <= k <= m. Raises
/// value_error if it does not fit into index.
constexpr index lower_triangle_count(std::string_view what, index n, index m, index k) {
  const index first = k < 0 ? -k : 0; // the first row with such elements
  if (first >= n || m == 0)
    return 0;
  // The first row has `width` of them, each of the next `growing` rows has one more than the row
  // before it, and all others have m.
  const index rows = n - first, width = k < 0 ? 1 : k < m ? k + 1 : m;
  const index growing = rows < m - width ? rows : m - width, half = growing / 2;
  const index in_growing =
      growing == 0 ? 0
      : growing % 2 == 0
          ? multiply_or_raise(what, half, add_or_raise(what, width, width + growing - 1))
          : multiply_or_raise(what, growing, width + half);
  return add_or_raise(what, in_growing, multiply_or_raise(what, rows - growing, m));
}
/// The positions where column - row >= k (upper) or <= k (lower), in a matrix. A negative size
/// counts as 0. The result type depends on N, so that including the header instantiates nothing.
template <bool Upper, class N> constexpr auto triangle_places(N rows, index columns, index k) {
  const index n = rows < 0 ? 0 : rows, m = columns < 0 ? 0 : columns;
  k = k < -n ? -n : k > m ? m : k;
  // In reverse order of rows and columns, an upper triangle is a lower one.
  const index count =
      lower_triangle_count(Upper ? "triu_indices" : "tril_indices", n, m, Upper ? m - n - k : k);
  counters<N> i({count}, uninitialized_t{}), j({count}, uninitialized_t{});
  set_triangle_places<Upper>(i.data(), j.data(), count, m, k);
  return std::tuple{std::move(i), std::move(j)};
}

template <class A> struct triangle_verdict {
  static constexpr bool accepted = rank_of<A> == 2;
  static constexpr message text() {
    message m("stria: the index arrays of a triangle need a matrix; the shape is ");
    say_shape(m, extents_of<A>.view());
    return m;
  }
};
template <bool Upper, class A> struct triangle_call {
  static constexpr bool accepted = true;
  static constexpr auto run(const A& a, index k) {
    return triangle_places<Upper>(a.shape()[0], a.shape()[1], k);
  }
  using type = decltype(run(std::declval<const A&>(), index{}));
};
template <bool Upper, class A> struct triangle_result {};
template <bool Upper, operand A>
struct triangle_result<Upper, A> : judged_call<triangle_verdict<A>, triangle_call<Upper, A>> {};

template <class A> struct square_verdict {
  static constexpr bool accepted = rank_of<A> >= 2;
  static constexpr message text() {
    message m("stria: diag_indices_from needs 2 axes or more; the shape is ");
    say_shape(m, extents_of<A>.view());
    return m;
  }
};
template <class A> struct square_call {
  static constexpr bool accepted = true;
  static constexpr auto run(const A& a) {
    for (const index n : a.shape())
      if (n != a.shape()[0]) [[unlikely]] {
        message m("stria: diag_indices_from needs axes of equal length; the shape is ");
        say_shape(m, a.shape());
        raise<shape_error>(m);
      }
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::tuple{(static_cast<void>(K), arange<index>(a.shape()[0]))...};
    }(std::make_index_sequence<rank_of<A>>());
  }
  using type = decltype(run(std::declval<const A&>()));
};
template <class A> struct square_result {};
template <operand A> struct square_result<A> : judged_call<square_verdict<A>, square_call<A>> {};

} // namespace detail

/// Index arrays of the main diagonal of a square array.
///
/// \param n    the size of each axis, an integer or a constant
/// \param d    the number of axes, a constant (default 2)
/// \returns    a std::tuple of d tensors [n] of index, all equal to arange(n)
/// \throws     value_error for too many elements; a negative size counts as 0
/// \complexity O(n), allocates the result
/// \numpy      `np.diag_indices(n, d)`
/// \usage      `const auto [i, j] = diag_indices(3); a[i, j] = 0.;`
/// \see        fill_diagonal, diagonal
template <detail::size_item N, detail::constant_item D = constant<2>>
constexpr auto diag_indices(const N& n, D = {}) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return std::tuple{(static_cast<void>(K), arange<index>(n))...};
  }(std::make_index_sequence<static_cast<std::size_t>(detail::constant_traits<D>::value)>());
}
STRIA_NOT_INTEGER(diag_indices, detail::fractional, detail::whatever = {});
template <detail::size_item N, class D>
auto diag_indices(const N&, D) -> detail::refusal_where<
    !detail::constant_item<D>,
    detail::sentence<"stria: diag_indices: the number of axes must be a constant (_3)">>;
/// Index arrays of the lower triangle of a matrix.
///
/// \param n    number of rows
/// \param k    the highest diagonal: 0 is the main one (default), positive numbers are above it
/// \param m    number of columns (default n)
/// \returns    a std::tuple of two tensors [count] of index, rows and columns, in row-major order
/// \throws     value_error for too many elements; a negative size counts as 0
/// \complexity O(count), allocates the result
/// \numpy      `np.tril_indices(n, k, m)`
/// \usage      `const auto [i, j] = tril_indices(3); a[i, j] = 0.;`
/// \see        tril, triu_indices
template <detail::integer_item N> constexpr auto tril_indices(N n, detail::integer_argument k = 0) {
  return detail::triangle_places<false>(detail::to_index(n), detail::to_index(n), k);
}
/// Index arrays of the lower triangle of a matrix of n rows and m columns.
template <detail::integer_item N>
constexpr auto tril_indices(N n, detail::integer_argument k, detail::integer_argument m) {
  return detail::triangle_places<false>(detail::to_index(n), m, k);
}
STRIA_NOT_INTEGER(tril_indices, detail::fractional, detail::whatever = {}, detail::whatever = {});
/// Index arrays of the upper triangle of a matrix.
///
/// \param n    number of rows
/// \param k    the lowest diagonal: 0 is the main one (default), positive numbers are above it
/// \param m    number of columns (default n)
/// \returns    a std::tuple of two tensors [count] of index, rows and columns, in row-major order
/// \throws     value_error for too many elements; a negative size counts as 0
/// \complexity O(count), allocates the result
/// \numpy      `np.triu_indices(n, k, m)`
/// \usage      `const auto [i, j] = triu_indices(3, 1); a[i, j] = 0.;`
/// \see        triu, tril_indices
template <detail::integer_item N> constexpr auto triu_indices(N n, detail::integer_argument k = 0) {
  return detail::triangle_places<true>(detail::to_index(n), detail::to_index(n), k);
}
/// Index arrays of the upper triangle of a matrix of n rows and m columns.
template <detail::integer_item N>
constexpr auto triu_indices(N n, detail::integer_argument k, detail::integer_argument m) {
  return detail::triangle_places<true>(detail::to_index(n), m, k);
}
STRIA_NOT_INTEGER(triu_indices, detail::fractional, detail::whatever = {}, detail::whatever = {});
/// Index arrays of the main diagonal of an operand.
///
/// \param a    operand of rank 2 or more whose axes all have the same length n
/// \returns    a std::tuple of a tensor [n] of index for each axis, all equal to arange(n)
/// \throws     shape_error if the lengths of the axes differ
/// \refuses    rank 0 and 1
/// \complexity O(n), allocates the result
/// \numpy      `np.diag_indices_from(a)`
/// \usage      `const auto [i, j] = diag_indices_from(a); a[i, j] = 0.;`
/// \see        diag_indices
template <class A>
constexpr auto diag_indices_from(const A& a) STRIA_RUN_OR_REFUSE((detail::square_result<A>), a);
STRIA_FOREIGN_UNARY(diag_indices_from);
/// Index arrays of the lower triangle of a matrix.
///
/// \param a    operand of rank 2
/// \param k    the highest diagonal: 0 is the main one (default), positive numbers are above it
/// \returns    as for tril_indices()
/// \throws     value_error for too many elements
/// \refuses    other ranks
/// \complexity O(count), allocates the result
/// \numpy      `np.tril_indices_from(a, k)`
/// \usage      `const auto [i, j] = tril_indices_from(a); a[i, j] = 0.;`
/// \see        tril_indices
template <class A>
constexpr auto tril_indices_from(const A& a, detail::integer_argument k = 0)
    STRIA_RUN_OR_REFUSE((detail::triangle_result<false, A>), a, k);
STRIA_FOREIGN_FIRST(tril_indices_from);
/// Index arrays of the upper triangle of a matrix.
///
/// \param a    operand of rank 2
/// \param k    the lowest diagonal: 0 is the main one (default), positive numbers are above it
/// \returns    as for triu_indices()
/// \throws     value_error for too many elements
/// \refuses    other ranks
/// \complexity O(count), allocates the result
/// \numpy      `np.triu_indices_from(a, k)`
/// \usage      `const auto [i, j] = triu_indices_from(a, 1); a[i, j] = 0.;`
/// \see        triu_indices
template <class A>
constexpr auto triu_indices_from(const A& a, detail::integer_argument k = 0)
    STRIA_RUN_OR_REFUSE((detail::triangle_result<true, A>), a, k);
STRIA_FOREIGN_FIRST(triu_indices_from);
/// Index arrays of the elements of a square matrix that a mask function keeps.
///
/// \param n    number of rows and columns
/// \param f    a function that is called as f(ones, k) with an n by n matrix of ones, such as a
///             lambda that calls triu()
/// \param k    the second argument of f (default 0)
/// \returns    a std::tuple of two tensors [count] of index: the positions where the result of f is
///             not zero
/// \throws     value_error for a negative size or too many elements
/// \complexity O(n^2), allocates the result
/// \numpy      `np.mask_indices(n, f, k)`
/// \usage      `mask_indices(3, [](const auto& m, index_t k) { return triu(m, k); })`
/// \see        triu_indices
template <detail::integer_item N, class F>
constexpr auto mask_indices(N n, F f, detail::integer_argument k = 0) {
  const auto all_of_them = ones<int>(n, n);
  return where(f(all_of_them, index{k}));
}
STRIA_NOT_INTEGER(mask_indices, detail::fractional, detail::whatever, detail::whatever = {});

} // namespace stria
