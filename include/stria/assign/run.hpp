// SPDX-License-Identifier: BSL-1.0
// assign/run.hpp: the entry point of all assignments: =, op=, tensor(e), eval(e), noalias() and
// route_of().
#pragma once

#include <stria/assign/in_place.hpp>
#include <stria/assign/store_list.hpp>
#include <stria/assign/verdict.hpp>
#include <stria/expr/operators.hpp>
#include <stria/layout/opaque.hpp>

#include <utility>

namespace stria::detail {

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

/// The assignment `target = e` or `target op= e`, for a tensor or a view that the verdict accepts.
///
/// take() and the functions that it calls try the routes in the order of their costs and return the
/// one that is taken. They write the target unless they receive a note object. With a note they
/// write nothing. Instead they report the loops to it, by loops<Kernel>(n, out, in), rows(n, out,
/// in), one_row(target, e), points(target) or streamed(e), and overlap
/// with the target, by loops<Kernel, false>(n, out, in) and in_place<Kernel, V>(met, n, out, in).
/// Operands that the assignment computes first are computed in both cases.
template <class Op, class Target, class E> struct assignment {
  static constexpr bool accepted = true;
  using type = Target&;
  using kernel = typename kernel_of<Op>::type;
  using right = std::remove_reference_t<E>;

  static constexpr auto known = extents_of<Target>;
  static constexpr bool makes_tensor = tensor_operand<Target> && is_plain<Op>;

  /// If `Checked`, overlap is handled: the expression reads elements of the target before they are
  /// overwritten.
  template <bool Checked = true>
  STRIA_INLINE static constexpr type run(Target& target, const right& e) {
    take<Checked>(target, e);
    return target;
  }
  /// Returns the route of run() without writing the target.
  template <bool Checked = true, class Note>
  static route route_for(Target& target, const right& e, Note& note) {
    return take<Checked>(target, e, note);
  }
  /// Writes a prepared expression into a new tensor of the same sizes, or a view of a new block. A
  /// few elements of tensors are written by an inlined loop: the sizes of a view that has just been
  /// made are in registers, and would pass through memory if they were arguments of a call.
  template <class R> STRIA_INLINE static constexpr void fill(Target& target, const R& ready) {
    if constexpr (stores_list<store_kernel, Target, R> &&
                  !points_possible<store_kernel, R, Target>) {
      if consteval {
        run_elements<store_kernel>(target.shape(), output_cursor(target),
                                   input_cursor<rank_of<Target>, known>(ready));
      } else {
        take_list<store_kernel, list_rule::broadcast, false>(target, ready);
      }
    } else {
      fill_others(target, ready);
    }
  }

private:
  template <class, class, class> friend struct assignment;

  template <class R> static constexpr void fill_others(Target& target, const R& ready) {
    if !consteval {
      if constexpr (points_possible<store_kernel, R, Target>)
        if (run_points<store_kernel, false, true>(target, ready))
          return;
      if constexpr (forms_line<R, Target>)
        if (run_line<store_kernel, true>(target, ready))
          return;
    }
    if constexpr (has_row_folds<R>)
      take_rows<false>(target, ready);
    else
      run_into<store_kernel>(target, ready);
  }
  /// Stores by the list of operands; tensors of the sizes of the target as one line.
  template <class Kernel, list_rule Rule, bool Checked, class Out, class R>
  STRIA_INLINE static void take_list(Out& out, const R& e) {
    if constexpr (line_possible<R, Out>) {
      if (!run_line<Kernel, true>(out, e)) [[unlikely]]
        store_other<Kernel, Rule, Checked>(out, as_argument(e));
    } else {
      store_list<Kernel, Rule, Checked>(out, e);
    }
  }
  /// Stores what is no short line.
  template <class Kernel, list_rule Rule, bool Checked, class Out, class R>
  STRIA_NOINLINE static void store_other(Out& out, const R& e) {
    store_list<Kernel, Rule, Checked>(out, e);
  }
  /// Whether store_list() runs the assignment, except in constant expressions.
  static constexpr bool by_list = stores_list<kernel, Target, right>;

  template <bool Checked, class... Note>
  STRIA_INLINE static constexpr route take(Target& target, const right& e, Note&... note) {
    constexpr bool writes = sizeof...(Note) == 0;
    if constexpr (tensor_operand<right> && (!is_plain<Op> || !known.is_static())) {
      // The tensor is held like an operand of an expression, so that the route `line` is possible.
      const ref<std::remove_const_t<right>> held(e);
      return assignment<Op, Target, decltype(held)&>::template take<Checked>(target, held, note...);
    } else if constexpr (!operand<E>) {
      return take_value(target, e, note...);
    } else if constexpr (is_written_out<Target, bare<right>>) {
      const auto& ready = prepare(e);
      check(target, ready);
      if constexpr (writes)
        few_into(target, ready);
      return route::unrolled;
    } else {
      if constexpr (points_possible<kernel, right, Target>)
        if !consteval {
          if (run_points<kernel, Checked, writes>(target, e)) {
            (note.points(target), ...);
            return route::line;
          }
        }
      if constexpr (writes && by_list) {
        if consteval {
          assign_each(target, e);
        } else {
          take_list<kernel, makes_tensor ? list_rule::exact : list_rule::broadcast, Checked>(target,
                                                                                             e);
        }
        return route::line; // a caller that writes ignores the route
      } else {
        if constexpr (line_possible<right, Target>)
          if !consteval {
            if (run_line<kernel, writes>(target, e)) {
              (note.one_row(target, e), ...);
              return route::line;
            }
          }
        return take_many<Checked>(target, e, note...);
      }
    }
  }

  /// Stores one value into all elements.
  template <class... Note>
  STRIA_INLINE static constexpr route take_value(Target& target, const right& e, Note&... note) {
    const hold_t<E, Target> value(e);
    using T = value_t<Target>;
    if constexpr (tensor_operand<Target> && !known.is_static() && std::is_arithmetic_v<T> &&
                  value.in_line)
      if !consteval {
        if (index count = target.size(); count <= limits::short_line) {
          // If g++ knew the limit, it would fill bytes by an instruction that starts slowly.
          make_opaque(count);
          if constexpr (sizeof...(Note) == 0)
            kernel::row(static_row<T, 1>{target.data()},
                        scalar_row<value_t<std::remove_const_t<decltype(value)>>>{value.value},
                        few_in_row{count});
          return route::line;
        }
      }
    return take_loops<false>(target, value, note...);
  }

  template <bool Checked, class... Note>
  static constexpr route take_many(Target& target, const right& e, Note&... note) {
    constexpr bool writes = sizeof...(Note) == 0;
    if constexpr (is_plain<Op> && computes_into<bare<right>, Target>) {
      const auto sizes = tensor_sizes<Target>(e);
      const auto before = target.shape();
      bool same = true;
      for (std::size_t k = 0; k < sizes.size(); ++k)
        same &= sizes[k] == before[k];
      const bool fits = same || count_elements(sizes) == target.size();
      const bool own = fits && !may_read_target(target, e);
      if constexpr (writes) {
        if (own && same)
          e.compute(target);
        else
          compute_into(target, e, sizes, own);
      }
      if (!own)
        (note.detail(route_detail::fresh), ...);
      return route::own;
    } else if constexpr (makes_tensor) {
      const auto& ready = prepare_to_store<value_t<Target>>(e);
      const auto sizes = tensor_sizes<Target>(ready);
      if constexpr (known.is_static()) {
        return take_rows<Checked>(target, ready, note...);
      } else {
        const bool fits = count_elements(sizes) == target.size();
        if constexpr (writes) {
          Target fresh(fits ? axis_array<rank_of<Target>>{} : sizes, uninitialized_t{});
          // The shape changes last, because the expression may still read the old one.
          auto memory = memory_of((fits ? target : fresh).data(), sizes);
          const route taken = take_rows<Checked>(memory, ready);
          if (fits)
            member_access::take_sizes(target, sizes);
          else
            target = std::move(fresh);
          return taken;
        } else {
          // New memory overlaps with nothing.
          auto memory = memory_of(fits ? target.data() : nullptr, sizes);
          return take_rows<Checked>(memory, ready, note...);
        }
      }
    } else {
      const auto& ready = prepare_to_assign<Op, Target>(e);
      check_fit<known, extents_of<E>>(target.shape(), ready.shape());
      return take_rows<Checked>(target, ready, note...);
    }
  }

  /// Stores into the elements of `out`, with broadcasting; the result is as if the expression were
  /// copied first.
  template <bool Checked, class Out, class R, class... Note>
  STRIA_INLINE static constexpr route take_rows(Out& out, const R& e, Note&... note) {
    if constexpr (has_row_folds<R>) {
      if constexpr (rank_of<R> == rank_of<Target>)
        if !consteval {
          const auto n = out.shape();
          const auto to = output_cursor(out);
          if (rows_pay(out, e) && to.fits(n.size() - 1) && computes_rows(n, to, e)) {
            const auto ready = prepare_parts<rank_of<R>>(e);
            const auto from = input_cursor<rank_of<R>, known>(ready);
            (note.rows(n, to, from), ...);
            (note.detail(route_detail::by_rows), ...);
            if constexpr (sizeof...(Note) == 0)
              run_nest<kernel>(n, to, from);
            return route::plan;
          }
        }
      return take_loops<Checked>(out, prepare(e), note...);
    } else {
      return take_loops<Checked>(out, e, note...);
    }
  }

  /// Stores with loops.
  template <bool Checked, class Out, class R, class... Note>
  static constexpr route take_loops(Out& out, const R& e, Note&... note) {
    constexpr bool writes = sizeof...(Note) == 0;
    if constexpr (stores_itself<R>) {
      const bool met = Checked && may_read_target(out, e.source());
      if constexpr (writes) {
        if (met)
          run_into<kernel>(out, e.values());
        else
          run_into<kernel>(out, e);
      } else if (!met) {
        (note.streamed(e), ...);
      }
      (note.detail(met ? route_detail::fresh : route_detail::streamed), ...);
      return route::own;
    } else {
      using held = held_value<kernel, value_t<Target>, value_t<R>>;
      const auto n = one_by_one(out.shape());
      const auto to = output_cursor(out);
      const auto from = input_cursor<rank_of<Target>, known>(e);
      using Out_ = std::remove_const_t<decltype(to)>;
      using In = std::remove_const_t<decltype(from)>;
      constexpr bool planned = is_stored_by_plan<kernel, rank_of<Target>, Out_, In>;
      if consteval {
        if (Checked && conflicts(n, to, from)) {
          value_tensor<R> copy(e.shape(), uninitialized_t{});
          run_into<store_kernel>(copy, e);
          run_loop<kernel, known>(n, to, input_cursor<rank_of<Target>, known>(copy));
        } else {
          run_loop<kernel, known>(n, to, from);
        }
        return route::scalar;
      }
      if constexpr (writes && stores_list<kernel, Out, R>) {
        take_list<kernel, list_rule::broadcast, Checked>(out, e);
        return route::plan; // a caller that writes ignores the route
      } else if constexpr (writes && Checked && planned && packs<held> &&
                           packs_bytes(sizeof(held))) {
        run_planned_store<kernel>(
            n, to, from, store_checked,
            &code_in_place<kernel, value_t<Target>, held, rank_of<Target>, In>);
        return route::plan;
      } else if constexpr (Checked) {
        if (count_elements(n) != 0)
          if (const auto met = find_met_rows(n, to, from); met.found) {
            (note.template loops<kernel, false>(n, to, from), ...);
            (note.template in_place<kernel, held>(met, n, to, straightened(from)), ...);
            if constexpr (writes)
              run_in_place<kernel, held>(met, nest_sizes<rank_of<Target>>(e.shape()), n, to, from);
            return route::in_place;
          }
      }
      (note.template loops<kernel>(n, to, from), ...);
      if constexpr (writes) {
        run_loop<kernel, known>(n, to, from);
        return route::plan;
      } else {
        return route_of_loops(n, to, straightened(from));
      }
    }
  }
  /// The route of loops that nothing overlaps.
  template <class Out, class In>
  static route route_of_loops(const std::array<index, rank_of<Target>>& n, const Out& out,
                              const In& in) {
    if constexpr (is_stored_by_plan<kernel, rank_of<Target>, Out, In>) {
      store_note store;
      run_planned_store<kernel>(n, out, in, ask_store, &store);
      return store.way == store_way::plan || count_elements(n) > limits::panel ? route::plan
                                                                               : route::panel;
    } else {
      return loop_route<Out, In>;
    }
  }

  /// Assigns an expression for which by_list is true, in a constant expression.
  static constexpr void assign_each(Target& target, const right& e) {
    if constexpr (makes_tensor) {
      Target fresh(tensor_sizes<Target>(e), uninitialized_t{});
      run_elements<kernel>(fresh.shape(), output_cursor(fresh),
                           input_cursor<rank_of<Target>, known>(e));
      replace_values(target, std::move(fresh));
    } else {
      check_fit<known, extents_of<E>>(target.shape(), e.shape());
      value_tensor<right> values(e.shape(), uninitialized_t{});
      run_elements<store_kernel>(values.shape(), output_cursor(values),
                                 input_cursor<rank_of<right>, extents_of<right>>(e));
      run_elements<kernel>(target.shape(), output_cursor(target),
                           input_cursor<rank_of<Target>, known>(values));
    }
  }

  /// Computes all values, then stores them, which costs less than a check for overlap.
  template <class R> STRIA_INLINE static constexpr void few_into(Target& target, const R& e) {
    using V = value_t<R>;
    constexpr auto strides = row_major_strides(known.sizes());
    const auto n = target.shape();
    V values[static_cast<std::size_t>(count_elements(known.sizes()))]{};
    run_loop<store_kernel, known>(n, strided_cursor<V, rank_of<Target>, 1>{values, 0, strides},
                                  input_cursor<rank_of<Target>, known>(e));
    run_loop<kernel, known>(n, output_cursor(target),
                            strided_cursor<const V, rank_of<Target>, 1>{values, 0, strides});
  }

  /// Whether the expression may read the target.
  template <class Out, class N> static constexpr bool may_read_target(const Out& out, const N& e) {
    return may_read(memory_region<value_t<Target>>{out.data(), 0, out.size() - 1}, e);
  }
  /// Evaluates an operand with its member compute(). The values are written into the memory of the
  /// target if they fit and the operand does not read it, otherwise into new memory.
  static constexpr void compute_into(Target& target, const right& e,
                                     const std::array<index, rank_of<Target>>& sizes, bool own) {
    if (!own) {
      Target fresh(sizes, uninitialized_t{});
      e.compute(fresh);
      return replace_values(target, std::move(fresh));
    }
    // Restores the shape of the target if the computation throws.
    struct guard {
      Target* t;
      std::array<index, rank_of<Target>> before;
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
  template <class R>
  STRIA_INLINE static constexpr void check(const Target& target, const R& ready) {
    if constexpr (makes_tensor)
      static_cast<void>(tensor_sizes<Target>(ready));
    else
      check_fit<known, extents_of<E>>(target.shape(), ready.shape());
  }
  /// A target for the elements from `first` on, in row-major order.
  static constexpr view<value_t<Target>, row_major(known)>
  memory_of(value_t<Target>* first, const std::array<index, rank_of<Target>>& sizes) {
    return {first, count_elements(sizes), {0, sizes, row_major_strides(sizes)}};
  }
};

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
  template <bool = true, class Note>
  static route route_for(Target& target, const std::remove_reference_t<E>& e, Note&) {
    if constexpr (operand<E>)
      check(target, e);
    return route::backend;
  }

private:
  static void check(const Target& target, const std::remove_reference_t<E>& e) {
    check_fit<extents_of<Target>, extents_of<E>>(target.shape(), e.shape());
  }
};

} // namespace stria::detail
