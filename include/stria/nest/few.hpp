// SPDX-License-Identifier: BSL-1.0
// nest/few.hpp: stores and reductions of a few elements. Operands are copied into contiguous lines
// of elements, because making a plan would take longer.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/eval/limits.hpp>
#include <stria/nest/operand_space.hpp>
#include <stria/nest/pack.hpp>
#include <stria/nest/panel.hpp>

namespace stria::detail {

/// Whether the elements are contiguous in the order of the loops.
inline bool lies_in_line(const index* n, int loops, const index* steps) {
  index next = 1;
  STRIA_FEW
  for (int k = loops; k-- > 0;) {
    if (n[k] != 1 && steps[k] != next)
      return false;
    next *= n[k];
  }
  return true;
}

/// Computes the product of the sizes. Returns false if it is larger than `most`.
inline bool are_few(const index* n, int loops, index most, index& all) {
  all = 1;
  STRIA_FEW
  for (int k = 0; k < loops; ++k)
    if (!multiply_fits(all, n[k], all) || all > most)
      return false;
  return true;
}

/// Stack memory for lines of elements.
class few_lines {
  alignas(64) std::byte room_[static_cast<std::size_t>(limits::few_bytes)];
  index used_ = 0;

public:
  /// Memory for a line of `bytes` bytes; null if none is left.
  std::byte* next(index bytes) {
    std::byte* const line = room_ + used_;
    if (bytes > limits::few_bytes - used_)
      return nullptr;
    used_ += round_up(bytes, limits::cache_line);
    return line;
  }
};

} // namespace stria::detail
