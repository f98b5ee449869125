// SPDX-License-Identifier: BSL-1.0
// fold/fold.hpp: reductions over axes, and the choice among their implementations: unrolled, as one
// row, planned, by the loops of the expression, or element by element.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/assign/assign.hpp>
#include <stria/base/checked.hpp>
#include <stria/evaluate/line.hpp>
#include <stria/evaluate/nest/run_fold.hpp>
#include <stria/fold/direct.hpp>
#include <stria/fold/loops.hpp>

#include <utility>

namespace stria::detail {

/// out = step(out, value), for elements that must be folded one after the other. The step of the
/// target along reduced axes is 0.
template <class Op> struct fold_kernel : row_kernel {
  template <class O, class Ix> STRIA_ROWS static constexpr void row(O out, Ix in, index n) {
    using R = std::remove_cvref_t<decltype(out[0])>;
    for (index i = 0; i < n; ++i)
      out[i] = Op::step(R(std::move(out[i])), in[i]);
  }
};

/// The cursor of a target of the reduced shape in the loops of the operand. Its step along reduced
/// axes is 0.
template <std::uint64_t Bits, bool Keep, std::size_t L, class Target>
constexpr auto reduced_cursor(Target& t) {
  constexpr std::size_t R = rank_of<Target>;
  axis_refs<R> refs{};
  std::size_t out = 0;
  for (std::size_t k = 0; k < L; ++k) {
    const bool reduced = axis_set{Bits}.has(k);
    if (!reduced)
      refs[out++] = {0, 1, static_cast<int>(k)};
    else if (Keep)
      ++out;
  }
  constexpr inner_hint h = [] {
    if (L == 0 || axis_set{Bits}.has(L == 0 ? 0 : L - 1))
      return no_hint;
    return inner_hint{static_cast<int>(R) - 1, 1};
  }();
  return member_access::cursor<h, L>(t, refs);
}

/// The cursor of the operand at the first position of every reduced axis, in the loops of the
/// result.
template <std::uint64_t Bits, bool Keep, std::size_t N, class E>
constexpr auto first_cursor(const E& e) {
  constexpr std::size_t L = rank_of<E>;
  axis_refs<L> refs{};
  std::size_t out = 0;
  for (std::size_t k = 0; k < L; ++k) {
    const bool reduced = axis_set{Bits}.has(k);
    if (!reduced)
      refs[k] = {0, 1, static_cast<int>(out)};
    out += !reduced || Keep ? 1 : 0;
  }
  return member_access::cursor<no_hint, N>(e, refs);
}

template <std::uint64_t Bits, bool Keep, std::size_t N, std::size_t L>
constexpr std::array<index, N> reduced_sizes(const std::array<index, L>& sizes) {
  std::array<index, N> r{};
  std::size_t out = 0;
  for (std::size_t k = 0; k < L; ++k)
    if (!axis_set{Bits}.has(k))
      r[out++] = sizes[k];
    else if (Keep)
      r[out++] = 1;
  return r;
}

[[noreturn]] [[gnu::cold]] inline void raise_empty_reduction(const char* what,
                                                             array_ref<index> sizes) {
  message m("stria: ");
  m << what << " of no elements is not defined; the shape is ";
  say_shape(m, sizes);
  raise<value_error>(m);
}

/// Sets each element of a target to the start value. If the operation has none, sets the element to
/// the first of the elements that are reduced to it.
template <class Op, std::uint64_t Bits, bool Keep, class Target, class E>
constexpr void begin_target(Target& target, const E& e) {
  using W = value_t<Target>;
  if constexpr (Op::has_start)
    run_into<store_kernel>(target, scalar<W>(Op::template start<W>()));
  else
    run_loop<store_kernel>(target.shape(), output_cursor(target),
                           first_cursor<Bits, Keep, rank_of<Target>>(e));
}

/// Converts a total to an element of the result.
template <class Op, class R> struct finish_fn {
  index count;
  /// True if a partial result of type R is the result itself.
  static constexpr bool is_identity = std::is_arithmetic_v<R> && !Op::has_finish;
  template <class W> STRIA_INLINE constexpr R operator()(const W& w) const {
    return Op::template finish<R>(w, count);
  }
};
/// The same for a static number of elements.
template <class Op, class R, index Count> struct static_finish_fn {
  template <class W> STRIA_INLINE constexpr R operator()(const W& w) const {
    return Op::template finish<R>(w, Count);
  }
};
/// The class that folds elements into an A by Op.
template <class Op, class A> using fold_of = typename Op::template fold<Op, A>;
/// The class that folds elements of E into a result of type R.
template <class Op, class R, class E>
using fold_into = fold_of<Op, typename Op::template partial<R, value_t<E>>>;

/// The elements that are reduced to one value, numbered in row-major order.
template <class In, std::size_t L> struct reduced_elements {
  In first;
  std::array<index, L> sizes;
  axis_set reduced;

  constexpr auto operator[](index i) const {
    In at = first;
    for (std::size_t k = L; k-- > 0;)
      if (reduced.has(k)) {
        at.advance(k, i % sizes[k]);
        i /= sizes[k];
      }
    return at.item();
  }
};

/// A reduction in constant evaluation or of elements that are not numbers, one value after the
/// other.
template <class Fold, std::size_t L, class Out, class In, class Finish>
constexpr void fold_one_by_one(const Out& out, const In& in, const std::array<index, L>& sizes,
                               axis_set reduced, index results, index count, const Finish& finish) {
  for (index i = 0; i < results; ++i) {
    reduced_elements<In, L> elements{in, sizes, reduced};
    Out to = out;
    index place = i;
    for (std::size_t k = L; k-- > 0;)
      if (!reduced.has(k)) {
        elements.first.advance(k, place % sizes[k]);
        to.advance(k, place % sizes[k]);
        place /= sizes[k];
      }
    to.item() = finish(fold_row<Fold>(elements, 0, count));
  }
}

template <class E, inner_hint H, std::size_t L>
using hinted_cursor =
    decltype(member_access::cursor<H, L>(std::declval<const E&>(), axis_refs<L>()));

/// True if some operands, but not all, are known to have step 0 along an axis, and none is known to
/// go backwards.
template <class C>
inline constexpr bool knows_still = [] {
  if constexpr (program_of<C>::leaves > 1)
    return fold_hints<typename program_of<C, true>::type>::any;
  else
    return false;
}();

/// The last of L axes that is kept; the last axis if none is kept.
constexpr inner_hint last_kept(axis_set reduced, std::size_t axes) {
  for (std::size_t k = axes; k-- > 0;)
    if (!reduced.has(k))
      return {static_cast<int>(k), 1};
  return axes == 0 ? no_hint : inner_hint{static_cast<int>(axes) - 1, 1};
}
/// What is known about the operands of E if they go backwards along an axis: step 0, or -1 if they
/// are contiguous; 1 if nothing is known.
template <class E, std::size_t L, std::size_t Axis>
inline constexpr operand_types backward_steps = types_of_operands<
    std::byte,
    typename program_of<hinted_cursor<E, inner_hint{static_cast<int>(Axis), -1}, L>, true>::type>();
/// True if an operand of E is contiguous along the last axis only, and moves along all other axes,
/// except those of a few static positions.
template <class E, std::size_t L, std::size_t Kept>
inline constexpr bool has_whole_operand = []<std::size_t... K>(std::index_sequence<K...>) {
  constexpr operand_types along[]{backward_steps<E, L, K>...};
  for (int i = 1; i < along[0].count; ++i) {
    bool whole = along[L - 1].hints[i] == -1 && along[Kept].hints[i] != -1;
    for (std::size_t k = 0; k + 1 < L; ++k) {
      const index n = extents_of<E>[k].size;
      const bool few = k != Kept && n >= 0 && n <= limits::interleaved;
      whole = whole && (few || along[k].hints[i] != 0);
    }
    if (whole)
      return true;
  }
  return false;
}(std::make_index_sequence<L>());
/// The axis along which a plan uses the static knowledge of strides: the last kept one, or the last
/// axis. Vectors often run along it. If operands are known to have step 0 along each of these axes,
/// it is the last axis if a whole operand is contiguous there, which would have to be transposed.
template <class E, std::uint64_t Bits, std::size_t L> constexpr inner_hint lanes_hint() {
  constexpr inner_hint kept = last_kept(axis_set{Bits}, L), last = straight_hint<L>;
  if constexpr (!member_access::in_line<E> && kept.axis + 1 != static_cast<int>(L)) {
    if constexpr (!knows_still<hinted_cursor<E, kept, L>>)
      return last;
    else if constexpr (knows_still<hinted_cursor<E, last, L>>)
      if constexpr (has_whole_operand<E, L, static_cast<std::size_t>(kept.axis)>)
        return last;
  }
  return kept;
}
constexpr bool is_reduced(axis_set reduced, inner_hint h) {
  return h.axis >= 0 && reduced.has(static_cast<std::size_t>(h.axis));
}
/// The axes of size 0.
template <std::size_t L> constexpr axis_set empty_axes(const std::array<index, L>& sizes) {
  axis_set empty{0};
  for (std::size_t k = 0; k < L; ++k)
    empty.bits |= std::uint64_t{sizes[k] == 0} << k;
  return empty;
}
/// Writes the start value as the result of a reduction along an axis of size 0. If the operation
/// has no start value, raises an error, even if the result is empty, as in NumPy. Does nothing if
/// no reduced axis has size 0.
template <class Op, class Fold, class Target, class Finish>
STRIA_NOINLINE constexpr void fold_nothing(Target& target, array_ref<index> sizes,
                                           bool none_reduced, const Finish& finish) {
  if (!none_reduced)
    return;
  if constexpr (Op::has_start) {
    const value_t<Target> value = finish(Op::template start<typename Fold::total>());
    if constexpr (tensor_operand<Target>) { // without the code of a store
      const index n = target.size();
      for (index i = 0; i < n; ++i)
        target.data()[i] = value;
    } else {
      run_into<store_kernel>(target, scalar<value_t<Target>>(value));
    }
  } else {
    raise_empty_reduction(Op::text, sizes);
  }
}

/// The code of a planned reduction. `Plain` means that no static knowledge of strides is used, and
/// `Rows` that this knowledge is about a reduced axis.
template <class Fold, class R, bool Plain, bool Rows, class In, class Finish>
using planned_code = code_of_fold<Fold, R, splits<In>, Rows && !Plain && knows_still<In>,
                                  typename program_of<In>::type,
                                  typename program_of<In, !Plain && knows_still<In>>::type, Finish>;

/// Runs a reduction. Another class of this kind is told how it would run, and nothing is computed:
/// the functions that return true end the reduction (assign/route_of.hpp).
struct run_fold {
  static constexpr bool unrolled() { return false; }
  static constexpr bool row() { return false; }
  static constexpr bool short_rows(index, index) { return false; }
  static constexpr bool unplanned() { return false; }
  static void drive(const planned_fold& call, const index* n, int loops, std::uint64_t reduced,
                    const loop_operand* of) {
    drive_fold(call, n, loops, reduced, of);
  }
};

/// True if all elements of E are reduced to one, and they may form a row. Excluded are static
/// shapes that are unrolled.
template <class A, std::uint64_t Bits, class E>
inline constexpr bool folds_line = rank_of<E> != 0 && axis_set{Bits}.all(rank_of<E>) &&
                                   folds_in_lanes<A> && may_form_row<E> && !folds_few<A, Bits, E>;
/// Reduces a few elements that form a row. Returns false, and writes nothing, if they do not, or
/// there are more of them.
template <class Fold, class Target, class E, class Finish, class Act>
STRIA_INLINE bool fold_line(Target& target, const E& e, const Finish& finish, Act act) {
  const auto sizes = member_access::leading_sizes(e);
  const index count = count_elements(sizes);
  bool fits = count > 0 && count <= limits::block;
  const auto row = member_access::line(e, sizes, fits);
  if (!fits) [[unlikely]]
    return false;
  if (!act.row())
    *target.data() = finish(fold_block<Fold>(row, 0, count));
  return true;
}

/// A planned reduction of at least one element over L loops. `reduced` has a bit for each reduced
/// loop.
template <class Fold, class R, bool Plain, bool Rows, std::size_t L, class In, class Finish,
          class Act>
STRIA_NOINLINE void run_planned_fold(const std::array<index, L>& sizes, std::uint64_t reduced,
                                     const loop_operand& out, const In& in, const Finish& finish,
                                     Act act) {
  constexpr bool hinted = !Plain && knows_still<In>;
  using program = program_of<In>;
  using hinted_program = program_of<In, hinted>;
  constexpr const fold_code& code = planned_code<Fold, R, Plain, Rows, In, Finish>::code;
  loop_operand operands[program::leaves + 1];
  loop_operand* to = operands;
  *to++ = out;
  list_operands(to, in);
  if constexpr (is_blank<typename program::type>) {
    act.drive({code, nullptr, nullptr, &finish}, sizes.data(), static_cast<int>(L), reduced,
              operands);
  } else if constexpr (hinted) {
    const auto p = program::make(in);
    const auto h = hinted_program::make(in);
    act.drive({code, &p, &h, &finish}, sizes.data(), static_cast<int>(L), reduced, operands);
  } else {
    const auto p = program::make(in);
    act.drive({code, &p, &p, &finish}, sizes.data(), static_cast<int>(L), reduced, operands);
  }
}

/// fold_axes() for an operand that is neither a few static elements nor a line of few elements.
template <class Op, std::uint64_t Bits, bool Keep, class Target, class E, class Finish, class Act>
STRIA_NOINLINE constexpr void fold_many(Target& target, const E& e, Finish finish, Act act) {
  constexpr std::size_t L = rank_of<E>;
  using R = value_t<Target>;
  using A = typename Op::template partial<R, value_t<E>>;
  using Fold = fold_of<Op, A>;
  const std::array<index, L> sizes = e.shape();
  if (axis_set zeros = empty_axes(sizes); zeros.bits != 0) [[unlikely]] {
    zeros.bits &= Bits;
    fold_nothing<Op, Fold>(target, array_ref<index>(sizes), zeros.bits != 0, finish);
    return;
  }
  if constexpr (!folds_in_lanes<A>) {
    if (act.unplanned())
      return;
    begin_target<Op, Bits, Keep>(target, e);
    run_loop<fold_kernel<Op>>(sizes, reduced_cursor<Bits, Keep, L>(target),
                              member_access::cursor<straight_hint<L>, L>(e, straight_refs<L>()));
    using totals = ref<Target>;
    run_into<store_kernel>(target, map_of<Finish, totals>(finish, totals(target)));
  } else {
    constexpr inner_hint hint = lanes_hint<E, Bits, L>();
    const auto out = reduced_cursor<Bits, Keep, L>(target);
    const auto in = member_access::cursor<hint, L>(e, straight_refs<L>());
    using cursor = std::remove_const_t<decltype(in)>;
    if constexpr (is_planned<L, cursor>) {
      if !consteval {
        constexpr bool plain = member_access::in_line<E>,
                       along_rows = knows_still<cursor> && is_reduced(axis_set{Bits}, hint);
        return run_planned_fold<Fold, R, plain, along_rows>(
            sizes, Bits, {address_of(out.base, out.offset), out.strides.data()}, in, finish, act);
      }
    } else if constexpr (is_planned<L, strided_cursor<const value_t<E>, L, 1>>) {
      // Values that are read through index arrays, or returned by a function that must be called in
      // order, are stored first.
      return fold_many<Op, Bits, Keep>(target, eval(e), finish, act);
    }
    if (act.unplanned())
      return;
    fold_one_by_one<Fold>(out, in, sizes, axis_set{Bits}, target.size(), reduced_count<Bits>(sizes),
                          finish);
  }
}

/// Reduces a prepared operand over axes into a target of the reduced shape that it does not
/// overlap; finish(total) is an element of the result.
///
/// \throws  value_error if there are no elements and no start value
template <class Op, std::uint64_t Bits, bool Keep, class Target, class E, class Finish,
          class Act = run_fold>
STRIA_INLINE constexpr void fold_axes(Target& target, const E& e, Finish finish, Act act = {}) {
  using A = typename Op::template partial<value_t<Target>, value_t<E>>;
  using Fold = fold_of<Op, A>;
  if constexpr (folds_few<A, Bits, E>) {
    if (!act.unrolled())
      fold_few<Fold, Bits>(target, e, finish);
  } else {
    if constexpr (folds_line<A, Bits, E> && tensor_operand<Target>)
      if !consteval {
        if (fold_line<Fold>(target, e, finish, act))
          return;
      }
    fold_many<Op, Bits, Keep>(target, e, finish, act);
  }
}

} // namespace stria::detail
