// SPDX-License-Identifier: BSL-1.0
// expect: numbers in braces must have one type, as in {1., 2.}
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = append(v, {1, 2.5}); // the mistake
#else
  auto x = append(v, {1., 2.5});
#endif
  static_cast<void>(x);
}
