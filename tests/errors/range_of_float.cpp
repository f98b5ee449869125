// SPDX-License-Identifier: BSL-1.0
// expect: stria: a bound of range(), rev()
// expect: or slice() is neither an integer, a constant (_2, 12_c) nor _ (open); write whole numbers
#include <stria/dsl.hpp>

using namespace stria;

int main() {
#ifndef TWIN
  auto s = encode(_1, range(2.5, _)); // the mistake
#else
  auto s = encode(_1, range(2, _));
#endif
  static_cast<void>(s);
}
