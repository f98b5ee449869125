// SPDX-License-Identifier: BSL-1.0
// expect: a value of shape (3,) does not fit into the target of shape (4,): axis 0 differs; the
// sizes must be equal
#include <stria/stria.hpp>

#include <tuple>
using namespace stria;
int main() {
  tensor<float, 4> u, v;
  tensor<float, 3> w;
#ifndef TWIN
  tie(u, v) = std::tuple(v, w); // the mistake
#else
  tie(u, v) = std::tuple(v, u);
  w = 1.f;
#endif
}
