// SPDX-License-Identifier: BSL-1.0
// A Python module of functions that compute with GPU arrays of other libraries;
// gpu_arrays_test.py calls them on a machine with a GPU.
#include <stria/device.hpp>

#include <stria/interop/python_device.hpp>

#include <pybind11/stl.h>

#include <utility>

namespace py = pybind11;
using namespace stria;

PYBIND11_MODULE(stria_gpu_arrays, m) {
  m.def("name", [] { return default_device().name(); });
  m.def("twice", [](const py::object& x) {
    const device d = default_device();
    const auto a = from_cuda_array<const float, dyn, dyn>(x, d);
    auto r = eval(a * 2.f);
    d.wait(); // from here on Python may free x
    return to_cuda_array(std::move(r));
  });
  m.def("row_sums", [](const py::object& x) {
    const device d = default_device();
    const auto a = from_cuda_array<const double, dyn, dyn>(x, d);
    auto r = eval(sum(a, _1));
    d.wait();
    return to_cuda_array(std::move(r));
  });
  // Writes into the memory of the other library.
  m.def("add_columns", [](const py::object& x, float value) {
    const device d = default_device();
    auto a = from_cuda_array<float, dyn, dyn>(x, d);
    a[_, range(_, _, 2)] += value;
    d.wait();
  });
  m.def("product", [](const py::object& x, const py::object& y) {
    const device d = default_device();
    const auto a = from_cuda_array<const float, dyn, dyn>(x, d);
    const auto b = from_cuda_array<const float, dyn, dyn>(y, d);
    auto r = eval(matmul(a, b));
    d.wait();
    return to_cuda_array(std::move(r));
  });
}
