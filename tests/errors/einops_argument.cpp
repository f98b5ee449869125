// SPDX-License-Identifier: BSL-1.0
// expect: the text is a template argument, before the parentheses
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 2> t(3, 4);
#ifndef TWIN
  const dtensor<float, 2> x = rearrange(t, "a b -> b a"); // the mistake
#else
  const dtensor<float, 2> x = rearrange<"a b -> b a">(t);
#endif
  static_cast<void>(x);
}
