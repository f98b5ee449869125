// SPDX-License-Identifier: BSL-1.0
// random/normal.hpp: normally distributed numbers with mean 0 and standard deviation 1, drawn by an
// integer ziggurat.
//
// The area under f(x) = exp(-x * x / 2) is covered by 256 layers of equal area v. A random point of
// a random layer is drawn. In 99 cases of 100 it is left of the end of the layer above, and
// therefore under the curve. Everything is computed in integers, so that differences between
// machines in library functions, rounding or fused multiply-adds cannot matter. Places x are
// multiples of 2^-59, heights f(x) of 2^-63, and logarithms of 2^-58. See docs/design/random.md.
#pragma once

#include <stria/random/bits.hpp>

#include <array>
#include <cstddef>

namespace stria::detail {

inline constexpr std::size_t ziggurat_layers = 256;
// The end r of the lowest layer determines the area v of each: v is r * f(r) plus the tail beyond
// r, and the stack of 256 layers ends at f(0) = 1.
inline constexpr std::uint64_t ziggurat_tail = 0x1D3BB48209AD32F2;   // r = 3.654152885...
inline constexpr std::uint64_t ziggurat_low = 0x00294C0B6D73EE1A;    // f(r)
inline constexpr std::uint64_t ziggurat_area = 0x00A180B52D21B990;   // v = 0.004928673...
inline constexpr std::uint64_t tail_reciprocal = 0x460EA9B083A303B6; // 1 / r, in units of 2^-64

/// -ln(h) of a height 0 < h <= 1.
constexpr std::uint64_t minus_log(std::uint64_t height) {
  constexpr std::uint64_t ln_2 = 0x02C5C85FDF473DE7;
  const int shift = std::countl_zero(height);
  // h = m / 2^shift with 1 <= m < 2, and ln(m) = 2 artanh(s), s = (m - 1) / (m + 1).
  const std::uint64_t m = height << static_cast<unsigned>(shift);
  const std::uint64_t one = std::uint64_t{1} << 63U;
  const std::uint64_t s = low_word((wide{m - one} << 64U) / (wide{m} + one));
  const std::uint64_t square = high_word(wide_product(s, s));
  std::uint64_t power = s, sum = 0;
  for (std::uint64_t k = 1; power != 0; k += 2) {
    sum += power / k;
    power = high_word(wide_product(power, square));
  }
  return static_cast<std::uint64_t>(shift) * ln_2 - (sum >> 5U);
}

/// The integer part of the square root, by Newton's method from `above`.
constexpr std::uint64_t root_below(wide n, std::uint64_t above) {
  for (std::uint64_t x = above;;) {
    const std::uint64_t next = low_word((x + n / x) / 2);
    if (next >= x)
      return x;
    x = next;
  }
}

/// Layer i extends from 0 to places[i] and from heights[i] to heights[i + 1]. In the lowest layer,
/// the tail of the distribution replaces the part between places[1] and places[0].
struct ziggurat {
  std::array<std::uint64_t, ziggurat_layers + 1> places{}, heights{};
};

template <class Void> consteval ziggurat make_ziggurat() {
  ziggurat z;
  z.places[0] = low_word((wide{ziggurat_area} << 59U) / ziggurat_low);
  z.places[1] = ziggurat_tail;
  z.heights[1] = ziggurat_low;
  for (std::size_t i = 1; i + 1 < ziggurat_layers; ++i) {
    z.heights[i + 1] = z.heights[i] + low_word((wide{ziggurat_area} << 59U) / z.places[i]);
    z.places[i + 1] = root_below(wide{minus_log(z.heights[i + 1])} << 61U, z.places[i]);
  }
  z.heights[ziggurat_layers] = std::uint64_t{1} << 63U;
  return z;
}

// The table is a template, so that it is computed only in programs that use it.
template <class> struct always_void {
  using type = void;
};
template <class Void> inline constexpr ziggurat the_ziggurat = make_ziggurat<Void>();

/// A uniform height in (0, 1].
template <bit_generator G> constexpr std::uint64_t draw_height(G& g) {
  return draw_bits<63>(g) + 1;
}

/// A place beyond r. From G. Marsaglia: Generating a Variable from the Tail of the Normal
/// Distribution (1964).
template <bit_generator G> constexpr std::uint64_t draw_tail(G& g) {
  for (;;) {
    const std::uint64_t beyond =
        low_word(wide_product(minus_log(draw_height(g)), tail_reciprocal) >> 63U);
    const std::uint64_t y = minus_log(draw_height(g));
    if (wide{y} << 61U >= wide_product(beyond, beyond))
      return ziggurat_tail + beyond;
  }
}

/// A normally distributed number as a multiple of 2^-59.
template <bit_generator G> constexpr std::int64_t draw_normal_place(G& g) {
  const ziggurat& z = the_ziggurat<typename always_void<G>::type>;
  for (;;) {
    const std::uint64_t u = draw_bits<64>(g);
    const std::size_t i = u % ziggurat_layers;
    std::uint64_t x = high_word(wide_product(u >> 9U << 9U, z.places[i]));
    if (x >= z.places[i + 1]) [[unlikely]] {
      if (i == 0) {
        x = draw_tail(g);
      } else {
        const std::uint64_t step = z.heights[i + 1] - z.heights[i];
        const std::uint64_t y = z.heights[i] + high_word(wide_product(draw_bits<64>(g), step));
        if (wide{minus_log(y)} << 61U <= wide_product(x, x))
          continue;
      }
    }
    const auto place = static_cast<std::int64_t>(x);
    return (u >> 8U) % 2 == 0 ? place : -place;
  }
}

/// A normally distributed number, rounded to double and then to T.
template <class T, bit_generator G> constexpr T draw_normal(G& g) {
  return static_cast<T>(static_cast<double>(draw_normal_place(g)) * 0x1p-59);
}

} // namespace stria::detail
