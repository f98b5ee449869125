// SPDX-License-Identifier: BSL-1.0
// assign/run.hpp: the entry point of all assignments: =, op=, tensor(e), eval(e), noalias() and
// route_of(). Tests: tests/assign/assign.cpp.
#pragma once

#include <stria/assign/route.hpp>

namespace stria::detail {

struct ask_chosen; // assign/route_of.hpp

/// Runs what statement::choose() has chosen.
struct run_chosen {
  static constexpr bool writes = true;
  template <class Run, class... Facts>
  STRIA_INLINE constexpr void operator()(const Run& run, const Facts&...) const {
    run();
  }
};

/// The right side of an assignment. A tensor is held like an operand of an expression, so that the
/// route `line` is possible.
template <class Op, class Target, class E>
STRIA_INLINE constexpr decltype(auto) right_side(const E& e) {
  if constexpr (tensor_operand<E> && (!is_plain<Op> || !extents_of<Target>.is_static()))
    return ref<E>(e);
  else
    return (e);
}

/// The assignment `target = e` or `target op= e`, for a tensor or a view that the verdict accepts.
template <class Op, class Target, class E> struct assignment {
  static constexpr bool accepted = true;
  using type = Target&;
  using right = std::remove_reference_t<E>;

  /// If `Checked`, overlap is handled.
  template <bool Checked = true>
  STRIA_INLINE static constexpr type run(Target& target, const right& e) {
    statement<Op, Checked, Target>::choose(target, right_side<Op, Target>(e), run_chosen());
    return target;
  }
  /// Records how it runs, and writes nothing.
  template <bool Checked = true, class Ask = ask_chosen>
  static void ask(Target& target, const right& e, chosen_route& found) {
    statement<Op, Checked, Target>::choose(target, right_side<Op, Target>(e), Ask{&found});
  }
};

template <class Target, class E> constexpr void fill_others(Target& target, const E& e) {
  if !consteval {
    if constexpr (points_possible<store_kernel, E, Target>)
      if (run_points<store_kernel, false, true>(target, e))
        return;
    if constexpr (forms_line<E, Target>)
      if (run_line<store_kernel, true>(target, e))
        return;
  }
  if constexpr (has_row_folds<E>)
    statement<assign_op, false, Target>::choose_rows(target, e, run_chosen());
  else
    run_into<store_kernel>(target, e);
}
/// Writes a prepared expression into a new tensor of the same sizes, or a view of a new block. A
/// few elements of tensors are written by an inlined loop: the sizes of a view that has just been
/// made are in registers, and would pass through memory if they were arguments of a call.
template <class Target, class E> STRIA_INLINE constexpr void fill_new(Target& target, const E& e) {
  using fill = statement<assign_op, false, Target>;
  constexpr list_rule rule = list_rule::broadcast;
  if constexpr (!stores_list<store_kernel, Target, E> || points_possible<store_kernel, E, Target>) {
    fill_others(target, e);
  } else {
    if consteval {
      run_elements<store_kernel>(target.shape(), output_cursor(target),
                                 input_cursor<rank_of<Target>, extents_of<Target>>(e));
    } else {
      if constexpr (!line_possible<E, Target>)
        fill::store(target, e, rule, run_chosen());
      else if (!run_line<store_kernel, true>(target, e)) [[unlikely]]
        fill::store_long(target, as_argument(e), rule, run_chosen());
    }
  }
}

/// The assignment to a target whose class names a back end other than `host`. The shapes are
/// checked here; the back end runs the assignment. See docs/design/back_ends.md.
template <class Op, class Target, class E> struct back_end_assignment {
  static constexpr bool accepted = true;
  using type = Target&;

  template <bool = true> static type run(Target& target, const std::remove_reference_t<E>& e) {
    if constexpr (operand<E>) {
      check(target, e);
      Target::back_end::template run<Op>(target, e);
    } else {
      Target::back_end::template run<Op>(target, hold_t<E, Target>(e));
    }
    return target;
  }
  template <bool = true>
  static void ask(Target& target, const std::remove_reference_t<E>& e, chosen_route& found) {
    if constexpr (operand<E>)
      check(target, e);
    found.way = route::backend;
  }

private:
  static void check(const Target& target, const std::remove_reference_t<E>& e) {
    check_fit<extents_of<Target>, extents_of<E>>(target.shape(), e.shape());
  }
};

} // namespace stria::detail
