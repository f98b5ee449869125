// SPDX-License-Identifier: BSL-1.0
// device/updates.hpp: which updates of a scatter meet at one place.
#pragma once

#include <stria/device/memory.hpp>

#include <vector>

namespace stria::detail {

/// Updates in the order of their places, those of one place in their own order: the places that
/// occur, and for each where its updates begin among `order`.
struct grouped_updates {
  std::vector<index> place, begin, order;

  /// Places below `least` are dropped.
  grouped_updates(const index* places, index count, index least);
};

/// Numbers of the host in the memory of a device.
device_buffer copy_to_device(const std::shared_ptr<device_context>& context, const index* numbers,
                             std::size_t count);

/// For each place, less `low`, the number of the last update of it; -1 where there is none. Places
/// below `low` are dropped.
device_buffer last_updates(const std::shared_ptr<device_context>& context, device_address places,
                           index count, index low, index high);

} // namespace stria::detail
