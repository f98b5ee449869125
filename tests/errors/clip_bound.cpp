// SPDX-License-Identifier: BSL-1.0
// expect: clip needs two bounds; _ leaves one of them open
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> m(2, 3);
#ifndef TWIN
  auto x = clip(m, 0.f); // the mistake
#else
  auto x = clip(m, 0.f, _);
#endif
  static_cast<void>(x);
}
