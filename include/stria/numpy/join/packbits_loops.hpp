// SPDX-License-Identifier: BSL-1.0
// numpy/join/packbits_loops.hpp: packs rows of elements into bits, and unpacks them.
// Tests: tests/numpy/elementwise/bits.cpp.
#pragma once

#include <stria/numpy/along_loops.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace stria::detail {

/// Calls f(to, from, inner) with the first elements of each pair of rows along an axis. The
/// elements of both rows are `inner` apart.
template <class T, class V, std::size_t R, class F>
constexpr void each_pair_of_rows(T* to, index to_length, const V* from, index from_length,
                                 const std::array<index, R>& n, std::size_t axis, const F& f) {
  const axis_blocks blocks(n, axis);
  const index inner = blocks.inner;
  for (index o = 0; o < blocks.outer; ++o)
    for (index i = 0; i < inner; ++i)
      f(to + o * to_length * inner + i, from + o * from_length * inner + i, inner);
}
/// The number of bit k of a row in its byte.
constexpr int bit_place(index k, bool big) {
  const int place = static_cast<int>(k % 8);
  return big ? 7 - place : place;
}
template <class V, std::size_t R>
constexpr void pack_rows_of_bits(std::uint8_t* r, index bytes, const V* values, index length,
                                 const std::array<index, R>& n, std::size_t axis, bool big) {
  each_pair_of_rows(r, bytes, values, length, n, axis,
                    [&](std::uint8_t* to, const V* from, index step) {
                      for (index b = 0; b < bytes; ++b)
                        to[b * step] = 0;
                      for (index k = 0; k < length; ++k)
                        if (from[k * step] != V{})
                          to[k / 8 * step] =
                              static_cast<std::uint8_t>(to[k / 8 * step] | 1U << bit_place(k, big));
                    });
}
template <std::size_t R>
constexpr void unpack_rows_of_bits(std::uint8_t* r, index count, const std::uint8_t* values,
                                   index length, const std::array<index, R>& n, std::size_t axis,
                                   bool big) {
  each_pair_of_rows(r, count, values, length, n, axis,
                    [&](std::uint8_t* to, const std::uint8_t* from, index step) {
                      for (index k = 0; k < count; ++k) {
                        const unsigned byte = k / 8 < length ? from[k / 8 * step] : 0U;
                        to[k * step] = static_cast<std::uint8_t>(byte >> bit_place(k, big) & 1U);
                      }
                    });
}

} // namespace stria::detail
