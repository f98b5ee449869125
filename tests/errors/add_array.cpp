// SPDX-License-Identifier: BSL-1.0
// expect: one side is a container, not a tensor; as_tensor(c) copies its elements
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 1> a(2);
  const float c[]{1.f, 2.f};
#ifndef TWIN
  auto x = a + c; // the mistake
#else
  auto x = a + as_tensor(c);
#endif
  static_cast<void>(x);
  static_cast<void>(c);
}
