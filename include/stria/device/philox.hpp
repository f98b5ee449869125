// SPDX-License-Identifier: BSL-1.0
// device/philox.hpp: uniform numbers of a Philox generator, drawn by kernels.
#pragma once

#include <stria/device/kernel_text.hpp>
#include <stria/device/memory.hpp>

namespace stria::detail {

/// Draws number `position` and those after it of a Philox generator.
struct philox_draws {
  std::uint64_t key[2];
  std::uint64_t position;
};
/// Uniform numbers in [0, 1) of type f32 or f64.
void draw_fractions(const std::shared_ptr<device_context>& context, device_address to,
                    kernel_type type, const philox_draws& draws, index count);
/// Uniform integers from `first` on, `range` of them; 0: all of 64 bits. False where the host would
/// have drawn one of them again, which happens once in 2^64 / range draws: then all are void.
bool draw_integers(const std::shared_ptr<device_context>& context, device_address to,
                   kernel_type type, const philox_draws& draws, index count, std::uint64_t first,
                   std::uint64_t range);

} // namespace stria::detail
