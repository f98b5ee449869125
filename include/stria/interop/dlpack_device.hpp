// SPDX-License-Identifier: BSL-1.0
// interop/dlpack_device.hpp: tensors on GPUs of CUDA in and out by DLPack, without a copy.
#pragma once

#include <stria/device/foreign.hpp>
#include <stria/interop/dlpack.hpp>

namespace stria {
namespace detail {

template <device_memory X> auto* first_of_dlpack(X& x) { return device_pointer(x); }
template <device_memory X> DLDevice device_of_dlpack(const X& x) {
  return {kDLCUDA, x.context()->ordinal()};
}

} // namespace detail

/// A tensor on a GPU for other libraries, which keeps the elements of `t`, which is moved from. All
/// work on the device is done when this returns. `device_error` where the device has no addresses
/// (OpenCL). Python: `t.__dlpack__()`.
template <class T, extent... E> dlpack_ptr to_dlpack(device_tensor<T, E...>&& t) {
  static_cast<void>(device_pointer(t));
  t.on().wait();
  return detail::export_dlpack(std::move(t),
                               [](device_tensor<T, E...>& kept) -> auto& { return kept; });
}

/// A tensor of another library on a GPU, for as long as this object lives; its deleter is called
/// once, at the end, when the work of this library is done. What `from_dlpack` returns.
template <class T, extent... E> class dlpack_device_tensor {
  static constexpr auto extents = detail::shape_of<E...>();
  static constexpr std::size_t R = sizeof...(E);

  dlpack_ptr managed_;
  device device_;
  T* first_ = nullptr;
  std::array<index, R> sizes_{}, strides_{};

  void look(const DLManagedTensor* m) {
    const auto& context = detail::device_access::context(device_);
    if (!context->has_addresses())
      raise<device_error>(message("stria: from_dlpack: ")
                          << device_.name() << " has no addresses that other libraries know");
    if (m == nullptr)
      raise<value_error>(message("stria: from_dlpack: there is no tensor, the pointer is null"));
    first_ = detail::check_dlpack<std::remove_const_t<T>, extents>(m->dl_tensor, sizes_, strides_,
                                                                   context->ordinal());
  }

public:
  /// For the library's own use; call from_dlpack.
  dlpack_device_tensor(dlpack_ptr m, const device& d) : managed_(std::move(m)), device_(d) {
    look(managed_.get());
  }
  dlpack_device_tensor(DLManagedTensor* m, const device& d) : device_(d) {
    look(m);
    managed_.reset(m);
  }
  dlpack_device_tensor(dlpack_device_tensor&&) = default;
  dlpack_device_tensor& operator=(dlpack_device_tensor&&) = delete;
  ~dlpack_device_tensor() {
    if (managed_ != nullptr)
      device_.wait();
  }

  /// The elements, for as long as this object lives; read-only where T is const.
  auto view() const& {
    return detail::device_view<T, detail::strided_layout(extents)>(
        detail::device_access::context(device_), reinterpret_cast<detail::device_address>(first_),
        0, {0, sizes_, strides_});
  }
  auto view() const&& = delete;
};

/// A tensor of another library on a GPU as an object that owns it: `from_dlpack<float, dyn, 3>(m,
/// gpu).view()`. The other library's work on it must be done. `value_error` for other elements,
/// another device and strides that cannot be; `shape_error` for another rank or other static
/// extents; `device_error` where the device has no addresses (OpenCL). If it throws, a plain
/// pointer is still the caller's, a dlpack_ptr is deleted. Python: `cupy.from_dlpack(x)`.
template <class T, extent... E>
  requires(detail::device_element<std::remove_const_t<T>>)
dlpack_device_tensor<T, E...> from_dlpack(DLManagedTensor* m, const device& d) {
  return {m, d};
}
template <class T, extent... E>
  requires(detail::device_element<std::remove_const_t<T>>)
dlpack_device_tensor<T, E...> from_dlpack(dlpack_ptr m, const device& d) {
  return {std::move(m), d};
}

} // namespace stria
