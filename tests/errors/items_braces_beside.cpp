// SPDX-License-Identifier: BSL-1.0
// expect: item 1 of the subscript is in braces
// expect: write tensor{0, 2}
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3, 4> t;
#ifndef TWIN
  t[_, {0, 2}] = 1.f; // the mistake
#else
  t[_, tensor{0, 2}] = 1.f;
#endif
}
