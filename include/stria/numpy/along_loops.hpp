// SPDX-License-Identifier: BSL-1.0
// numpy/along_loops.hpp: the rows along an axis of row-major memory, as blocks.
// Tests: tests/numpy/reduce/accumulate.cpp, tests/numpy/elementwise/bits.cpp.
#pragma once

#include <stria/base/index.hpp>

#include <array>
#include <cstddef>

namespace stria::detail {

/// Row-major memory as `outer` blocks of rows along an axis. A block has `inner` rows, whose
/// elements are `inner` apart.
struct axis_blocks {
  index outer = 1, inner = 1;
  template <std::size_t R> constexpr axis_blocks(const std::array<index, R>& n, std::size_t axis) {
    for (std::size_t k = 0; k < axis; ++k)
      outer *= n[k];
    for (std::size_t k = axis + 1; k < R; ++k)
      inner *= n[k];
  }
};

} // namespace stria::detail
