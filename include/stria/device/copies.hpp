// SPDX-License-Identifier: BSL-1.0
// device/copies.hpp: copies to the host that a thread of their own waits for.
#pragma once

#include <stria/device/context.hpp>

#include <memory>

namespace stria::detail {

/// A copy to the host that another thread waits for.
/// wait() returns when the bytes are there, and throws what the copy has thrown.
class started_copy : public recorded_event {};
/// Copies one after the other, each when it has been asked for. Destroyed, it waits for them.
class copy_queue {
public:
  virtual ~copy_queue() = default;
  virtual std::shared_ptr<started_copy> start(std::shared_ptr<device_context> context, void* to,
                                              device_address from, std::size_t bytes) = 0;
  virtual void wait() = 0;
  /// The last copy that was asked for; null where there was none.
  virtual std::shared_ptr<recorded_event> last() = 0;
};
std::shared_ptr<copy_queue> make_copy_queue();

} // namespace stria::detail
