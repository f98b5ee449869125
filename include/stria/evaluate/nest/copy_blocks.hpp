// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/copy_blocks.hpp: copies of blocks of memory, and of a few elements of rotated axes.
// Tests: tests/laws/copies.cpp, tests/evaluate/few.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>
#include <stria/tensor/build.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

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

/// Copies a row of `bytes` bytes. The row may overlap its copy.
STRIA_INLINE void move_row(std::byte* to, const std::byte* from, std::size_t bytes) {
  const auto by = [&](auto piece) __attribute__((always_inline)) {
    auto last = piece; // both are read before the first is written
    __builtin_memcpy(&piece, from, sizeof piece);
    __builtin_memcpy(&last, from + bytes - sizeof piece, sizeof piece);
    __builtin_memcpy(to, &piece, sizeof piece);
    __builtin_memcpy(to + bytes - sizeof piece, &last, sizeof piece);
  };
  if (bytes - 8 <= 8)
    by(std::uint64_t());
  else if (bytes - 16 <= 16)
    by(std::array<std::uint64_t, 2>());
  else if (bytes - 32 <= 32)
    by(std::array<std::uint64_t, 4>());
  else if (bytes - 4 <= 4)
    by(std::uint32_t());
  else
    __builtin_memmove(to, from, bytes);
}

/// Blocks of memory, each of `bytes` bytes, that are copied `times` times, one copy behind the
/// other. The steps count bytes.
struct repeated_blocks {
  std::byte* to;
  const std::byte* from;
  index bytes, to_step, from_step, count, times = 1;
};
template <class = this_build> STRIA_NOINLINE void copy_blocks(const repeated_blocks& b) {
  std::byte* to = b.to;
  const std::byte* from = b.from;
  const index bytes = b.bytes, to_step = b.to_step - b.times * bytes, from_step = b.from_step,
              times = b.times;
  for (index k = b.count; k > 0; --k, to += to_step, from += from_step)
    for (index t = times; t > 0; --t, to += bytes)
      move_row(to, from, static_cast<std::size_t>(bytes));
}

/// Three axes of which each begins at any position and continues with its first position after the
/// last one.
struct rotated_axes {
  index n[3], by[3], steps[3];
};
/// Copies a few elements of rotated axes into a contiguous line. There must be elements.
template <class Bits, class = this_build>
STRIA_NOINLINE void copy_rotated(const rotated_axes& a, const std::byte* from, std::byte* to) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  const auto copy = [](std::byte* out, const std::byte* in, index count, index step)
                        __attribute__((always_inline)) {
                          if (step == 1 && count >= 4)
                            return move_row(out, in, static_cast<std::size_t>(count * bytes));
                          STRIA_FEW
                          for (index i = 0; i < count; ++i)
                            __builtin_memcpy(out + i * bytes, in + i * step * bytes, sizeof(Bits));
                        };
  if (lies_in_line(a.n, 3, a.steps) && (a.by[0] != 0) + (a.by[1] != 0) + (a.by[2] != 0) <= 1) {
    // The whole block moves, then the elements that have moved to another row are replaced.
    const int axis = a.by[2] != 0 ? 2 : a.by[1] != 0 ? 1 : 0;
    const index step = (axis < 2 ? a.n[2] : 1) * (axis < 1 ? a.n[1] : 1), row = step * a.n[axis],
                all = a.n[0] * a.n[1] * a.n[2];
    const index behind = step * a.by[axis], ahead = row - behind;
    const bool back = ahead < behind;
    const index by = back ? ahead : behind;
    copy(to + (back ? 0 : by * bytes), from + (back ? by * bytes : 0), all - by, 1);
    for (index k = 0; k < all; k += row)
      copy(to + (k + (back ? behind : 0)) * bytes, from + (k + (back ? 0 : ahead)) * bytes, by, 1);
    return;
  }
  const auto place = [&a](int axis, index i) __attribute__((always_inline)) {
    return (i - a.by[axis] + (i < a.by[axis] ? a.n[axis] : 0)) * a.steps[axis];
  };
  const index ahead = a.n[2] - a.by[2];
  for (index i = 0; i < a.n[0]; ++i)
    for (index k = 0; k < a.n[1]; ++k, to += a.n[2] * bytes) {
      const std::byte* const row = from + (place(0, i) + place(1, k)) * bytes;
      copy(to, row + place(2, 0) * bytes, a.by[2], a.steps[2]);
      copy(to + a.by[2] * bytes, row, ahead, a.steps[2]);
    }
}

} // namespace stria::detail
