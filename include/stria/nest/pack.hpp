// SPDX-License-Identifier: BSL-1.0
// nest/pack.hpp: memory copied into a buffer in the order in which a kernel reads it.
#pragma once

#include <stria/eval/staged.hpp>
#include <stria/eval/tiles.hpp>

namespace stria::detail {

/// What is copied for one operand: rows of `n2` pieces of `n` elements, with steps in elements.
struct pack_source {
  const std::byte* from;
  index n, step;
  index n2, step2;
  index rows, row_step;
};

/// to[row][piece][k] = from[row][piece][k], the rows of `to` lying `line` elements apart, for
/// elements of the size of Bits.
template <class Bits>
STRIA_NOINLINE void pack_rows(const pack_source& s, std::byte* to, index line) {
  typedef Bits bits [[gnu::may_alias]];
  const auto* const from = reinterpret_cast<const bits*>(s.from);
  auto* const out = reinterpret_cast<bits*>(to);
  constexpr index block = block_bytes / static_cast<index>(sizeof(Bits));
  if constexpr (sizeof(Bits) == 4 || sizeof(Bits) == 8)
    if (s.row_step == 1 && s.step > 1 && s.rows >= block && s.n >= block) {
      // Blocks are turned; the last of a row or a column overlaps the one before it.
      for (index p = 0; p < s.n2; ++p)
        for (index k = 0; k < s.n; k += block) {
          const index at = k + block <= s.n ? k : s.n - block;
          for (index r = 0; r < s.rows; r += block) {
            const index row = r + block <= s.rows ? r : s.rows - block;
            transpose_block<Bits>(from + p * s.step2 + at * s.step + row, s.step,
                                  out + row * line + p * s.n + at, line);
          }
        }
      return;
    }
  // Locals: a store to the buffer could change what a reference refers to.
  const index n = s.n, n2 = s.n2, rows = s.rows, row_step = s.row_step, step2 = s.step2;
  const auto copy = [=](auto step) __attribute__((always_inline)) {
    for (index r = 0; r < rows; ++r)
      for (index p = 0; p < n2; ++p) {
        const bits* const x = from + r * row_step + p * step2;
        bits* const y = out + r * line + p * n;
        STRIA_INDEPENDENT
        for (index k = 0; k < n; ++k)
          y[k] = x[k * step];
      }
  };
  // Two rows that lie element by element are taken apart together.
  const auto part = [=](auto count) __attribute__((always_inline)) {
    for (index p = 0; p < n2; ++p) {
      const bits* const x = from + p * step2;
      bits* const y = out + p * n;
      STRIA_INDEPENDENT
      for (index k = 0; k < n; ++k)
        for (index r = 0; r < count; ++r)
          y[r * line + k] = x[k * count + r];
    }
  };
  if (s.step == 2 && rows == 2 && row_step == 1)
    return part(std::integral_constant<index, 2>());
  // With a step that it sees the compiler shuffles vectors.
  switch (s.step) {
  case 0:
    for (index r = 0; r < rows; ++r)
      for (index p = 0; p < n2; ++p) {
        const Bits value = from[r * row_step + p * step2];
        bits* const y = out + r * line + p * n;
        for (index k = 0; k < n; ++k)
          y[k] = value;
      }
    break;
  case 1: copy(std::integral_constant<index, 1>()); break;
  case 2: copy(std::integral_constant<index, 2>()); break;
  case 3:
#if defined(__clang__)
    if constexpr (has_vectors<Bits>) {
      for (index r = 0; r < rows; ++r)
        for (index p = 0; p < n2; ++p)
          pack_thirds<Bits>(reinterpret_cast<const Bits*>(from + r * row_step + p * step2), n,
                            reinterpret_cast<Bits*>(out + r * line + p * n));
      break;
    }
#endif
    copy(std::integral_constant<index, 3>());
    break;
  default: copy(s.step);
  }
}

/// An element of 16 bytes.
struct pack_sixteen {
  std::uint64_t a, b;
} __attribute__((may_alias));

/// The same for elements of `bytes` bytes.
inline void pack_rows(const pack_source& s, index bytes, std::byte* to, index line) {
  switch (bytes) {
  case 1: return pack_rows<std::uint8_t>(s, to, line);
  case 2: return pack_rows<std::uint16_t>(s, to, line);
  case 4: return pack_rows<std::uint32_t>(s, to, line);
  case 8: return pack_rows<std::uint64_t>(s, to, line);
  default: return pack_rows<pack_sixteen>(s, to, line);
  }
}

/// Sizes of elements that can be packed.
constexpr bool packs_bytes(std::size_t bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

} // namespace stria::detail
