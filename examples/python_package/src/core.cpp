// SPDX-License-Identifier: BSL-1.0
// The compiled module of gridops. Arguments are views of the memory of NumPy arrays. An expression
// that is returned is computed into a new array.
#include <stria/stria.hpp>

#include <stria/interop/python.hpp>

using namespace stria;

namespace {

using grid = dview<double, 2>;
using const_grid = dview<const double, 2>;

// Replaces each element by the mean of itself and its two neighbours, first vertically and then
// horizontally.
void smooth(grid u, int times) {
  const slice low(_, -2), mid(1, -1), high(2, _);
  for (int k = 0; k < times; ++k) {
    u[mid] = (u[low] + u[mid] + u[high]) / 3.;
    u[_, mid] = (u[_, low] + u[_, mid] + u[_, high]) / 3.;
  }
}

// Sums the weights of the points in each cell of a grid. A point outside raises IndexError.
dtensor<double, 2> deposit(dview<const double, 2> points, dview<const double, 1> weights,
                           stria::index_t rows, stria::index_t columns) {
  dtensor<double, 2> cells(rows, columns);
  cells[cast<stria::index_t>(floor(points[_, 0])), cast<stria::index_t>(floor(points[_, 1]))] +=
      weights;
  return cells;
}

} // namespace

PYBIND11_MODULE(_core, m) {
  m.def("smooth", &smooth, pybind11::arg("u"), pybind11::arg("times") = 1);
  m.def("deposit", &deposit, pybind11::arg("points"), pybind11::arg("weights"),
        pybind11::arg("rows"), pybind11::arg("columns"));
  m.def("slope", [](const_grid u) {
    const slice low(_, -2), mid(1, -1), high(2, _);
    return hypot(u[high, mid] - u[low, mid], u[mid, high] - u[mid, low]) / 2.;
  });
}
