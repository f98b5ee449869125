// SPDX-License-Identifier: BSL-1.0
// eval/route.hpp: the routes by which assignments run, and the types for which each is possible.
//
// This file lists all ways in which an assignment can run. docs/design/evaluation.md follows an
// assignment from the expression tree to the loops.
//
// Four classes choose the route, for assignments and for route_of():
//
//   back_end_assignment  assign/run.hpp      backend: the target is not on the host
//   masked_assignment    assign/masked.hpp   masked: t[mask] = one value
//   scatter_assignment   assign/scatter.hpp  all other selections: masked if masked_alike::holds(),
//                                            otherwise scatter
//   assignment           assign/run.hpp      all other routes, by take()
//
// assignment::take() tries these steps in order. A step whose types are not possible is not
// compiled:
//
//   written_out                              decided by the types alone
//   line                                     run_points() for points_possible; then run_line() for
//                                            line_possible, otherwise run_few_rows() for
//                                            few_rows_possible, if no operand must be prepared.
//                                            run_few_rows() also returns in_place, if an operand
//                                            reads the target behind the place that is written
//   streamed                                 few elements that are selected: store_few()
//                                            (gather/gather.hpp), for stores_few_into
//   fill                                     decided by the types alone
//   own, fresh                               may_read_target() and the number of elements
//   (the operands are prepared)
//   rows                                     run_few_by_rows(), for runs_few_by_rows
//   rows or slabs                            slab_part() and slabs_disjoint(); for rows also
//                                            has_rows()
//   streamed, fresh                          decided by the types alone, and by may_read_target()
//   line                                     run_few_rows(), if operands have been prepared; or
//                                            in_place, as above
//   in_place                                 find_met_rows(). If copies of the broadcast operands
//                                            remove the overlap, the steps from `line` on are
//                                            repeated with these copies
//   copy, ordered or nest                    decided by the types alone (loop_route)
//
// A route can have several variants:
//
//   line      points: one loop over rows of two to four numbers (eval/points.hpp). Tensors of one
//             shape: a loop that is inlined up to 64 elements, otherwise the kernel; if they are
//             broadcast at run time, store_few_listed() or store_repeated() (store_listed(),
//             eval/line.hpp). Others: one kernel call for contiguous rows, or for operands that are
//             broadcast or reversed along them; up to 40 elements as rows of one element; up to
//             1024 with gaps packed first (store_uneven() and store_packed(),
//             nest/drive_store.hpp). Copies from memory to memory: move_strided()
//             (nest/move_strided.hpp)
//   in_place  few elements through a buffer on the stack (store_uneven()); a block that is moved by
//             memmove() or reversed; a few rows that are computed ahead; rows in pairs, if they
//             are read in reverse order; a copy of all values (assign/in_place.hpp)
//   copy, ordered, nest
//             run_loop() (eval/loop.hpp): parts of rolled operands, each by run_loop(); small
//             static sizes, by run_small(); what is not planned, by run_nest(); few elements that
//             are moved, by move_few_elements(); then store_directly() (nest/drive_store.hpp): one
//             call of the kernel, rows with operands that are repeated on the stack, few elements
//             that are copied to the stack, or a plan. docs/design/evaluation.md has the conditions
//
// tie() (assign/tie.hpp) and fill(), for new tensors, do not use take(): they call run_few_rows(),
// store_list() or run_loop() themselves.
//
// If line_possible, take() writes the target by store_list() (assign/store_list.hpp), which does
// what the steps from `line` on do, for tensors, which cannot overlap the target at other
// positions. The steps below it are then compiled for route_of() only.
//
// The conditions on types:
//
//   line_possible     eval/line.hpp          a map of numbers whose leaves are scalars and tensors
//                                          with the rank of the target
//   few_rows_possible eval/few_rows.hpp      a map of numbers whose leaves are scalars, tensors,
//                                          views and positions; the target has one to three
//                                          axes. With positions, up to 64 elements
//   points_possible   eval/points.hpp        rows of two to four numbers, a static number, with
//                                          reductions of the rows or one value for each row; or
//                                          columns of such rows
//   is_small          eval/loop.hpp          a static shape of 1 to 64 elements
//   computes_into     eval/reads.hpp         a node with compute(target), such as a sort or a
//                                          product, and a target tensor with its element type
//   stores_few_into   eval/reads.hpp         a[mask] of numbers in memory, and a target tensor with
//                                          its rank and element type
//   stores_itself     eval/materialize.hpp   an operand with store(p), which writes its elements in
//                                          row-major order: a[mask], reshape(a + b, 6)
//   in_slabs          eval/slabs.hpp         a map, of rank 2 or more, that contains a reduction
//   that
//                                          keeps the first axis
//   runs_by_rows      eval/slabs.hpp         all these reductions give one value for each row
//   runs_few_by_rows  fold/row_fold.hpp    the other operands are tensors and numbers
//   copies_memory     nest/run_store.hpp     a kernel that only copies numbers from strided memory,
//                                          or one number, to the target
//   splits            view/cursor.hpp        no function or element has state, so several threads
//   may
//                                          use copies of the cursor
//
// The run-time conditions, in functions that the comments below name:
//
//   run_line          eval/line.hpp        at most 4096 elements, and equal sizes, or at most 64
//                                          rows of one to three axes with operands that are
//                                          broadcast at run time; if this is true, it also runs
//                                          the loop
//   run_few_rows      eval/few_rows.hpp    1 to 4096 elements (up to 1024 if some are not
//   contiguous
//                                          along the last axis) and 64 rows, operands that are
//                                          broadcast only along axes where their types show it;
//                                          if all this is true, it also calls the kernel, and if an
//                                          operand overlaps the target, the route is in_place
//   run_points        eval/points.hpp      equal sizes, and operands that do not overlap the target
//                                          at other points; if this is true, it also runs the loop
//   may_read_target   assign/run.hpp       an operand may read the memory of the target
//   slab_part         eval/slabs.hpp       the bytes of a row, or of a position of the first axis;
//                                          0 if neither rows nor slabs pay
//   run_few_by_rows   fold/row_fold.hpp    at most 1024 elements in 64 rows, and operands of the
//                                          shape of the target, or one row or one value per row
//   slabs_disjoint    eval/slabs.hpp       each operand either does not overlap the target, or
//   reads
//                                          only the element that is written next
//   find_met_rows     layout/met_rows.hpp  the rows of the target that the expression reads
//
// prepare(), prepare_to_loop() and prepare_to_store() (view/prepare.hpp) replace operands that a
// loop cannot compute, such as sorts and most reductions, by their values. input_cursor() and
// output_cursor() (eval/materialize.hpp) make the cursors of an expression and of a target.
#pragma once

