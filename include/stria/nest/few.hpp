// SPDX-License-Identifier: BSL-1.0
// nest/few.hpp: stores and reductions of a few elements. Operands are copied into contiguous lines
// of elements, because making a plan would take longer.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/eval/limits.hpp>
#include <stria/nest/operand_space.hpp>
#include <stria/nest/pack.hpp>
#include <stria/nest/panel.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

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

/// Copies the elements of a few rows: `to_step` and `from_step` are the distances along a row.
template <class Bits, class = this_build>
STRIA_NOINLINE void move_few(const panel_args& at, index to_step, index from_step) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  auto* to = const_cast<std::byte*>(at.at[0]);
  const std::byte* from = at.at[1];
  if (to_step == 1 && from_step == 1 && at.step[0] == at.width && at.step[1] == at.width &&
      at.jump[0] == 0 && at.jump[1] == 0)
    return move_row(to, from, static_cast<std::size_t>(at.rows * at.width * bytes));
  for (index r = 0, turn = at.turn; r < at.rows; ++r) {
    if (to_step == 1 && from_step == 1 && at.width >= 4) {
      move_row(to, from, static_cast<std::size_t>(at.width * bytes));
    } else {
      STRIA_FEW
      for (index i = 0; i < at.width; ++i)
        __builtin_memcpy(to + i * to_step * bytes, from + i * from_step * bytes, sizeof(Bits));
    }
    to += at.step[0] * bytes;
    from += at.step[1] * bytes;
    if (--turn == 0) {
      turn = at.turn;
      to += at.jump[0] * bytes;
      from += at.jump[1] * bytes;
    }
  }
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

/// Copies a few elements in L loops. Returns false, and copies nothing, if there are too many. If
/// not `writes`, nothing is copied.
template <class Bits, std::size_t L, class = this_build>
STRIA_NOINLINE bool move_few_loops(const index* n, std::byte* to, const index* to_steps,
                                   const std::byte* from, const index* from_steps, bool writes) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  index all = 1;
  for (std::size_t k = 0; k < L; ++k)
    if (n[k] > limits::few_packed || (all *= n[k]) > limits::few_packed)
      return false;
  if (all == 0)
    return true;
  // A row consists of the last loops that can be merged.
  std::size_t loops = L;
  index count = 1, to_step = 1, from_step = 1;
  for (; loops > 0; --loops) {
    const index more = n[loops - 1], to_next = to_steps[loops - 1],
                from_next = from_steps[loops - 1];
    if (more == 1)
      continue;
    if (count == 1) {
      to_step = to_next;
      from_step = from_next;
    } else if (to_next != to_step * count || from_next != from_step * count) {
      break;
    }
    count *= more;
  }
  const bool in_rows = to_step == 1 && from_step == 1;
  if (all > (in_rows ? limits::few_rows * count : limits::few_moved) ||
      (from_step == 0 && to_step == 1 && count > limits::few_filled))
    return false;
  if (!writes)
    return true;
  // The loop around a row.
  index rows = 1, to_row = 0, from_row = 0;
  if (loops > 0) {
    rows = n[--loops];
    to_row = to_steps[loops] * bytes;
    from_row = from_steps[loops] * bytes;
  }
  const auto size = static_cast<std::size_t>(count * bytes);
  to_step *= bytes;
  from_step *= bytes;
  if (!in_rows && count < rows) {
    std::swap(count, rows);
    std::swap(to_step, to_row);
    std::swap(from_step, from_row);
  }
  index turn[L > 0 ? L : 1] = {};
  for (;;) {
    std::byte* to_begin = to;
    const std::byte* from_begin = from;
    STRIA_FEW
    for (index r = 0; r < rows; ++r, to_begin += to_row, from_begin += from_row) {
      if (in_rows) {
        move_row(to_begin, from_begin, size);
        continue;
      }
      std::byte* at = to_begin;
      const std::byte* read = from_begin;
      STRIA_FEW
      for (index i = 0; i < count; ++i, at += to_step, read += from_step)
        __builtin_memcpy(at, read, sizeof(Bits));
    }
    std::size_t k = loops;
    for (; k > 0; --k) {
      const index i = ++turn[k - 1] < n[k - 1] ? 1 : 1 - n[k - 1];
      to += to_steps[k - 1] * i * bytes;
      from += from_steps[k - 1] * i * bytes;
      if (i == 1)
        break;
      turn[k - 1] = 0;
    }
    if (k == 0)
      return true;
  }
}

/// Copies a few elements through a buffer on the stack, as for operands that overlap the target.
template <class Bits, class = this_build>
STRIA_NOINLINE void move_few_aside(panel_args& at, index to_step, index from_step) {
  Bits buffer[static_cast<std::size_t>(limits::few_elements)];
  const auto through = [&](int i, index to, index from) {
    const panel_args whole = at;
    const int other = 1 - i;
    at.at[other] = reinterpret_cast<std::byte*>(buffer);
    at.step[other] = at.width;
    at.jump[other] = 0;
    move_few<Bits>(at, to, from);
    at.at[other] = whole.at[other];
    at.step[other] = whole.step[other];
    at.jump[other] = whole.jump[other];
  };
  through(1, 1, from_step);
  through(0, to_step, 1);
}

/// Runs a kernel with a buffer on the stack as the target, then copies the buffer to the target,
/// whose elements are `along` apart along a row. There are at most limits::few_bytes.
template <class Bits, class = this_build>
STRIA_NOINLINE void store_aside(void (*kernel)(const void*, const panel_args&), const void* program,
                                panel_args& at, index along) {
  alignas(64) std::byte buffer[static_cast<std::size_t>(limits::few_bytes)];
  const std::byte* const target = at.at[0];
  const index step = at.step[0], jump = at.jump[0];
  at.at[0] = buffer;
  at.step[0] = at.width;
  at.jump[0] = 0;
  kernel(program, at);
  at.at[1] = buffer;
  at.step[1] = at.width;
  at.jump[1] = 0;
  at.at[0] = target;
  at.step[0] = step;
  at.jump[0] = jump;
  move_few<Bits>(at, along, 1);
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
