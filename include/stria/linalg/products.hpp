// SPDX-License-Identifier: BSL-1.0
// linalg/products.hpp: the functions of stria that also belong to stria::linalg, and versions of
// diagonal() and trace() for the last two axes. Tests: tests/linalg/calls.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/linalg/matrix_operand.hpp>
#include <stria/numpy/aliases.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/product/contract.hpp>
#include <stria/numpy/product/matmul.hpp>
#include <stria/numpy/reduce/norms.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/shape/diagonal.hpp>
#include <stria/numpy/shape/permute.hpp>

namespace stria {
namespace detail::linear {

/// Accepts operands of rank 2 or more, of any element type.
template <fixed_string Name, class A>
using axes_of_matrix_verdict =
    fault_verdict<Name, A, (rank_of<A> >= 2 ? linalg_fault::none : linalg_fault::rank)>;

template <class A, class O> struct matrix_diagonal_call {
  using rows = constant<-2>;
  using columns = constant<-1>;
  using type = decltype(diagonal(std::declval<A>(), std::declval<const O&>(), rows{}, columns{}));
  static constexpr bool accepted = true;
  static constexpr type run(A&& a, const O& offset) {
    return diagonal(static_cast<A&&>(a), offset, rows{}, columns{});
  }
};
template <class A, class O> struct matrix_diagonal_result : ignored_call {};
template <operand A, class O>
struct matrix_diagonal_result<A, O>
    : judged_call<axes_of_matrix_verdict<"diagonal", A>, matrix_diagonal_call<A, O>> {};

template <class A, class O> struct matrix_trace_call {
  using along = matrix_diagonal_call<A, O>;
  using type = decltype(sum(std::declval<typename along::type>(), constant<-1>{}));
  static constexpr bool accepted = true;
  static constexpr type run(A&& a, const O& offset) {
    return sum(along::run(static_cast<A&&>(a), offset), constant<-1>{});
  }
};
template <class A, class O> struct matrix_trace_result : ignored_call {};
template <operand A, class O>
struct matrix_trace_result<A, O>
    : judged_call<axes_of_matrix_verdict<"trace", A>, matrix_trace_call<A, O>> {};

} // namespace detail::linear

namespace linalg {

using stria::cross;
using stria::matmul;
using stria::matrix_transpose;
using stria::norm;
using stria::outer;
using stria::tensordot;
using stria::vecdot;

/// Gives the diagonals of the matrices in the last two axes, whereas `stria::diagonal` uses the
/// first two axes by default.
///
/// \param a      operand (..., m, n)
/// \param offset 0 (default): the main diagonal; positive: above it; negative: below it
/// \returns      for an lvalue tensor or a view, a view; otherwise a lazy expression. The shape is
///               (..., length of the diagonal)
/// \refuses      operands of rank below 2
/// \complexity   O(1) for a view
/// \numpy        `np.linalg.diagonal(a, offset=1)`
/// \usage        `linalg::diagonal(a, 1)`
template <detail::operand_or_refused A, detail::size_item O = constant<0>>
constexpr auto diagonal(A&& a, O offset = {})
    STRIA_RUN_OR_REFUSE((detail::linear::matrix_diagonal_result<A, O>), static_cast<A&&>(a),
                        offset);
STRIA_FOREIGN_FIRST(diagonal);
STRIA_NOT_INTEGER_SECOND(diagonal);

/// Sums the diagonals of the matrices in the last two axes.
///
/// \param a      operand (..., m, n)
/// \param offset as in diagonal()
/// \returns      the number for one matrix, otherwise a lazy expression (...); the element type is
///               that of sum()
/// \refuses      operands of rank below 2
/// \complexity   O(length of the diagonal) per matrix
/// \numpy        `np.linalg.trace(a, offset=1)`
/// \usage        `linalg::trace(a)`
template <detail::operand_or_refused A, detail::size_item O = constant<0>>
constexpr auto trace(A&& a, O offset = {})
    STRIA_RUN_OR_REFUSE((detail::linear::matrix_trace_result<A, O>), static_cast<A&&>(a), offset);
STRIA_FOREIGN_FIRST(trace);
STRIA_NOT_INTEGER_SECOND(trace);

} // namespace linalg
} // namespace stria
