// SPDX-License-Identifier: BSL-1.0
// A Python module of functions with arrays of all kinds as arguments and results; python_test.py
// calls them.
#include <stria/stria.hpp>

#include <stria/interop/dlpack.hpp>
#include <stria/interop/python.hpp>

#include <pybind11/stl.h>

#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace py = pybind11;
using namespace stria;

namespace {

inline constexpr dim rows{"rows"};

/// Counts the tensors that Python holds.
struct grid {
  tensor<float, dyn, dyn> cells;
  grid(stria::index n, stria::index m) : cells(n, m) { ++alive; }
  grid(const grid&) = delete;
  grid& operator=(const grid&) = delete;
  ~grid() { --alive; }
  static inline int alive = 0;
};

// An array without an owner has no elements.
template <class A>
concept looks_at = requires(A a) { from_numpy<const float, dyn>(static_cast<A>(a)); };
static_assert(looks_at<py::array&> && looks_at<const py::array&> && !looks_at<py::array>);

std::optional<any_array> kept_array;

std::uintptr_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

} // namespace

PYBIND11_MODULE(stria_test, m) {
  // The functions of docs/interop.md.
  m.def("scale", [](dview<float, 2> a, float s) { a *= s; });
  m.def("rows", [](strided_view<const double, dyn, 3> a) { return sum(a, _1); });

  // Arguments.
  m.def("total", [](dview<const double, 2> a) -> double { return sum(a); });
  m.def("address", [](dview<const float, 1> a) { return address(a.data()); });
  m.def("double_it", [](dview<float, 2> a) { a *= 2.F; });
  m.def("rows_of_three", [](strided_view<const std::int64_t, dyn, 3> a) { return sum(a, _0); });
  m.def("named", [](const strided_view<const float, rows, 2>& a) { return a.extent(0); });
  m.def("pairs", [](const strided_view<const float, rows, rows - 1>& a) { return a.extent(1); });
  m.def("differences", [](const tensor<double, rows>& a) -> tensor<double, rows - 1> {
    return a[range(_1, _)] - a[range(_, -_1)];
  });
  m.def("packed", [](view<const float, tensor<float, dyn, dyn>::layout> a) { return a.size(); });
  m.def("negate", [](tensor<int, dyn> t) {
    t = -t;
    return t;
  });
  m.def("conjugate", [](dview<std::complex<double>, 1> a) {
    a = map([](std::complex<double> z) { return std::conj(z); }, a);
  });
  m.def("invert", [](dview<const bool, 1> a) { return !a; });
  m.def("point", [](dview<double, 0> a) { static_cast<double&>(a) += 1.0; });
  m.def("kind", [](dview<const float, 1>) { return "float32"; });
  m.def("kind", [](dview<const double, 1>) { return "float64"; });
  m.def("maybe", [](std::optional<dview<const double, 1>> a) { return a ? a->size() : -1; });
  m.def("by_hand",
        [](const py::array& a) { return sum(from_numpy<const double, dyn, dyn>(a), _1); });

  // Of any rank and type.
  m.def("any_total", [](const any_tensor<const double>& a) {
    return visit_rank(a, [](auto v) -> double { return sum(v); });
  });
  m.def("any_scale", [](any_tensor<float> a, float s) { // of the same elements
    visit_rank(a, [&](auto v) { v *= s; });
    return a;
  });
  m.def("any_same", [](const any_array& a) { return a; });
  m.def("any_read_only", [](const any_tensor<const float>& a) { return a; });
  m.def("any_type", [](const any_array& a) { return py::make_tuple(a.type(), a.shape()); });
  m.def("any_reversed", [](const any_array& a) {
    return visit_array(
        a, [](const auto& t) { return visit_rank<1, 3>(t, [](auto v) { return v[rev()]; }); });
  });
  m.def("any_kind", [](const any_tensor<const float>&) { return "float32"; });
  m.def("any_kind", [](const any_array&) { return "other"; });
  m.def("any_keep", [](std::optional<any_array> a) { kept_array = std::move(a); });
  m.def("any_kept", [] { return kept_array; });
  m.def("any_drop_elsewhere", [] { // in a thread that does not hold the lock
    const py::gil_scoped_release unlocked;
    std::thread([] { kept_array.reset(); }).join();
  });
  m.def("any_by_hand", [](const py::array& a) {
    return py::make_tuple(to_numpy(from_numpy_any(a)), to_numpy(from_numpy_any<const int>(a)));
  });
  m.def("any_made", [] { return any_array(tensor<float, dyn, dyn>{{1.F, 2.F}, {3.F, 4.F}}); });

  // Results.
  m.def("make", [](stria::index n, stria::index k) {
    auto t = from_function(
        [](stria::index i, stria::index j) { return 10. * double(i) + double(j); }, n, k);
    return std::pair(address(t.data()), std::move(t));
  });
  m.def("small", [] { return tensor<int, 2, 2>{{1, 2}, {3, 4}}; });
  m.def("number", [] { return tensor<double>(2.5); });
  m.def("half", [](tensor<double> x) { return tensor<double>(x / 2.); });
  m.def("square", [](tensor<std::complex<double>> z) { return eval(z * z); });
  m.def("sum_of", [](dview<const float, 1> a) { return sum(a); });
  m.def("outer_sum",
        [](dview<const double, 1> a, dview<const double, 1> b) { return a[_, newaxis] + b; });
  m.def("product", [](dview<const double, 2> a, dview<const double, 2> b) { return matmul(a, b); });
  m.def("every_other", [](dview<double, 1> a) { return a[range(_, _, 2)]; });
  m.def("to_numpy", [](dview<const float, 2> a) {
    const tensor<float, dyn, dyn> kept = a;
    return py::make_tuple(to_numpy(kept), to_numpy(transpose(kept)), to_numpy(kept * 2.F));
  });
  py::class_<grid>(m, "grid")
      .def(py::init<stria::index, stria::index>())
      .def_property_readonly(
          "cells", [](grid& g) -> auto& { return g.cells; },
          py::return_value_policy::reference_internal)
      .def_property_readonly(
          "read_only", [](const grid& g) -> auto& { return g.cells; },
          py::return_value_policy::reference_internal)
      .def("copy", [](grid& g) -> auto& { return g.cells; })
      .def(
          "row", [](grid& g, stria::index i) { return g.cells[i]; },
          py::return_value_policy::reference_internal);
  m.def("grids", [] { return grid::alive; });

  // Errors.
  m.def("at", [](dview<const double, 1> a, stria::index i) { return a[i]; });
  m.def("add", [](dview<const double, 1> a, dview<const double, 1> b) { return eval(a + b); });
  m.def("sizes", [](stria::index n) { return zeros<float>(n); });

  // DLPack, compared with NumPy.
  m.def("dlpack", [](dview<const double, 2> a) {
    tensor<double, dyn, dyn> t = a;
    const auto at = address(t.data());
    py::capsule c(to_dlpack(std::move(t)).release(), "dltensor", [](PyObject* o) {
      if (PyCapsule_IsValid(o, "dltensor"))
        static_cast<void>(
            dlpack_ptr(static_cast<DLManagedTensor*>(PyCapsule_GetPointer(o, "dltensor"))));
    });
    return py::make_tuple(at, c);
  });
  m.def("sum_of_dlpack", [](py::capsule c) {
    const auto held = from_dlpack<const double, dyn, dyn>(c.get_pointer<DLManagedTensor>());
    PyCapsule_SetName(c.ptr(), "used_dltensor");
    const auto v = held.view();
    return py::make_tuple(address(v.data()), eval(sum(v, _0)));
  });
}
