// SPDX-License-Identifier: BSL-1.0
// expect: column 3 cannot be read
// expect: cannot be read; the text may contain
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 2, 3> t;
#ifndef TWIN
  auto x = einsum<"ij;">(t); // the mistake
#else
  auto x = einsum<"ij">(t);
#endif
  static_cast<void>(x);
}
