// SPDX-License-Identifier: BSL-1.0
// evaluate/parts.hpp: splits one loop of a nest among threads. Tests: tests/parallel/values.cpp.
#pragma once

#include <stria/evaluate/common_parts.hpp>
#include <stria/evaluate/walk.hpp>
#include <stria/math/limits.hpp>
#include <stria/tensor/cursor.hpp>
#include <stria/threads/parallel.hpp>

namespace stria::detail {

/// The least number of elements for each thread in a loop over a cursor.
template <class In>
inline constexpr index least_of_cursor =
    least_for_thread<row_bytes<bare<decltype(std::declval<const In&>().template row<true>(0))>>>;

/// Moves bytes to memory that may overlap them. Several threads move one part each. Before they
/// begin, the bytes that would leave a part are copied, and stored when all parts have been moved.
inline void move_block(std::byte* to, const std::byte* from, index bytes) {
#if defined(STRIA_USE_THREADS)
  std::byte kept[limits::stack_bytes];
  const auto gap = static_cast<index>(reinterpret_cast<std::uintptr_t>(to) -
                                      reinterpret_cast<std::uintptr_t>(from));
  const index leaving = gap < 0 ? -gap : gap;
  const int each = chunks_for_threads(bytes, least_for_thread<2 * sizeof(std::byte)>);
  // Each part is longer than what leaves it.
  const index most = leaving == 0 ? 0 : std::min(limits::stack_bytes, bytes / 2) / leaving;
  if (each > 0 && most > 1) {
    const index parts = std::min(index{each} * num_threads(), most);
    const index size = bytes / parts;
    const auto end = [&](index p) { return p + 1 == parts ? bytes : (p + 1) * size; };
    const auto edge = [&](index p) { return gap > 0 ? end(p) - leaving : p * size; };
    for (index p = 0; p < parts; ++p)
      __builtin_memcpy(kept + p * leaving, from + edge(p), static_cast<std::size_t>(leaving));
    for_chunks(
        parts, 1,
        [&](index first, index last) {
          for (index p = first; p < last; ++p) {
            const index at = p * size + (gap < 0 ? leaving : 0);
            __builtin_memmove(to + at, from + at,
                              static_cast<std::size_t>(end(p) - p * size - leaving));
          }
        },
        each);
    for (index p = 0; p < parts; ++p)
      __builtin_memcpy(to + edge(p), kept + p * leaving, static_cast<std::size_t>(leaving));
    return;
  }
#endif
  __builtin_memmove(to, from, static_cast<std::size_t>(bytes));
}

#if defined(STRIA_USE_THREADS)

/// The loop to split: the outermost one that is long enough, otherwise the longest.
template <std::size_t L> std::size_t split_loop(const loop_nest<L>& nest) {
  const index wanted = index{limits::chunks_per_thread} * num_threads();
  std::size_t longest = nest.order[0];
  for (std::size_t i = 0; i < nest.depth; ++i) {
    const std::size_t k = nest.order[i];
    if (nest.n[k] >= wanted)
      return k;
    if (nest.n[k] > nest.n[longest])
      longest = k;
  }
  return longest;
}

/// Calls use(nest, out, in) for parts of the loop `axis`, with separate cursors. Parts begin at
/// multiples of the grain. Each thread has up to `chunks` parts; if 0, there is one part in all.
template <std::size_t L, class Out, class In, class Use>
void for_parts(int chunks, const loop_nest<L>& nest, std::size_t axis, index grain, const Out& out,
               const In& in, const Use& use) {
  const auto part = [&](index from, index to) {
    loop_nest<L> own = nest;
    own.n[axis] = to - from;
    Out o = out;
    In i = in;
    o.advance(axis, from);
    i.advance(axis, from);
    use(own, o, i);
  };
  if (chunks > 0)
    for_chunks(nest.n[axis], grain, part, chunks);
  else
    part(0, nest.n[axis]);
}

#endif

/// Whether a loop with fewer than two iterations per thread is split.
enum class few_turns : unsigned char { stay, split };

/// Calls use(nest, out, in) for parts of a loop other than `whole`, if the nest is large enough for
/// several threads and its cursors allow them. Otherwise calls it once for the whole nest.
template <std::size_t L, class Out, class In, class Use>
constexpr void for_parts_except([[maybe_unused]] std::size_t whole, [[maybe_unused]] few_turns few,
                                const loop_nest<L>& nest, const Out& out, const In& in,
                                const Use& use) {
#if defined(STRIA_USE_THREADS)
  if constexpr (L > 1 && splits<Out> && splits<In>)
    if !consteval {
      if (const int chunks = chunks_for_threads(nest.elements(), least_of_cursor<In>); chunks > 0) {
        const index least = few == few_turns::split ? 2 : 2 * num_threads();
        loop_nest<L> others = nest;
        others.depth = 0;
        for (std::size_t i = 0; i < nest.depth; ++i)
          if (nest.order[i] != whole && nest.n[nest.order[i]] >= least)
            others.order[others.depth++] = nest.order[i];
        if (others.depth > 0) {
          const std::size_t axis = split_loop(others);
          // If the inner loop is split, each thread receives one part, so that rows are as long as
          // possible. The parts consist of whole cache lines.
          constexpr index line = limits::thread_grain;
          const index grain = axis == L - 1 ? (nest.n[axis] / num_threads() / line + 1) * line : 1;
          return for_parts(chunks, nest, axis, grain, out, in, use);
        }
      }
    }
#endif
  Out o = out;
  In i = in;
  use(nest, o, i);
}

} // namespace stria::detail
