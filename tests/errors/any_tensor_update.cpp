// SPDX-License-Identifier: BSL-1.0
// expect: any_tensor and any_array have no arithmetic
#include <stria/any_tensor.hpp>
using namespace stria;
int main() {
  any_tensor<float> a = dtensor<float, 2>(3, 3);
#ifndef TWIN
  a += 1.f; // the mistake
#else
  auto v = rank_cast<2>(a);
  v += 1.f;
#endif
}
