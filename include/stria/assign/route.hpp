// SPDX-License-Identifier: BSL-1.0
// assign/route.hpp: the routes by which assignments run, and choose(), which chooses one of them.
//
// docs/design/evaluation.md follows statements from the expression tree to the loops.
// Tests: tests/evaluate/route.cpp, tests/assign/assign.cpp.
#pragma once

#include <stria/assign/store_list.hpp>
#include <stria/evaluate/line.hpp>
#include <stria/evaluate/reads.hpp>
#include <stria/evaluate/unrolled_rows.hpp>
#include <stria/tensor/opaque.hpp>

#include <utility>

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
  /// the target itself. If it reads the target, or has another number of elements, it writes into
  /// new memory, which becomes that of the target.
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
enum class route_detail : unsigned char { none, masked, fresh, streamed, by_rows };

/// What choose() has found out about a statement: route_of() returns its route, and explain_route()
/// prints it. Axes are sets of bits.
struct chosen_route {
  struct loop {
    index n;
    std::uint32_t axes; // that were merged
    bool reduced;
  };
  struct read {
    const char* how; // what is said about it after the strides
    int with;        // the other operand, if it is read with one; otherwise 0
    int steps;       // -1: it has none
    index step[limits::nest_axes];
  };

  route way = route::plan;
  route_detail detail = route_detail::none;
  overlap_way overlap = overlap_way::none;
  bool one_call = false;    // of the kernel, for all loops
  bool vectors = false;     // the loops compute several elements at a time
  bool buffered = false;    // the target is written through a buffer
  bool right_first = false; // the right side is computed first
  int threads = 1;
  // Instead of loops: the words around `elements`, or without it if `after` is null.
  const char *before = nullptr, *after = nullptr;
  index elements = 0;
  const char* inner = nullptr;                     // of loops over cursors: how rows are read
  index parts = 1;                                 // of the loops, by operands that wrap round
  index window = 1, repeats = 1;                   // columns that are joined; of each element
  index height = 0, width = 0;                     // of a block of copied operands
  index ahead = 0;                                 // rows that are held back
  std::size_t rows_axis = 0;                       // their axis
  std::uint32_t lane = 0, lane2 = 0, repeated = 0; // of the vectors; of repeated elements
  int depth = -1, operands = 0;                    // -1: the loops are not known
  loop loops[limits::nest_axes];                   // from the outermost
  read operand[limits::nest_operands];             // without the target
};

/// True for numbers that are computed before the first of them is stored into a small target.
template <class Target, class E> inline constexpr bool is_written_out = false;
template <class Target, class E>
  requires(is_small(extents_of<Target>))
inline constexpr bool is_written_out<Target, E> =
    std::is_arithmetic_v<value_t<E>> && !has_row_folds<E> &&
    !stores_itself<bare<decltype(prepare(std::declval<const E&>()))>>;

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

/// Gives a tensor the shape and the values of a new one. If the number of elements is the same,
/// they are moved into the existing memory, so that views of the target see them. A plain loop is
/// enough; an assignment would compile the code of copies.
template <class Target> constexpr void replace_values(Target& target, Target&& fresh) {
  const index n = fresh.size();
  if (n != target.size()) {
    target = std::move(fresh);
    return;
  }
  value_t<Target>*const to = target.data(), *const from = fresh.data();
  for (index i = 0; i < n; ++i)
    to[i] = std::move(from[i]);
  member_access::take_sizes(target, fresh.shape());
}

/// The first of the facts about a choice; the kernel of its loops, and the type of values that are
/// held back.
template <route Way> struct by {};
template <class Kernel, class V = void> struct with_kernel {};

