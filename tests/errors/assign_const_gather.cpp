// SPDX-License-Identifier: BSL-1.0
// expect: a selection from a const tensor
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<int, 4> t{};
  tensor<int, 4> u;
#ifndef TWIN
  t[nd({{0}, {2}})] = 1; // the mistake
#else
  u[nd({{0}, {2}})] = 1;
#endif
  static_cast<void>(t);
  static_cast<void>(u);
}
