// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/plan_store.hpp: plans a store: the axis of the vectors, the operands that are
// copied into buffers, and the order of the other axes. Tests: tests/evaluate/store_plan.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/nest/panel.hpp>
#include <stria/tensor/build.hpp>

namespace stria::detail {

/// The schedule of a store. Vectors run along the axis on which the elements of the target are
/// contiguous or closest to each other.
struct store_plan : panel_plan {
  /// Uses the kernel with static steps of some operands along the vectors.
  bool hinted = false;
  /// Operands that are contiguous along `rows` are transposed while they are copied.
  bool transposed = false;
  /// Elements of the lane in a panel, or positions of `lane2`.
  index width = 1;
  /// All panels beside each other read the same copies: each copy repeats one element.
  bool repeated = false;
  /// The rows of a panel follow each other in the memory of each operand, or in its copies: they
  /// are computed as one row.
  bool one_line = false;
  /// The size of the last axis of the target and its step there, if no operand moves along it: the
  /// kernel computes one element, which is then repeated.
  index repeats = 1, repeat_step = 0;
  /// The other axes, outermost first.
  int outers = 0;
  space_axis outer[limits::nest_axes];

  bool joins_lanes() const { return lane2.n > 1; }
};

/// The numbers of operands that must be copied so that short contiguous lanes can be joined.
/// `moving` counts the operands that move along the other axes; `still` counts the operands that do
/// not, which are copied once.
struct joined_copies {
  index moving = 0, still = 0;
};
/// Whether it pays to join contiguous lanes with the next outer axis. A lane has n elements of
/// `bytes` bytes, and the outer axis has `outer` positions.
constexpr bool pays_to_join(index n, index bytes, index outer, const joined_copies& copies) {
  const index work = limits::short_row * (copies.moving + copies.still);
  return n <= limits::short_loop && n * bytes < limits::cache_line &&
         copies.moving * n <= limits::interleaved &&
         (outer > work || work < (outer + 1) * n); // outer >= work / n, without a division
}
/// Whether the last axis is so short that it pays to copy the operands that prevent merging it with
/// the next outer axis. `direct` means that nothing must be copied along the last axis itself.
inline bool joins_lanes(const space& s, bool direct) {
  const int last = s.rank - 1;
  if (last == 0)
    return false;
  const index n = s.axis[last].n, outer = s.axis[last - 1].n;
  if (!direct)
    return n <= limits::short_loop && outer >= limits::tile / n;
  joined_copies copies;
  STRIA_FEW
  for (int i = 0; i < s.operands; ++i) {
    if (s.axis[last - 1].step[i] == n || (i > 0 && first_same(s, i) != i))
      continue;
    bool moves = false;
    STRIA_FEW
    for (int k = 0; k < last; ++k)
      moves = moves || s.axis[k].step[i] != 0;
    ++(moves ? copies.moving : copies.still);
  }
  return pays_to_join(n, s.of[0].bytes, outer, copies);
}

/// Whether it pays to compute one element and repeat it n times along a short last axis. The next
/// outer axis has `outer` positions.
constexpr bool pays_to_repeat(index n, index outer) {
  return n > 1 && n <= limits::short_loop && outer >= limits::short_loop;
}
/// Takes the last axis from a sorted space if no operand moves along it and repeating pays.
/// `elementwise` means that the target is neither read nor a copy of one operand.
inline void take_repeats(space& s, bool elementwise, store_plan& p) {
  const int last = s.rank - 1;
  if (!elementwise || last == 0 || s.operands == 1 ||
      !pays_to_repeat(s.axis[last].n, s.axis[last - 1].n))
    return;
  STRIA_FEW
  for (int i = 1; i < s.operands; ++i)
    if (s.axis[last].step[i] != 0)
      return;
  p.repeats = s.axis[last].n;
  p.repeat_step = s.axis[last].step[0];
  s.rank = last;
}

/// Whether a step over elements of `bytes` bytes reaches another cache line.
constexpr bool is_far(index step, index bytes) {
  const index line = divide_up(limits::cache_line, bytes);
  return step >= line || step <= -line;
}

/// An axis other than the last one along which an operand has a small step, although its step along
/// the last axis is large; -1 if there is none.
inline int near_axis(const space& s, int i) {
  const int lane = s.rank - 1;
  if (is_far(s.axis[lane].step[i], s.of[i].bytes))
    for (int k = lane; k-- > 0;) {
      const index step = s.axis[k].step[i];
      if (s.axis[k].n >= limits::tile / 2 && step != 0 && !is_far(step, s.of[i].bytes))
        return k;
    }
  return -1;
}

/// Finds operands whose elements are interleaved: they have the same steps, of up to `interleaved`
/// elements along the lane, and begin at consecutive elements.
inline void find_interleaved(const space& s, panel_plan& p) {
  constexpr auto most = static_cast<int>(limits::interleaved);
  STRIA_FEW
  for (int i = 1; i < s.operands; ++i) {
    const index step = p.lane.step[i], bytes = s.of[i].bytes;
    if (!p.packs(i) || p.interleaves(i) || step < 2 || step > most || !shuffles_bytes(bytes))
      continue;
    int found[2 * most + 1] = {}; // an operand per distance from operand i; 0 at both ends
    found[most] = i;
    for (int j = i + 1; j < s.operands; ++j) {
      const index distance = s.of[j].base - s.of[i].base;
      // An operand that reads the same elements as operand i is copied by itself.
      bool adjacent = distance != 0 && p.packs(j) && p.same[j] == j && !p.interleaves(j) &&
                      s.of[j].bytes == bytes && distance % bytes == 0 && distance / bytes < step &&
                      distance / bytes > -step;
      for (int k = 0; adjacent && k < s.rank; ++k)
        adjacent = s.axis[k].step[j] == s.axis[k].step[i];
      if (adjacent)
        found[most + distance / bytes] = j;
    }
    int first = most, end = most;
    while (found[first - 1] != 0)
      --first;
    while (end - first < step && found[end] != 0)
      ++end;
    const int count = end - first;
    if (count == 1)
      continue;
    p.together[i] = static_cast<signed char>(count);
    STRIA_FEW
    for (int k = 0; k < count; ++k) {
      const int j = found[first + k];
      p.interleaved |= std::uint64_t{1} << j;
      p.with[j] = static_cast<signed char>(i);
      p.place[j] = static_cast<signed char>(k);
    }
  }
}

/// Whether the elements of a row are computed one at a time. Copies of operands with gaps between
/// their elements would take longer, if at least half of the operands that advance along the row
/// have gaps too wide for shuffles. `step_of` returns the step of an operand.
template <class StepOf> STRIA_INLINE bool has_wide_gaps(int operands, const StepOf& step_of) {
  int wide = 0;
  STRIA_FEW
  for (int i = 0; i < operands; ++i) {
    const index step = step_of(i), length = step < 0 ? -step : step;
    wide += length > limits::interleaved ? 1 : length != 0 ? -1 : 0;
  }
  return wide >= 0;
}

/// Makes each element a row of a panel: nothing is copied.
inline void plan_elements(const space& s, store_plan& p) {
  const int last = s.rank - 1;
  p.packed = 0;
  p.hinted = false;
  p.rows = p.lane;
  p.lane = s.none();
  if (last > 0 && multiply_fits(p.rows.n, s.axis[last - 1].n, p.height))
    p.rows2 = s.axis[last - 1];
  const int outers = last - (p.rows2.n > 1 ? 1 : 0);
  STRIA_FEW
  for (int k = 0; k < outers; ++k)
    p.outer[p.outers++] = s.axis[k];
  p.height = p.rows.n * p.rows2.n;
}

/// Chooses the axes that are traversed within a panel, besides the lanes: `rows` is the one to
/// transpose, or -1.
inline void plan_rows(const space& s, int lane2, int rows, store_plan& p) {
  const int last = s.rank - 1;
  int rows2 = -1;
  for (int k = last; k-- > 0 && rows < 0;)
    rows = k == lane2 ? -1 : k;
  if (rows >= 0) {
    p.rows = s.axis[rows];
    index both = 0;
    for (int k = last; !p.transposed && k-- > 0 && rows2 < 0;)
      if (k != rows && k != lane2 && multiply_fits(p.rows.n, s.axis[k].n, both) &&
          (p.packed == 0 || p.rows.n < limits::lanes))
        rows2 = k;
    if (rows2 >= 0)
      p.rows2 = s.axis[rows2];
  }
  p.repeated = p.packed != 0 && !p.packs(0) && lane2 < 0 && rows2 < 0;
  STRIA_FEW
  for (int k = 0; k < last; ++k)
    if (k != lane2 && k != rows && k != rows2)
      p.outer[p.outers++] = s.axis[k];
}

/// Bytes of the copies of all operands of a store together. Even the most operands, with the
/// largest elements, have room for a row of a transposed tile.
inline constexpr index store_bytes = 2 * limits::stack_bytes;

/// What the copied operands of a store need.
struct panel_copies {
  index bytes = 0, largest = 1; // of one element of each operand, and of the largest one
  bool tall = false;            // an operand, or the target, has several rows
  bool repeats = false;         // an operand repeats one element along the lanes
  bool changes = false;         // which is another one along another axis
};

/// Computes the size of a panel with copies.
inline void size_copied_panel(const panel_copies& c, index across, index pieces, index all_rows,
                              index gap, index room, store_plan& p) {
  const auto least = [](index a, index b) { return a < b ? a : b; };
  const index most = room / c.bytes / 2;
  // The copies of a repeated element are made for the first panel; the panels beside it use them
  // again, in the same call of the kernel if each copy repeats one element.
  p.width = least(across, most / pieces);
  // One element for all rows is copied only once, so it may be copied more often.
  if (c.repeats)
    p.width =
        least(p.width, !p.joins_lanes() && c.changes ? limits::short_row : limits::block / pieces);
  const index most_rows = most / (p.width * pieces + gap);
  p.height = least(all_rows, !c.tall ? limits::fold_rows : most_rows < 1 ? 1 : most_rows);
}

/// Computes the size of a panel.
inline void size_panel(const space& s, store_plan& p) {
  const auto least = [](index a, index b) { return a < b ? a : b; };
  const bool joins = p.joins_lanes();
  const index all_rows = p.rows.n * p.rows2.n, pieces = joins ? p.lane.n : 1;
  const index across = joins ? p.lane2.n : p.lane.n;
  panel_copies c;
  STRIA_FEW
  for (int i = 0; i < s.operands; ++i)
    if (p.packs(i)) {
      if ((joins ? p.lane2 : p.lane).step[i] == 0) {
        c.repeats = true;
        STRIA_FEW
        for (int k = 0; k < s.rank - 1; ++k)
          c.changes = c.changes || s.axis[k].step[i] != 0;
      }
      p.repeated = p.repeated && p.lane.step[i] == 0;
      c.bytes += s.of[i].bytes;
      c.largest = c.largest < s.of[i].bytes ? s.of[i].bytes : c.largest;
      c.tall = c.tall || i == 0 || p.rows.step[i] != 0 || p.rows2.step[i] != 0;
    }
  p.one_line = p.repeated && across <= limits::short_row;
  STRIA_FEW
  for (int i = 0; i < s.operands; ++i)
    p.one_line =
        p.one_line && (p.packs(p.same[i]) ? p.rows.step[i] != 0
                                          : p.lane.step[i] == 1 && p.rows.step[i] == across);
  // Each row has one extra cache line, because rows a power of two apart would share a few cache
  // sets. The parts of the operands begin at cache lines, too.
  const index gap = limits::cache_line / c.largest;
  constexpr index room = store_bytes - limits::nest_operands * limits::cache_line;
  if (p.transposed) {
    p.width = least(across, limits::tile);
    const index most = c.bytes == 0 ? limits::tile : room / c.bytes / (p.width + gap);
    p.height = least(all_rows, least(limits::tile, most));
  } else if (p.packed == 0) {
    p.height = all_rows;
    p.width = across;
  } else {
    size_copied_panel(c, across, pieces, all_rows, gap, room, p);
  }
  p.one_line = p.one_line && p.width == across;
  p.line = p.width * pieces + (p.one_line ? 0 : gap);
}

/// Plans a store into a normalised space that is not empty. `hints` are the static steps of the
/// operands, or null. `copies` means that the elements are copied unchanged from one operand to the
/// target, without a buffer, and `light` that an element takes no longer than loads of the
/// operands.
template <class = this_build>
STRIA_NOINLINE void plan_store(space& s, const signed char* hints, bool copies, bool light,
                               store_plan& p) {
  const int last = s.rank - 1;
  p.lane = s.axis[last];
  p.lane2 = p.rows = p.rows2 = s.none();
  // The hints are used if each hint other than 1 is equal to the run-time step of its operand.
  p.hinted = hints != nullptr;
  bool contiguous = p.lane.step[0] == 1;
  STRIA_FEW
  for (int i = 1; i < s.operands; ++i) {
    p.hinted = p.hinted && (hints[i] == 1 || p.lane.step[i] == hints[i]);
    contiguous = contiguous && p.lane.step[i] == 1;
  }
  int lane2 = -1, turned = -1;
  if (joins_lanes(s, contiguous)) {
    p.hinted = false;
    lane2 = last - 1;
    p.lane2 = s.axis[lane2];
  }
  const auto joined = [&](int i) {
    return p.lane.step[i] == 1 && (lane2 < 0 || p.lane2.step[i] == p.lane.n);
  };
  STRIA_FEW
  for (int i = 0; i < s.operands; ++i) {
    p.same[i] = i == 0 || p.hinted ? static_cast<signed char>(i) : first_same(s, i);
    if (p.same[i] != i || (joined(i) && (i > 0 || p.repeats == 1)) ||
        (p.hinted && i > 0 && p.lane.step[i] == hints[i]))
      continue;
    p.packed |= std::uint64_t{1} << i;
    if (const int k = i == 0 || lane2 >= 0 ? -1 : near_axis(s, i); k >= 0 && !p.transposed) {
      p.transposed = true;
      turned = k;
    }
  }
  if (light && p.packed != 0 && lane2 < 0 && !p.transposed && p.repeats == 1 &&
      has_wide_gaps(s.operands, [&](int i) { return p.lane.step[i]; }))
    return plan_elements(s, p);
  if (copies)
    p.packed = 0;
  else if (lane2 < 0 && !p.transposed && (p.packed & (p.packed - 1)) != 0)
    find_interleaved(s, p);
  plan_rows(s, lane2, turned, p);
  size_panel(s, p);
}

} // namespace stria::detail
