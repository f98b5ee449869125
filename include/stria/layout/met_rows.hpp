// SPDX-License-Identifier: BSL-1.0
// layout/met_rows.hpp: finds the rows of a target that an expression also reads.
#pragma once

#include <stria/base/config.hpp>
#include <stria/layout/overlap.hpp>

namespace stria::detail {

/// Calls visit(c, first, end) for each strided cursor or region c that is a part of the cursor
/// `in`. It is read in the iterations from `first` to `end` of the n of loop `axis`.
template <class In, class Visit>
constexpr void visit_walks(const In& in, std::size_t, index n, const Visit& visit) {
  visit(in, index{0}, n);
}

/// How the rows of a target (its positions along one loop) overlap with those that an expression
/// reads.
template <std::size_t L> struct met_rows {
  const std::array<index, L>& n; // owned by the caller
  std::size_t axis = 0;          // the outermost axis with several positions
  bool found = false;            // a write may hit an element that another iteration reads
  bool known = true;             // the members below describe all overlap
  reach ahead{0, 0};             // row i reads rows i + low to i + high
  index head = 0, tail = 0;      // except for as many first and last rows, which read any row
  bool wraps = false;            // a read wraps round, so that the rows are computed in parts
  bool straight = false;         // a read visits the rows in the order of the writes
  bool mirrored = false;         // a read visits them in reverse: row i reads row n - 1 - i
  bool behind = false;           // a read has other strides than the writes, or is behind them

  template <class Out>
  STRIA_NOINLINE constexpr met_rows(const std::array<index, L>& sizes, const Out& out) : n(sizes) {
    while (axis + 1 < L && n[axis] == 1)
      ++axis;
    for (index k : n)
      empty_ = empty_ || k == 0;
    if !consteval {
      if (!empty_)
        written_ = bytes_of(region_of(out, n));
    }
  }
  constexpr std::array<index, L> one_row() const {
    std::array<index, L> row = n;
    if constexpr (L > 0)
      row[axis] = 1;
    return row;
  }
  /// True if the rows of the target do not interleave, so that they can be stored in any order.
  template <class Out> constexpr bool disjoint(const Out& out) const {
    const reach w = reach_of(0, out.strides, one_row());
    const index step = out.strides[axis];
    return w.high - w.low < (step < 0 ? -step : step);
  }

  /// True if row-major order writes the elements at ascending addresses and reads each of them
  /// before it is written.
  template <class Out> constexpr bool reads_ahead(const Out& out) const {
    if (!known || wraps || mirrored || behind)
      return false;
    index span = 0; // from the first to the last element of the loops so far
    for (std::size_t k = L; k-- > 0;) {
      if (n[k] > 1 && out.strides[k] <= span)
        return false;
      span += out.strides[k] * (n[k] - 1);
    }
    return true;
  }

  /// Adds a read through `in` of memory that is written through `out`. `in` is a cursor, or a
  /// region that is read in an unknown order.
  template <class Out, class In> STRIA_NOINLINE constexpr void add(const Out& out, const In& in) {
    if (empty_)
      return;
    // Usually `in` and `out` belong to different tensors, which is quick to detect.
    if !consteval {
      if (!ranges_meet(bytes_of(region_of(in, n)), written_))
        return;
    }
    int walks = 0;
    visit_walks(in, axis, L > 0 ? n[axis] : 1, [&](const auto& walk, index first, index end) {
      wraps = wraps || walks++ > 0;
      look_closer(out, walk, first, end);
    });
  }

private:
  bool empty_ = false;
  byte_range written_{};

  template <class Out, class In>
  STRIA_NOINLINE constexpr void look_closer(const Out& out, const In& in, index first, index end) {
    if (first < end && may_conflict(n, out, in)) {
      found = true;
      known = known && understood(out, in, first, end);
    }
  }
  template <class Out, class T>
  constexpr bool understood(const Out&, const memory_region<T>&, index, index) {
    return false;
  }
  template <class Out, class In>
  constexpr bool understood(const Out& out, const In& in, index first, index end) {
    if constexpr (L > 0)
      if !consteval {
        const element_gap gap = gap_between(out, in);
        const index step = out.strides[axis], own = in.strides[axis];
        if (!gap.on_grid || step == 0 || (own != step && own != -step))
          return false;
        const reach w = reach_of(0, out.strides, one_row());
        const reach r = reach_of(gap.elements, in.strides, one_row());
        const reach met = multiples_within(r.low - w.high, r.high - w.low, step);
        if (own == step) {
          straight = true;
          behind = behind || gap.elements < 0 || !same_walk(out.strides, in.strides, n);
          // A few rows that read rows far away, where the memory wraps round, are set apart.
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
          ahead.low = met.low < ahead.low ? met.low : ahead.low;
          ahead.high = met.high > ahead.high ? met.high : ahead.high;
          return true;
        }
        mirrored = true;
        return met.low == n[axis] - 1 && met.high == met.low;
      }
    return false;
  }
};

/// Adds the memory that visit_memory of an expression reports.
template <std::size_t L, class Out> struct met_rows_visitor {
  met_rows<L>* met;
  const Out* out;
  template <class Leaf> constexpr void operator()(const Leaf& leaf) const { met->add(*out, leaf); }
};

/// Finds the rows of its target that an expression reads. `in` is the expression or its cursor.
template <std::size_t L, class Out, class In>
constexpr met_rows<L> find_met_rows(const std::array<index, L>& n, const Out& out, const In& in) {
  met_rows<L> met(n, out);
  in.visit_memory(met_rows_visitor<L, Out>{&met, &out});
  return met;
}

} // namespace stria::detail
