// SPDX-License-Identifier: BSL-1.0
// device/foreign.hpp: memory of a GPU that others own, as a view.
#pragma once

#include <stria/device/store.hpp>
#include <stria/device/subscript.hpp>

namespace stria {

namespace detail {

template <class T, std::size_t R>
using strided_device_view = device_view<T, strided_layout(unknown_shape<R>())>;

inline void check_foreign(const device& d, const void* pointer, index count) {
  if (!device_access::context(d)->has_addresses())
    raise<device_error>(message("stria: device: ")
                        << d.name()
                        << " has no addresses that other libraries know; those of CUDA "
                           "have");
  if (count > 0 && pointer == nullptr)
    raise<value_error>(message("stria: as_device_view: the pointer is null"));
}

} // namespace detail

/// Elements in the memory of a GPU that another library owns, from a pointer of CUDA on, as a view
/// with strides in elements. The memory has to outlive the view, and is used in the order of the
/// device's own work: who writes it elsewhere waits for that first. `value_error` for a negative
/// size and a null pointer, `device_error` where the device has no addresses (OpenCL).
template <class T, std::size_t R>
  requires(detail::device_element<std::remove_const_t<T>>)
auto as_device_view(T* pointer, const std::array<index, R>& shape,
                    const std::array<index, R>& strides, const device& d)
    -> detail::strided_device_view<T, R> {
  const index count = detail::checked_count(shape.data(), R);
  detail::check_foreign(d, pointer, count);
  return {detail::device_access::context(d),
          reinterpret_cast<detail::device_address>(pointer),
          0,
          {0, shape, detail::shortened_idle_strides(shape, strides)}};
}
/// The same in row-major order.
template <class T, std::size_t R>
  requires(detail::device_element<std::remove_const_t<T>>)
auto as_device_view(T* pointer, const std::array<index, R>& shape, const device& d)
    -> detail::strided_device_view<T, R> {
  static_cast<void>(detail::checked_count(shape.data(), R));
  return as_device_view(pointer, shape, detail::row_major_strides(shape), d);
}

/// The address of the first element of a tensor or a view on a GPU, for other libraries; they wait
/// for `device::wait()` before they read it. `device_error` where the device has no addresses.
template <detail::lasting_device_memory N> auto device_pointer(N&& c) {
  using T = typename detail::device_element_of<N>::type;
  detail::check_foreign(detail::device_access::make(c.context()), nullptr, 0);
  index offset = 0;
  if constexpr (!detail::device_owner<N>)
    offset = c.offset();
  return reinterpret_cast<T*>(c.base()) + offset;
}

} // namespace stria
