// SPDX-License-Identifier: BSL-1.0
// random/exponential.hpp: exponentially distributed numbers with mean 1, drawn by an integer
// ziggurat like that of random/normal.hpp. Tests: tests/random/laws.cpp.
#pragma once

#include <stria/random/normal.hpp>
#include <stria/random/strict.hpp>

namespace stria::detail {

// The area under f(x) = exp(-x) is divided into 256 layers of area v = (r + 1) f(r), the last of
// which ends at f(0) = 1. Places x and logarithms are multiples of 2^-58, and heights are multiples
// of 2^-63.
inline constexpr std::uint64_t exponential_tail = 0x1EC9D9297EBB8298; // r = 7.697117470...
inline constexpr std::uint64_t exponential_low = 0x000EE18E194F85A5;  // f(r)
inline constexpr std::uint64_t exponential_area = 0x00816C25E258142A; // v = 0.003949659...

template <class Void> consteval ziggurat make_exponential_ziggurat() {
  ziggurat z;
  z.places[0] = low_word((wide{exponential_area} << 58U) / exponential_low);
  z.places[1] = exponential_tail;
  z.heights[1] = exponential_low;
  for (std::size_t i = 1; i + 1 < ziggurat_layers; ++i) {
    z.heights[i + 1] = z.heights[i] + low_word((wide{exponential_area} << 58U) / z.places[i]);
    z.places[i + 1] = minus_log(z.heights[i + 1]);
  }
  z.heights[ziggurat_layers] = std::uint64_t{1} << 63U;
  return z;
}
template <class Void>
inline constexpr ziggurat the_exponential_ziggurat = make_exponential_ziggurat<Void>();

/// An exponentially distributed number with mean 1, as a multiple of 2^-58, and a random sign.
template <bit_generator G> constexpr std::uint64_t draw_exponential_place(G& g, bool& negative) {
  const ziggurat& z = the_exponential_ziggurat<typename always_void<G>::type>;
  // The distribution beyond r is the same, moved by r. The moves of a draw add up to at most 6 r,
  // which is 46, because numbers of 64 and more would overflow.
  std::uint64_t base = 0;
  for (;;) {
    const std::uint64_t u = draw_bits<64>(g);
    const std::size_t i = u % ziggurat_layers;
    negative = (u >> 8U) % 2 != 0;
    const std::uint64_t x = high_word(wide_product(u >> 9U << 9U, z.places[i]));
    if (x < z.places[i + 1]) [[likely]]
      return base + x;
    if (i == 0) {
      if (base < 6 * exponential_tail)
        base += exponential_tail;
      continue;
    }
    const std::uint64_t step = z.heights[i + 1] - z.heights[i];
    const std::uint64_t y = z.heights[i] + high_word(wide_product(draw_bits<64>(g), step));
    if (minus_log(y) > x)
      return base + x;
  }
}

/// An exponentially distributed number with mean 1, rounded once.
template <bit_generator G> constexpr strict draw_exponential(G& g) {
  bool sign = false;
  return pinned(static_cast<double>(draw_exponential_place(g, sign)) * 0x1p-58);
}
/// An exponentially distributed number with mean 1 and a random sign. Such numbers have the Laplace
/// distribution of scale 1.
template <bit_generator G> constexpr strict draw_two_sided_exponential(G& g) {
  bool sign = false;
  const double x = static_cast<double>(draw_exponential_place(g, sign)) * 0x1p-58;
  return pinned(sign ? -x : x);
}

} // namespace stria::detail
