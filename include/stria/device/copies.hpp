// SPDX-License-Identifier: BSL-1.0
// device/copies.hpp: copies to the host that a thread of their own waits for.
#pragma once

#include <stria/device/context.hpp>

#include <memory>

namespace stria::detail {

/// A copy to the host that another thread waits for.
class started_copy {
public:
  virtual ~started_copy() = default;
  /// Returns when the bytes are there; throws what the copy has thrown.
  virtual void wait() = 0;
  virtual bool is_done() const = 0;
};
/// Copies one after the other, each when it has been asked for. Destroyed, it waits for them.
class copy_queue {
public:
  virtual ~copy_queue() = default;
  virtual std::shared_ptr<started_copy> start(std::shared_ptr<device_context> context, void* to,
                                              device_address from, std::size_t bytes) = 0;
  virtual void wait() = 0;
};
std::shared_ptr<copy_queue> make_copy_queue();

} // namespace stria::detail
