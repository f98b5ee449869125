// SPDX-License-Identifier: BSL-1.0
// eval/route.hpp: the routes by which assignments run.
//
// assignment::take() (assign/run.hpp) tries them in order; docs/design/evaluation.md follows
// statements from the expression tree to the loops.
#pragma once

#include <stria/eval/line.hpp>
#include <stria/eval/materialize.hpp>
#include <stria/eval/points.hpp>
#include <stria/eval/reads.hpp>

#include <type_traits>

namespace stria {

/// How `target = e` runs. docs/performance.md has an example of each.
///
/// \usage  `route_of(r, a * b + c) == route::line`
enum class route : unsigned char {
  /// The memory of the target belongs to another back end (a file, a device), which runs the
  /// assignment.
  backend,
  /// The target is a selection: `t[idx] = e` stores e in row-major order after every index has been
  /// checked; `t[mask] = value` is one loop that tests the mask.
  scatter,
  /// The right side (a sort, scan, join, product, reduction or `a[mask]`) writes its values into
  /// the
  /// target itself. If it reads the target, or has another number of elements, it writes into new
  /// memory, which becomes that of the target.
  own,
  /// The target is read at positions other than those that are written at the same time. The values
  /// pass through a buffer of a few rows, or a copy.
  in_place,
  /// At most 64 numbers of a static shape: every value is computed before the first is stored.
  unrolled,
  /// Tensors with the sizes of the target, as one row; inlined for few elements. Also points, rows
  /// of a static number of two to four elements, in one loop over the points.
  line,
  /// At most 4096 numbers in up to three loops: one call of the kernel, for which operands that are
  /// not contiguous are copied to the stack.
  panel,
  /// Other numbers: the loops are sorted and merged, and run by panels, on several threads where
  /// that pays.
  plan,
  /// Element by element: elements that are not numbers, functions with state, constant expressions.
  scalar,
};

namespace detail {

/// How a route is taken, where there are several ways; for explain_route().
enum class route_detail : unsigned char { masked, fresh, streamed, by_rows };

template <class Op> inline constexpr bool is_plain = std::same_as<Op, assign_op>;

template <class Op> struct kernel_of {
  using type = store_kernel;
};
template <class F> struct kernel_of<update_op<F>> {
  using type = update_kernel<F>;
};

/// True for a scalar, or an operand of rank 0.
template <class E> inline constexpr bool is_one_value = true;
template <operand E> inline constexpr bool is_one_value<E> = rank_of<E> == 0;

/// A selection by index arrays or a boolean mask, as a target.
template <class Target>
concept selects = member_access::is_selection<Target>;
/// True for `t[mask] = value`, where the mask has the shape of t and all elements are numbers.
template <class Target, class E> inline constexpr bool blends = false;
template <selects Target, class E>
  requires(is_one_value<E> && is_number<value_t<Target>>)
inline constexpr bool blends<Target, E> =
    member_access::compresses<Target> && is_number<value_t<std::remove_cvref_t<hold_t<E, Target>>>>;

/// True for numbers that are computed before the first of them is stored into a small target.
template <class Target, class E> inline constexpr bool is_written_out = false;
template <class Target, class E>
  requires(is_small(extents_of<Target>))
inline constexpr bool is_written_out<Target, E> =
    std::is_arithmetic_v<value_t<E>> && !has_row_folds<E> &&
    !stores_itself<bare<decltype(prepare(std::declval<const E&>()))>>;

/// The route of the loops of a cursor for which no plan is made.
template <class Out, class In>
inline constexpr route loop_route =
    is_number<std::remove_cvref_t<decltype(std::declval<const Out&>().item())>> && splits<In>
        ? route::plan
        : route::scalar;

/// Prepares an expression before it is written into a target. Expressions that may be computed row
/// by row are left unchanged.
template <class Op, class Target, class E> constexpr decltype(auto) prepare_to_assign(const E& e) {
  if constexpr (tensor_operand<Target> && is_plain<Op>)
    return prepare_to_store<value_t<Target>>(e);
  else if constexpr (has_row_folds<E>)
    return e.prepared_whole();
  else
    return prepare_to_loop(e);
}

} // namespace detail
} // namespace stria
