// SPDX-License-Identifier: BSL-1.0
// expect: diag makes a matrix from a vector, but this has the rank 3; diagonal(a) takes the diagonal
// of a matrix
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 2, 3> a;
#ifndef TWIN
  auto x = diag(a); // the mistake
#else
  auto x = diagonal(a);
#endif
  static_cast<void>(x);
}
