// SPDX-License-Identifier: BSL-1.0
// expect: braces are not accepted here
// expect: lists as tensors
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> t(3, 4);
#ifndef TWIN
  const dtensor<float, 2> x = take(t, {0, 2}, _0); // the mistake
#else
  const dtensor<float, 2> x = take(t, tensor{0, 2}, _0);
#endif
  static_cast<void>(x);
}
