// SPDX-License-Identifier: BSL-1.0
// expect: needs a view or a tensor with a name
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> t;
#ifndef TWIN
  rebindable r(t + 1.f); // the mistake
#else
  rebindable r(t);
#endif
  static_cast<void>(r);
}
