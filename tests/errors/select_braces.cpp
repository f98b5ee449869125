// SPDX-License-Identifier: BSL-1.0
// expect: the conditions are in one tuple and the choices in another
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = select({v > 0., v < 1.}, {1., 2.}, 0.); // the mistake
#else
  auto x = select(std::tuple{v > 0., v < 1.}, std::tuple{1., 2.}, 0.);
#endif
  static_cast<void>(x);
}
