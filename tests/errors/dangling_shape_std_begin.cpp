// SPDX-License-Identifier: BSL-1.0
// expect: the array is a temporary, and iterators or pointers would outlive it
#include <stria/stria.hpp>
#include <vector>
using namespace stria;
int main() {
  dtensor<float, 2> t(2, 3);
#ifndef TWIN
  auto first = std::begin((t + 1.f).shape()); // the mistake
#else
  const auto s = (t + 1.f).shape();
  auto first = std::begin(s);
#endif
  static_cast<void>(first);
}
