// SPDX-License-Identifier: BSL-1.0
// DLPack
#include <stria/stria.hpp>

#include <stria/interop/dlpack.hpp>

using namespace stria;

// expect: to_dlpack: the receiver of a DLPack tensor may write to it
void dlpack_const_tensor() {
  const auto t = std::make_shared<const dtensor<float, 2>>(3, 4);
#ifdef WRONG
  auto x = to_dlpack(t);
#else
  auto x = to_dlpack(eval(*t));
#endif
}

// expect: to_dlpack: the receiver of a DLPack tensor may write to it
void dlpack_const_view() {
  const auto t = std::make_shared<dtensor<float, 2>>(3, 4);
  const dtensor<float, 2>& c = *t;
#ifdef WRONG
  auto x = to_dlpack(c[_0], t);
#else
  auto x = to_dlpack((*t)[_0], t);
  static_cast<void>(c);
#endif
}

// expect: to_dlpack needs a tensor that it can own
void dlpack_expression() {
  const dtensor<float, 2> t(3, 4);
#ifdef WRONG
  auto x = to_dlpack(t + 1.f);
#else
  auto x = to_dlpack(eval(t + 1.f));
#endif
}
