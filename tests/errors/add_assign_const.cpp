// SPDX-License-Identifier: BSL-1.0
// expect: the left side is const, or an expression without memory
// expect: the copies in a lambda are const unless it is mutable
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> t(3, 4);
#ifndef TWIN
  const auto add = [t] { t += 1.f; }; // the mistake
#else
  const auto add = [&t] { t += 1.f; };
#endif
  add();
}
