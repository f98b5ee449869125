// SPDX-License-Identifier: BSL-1.0
// expect: to_dlpack: the receiver of a DLPack tensor may write to it
#include <stria/stria.hpp>

#include <stria/interop/dlpack.hpp>
using namespace stria;
int main() {
  const auto t = std::make_shared<dtensor<float, 2>>(3, 4);
  const dtensor<float, 2>& c = *t;
#ifndef TWIN
  auto x = to_dlpack(c[_0], t); // the mistake
#else
  auto x = to_dlpack((*t)[_0], t);
  static_cast<void>(c);
#endif
  static_cast<void>(x);
}
