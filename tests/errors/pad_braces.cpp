// SPDX-License-Identifier: BSL-1.0
// expect: pad: braces have one pair of widths for each axis
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor a{1.f, 2.f};
#ifndef TWIN
  auto x = pad(a, {1, 1}); // the mistake
#else
  auto x = pad(a, {{1, 1}});
#endif
  static_cast<void>(x);
}
