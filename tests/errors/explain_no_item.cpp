// SPDX-License-Identifier: BSL-1.0
// expect: stria: explain() takes a
// expect: basic items: integers
#include <stria/dsl.hpp>

using namespace stria;

int main() {
#ifndef TWIN
  auto text = explain({3, 4}, true); // the mistake
#else
  auto text = explain({3, 4}, 1);
#endif
  static_cast<void>(text);
}
