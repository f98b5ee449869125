// SPDX-License-Identifier: BSL-1.0
// linalg/products.hpp: what of stria:: belongs to the extension, and the functions of which the
// axes differ.
#pragma once

#include <stria/fn/aliases.hpp>
#include <stria/fn/contract.hpp>
#include <stria/fn/diagonal.hpp>
#include <stria/fn/math.hpp>
#include <stria/fn/permute.hpp>
#include <stria/fn/product.hpp>
#include <stria/fn/reduce.hpp>
#include <stria/linalg/operand.hpp>

namespace stria {
namespace detail::linear {

/// Operands with the two axes of a matrix, of any element type.
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

/// The diagonals of matrices (..., m, n), of the last two axes, a view of a tensor; `diagonal` of
/// stria itself takes the first two. NumPy: `np.linalg.diagonal(a, offset=1)`.
template <detail::operand_or_refused A, detail::size_item O = constant<0>>
constexpr auto diagonal(A&& a, O offset = {})
    STRIA_RUN_OR_REFUSE((detail::linear::matrix_diagonal_result<A, O>), static_cast<A&&>(a),
                        offset);
STRIA_FOREIGN_FIRST(diagonal);

/// The sums of the diagonals of matrices (..., m, n): lazy, and for one matrix the number. NumPy:
/// `np.linalg.trace(a, offset=1)`.
template <detail::operand_or_refused A, detail::size_item O = constant<0>>
constexpr auto trace(A&& a, O offset = {})
    STRIA_RUN_OR_REFUSE((detail::linear::matrix_trace_result<A, O>), static_cast<A&&>(a), offset);
STRIA_FOREIGN_FIRST(trace);

} // namespace linalg
} // namespace stria
