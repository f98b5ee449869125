// SPDX-License-Identifier: BSL-1.0
// expect: the left side is const
#include <stria/any_tensor.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  any_tensor<float> a;
  const any_tensor<float> k;
  const tensor<float, 2, 3> t;
#ifndef TWIN
  k = t; // the mistake
#else
  a = t;
#endif
}