#include <stria/eval/few_rows.hpp>
#include <stria/eval/line.hpp>
#include <stria/eval/materialize.hpp>
#include <stria/eval/points.hpp>
#include <stria/eval/reads.hpp>
#include <stria/eval/slabs.hpp>

#include <type_traits>

namespace stria {

/// How `target = e` runs. The first route of this list whose conditions hold is taken, except that
/// `line` is tried after `slabs` if operands must be prepared. docs/performance.md has an example
/// of each.
///
/// \usage  `route_of(r, a * b + c) == route::nest`
enum class route : unsigned char {
  /// The memory of the target belongs to another back end (a file, a device), which runs the
  /// assignment.
  backend,
  /// `t[mask] = value`: one value is stored where a boolean mask of the whole shape is true. Also
  /// `t[mask] = b[mask]`, and floating-point arithmetic with such selections, if all masks are the
  /// same and b has the shape of t.
  masked,
  /// `t[idx] = e`: e is stored in row-major order, after every index has been checked.
  scatter,
  /// At most 64 numbers of a static shape: every value is computed before the first is stored.
  written_out,
  /// At most 4096 numbers. Tensors with the shape of the target are computed as one row; tensors
  /// that are broadcast to it, other tensors and views, of up to three axes, as at most 64 rows.
  /// Run-time conditions: views and tensors of other ranks are broadcast only along axes where
  /// their types show it, and each of them either does not overlap the target or coincides with it.
  /// Also rows of two to four numbers, a static number, at any size, if they contain reductions of
  /// rows or one value for each row; and columns of such rows.
  line,
  /// A scalar is stored into all elements.
  fill,
  /// A sort, scan, join, product or reduction writes into the target, a tensor of its element type.
  /// Run-time conditions: the number of elements is unchanged, and the expression does not read the
  /// target.
  own,
  /// Like `own`, but through new memory, because the size differs or the target is read.
  fresh,
  /// The expression writes its elements in row-major order: `t = a[mask]`, `t = reshape(a + b, 6)`.
  /// Run-time condition: the expression does not read the target.
  streamed,
  /// Reductions of rows inside an expression are computed row by row, just before they are used.
  /// Run-time conditions: the target has 16 KiB or more, in several rows of 256 bytes to 1 MiB, and
  /// is not read elsewhere; or at most 1024 elements in at most 64 rows, and target and operands
  /// are
  /// tensors of one shape, rows of it or single values of its rows.
  rows,
  /// Other reductions that keep the first axis are computed for 64 KiB of the target at a time.
  /// Run-time conditions: the target has 256 KiB or more, at most 1 MiB for each position of the
  /// first axis, and is not read elsewhere.
  slabs,
  /// The target is read at positions other than those that are written at the same time. The values
  /// pass through a buffer of a few rows, or a copy. If a buffer of a few rows is not possible, and
  /// the types show that operands are broadcast, these operands are copied first. If the rest does
  /// not read the target elsewhere, the route is `nest`.
  in_place,
  /// Numbers are copied from memory to memory, or one number to all elements, by a loop that all
  /// such copies share.
  copy,
  /// A stateful function is called once per element, in row-major order, on one thread.
  ordered,
  /// One fused loop nest over all operands; on several threads and tile by tile where that pays.
  nest,
};

namespace detail {

/// A set of routes.
struct route_set {
  unsigned bits = 0;

