// SPDX-License-Identifier: BSL-1.0
// expect: triu and tril need an operand of rank 2 or more
// expect: stria: triu and tril need
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor t{1, 2, 3};
#ifndef TWIN
  auto x = triu(t); // the mistake
#else
  auto x = triu(t[newaxis]);
#endif
  static_cast<void>(x);
}
