// SPDX-License-Identifier: BSL-1.0
// tensor/cyclic_cursor.hpp: strided memory that wraps round at the end of an axis.
// Tests: tests/evaluate/rolls.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/tensor/cursor.hpp>

namespace stria::detail {

/// The operand that has this cursor: memory with rotated axes. Defined in numpy/shape/roll.hpp.
template <class S> class cyclic;

/// Memory traversed by L loops, some of which wrap round: such a loop begins at any position of its
/// axis, continues with the first position after it has reached the last one, and visits every
/// position once. A loop over this cursor is split into parts in which the cursor is plain strided
/// memory (evaluate/wrapped_loops.hpp). The base class is the cursor of the same memory in which
/// these loops begin at the first position.
template <class T, std::size_t L, index Hint> struct cyclic_cursor : strided_cursor<T, L, Hint> {
  using strided = strided_cursor<T, L, Hint>;
  std::array<index, L> at{}, size{}; // of an axis that wraps round; otherwise 0

  constexpr explicit cyclic_cursor(const strided& first) : strided(first) {}
  constexpr void advance(std::size_t loop, index by) {
    if (size[loop] == 0) {
      strided::advance(loop, by);
    } else {
      const index to = (at[loop] + by) % size[loop];
      at[loop] = to < 0 ? to + size[loop] : to;
    }
  }
  constexpr T& item() const { return straightened().item(); }
  /// The number of iterations of a loop before it wraps round, but at most `most`.
  constexpr index straight_turns(std::size_t loop, index most) const {
    const index left = size[loop] == 0 ? most : size[loop] - at[loop];
    return left < most ? left : most;
  }
  /// Plain strided memory, valid until a loop reaches the end of its axis.
  constexpr strided straightened() const {
    strided c = *this;
    for (std::size_t k = 0; k < L; ++k)
      c.advance(k, at[k]);
    return c;
  }
  template <class Visit> constexpr void visit_memory(Visit visit) const { visit(*this); }
};

/// Visits the memory as strided cursors: for each loop that wraps round, one up to the end of the
/// axis and one from there on. visit(c, first, end) is told which of the n iterations of loop
/// `axis` read through c.
template <class T, std::size_t L, index Hint, class Visit>
constexpr void visit_walks(const cyclic_cursor<T, L, Hint>& in, std::size_t axis, index n,
                           const Visit& visit) {
  const auto from = [&](const auto& self, strided_cursor<T, L, Hint> c, std::size_t loop,
                        index first, index end) -> void {
    if (loop == L) {
      visit(c, first, end);
      return;
    }
    const index turn = in.straight_turns(loop, n);
    c.advance(loop, in.at[loop]);
    self(self, c, loop + 1, first, loop == axis ? turn : end);
    if (in.at[loop] != 0) {
      c.advance(loop, -in.size[loop]);
      self(self, c, loop + 1, loop == axis ? turn : first, end);
    }
  };
  from(from, in, 0, 0, n);
}

} // namespace stria::detail
