// SPDX-License-Identifier: BSL-1.0
// expect: % takes integers, as in C++
// expect: accept floating-point numbers
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a;
#ifndef TWIN
  auto x = a % 2.f; // the mistake
#else
  auto x = fmod(a, 2.f);
#endif
  static_cast<void>(x);
}
