// SPDX-License-Identifier: BSL-1.0
// device/stream.hpp: copies to the host beside the work of the program.
#pragma once

#include <stria/device/copies.hpp>
#include <stria/device/store.hpp>

#include <memory>
#include <utility>

namespace stria {

/// Copies from a device to the host that are done in their order, beside the program:
/// `auto copy = to_host(c, s);`. Copies of a stream name the same stream.
class stream {
  device device_;
  std::shared_ptr<detail::copy_queue> queue_;

public:
  explicit stream(const device& d) : device_(d), queue_(detail::make_copy_queue()) {}
  const device& on() const { return device_; }
  /// Waits until all copies that it was asked for are done.
  void wait() const { queue_->wait(); }
  /// The end of the copies that it was asked for so far: `d.wait_for(s.record())`.
  event record() const { return detail::device_access::make(queue_->last()); }

  // For the library's own use.
  const std::shared_ptr<detail::copy_queue>& queue() const { return queue_; }
};

/// The values of an expression on their way to the host; T is their tensor. get() and the
/// conversion to T wait for them; destroyed, it waits as well.
template <class T> class host_copy {
  struct parts {
    T values;
    detail::device_buffer source;
  };
  std::unique_ptr<parts> parts_; // moving this object does not move what is written
  std::shared_ptr<detail::started_copy> copy_;

public:
  // For the library's own use.
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
        // Nobody asks for the values any more.
      }
    }
  }

  /// The values have arrived, and get() does not wait.
  bool is_ready() const { return copy_ == nullptr || copy_->is_done(); }
  /// The values, once. `device_error` where the copy failed.
  T get() {
    if (parts_ == nullptr)
      raise<value_error>(message("stria: device: the values of this copy have been taken"));
    if (copy_ != nullptr)
      copy_->wait();
    const auto taken = std::move(parts_);
    return std::move(taken->values);
  }
  operator T() && { return get(); }
};

namespace detail {

template <class E> struct copy_on_stream {
  static constexpr bool accepted = true;
  using type = host_copy<value_tensor<E>>;
  static type run(const E& e, const stream& s) {
    // A copy within the device: later statements may change what e reads.
    device_value<E> values(context_of(e), e.shape());
    device_loops::run<assign_op>(values.whole(), e);
    const auto context = values.context();
    return type(value_tensor<E>(values.shape(), uninitialized_t{}), std::move(values).take_buffer(),
                context, *s.queue());
  }
};

} // namespace detail

/// The values that an expression on a device has now, copied to the host beside the program:
/// `tensor<float, dyn> h = to_host(c, s);` waits, `auto copy = to_host(c, s); ... copy.get()` does
/// so later.
template <detail::device_operand E>
auto to_host(const E& e, const stream& s)
    STRIA_RUN_OR_REFUSE((detail::device_call<E, detail::copy_on_stream>), e, s);

} // namespace stria
