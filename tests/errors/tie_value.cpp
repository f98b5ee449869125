// SPDX-License-Identifier: BSL-1.0
// expect: what tie(u, v) is assigned is a std::tuple of their values, or another tie
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
