// SPDX-License-Identifier: BSL-1.0
// fold/fold.hpp: the loops of a reduction, for any axes in any order; a row is folded by
// nest/lanes.hpp.
#pragma once

#include <stria/args/axes.hpp>
#include <stria/assign/assign.hpp>
#include <stria/base/checked.hpp>
#include <stria/fold/few.hpp>
#include <stria/nest/lanes.hpp>
#include <stria/nest/run_fold.hpp>

namespace stria::detail {

/// The loops of a reduction, kept ones and reduced ones apart. Each list ends with the inner loop,
/// which is the last axis, be it of one element: so the type knows whether it is kept.
template <std::size_t L> struct fold_nest {
  loop_nest<L> all, kept, reduced;
  index next_reduced = -1; // the innermost reduced loop besides the inner one

  STRIA_NOINLINE constexpr fold_nest(const loop_nest<L>& nest, axis_set axes)
      : all{nest.n}, kept{nest.n}, reduced{nest.n} {
    constexpr std::size_t inner = L == 0 ? 0 : L - 1;
    for (std::size_t i = 0; i < nest.depth; ++i) {
      const std::size_t k = nest.order[i];
      if (k == inner)
        continue;
      all.order[all.depth++] = k;
      if (!axes.has(k)) {
        kept.order[kept.depth++] = k;
      } else {
        if (next_reduced >= 0)
          reduced.order[reduced.depth++] = static_cast<std::size_t>(next_reduced);
        next_reduced = static_cast<index>(k);
      }
    }
    if constexpr (L > 0) {
      single_ = next_reduced < 0 && (!axes.has(inner) || nest.n[inner] == 1);
      for (loop_nest<L>* n : {&all, &kept, &reduced})
        n->order[n->depth++] = inner;
    }
  }
  /// Every reduced axis has one element.
  constexpr bool single() const { return single_; }

private:
  bool single_ = true;
};

/// Calls body() at each position of the loops but the last, with the cursors moved there.
template <std::size_t L, class Body, class... C>
STRIA_INLINE constexpr void for_outer(const loop_nest<L>& nest, Body&& body, C&... c) {
  if constexpr (L > 1)
    for_rows(nest, body, c...);
  else
    body();
}

/// One tile of `width` columns from k0 on, with all of its rows.
template <class Fold, bool Hinted, std::size_t L, class To, class In, class Finish>
STRIA_NOINLINE constexpr void fold_columns_from(const fold_nest<L>& nest, index k0, index width,
                                                index group, To to, In in, Finish finish) {
  const std::size_t w = nest.kept.inner();
  const auto q = static_cast<std::size_t>(nest.next_reduced);
  const index rows = nest.kept.n[q], whole = rows / group, rest = rows % group;
  if constexpr (Fold::has_partials)
    if (group == 1 && rows <= limits::fold_rows && nest.reduced.depth == 1) {
      typename Fold::partial acc[static_cast<std::size_t>(limits::fold_columns)];
      fold_tile<typename Fold::op, Hinted>(acc, in, {w, q, k0, width, rows, 1});
      for (index k = 0; k < width; ++k)
        to[k0 + k] = finish(static_cast<typename Fold::total>(acc[k]));
      return;
    }
  typename Fold::total totals[static_cast<std::size_t>(limits::fold_columns)];
  bool begun = false;
  for_outer(
      nest.reduced,
      [&] {
        // What is left of the rows that are taken together is the last turn.
        for (index i = 0; i < whole || (i == whole && rest > 0);) {
          const bool last = i == whole;
          const index height = last                            ? 1
                               : whole - i < limits::fold_rows ? whole - i
                                                               : limits::fold_rows;
          const index step = last ? rest : group;
          Fold::template tile<Hinted>(totals, begun, in, {w, q, k0, width * step, height, step});
          begun = true;
          i += height;
        }
        in.advance(q, -rows);
      },
      in);
  for (index g = 1; g < group; ++g)
    for (index k = 0; k < width; ++k)
      totals[k] = Fold::join(totals[k], totals[g * width + k]);
  for (index k = 0; k < width; ++k)
    to[k0 + k] = finish(totals[k]);
}

/// What is done with a tile of columns, its type forgotten.
template <class Out, class In> struct tile_body {
  void (*run)(const tile_body&, index k0, index width, Out&, In&);
};
template <class Out, class In, class Tile> struct tile_call : tile_body<Out, In> {
  Tile tile;
  constexpr explicit tile_call(const Tile& t) : tile_body<Out, In>{call}, tile(t) {}
  static constexpr void call(const tile_body<Out, In>& body, index k0, index width, Out& to,
                             In& from) {
    static_cast<const tile_call&>(body).tile(k0, width, to, from);
  }
};

template <std::size_t L, class Out, class In>
STRIA_NOINLINE constexpr void run_column_tiles(const fold_nest<L>& nest, const Out& out,
                                               const In& in, const tile_body<Out, In>& body) {
  const index columns = nest.kept.inner_size();
  index width = limits::fold_columns;
  const auto tiles = [&] { return (columns + width - 1) / width; };
  const auto run = [&](const loop_nest<L>& kept, Out to, In from, index first, index last) {
    for_outer(
        kept,
        [&] {
          for (index k = first; k < last; ++k) {
            const index left = columns - k * width;
            body.run(body, k * width, left < width ? left : width, to, from);
          }
        },
        to, from);
  };
#if defined(STRIA_USE_THREADS)
  if constexpr (splits<Out> && splits<In>)
    if !consteval {
      if (pays_threads(nest.all.elements())) {
        // Parts of the outermost kept loop, or else tiles of the inner one.
        const std::size_t axis = nest.kept.order[0];
        if (nest.kept.depth > 1 && nest.kept.n[axis] >= 2 * num_threads())
          return for_parts(true, nest.kept, axis, 1, out, in,
                           [&](const loop_nest<L>& kept, const Out& to, const In& from) {
                             run(kept, to, from, 0, tiles());
                           });
        constexpr index narrow = limits::thread_columns;
        width = std::min(limits::fold_columns, (columns / num_threads() / narrow + 1) * narrow);
        return for_chunks(tiles(), 1,
                          [&](index first, index last) { run(nest.kept, out, in, first, last); });
      }
    }
#endif
  run(nest.kept, out, in, 0, tiles());
}

/// The inner loop is kept: tile(k0, width, to, from) for each tile of its columns, in every turn of
/// the other kept loops; parts of them on threads. One loop for all that is done with such tiles.
template <std::size_t L, class Out, class In, class Tile>
constexpr void for_column_tiles(const fold_nest<L>& nest, const Out& out, const In& in,
                                const Tile& tile) {
  run_column_tiles(nest, out, in, tile_call<Out, In, Tile>(tile));
}

/// A fold of columns.
template <class Fold, bool Hinted, std::size_t L, class Out, class In, class Finish>
constexpr void fold_columns(const fold_nest<L>& nest, Out out, In in, Finish finish) {
  const std::size_t w = nest.kept.inner();
  const auto q = static_cast<std::size_t>(nest.next_reduced);
  const index columns = nest.kept.inner_size(), rows = nest.kept.n[q];
  // Rows that follow one another in memory are taken as one, where they are short.
  index group = 1;
  if (4 * columns <= limits::fold_group && in.joins(q, w, columns))
    group = limits::fold_group / columns < rows ? limits::fold_group / columns : rows;
  for_column_tiles(nest, out, in, [&](index k0, index width, Out& to, In& from) {
    fold_columns_from<Fold, Hinted>(nest, k0, width, group, to.template row<Hinted>(w), from,
                                    finish);
  });
}

/// The inner loop is reduced: rows, in the order of the memory. `each(to, value)` takes the value
/// of a row, and the place in the target that it goes to. Apart: each row has a place of its own.
template <class Fold, bool Apart, std::size_t L, class Out, class In, class Each>
constexpr void fold_rows(const loop_nest<L>& nest, Out out, In in, Each each) {
  const std::size_t w = nest.inner();
  const index n = nest.inner_size();
  const auto run = [&](const loop_nest<L>& rows, Out to, In from) {
    const auto place = [&]() -> auto& { return to.template row<false>(w)[0]; };
    if (from.fits(w))
      for_outer(
          rows,
          [&] { each(place(), fold_whole_row<Fold, splits<In>>(from.template row<true>(w), n)); },
          to, from);
    else
      for_outer(
          rows,
          [&] { each(place(), fold_whole_row<Fold, splits<In>>(from.template row<false>(w), n)); },
          to, from);
  };
  // Few long rows are split themselves.
  if constexpr (Apart)
    for_parts_beside(w, few_turns::stay, nest, out, in, run);
  else
    run(nest, out, in);
}

/// out = step(out, value), where the target stands still along reduced axes: for elements of which
/// one is folded after the other.
template <class Op> struct fold_kernel : row_kernel {
  template <class O, class I> STRIA_ROWS static constexpr void row(O out, I in, index n) {
    using R = std::remove_cvref_t<decltype(out[0])>;
    for (index i = 0; i < n; ++i)
      out[i] = Op::step(R(out[i]), in[i]);
  }
};

/// A target of the reduced shape seen from the loops of the operand: reduced axes stand still.
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
  return t.template cursor<h, L>(refs);
}

