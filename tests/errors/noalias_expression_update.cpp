// SPDX-License-Identifier: BSL-1.0
// expect: noalias takes a tensor or a view that can be written
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4, 3> a;
  tensor<float, 3> v;
#ifndef TWIN
  noalias(sum(a, _0)) += v; // the mistake
#else
  noalias(v) += sum(a, _0);
#endif
}
