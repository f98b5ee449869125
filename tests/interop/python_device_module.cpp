// SPDX-License-Identifier: BSL-1.0
// A Python module of functions with GPU arrays as arguments and results; python_device_test.py
// calls them with the fake driver of tests/device.
#include <stria/device.hpp>

#include <stria/interop/python_device.hpp>

#include "../device/fake_cuda.hpp"

#include <pybind11/stl.h>

#include <dlfcn.h>

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace py = pybind11;
using namespace stria;

namespace {

const fake_cuda& driver() {
  void* const library = ::dlopen(std::getenv("STRIA_CUDA_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
  return *reinterpret_cast<fake_cuda* (*)()>(::dlsym(library, "fake_cuda_state"))();
}
std::uintptr_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }
/// The memory to which a view refers.
auto parts(const auto& v) {
  return py::make_tuple(v.size() == 0 ? 0 : address(device_pointer(v)), v.shape(), v.strides());
}

} // namespace

PYBIND11_MODULE(stria_device_test, m) {
  m.def("name", [] { return default_device().name(); });
  m.def("allocations", [] { return driver().live_allocations; });
  m.def("waits", [] { return driver().stream_waits; });
  m.def("waited_for", [] { return address(driver().recorded_stream); });
  m.def("finish", [] { default_device().wait(); });

  m.def("make",
        [](dview<const float, 2> a) { return to_cuda_array(to_device(a, default_device())); });
  m.def("make_bytes", [](dview<const std::uint8_t, 1> a) {
    return to_cuda_array(to_device(a, default_device()));
  });
  m.def("make_complex",
        [] { return to_cuda_array(device_tensor<std::complex<double>, 3>(default_device())); });
  m.def("described", [] {
    auto t = to_device(tensor{{1.f, 2.f, 3.f}, {4.f, 5.f, 6.f}}, default_device());
    const auto& constant = t;
    py::list parts;
    parts.append(py::make_tuple(address(device_pointer(t)), cuda_array_interface(t)));
    parts.append(
        py::make_tuple(address(device_pointer(t[_1, rev()])), cuda_array_interface(t[_1, rev()])));
    parts.append(py::make_tuple(address(device_pointer(constant)), cuda_array_interface(constant)));
    parts.append(py::make_tuple(0, cuda_array_interface(t[range(2, _)])));
    return parts;
  });

  m.def("parts", [](const py::object& x) {
    return parts(from_cuda_array<const float, dyn, dyn>(x, default_device()));
  });
  m.def("written", [](const py::object& x) {
    return parts(from_cuda_array<float, dyn, 3>(x, default_device()));
  });
  m.def("bools", [](const py::object& x) {
    return parts(from_cuda_array<const bool, dyn>(x, default_device()));
  });
  // The function of docs/interop.md.
  m.def("twice", [](const py::object& x) {
    const device d = default_device();
    const auto a = from_cuda_array<const float, dyn, 3>(x, d);
    auto r = eval(a * 2.f);
    d.wait(); // from here on Python may free x
    return to_cuda_array(std::move(r));
  });
  m.def("copy_of", [](const py::object& x) {
    // Copies contiguous memory by the driver alone, because the fake driver runs no kernels.
    const auto v = from_cuda_array<const float, dyn, dyn>(x, default_device());
    dtensor<float, 2> h = zeros<float>(v.extent(0), v.extent(1));
    v.context()->read(h.data(), v.base(), 0, static_cast<std::size_t>(h.size()) * sizeof(float));
    return h;
  });
}
