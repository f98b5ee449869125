// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/space.hpp: the iteration space of an assignment or a reduction: its axes, and for
// each operand a base address and a step along each axis.
//
// Axis numbers of the expression, slices, permutations and broadcasts no longer exist here: they
// have become steps. See docs/design/evaluation.md. Tests: tests/evaluate/store_plan.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/base/index.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace stria::detail {

/// One loop: its size, whether the result keeps it, and the step of each operand in elements.
/// Operand 0 is the target.
struct space_axis {
  index n;
  bool reduced;
  index* step;
  std::uint32_t from; // the axes it was merged from, one bit each
};

/// The memory that an operand reads: its address at the start of all axes, and bytes per element.
struct access {
  const std::byte* base;
  index bytes;

  const std::byte* at(index elements) const { return base + elements * bytes; }
};

struct element_copies;

/// The axes from the outermost to the innermost, and the operands.
struct space {
  int rank, operands; // operands: including the target
  space_axis* axis;
  access* of;
  index *still, *spare;                   // steps of 0, and storage for the steps of another axis
  const element_copies* copies = nullptr; // copy operands; the drives set them

  /// An axis of one element.
  space_axis none() const { return {1, true, still, 0}; }
  /// The product of the sizes of all axes, or the largest number if it does not fit: a broadcast
  /// operand of a reduction may have more elements than memory can hold.
  index elements() const {
    index all = 1;
    STRIA_FEW
    for (int k = 0; k < rank; ++k)
      if (!multiply_fits(all, axis[k].n, all))
        return std::numeric_limits<index>::max();
    return all;
  }
  /// Makes a row of one element from a space without axes.
  void make_row() {
    axis[0].n = 1;
    axis[0].reduced = true;
    STRIA_FEW
    for (int i = 0; i < operands; ++i)
      axis[0].step[i] = 1;
    rank = 1;
  }
};

/// A space with capacity for L axes and M operands besides the target.
template <std::size_t L, std::size_t M> struct space_of : space {
  space_axis axes[L + 1];
  access accesses[M + 1];
  index steps[L + 3][M + 1] = {};

  space_of()
      : space{static_cast<int>(L), static_cast<int>(M) + 1, axes, accesses, steps[L + 1],
              steps[L + 2]} {
    for (std::size_t k = 0; k <= L; ++k)
      axes[k] = {1, true, steps[k], std::uint32_t{1} << k};
  }
  space_of(const space_of&) = delete;
  space_of& operator=(const space_of&) = delete;
};

/// Reverses an axis.
inline void walk_back(space& s, space_axis& a) {
  STRIA_FEW
  for (int i = 0; i < s.operands; ++i) {
    s.of[i].base = s.of[i].at(a.step[i] * (a.n - 1));
    a.step[i] = -a.step[i];
  }
}

/// Merges neighbouring sorted axes that every operand can traverse as one.
inline void join_axes(space& s) {
  int last = 0;
  STRIA_FEW
  for (int k = 1; k < s.rank; ++k) {
    space_axis& outer = s.axis[last];
    const space_axis& inner = s.axis[k];
    bool joins = outer.reduced == inner.reduced;
    for (int i = 0; joins && i < s.operands; ++i)
      joins = outer.step[i] == inner.step[i] * inner.n;
    if (index n = 0; joins && multiply_fits(outer.n, inner.n, n)) {
      outer.n = n;
      outer.step = inner.step;
      outer.from |= inner.from;
    } else if (++last != k) {
      s.axis[last] = inner;
    }
  }
  s.rank = s.rank == 0 ? 0 : last + 1;
}

/// Reduces the space to as few axes as possible: axes of size 1 are dropped, axes along which no
/// operand goes forwards are reversed, axes are sorted by their steps with the largest outermost,
/// and neighbours that every operand can traverse as one are merged.
inline void normalise(space& s) {
  int rank = 0;
  STRIA_FEW
  for (int k = 0; k < s.rank; ++k) {
    space_axis a = s.axis[k];
    if (a.n == 1)
      continue;
    bool forwards = false, backwards = false;
    STRIA_FEW
    for (int i = 0; i < s.operands; ++i) {
      forwards = forwards || a.step[i] > 0;
      backwards = backwards || a.step[i] < 0;
    }
    if (backwards && !forwards)
      walk_back(s, a);
    // Finds the position of the axis among the axes so far. The first operand that has different
    // nonzero steps along two axes decides their order.
    int at = rank++;
    const auto belongs_before = [&](const space_axis& b) {
      STRIA_FEW
      for (int i = 0; i < s.operands; ++i) {
        const index x = a.step[i] < 0 ? -a.step[i] : a.step[i];
        const index y = b.step[i] < 0 ? -b.step[i] : b.step[i];
        if (x != 0 && y != 0 && x != y)
          return x > y;
      }
      return false;
    };
    for (; at > 0 && belongs_before(s.axis[at - 1]); --at)
      s.axis[at] = s.axis[at - 1];
    s.axis[at] = a;
  }
  s.rank = rank;
  join_axes(s);
}

/// Normalises a space whose target moves along all axes: the steps of the target decide the order.
/// At least one axis is left.
inline void sort_by_target(space& s) {
  int rank = 0;
  STRIA_FEW
  for (int k = 0; k < s.rank; ++k) {
    if (s.axis[k].n == 1)
      continue;
    if (s.axis[k].step[0] < 0)
      walk_back(s, s.axis[k]);
    int at = rank++;
    if (at == k && (at == 0 || s.axis[at - 1].step[0] >= s.axis[at].step[0]))
      continue;
    const space_axis a = s.axis[k];
    for (; at > 0 && s.axis[at - 1].step[0] < a.step[0]; --at)
      s.axis[at] = s.axis[at - 1];
    s.axis[at] = a;
  }
  s.rank = rank;
  if (rank == 0)
    s.make_row();
  else
    join_axes(s);
}

} // namespace stria::detail
