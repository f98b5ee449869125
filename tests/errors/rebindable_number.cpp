// SPDX-License-Identifier: BSL-1.0
// expect: makes it refer to other elements
// expect: r.get() = e writes the elements
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> t;
  rebindable r(t[0]);
#ifndef TWIN
  r = 1.f; // the mistake
#else
  r.get() = 1.f;
#endif
}
