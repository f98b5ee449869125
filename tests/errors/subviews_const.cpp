// SPDX-License-Identifier: BSL-1.0
// expect: a view of a const tensor
#include <stria/ranges.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<int, 2> t(3, 2);
  const auto& c = t;
#ifndef TWIN
  auto rows = subviews(c, _0);
  *rows.begin() = *(rows.begin() + 1); // the mistake
#else
  auto rows = subviews(t, _0);
  *rows.begin() = *(rows.begin() + 1);
#endif
  static_cast<void>(c);
}
