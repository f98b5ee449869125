// SPDX-License-Identifier: BSL-1.0
// expect: stria: cannot read the index text
// expect: at column 6: expected an integer or
#include <stria/dsl.hpp>

using namespace stria;

int main() {
#ifndef TWIN
  auto s = encode("1, 2:x"_ix); // the mistake
#else
  auto s = encode("1, 2:3"_ix);
#endif
  static_cast<void>(s);
}
