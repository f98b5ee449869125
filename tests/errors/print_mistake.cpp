// SPDX-License-Identifier: BSL-1.0
// expect: a floating-point number
#include <iostream>

#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> t;
#ifndef TWIN
  std::cout << t[1.5] << '\n'; // the mistake
#else
  std::cout << t[1] << '\n';
#endif
}