/// The operand at the first place of every reduced axis, seen from the loops of the result.
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
  return e.template cursor<no_hint, N>(refs);
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

/// All elements of a target from its start, or from the first element of the operand.
template <class Op, std::uint64_t Bits, bool Keep, class Target, class E>
constexpr void begin_target(Target& target, const E& e) {
  using W = value_t<Target>;
  if constexpr (Op::has_start)
    run_into<store_kernel>(target, scalar<W>(Op::template start<W>()));
  else
    run_loop<store_kernel>(target.shape(), output_cursor(target),
                           first_cursor<Bits, Keep, rank_of<Target>>(e));
}

/// What has been gathered, as an element of the result.
template <class Op, class R> struct finish_fn {
  index count;
  /// A partial result of type R comes out as it is.
  static constexpr bool is_identity = std::is_arithmetic_v<R> && !Op::has_finish;
  template <class W> STRIA_INLINE constexpr R operator()(const W& w) const {
    return Op::template finish<R>(w, count);
  }
};
/// One element, reduced.
template <class Fold, class Finish> struct single_fn {
  Finish finish;
  template <class V> STRIA_INLINE constexpr auto operator()(const V& v) const {
    return finish(Fold::row(scalar_row<V>{v}, 0, 1));
  }
};

/// How Op folds elements into an A.
template <class Op, class A> using fold_of = typename Op::template fold<Op, A>;

