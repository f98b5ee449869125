// SPDX-License-Identifier: BSL-1.0
// expect: repeat: the numbers of repetitions must be integers
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = repeat(v, {1., 2., 0.}); // the mistake
#else
  auto x = repeat(v, {1, 2, 0});
#endif
  static_cast<void>(x);
}
