// SPDX-License-Identifier: BSL-1.0
// expect: the initial value is missing: write reduce(f, 0.f, a)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<int, 1> a(3);
  const auto add = [](int s, int y) { return s + y; };
#ifndef TWIN
  auto x = reduce(add, a); // the mistake
#else
  auto x = reduce(add, 0, a);
#endif
  static_cast<void>(x);
}
