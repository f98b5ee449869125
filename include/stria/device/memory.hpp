// SPDX-License-Identifier: BSL-1.0
// device/memory.hpp: devices, events, and owned memory on a device.
// Tests: tests/device/cuda.cpp, tests/device/reliability.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/checked.hpp>
#include <stria/base/index.hpp>
#include <stria/base/message.hpp>
#include <stria/device/context.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stria {

namespace detail {

class device_access;

/// The size of `count` elements in bytes; value_error on overflow.
inline std::size_t bytes_of_elements(index count, std::size_t each) {
  return static_cast<std::size_t>(multiply_or_raise("device", count, static_cast<index>(each)));
}

/// Owns an allocation; empty for 0 bytes.
class device_buffer {
  std::shared_ptr<device_context> context_;
  device_address base_ = 0;
  std::size_t bytes_ = 0;

public:
  device_buffer() = default;
  device_buffer(std::shared_ptr<device_context> context, std::size_t bytes)
      : context_(std::move(context)), base_(bytes == 0 ? 0 : context_->allocate(bytes)),
        bytes_(bytes) {}
  device_buffer(device_buffer&& other) noexcept
      : context_(std::move(other.context_)), base_(std::exchange(other.base_, 0)),
        bytes_(std::exchange(other.bytes_, 0)) {}
  device_buffer& operator=(device_buffer&& other) noexcept {
    if (this != &other) {
      free();
      context_ = std::move(other.context_);
      base_ = std::exchange(other.base_, 0);
      bytes_ = std::exchange(other.bytes_, 0);
    }
    return *this;
  }
  ~device_buffer() { free(); }

  device_address base() const { return base_; }
  std::size_t bytes() const { return bytes_; }

private:
  void free() noexcept {
    if (base_ != 0)
      context_->release(base_);
    base_ = 0;
  }
};

} // namespace detail

/// A point in the sequence of operations of a device or of a stream. Copies of an event refer to
/// the same point.
///
/// \usage        `const event e = d.record(); e.wait();`
class event {
  std::shared_ptr<detail::recorded_event> recorded_; // null: nothing is left to wait for
  friend class detail::device_access;
  explicit event(std::shared_ptr<detail::recorded_event> e) : recorded_(std::move(e)) {}

public:
  /// Waits until all operations before the event are done; device_error if one of them failed.
  void wait() const {
    if (recorded_ != nullptr)
      recorded_->wait();
  }
  /// Whether all operations before the event are done, so that wait() returns immediately.
  bool is_ready() const { return recorded_ == nullptr || recorded_->is_done(); }
};

/// A GPU, or another processor with a CUDA or OpenCL driver. Devices come from default_device() and
/// devices(); copies refer to the same device.
///
/// \usage        `const device d = default_device(); const auto c = to_device(t, d);`
class device {
  std::shared_ptr<detail::device_context> context_;
  friend class detail::device_access;
  explicit device(std::shared_ptr<detail::device_context> context) : context_(std::move(context)) {}

public:
  /// The name of the device, as its driver reports it.
  std::string name() const { return context_->name(); }
  /// Whether the device supports `double`; without it, expressions that need it throw device_error.
  bool has_double() const { return context_->has_double(); }
  /// The library that computes large products of float and double matrices on this device: "cuBLAS"
  /// or "CLBlast"; empty if a kernel of stria computes them.
  std::string product_library() const { return context_->product_library(); }
  /// Waits for all operations that this process has submitted to the device.
  void wait() const { context_->finish(); }
  /// An event after all operations submitted so far.
  event record() const;
  /// Makes operations submitted later wait for an event of this or another device, or of a stream.
  /// If this device is a CUDA device and the event is one of a CUDA device, this device waits.
  /// Otherwise, and for an event of a stream, the calling thread waits.
  void wait_for(const event& e) const;
  friend bool operator==(const device&, const device&) = default;
};

namespace detail {

/// Access to the context of a device, for internal use.
class device_access {
public:
  static const std::shared_ptr<device_context>& context(const device& d) { return d.context_; }
  static device make(std::shared_ptr<device_context> context) { return device(std::move(context)); }
  static event make(std::shared_ptr<recorded_event> e) { return event(std::move(e)); }
  static const std::shared_ptr<recorded_event>& recorded(const event& e) { return e.recorded_; }
};

} // namespace detail

inline event device::record() const {
  auto e = context_->record();
  if (e == nullptr)
    context_->finish();
  return detail::device_access::make(std::move(e));
}
inline void device::wait_for(const event& e) const {
  if (const auto& recorded = detail::device_access::recorded(e); recorded != nullptr)
    context_->wait_for(*recorded);
}

/// Lists all devices of this machine: CUDA devices first, then OpenCL devices.
///
/// \returns      a vector of devices, empty if there is no driver
/// \throws       device_error if the environment variable STRIA_DEVICE has an unknown value
/// \complexity   the drivers are loaded at the first call
/// \numpy        none
/// \usage        `for (const device& d : devices()) std::cout << d.name();`
inline std::vector<device> devices() {
  std::vector<device> found;
  for (const auto& context : detail::all_devices())
    found.push_back(detail::device_access::make(context));
  return found;
}

/// The first of devices().
///
/// \returns      a device
/// \throws       device_error if there is none
/// \complexity   that of devices()
/// \numpy        none
/// \usage        `const device d = default_device();`
inline device default_device() {
  const auto& found = detail::all_devices();
  if (found.empty())
    raise<device_error>(detail::message(
        "stria: device: no device was found; install the driver of CUDA (libcuda.so.1) or OpenCL "
        "(libOpenCL.so.1 and a platform; Debian: pocl-opencl-icd for the processor)"));
  return detail::device_access::make(found.front());
}

} // namespace stria
