// SPDX-License-Identifier: BSL-1.0
// expect: swap exchanges the elements of two views
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 2, 3> t;
  const auto& c = t;
#ifndef TWIN
  auto x = c[0], y = c[1];
  std::swap(x, y); // the mistake
#else
  auto x = t[0], y = t[1];
  std::swap(x, y);
#endif
  static_cast<void>(c);
}
