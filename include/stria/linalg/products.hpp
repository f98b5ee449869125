// SPDX-License-Identifier: BSL-1.0
// linalg/products.hpp: what of stria:: belongs to the extension, and the functions of which the
// axes differ.
#pragma once

#include <stria/fn/contract.hpp>
#include <stria/fn/diagonal.hpp>
#include <stria/fn/math.hpp>
#include <stria/fn/permute.hpp>
#include <stria/fn/product.hpp>
#include <stria/fn/reduce.hpp>
#include <stria/linalg/operand.hpp>

namespace stria {
namespace detail::linear {

template <fixed_string Name, class A> struct axes_of_matrix_verdict {
  static constexpr bool accepted = rank_of<A> >= 2;
  static constexpr message text() {
    message m("stria: linalg::");
    m << Name.view();
    say_linalg_fault(m, linalg_fault::rank, extents_of<A>.view());
    return m;
  }
};

template <class A> struct transpose_call {
  using type = decltype(swapaxes(std::declval<A>(), constant<-1>{}, constant<-2>{}));
  static constexpr bool accepted = true;
  static constexpr type run(A&& a) {
    return swapaxes(static_cast<A&&>(a), constant<-1>{}, constant<-2>{});
  }
};
template <class A> struct transpose_result : ignored_call {};
template <operand A>
struct transpose_result<A>
    : judged_call<axes_of_matrix_verdict<"matrix_transpose", A>, transpose_call<A>> {};

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

template <class A> constexpr decltype(auto) conjugated(A&& a) {
  if constexpr (is_complex<value_t<A>>::value)
    return conj(static_cast<A&&>(a));
  else
    return static_cast<A&&>(a);
}

} // namespace detail::linear

namespace linalg {

using stria::cross;
using stria::matmul;
using stria::norm;
using stria::outer;
using stria::tensordot;

/// The sum over the last two axes of a and the first two of b. NumPy: `np.tensordot(a, b)`.
template <detail::operand A, detail::operand B> constexpr auto tensordot(A&& a, B&& b) {
  return stria::tensordot(static_cast<A&&>(a), static_cast<B&&>(b), constant<2>{});
}

/// The last two axes exchanged, a view of a tensor. NumPy: `np.matrix_transpose(a)`.
template <detail::operand_or_refused A>
constexpr auto matrix_transpose(A&& a)
    STRIA_RUN_OR_REFUSE((detail::linear::transpose_result<A>), static_cast<A&&>(a));
STRIA_FOREIGN_FIRST(matrix_transpose);

/// The diagonals of matrices (..., m, n), of the last two axes, a view of a tensor; `diagonal` of
/// stria itself takes the first two. NumPy: `np.linalg.diagonal(a, offset=1)`.
template <detail::operand_or_refused A, std::convertible_to<index> O = constant<0>>
constexpr auto diagonal(A&& a, O offset = {})
    STRIA_RUN_OR_REFUSE((detail::linear::matrix_diagonal_result<A, O>), static_cast<A&&>(a),
                        offset);
STRIA_FOREIGN_FIRST(diagonal);

/// The sums of the diagonals of matrices (..., m, n): lazy, and for one matrix the number. NumPy:
/// `np.linalg.trace(a, offset=1)`.
template <detail::operand_or_refused A, std::convertible_to<index> O = constant<0>>
constexpr auto trace(A&& a, O offset = {})
    STRIA_RUN_OR_REFUSE((detail::linear::matrix_trace_result<A, O>), static_cast<A&&>(a), offset);
STRIA_FOREIGN_FIRST(trace);

/// The sums of products along an axis (the last one), a conjugated; the other axes are broadcast.
/// Of two vectors the number, else lazy. NumPy: `np.linalg.vecdot(a, b, axis=-1)`.
template <detail::operand A, detail::operand B, class Axis = constant<-1>>
constexpr auto vecdot(A&& a, B&& b, Axis axis = {}) {
  return sum(detail::linear::conjugated(static_cast<A&&>(a)) * static_cast<B&&>(b), axis);
}
STRIA_FOREIGN_BINARY(vecdot);

} // namespace linalg
} // namespace stria
