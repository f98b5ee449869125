// SPDX-License-Identifier: BSL-1.0
// Copies ten slices of different kinds into tensors. scripts/compile_cost.py measures the cost of
// compiling this program of 60 lines.
#include <stria/stria.hpp>

#include <cstdio>

using namespace stria;

namespace {

template <class T> void show(const char* what, const T& t) {
  float total = 0;
  for (const float v : t.storage())
    total += v;
  std::printf("%s: %d elements, sum %g\n", what, static_cast<int>(t.size()), total);
}

} // namespace

int main() {
  dtensor<float, 3> t(6, 8, 10);
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<float>(i % 17);

  // Every second row.
  const dtensor<float, 3> rows = t[range(_, _, 2)];
  show("rows", rows);
  // A plane.
  const dtensor<float, 2> plane = t[1];
  show("plane", plane);
  // A line of the last plane.
  const dtensor<float, 1> line = t[-1, 3];
  show("line", line);
  // A box.
  const dtensor<float, 3> box = t[range(1, 4), range(2, 6), range(3, 9)];
  show("box", box);
  // The last axis reversed.
  const dtensor<float, 3> reversed = t[ellipsis, rev()];
  show("reversed", reversed);
  // A new axis in the middle.
  const dtensor<float, 4> wide = t[_, newaxis, _, range(0, 5)];
  show("wide", wide);
  // One column of all planes.
  const dtensor<float, 2> column = t[ellipsis, 4];
  show("column", column);
  // Reversed, with a step of two.
  const dtensor<float, 2> thinned = t[2, rev(-1, 1, 2)];
  show("thinned", thinned);
  // Slices in an expression.
  const dtensor<float, 2> mixed = t[0, _, range(1, 9)] * 2.f + t[5, rev(), range(_, -2)];
  show("mixed", mixed);
  // Assignment to a slice.
  t[range(0, 2), ellipsis, range(_, _, 3)] = 0.f;
  show("cleared", t);
}
