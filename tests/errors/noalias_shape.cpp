// SPDX-License-Identifier: BSL-1.0
// expect: a value of shape (3,) does not fit into the target of shape (4,): axis 0 differs; the
// sizes must be equal
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> t;
  tensor<float, 3> u;
#ifndef TWIN
  noalias(t) = u; // the mistake
#else
  noalias(t[range(_0, _3)]) = u;
#endif
}
