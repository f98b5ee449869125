// SPDX-License-Identifier: BSL-1.0
// random/generator.hpp: the generator of random bits that stria brings, Philox4x64-10.
#pragma once

#include <stria/random/wide.hpp>

#include <array>
#include <concepts>
#include <cstddef>

namespace stria {

namespace detail {

/// Philox4x64 of ten rounds: a block of random bits for each counter under a key. From J. Salmon,
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

/// 64 random bits a call, the same on every machine for the same seed; a standard engine. Each
/// stream of a seed is a sequence of its own, for a thread of its own. NumPy:
/// `np.random.Philox(key=[seed, stream])`.
class generator {
  std::array<std::uint64_t, 2> key_;
  std::uint64_t blocks_ = 0;
  std::array<std::uint64_t, 4> block_{};
  std::size_t used_ = 4;

public:
  using result_type = std::uint64_t;

  template <std::integral Seed, std::integral Stream = std::uint64_t>
  constexpr explicit generator(Seed seed, Stream stream = 0)
      : key_{static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(stream)} {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  constexpr result_type operator()() {
    if (used_ == block_.size()) {
      block_ = detail::philox({++blocks_, 0, 0, 0}, key_);
      used_ = 0;
    }
    return block_[used_++];
  }

  /// Skips n draws in constant time, as standard engines do in linear time.
  constexpr void discard(std::uint64_t n) {
    const std::uint64_t at = position() + n;
    blocks_ = at / 4 + (at % 4 != 0 ? 1 : 0);
    used_ = at % 4 == 0 ? 4 : static_cast<std::size_t>(at % 4);
    block_ =
        blocks_ == 0 ? std::array<std::uint64_t, 4>{} : detail::philox({blocks_, 0, 0, 0}, key_);
  }
  // For the library's own use: the seed and the stream, and how many draws there were.
  constexpr const std::array<std::uint64_t, 2>& key() const { return key_; }
  constexpr std::uint64_t position() const { return blocks_ * 4 + used_ - 4; }

  /// Both will give the same bits from here on.
  friend constexpr bool operator==(const generator&, const generator&) = default;
};

} // namespace random
} // namespace stria
