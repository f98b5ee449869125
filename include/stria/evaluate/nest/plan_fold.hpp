// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/plan_fold.hpp: plans a reduction: the axis of the vectors, the operands that are
// copied into buffers, and the order of the other axes. Tests: tests/fold/plan_fold.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/nest/panel.hpp>
#include <stria/tensor/build.hpp>

namespace stria::detail {

/// The schedule of a reduction, either for columns or for rows. In both cases, accumulators hold
/// the results of a tile while the reduced axes are traversed.
struct fold_plan : panel_plan {
  /// True for columns: the vectors run along a kept axis, `lane`, and each row of elements is added
  /// to a row of accumulators; `beside` is kept or reduced, and `rows` and `rows2` are the two
  /// innermost reduced axes. False for rows: the vectors run along a reduced axis, and each row is
  /// reduced to one value.
  bool columns = false;
  /// The kernel holds an operand in a register if its static step along the vectors is 0.
  bool hinted = false;
  /// For columns: the number of positions of `beside` in a tile.
  index group = 1;
  /// For windows: the number of adjacent columns that are joined to one result, and the distance
  /// between the first columns of neighbouring results. `lane` is then the axis of the results.
  index window = 1, window_step = 1;
  /// For rows: the kept axis along which a tile holds results.
  space_axis results{};
  /// The other axes, outermost first.
  int kept = 0, reduced = 0;
  space_axis outer_kept[limits::nest_axes], outer_reduced[limits::nest_axes];
  /// The number of results in a tile along its axis.
  index width = 1;
  /// For columns: one panel contains all rows, so that its results need no totals.
  bool whole = false;
  /// Each tile is computed at all kept positions before the next tile, because all positions read
  /// the same buffers.
  bool tiles_outermost = false;

