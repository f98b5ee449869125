// SPDX-License-Identifier: BSL-1.0
// expect: the inner sizes 2 and 3 differ
// expect: the last axis of the left operand
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<float, 2> a;
#ifndef TWIN
  const tensor<float, 3> b;
  const float x = dot(a, b); // the mistake
#else
  const tensor<float, 2> b;
  const float x = dot(a, b);
#endif
  static_cast<void>(x);
}
