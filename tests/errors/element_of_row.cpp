// SPDX-License-Identifier: BSL-1.0
// expect: expected one number, but the shape is (4,)
// expect: index every axis, as in t[0]
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<double, 3, 4> a;
#ifndef TWIN
  const auto x = static_cast<float>(a[0]); // the mistake
#else
  const auto x = static_cast<float>(a[0, 1]);
#endif
  static_cast<void>(x);
}
