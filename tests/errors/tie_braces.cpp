// SPDX-License-Identifier: BSL-1.0
// expect: only a std::tuple of values or another tie can be assigned
#include <stria/stria.hpp>

#include <tuple>
using namespace stria;
int main() {
  dtensor<float, 1> u(2), v(2);
#ifndef TWIN
  tie(u, v) = {v, -u}; // the mistake
#else
  tie(u, v) = std::tuple(v, -u);
#endif
}
