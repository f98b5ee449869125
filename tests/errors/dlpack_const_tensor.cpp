// SPDX-License-Identifier: BSL-1.0
// expect: to_dlpack: the receiver of a DLPack tensor may write to it
#include <stria/stria.hpp>

#include <stria/interop/dlpack.hpp>
using namespace stria;
int main() {
  const auto t = std::make_shared<const dtensor<float, 2>>(3, 4);
#ifndef TWIN
  auto x = to_dlpack(t); // the mistake
#else
  auto x = to_dlpack(eval(*t));
#endif
  static_cast<void>(x);
}
