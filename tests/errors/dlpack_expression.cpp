// SPDX-License-Identifier: BSL-1.0
// expect: to_dlpack needs a tensor that it can own
#include <stria/stria.hpp>

#include <stria/interop/dlpack.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> t(3, 4);
#ifndef TWIN
  auto x = to_dlpack(t + 1.f); // the mistake
#else
  auto x = to_dlpack(eval(t + 1.f));
#endif
  static_cast<void>(x);
}
