// SPDX-License-Identifier: BSL-1.0
// expect: bincount counts integers, and these elements are not integers
// expect: converts whole numbers
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a;
#ifndef TWIN
  auto x = bincount(a); // the mistake
#else
  auto x = bincount(cast<index_t>(a));
#endif
  static_cast<void>(x);
}
