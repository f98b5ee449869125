// SPDX-License-Identifier: BSL-1.0
// nest/store_few.hpp: a store of so few elements that a plan takes longer than the copies it saves.
#pragma once

#include <stria/eval/limits.hpp>
#include <stria/nest/operand_space.hpp>
#include <stria/nest/pack.hpp>
#include <stria/nest/panel.hpp>

namespace stria::detail {

/// Elements in the order of some loops, one or more: from where they lie into a line, or back.
template <bool Back, class Bits>
STRIA_LOOPS inline void copy_few(const index* n, int loops, const loop_operand& lie,
                                 std::byte* line) {
  const int inner = loops - 1;
  const index count = n[inner], step = lie.steps[inner] * static_cast<index>(sizeof(Bits));
  const std::byte* at = lie.at;
  index turn[limits::nest_axes];
  STRIA_FEW
  for (int k = 0; k < inner; ++k)
    turn[k] = 0;
  for (;;) {
    STRIA_FEW
    for (index i = 0; i < count; ++i, line += sizeof(Bits))
      if constexpr (Back)
        __builtin_memcpy(const_cast<std::byte*>(at) + i * step, line, sizeof(Bits));
      else
        __builtin_memcpy(line, at + i * step, sizeof(Bits));
    int k = inner;
    for (; k-- > 0;) {
      const index far = lie.steps[k] * static_cast<index>(sizeof(Bits));
      at += far;
      if (++turn[k] < n[k])
        break;
      at -= far * n[k];
      turn[k] = 0;
    }
    if (k < 0)
      return;
  }
}

/// The elements are one behind the other in the order of the loops.
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

} // namespace stria::detail
