// SPDX-License-Identifier: BSL-1.0
// expect: here are 2 conditions and 1 choices
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> a;
#ifndef TWIN
  auto x = select(std::tuple{a > 0.f, a > 1.f}, std::tuple{a}, 0.f); // the mistake
#else
  auto x = select(std::tuple{a > 0.f}, std::tuple{a}, 0.f);
#endif
  static_cast<void>(x);
}