/// Stores elements each of which is reduced by itself: a rare case, which gets one loop.
struct single_kernel : row_kernel {
  static constexpr bool independent = true;
  template <class O, class I> STRIA_ROWS static constexpr void row(O out, I in, index n) {
    store_kernel::row(out, in, n);
  }
};

/// collapse() as one function for all reductions of an operand.
template <std::size_t L, class Out, class In>
STRIA_NOINLINE constexpr loop_nest<L> collapsed(const std::array<index, L>& n, const Out& out,
                                                const In& in) {
  return collapse(n, out, in);
}

/// The elements that are reduced to one value, in row-major order, by their numbers.
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

/// A reduction in constant evaluation: one value after the other.
template <class Fold, class Target, std::size_t L, class In, class Finish>
constexpr void fold_constant(Target& target, const In& in, const std::array<index, L>& sizes,
                             axis_set reduced, index count, const Finish& finish) {
  for (index i = 0; i < target.size(); ++i) {
    reduced_elements<In, L> elements{in, sizes, reduced};
    index place = i;
    for (std::size_t k = L; k-- > 0;)
      if (!reduced.has(k)) {
        elements.first.advance(k, place % sizes[k]);
        place /= sizes[k];
      }
    target.data()[i] = finish(fold_row<Fold>(elements, 0, count));
  }
}

