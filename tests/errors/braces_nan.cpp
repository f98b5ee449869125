// SPDX-License-Identifier: BSL-1.0
// expect: have different types: double and float (NAN and INFINITY are floats); use one type, or
// name the type and the extents
#include <stria/stria.hpp>

#include <cmath>
using namespace stria;
int main() {
#ifndef TWIN
  tensor x{2., NAN}; // the mistake
#else
  tensor<double, 2> x{2., NAN};
#endif
  static_cast<void>(x);
}
