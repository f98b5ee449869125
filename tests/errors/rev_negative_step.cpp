// SPDX-License-Identifier: BSL-1.0
// expect: stria: rev(b, e, s) goes
// expect: backwards by a step s > 0
#include <stria/dsl.hpp>

using namespace stria;

int main() {
#ifndef TWIN
  auto s = encode(rev(_4, _1, -_2)); // the mistake
#else
  auto s = encode(rev(_4, _1, _2));
#endif
  static_cast<void>(s);
}
