// SPDX-License-Identifier: BSL-1.0
// expect: tie needs as many values as targets, as in tie(u, v) = std::tuple(v, -u)
#include <stria/stria.hpp>

#include <tuple>
using namespace stria;
int main() {
  tensor<float, 4> u, v;
#ifndef TWIN
  tie(u, v) = std::tuple(v); // the mistake
#else
  tie(u, v) = std::tuple(v, u);
#endif
}
