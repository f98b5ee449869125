// SPDX-License-Identifier: BSL-1.0
// expect: stria: cannot read the index text
// expect: at column 4: this integer does not fit into 64 bits
#include <stria/dsl.hpp>

using namespace stria;

int main() {
#ifndef TWIN
  auto item = "1, 9223372036854775808:"_ix; // the mistake
#else
  auto item = "1, 9223372036854775807:"_ix;
#endif
  static_cast<void>(item);
}
