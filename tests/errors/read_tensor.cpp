// SPDX-License-Identifier: BSL-1.0
// expect: a tensor cannot be read from a stream
#include <stria/ranges.hpp>
#include <stria/stria.hpp>

#include <iostream>
using namespace stria;
int main() {
  dtensor<int, 1> a(3);
#ifndef TWIN
  std::cin >> a; // the mistake
#else
  for (int& x : elements(a))
    std::cin >> x;
#endif
}
