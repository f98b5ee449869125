// SPDX-License-Identifier: BSL-1.0
// fold/arg_extreme.hpp: the loops of argmin and argmax. Tests: tests/numpy/reduce/reduce_lines.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/nest/pack.hpp>
#include <stria/expr/positions.hpp>
#include <stria/fold/operations.hpp>

namespace stria::detail {

/// The first position of a value in a row, at `from` or later; the last position if the value is
/// not in the row, because a function of the user returned different values when called again.
template <class In, class V>
constexpr index first_place_of(const In& in, index from, index to, const V& value) {
  constexpr index chunk = limits::decisive;
  if (value != value) {
    while (from + 1 < to && in[from] == in[from])
      ++from;
    return from;
  }
  // Searches each chunk without branches until one contains the value, then searches inside it.
  for (; from + chunk <= to; from += chunk) {
    int found = 0;
    for (index j = 0; j < chunk; ++j)
      found |= in[from + j] == value ? 1 : 0;
    if (found != 0)
      break;
  }
  while (from + 1 < to && !(in[from] == value))
    ++from;
  return from;
}

/// The best value of elements [from, to) of a row, and its position. The range must not be empty.
/// Blocks of the row are folded, and the block with the best value is searched for its position.
template <class Better, class V, class In>
STRIA_NOINLINE constexpr index best_of_row(const In& in, index from, index to, V& value) {
  constexpr index block = limits::argument_block;
  index at = from;
  value = in[from];
  if (to - from < limits::lanes) {
    // The loop uses conditional expressions, because branches would often be mispredicted in a
    // short row. The value does not wait for the comparison that selects the position.
    V best = value;
    for (index i = from + 1; i < to; ++i) {
      const V x = in[i];
      at = beats<Better>(x, best) ? i : at;
      best = extreme_op<Better>::template step<V, V>(best, x);
    }
    value = best;
    return at;
  }
  for (index i = from; i < to; i += block) {
    const index end = to - i < block ? to : i + block;
    const V v = extreme_fold<Better, V>::row(in, i, end);
    if (beats<Better>(v, value)) {
      value = v;
      at = i;
    }
  }
  return first_place_of(in, at, to, value);
}

/// The best value of a whole row, and its position. Several threads may share the row. Of equal
/// elements the first one is found, however the row is split.
template <class Better, bool MaySplit, class V, class In>
constexpr index best_of_whole_row(const In& in, index n, V& value) {
#if defined(STRIA_USE_THREADS)
  if constexpr (MaySplit)
    if !consteval {
      if (pays_threads(n)) {
        constexpr index parts = limits::most_parts;
        V best[parts];
        index place[parts];
        const index size = divide_up(n, parts), count = divide_up(n, size);
        for_chunks(count, 1, [&](index first, index last) {
          for (index k = first; k < last; ++k) {
            const index from = k * size, left = n - from;
            place[k] = best_of_row<Better>(in, from, from + (left < size ? left : size), best[k]);
          }
        });
        index at = place[0];
        value = best[0];
        for (index k = 1; k < count; ++k)
          if (beats<Better>(best[k], value)) {
            value = best[k];
            at = place[k];
          }
        return at;
      }
    }
#endif
  return best_of_row<Better>(in, 0, n, value);
}

/// An integer type for positions in a row: 64 bits if the elements have more than 32 bits,
/// otherwise 32 bits.
template <class V>
using row_number = std::conditional_t<(sizeof(V) > sizeof(std::int32_t)), index, std::int32_t>;

/// Updates the best values and their positions for a tile of columns, from the next t.rows rows.
template <class Better, bool Hinted, class V, class To, class In>
STRIA_NOINLINE constexpr void best_of_tile(V* best, To to, In& in, const tile_place& t, index first,
                                           index step) {
  using N = row_number<V>;
  N place[static_cast<std::size_t>(limits::fold_columns)];
  const index k0 = t.from, width = t.width;
  for (index k = 0; k < width; ++k)
    place[k] = -1;
  N taken = 0;
  const auto next = [&]() __attribute__((always_inline)) {
    const auto row = in.template row<Hinted>(t.inner);
    in.advance(t.outer, 1);
    ++taken;
    return row;
  };
  const auto update = [&](index k, const auto&... v) __attribute__((always_inline)) {
    V so_far = best[k];
    N at = place[k], row = static_cast<N>(taken - static_cast<N>(sizeof...(v)));
    const auto compare = [&](const V& x) __attribute__((always_inline)) {
      const bool b = beats<Better>(x, so_far);
      so_far = b ? x : so_far;
      at = b ? row : at;
      ++row;
    };
    (compare(v), ...);
    best[k] = so_far;
    place[k] = at;
  };
#if defined(__clang__)
  for_tile_rows(t, next, update);
#else // g++ does not vectorise the comparisons of several rows
  for (index i = 0; i < t.rows; ++i) {
    const auto row = next();
    for_places<std::remove_const_t<decltype(row)>>(
        width, [&](index k) __attribute__((always_inline)) { update(k, row[k0 + k]); });
  }
#endif
  for (index k = 0; k < width; ++k)
    if (place[k] >= 0)
      to[k0 + k] = first + place[k] * step;
}

/// Processes one tile of `width` columns from k0 on, with all its rows.
template <class Better, bool Hinted, std::size_t L, class To, class In>
STRIA_NOINLINE constexpr void best_of_columns_from(const fold_nest<L>& nest, index k0, index width,
                                                   To to, position_cursor<L> position, In in) {
  using V = std::remove_cvref_t<decltype(in.item())>;
  constexpr index most = std::numeric_limits<std::int32_t>::max();
  const std::size_t w = nest.kept.inner();
  const auto q = static_cast<std::size_t>(nest.next_reduced);
  const index rows = nest.kept.n[q];
  V best[static_cast<std::size_t>(limits::fold_columns)];
  const auto row = in.template row<Hinted>(w);
  for (index k = 0; k < width; ++k) {
    best[k] = row[k0 + k];
    to[k0 + k] = 0;
  }
  for_outer(
      nest.reduced,
      [&] {
        for (index i = 0; i < rows; i += most)
          best_of_tile<Better, Hinted>(
              best, to, in, {w, q, k0, width, rows - i < most ? rows - i : most, 1},
              position.offset + i * position.strides[q], position.strides[q]);
        in.advance(q, -rows);
      },
      position, in);
}

/// Processes all tiles of columns, if the inner axis is kept.
template <class Better, bool Hinted, std::size_t L, class Out, class In>
constexpr void best_of_columns(const fold_nest<L>& nest, Out out, position_cursor<L> position,
                               In in) {
  const std::size_t w = nest.kept.inner();
  for_column_tiles(nest, out, in, [&](index k0, index width, Out& to, In& from) {
    best_of_columns_from<Better, Hinted>(nest, k0, width, to.template row<Hinted>(w), position,
                                         from);
  });
}

/// Copies `rows` rows of n elements along the loops `outer` and `inner` to columns: to[i * line +
/// r] becomes element i of row r.
template <class V, class In>
void copy_as_columns(In in, std::size_t outer, std::size_t inner, index rows, index n, V* to,
                     index line) {
  for (index r = 0; r < rows; ++r) {
    const auto row = in.template row<false>(inner);
    for (index i = 0; i < n; ++i)
      to[i * line + r] = row[i];
    in.advance(outer, 1);
  }
}
/// Copies rows in memory to columns. They are transposed by shuffles where possible.
template <class V, class T, std::size_t L, index Hint>
void copy_as_columns(const strided_cursor<T, L, Hint>& in, std::size_t outer, std::size_t inner,
                     index rows, index n, V* to, index line) {
  const auto* const from = reinterpret_cast<const std::byte*>(in.base + in.offset);
  pack_rows<typename bits_of<sizeof(T)>::type>(
      {from, rows, in.strides[outer], 1, 0, n, in.strides[inner]}, reinterpret_cast<std::byte*>(to),
      line);
}

/// The positions of the best elements of short rows along the loops `outer` and `inner`. Groups of
/// rows become the columns of a buffer, so that a vector contains one element of each of many rows.
template <class Better, class V, class Out, class In>
STRIA_NOINLINE void best_of_short_rows(std::size_t outer, std::size_t inner, index rows, index n,
                                       index step, Out to, In in) {
  constexpr index group = limits::stack_bytes / (limits::tile * index{sizeof(V)});
  V elements[static_cast<std::size_t>(limits::tile * group)];
  V best[static_cast<std::size_t>(group)];
  index places[static_cast<std::size_t>(group)];
  for (index r = 0; r < rows; r += group) {
    const index width = rows - r < group ? rows - r : group;
    copy_as_columns(in, outer, inner, width, n, elements, group);
    in.advance(outer, width);
    for (index k = 0; k < width; ++k) {
      best[k] = elements[k];
      places[k] = 0;
    }
    strided_cursor<const V, 2, 1> columns{elements, group, {group, 1}};
    best_of_tile<Better, true>(best, places, columns, {1, 0, 0, width, n - 1, 1}, step, step);
    for (index k = 0; k < width; ++k) {
      to.template row<false>(inner)[0] = places[k];
      to.advance(outer, 1);
    }
  }
}

// Finds the position of the smallest or largest element. An additional cursor supplies the
// row-major position within the reduced axes.
template <class Better> struct arg_op : fold_op {
  static constexpr bool has_loops = true;
  template <class V> static constexpr bool takes = Better::template takes<V>;
  template <class T> using result = index;

  template <std::uint64_t Bits, bool Keep, class Target, class E>
  static constexpr void compute(Target& target, const E& e) {
    using V = value_t<E>;
    constexpr std::size_t L = rank_of<E>;
    const auto sizes = e.shape();
    if (reduced_count<Bits>(sizes) == 0) [[unlikely]]
      raise_empty_reduction(Better::arg_text, sizes);
    if (target.size() == 0)
      return;
    if constexpr (finds_few<Bits, E> && tensor_operand<Target>)
      if !consteval {
        if (best_of_few<Bits>(target.data(), target.size(), sizes, e))
          return;
      }
    position_cursor<L> position;
    index step = 1;
    for (std::size_t k = L; k-- > 0;)
      if (axis_set{Bits}.has(k)) {
        position.strides[k] = step;
        step *= sizes[k];
      }
    auto out = reduced_cursor<Bits, Keep, L>(target);
    auto in = member_access::cursor<straight_hint<L>, L>(e, straight_refs<L>());
    const auto nest = collapse(sizes, out, position, in);
    const fold_nest<L> without(nest, axis_set{Bits});
    if (without.single()) {
      run_into<store_kernel>(target, scalar<index>(0));
    } else if constexpr (L > 0) {
      if constexpr (!std::is_arithmetic_v<V>) {
        best_one_by_one<Bits, Keep>(target, e, without.all, out, position, in);
      } else if constexpr (axis_set{Bits}.has(L - 1)) {
        best_of_rows<Bits, Keep>(target, e, without, out, position, in);
      } else if (in.fits(L - 1) && out.fits(L - 1)) {
        best_of_columns<Better, true>(without, out, position, in);
      } else {
        best_of_columns<Better, false>(without, out, position, in);
      }
    }
  }

private:
  /// True if a few elements of E need no loop nest: tensors of one shape, whose last axes or first
  /// of two axes are reduced.
  template <std::uint64_t Bits, class E>
  static constexpr bool finds_few =
      std::is_arithmetic_v<value_t<E>> && member_access::in_line<E> && Bits != 0 &&
      (Bits + (Bits & -Bits) == std::uint64_t{1} << rank_of<E> || (rank_of<E> == 2 && Bits == 1));
  /// Finds the positions in a few elements. Returns false, and writes nothing, if there are more
  /// elements, or other shapes.
  template <std::uint64_t Bits, std::size_t L, class E>
  STRIA_INLINE static bool best_of_few(index* to, index results, const std::array<index, L>& sizes,
                                       const E& e) {
    using V = value_t<E>;
    const index count = count_elements(sizes);
    bool fits = count <= limits::block;
    const auto row = e.line(sizes, fits);
    if (!fits)
      return false;
    if constexpr (axis_set{Bits}.has(L - 1)) {
      const index n = count / results;
      if (results >= 2 * limits::short_loop && n <= limits::tile)
        return false; // these are searched together
      for (index r = 0, from = 0; r < results; ++r, from += n) {
        V value{};
        to[r] = best_of_row<Better>(row, from, from + n, value) - from;
      }
    } else {
      V best[static_cast<std::size_t>(limits::block)];
      auto in = member_access::cursor<straight_hint<L>, L>(e, straight_refs<L>());
      for (index k = 0; k < results; ++k) {
        best[k] = row[k];
        to[k] = 0;
      }
      in.advance(0, 1);
      best_of_tile<Better, true>(best, static_row<index, 1>{to}, in,
                                 {1, 0, 0, results, sizes[0] - 1, 1}, 1, 1);
    }
    return true;
  }

  template <class Target, class E>
  using best_t = typename tensor_of<value_t<E>, Target::extents>::type;

  /// True if it pays to search several rows at a time: the rows are short enough, and the innermost
  /// loop over them is long enough. Rows that are not in memory must be shorter, because they are
  /// copied element by element.
  template <class In, std::size_t L>
  static constexpr bool has_short_rows(const loop_nest<L>& nest) {
    return nest.depth > 1 && nest.inner_size() <= limits::tile &&
           nest.n[nest.order[nest.depth - 2]] >= limits::short_loop;
  }
  /// Calls best_of_short_rows() in each iteration of the loops around the last two.
  template <std::size_t L, class Out, class In>
  static void best_of_groups(const loop_nest<L>& nest, index step, Out to, In in) {
    const std::size_t w = nest.inner(), q = nest.order[nest.depth - 2];
    loop_nest<L> around = nest;
    around.order[--around.depth - 1] = w;
    for_outer(
        around,
        [&] {
          best_of_short_rows<Better, std::remove_cvref_t<decltype(in.item())>>(
              q, w, nest.n[q], nest.n[w], step, to, in);
        },
        to, in);
  }

  template <std::uint64_t Bits, bool Keep, class Target, class E, std::size_t L, class Out,
            class In>
  static constexpr void best_of_rows(Target& target, const E& e, const fold_nest<L>& nest, Out out,
                                     position_cursor<L> position, In in) {
    using V = value_t<E>;
    const std::size_t w = L - 1;
    const index n = nest.all.inner_size();
    const auto best = [&](const In& from, V& value) {
      constexpr bool may_split = splits<In>;
      const index at =
          from.fits(w)
              ? best_of_whole_row<Better, may_split>(from.template row<true>(w), n, value)
              : best_of_whole_row<Better, may_split>(from.template row<false>(w), n, value);
      return position.offset + position.strides[w] * at;
    };
    if (nest.next_reduced < 0) {
      // Each row has one position in the target, at an offset that is constant along the row. If
      // there are only a few long rows, the threads share each row.
      for_parts_except(w, few_turns::stay, nest.all, out, in,
                       [&](const loop_nest<L>& part, Out& to, In& from) {
                         if constexpr (L > 1)
                           if !consteval {
                             if (has_short_rows<In>(part))
                               return best_of_groups(part, position.strides[w], to, from);
                           }
                         for_outer(
                             part,
                             [&] {
                               V value{};
                               to.template row<false>(w)[0] = best(from, value);
                             },
                             to, from);
                       });
    } else {
      best_t<Target, E> values(target.shape(), uninitialized_t{});
      begin_target<extreme_op<Better>, Bits, Keep>(values, e);
      run_into<store_kernel>(target, scalar<index>(0));
      auto known = reduced_cursor<Bits, Keep, L>(values);
      for_outer(
          nest.all,
          [&] {
            V value{};
            const index place = best(in, value);
            V& so_far = known.template row<false>(w)[0];
            if (beats<Better>(value, so_far)) {
              so_far = value;
              out.template row<false>(w)[0] = place;
            }
          },
          known, out, position, in);
    }
  }
  template <std::uint64_t Bits, bool Keep, class Target, class E, std::size_t L, class Out,
            class In>
  static constexpr void best_one_by_one(Target& target, const E& e, const loop_nest<L>& nest,
                                        Out out, position_cursor<L> position, In in) {
    best_t<Target, E> values(target.shape(), uninitialized_t{});
    begin_target<extreme_op<Better>, Bits, Keep>(values, e);
    run_into<store_kernel>(target, scalar<index>(0));
    auto known = reduced_cursor<Bits, Keep, L>(values);
    const std::size_t w = nest.inner();
    for_outer(
        nest,
        [&] {
          const auto v = known.template row<false>(w);
          const auto p = out.template row<false>(w);
          const auto from = in.template row<false>(w);
          for (index i = 0; i < nest.inner_size(); ++i) {
            const value_t<E> x = from[i];
            if (beats<Better>(x, v[i])) {
              v[i] = x;
              p[i] = position.offset + i * position.strides[w];
            }
          }
        },
        known, out, position, in);
  }
};

} // namespace stria::detail
