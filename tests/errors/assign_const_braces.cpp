// SPDX-License-Identifier: BSL-1.0
// expect: the left side is const, or an expression without memory
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2> a{1.f, 2.f};
  const tensor<float, 2> c{1.f, 2.f};
#ifndef TWIN
  c = {3.f, 4.f}; // the mistake
#else
  a = {3.f, 4.f};
#endif
  static_cast<void>(a);
  static_cast<void>(c);
}
