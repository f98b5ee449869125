// SPDX-License-Identifier: BSL-1.0
// warns-clang: address of stack memory associated with local variable 't' returned
#include <stria/stria.hpp>
using namespace stria;
auto doubled() {
  tensor<float, 3> t{1.f, 2.f, 3.f};
#ifndef TWIN
  return t * 2.f; // the mistake
#else
  return eval(t * 2.f);
#endif
}
int main() { static_cast<void>(doubled()); }
