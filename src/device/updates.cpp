// SPDX-License-Identifier: BSL-1.0
// Implements device/updates.hpp: groups updates by position, and finds the last update of each
// position.
#include <stria/base/checked.hpp>
#include <stria/device/updates.hpp>

#include "frame_text.hpp"

#include <algorithm>
#include <string>

namespace stria::detail {

grouped_updates::grouped_updates(const index* places, index count, index least) {
  for (index i = 0; i < count; ++i)
    if (places[i] >= least)
      order.push_back(i);
  std::sort(order.begin(), order.end(), [&](index a, index b) {
    return places[a] != places[b] ? places[a] < places[b] : a < b;
  });
  for (std::size_t k = 0; k < order.size(); ++k)
    if (k == 0 || places[order[k]] != place.back()) {
      place.push_back(places[order[k]]);
      begin.push_back(static_cast<index>(k));
    }
  begin.push_back(static_cast<index>(order.size()));
}

device_buffer copy_to_device(const std::shared_ptr<device_context>& context, const index* numbers,
                             std::size_t count) {
  device_buffer buffer(context, count * sizeof(index));
  if (count > 0)
    context->write(buffer.base(), 0, numbers, buffer.bytes());
  return buffer;
}

device_buffer last_updates(const std::shared_ptr<device_context>& context, device_address places,
                           index count, index low, index high) {
  device_buffer last(context, static_cast<std::size_t>(high - low + 1) * sizeof(std::int32_t));
  const auto groups_for = [&](index items) {
    const auto groups = static_cast<std::size_t>(divide_up(items, group_items));
    return std::min(groups, context->busy_groups());
  };
  const std::string loop = "  for (i64 i = (i64)GROUP_ID * GROUP_SIZE + ITEM_ID; i < count; "
                           "i += (i64)GROUP_COUNT * GROUP_SIZE)";
  const auto text = [&](const std::string& kernel) {
    return whole_kernel(context->dialect(), context->has_double(), kernel);
  };
  const device_address to = last.base();
  const index slots = high - low + 1;
  const kernel_argument clear[] = {{&to, 0}, {&slots, sizeof(slots)}};
  context->launch(
      context->kernel(text("KERNEL void stria_kernel(GLOBAL i32* last, const i64 count) {\n" +
                           loop + "\n    last[i] = -1;\n}\n")),
      groups_for(slots), static_cast<std::size_t>(group_items), clear, 2);
  const kernel_argument find[] = {
      {&to, 0}, {&places, 0}, {&low, sizeof(low)}, {&count, sizeof(count)}};
  context->launch(
      context->kernel(text("KERNEL void stria_kernel(GLOBAL i32* last, GLOBAL const i64* place, "
                           "const i64 low, const i64 count) {\n" +
                           loop +
                           " {\n    if (place[i] >= low)\n"
                           "      ATOMIC_MAX_I32(last + (place[i] - low), (i32)i);\n  }\n}\n")),
      groups_for(count), static_cast<std::size_t>(group_items), find, 4);
  return last;
}

} // namespace stria::detail
