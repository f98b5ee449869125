// SPDX-License-Identifier: BSL-1.0
// expect: the left side is a temporary tensor, and the values would be lost
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 1> a(3), c(3);
#ifndef TWIN
  zeros<float>(3) += a; // the mistake
#else
  c += a;
#endif
}
