// SPDX-License-Identifier: BSL-1.0
// expect: a tensor without extents holds one number
// expect: tensor<float, 3> or dtensor<float, 1>
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  const tensor<float> t(3, 4); // the mistake
#else
  const dtensor<float, 2> t(3, 4);
#endif
  static_cast<void>(t);
}
