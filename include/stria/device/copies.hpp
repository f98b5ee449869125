// SPDX-License-Identifier: BSL-1.0
// device/copies.hpp: copies to the host that run on a separate thread.
// Tests: tests/device/stream.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/context.hpp>

#include <memory>

namespace stria::detail {

/// A copy to the host that runs on another thread. wait() returns when the bytes have arrived, and
/// rethrows an exception of the copy.
class started_copy : public recorded_event {};
/// Makes copies one after the other, in the order of the requests. The destructor waits for them.
class copy_queue {
public:
  virtual ~copy_queue() = default;
  virtual std::shared_ptr<started_copy> start(std::shared_ptr<device_context> context, void* to,
                                              device_address from, std::size_t bytes) = 0;
  virtual void wait() = 0;
  /// The last copy that was requested; null if there was none.
  virtual std::shared_ptr<recorded_event> last() = 0;
};
std::shared_ptr<copy_queue> make_copy_queue();

} // namespace stria::detail
