// SPDX-License-Identifier: BSL-1.0
// tensor/met_rows.hpp: finds the rows of a target that an expression also reads.
//
// An assignment must give the values that it would give if the expression read a copy of the
// target. This is the only place that decides how much of the target must be held back for that.
// Tests: tests/assign/in_place.cpp, tests/laws/overlap.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/tensor/overlap.hpp>

namespace stria::detail {

/// Memory as traversed by loops: the address of the first element, the bytes of an element, and for
/// each loop the distance between its elements.
struct walk {
  std::uintptr_t at;
  index bytes;
  const index* strides;

  byte_range range(const reach& r) const {
    return {at + static_cast<std::uintptr_t>(r.low * bytes),
            at + static_cast<std::uintptr_t>((r.high + 1) * bytes)};
  }
  byte_range range(const index* n, std::size_t loops) const {
    return range(reach_of(0, strides, n, loops));
  }
};
template <class C> walk walk_of(const C& c) {
  return {reinterpret_cast<std::uintptr_t>(c.base) +
              static_cast<std::uintptr_t>(c.offset) * sizeof(*c.base),
          sizeof(*c.base), c.strides.data()};
}

/// How the rows of a target (its positions along one loop) overlap with those that an expression
/// reads. There must be elements. The sizes and strides belong to the caller.
struct met_rows {
  const index* n;
  std::size_t loops;
  walk out;
  byte_range written;
  std::size_t axis = 0;  // the outermost axis with several positions
  bool found = false;    // a write may hit an element that another iteration reads
  bool known = true;     // the members below describe all overlap
  reach ahead{0, 0};     // row i reads rows i + low to i + high
  index head = 0;        // except for as many first rows, which read any row,
  index tail = 0;        // and as many last rows
  bool in_parts = false; // several loops compute a row: reads wrap round, or rows have more targets
  bool behind = false;   // a read has other strides than the writes, or is behind them
  bool mixed = false;    // the rows of another target, which are stored together, interleave

  met_rows(const index* sizes, std::size_t count, const walk& target)
      : n(sizes), loops(count), out(target), written(target.range(sizes, count)) {
    while (axis + 1 < loops && n[axis] == 1)
      ++axis;
  }

  index rows() const { return loops == 0 ? 1 : n[axis]; }
  index elements() const {
    index all = 1;
    for (std::size_t k = 0; k < loops; ++k)
      all *= n[k];
    return all;
  }
  /// True if the rows of the target do not interleave, so that they can be stored in any order.
  bool disjoint() const {
    const reach w = reach_of(0, out.strides, n, loops, axis);
    const index step = loops == 0 ? 0 : out.strides[axis];
    return !mixed && w.high - w.low < (step < 0 ? -step : step);
  }
  /// True if row-major order writes the elements at ascending addresses and reads each of them
  /// before it is written.
  bool reads_ahead() const {
    if (!known || in_parts || behind)
      return false;
    index span = 0; // from the first to the last element of the loops so far
    for (std::size_t k = loops; k-- > 0;) {
      if (n[k] > 1 && out.strides[k] <= span)
        return false;
      span += out.strides[k] * (n[k] - 1);
    }
    return true;
  }

