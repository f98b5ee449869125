// SPDX-License-Identifier: BSL-1.0
// device/external_memory.hpp: views of memory on a GPU that another library owns.
// Tests: tests/device/foreign.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

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
                        << " has no addresses that other libraries can use; CUDA "
                           "devices have");
  if (count > 0 && pointer == nullptr)
    raise<value_error>(message("stria: as_device_view: the pointer is null"));
}

} // namespace detail

/// A view of memory on a GPU that another library owns.
///
/// The memory must outlive the view. stria accesses it in order with the other operations of `d`.
/// If another library writes the memory, wait until that library has finished.
///
/// \param pointer  the address of the first element, from CUDA
/// \param shape    the sizes of the axes
/// \param strides  the strides in elements; row-major if they are omitted
/// \param d        the device that holds the memory
/// \returns        a view of rank R; read-only if T is const
/// \throws         value_error if a size is negative, if the shape is too large, or if there are
///                 elements and the pointer is null; device_error if the device has no addresses
///                 (OpenCL)
/// \refuses        element types that devices do not support
/// \complexity     O(rank); nothing is copied
/// \numpy          none
/// \usage          `as_device_view(p, std::array<index_t, 2>{3, 4}, d)`
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
/// A view of row-major memory on a GPU that another library owns.
template <class T, std::size_t R>
  requires(detail::device_element<std::remove_const_t<T>>)
auto as_device_view(T* pointer, const std::array<index, R>& shape, const device& d)
    -> detail::strided_device_view<T, R> {
  static_cast<void>(detail::checked_count(shape.data(), R));
  return as_device_view(pointer, shape, detail::row_major_strides(shape), d);
}

/// The address of the first element of a tensor or a view on a GPU, for other libraries.
///
/// Call `device::wait()` before another library reads the memory.
///
/// \param c      a device_tensor or a view of one
/// \returns      a pointer to memory on the device, to const elements if `c` is read-only
/// \throws       device_error if the device has no addresses (OpenCL); value_error if `c` was moved
///               from
/// \refuses      temporary tensors
/// \complexity   O(1)
/// \numpy        `c.data.ptr` (CuPy)
/// \usage        `device_pointer(c)`
template <detail::lasting_device_memory N> auto device_pointer(N&& c) {
  using T = typename detail::device_element_of<N>::type;
  detail::check_foreign(detail::device_access::make(c.context()), nullptr, 0);
  index offset = 0;
  if constexpr (!detail::device_owner<N>)
    offset = c.offset();
  return reinterpret_cast<T*>(c.base()) + offset;
}

} // namespace stria
