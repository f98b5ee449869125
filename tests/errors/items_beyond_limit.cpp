// SPDX-License-Identifier: BSL-1.0
// expect: a subscript has at most 64 items
#include <stria/stria.hpp>
using namespace stria;
#define FOUR(...) __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__
int main() {
  tensor<float, 4> t;
#ifndef TWIN
  auto x = t[FOUR(FOUR(FOUR(newaxis))), _]; // the mistake
#else
  auto x = t[FOUR(FOUR(newaxis)), _];
#endif
  static_cast<void>(x);
}
