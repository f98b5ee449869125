// SPDX-License-Identifier: BSL-1.0
// expect: stria: range() takes begin, end
// expect: end and optionally step
#include <stria/dsl.hpp>

using namespace stria;

int main() {
#ifndef TWIN
  auto s = encode(range(_5)); // the mistake
#else
  auto s = encode(range(_, _5));
#endif
  static_cast<void>(s);
}
