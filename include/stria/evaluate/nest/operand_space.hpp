// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/operand_space.hpp: the space of operands as seen by the loops of an expression.
// Tests: tests/evaluate/store_plan.cpp.
#pragma once

#include <stria/evaluate/nest/pack.hpp>
#include <stria/evaluate/nest/space.hpp>
#include <stria/math/limits.hpp>

namespace stria::detail {

/// The space of such operands, with capacity for all loops and operands that can be planned.
struct operand_space : space {
  space_axis axes[limits::nest_axes];
  access accesses[limits::nest_operands];
  index steps[(limits::nest_axes + 2) * limits::nest_operands];

  /// Constructs the space from loops of sizes n. Bit k of `reduced` is set if loop k is reduced.
  /// `from` has the operands, the target first, and `bytes` has their bytes per element.
  operand_space(const index* n, int loops, std::uint64_t reduced, const loop_operand* from,
                const unsigned char* bytes, int count)
      : space{loops, count, axes, accesses, steps, steps + count} {
    STRIA_FEW
    for (int i = 0; i < count; ++i) {
      still[i] = 0;
      accesses[i] = {from[i].at, bytes[i]};
      STRIA_ONE_BY_ONE;
    }
    index* step = spare;
    STRIA_FEW
    for (int k = 0; k < loops; ++k) {
      step += count;
      axes[k] = {n[k], (reduced >> k & 1U) != 0, step, std::uint32_t{1} << k};
      STRIA_FEW
      for (int i = 0; i < count; ++i) {
        step[i] = from[i].steps[k];
        STRIA_ONE_BY_ONE;
      }
    }
  }
  operand_space(const operand_space&) = delete;
  operand_space& operator=(const operand_space&) = delete;
};

} // namespace stria::detail
