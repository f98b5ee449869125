// SPDX-License-Identifier: BSL-1.0
// assign/assign.hpp: = and op= of views and tensors, safe where source and target overlap.
#pragma once

#include <stria/assign/in_place.hpp>
#include <stria/eval/route.hpp>
#include <stria/expr/operators.hpp>
#include <stria/view/view.hpp>

#include <utility>

namespace stria {
namespace detail {

/// What an expression must be to be written into a target.
enum class fit_rule : unsigned char { broadcast, exact };

struct fit_fault {
  extent_fault fault = extent_fault::none;
  std::size_t axis = 0; // of the target
  bool rank = false;
};

template <std::size_t T, std::size_t E>
constexpr fit_fault fit_extents(const static_shape<T>& to, const static_shape<E>& from,
                                fit_rule rule) {
  if (rule == fit_rule::exact && T != E)
    return {extent_fault::sizes, 0, true};
  // Leading axes of size 1 may be dropped.
  for (std::size_t k = 0; E > T && k < E - T; ++k)
    if (from[k].is_static() && from[k].size != 1)
      return {extent_fault::sizes, 0, true};
  for (std::size_t k = T > E ? T - E : 0; k < T; ++k) {
    const extent a = to[k], b = from[k + E - T];
    extent_fault f = assign_extents(a, b);
    if (rule == fit_rule::exact && a.is_static() && b.is_static() && a.size != b.size)
      f = extent_fault::sizes;
    if (f != extent_fault::none)
      return {f, k, false};
  }
  return {};
}

[[noreturn]] [[gnu::cold]] inline void raise_shape_does_not_fit(array_ref<extent> to_extents,
                                                                array_ref<index> to,
                                                                array_ref<extent> from_extents,
                                                                array_ref<index> from) {
  message m("stria: a value of shape ");
  say_shape(m, from_extents, from);
  m << " does not fit into the target of shape ";
  // Without sizes: a target that is to be made.
  if (to.empty())
    say_shape(m, to_extents);
  else
    say_shape(m, to_extents, to);
  raise<shape_error>(m);
}

/// `shape_error` unless an expression of these sizes can be written into the target's.
template <auto To, auto From, std::size_t T, std::size_t E>
constexpr void check_fit(const std::array<index, T>& to, const std::array<index, E>& from) {
  if constexpr (!(To.is_static() && From.is_static())) {
    bool fits = true;
    for (std::size_t k = 0; E > T && k < E - T; ++k)
      fits = fits && from[k] == 1;
    for (std::size_t k = T > E ? T - E : 0; k < T; ++k) {
      const index n = from[k + E - T];
      fits = fits && (n == to[k] || n == 1);
    }
    if (!fits) [[unlikely]]
      raise_shape_does_not_fit(To.view(), to, From.view(), from);
  }
}

/// What updates the target takes its elements beside the values, and gives such elements.
template <class Op, class T, class V> inline constexpr bool takes_elements = true;
template <class F, class T, class V>
inline constexpr bool takes_elements<update_op<F>, T, V> =
    requires(const T& t, const V& v) { static_cast<T>(F{}(t, v)); };
template <class Op> struct elements_verdict {
  static constexpr message text() { return {}; }
};
template <class F> struct elements_verdict<update_op<F>> {
  static constexpr message text() { return call_text<F>(2); }
};

/// The target takes no value that is broadcast, scalars aside.
template <class Target> inline constexpr bool wants_exact = false;

enum class assign_fault : unsigned char { none, read_only, foreign, element, call, shape };

template <class Op, class Target, class E> struct assign_verdict {
  static constexpr bool writes_const = [] {
    if constexpr (view_operand<Target>)
      return std::is_const_v<std::remove_reference_t<decltype(*std::declval<Target&>().data())>>;
    else
      return false;
  }();
  static constexpr fit_rule rule = [] {
    if constexpr (tensor_operand<Target> && is_plain<Op>)
      return fit_rule::exact;
    else if constexpr (wants_exact<Target> && operand<E>)
      return rank_of<E> == 0 ? fit_rule::broadcast : fit_rule::exact;
    else
      return fit_rule::broadcast;
  }();
  static constexpr fit_fault fit = [] {
    if constexpr (operand<E>)
      return fit_extents(extents_of<Target>, extents_of<E>, rule);
    else
      return fit_fault{};
  }();
  static constexpr assign_fault fault = [] {
    if constexpr (writes_const)
      return assign_fault::read_only;
    else if constexpr (!operand_beside<E, Target>)
      return assign_fault::foreign;
    else if constexpr (fit.fault != extent_fault::none)
      return assign_fault::shape;
    else if constexpr (operand<E>)
      return !std::constructible_from<value_t<Target>, value_t<E>> ? assign_fault::element
             : takes_elements<Op, value_t<Target>, value_t<E>>     ? assign_fault::none
                                                                   : assign_fault::call;
    else
      return !std::constructible_from<value_t<Target>, const std::remove_cvref_t<E>&>
                 ? assign_fault::element
             : takes_elements<Op, value_t<Target>, value_t<hold_t<E, Target>>> ? assign_fault::none
                                                                               : assign_fault::call;
  }();
  static constexpr bool accepted = fault == assign_fault::none;

  static constexpr message text() {
    message m("stria: ");
    switch (fault) {
    case assign_fault::read_only:
      return m << "this is a view of a const tensor and cannot be written; take it of a "
                  "tensor that is not const, or eval() makes a copy to write into";
    case assign_fault::foreign:
      return m << "what is assigned is neither an expression of tensors nor a value of the "
                  "element type; as_tensor(c) copies a container";
    case assign_fault::element:
      return m << "the elements of the right side do not convert to those of the target; cast<T>() "
                  "or real() say what is meant";
    case assign_fault::call: return elements_verdict<Op>::text();
    case assign_fault::shape:
    case assign_fault::none: break;
    }
    if constexpr (operand<E>) {
      m << "a value of shape ";
      say_shape(m, extents_of<E>.view());
      m << " does not fit into the target of shape ";
      say_shape(m, extents_of<Target>.view());
      if (fit.rank)
        m << ": the ranks differ; newaxis adds an axis, reshape() and sum() merge some";
      else if (fit.fault == extent_fault::names)
        m << ": the extents of axis " << fit.axis
          << " have different names; a name takes its own, numbers and run-time sizes";
      else
        m << ": axis " << fit.axis << " differs; "
          << (rule == fit_rule::exact ? "the sizes must be equal" : "only size 1 is repeated");
    }
    return m;
  }
};

/// The route is chosen in run() and the functions that it calls; route_for() follows them, by the
/// same conditions, to say which it would be.
template <class Op, class Target, class E> struct assignment {
  static constexpr bool accepted = true;
  using type = Target&;
  using kernel = typename kernel_of<Op>::type;
  using right = std::remove_reference_t<E>;

  static constexpr auto known = extents_of<Target>;
  static constexpr bool makes_tensor = tensor_operand<Target> && is_plain<Op>;
  static constexpr route_set can = first_routes<Op, Target, E>;

  /// All values first, then all stores: less work than to ask whether they meet.
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

  /// Into the elements of `out`, broadcast; as if the expression were copied first.
  template <bool Checked, class Out, class R> static constexpr void into(Out& out, const R& e) {
    if constexpr (in_slabs<R>) {
      run_in_slabs<kernel>(out, e, [&](const auto& whole) { into<Checked>(out, prepare(whole)); });
    } else {
      ready_into<Checked>(out, e);
    }
  }
  template <bool Checked, class Out, class R>
  static constexpr void ready_into(Out& out, const R& e) {
    const auto n = out.shape();
    const auto to = output_cursor(out);
    if constexpr (stores_itself<R>) {
      if (Checked && find_met_rows(n, to, e).found)
        run_into<kernel>(out, e.values());
      else
        run_into<kernel>(out, e);
    } else {
      const auto from = input_cursor<rank_of<Target>, known>(e);
      if constexpr (Checked) {
        const auto met = find_met_rows(n, to, from);
        if (!met.found)
          run_loop<kernel, known>(n, to, from);
        else if consteval {
          value_tensor<R> copy(e.shape(), uninitialized_t{});
          fill_tensor(copy, e);
          run_loop<kernel, known>(n, to, input_cursor<rank_of<Target>, known>(copy));
        } else {
          run_in_place<kernel, value_t<R>>(met, nest_sizes<rank_of<Target>>(e.shape()), to, from);
        }
      } else {
        run_loop<kernel, known>(n, to, from);
      }
    }
  }

  /// The memory of a tensor has room for just these elements.
  static constexpr bool keeps_memory(const Target& target,
                                     const std::array<index, rank_of<Target>>& sizes) {
    return count_elements(sizes) == target.size();
  }
  /// The expression may read the target.
  static constexpr bool may_read_target(const Target& target, const right& e) {
    return may_read(memory_region<value_t<Target>>{target.data(), 0, target.size() - 1}, e);
  }

  /// What computes itself: straight into memory that fits and that it does not read.
  static constexpr void compute_into(Target& target, const right& e) {
    const auto sizes = constructed<Target, E>::sizes(e);
    const bool fits = keeps_memory(target, sizes);
    if (!fits || may_read_target(target, e)) {
      Target fresh(sizes, uninitialized_t{});
      e.compute(fresh);
      // Views see the new values where the memory stays.
      if (fits)
        target = std::as_const(fresh);
      else
        target = std::move(fresh);
      return;
    }
    // The shape that the target had, if the computation fails.
    struct guard {
      Target* t;
      std::array<index, rank_of<Target>> before;
      constexpr ~guard() {
        if (t != nullptr)
          t->take_sizes(before, uninitialized_t{});
      }
    } shape{&target, target.shape()};
    target.take_sizes(sizes, uninitialized_t{});
    e.compute(target);
    shape.t = nullptr;
  }

  /// `shape_error` unless a prepared expression fits into the target.
  template <class R>
  STRIA_INLINE static constexpr void check(const Target& target, const R& ready) {
    if constexpr (makes_tensor)
      static_cast<void>(constructed<Target, E>::sizes(ready));
    else
      check_fit<known, extents_of<E>>(target.shape(), ready.shape());
  }

  template <bool Checked = true>
  STRIA_INLINE static constexpr type run(Target& target, const right& e) {
    if constexpr (can.has(route::written_out)) {
      const auto& ready = prepare(e);
      check(target, ready);
      few_into(target, ready);
      return target;
    } else {
      if constexpr (can.has(route::line))
        if !consteval {
          if (run_line<kernel, false>(target, e))
            return target;
        }
      return run_many<Checked>(target, e);
    }
  }

  template <bool Checked> static constexpr type run_many(Target& target, const right& e) {
    if constexpr (can.has(route::fill)) {
      const hold_t<E, Target> value(e);
      run_into<kernel>(target, value);
    } else {
      if constexpr (can.has(route::own)) {
        compute_into(target, e);
      } else if constexpr (makes_tensor) {
        const auto& ready = prepare_to_store<value_t<Target>>(e);
        const auto sizes = constructed<Target, E>::sizes(ready);
        if constexpr (known.is_static()) {
          into<Checked>(target, ready);
        } else {
          const bool fits = keeps_memory(target, sizes);
          Target fresh(fits ? std::array<index, rank_of<Target>>{} : sizes, uninitialized_t{});
          // The shape changes last: the expression may still look at the old one.
          auto memory = memory_of((fits ? target : fresh).data(), sizes);
          into<Checked>(memory, ready);
          if (fits)
            target.take_sizes(sizes, uninitialized_t{});
          else
            target = std::move(fresh);
        }
      } else {
        const auto& ready = prepare_to_assign<Op, Target>(e);
        check_fit<known, extents_of<E>>(target.shape(), ready.shape());
        into<Checked>(target, ready);
      }
    }
    return target;
  }
  /// Elements in row-major order as a target.
  static constexpr view<value_t<Target>, row_major(known)>
  memory_of(value_t<Target>* first, const std::array<index, rank_of<Target>>& sizes) {
    return {first, count_elements(sizes), {0, sizes, row_major_strides(sizes)}};
  }

  // --- the same conditions in the same order, and nothing is written ---

  /// The route of run(). Operands that run() computes first are computed here, too. `note` receives
  /// the loops by loops<Kernel>(n, out, in) or rows(n, out, in), and the part of the target that is
  /// read by in_place<Kernel, V>(met, out, in).
  template <class Note> static route route_for(Target& target, const right& e, Note& note) {
    if constexpr (can.has(route::written_out)) {
      check(target, prepare(e));
      return route::written_out;
    } else {
      if constexpr (can.has(route::line))
        if (run_line<ask_kernel, false>(target, e))
          return route::line;
      return route_of_many(target, e, note);
    }
  }

private:
  template <class Note> static route route_of_many(Target& target, const right& e, Note& note) {
    if constexpr (can.has(route::fill)) {
      return route::fill;
    } else if constexpr (can.has(route::own)) {
      const auto sizes = constructed<Target, E>::sizes(e);
      return keeps_memory(target, sizes) && !may_read_target(target, e) ? route::own : route::fresh;
    } else {
      const auto& ready = prepare_to_assign<Op, Target>(e);
      check(target, ready);
      if constexpr (makes_tensor && !known.is_static()) {
        const auto sizes = ready.shape();
        // Memory that is still to be made meets nothing.
        auto memory = memory_of(keeps_memory(target, sizes) ? target.data() : nullptr, sizes);
        return route_into(memory, ready, note);
      } else {
        return route_into(target, ready, note);
      }
    }
  }
  template <class Out, class R, class Note>
  static route route_into(Out& out, const R& e, Note& note) {
    if constexpr (in_slabs<R>) {
      constexpr std::size_t N = rank_of<Target>;
      if constexpr (rank_of<R> == N) {
        constexpr bool by_rows = runs_by_rows<N, staged_of<R>>;
        if (slab_part<by_rows>(out, e) != 0) {
          const auto staged = stage<N>(e);
          const auto n = out.shape();
          const auto to = output_cursor(out);
          if (slabs_apart(n, to, staged)) {
            if constexpr (by_rows) {
              if (folds_something(staged)) {
                const auto folded = fold_by_rows(staged);
                const auto from = folded.template cursor<straight_hint<N>, N>(straight_refs<N>());
                if (has_rows(collapse(n, to, from), to, from)) {
                  note.rows(n, to, from);
                  return route::rows;
                }
              }
            } else {
              return route::slabs;
            }
          }
          return route_of_ready(out, prepare(staged), note);
        }
      }
      return route_of_ready(out, prepare(e), note);
    } else {
      return route_of_ready(out, e, note);
    }
  }
  template <class Out, class R, class Note>
  static route route_of_ready(Out& out, const R& e, Note& note) {
    const auto n = out.shape();
    const auto to = output_cursor(out);
    if constexpr (stores_itself<R>) {
      return find_met_rows(n, to, e).found ? route::fresh : route::streamed;
    } else {
      const auto from = input_cursor<rank_of<Target>, known>(e);
      note.template loops<kernel>(n, to, from);
      const auto met = find_met_rows(n, to, from);
      if (met.found) {
        note.template in_place<kernel, value_t<R>>(met, to, from);
        return route::in_place;
      }
      return loop_route<kernel, decltype(output_cursor(out)), std::remove_const_t<decltype(from)>>;
    }
  }
};

template <bool Accepted, class Op, class Target, class E>
struct assigned_if : refused_call<assign_verdict<Op, Target, E>> {};
template <class Op, class Target, class E>
struct assigned_if<true, Op, Target, E> : assignment<Op, Target, E> {};

template <class Op, class Target, class E>
struct assigned : assigned_if<assign_verdict<Op, Target, E>::accepted, Op, Target, E> {};

// A refused right side has been reported.
template <class Op, class Target, class E>
  requires(is_refused<std::remove_cvref_t<E>>)
struct assigned<Op, Target, E> {
  static constexpr bool accepted = true;
  using type = Target&;
  template <bool = true, class R> static constexpr type run(Target& t, const R&) { return t; }
};

template <class Target, class E> struct constructed {
  using judged = assign_verdict<assign_op, Target, E>;
  static constexpr bool accepted = judged::accepted;

  /// The target's sizes for an expression: its own where it is dynamic. `shape_error` where a
  /// static extent does not fit.
  template <class R> static constexpr auto sizes(const R& e) {
    const auto from = e.shape();
    if constexpr (Target::extents.dynamic_count() != Target::extents.rank())
      for (std::size_t k = 0; k < from.size(); ++k)
        if (Target::extents[k].is_static() && Target::extents[k].size != from[k]) [[unlikely]]
          raise_shape_does_not_fit(Target::extents.view(), {}, R::extents.view(), from);
    return from;
  }
  template <class R> static constexpr void fill(Target& target, const R& ready_) {
    if constexpr (line_beside<R, Target>)
      if !consteval {
        if (run_line<store_kernel, true>(target, ready_))
          return;
      }
    fill_tensor(target, ready_);
  }
};

} // namespace detail
} // namespace stria
