// SPDX-License-Identifier: BSL-1.0
// expect: stria: encode() takes basic
// expect: items: integers, constants
#include <stria/dsl.hpp>

using namespace stria;

int main() {
#ifndef TWIN
  auto s = encode(_1, "2:4"); // the mistake
#else
  auto s = encode(_1, "2:4"_ix);
#endif
  static_cast<void>(s);
}
