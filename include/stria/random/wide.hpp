// SPDX-License-Identifier: BSL-1.0
// random/wide.hpp: 128-bit products of 64-bit integers.
#pragma once

#include <cstdint>

namespace stria::detail {

/// g++ and clang have this type on every 64-bit machine.
__extension__ typedef unsigned __int128 wide;

constexpr wide wide_product(std::uint64_t a, std::uint64_t b) { return wide{a} * b; }
constexpr std::uint64_t high_word(wide w) { return static_cast<std::uint64_t>(w >> 64U); }
constexpr std::uint64_t low_word(wide w) { return static_cast<std::uint64_t>(w); }

} // namespace stria::detail
