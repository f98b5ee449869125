// SPDX-License-Identifier: BSL-1.0
// live.hpp: the base class of the programs that run in the page docs/live.md, and what a program
// exports to the page.
#pragma once

#include <stria/show/colormap.hpp>
#include <stria/stria.hpp>

#include <cstdint>
#include <memory>

namespace live {

using namespace stria;

using matrix = dtensor<float, 2>;
using colors = tensor<std::uint8_t, dyn, dyn, 3>; // red, green and blue, from 0 to 255

struct animation {
  virtual ~animation() = default;
  /// Advances by a frame, and returns the picture of it.
  virtual colors frame() = 0;
  /// The pointer is pressed at an element of the picture.
  virtual void touch(float row, float column) = 0;
};

/// Makes an animation of n x n elements. Each program defines this function.
std::unique_ptr<animation> make(index_t n);

/// The sum of the four neighbours minus four times the element, for all elements except the border.
auto laplacian(const auto& f) {
  const auto m = range(1, -1);
  return f[range(_, -2), m] + f[range(2, _), m] + f[m, range(_, -2)] + f[m, range(2, _)] -
         4.f * f[m, m];
}

/// The squares of the distances of all elements from a point.
inline matrix distance2(index_t n, float row, float column) {
  const auto at = arange<float>(n);
  return square(at[_, newaxis] - row) + square(at - column);
}

/// The running program, and its picture with the opacity that a canvas expects.
inline std::unique_ptr<animation> running;
inline tensor<std::uint8_t, dyn, dyn, 4> picture;

extern "C" {

[[clang::export_name("start"), gnu::used]] inline void start(int n) {
  running = make(n);
  picture = full(std::uint8_t{255}, n, n, 4_c);
}

[[clang::export_name("frame"), gnu::used]] inline const std::uint8_t* frame() {
  picture[ellipsis, range(_, _3)] = running->frame();
  return picture.data();
}

[[clang::export_name("touch"), gnu::used]] inline void touch(float row, float column) {
  running->touch(row, column);
}
}

} // namespace live
