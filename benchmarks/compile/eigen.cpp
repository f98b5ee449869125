// SPDX-License-Identifier: BSL-1.0
// Copies ten slices of different kinds into tensors. scripts/compile_cost.py measures the cost of
// compiling this program of 60 lines.
#include <unsupported/Eigen/CXX11/Tensor>

#include <array>
#include <cstdio>

namespace {

using size_index = Eigen::Index;
template <std::size_t R> using tensor = Eigen::Tensor<float, static_cast<int>(R), Eigen::RowMajor>;
template <std::size_t R> using at = std::array<size_index, R>;

template <class T> void show(const char* what, const T& t) {
  float total = 0;
  for (size_index i = 0; i < t.size(); ++i)
    total += t.data()[i];
  std::printf("%s: %d elements, sum %g\n", what, static_cast<int>(t.size()), total);
}

} // namespace

int main() {
  tensor<3> t(6, 8, 10);
  for (size_index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<float>(i % 17);

  // Every second row.
  const tensor<3> rows = t.stridedSlice(at<3>{0, 0, 0}, at<3>{6, 8, 10}, at<3>{2, 1, 1});
  show("rows", rows);
  // A plane.
  const tensor<2> plane = t.chip<0>(1);
  show("plane", plane);
  // A line of the last plane.
  const tensor<1> line = t.chip<0>(5).chip<0>(3);
  show("line", line);
  // A box.
  const tensor<3> box = t.slice(at<3>{1, 2, 3}, at<3>{3, 4, 6});
  show("box", box);
  // The last axis reversed.
  const tensor<3> reversed = t.reverse(std::array<bool, 3>{false, false, true});
  show("reversed", reversed);
  // A new axis in the middle.
  const tensor<4> wide = t.slice(at<3>{0, 0, 0}, at<3>{6, 8, 5}).reshape(at<4>{6, 1, 8, 5});
  show("wide", wide);
  // One column of all planes.
  const tensor<2> column = t.chip<2>(4);
  show("column", column);
  // Reversed, with a step of two.
  const tensor<2> thinned = t.chip<0>(2).stridedSlice(at<2>{7, 0}, at<2>{1, 10}, at<2>{-2, 1});
  show("thinned", thinned);
  // Slices in an expression.
  const tensor<2> mixed =
      t.chip<0>(0).slice(at<2>{0, 1}, at<2>{8, 8}) * 2.f +
      t.chip<0>(5).slice(at<2>{0, 0}, at<2>{8, 8}).reverse(std::array<bool, 2>{true, false});
  show("mixed", mixed);
  // Assignment to a slice.
  t.stridedSlice(at<3>{0, 0, 0}, at<3>{2, 8, 10}, at<3>{1, 1, 3}) =
      t.stridedSlice(at<3>{0, 0, 0}, at<3>{2, 8, 10}, at<3>{1, 1, 3}).constant(0.f);
  show("cleared", t);
}
