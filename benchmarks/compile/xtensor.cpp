// SPDX-License-Identifier: BSL-1.0
// Copies ten slices of different kinds into tensors. scripts/compile_cost.py measures the cost of
// compiling this program of 60 lines.
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include <cstdio>

namespace {

template <class T> void show(const char* what, const T& t) {
  float total = 0;
  for (const float v : t.storage())
    total += v;
  std::printf("%s: %d elements, sum %g\n", what, static_cast<int>(t.size()), total);
}

} // namespace

int main() {
  using xt::all, xt::range, xt::placeholders::_;
  xt::xtensor<float, 3> t = xt::xtensor<float, 3>::from_shape({6, 8, 10});
  for (std::size_t i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<float>(i % 17);

  // Every second row.
  const xt::xtensor<float, 3> rows = xt::view(t, range(_, _, 2));
  show("rows", rows);
  // A plane.
  const xt::xtensor<float, 2> plane = xt::view(t, 1);
  show("plane", plane);
  // A line of the last plane.
  const xt::xtensor<float, 1> line = xt::view(t, -1, 3);
  show("line", line);
  // A box.
  const xt::xtensor<float, 3> box = xt::view(t, range(1, 4), range(2, 6), range(3, 9));
  show("box", box);
  // The last axis reversed.
  const xt::xtensor<float, 3> reversed = xt::view(t, all(), all(), range(_, _, -1));
  show("reversed", reversed);
  // A new axis in the middle.
  const xt::xtensor<float, 4> wide = xt::view(t, all(), xt::newaxis(), all(), range(0, 5));
  show("wide", wide);
  // One column of all planes.
  const xt::xtensor<float, 2> column = xt::view(t, all(), all(), 4);
  show("column", column);
  // Reversed, with a step of two.
  const xt::xtensor<float, 2> thinned = xt::view(t, 2, range(-1, 1, -2));
  show("thinned", thinned);
  // Slices in an expression.
  const xt::xtensor<float, 2> mixed =
      xt::view(t, 0, all(), range(1, 9)) * 2.f + xt::view(t, 5, range(_, _, -1), range(_, -2));
  show("mixed", mixed);
  // Assignment to a slice.
  xt::view(t, range(0, 2), all(), range(_, _, 3)) = 0.f;
  show("cleared", t);
}