  /// Adds a read in the iterations from `first` to `end` of the loop `axis`. Returns false if it
  /// cannot overlap the target: usually both belong to different tensors, which is quick to detect.
  bool add(const walk& in, index first, index end) {
    if (first >= end || !ranges_meet(read_in(in, first, end), written))
      return false;
    look_closer(in, first, end);
    return true;
  }
  bool add(const walk& in) { return add(in, 0, rows()); }
  /// Adds a read of a whole range in an unknown order.
  void add(byte_range in) {
    if (ranges_meet(in, written)) {
      found = true;
      known = false;
    }
  }
  /// Adds the overlap with another target of the same sizes, whose rows are stored together with
  /// those of this one.
  void join(const met_rows& other) {
    found = found || other.found;
    known = known && other.known;
    hull(ahead, other.ahead);
    head = other.head > head ? other.head : head;
    tail = other.tail > tail ? other.tail : tail;
    in_parts = true;
    behind = behind || other.behind;
    mixed = mixed || !other.disjoint();
  }

private:
  /// The addresses that are read in these iterations: a walk that wraps round would leave its
  /// memory in others.
  byte_range read_in(const walk& in, index first, index end) const {
    reach r = reach_of(0, in.strides, n, loops, axis);
    if (loops != 0) {
      const index from = in.strides[axis] * first, to = in.strides[axis] * (end - 1);
      r.low += from < to ? from : to;
      r.high += from < to ? to : from;
    }
    return in.range(r);
  }
  static void hull(reach& all, const reach& more) {
    all.low = more.low < all.low ? more.low : all.low;
    all.high = more.high > all.high ? more.high : all.high;
  }
  void look_closer(const walk& in, index first, index end) {
    const auto distance = static_cast<index>(in.at - out.at);
    // Elements on different grids may overlap partially.
    const bool on_grid = in.bytes == out.bytes && distance % out.bytes == 0;
    const index gap = distance / out.bytes;
    if (on_grid && !walks_conflict(n, loops, out.strides, in.strides, gap))
      return;
    found = true;
    known = known && on_grid && understood(in, gap, first, end);
  }
  bool understood(const walk& in, index gap, index first, index end) {
    if (loops == 0)
      return false;
    const index step = out.strides[axis];
    if (step == 0 || in.strides[axis] != step)
      return false;
    const reach w = reach_of(0, out.strides, n, loops, axis);
    const reach r = reach_of(gap, in.strides, n, loops, axis);
    const reach met = multiples_within(r.low - w.high, r.high - w.low, step);
    behind = behind || gap < 0 || !same_walk(out.strides, in.strides, n, loops);
    // A few rows that read rows far away, where the memory in_parts round, are set apart.
    if (end - first < (met.high > -met.low ? met.high : -met.low)) {
      if (first == 0) {
        head = end > head ? end : head;
        return true;
      }
      if (end == n[axis]) {
        tail = end - first > tail ? end - first : tail;
        return true;
      }
    }
    hull(ahead, met);
    return true;
  }
};

/// Calls visit(c, first, end) for each strided cursor c that is a part of the cursor `in`. It is
/// read in the iterations from `first` to `end` of the n of loop `axis`.
template <class In, class Visit>
constexpr void visit_walks(const In& in, std::size_t, index n, const Visit& visit) {
  visit(in, index{0}, n);
}

/// Adds the memory that visit_memory of an expression reports.
struct met_rows_visitor {
  met_rows* met;

  template <class Leaf> void operator()(const Leaf& leaf) const {
    int walks = 0;
    bool meets = false;
    visit_walks(leaf, met->axis, met->rows(), [&](const auto& c, index first, index end) {
      ++walks;
      meets |= met->add(walk_of(c), first, end);
    });
    met->in_parts = met->in_parts || (meets && walks > 1);
  }
  template <class T> void operator()(const memory_region<T>& leaf) const {
    if (leaf.low <= leaf.high)
      met->add(bytes_of(leaf));
  }
};

/// Finds the rows of its target that an expression reads. `in` is the expression or its cursor.
/// There must be elements.
template <std::size_t L, class Out, class In>
met_rows find_met_rows(const std::array<index, L>& n, const Out& out, const In& in) {
  met_rows met(n.data(), L, walk_of(out));
  in.visit_memory(met_rows_visitor{&met});
  return met;
}

/// Whether a write may change an element that another iteration reads; also in constant
/// expressions.
template <std::size_t L, class Out, class In>
constexpr bool conflicts(const std::array<index, L>& n, const Out& out, const In& in) {
  bool found = false;
  in.visit_memory([&](const auto& leaf) {
    visit_walks(leaf, 0, L > 0 ? n[0] : 1,
                [&](const auto& c, index, index) { found = found || may_conflict(n, out, c); });
  });
  return found;
}

} // namespace stria::detail
