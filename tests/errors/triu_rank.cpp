// SPDX-License-Identifier: BSL-1.0
// expect: triu and tril take matrices
// expect: stria: triu and tril take
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