  /// The number of columns from which `count` neighbouring results are made.
  index columns_of(index count) const { return (count - 1) * window_step + window; }
  /// The axis along which tiles follow one another.
  const space_axis& tiled() const { return !columns ? results : lane2.n > 1 ? lane2 : lane; }
  index tiles() const {
    const index step = columns && lane2.n > 1 ? group : width;
    return columns && lane2.n > 1 && lane2.reduced ? 1 : divide_up(tiled().n, step);
  }
};

/// The static steps of operands along the vectors: 0 or 1; null if nothing is known. They are known
/// for one axis, which is either kept or reduced.
struct lane_hints {
  const signed char* of = nullptr;
  bool reduced = false;
};

/// Whether all operands with a static step of 0 along the vectors have that step at run time.
inline bool meets_hints(const space& s, int lane, int lane2, const lane_hints& hints) {
  if (hints.of == nullptr || s.axis[lane].reduced != hints.reduced)
    return false;
  bool met = true;
  STRIA_FEW
  for (int i = 1; i < s.operands; ++i)
    met = met && (hints.of[i] != 0 ||
                  (s.axis[lane].step[i] == 0 && (lane2 < 0 || s.axis[lane2].step[i] == 0)));
  return met;
}

/// The expected cost of vectors along one axis, per vector of elements, in vector loads.
inline double lane_cost(const space& s, int lane, int lane2, const lane_hints& hints) {
  const space_axis& v = s.axis[lane];
  constexpr const limits::fold_costs& cost_of = limits::fold_cost;
  constexpr auto vector = static_cast<double>(limits::lanes);
  double folded = 1;
  STRIA_FEW
  for (int k = 0; k < s.rank; ++k)
    folded *= s.axis[k].reduced ? static_cast<double>(s.axis[k].n) : 1;
  // If there are more elements than a tile holds, the cost of the incomplete last vector is
  // ignored.
  index count = v.n;
  if (lane2 >= 0 && !multiply_fits(count, s.axis[lane2].n, count))
    count = limits::fold_columns;
  count = count < limits::fold_columns ? count : limits::fold_columns;
  const auto n = static_cast<double>(count);
  const bool hinted = meets_hints(s, lane, lane2, hints);
  double cost = 0;
  STRIA_FEW
  for (int i = 1; i < s.operands; ++i) {
    if (hinted && hints.of[i] == 0)
      continue;
    const index step = v.step[i], lane2_step = lane2 < 0 ? 0 : s.axis[lane2].step[i];
    const double load = s.of[i].bytes > 4 ? static_cast<double>(s.of[i].bytes) / 4 : 1;
    cost += load;
    if (step == 1 && (lane2 < 0 || lane2_step == v.n))
      continue;
    const bool stays = folded <= limits::fold_rows;
    double shared = 1;
    bool contiguous = false;
    STRIA_FEW
    for (int k = 0; k < s.rank; ++k)
      if (k != lane) {
        if (s.axis[k].step[i] == 0 && k != lane2 && (v.reduced || stays))
          shared *= static_cast<double>(s.axis[k].n);
        contiguous = contiguous || s.axis[k].step[i] == 1;
      }
    const auto copy_by = [&](index by) {
      return by == 0                                                   ? cost_of.repeat
             : by >= -limits::interleaved && by <= limits::interleaved ? cost_of.step
             : contiguous                                              ? cost_of.turn
                                                                       : cost_of.gather;
    };
    // If an element is repeated along the lane, it is loaded along the axis `beside` instead, once
    // per v.n elements.
    double copy = copy_by(step);
    if (step == 0 && lane2_step != 0)
      copy += copy_by(lane2_step) / static_cast<double>(v.n);
    cost += load * copy / shared;
  }
  const index vectors = divide_up(count, limits::lanes);
  cost *= static_cast<double>(vectors) * vector / n;
  if (v.reduced)
    return cost + cost_of.row * vector / n;
  constexpr auto most_rows = static_cast<double>(limits::tile);
  const double height = folded < most_rows ? folded : most_rows;
  const double panel = height * (n / vector);
  return cost + (v.step[0] == 1 ? 1 : cost_of.strided_store) / folded +
         cost_of.panel / (panel < 1 ? 1 : panel);
}

/// The axis that makes short lanes along `lane` longer, or -1.
inline int axis_joined_to(const space& s, int lane) {
  const index n = s.axis[lane].n;
  if (s.axis[lane].reduced || 2 * n > limits::fold_columns)
    return -1;
  // A buffer must hold two positions with all their rows.
  index room = limits::stack_bytes / 2 / n;
  STRIA_FEW
  for (int i = 1; i < s.operands; ++i)
    room = room < limits::stack_bytes / 2 / n / s.of[i].bytes
               ? room
               : limits::stack_bytes / 2 / n / s.of[i].bytes;
  index rows = 1;
  STRIA_FEW
  for (int k = 0; k < s.rank; ++k)
    if (s.axis[k].reduced && (!multiply_fits(rows, s.axis[k].n, rows) || rows > limits::tile))
      rows = limits::tile;
  if (rows > room)
    return -1;
  // The innermost kept axis, or, if there are few results, the innermost reduced one.
  int found = -1;
  STRIA_FEW
  for (int k = 0; k < s.rank; ++k)
    if (k != lane && !s.axis[k].reduced)
      found = k;
  if (found < 0 && 2 * n <= limits::short_row)
    for (int k = 0; k < s.rank; ++k)
      if (s.axis[k].reduced && s.axis[k].n > 1)
        found = k;
  return found;
}

/// The distance between windows in a row, or 0 if there are none. A window consists of the elements
/// along a short innermost reduced axis at one position of a kept axis. Windows begin at least two
/// elements apart, and are adjacent or overlap, as in sums over parts of an image. The row is then
/// read in memory order, and the totals of the columns in a window are joined; otherwise every
/// element would be copied by a shuffle. There must be another reduced axis, so that there are
/// fewer totals than elements.
inline index distance_of_windows(const space& s) {
  const int around = s.rank - 2;
  if (around < 1)
    return 0;
  const space_axis &kept = s.axis[around], &window = s.axis[s.rank - 1];
  if (kept.reduced || !window.reduced || window.n > limits::lanes)
    return 0;
  bool other = false;
  STRIA_FEW
  for (int k = 0; k < around; ++k)
    other = other || s.axis[k].reduced;
  index step = 0;
  STRIA_FEW
  for (int i = 1; i < s.operands; ++i) {
    const index advance = kept.step[i];
    if (advance == 0 && window.step[i] == 0)
      continue;
    if (window.step[i] != 1 || advance < 2 || advance > window.n || (step != 0 && step != advance))
      return 0;
    step = advance;
  }
  return other ? step : 0;
}

/// Reverses kept axes along which no operand except the target goes forwards, so that only the
/// results are stored backwards.
inline void turn_to_operands(space& s) {
  STRIA_FEW
  for (int k = 0; k < s.rank; ++k) {
    bool forwards = false, backwards = false;
    STRIA_FEW
    for (int i = 1; i < s.operands; ++i) {
      forwards = forwards || s.axis[k].step[i] > 0;
      backwards = backwards || s.axis[k].step[i] < 0;
    }
    if (backwards && !forwards)
      walk_back(s, s.axis[k]);
  }
}

/// The axes that a plan has chosen, by their numbers; -1 if there is none.
struct fold_axes_chosen {
  int lane = 0, lane2 = -1, window = -1, results = -1, rows = -1, rows2 = -1;
  bool has(int k) const {
    return k == lane || k == lane2 || k == window || k == results || k == rows || k == rows2;
  }
};

/// Chooses the axis of the vectors: that of windows, or the one with the least cost.
inline void choose_lane(const space& s, const lane_hints& hints, bool may_copy_totals,
                        fold_axes_chosen& axes, fold_plan& p) {
  if (const index step = may_copy_totals ? distance_of_windows(s) : 0; step > 0) {
    axes.window = s.rank - 1;
    axes.lane = axes.window - 1;
    p.window = s.axis[axes.window].n;
    p.window_step = step;
    return;
  }
  double best = -1;
  STRIA_FEW
  for (int k = 0; k < s.rank; ++k) {
    // Of axes with the same cost, the innermost one is used.
    const auto consider = [&](int b) {
      const double cost = lane_cost(s, k, b, hints);
      if (best < 0 || cost < best || (cost == best && b < 0)) {
        best = cost;
        axes.lane = k;
        axes.lane2 = b;
      }
    };
    consider(-1);
    if (const int b = axis_joined_to(s, k); b >= 0)
      consider(b);
  }
}

/// Chooses the rows of a panel whose lanes are columns.
inline void choose_rows(space& s, fold_axes_chosen& axes, fold_plan& p) {
  if (axes.lane2 >= 0)
    p.lane2 = s.axis[axes.lane2];
  if (p.lane2.n > 1 && p.lane2.reduced) {
    // The positions of `beside` are grouped: each row of the panel is one group.
    p.group = limits::short_row / p.lane.n;
    p.group = p.group < p.lane2.n ? p.group : p.lane2.n;
    STRIA_FEW
    for (int i = 0; i < s.operands; ++i)
      s.spare[i] = p.lane2.step[i] * p.group;
    p.rows = {p.lane2.n / p.group, true, s.spare, 0};
    return;
  }
  STRIA_FEW
  for (int k = 0; k < s.rank; ++k)
    if (s.axis[k].reduced && k != axes.window) {
      axes.rows2 = axes.rows;
      axes.rows = k;
    }
  if (axes.rows >= 0)
    p.rows = s.axis[axes.rows];
  if (index both = 0; axes.rows2 >= 0 && p.rows.n < limits::lanes &&
                      multiply_fits(p.rows.n, s.axis[axes.rows2].n, both))
    p.rows2 = s.axis[axes.rows2];
  else
    axes.rows2 = -1;
}

/// The operands that are copied: whether a buffer has several rows, and the size of the largest
/// element.
struct copied_columns {
  bool tall = false;
  index bytes = 1;
};
inline copied_columns choose_copies(const space& s, const fold_axes_chosen& axes,
                                    const lane_hints& hints, fold_plan& p) {
  copied_columns c;
  STRIA_FEW
  for (int i = 1; i < s.operands; ++i) {
    const bool still = p.hinted && hints.of[i] == 0;
    p.same[i] = still ? static_cast<signed char>(i) : first_same(s, i);
    // Equal operands may differ in what is known statically. Then only one of them is in a
    // register.
    if (p.hinted && !still && hints.of[p.same[i]] == 0)
      p.same[i] = static_cast<signed char>(i);
    if (still || p.same[i] != i)
      continue;
    const bool direct =
        axes.window >= 0 ? s.axis[axes.window].step[i] == 1
                         : p.lane.step[i] == 1 && (p.lane2.n == 1 || p.lane2.step[i] == p.lane.n);
    if (direct)
      continue;
    p.packed |= std::uint64_t{1} << i;
    c.bytes = c.bytes < s.of[i].bytes ? s.of[i].bytes : c.bytes;
    c.tall = c.tall || p.rows.step[i] != 0 || p.rows2.step[i] != 0;
    // An operand that does not move along the innermost kept axis has the same elements at all
    // positions of that axis.
    if (p.kept > 0 && p.outer_kept[p.kept - 1].step[i] == 0)
      p.tiles_outermost = true;
  }
  return c;
}

/// Computes the size of a tile of columns and of its panels.
inline void size_columns(const copied_columns& c, fold_plan& p) {
  const bool windows = p.window > 1;
  const index all_rows = p.rows.n * p.rows2.n;
  p.height = all_rows < limits::fold_rows ? all_rows : limits::fold_rows;
  index most = limits::fold_columns;
  if (c.tall) {
    // A single panel is small enough to stay in the nearest cache together with its source. If
    // there are more rows, wide panels have fewer totals to join.
    const bool one_panel = all_rows <= limits::tile;
    // If all positions of a kept axis read the same buffers, a panel of all rows is copied once.
    const bool kept_panel = p.tiles_outermost && !windows && p.lane2.n == 1 && p.reduced == 0 &&
                            all_rows <= limits::fold_rows;
    p.height = one_panel || kept_panel ? all_rows : limits::tile;
    most = limits::stack_bytes / c.bytes / p.height;
    most = most < limits::fold_columns ? most : limits::fold_columns;
  }
  p.whole = p.reduced == 0 && all_rows <= p.height && (p.lane2.n == 1 || !p.lane2.reduced);
  if (p.lane2.n > 1) {
    if (!p.lane2.reduced) {
      p.group = most / p.lane.n;
      p.group = p.group < 1 ? 1 : p.group < p.lane2.n ? p.group : p.lane2.n;
    }
    p.width = p.lane.n * p.group;
  } else {
    // The tiles have about the same width, in results.
    index in_tile = (most - p.window) / p.window_step + 1;
    // The totals of each window are copied, and the copies must fit into fold_columns totals.
    in_tile = in_tile < limits::fold_columns / p.window ? in_tile : limits::fold_columns / p.window;
    const index tiles = divide_up(p.lane.n, in_tile);
    const index line = windows ? 1 : limits::thread_grain;
    p.width = tiles == 1 ? p.lane.n : round_up(divide_up(p.lane.n, tiles), line);
  }
  // A line has one extra cache line, because rows a power of two apart would share a few cache
  // sets.
  p.line = p.columns_of(p.width) + limits::cache_line / c.bytes;
}

/// Plans a reduction over a space that is not empty. `total` is the number of bytes of a total, or
/// 0 if totals are not joined in groups.
template <class = this_build>
STRIA_NOINLINE void plan_fold(space& s, fold_plan& p, const lane_hints& hints = {},
                              index total = 0) {
  turn_to_operands(s);
  normalise(s);
  if (s.rank == 0)
    s.make_row();
  fold_axes_chosen axes;
  choose_lane(s, hints, total > 0 && packs_bytes(static_cast<std::size_t>(total)), axes, p);
  p.lane = s.axis[axes.lane];
  p.columns = !p.lane.reduced;
  p.hinted = axes.window < 0 && meets_hints(s, axes.lane, axes.lane2, hints);
  p.lane2 = p.rows = p.rows2 = p.results = s.none();
  if (p.columns) {
    choose_rows(s, axes, p);
  } else {
    STRIA_FEW
    for (int k = 0; k < s.rank; ++k)
      if (!s.axis[k].reduced)
        axes.results = k;
    if (axes.results >= 0)
      p.results = s.axis[axes.results];
  }
  STRIA_FEW
  for (int k = 0; k < s.rank; ++k)
    if (!axes.has(k)) {
      if (s.axis[k].reduced)
        p.outer_reduced[p.reduced++] = s.axis[k];
      else
        p.outer_kept[p.kept++] = s.axis[k];
    }
  const copied_columns copies = choose_copies(s, axes, hints, p);
  if (p.columns)
    size_columns(copies, p);
  else
    p.width = p.results.n < limits::fold_columns ? p.results.n : limits::fold_columns;
}

} // namespace stria::detail
