// SPDX-License-Identifier: BSL-1.0
// expect: the array is a temporary, and iterators or pointers would outlive it
#include <stria/stria.hpp>
#include <vector>
using namespace stria;
int main() {
  dtensor<float, 2> t(2, 3);
#ifndef TWIN
  auto first = t.shape().begin(); // the mistake
#else
  const auto s = t.shape();
  auto first = s.begin();
#endif
  static_cast<void>(first);
}