  constexpr bool has(route r) const { return (bits >> static_cast<unsigned>(r) & 1U) != 0; }
  constexpr void add(route r) { bits |= 1U << static_cast<unsigned>(r); }
};

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
template <class Target, class E> inline constexpr bool blends = false;
template <selects Target, class E>
inline constexpr bool blends<Target, E> = member_access::compresses<Target> && is_one_value<E>;

/// True if E selects by a mask, which may be the mask of the target.
template <class Op, class Target, class E> inline constexpr bool selects_alike = false;

/// True for numbers that are computed before the first of them is stored into a small target.
template <class Target, class E> inline constexpr bool is_written_out = false;
template <class Target, class E>
  requires(is_small(extents_of<Target>))
inline constexpr bool is_written_out<Target, E> =
    std::is_arithmetic_v<value_t<E>> && !in_slabs<E> &&
    !stores_itself<bare<decltype(prepare(std::declval<const E&>()))>>;

/// The routes that are decided before the operands are prepared. Where `own` is possible, so is
/// `fresh`. The comments name functions that decide at run time whether a route is taken.
template <class Op, class Target, class E>
inline constexpr route_set first_routes = [] {
  using node = bare<E>;
  route_set can;
  if constexpr (!is_on_host<Target>) {
    can.add(route::backend);
  } else if constexpr (selects<Target>) {
    if (blends<Target, E> || selects_alike<Op, Target, E>)
      can.add(route::masked);
    if (!blends<Target, E>)
      can.add(route::scatter);
  } else if constexpr (!operand<E>) {
    can.add(route::fill);
  } else if constexpr (is_written_out<Target, node>) {
    can.add(route::written_out);
  } else {
    // run_line(), run_few_rows() and run_points() decide.
    if (line_possible<node, Target> || few_rows_possible<node, Target> ||
        points_possible<typename kernel_of<Op>::type, node, Target>)
      can.add(route::line);
    if (is_plain<Op> && computes_into<node, Target>) { // own: may_read_target() decides
      can.add(route::own);
      can.add(route::fresh);
    }
    if (is_plain<Op> && stores_few_into<node, Target>) // store_few() decides
      can.add(route::streamed);
  }
  return can;
}();

/// The route of a loop, from the cursors of a target and a prepared expression.
template <class Kernel, class Out, class In>
inline constexpr route loop_route = copies_memory<Kernel, Out, In> ? route::copy
                                    : splits<In>                   ? route::nest
                                                                   : route::ordered;

/// Prepares an expression before it is written into a target. Expressions that may be computed slab
/// by slab are left unchanged.
template <class Op, class Target, class E> constexpr decltype(auto) prepare_to_assign(const E& e) {
  if constexpr (tensor_operand<Target> && is_plain<Op>)
    return prepare_to_store<value_t<Target>>(e);
  else if constexpr (in_slabs<E>)
    return e.prepared_whole();
  else
    return prepare_to_loop(e);
}

/// The routes that are decided after the operands have been prepared.
template <class Op, class Target, class E> constexpr route_set later_routes() {
  route_set can;
  using ready = bare<decltype(prepare_to_assign<Op, Target>(std::declval<const E&>()))>;
  if constexpr (stores_itself<ready>) { // may_read_target() decides
    can.add(route::streamed);
    can.add(route::fresh);
  } else {
    // slab_part() and slabs_disjoint() decide.
    if constexpr (in_slabs<E> && rank_of<E> == rank_of<Target>)
      can.add(runs_by_rows<rank_of<E>, staged_of<E>> ? route::rows : route::slabs);
    using whole = bare<decltype(prepare(std::declval<const E&>()))>;
    if (few_rows_possible<whole, Target>) // run_few_rows() decides, after the operands are prepared
      can.add(route::line);
    using out = decltype(output_cursor(std::declval<Target&>()));
    using in =
        decltype(input_cursor<rank_of<Target>, extents_of<Target>>(std::declval<const whole&>()));
    can.add(route::in_place); // find_met_rows() decides
    can.add(loop_route<typename kernel_of<Op>::type, out, in>);
  }
  return can;
}

/// The routes that are possible for the types of an assignment. Op is assign_op or update_op<F>,
/// Target is a tensor, a view or a selection, and E is the type of the right side.
template <class Op, class Target, class E>
inline constexpr route_set possible = [] {
  constexpr route_set first = first_routes<Op, Target, E>;
  if constexpr (!is_on_host<Target> || selects<Target> || !operand<E> ||
                first.has(route::written_out) || first.has(route::own)) {
    return first;
  } else {
    route_set can = later_routes<Op, Target, bare<E>>();
    can.bits |= first.bits;
    return can;
  }
}();
} // namespace detail
} // namespace stria
