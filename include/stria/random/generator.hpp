// SPDX-License-Identifier: BSL-1.0
// random/generator.hpp: random::generator, the Philox4x64-10 generator of random bits.
#pragma once

#include <stria/base/refuse.hpp>
#include <stria/random/wide.hpp>

#include <array>
#include <concepts>
#include <cstddef>

namespace stria {

namespace detail {

/// Philox4x64 with ten rounds: a block of random bits for each counter and key. From J. Salmon,
/// M. Moraes, R. Dror, D. Shaw: Parallel Random Numbers: As Easy as 1, 2, 3 (2011).
constexpr std::array<std::uint64_t, 4> philox(std::array<std::uint64_t, 4> block,
                                              std::array<std::uint64_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const wide a = wide_product(0xD2E7470EE14C6C93, block[0]);
    const wide b = wide_product(0xCA5A826395121157, block[2]);
    block = {high_word(b) ^ block[1] ^ key[0], low_word(b), high_word(a) ^ block[3] ^ key[1],
             low_word(a)};
    key[0] += 0x9E3779B97F4A7C15;
    key[1] += 0xBB67AE8584CAA73B;
  }
  return block;
}

} // namespace detail

namespace random {

/// A random engine. It gives the same 64-bit numbers for a seed on every machine.
///
/// It models std::uniform_random_bit_generator. Each stream of a seed is an independent sequence,
/// so that each thread can use a different stream. A generator can be copied; its state is 64
/// bytes.
///
/// \numpy        `np.random.Philox(key=[seed, stream])`
/// \usage        `random::generator g(1); auto a = random::normal(g, 3, 4);`
class generator {
  std::array<std::uint64_t, 2> key_;
  std::uint64_t blocks_ = 0;
  std::array<std::uint64_t, 4> block_{};
  std::size_t used_ = 4;

public:
  using result_type = std::uint64_t;

  /// Seeds the engine.
  ///
  /// \param seed   any integer
  /// \param stream number of the sequence (default 0)
  /// \throws       nothing
  /// \numpy        `np.random.Philox(key=[seed, stream])`
  /// \usage        `random::generator g(1), h(1, 7);`
  template <std::integral Seed, std::integral Stream = std::uint64_t>
  constexpr explicit generator(Seed seed, Stream stream = 0)
      : key_{static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(stream)} {}
  STRIA_VARIABLE_TARGET(generator);

  /// The smallest number that is drawn: 0.
  static constexpr result_type min() { return 0; }
  /// The largest number that is drawn: 2^64 - 1.
  static constexpr result_type max() { return ~result_type{0}; }
  /// Draws the next 64 bits.
  constexpr result_type operator()() {
    if (used_ == block_.size()) {
      block_ = detail::philox({++blocks_, 0, 0, 0}, key_);
      used_ = 0;
    }
    return block_[used_++];
  }

  /// Skips n draws, in constant time.
  constexpr void discard(std::uint64_t n) {
    const std::uint64_t at = position() + n;
    blocks_ = at / 4 + (at % 4 != 0 ? 1 : 0);
    used_ = at % 4 == 0 ? 4 : static_cast<std::size_t>(at % 4);
    block_ =
        blocks_ == 0 ? std::array<std::uint64_t, 4>{} : detail::philox({blocks_, 0, 0, 0}, key_);
  }
  /// \internal     The seed and the stream.
  constexpr const std::array<std::uint64_t, 2>& key() const { return key_; }
  /// \internal     The number of draws so far.
  constexpr std::uint64_t position() const { return blocks_ * 4 + used_ - 4; }

  /// Tests whether both engines will draw the same numbers from now on.
  friend constexpr bool operator==(const generator&, const generator&) = default;
};

} // namespace random
} // namespace stria
