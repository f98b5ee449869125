// SPDX-License-Identifier: BSL-1.0
// interop/python_device.hpp: exchanges tensors on CUDA GPUs with Python libraries (CuPy, Numba,
// PyTorch) through __cuda_array_interface__, without a copy.
// Tests: tests/interop/python_device_test.py, tests/interop/python_device_module.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/external_memory.hpp>
#include <stria/interop/python.hpp>

#include <bit>
#include <memory>
#include <string>
#include <utility>

namespace stria {

namespace detail {

/// The NumPy type string of an element: "<f4".
template <class T> std::string array_interface_type() {
  constexpr bool little = std::endian::native == std::endian::little;
  const char kind = std::same_as<T, bool>         ? 'b'
                    : std::is_floating_point_v<T> ? 'f'
                    : is_complex<T>::value        ? 'c'
                    : std::is_signed_v<T>         ? 'i'
                                                  : 'u';
  const char order = sizeof(T) == 1 ? '|' : little ? '<' : '>';
  return std::string{order, kind} + std::to_string(sizeof(T));
}

/// The dictionary that `__cuda_array_interface__` prescribes, for memory on a device.
template <class T, device_memory X>
pybind11::dict array_interface_of(T* first, const X& x, bool read_only) {
  pybind11::list sizes, strides;
  for (const index n : x.shape())
    sizes.append(n);
  for (const index s : x.strides())
    strides.append(s * index{sizeof(T)});
  const std::uintptr_t stream = x.context()->native_stream();
  if (stream == 0)
    x.context()->finish();
  pybind11::dict d;
  d["shape"] = pybind11::tuple(sizes);
  d["strides"] = pybind11::tuple(strides);
  d["typestr"] = array_interface_type<std::remove_const_t<T>>();
  // The interface requires the address 0 if there are no elements.
  d["data"] =
      pybind11::make_tuple(x.size() == 0 ? 0 : reinterpret_cast<std::uintptr_t>(first), read_only);
  d["stream"] = stream == 0 ? pybind11::object(pybind11::none()) : pybind11::int_(stream);
  d["version"] = 3;
  return d;
}

/// An object that has the dictionary `d` and keeps the owner of the elements alive.
inline pybind11::object with_array_interface(pybind11::dict d, pybind11::object owner) {
  return pybind11::module_::import("types").attr("SimpleNamespace")(
      pybind11::arg("__cuda_array_interface__") = std::move(d),
      pybind11::arg("owner") = std::move(owner));
}

/// The R entries of a tuple of integers. Raises ValueError for another number of entries, and
/// TypeError for an object that is not such a tuple.
template <std::size_t R>
std::array<index, R> interface_numbers(const pybind11::object& o, const char* what) {
  if (!pybind11::isinstance<pybind11::tuple>(o))
    throw pybind11::type_error(std::string("stria: __cuda_array_interface__: ") + what +
                               " is not a tuple");
  const auto all = pybind11::reinterpret_borrow<pybind11::tuple>(o);
  if (all.size() != R)
    throw pybind11::value_error("stria: the array has the rank " + std::to_string(all.size()) +
                                ", not " + std::to_string(R));
  std::array<index, R> r{};
  for (std::size_t k = 0; k < R; ++k)
    r[k] = all[k].template cast<index>();
  return r;
}

/// Reads the interface of an object. Later operations of the device wait for the stream that the
/// object names.
template <class T, auto L>
device_view<T, L> view_of_interface(pybind11::handle source, const device& d) {
  constexpr std::size_t R = L.rank();
  using element = std::remove_const_t<T>;
  namespace py = pybind11;
  const std::string name = "stria: __cuda_array_interface__: ";
  const auto& context = device_access::context(d);
  check_foreign(d, nullptr, 0);
  if (!py::hasattr(source, "__cuda_array_interface__"))
    throw py::type_error(std::string("stria: an array on a GPU is needed, but this is ") +
                         Py_TYPE(source.ptr())->tp_name +
                         ", which has no __cuda_array_interface__");
  const py::object given = source.attr("__cuda_array_interface__");
  if (!py::isinstance<py::dict>(given))
    throw py::type_error(name + "it is not a dictionary");
  const auto dict = py::reinterpret_borrow<py::dict>(given);
  for (const char* const key : {"shape", "typestr", "data", "version"})
    if (!dict.contains(key))
      throw py::value_error(name + "there is no entry '" + key + "'");
  const auto has = [&](const char* key) { return dict.contains(key) && !dict[key].is_none(); };
  if (dict["version"].cast<int>() < 2)
    throw py::value_error(name + "the version is less than 2");
  if (has("mask"))
    throw py::value_error(name + "arrays with a mask are not supported");
  const auto type = dict["typestr"].cast<std::string>();
  if (const std::string wanted = array_interface_type<element>(); type != wanted)
    throw py::type_error("stria: the array's elements are '" + type + "', not '" + wanted + "'");
  const auto sizes = interface_numbers<R>(dict["shape"], "the entry 'shape'");
  for (std::size_t k = 0; k < R; ++k)
    if (sizes[k] < 0)
      throw py::value_error(name + "a size is negative");
  message fault;
  if (bool fits = true; true) {
    for (std::size_t k = 0; k < R; ++k)
      fits = fits && (!L.shape[k].is_static() || L.shape[k].size == sizes[k]);
    if (!fits) {
      say_shape(fault << "stria: the array has the shape ", sizes);
      fault << ", which does not fit ";
      say_shape(fault, L.shape.view());
      throw py::value_error(std::string(fault.view()));
    }
  }
  const index count = checked_count(sizes.data(), R);
  auto strides = row_major_strides(sizes);
  if (has("strides")) {
    const auto bytes = interface_numbers<R>(dict["strides"], "the entry 'strides'");
    for (std::size_t k = 0; k < R; ++k) {
      if (bytes[k] % index{sizeof(T)} != 0 && sizes[k] > 1 && count > 0)
        throw py::value_error("stria: the array's strides are not multiples of its elements' " +
                              std::to_string(sizeof(T)) + " bytes");
      strides[k] = bytes[k] / index{sizeof(T)};
    }
  }
  if (!py::isinstance<py::tuple>(dict["data"]) || py::len(dict["data"]) != 2)
    throw py::value_error(name + "the data must be a pair of an address and a bool");
  const auto data = py::reinterpret_borrow<py::tuple>(dict["data"]);
  const auto address = data[0].cast<std::uintptr_t>();
  if (!std::is_const_v<T> && data[1].cast<bool>())
    throw py::value_error("stria: the array is read-only, but its elements would be written");
  if (count > 0 && address == 0)
    throw py::value_error(name + "the address is null");
  if (address % alignof(T) != 0)
    throw py::value_error("stria: the array begins at an address that is not a multiple of " +
                          std::to_string(alignof(T)));
  if (has("stream")) {
    const auto stream = dict["stream"].cast<std::uintptr_t>();
    if (stream == 0)
      throw py::value_error(name +
                            "the stream is 0, which is ambiguous: it may be either default stream");
    context->wait_for_stream(stream);
  }
  return device_view<T, L>(context, static_cast<device_address>(address), 0,
                           {0, sizes, shortened_idle_strides(sizes, strides)});
}

} // namespace detail

/// Describes the elements of a tensor or a view on a GPU for other libraries.
///
/// The tensor must outlive all use of the dictionary.
///
/// \param c      a device_tensor or a view of one
/// \returns      a dictionary with the shape, the strides in bytes, the element type, the address,
///               whether the elements are read-only, and the stream that other libraries must wait
///               for
/// \throws       device_error if the device has no addresses (OpenCL)
/// \refuses      temporary tensors
/// \complexity   O(rank); nothing is copied
/// \numpy        `x.__cuda_array_interface__` (CuPy)
/// \usage        `cuda_array_interface(c)`
template <detail::lasting_device_memory N> pybind11::dict cuda_array_interface(N&& c) {
  auto* const first = device_pointer(c);
  return detail::array_interface_of(first, c,
                                    std::is_const_v<std::remove_pointer_t<decltype(first)>>);
}

/// Passes a tensor on a GPU to Python, without a copy.
///
/// \param t      a device_tensor to move from
/// \returns      a Python object with `__cuda_array_interface__`, which owns the elements
/// \throws       device_error if the device has no addresses (OpenCL)
/// \complexity   O(rank); nothing is copied
/// \numpy        `cupy.asarray(x)`, `torch.as_tensor(x)` of the result
/// \usage        `return to_cuda_array(std::move(r));`
template <class T, extent... E> pybind11::object to_cuda_array(device_tensor<T, E...>&& t) {
  using tensor_t = device_tensor<T, E...>;
  static_cast<void>(device_pointer(t));
  auto kept = std::make_unique<tensor_t>(std::move(t));
  pybind11::dict d = cuda_array_interface(*kept);
  pybind11::capsule owner(kept.get(), [](void* p) { delete static_cast<tensor_t*>(p); });
  static_cast<void>(kept.release());
  return detail::with_array_interface(std::move(d), std::move(owner));
}

/// A Python array on a GPU as a view, without a copy.
///
/// The view is valid while the Python object exists. Operations of the device wait for the stream
/// that the object names.
///
/// \tparam T     the element type, const for read-only access
/// \tparam E     extents of the view
/// \param x      an object with `__cuda_array_interface__`
/// \param d      the CUDA device that holds the array
/// \returns      a view of memory on the device
/// \throws       device_error if the device has no addresses (OpenCL); Python exceptions: TypeError
///               for another object or element type, ValueError for another rank, static extents
///               that do not fit, strides or an address that are not aligned, an array with a mask,
///               an incomplete interface, or a read-only array unless T is const
/// \refuses      element types that devices do not have; temporary objects
/// \complexity   O(rank); nothing is copied
/// \numpy        `cupy.asarray(x)`
/// \usage        `from_cuda_array<const float, dyn, 3>(x, gpu)`
template <class T, extent... E>
  requires(detail::device_element<std::remove_const_t<T>>)
auto from_cuda_array(const pybind11::object& x, const device& d) {
  return detail::view_of_interface<T, detail::strided_layout(detail::shape_of<E...>())>(x, d);
}
template <class T, extent... E> void from_cuda_array(pybind11::object&&, const device&) = delete;

} // namespace stria
