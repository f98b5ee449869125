// SPDX-License-Identifier: BSL-1.0
// device/stream.hpp: copies to the host that run in the background.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/copies.hpp>
#include <stria/device/store.hpp>

#include <memory>
#include <utility>

namespace stria {

/// A queue of copies from a device to the host. The copies run in the background, in the order of
/// the requests. A copied stream object refers to the same queue.
///
/// \usage        `const stream s(d); auto copy = to_host(c * 2.f, s);`
class stream {
  device device_;
  std::shared_ptr<detail::copy_queue> queue_;

public:
  /// A stream of copies from this device.
  explicit stream(const device& d) : device_(d), queue_(detail::make_copy_queue()) {}
  /// The device that the stream copies from.
  const device& on() const { return device_; }
  /// Waits until all copies requested so far are done.
  void wait() const { queue_->wait(); }
  /// An event after all copies requested so far: `d.wait_for(s.record())`.
  event record() const { return detail::device_access::make(queue_->last()); }

  /// The queue of copies. For internal use.
  const std::shared_ptr<detail::copy_queue>& queue() const { return queue_; }
};

/// A copy of the values of an expression to a tensor T on the host. The copy may still be running;
/// the destructor waits for it.
///
/// \usage        `auto copy = to_host(c, s); const dtensor<float, 2> t = copy.get();`
template <class T> class host_copy {
  struct parts {
    T values;
    detail::device_buffer source;
  };
  std::unique_ptr<parts> parts_; // moving this object does not move the target of the copy
  std::shared_ptr<detail::started_copy> copy_;

public:
  /// For internal use; call to_host().
  host_copy(T values, detail::device_buffer source, std::shared_ptr<detail::device_context> context,
            detail::copy_queue& queue)
      : parts_(new parts{std::move(values), std::move(source)}) {
    if (parts_->values.size() > 0)
      copy_ = queue.start(std::move(context), parts_->values.data(), parts_->source.base(),
                          parts_->source.bytes());
  }
  host_copy(host_copy&&) noexcept = default;
  host_copy& operator=(host_copy&&) = delete;
  ~host_copy() {
    if (copy_ != nullptr) {
      STRIA_TRY { copy_->wait(); }
      STRIA_CATCH(const device_error&) {
        // The error is ignored, because the values can no longer be read.
      }
    }
  }

  /// Whether the values have arrived, so that get() returns immediately.
  bool is_ready() const { return copy_ == nullptr || copy_->is_done(); }
  /// Waits for the values and returns them; device_error if the copy failed, value_error at a
  /// second call.
  T get() {
    if (parts_ == nullptr)
      raise<value_error>(
          detail::message("stria: device: the values of this copy were taken before"));
    if (copy_ != nullptr)
      copy_->wait();
    const auto taken = std::move(parts_);
    return std::move(taken->values);
  }
  /// Waits for the values and returns them, as get() does.
  operator T() && { return get(); }
};

namespace detail {

template <class E> struct copy_on_stream {
  static constexpr bool accepted = true;
  using type = host_copy<value_tensor<E>>;
  static type run(const E& e, const stream& s) {
    // The values are copied within the device first, because later statements may change operands.
    device_value<E> values(context_of(e), e.shape());
    device_loops::run<assign_op>(values.whole(), e);
    const auto context = values.context();
    return type(value_tensor<E>(values.shape(), uninitialized_t{}), std::move(values).take_buffer(),
                context, *s.queue());
  }
};

} // namespace detail

/// Copies the current values of an expression on a device to the host in the background:
/// `auto copy = to_host(c, s); ... copy.get()`. If the result is converted to a tensor immediately,
/// as in `tensor<float, dyn> h = to_host(c, s);`, the conversion waits for the copy.
template <detail::device_operand E>
auto to_host(const E& e, const stream& s)
    STRIA_RUN_OR_REFUSE((detail::device_call<E, detail::copy_on_stream>), e, s);

} // namespace stria
