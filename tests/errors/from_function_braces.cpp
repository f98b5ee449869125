// SPDX-License-Identifier: BSL-1.0
// expect: braces are not accepted here: write axes and sizes one by one
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const auto f = [](auto i, auto j) { return i + j; };
#ifndef TWIN
  auto x = from_function(f, {2, 3}); // the mistake
#else
  auto x = from_function(f, 2, 3);
#endif
  static_cast<void>(x);
}
