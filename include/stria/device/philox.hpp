// SPDX-License-Identifier: BSL-1.0
// device/philox.hpp: uniform numbers of a Philox generator, drawn by a kernel.
// Tests: tests/device/random.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/kernel_text.hpp>
#include <stria/device/memory.hpp>

namespace stria::detail {

/// The draws of a Philox generator from number `position` on.
struct philox_draws {
  std::uint64_t key[2];
  std::uint64_t position;
};
/// Writes uniform numbers in [0, 1) of type f32 or f64.
void draw_fractions(const std::shared_ptr<device_context>& context, device_address to,
                    kernel_type type, const philox_draws& draws, index count);
/// Writes uniform integers from `first` to `first + range - 1`. A range of 0 means all 2^64 values.
/// Returns false if the host would have rejected one of the integers and drawn again, which happens
/// once in 2^64 / range draws. Then none of the integers may be used.
bool draw_integers(const std::shared_ptr<device_context>& context, device_address to,
                   kernel_type type, const philox_draws& draws, index count, std::uint64_t first,
                   std::uint64_t range);

} // namespace stria::detail
