// SPDX-License-Identifier: BSL-1.0
// subscript/mask_copy.hpp: packs bytes into bits, and copies elements that are selected by bits to
// consecutive places. Tests: tests/subscript/mask_gather.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace stria::detail {

/// Bit k of the result is flags[k], which must be 0 or 1, for k < 64.
STRIA_INLINE constexpr std::uint64_t pack_flags(const unsigned char* flags) {
  std::uint64_t bits = 0;
  if consteval {
    for (int k = 0; k < 64; ++k)
      bits |= static_cast<std::uint64_t>(flags[k]) << k;
    return bits;
  }
#if defined(__AVX512BW__)
  using bytes [[gnu::vector_size(64)]] = char;
  bytes v{};
  __builtin_memcpy(&v, flags, sizeof v);
  // A flag of 1 becomes -1, whose sign bit is set.
  return static_cast<std::uint64_t>(__builtin_ia32_cvtb2mask512(-v));
#elif __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  for (int k = 0; k < 8; ++k) {
    std::uint64_t eight = 0;
    __builtin_memcpy(&eight, flags + 8 * k, sizeof eight);
    // Byte j is at bit 8 * j; multiplying by 2^(56 - 7 * j) moves it to bit 56 + j. The products do
    // not overlap.
    bits |= (eight * 0x0102040810204080u >> 56) << (8 * k);
  }
  return bits;
#else
  for (int k = 0; k < 64; ++k)
    bits |= static_cast<std::uint64_t>(flags[k]) << k;
  return bits;
#endif
}

/// Element types that the vector unit can pack.
template <class T>
inline constexpr bool is_packable =
    std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

/// Copies from[k] for each set bit k to consecutive elements from `to` on. The target has `room`
/// elements, at least as many as are selected. Elements after the selected ones may be overwritten.
template <class T>
STRIA_INLINE constexpr void pack_selected(T* to, index room, const T* from, std::uint64_t bits) {
  for (; bits != 0 && room > 0; bits &= bits - 1)
    *to++ = from[__builtin_ctzll(bits)];
}

/// Like pack_selected(), for all 64 bits of a word.
template <class T>
STRIA_INLINE void pack_64_selected(T* to, index room, const T* from, std::uint64_t bits) {
#if defined(__AVX512F__)
  if constexpr (is_packable<T>) {
    if (room >= 64) [[likely]] {
      using lanes [[gnu::vector_size(64)]] = std::conditional_t<sizeof(T) == 4, float, double>;
      constexpr int count = 64 / sizeof(T);
#pragma GCC unroll 8
      for (int k = 0; k < 64; k += count) {
        const auto some =
            static_cast<std::conditional_t<sizeof(T) == 4, std::uint16_t, std::uint8_t>>(bits >> k);
        lanes v;
        __builtin_memcpy(&v, static_cast<const void*>(from + k), sizeof v);
        if constexpr (sizeof(T) == 4)
          v = __builtin_ia32_compresssf512_mask(v, v, some);
        else
          v = __builtin_ia32_compressdf512_mask(v, v, some);
        __builtin_memcpy(static_cast<void*>(to), &v, sizeof v);
        to += __builtin_popcount(some);
      }
      return;
    }
  }
#endif
  if (room < 64 || !std::is_trivially_copyable_v<T>) {
    pack_selected(to, room, from, bits);
  } else {
    // Every element is written, but `to` advances only after a selected one, so there are no
    // branches.
    for (index k = 0; k < 64; ++k) {
      *to = from[k];
      to += bits >> k & 1;
    }
  }
}

} // namespace stria::detail