/// The same by the loops of the expression, where the operand is not planned: it reads through
/// positions or calls a function that must be called in order.
template <class Fold, std::uint64_t Bits, std::size_t L, class Target, class Out, class In,
          class Finish, class Gather>
constexpr void fold_by_cursors(Target& target, const std::array<index, L>& sizes, const Out& out,
                               const In& in, const Finish& finish, const Gather& gather) {
  using R = value_t<Target>;
  using W = typename Fold::total;
  const fold_nest<L> apart(collapsed(sizes, out, in), axis_set{Bits});
  if (apart.single()) {
    using single = map_cursor<single_fn<Fold, Finish>, std::index_sequence<0>, In>;
    run_loop<single_kernel>(sizes, out, single{{in}, {finish}});
  } else if constexpr (L > 0) {
    if constexpr (!axis_set{Bits}.has(L - 1)) {
      if (out.fits(L - 1) && in.fits(L - 1))
        fold_columns<Fold, true>(apart, out, in, finish);
      else
        fold_columns<Fold, false>(apart, out, in, finish);
    } else if (apart.next_reduced < 0) {
      fold_rows<Fold, true>(apart.all, out, in, [&](R& to, const W& value) { to = finish(value); });
    } else {
      typename tensor_of<W, Target::extents>::type totals(target.shape(), uninitialized_t{});
      gather(totals, [&](const auto& to) {
        fold_rows<Fold, false>(apart.all, to, in,
                               [](W& t, const W& value) { t = Fold::join(t, value); });
      });
    }
  }
}

template <class E, inner_hint H, std::size_t L>
using hinted_cursor = decltype(std::declval<const E&>().template cursor<H, L>(axis_refs<L>()));

/// Some operands, but not all, are known to stand still along an axis.
template <class C>
inline constexpr bool knows_still = [] {
  if constexpr (program_of<C>::leaves > 1)
    return fold_hints<typename program_of<C, true>::type>::any;
  else
    return false;
}();

/// The last of L axes that is kept, or else the last one.
constexpr inner_hint last_kept(axis_set reduced, std::size_t axes) {
  for (std::size_t k = axes; k-- > 0;)
    if (!reduced.has(k))
      return {static_cast<int>(k), 1};
  return axes == 0 ? no_hint : inner_hint{static_cast<int>(axes) - 1, 1};
}
/// The axis along which a plan knows what the types say of operands: the last kept one, or else the
/// last axis. Vectors often run along it.
template <class E, std::uint64_t Bits, std::size_t L> constexpr inner_hint lanes_hint() {
  constexpr inner_hint kept = last_kept(axis_set{Bits}, L);
  if constexpr (!E::in_line && kept.axis + 1 != static_cast<int>(L))
    if constexpr (!knows_still<hinted_cursor<E, kept, L>>)
      return straight_hint<L>;
  return kept;
}
constexpr bool is_reduced(axis_set reduced, inner_hint h) {
  return h.axis >= 0 && reduced.has(static_cast<std::size_t>(h.axis));
}
/// The axes that have no elements.
template <std::size_t L> constexpr axis_set empty_axes(const std::array<index, L>& sizes) {
  axis_set empty{0};
  for (std::size_t k = 0; k < L; ++k)
    empty.bits |= std::uint64_t{sizes[k] == 0} << k;
  return empty;
}
/// What comes of no elements, where a reduced axis has none, even if the result is empty, as in
/// NumPy; nothing where a kept axis has none.
template <class Op, class Fold, class Target, class Finish>
STRIA_NOINLINE constexpr void fold_nothing(Target& target, array_ref<index> sizes,
                                           bool none_reduced, const Finish& finish) {
  if (!none_reduced)
    return;
  if constexpr (Op::has_start)
    run_into<store_kernel>(
        target, scalar<value_t<Target>>(finish(Op::template start<typename Fold::total>())));
  else
    raise_empty_reduction(Op::text, sizes);
}

