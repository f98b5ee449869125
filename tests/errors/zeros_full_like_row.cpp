// SPDX-License-Identifier: BSL-1.0
// expect: full_like: the value is one element; broadcast_to(row, ...) repeats a tensor
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> a(3, 2);
  const tensor v{1.f, 2.f};
#ifndef TWIN
  auto x = full_like(a, v); // the mistake
#else
  auto x = full_like(a, 1.f);
#endif
  static_cast<void>(x);
  static_cast<void>(v);
}
