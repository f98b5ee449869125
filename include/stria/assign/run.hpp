// SPDX-License-Identifier: BSL-1.0
// assign/run.hpp: the entry point of all assignments: =, op=, tensor(e), eval(e), noalias() and
// route_of().
#pragma once

#include <stria/assign/in_place.hpp>
#include <stria/assign/store_list.hpp>
#include <stria/assign/verdict.hpp>
#include <stria/eval/slabs.hpp>
#include <stria/expr/operators.hpp>

#include <utility>

namespace stria::detail {

/// True if an operand in a tree of maps is broadcast and may share memory with the target.
template <class N> inline constexpr bool has_repeated = false;
template <class F, class Seq, class... A>
inline constexpr bool has_repeated<map_node<F, Seq, A...>> =
    ((!reads_tensors<A> &&
      (has_repeated<A> ||
       (rank_of<A> > 0 && is_repeated(A::extents, map_node<F, Seq, A...>::extents)))) ||
     ...);
/// The same tree with copies of the operands that are broadcast.
template <class N> constexpr auto copy_repeated(const N& n) {
  if constexpr (!has_repeated<N>)
    return prepare_part(n);
  else
    return n.rebuilt([](const auto& o) {
      using O = bare<decltype(o)>;
      if constexpr (rank_of<O> > 0 && is_repeated(O::extents, N::extents))
        return eval(o);
      else
        return copy_repeated(o);
    });
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

constexpr route route_of_few(few_rows_way way) {
  return way == few_rows_way::direct ? route::line : route::in_place;
}

/// The assignment `target = e` or `target op= e`, for a tensor or a view that the verdict accepts.
///
/// take() and the functions that it calls try the routes in the order of eval/route.hpp and return
/// the one that is taken. They write the target unless they receive a note object. With a note they
/// write nothing. Instead they report the loops to it, by loops<Kernel>(n, out, in), rows(n, out,
/// in), one_row(target, e), points(target), few_rows(...), slabs(...), few_selected(e) or
/// streamed(e), and overlap with the target, by loops<Kernel, false>(n, out, in) and
/// in_place<Kernel, V>(met, out, in), or by copied_first(). Operands that the assignment computes
/// first are computed in both cases.
template <class Op, class Target, class E> struct assignment {
  static constexpr bool accepted = true;
  using type = Target&;
  using kernel = typename kernel_of<Op>::type;
  using right = std::remove_reference_t<E>;

  static constexpr auto known = extents_of<Target>;
  static constexpr bool makes_tensor = tensor_operand<Target> && is_plain<Op>;
  static constexpr route_set can = first_routes<Op, Target, E>;

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
    if constexpr (points_possible<store_kernel, R, Target>) {
      fill_others(target, ready);
    } else if constexpr (lists_tensors<store_kernel, Target, R>) {
      if consteval {
        run_elements<store_kernel>(target.shape(), output_cursor(target),
                                   input_cursor<rank_of<Target>, extents_of<Target>>(ready));
      } else {
        const line_way way = run_line<store_kernel, true>(target, ready);
        if (way != line_way::stored) [[unlikely]]
          store_list<store_kernel, list_rule::same>(target, as_argument(ready), way);
      }
    } else {
      if constexpr (forms_line<R, Target>)
        if !consteval {
          if (run_line<store_kernel, true>(target, ready) == line_way::stored)
            return;
        }
      fill_others(target, ready);
    }
  }

private:
  template <class, class, class> friend struct assignment;

  template <class R> static constexpr void fill_others(Target& target, const R& ready) {
    if constexpr (points_possible<store_kernel, R, Target>)
      if !consteval {
        if (run_points<store_kernel, false, true>(target, ready))
          return;
        if constexpr (forms_line<R, Target>)
          if (run_line<store_kernel, true>(target, ready) == line_way::stored)
            return;
      }
    if constexpr (!line_possible<R, Target> && few_rows_possible<R, Target>)
      if !consteval {
        if (run_few_rows<store_kernel, true, false>(target, ready) != few_rows_way::none)
          return;
      }
    if constexpr (in_slabs<R>)
      take_slabs<false>(target, ready);
    else
      run_into<store_kernel>(target, ready);
  }
  /// Whether store_list() runs the assignment, except in constant expressions.
  static constexpr bool by_list = lists_tensors<kernel, Target, right>;

  template <bool Checked, class... Note>
  STRIA_INLINE static constexpr route take(Target& target, const right& e, Note&... note) {
    constexpr bool writes = sizeof...(Note) == 0;
    if constexpr (tensor_operand<right> && (!is_plain<Op> || !known.is_static())) {
      // The tensor is held like an operand of an expression, so that the route `line` is possible.
      const ref<std::remove_const_t<right>> held(e);
      return assignment<Op, Target, decltype(held)&>::template take<Checked>(target, held, note...);
    } else if constexpr (can.has(route::written_out)) {
      const auto& ready = prepare(e);
      check(target, ready);
      if constexpr (writes)
        few_into(target, ready);
      return route::written_out;
    } else if constexpr (can.has(route::fill)) {
      return take_value(target, e, note...);
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
          constexpr list_rule rule = makes_tensor ? list_rule::adopt : list_rule::broadcast;
          const line_way way = run_line<kernel, true>(target, e);
          if (way != line_way::stored) [[unlikely]]
            store_list<kernel, rule>(target, as_argument(e), way);
        }
        return route::line; // a caller that writes ignores the route
      } else if constexpr (line_possible<right, Target> || few_rows_possible<right, Target>)
        if !consteval {
          if constexpr (line_possible<right, Target>) {
            if (run_line<kernel, writes>(target, e) == line_way::stored) {
              (note.one_row(target, e), ...);
              return route::line;
            }
          } else if (const auto way =
                         run_few_rows<kernel, !Checked, makes_tensor>(target, e, note...);
                     way != few_rows_way::none) {
            return route_of_few(way);
          }
        }
      if constexpr (is_plain<Op> && stores_few_into<right, Target>)
        if !consteval {
          if (e.template store_few<writes>(target.data(), target.shape())) {
            (note.few_selected(e), ...);
            return route::streamed;
          }
        }
      if constexpr (!(writes && by_list)) {
        if constexpr (line_possible<right, Target> || few_rows_possible<right, Target>)
          return take_many_apart<Checked>(target, as_argument(e), note...);
        else
          return take_many<Checked>(target, e, note...);
      }
    }
  }

  /// Stores one value into all elements.
  template <class... Note>
  STRIA_INLINE static constexpr route take_value(Target& target, const right& e, Note&...) {
    constexpr bool writes = sizeof...(Note) == 0;
    if constexpr (writes) {
      const hold_t<E, Target> value(e);
      using T = value_t<Target>;
      if constexpr (tensor_operand<Target> && !known.is_static() && std::is_arithmetic_v<T> &&
                    value.in_line)
        if !consteval {
          if (index count = target.size(); count <= limits::short_fill) {
            // If g++ knew the limit, it would fill bytes by an instruction that starts slowly.
            __asm__("" : "+r"(count));
            kernel::row(static_row<T, 1>{target.data()},
                        scalar_row<value_t<std::remove_const_t<decltype(value)>>>{value.value},
                        few_in_row{count});
            return route::fill;
          }
        }
      // A few elements with gaps between them are filled faster by move_few_elements().
      if constexpr (few_rows_possible<Target, Target> && !is_small(known))
        if constexpr (!kernel::copies || Target::layout.strides[rank_of<Target> - 1] == 1)
          if !consteval {
            if (run_few_rows<kernel, true, false>(target, value) != few_rows_way::none)
              return route::fill;
          }
      run_into<kernel>(target, value);
    }
    return route::fill;
  }

  /// take_many() where few elements have another way. They would take longer if g++ inlined this
  /// one there: it needs all registers.
  template <bool Checked, class... Note>
  STRIA_NOINLINE static constexpr route take_many_apart(Target& target, const right& e,
                                                        Note&... note) {
    return take_many<Checked>(target, e, note...);
  }
  /// Whether take_many() calls take_few_rows() for an expression R that it has prepared: the sizes
  /// of the target are in memory, those of the view that it makes of it have just been stored.
  template <class R>
  static constexpr bool tries_few_first =
      makes_tensor && !known.is_static() &&
      std::same_as<R,
                   bare<decltype(prepare_to_store<value_t<Target>>(std::declval<const right&>()))>>;
  /// Stores few elements of an expression of which parts have been computed first.
  template <bool Checked, class Out, class R, class... Note>
  STRIA_NOINLINE static constexpr few_rows_way take_few_rows([[maybe_unused]] Out& out,
                                                             [[maybe_unused]] const R& e,
                                                             [[maybe_unused]] Note&... note) {
    if constexpr (!right::ready::value && few_rows_possible<R, Out>)
      if !consteval {
        return run_few_rows<kernel, !Checked, makes_tensor>(out, e, note...);
      }
    return few_rows_way::none;
  }
  template <bool Checked, class... Note>
  static constexpr route take_many(Target& target, const right& e, Note&... note) {
    constexpr bool writes = sizeof...(Note) == 0;
    if constexpr (can.has(route::own)) {
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
      return own ? route::own : route::fresh;
    } else if constexpr (makes_tensor) {
      const auto& ready = prepare_to_store<value_t<Target>>(e);
      const auto sizes = tensor_sizes<Target>(ready);
      if constexpr (known.is_static()) {
        return take_slabs<Checked>(target, ready, note...);
      } else {
        if (const auto way = take_few_rows<Checked>(target, ready, note...);
            way != few_rows_way::none)
          return route_of_few(way);
        const bool fits = count_elements(sizes) == target.size();
        if constexpr (writes) {
          Target fresh(fits ? std::array<index, rank_of<Target>>{} : sizes, uninitialized_t{});
          // The shape changes last, because the expression may still read the old one.
          auto memory = memory_of((fits ? target : fresh).data(), sizes);
          const route taken = take_slabs<Checked>(memory, ready);
          if (fits)
            member_access::take_sizes(target, sizes);
          else
            target = std::move(fresh);
          return taken;
        } else {
          // New memory overlaps with nothing.
          auto memory = memory_of(fits ? target.data() : nullptr, sizes);
          return take_slabs<Checked>(memory, ready, note...);
        }
      }
    } else {
      const auto& ready = prepare_to_assign<Op, Target>(e);
      check_fit<known, extents_of<E>>(target.shape(), ready.shape());
      return take_slabs<Checked>(target, ready, note...);
    }
  }

  /// Stores into the elements of `out`, with broadcasting; the result is as if the expression were
  /// copied first.
  template <bool Checked, class Out, class R, class... Note>
  STRIA_INLINE static constexpr route take_slabs(Out& out, const R& e, Note&... note) {
    if constexpr (in_slabs<R>) {
      if constexpr (rank_of<R> == rank_of<Target>)
        if !consteval {
          constexpr bool by_rows = runs_by_rows<rank_of<R>, staged_of<R>>;
          if constexpr (by_rows && tensor_operand<Target> && runs_few_by_rows<R, rank_of<R>>)
            if (run_few_by_rows < kernel, sizeof...(Note) == 0 > (out.data(), out.shape(), e)) {
              (note.rows_of_tensors(), ...);
              return route::rows;
            }
          if (const index part = slab_part<by_rows>(out, e); part != 0) {
            const staged_of<R> staged = stage<rank_of<R>>(e);
            const auto n = out.shape();
            const auto to = output_cursor(out);
            if (slabs_disjoint(n, to, staged)) {
              if constexpr (!by_rows) {
                run_by_slabs<kernel>(out, staged, part, note...);
                return route::slabs;
              } else if (folds_something(staged)) {
                if (run_by_rows<kernel>(n, to, fold_by_rows(staged), note...))
                  return route::rows;
              }
            }
            return take_loops<Checked>(out, prepare(staged), note...);
          }
        }
      return take_loops<Checked>(out, prepare(e), note...);
    } else {
      return take_loops<Checked>(out, e, note...);
    }
  }

  /// Stores with loops. If `Copied`, the operands that are broadcast have been copied and do not
  /// overlap with the target.
  template <bool Checked, bool Copied = false, class Out, class R, class... Note>
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
      return met ? route::fresh : route::streamed;
    } else {
      using held = held_value<kernel, value_t<Target>, value_t<R>>;
      const auto n = one_by_one(out.shape());
      const auto to = output_cursor(out);
      if constexpr (!tries_few_first<R>)
        if (const auto way = take_few_rows<Checked>(out, e, note...); way != few_rows_way::none)
          return route_of_few(way);
      const auto from = input_cursor<rank_of<Target>, known>(e);
      if constexpr (Checked)
        if (const auto met = find_met_rows(n, to, from); met.found) {
          if constexpr (has_repeated<R> && !Copied)
            if !consteval {
              if (plan_held_rows<held>(met, to, splits<decltype(from)>).rows == 0) {
                (note.copied_first(), ...);
                return take_loops<true, true>(out, copy_repeated(e), note...);
              }
            }
          (note.template loops<kernel, false>(n, to, from), ...);
          (note.template in_place<kernel, held>(met, to, straightened(from)), ...);
          if constexpr (writes) {
            if consteval {
              value_tensor<R> copy(e.shape(), uninitialized_t{});
              run_into<store_kernel>(copy, e);
              run_loop<kernel, known>(n, to, input_cursor<rank_of<Target>, known>(copy));
            } else {
              run_in_place<kernel, held>(met, nest_sizes<rank_of<Target>>(e.shape()), to, from);
            }
          }
          return route::in_place;
        }
      (note.template loops<kernel>(n, to, from), ...);
      if constexpr (writes)
        run_loop<kernel, known>(n, to, from);
      return loop_route<kernel, std::remove_const_t<decltype(to)>,
                        std::remove_const_t<decltype(from)>>;
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
      run_elements<kernel>(target.shape(), output_cursor(target),
                           input_cursor<rank_of<Target>, known>(e));
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
