// SPDX-License-Identifier: BSL-1.0
// eval/parts.hpp: one loop of a nest in parts, each of them on a thread.
#pragma once

#include <stria/backend/parallel.hpp>
#include <stria/eval/limits.hpp>
#include <stria/eval/walk.hpp>
#include <stria/view/cursor.hpp>

namespace stria::detail {

#if defined(STRIA_USE_THREADS)

/// The loop to be split: the outermost that is long enough, or else the longest.
template <std::size_t L> std::size_t split_loop(const loop_nest<L>& nest) {
  const index wanted = index{chunks_per_thread} * num_threads();
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

/// use(nest, out, in) for parts of the loop `axis`, which begin at multiples of the grain, with
/// cursors of their own; without threads for all of it at once.
template <std::size_t L, class Out, class In, class Use>
void for_parts(bool threads, const loop_nest<L>& nest, std::size_t axis, index grain,
               const Out& out, const In& in, const Use& use) {
  const auto part = [&](index from, index to) {
    loop_nest<L> own = nest;
    own.n[axis] = to - from;
    Out o = out;
    In i = in;
    o.advance(axis, from);
    i.advance(axis, from);
    use(own, o, i);
  };
  if (threads)
    for_chunks(nest.n[axis], grain, part);
  else
    part(0, nest.n[axis]);
}

#endif

/// A loop of fewer than two turns for each thread.
enum class few_turns : unsigned char { stay, split };

/// use(nest, out, in) for parts of any loop but `whole`, where threads pay and may have parts of
/// their own; else once for all.
template <std::size_t L, class Out, class In, class Use>
constexpr void for_parts_beside([[maybe_unused]] std::size_t whole, [[maybe_unused]] few_turns few,
                                const loop_nest<L>& nest, const Out& out, const In& in,
                                const Use& use) {
#if defined(STRIA_USE_THREADS)
  if constexpr (L > 1 && splits<Out> && splits<In>)
    if !consteval {
      if (pays_threads(nest.elements())) {
        const index least = few == few_turns::split ? 2 : 2 * num_threads();
        loop_nest<L> others = nest;
        others.depth = 0;
        for (std::size_t i = 0; i < nest.depth; ++i)
          if (nest.order[i] != whole && nest.n[nest.order[i]] >= least)
            others.order[others.depth++] = nest.order[i];
        if (others.depth > 0) {
          const std::size_t axis = split_loop(others);
          // Of the inner loop each thread takes a part: rows as long as can be, of whole cache
          // lines.
          constexpr index line = limits::thread_line;
          const index grain = axis == L - 1 ? (nest.n[axis] / num_threads() / line + 1) * line : 1;
          return for_parts(true, nest, axis, grain, out, in, use);
        }
      }
    }
#endif
  Out o = out;
  In i = in;
  use(nest, o, i);
}

} // namespace stria::detail
