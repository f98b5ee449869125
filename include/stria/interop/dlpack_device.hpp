// SPDX-License-Identifier: BSL-1.0
// interop/dlpack_device.hpp: exchanges tensors on CUDA GPUs through DLPack, without a copy.
// Tests: tests/device/dlpack.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/external_memory.hpp>
#include <stria/interop/dlpack.hpp>

namespace stria {
namespace detail {

template <device_memory X> auto* first_of_dlpack(X& x) { return device_pointer(x); }
template <device_memory X> DLDevice device_of_dlpack(const X& x) {
  return {kDLCUDA, x.context()->ordinal()};
}

} // namespace detail

/// Passes a tensor on a GPU to another library, without a copy. Waits for all operations of the
/// device. Raises device_error if the device has no addresses (OpenCL).
template <class T, extent... E> dlpack_ptr to_dlpack(device_tensor<T, E...>&& t) {
  static_cast<void>(device_pointer(t));
  t.on().wait();
  return detail::export_dlpack(std::move(t),
                               [](device_tensor<T, E...>& kept) -> auto& { return kept; });
}

/// Owns a tensor of another library on a GPU; from_dlpack() returns it. The destructor waits for
/// the operations of the device, then calls the deleter of the tensor.
///
/// \usage        `const auto in = from_dlpack<float, dyn, 3>(m, gpu); eval(in.view() * 2.f)`
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
      raise<device_error>(detail::message("stria: from_dlpack: ")
                          << device_.name() << " has no addresses that other libraries can use");
    if (m == nullptr)
      raise<value_error>(detail::message("stria: from_dlpack: the pointer is null"));
    first_ = detail::check_dlpack<std::remove_const_t<T>, extents>(m->dl_tensor, sizes_, strides_,
                                                                   context->ordinal());
  }

public:
  /// For internal use; call from_dlpack().
  dlpack_device_tensor(dlpack_ptr m, const device& d) : managed_(std::move(m)), device_(d) {
    look(managed_.get());
  }
  /// For internal use; call from_dlpack().
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

  /// The elements as a view with their strides, valid while this object lives; read-only if T is
  /// const.
  auto view() const& {
    return detail::device_view<T, detail::strided_layout(extents)>(
        detail::device_access::context(device_), reinterpret_cast<detail::device_address>(first_),
        0, {0, sizes_, strides_});
  }
  auto view() const&& = delete;
};

/// Takes over a tensor of another library on a GPU: `from_dlpack<float, dyn, 3>(m, gpu).view()`.
/// The other library must have finished its work on the tensor. Raises device_error if the device
/// has no addresses (OpenCL). Python: `cupy.from_dlpack(x)`.
template <class T, extent... E>
  requires(detail::device_element<std::remove_const_t<T>>)
dlpack_device_tensor<T, E...> from_dlpack(DLManagedTensor* m, const device& d) {
  return {m, d};
}
/// Takes over a tensor on a GPU from a smart pointer.
template <class T, extent... E>
  requires(detail::device_element<std::remove_const_t<T>>)
dlpack_device_tensor<T, E...> from_dlpack(dlpack_ptr m, const device& d) {
  return {std::move(m), d};
}

} // namespace stria