/// A reduction of L loops, a bit for each that is reduced, of at least one element. Plain: nothing
/// is asked of what the types know; Rows: they were asked for a reduced axis.
template <class Fold, class R, bool Plain, bool Rows, std::size_t L, class In, class Finish>
STRIA_NOINLINE void run_planned_fold(const std::array<index, L>& sizes, std::uint64_t reduced,
                                     const store_operand& out, const In& in, const Finish& finish) {
  constexpr bool hinted = !Plain && knows_still<In>;
  using program = program_of<In>;
  using hinted_program = program_of<In, hinted>;
  using code_of = code_of_fold<Fold, R, splits<In>, Rows && hinted, typename program::type,
                               typename hinted_program::type, Finish>;
  constexpr const fold_code& code = code_of::code;
  store_operand operands[program::leaves + 1];
  store_operand* to = operands;
  *to++ = out;
  list_operands(to, in);
  if constexpr (is_blank<typename program::type>) {
    drive_fold({code, nullptr, nullptr, &finish}, sizes.data(), static_cast<int>(L), reduced,
               operands);
  } else if constexpr (hinted) {
    const auto p = program::make(in);
    const auto h = hinted_program::make(in);
    drive_fold({code, &p, &h, &finish}, sizes.data(), static_cast<int>(L), reduced, operands);
  } else {
    const auto p = program::make(in);
    drive_fold({code, &p, &p, &finish}, sizes.data(), static_cast<int>(L), reduced, operands);
  }
}

/// The reduction of a prepared operand over axes, into a target of the reduced shape that it does
/// not overlap; finish(total) is an element of the result. `value_error` where there are no
/// elements and no start.
template <class Op, std::uint64_t Bits, bool Keep, class Target, class E, class Finish>
constexpr void fold_axes(Target& target, const E& e, Finish finish) {
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
  if constexpr (folds_in_lanes<A> && folds_few<Bits, E>)
    return fold_few<Fold, Bits>(target, e, finish);
  // All elements of tensors of one shape: a row of them, as the loops would find it to be.
  if constexpr (L > 0 && axis_set{Bits}.all(L) && folds_in_lanes<A> && E::in_line)
    if !consteval {
      const index count = count_elements(sizes);
      static_assert(limits::line <= limits::fold_block);
      bool fits = count <= limits::line;
      const auto row = e.line(sizes, fits);
      if (fits) {
        *target.data() = finish(fold_block<Fold>(row, 0, count));
        return;
      }
    }
  const auto gather = [&](auto& totals, auto run) {
    begin_target<Op, Bits, Keep>(totals, e);
    run(reduced_cursor<Bits, Keep, L>(totals));
    using gathered = ref<std::remove_cvref_t<decltype(totals)>>;
    run_into<store_kernel>(target, map_of<Finish, gathered>(finish, gathered(totals)));
  };
  if constexpr (!folds_in_lanes<A>) {
    const auto in = e.template cursor<straight_hint<L>, L>(straight_refs<L>());
    gather(target, [&](const auto& to) { run_loop<fold_kernel<Op>>(sizes, to, in); });
  } else {
    const auto out = reduced_cursor<Bits, Keep, L>(target);
    constexpr inner_hint hint = lanes_hint<E, Bits, L>();
    const auto lanes = e.template cursor<hint, L>(straight_refs<L>());
    using cursor = std::remove_const_t<decltype(lanes)>;
    if constexpr (is_planned<L, cursor>) {
      if consteval {
        fold_constant<Fold>(target, lanes, sizes, axis_set{Bits}, reduced_count<Bits>(sizes),
                            finish);
      } else {
        run_planned_fold<Fold, R, E::in_line,
                         knows_still<cursor> && is_reduced(axis_set{Bits}, hint)>(
            sizes, Bits, {address_of(out.base, out.offset), out.strides.data()}, lanes, finish);
      }
    } else {
      const auto in = e.template cursor<straight_hint<L>, L>(straight_refs<L>());
      fold_by_cursors<Fold, Bits>(target, sizes, out, in, finish, gather);
    }
  }
}

} // namespace stria::detail
