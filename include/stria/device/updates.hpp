// SPDX-License-Identifier: BSL-1.0
// device/updates.hpp: groups the updates of a scatter by position. Tests: tests/device/scatter.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/memory.hpp>

#include <vector>

namespace stria::detail {

/// Updates grouped by position. `place` lists the positions that occur. The updates of place[k] are
/// in `order` from begin[k] on, in their original order.
struct grouped_updates {
  std::vector<index> place, begin, order;

  /// Positions below `least` are dropped.
  grouped_updates(const index* places, index count, index least);
};

/// Copies numbers from the host to a device.
device_buffer copy_to_device(const std::shared_ptr<device_context>& context, const index* numbers,
                             std::size_t count);

/// For each position from `low` to `high`, the number of its last update, or -1. Positions below
/// `low` are dropped.
device_buffer last_updates(const std::shared_ptr<device_context>& context, device_address places,
                           index count, index low, index high);

} // namespace stria::detail
