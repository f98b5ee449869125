// SPDX-License-Identifier: BSL-1.0
// eval/parts.hpp: one loop of a nest in parts, each of them on a thread.
#pragma once

#include <stria/backend/parallel.hpp>
#include <stria/eval/walk.hpp>

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

} // namespace stria::detail
