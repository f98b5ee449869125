// SPDX-License-Identifier: BSL-1.0
// random/wide.hpp: 128-bit products of 64-bit integers. Tests: tests/random/generator.cpp.
#pragma once

#include <cstdint>

#if !defined(__SIZEOF_INT128__)
#error "stria: random numbers need the type __int128, which 32-bit x86 and ARM do not have"
#include <stria_needs_int128>
#endif

namespace stria::detail {

/// g++ and clang have this type on every 64-bit machine and for WebAssembly.
__extension__ typedef unsigned __int128 wide;

constexpr wide wide_product(std::uint64_t a, std::uint64_t b) { return wide{a} * b; }
constexpr std::uint64_t high_word(wide w) { return static_cast<std::uint64_t>(w >> 64U); }
constexpr std::uint64_t low_word(wide w) { return static_cast<std::uint64_t>(w); }

} // namespace stria::detail
