// SPDX-License-Identifier: BSL-1.0
// The functions that nanobind_test.py calls: views and tensors as arguments and results.
#include <stria/interop/nanobind.hpp>
#include <stria/stria.hpp>

#include <complex>

namespace nb = nanobind;
using namespace stria;

namespace {

struct holder {
  tensor<double, 2, 3> values{{1, 2, 3}, {4, 5, 6}};
  tensor<double, 2, 3>& get() { return values; }
  auto column() { return values[_, 1]; }
};

} // namespace

NB_MODULE(stria_nanobind_test, m) {
  // The functions of docs/interop.md.
  m.def("scale", [](dview<float, 2> a, float s) { a *= s; });
  m.def("rows", [](strided_view<const double, dyn, 3> a) { return to_ndarray(sum(a, _1)); });

  m.def("add_one", [](dview<double, 2> x) { x += 1.; });
  m.def("total", [](dview<const float, 2> x) { return sum(x); });
  m.def("total", [](dview<const int, 1> x) { return -sum(x); });
  m.def("three_columns", [](strided_view<const double, dyn, 3> x) { return x.extent(0); });
  m.def("doubled", [](dview<const double, 1> x) { return to_ndarray(2. * x); });
  m.def("taken", [](dtensor<double, 2> x) {
    x[0] = 7.;
    return x;
  });
  m.def("reversed_view", [](dview<double, 1> x) { return x[rev()]; });
  m.def("fixed", [] { return tensor<int, 2, 2>{{1, 2}, {3, 4}}; });
  // A temporary cannot be referred to, so it is moved.
  m.def("fixed_by_reference", [] { return dtensor<int, 1>{5, 6}; }, nb::rv_policy::reference);
  m.def("complex_sum", [](dview<const std::complex<double>, 1> x) { return sum(x); });
  m.def("number", [](tensor<double> x) { return tensor<double>(x + 0.5); });
  m.def("any_of_bool", [](dview<const bool, 1> x) { return any(x); });
  nb::class_<holder>(m, "holder")
      .def(nb::init<>())
      .def("get", &holder::get, nb::rv_policy::reference_internal)
      .def("copy", &holder::get, nb::rv_policy::copy)
      .def("column", &holder::column, nb::rv_policy::reference_internal);
}
