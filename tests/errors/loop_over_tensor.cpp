// SPDX-License-Identifier: BSL-1.0
// expect: a loop needs elements or views along an axis
// expect: <stria/ranges.hpp> has elements(t) and
#include <stria/stria.hpp>

#include <stria/ranges.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> t(3, 4);
#ifndef TWIN
  for (auto row : t) // the mistake
#else
  for (auto row : subviews(t, _0))
#endif
    row += 1.f;
}
