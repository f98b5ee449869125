// SPDX-License-Identifier: BSL-1.0
// A Python module with loops that NumPy cannot fuse. kernels.py compares them with NumPy.
#include <stria/stria.hpp>

#include <stria/interop/python.hpp>

using namespace stria;

namespace {

// The inner elements, and the elements before and after them.
const auto in = range(1, -1);
const auto before = range(_, -2);
const auto after = range(2, _);

/// Computes `steps` steps of heat flow in the memory of the array. The border does not change.
void diffuse(dview<float, 2> u, float rate, stria::index_t steps) {
  tensor<float, dyn, dyn> next = u;
  for (stria::index_t k = 0; k < steps; ++k) {
    next[in, in] = u[in, in] + rate * (u[before, in] + u[after, in] + u[in, before] + u[in, after] -
                                       4.F * u[in, in]);
    u = next;
  }
}

/// Adds the weight of each particle to its cell. A particle outside of the grid raises IndexError
/// in Python before anything has been added.
void deposit(dview<float, 2> grid, dview<const float, 2> positions, dview<const float, 1> weights) {
  grid[cast<stria::index_t>(floor(positions[_, 0])),
       cast<stria::index_t>(floor(positions[_, 1]))] += weights;
}

} // namespace

PYBIND11_MODULE(stria_kernels, m) {
  m.doc() = "A stencil and a scatter, written in stria";
  m.def("diffuse", &diffuse);
  m.def("deposit", &deposit);
  // A returned expression is computed into the array that Python receives.
  m.def("edges", [](dview<const float, 2> u) {
    return hypot(u[after, in] - u[before, in], u[in, after] - u[in, before]);
  });
}
