// SPDX-License-Identifier: BSL-1.0
// random/bits.hpp: uniform bits, integers and fractions from any engine.
// Tests: tests/random/generator.cpp.
#pragma once

#include <stria/random/wide.hpp>

#include <bit>
#include <concepts>
#include <type_traits>

namespace stria::detail {

/// The same as std::uniform_random_bit_generator, without including <random>.
template <class G>
concept bit_generator =
    std::invocable<G&> && std::unsigned_integral<std::invoke_result_t<G&>> && requires {
      requires std::bool_constant<(G::min() < G::max())>::value;
      requires std::same_as<decltype(G::min()), std::invoke_result_t<G&>>;
      requires std::same_as<decltype(G::max()), std::invoke_result_t<G&>>;
    };

/// The number of uniform bits in one draw. If the size of the engine's range is not a power of two,
/// draw_once() rejects the values at or above the largest power of two within it.
template <class G>
inline constexpr int bits_per_draw = [] {
  const std::uint64_t last = std::uint64_t{G::max()} - std::uint64_t{G::min()};
  return last == ~std::uint64_t{0} ? 64 : std::bit_width(last + 1) - 1;
}();

template <bit_generator G> constexpr std::uint64_t draw_once(G& g) {
  constexpr int bits = bits_per_draw<G>;
  constexpr std::uint64_t last = ~std::uint64_t{0} >> (64 - bits);
  for (;;) {
    const std::uint64_t u = std::uint64_t{g()} - std::uint64_t{G::min()};
    if (u <= last)
      return u;
  }
}

/// N uniform bits from as few draws as possible; surplus low bits are dropped.
template <int N, bit_generator G> constexpr std::uint64_t draw_bits(G& g) {
  constexpr int bits = bits_per_draw<G>;
  if constexpr (bits >= N) {
    return draw_once(g) >> (bits - N);
  } else {
    const std::uint64_t high = draw_bits<N - bits>(g);
    return high << bits | draw_once(g);
  }
}

/// A uniform integer below n, without bias; for n = 0, 64 uniform bits. The algorithm is from
/// D. Lemire: Fast Random Integer Generation in an Interval (2019).
template <bit_generator G> constexpr std::uint64_t draw_below(G& g, std::uint64_t n) {
  const std::uint64_t u = draw_bits<64>(g);
  if (n == 0)
    return u;
  wide product = wide_product(u, n);
  if (low_word(product) < n) {
    const std::uint64_t rest = (0 - n) % n;
    while (low_word(product) < rest)
      product = wide_product(draw_bits<64>(g), n);
  }
  return high_word(product);
}

/// A uniform multiple of 2^-24 (float) or 2^-53 (double) in [0, 1). The bits are scaled by a power
/// of two, so nothing is rounded.
template <class T, bit_generator G> constexpr T draw_fraction(G& g) {
  if constexpr (std::same_as<T, float>)
    return static_cast<float>(draw_bits<24>(g)) * 0x1p-24F;
  else
    return static_cast<double>(draw_bits<53>(g)) * 0x1p-53;
}

} // namespace stria::detail