/// The statements `target op e`. If `Checked`, overlap is handled: e reads elements of the target
/// before they are overwritten.
///
/// choose() decides how a statement runs. It calls act(run, by<way>(), facts), or passes the act to
/// run_line() and store_list(). There are two kinds of acts: `run_chosen` calls run(), and
/// `ask_chosen` (assign/route_of.hpp) records the facts and writes nothing; operands that the
/// statement computes first are computed for both. Act::writes says which of them it is.
template <class Op, bool Checked, class Target> struct statement {
  using kernel = typename kernel_of<Op>::type;
  using T = value_t<Target>;

  static constexpr std::size_t R = rank_of<Target>;
  static constexpr auto known = extents_of<Target>;
  static constexpr bool makes_tensor = tensor_operand<Target> && is_plain<Op>;
  static constexpr list_rule rule = makes_tensor ? list_rule::exact : list_rule::broadcast;

  template <class E, class Act>
  STRIA_INLINE static constexpr void choose(Target& target, const E& e, Act act) {
    if constexpr (!operand<E>) {
      choose_value(target, e, act);
    } else if constexpr (is_written_out<Target, E>) {
      const auto& ready = prepare(e);
      check(target, ready);
      act([&]() __attribute__((always_inline)) { few_into(target, ready); }, by<route::unrolled>());
    } else {
      if !consteval {
        if (choose_row(target, e, act))
          return;
      }
      if constexpr (!stores_list<kernel, Target, E>) {
        choose_many(target, e, act);
      } else {
        if consteval {
          assign_each(target, e);
        } else {
          if constexpr (line_possible<E, Target>)
            store_long(target, as_argument(e), rule, act);
          else
            store(target, e, rule, act);
        }
      }
    }
  }

  /// Stores e by the list of its operands.
  template <class Out, class E, class Act>
  STRIA_INLINE static void store(Out& out, const E& e, list_rule by, Act act) {
    if (!store_list<kernel, Checked, Target>(out, e, by, act)) [[unlikely]]
      store_misfit(out, e, act);
  }
  /// The same, for what is no short line.
  template <class E, class Act>
  STRIA_NOINLINE static void store_long(Target& target, const E& e, list_rule by, Act act) {
    if (!store_list<kernel, Checked, Target>(target, e, by, act)) [[unlikely]]
      store_misfit(target, e, act);
  }

  /// Stores into the elements of `out`, with broadcasting; the result is as if the expression were
  /// copied first.
  template <class Out, class N, class Act>
  STRIA_INLINE static constexpr void choose_rows(Out& out, const N& e, Act act) {
    if constexpr (!has_row_folds<N>) {
      choose_loops(out, e, act);
    } else {
      if constexpr (rank_of<N> == R)
        if !consteval {
          const auto n = out.shape();
          const auto to = output_cursor(out);
          if (rows_pay(out, e) && to.fits(n.size() - 1) && computes_rows(n, to, e)) {
            const auto ready = prepare_parts<R>(e);
            const auto from = input_cursor<R, known>(ready);
            return act([&] { run_nest<kernel>(n, to, from); }, by<route::plan>(), n, to, from);
          }
        }
      choose_loops(out, prepare(e), act);
    }
  }

private:
  /// Stores an expression that does not fit the sizes of the target, or has no operand with all of
  /// them. A tensor gets another shape.
  template <class Out, class E, class Act>
  STRIA_SMALL STRIA_NOINLINE static void store_misfit(Out& out, const E& e, Act act) {
    if constexpr (makes_tensor && std::same_as<Out, Target>) {
      const auto sizes = tensor_sizes<Target>(e);
      if (known.is_static() || sizes == out.shape())
        return store_long(out, e, list_rule::broadcast, act);
      // The expression may read the target, also its shape.
      Target fresh(sizes, uninitialized_t{});
      store_long(fresh, e, list_rule::broadcast, act);
      if constexpr (Act::writes)
        replace_values(out, std::move(fresh));
    } else {
      check_fit<known, extents_of<E>>(out.shape(), e.shape());
    }
  }
  /// One row: points, or tensors of the sizes of the target. Returns false if e is not one.
  template <class E, class Act>
  STRIA_INLINE static bool choose_row(Target& target, const E& e, Act act) {
    if constexpr (points_possible<kernel, E, Target>)
      if (run_points<kernel, Checked, Act::writes>(target, e)) {
        act([] {}, by<route::line>(), target);
        return true;
      }
    if constexpr (line_possible<E, Target>)
      if (run_line<kernel, Act::writes>(target, e)) {
        act([] {}, by<route::line>(), target, e);
        return true;
      }
    return false;
  }
  /// Stores one value into all elements.
  template <class E, class Act>
  STRIA_INLINE static constexpr void choose_value(Target& target, const E& e, Act act) {
    const hold_t<E, Target> value(e);
    if constexpr (tensor_operand<Target> && !known.is_static() && std::is_arithmetic_v<T> &&
                  value.in_line)
      if !consteval {
        if (index count = target.size(); count <= limits::short_line) {
          // If g++ knew the limit, it would fill bytes by an instruction that starts slowly.
          make_opaque(count);
          return act(
              [&]() __attribute__((always_inline)) {
                kernel::row(static_row<T, 1>{target.data()},
                            scalar_row<value_t<std::remove_const_t<decltype(value)>>>{value.value},
                            few_in_row{count});
              },
              by<route::line>());
        }
      }
    choose_loops(target, value, act);
  }
  /// What is neither small and static, nor one row, nor a list of operands.
  template <class E, class Act>
  static constexpr void choose_many(Target& target, const E& e, Act act) {
    if constexpr (is_plain<Op> && computes_into<E, Target>) {
      const auto sizes = tensor_sizes<Target>(e);
      const auto before = target.shape();
      bool same = true;
      for (std::size_t k = 0; k < sizes.size(); ++k)
        same &= sizes[k] == before[k];
      const bool fits = same || count_elements(sizes) == target.size();
      const bool fresh = !fits || may_read_target(target, e);
      const auto run = [&] {
        if (!fresh && same)
          e.compute(target);
        else
          compute_into(target, e, sizes, fresh);
      };
      act(run, by<route::own>(), fresh, target, e);
    } else if constexpr (makes_tensor) {
      const auto& ready = prepare_to_store<T>(e);
      fill_adopted(target, ready, act, [&](auto& to) { choose_rows(to, ready, act); });
    } else {
      const auto& ready = prepare_to_assign<Op, Target>(e);
      check_fit<known, extents_of<E>>(target.shape(), ready.shape());
      choose_rows(target, ready, act);
    }
  }
  /// The target adopts the sizes of a prepared expression; store(to) stores its values.
  template <class N, class Act, class Store>
  STRIA_INLINE static constexpr void fill_adopted(Target& target, const N& ready, Act,
                                                  const Store& store) {
    const auto sizes = tensor_sizes<Target>(ready);
    if constexpr (known.is_static()) {
      store(target);
    } else {
      const bool fits = count_elements(sizes) == target.size();
      Target fresh(fits || !Act::writes ? axis_array<R>{} : sizes, uninitialized_t{});
      auto memory = memory_of((fits ? target : fresh).data(), sizes);
      store(memory);
      if constexpr (Act::writes) {
        // The shape changes last, because the expression may still read the old one.
        if (fits)
          member_access::take_sizes(target, sizes);
        else
          target = std::move(fresh);
      }
    }
  }
  /// Loops over all elements.
  template <class Out, class N, class Act>
  static constexpr void choose_loops(Out& out, const N& e, Act act) {
    if constexpr (stores_itself<N>) {
      const bool fresh = Checked && may_read_target(out, e.source());
      const auto run = [&] {
        if (fresh)
          run_into<kernel>(out, e.values());
        else
          run_into<kernel>(out, e);
      };
      act(run, by<route::own>(), fresh, e);
    } else {
      const auto n = one_by_one(out.shape());
      const auto to = output_cursor(out);
      const auto from = input_cursor<R, known>(e);
      if consteval {
        if (Checked && conflicts(n, to, from)) {
          value_tensor<N> copy(e.shape(), uninitialized_t{});
          run_into<store_kernel>(copy, e);
          run_loop<kernel, known>(n, to, input_cursor<R, known>(copy));
        } else {
          run_loop<kernel, known>(n, to, from);
        }
      } else {
        if constexpr (stores_list<kernel, Out, N>)
          store(out, e, list_rule::broadcast, act);
        else
          choose_nest(n, to, from, e, act);
      }
    }
  }
  /// Loops over cursors.
  template <class Out, class In, class N, class Act>
  STRIA_INLINE static void choose_nest(const std::array<index, R>& n, const Out& to, const In& from,
                                       const N& e, Act act) {
    using held = held_value<kernel, T, value_t<N>>;
    constexpr bool checked = Checked && !is_scalar<N>;
    if constexpr (checked && is_stored_by_plan<kernel, R, Out, In> && packs<held> &&
                  packs_bytes(sizeof(held))) {
      static constexpr const in_place_code* code = &code_in_place<kernel, T, held, R, In>;
      act([&] { run_planned_store<kernel>(n, to, from, store_checked, code); }, by<route::plan>(),
          with_kernel<kernel>(), n, to, from, code);
    } else {
      if constexpr (checked)
        if (count_elements(n) != 0)
          if (const auto met = find_met_rows(n, to, from); met.found) {
            const auto own = nest_sizes<R>(e.shape());
            return act([&] { run_in_place<kernel, held>(met, own, n, to, from); },
                       by<route::in_place>(), with_kernel<kernel, held>(), met, own, n, to, from);
          }
      act([&]() __attribute__((always_inline)) { run_loop<kernel, known>(n, to, from); },
          by<route::plan>(), with_kernel<kernel>(), n, to, from);
    }
  }

  /// Assigns an expression that has a list of operands, in a constant expression.
  template <class E> static constexpr void assign_each(Target& target, const E& e) {
    if constexpr (makes_tensor) {
      Target fresh(tensor_sizes<Target>(e), uninitialized_t{});
      run_elements<kernel>(fresh.shape(), output_cursor(fresh), input_cursor<R, known>(e));
      replace_values(target, std::move(fresh));
    } else {
      check_fit<known, extents_of<E>>(target.shape(), e.shape());
      value_tensor<E> values(e.shape(), uninitialized_t{});
      run_elements<store_kernel>(values.shape(), output_cursor(values),
                                 input_cursor<rank_of<E>, extents_of<E>>(e));
      run_elements<kernel>(target.shape(), output_cursor(target), input_cursor<R, known>(values));
    }
  }
  /// Computes all values, then stores them, which costs less than a check for overlap.
  template <class N> STRIA_INLINE static constexpr void few_into(Target& target, const N& e) {
    using V = value_t<N>;
    constexpr auto strides = row_major_strides(known.sizes());
    const auto n = target.shape();
    V values[static_cast<std::size_t>(count_elements(known.sizes()))]{};
    run_loop<store_kernel, known>(n, strided_cursor<V, R, 1>{values, 0, strides},
                                  input_cursor<R, known>(e));
    run_loop<kernel, known>(n, output_cursor(target),
                            strided_cursor<const V, R, 1>{values, 0, strides});
  }
  /// Whether the expression may read the target.
  template <class Out, class N> static constexpr bool may_read_target(const Out& out, const N& e) {
    return may_read(memory_region<T>{out.data(), 0, out.size() - 1}, e);
  }
  /// Evaluates an operand with its member compute(), into new memory or that of the target.
  template <class E>
  static constexpr void compute_into(Target& target, const E& e, const std::array<index, R>& sizes,
                                     bool new_memory) {
    if (new_memory) {
      Target fresh(sizes, uninitialized_t{});
      e.compute(fresh);
      return replace_values(target, std::move(fresh));
    }
    // Restores the shape of the target if the computation throws.
    struct guard {
      Target* t;
      std::array<index, R> before;
      constexpr ~guard() {
        if (t != nullptr)
          member_access::take_sizes(*t, before);
      }
    } shape{&target, target.shape()};
    member_access::take_sizes(target, sizes);
    e.compute(target);
    shape.t = nullptr;
  }
  /// Raises `shape_error` unless a prepared expression fits into the target.
  template <class N>
  STRIA_INLINE static constexpr void check(const Target& target, const N& ready) {
    if constexpr (makes_tensor)
      static_cast<void>(tensor_sizes<Target>(ready));
    else
      check_fit<known, extents_of<N>>(target.shape(), ready.shape());
  }
  /// A target for the elements from `first` on, in row-major order.
  static constexpr view<T, row_major(known)> memory_of(T* first,
                                                       const std::array<index, R>& sizes) {
    return {first, count_elements(sizes), {0, sizes, row_major_strides(sizes)}};
  }
};

} // namespace detail
} // namespace stria
