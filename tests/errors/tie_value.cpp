// SPDX-License-Identifier: BSL-1.0
// expect: only a std::tuple of values or another tie can be assigned to tie(u, v)
#include <stria/stria.hpp>

#include <tuple>
using namespace stria;
int main() {
  tensor<float, 4> u, v;
#ifndef TWIN
  tie(u, v) = u + v; // the mistake
#else
  tie(u, v) = std::tuple(u + v, u);
#endif
}
