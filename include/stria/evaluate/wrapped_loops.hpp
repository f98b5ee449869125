// SPDX-License-Identifier: BSL-1.0
// evaluate/wrapped_loops.hpp: splits loops over memory that wraps round at the end of an axis.
//
// roll(a, 1, _0) + roll(a, -1, _0) is computed in three parts: the first row, the middle rows and
// the last row. Each part reads two slices of a, so it is a loop over strided memory. See
// docs/design/rolls.md. Tests: tests/evaluate/rolls.cpp.
#pragma once

#include <stria/expr/map.hpp>
#include <stria/tensor/cyclic_cursor.hpp>

namespace stria::detail {

/// True if a cursor reads cyclic memory.
template <class C> inline constexpr bool is_cyclic = false;
template <class T, std::size_t L, index Hint>
inline constexpr bool is_cyclic<cyclic_cursor<T, L, Hint>> = true;
template <class F, class Seq, class... C>
inline constexpr bool is_cyclic<map_cursor<F, Seq, C...>> = (is_cyclic<C> || ...);

/// The number of iterations of a loop, at most `most`, before the memory that it reads wraps round.
template <class C> constexpr index straight_turns(const C&, std::size_t, index most) {
  return most;
}
template <class T, std::size_t L, index Hint>
constexpr index straight_turns(const cyclic_cursor<T, L, Hint>& c, std::size_t loop, index most) {
  return c.straight_turns(loop, most);
}
template <class F, std::size_t... Ix, class... C>
constexpr index straight_turns(const map_cursor<F, std::index_sequence<Ix...>, C...>& c,
                               std::size_t loop, index most) {
  ((most = straight_turns(static_cast<const slot<Ix, C>&>(c).value, loop, most)), ...);
  return most;
}

/// The cursor over strided memory for the iterations before the memory wraps round.
template <class C> constexpr const C& straightened(const C& c) { return c; }
template <class T, std::size_t L, index Hint>
constexpr auto straightened(const cyclic_cursor<T, L, Hint>& c) {
  return c.straightened();
}
template <class F, std::size_t... Ix, class... C>
  requires(is_cyclic<C> || ...)
constexpr auto straightened(const map_cursor<F, std::index_sequence<Ix...>, C...>& c) {
  return map_cursor<
      F, std::index_sequence<Ix...>,
      std::remove_cvref_t<decltype(straightened(static_cast<const slot<Ix, C>&>(c).value))>...>{
      {straightened(static_cast<const slot<Ix, C>&>(c).value)}..., c.f};
}

/// The type of straightened(c) for a cursor that is cyclic, or is not.
template <bool Cyclic> struct straight_cursor {
  template <class C> using of = C;
};
template <> struct straight_cursor<true> {
  template <class C> using of = decltype(straightened(std::declval<const C&>()));
};

/// Calls run(n, out, in) for parts of the loops, from number K on, in which `in` reads strided
/// memory.
template <std::size_t K = 0, std::size_t L, class Out, class In, class Run>
constexpr void for_straight_parts(std::array<index, L> n, Out out, In in, const Run& run) {
  if constexpr (K == L) {
    run(n, out, straightened(in));
  } else {
    for (index left = n[K]; left > 0;) {
      index turns = straight_turns(in, K, left);
      // A function with state is called in row-major order, so only the last loop has longer parts.
      if constexpr (!splits<In> && K + 1 < L)
        turns = 1;
      n[K] = turns;
      // The last loop makes no call, whose copies of the cursors would cost more than a few
      // elements.
      if constexpr (K + 1 < L)
        for_straight_parts<K + 1>(n, out, in, run);
      else
        run(n, out, straightened(in));
      out.advance(K, turns);
      in.advance(K, turns);
      left -= turns;
    }
  }
}

} // namespace stria::detail
