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

/// Copies the elements of a few rows one by one: `to_step` and `from_step` are the distances along
/// a row.
template <class Bits, class = this_build>
STRIA_NOINLINE void move_few(const panel_args& at, index to_step, index from_step) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  auto* to = const_cast<std::byte*>(at.at[0]);
  const std::byte* from = at.at[1];
  for (index r = 0, turn = at.turn; r < at.rows; ++r) {
    STRIA_FEW
    for (index i = 0; i < at.width; ++i)
      __builtin_memcpy(to + i * to_step * bytes, from + i * from_step * bytes, sizeof(Bits));
    to += at.step[0] * bytes;
    from += at.step[1] * bytes;
    if (--turn == 0) {
      turn = at.turn;
      to += at.jump[0] * bytes;
      from += at.jump[1] * bytes;
    }
  }
}

/// Runs a kernel with a buffer on the stack as the target, then copies the buffer to the target.
/// Without a kernel, the only operand is copied to the buffer. `along` are the steps along the rows
/// of the operand and of the target. `back` describes the rows of the target, of at most
/// limits::few_bytes.
template <class Bits, class = this_build>
STRIA_NOINLINE void store_by_buffer(void (*kernel)(const void*, const panel_args&),
                                    const void* program, panel_args& panel, panel_args& back,
                                    index along, index back_along) {
  alignas(64) std::byte buffer[static_cast<std::size_t>(limits::few_bytes)];
  panel.at[0] = buffer;
  if (kernel == nullptr)
    move_few<Bits>(panel, 1, along);
  else
    kernel(program, panel);
  back.at[1] = buffer;
  back.step[1] = back.width;
  back.jump[1] = 0;
  move_few<Bits>(back, back_along, 1);
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
