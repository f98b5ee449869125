// SPDX-License-Identifier: BSL-1.0
// device/philox.hpp: uniform numbers of a Philox generator, drawn by a kernel.
#pragma once

#include <stria/device/kernel_text.hpp>
#include <stria/device/memory.hpp>

namespace stria::detail {

/// Draw number `position` and later ones of a Philox generator.
struct philox_draws {
  std::uint64_t key[2];
  std::uint64_t position;
};
/// Writes uniform numbers in [0, 1) of type f32 or f64.
void draw_fractions(const std::shared_ptr<device_context>& context, device_address to,
                    kernel_type type, const philox_draws& draws, index count);
/// Writes uniform integers from `first` to `first + range - 1`; a range of 0 means all of 64 bits.
/// False if the host would have redrawn one of them, which happens once in 2^64 / range draws; then
/// none of the integers may be used.
bool draw_integers(const std::shared_ptr<device_context>& context, device_address to,
                   kernel_type type, const philox_draws& draws, index count, std::uint64_t first,
                   std::uint64_t range);

} // namespace stria::detail
