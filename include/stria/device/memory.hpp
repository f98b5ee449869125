// SPDX-License-Identifier: BSL-1.0
// device/memory.hpp: devices, and the memory of tensors on them.
#pragma once

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

/// The bytes of `count` elements; `value_error` where they cannot be counted.
inline std::size_t bytes_of_elements(index count, std::size_t each) {
  return static_cast<std::size_t>(multiply_or_raise("device", count, static_cast<index>(each)));
}

/// Owns an allocation. Empty for 0 bytes.
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

/// A point in the work of a device or of a stream: `d.record()`, `s.record()`. A handle: copies
/// name the same point.
class event {
  std::shared_ptr<detail::recorded_event> recorded_; // null: it was waited for
  friend class detail::device_access;
  explicit event(std::shared_ptr<detail::recorded_event> e) : recorded_(std::move(e)) {}

public:
  /// Waits until the work before it is done. `device_error` where that has failed.
  void wait() const {
    if (recorded_ != nullptr)
      recorded_->wait();
  }
  /// The work before it is done, and wait() does not wait.
  bool is_ready() const { return recorded_ == nullptr || recorded_->is_done(); }
};

/// A GPU, or another processor that a driver of CUDA or OpenCL offers. A handle: copies name the
/// same device. `default_device()` and `devices()` give them.
class device {
  std::shared_ptr<detail::device_context> context_;
  friend class detail::device_access;
  explicit device(std::shared_ptr<detail::device_context> context) : context_(std::move(context)) {}

public:
  /// The device's name, as its driver tells it.
  std::string name() const { return context_->name(); }
  /// Whether it computes with `double`; expressions that need it are refused elsewhere.
  bool has_double() const { return context_->has_double(); }
  /// The library that computes large products of matrices of floats and doubles there: "cuBLAS",
  /// "CLBlast", or nothing, where a kernel of this library does.
  std::string product_library() const { return context_->product_library(); }
  /// Waits until all work is done that this process has asked of it.
  void wait() const { context_->finish(); }
  /// The end of the work that has been asked of it so far.
  event record() const;
  /// Its work that is asked for later begins after an event, of this device or another one. The
  /// program does not wait where the driver can do so by itself (CUDA).
  void wait_for(const event& e) const;
  friend bool operator==(const device&, const device&) = default;
};

namespace detail {

/// For the library's own use: a device's context.
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

/// All devices of this machine: those of CUDA, then those of OpenCL.
inline std::vector<device> devices() {
  std::vector<device> found;
  for (const auto& context : detail::all_devices())
    found.push_back(detail::device_access::make(context));
  return found;
}

/// The first of devices(). `device_error` where there is none.
inline device default_device() {
  const auto& found = detail::all_devices();
  if (found.empty())
    raise<device_error>(message(
        "stria: device: there is none; the driver of CUDA (libcuda.so.1) or of OpenCL "
        "(libOpenCL.so.1 and a platform, Debian: pocl-opencl-icd for the processor) is needed"));
  return detail::device_access::make(found.front());
}

} // namespace stria
