// SPDX-License-Identifier: BSL-1.0
// expect: parentheses take sizes
// expect: an array or a std::span
#include <stria/stria.hpp>

#include <span>
using namespace stria;
int main() {
  const float values[] = {1, 2, 3};
  const float* const p = values;
#ifndef TWIN
  dtensor<float, 1> x(p, 3); // the mistake
#else
  dtensor<float, 1> x(as_tensor(std::span(p, 3)));
#endif
  static_cast<void>(x);
}
