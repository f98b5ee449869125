// SPDX-License-Identifier: BSL-1.0
// expect: parentheses take sizes
// expect: an array or a std::span
#include <stria/stria.hpp>

#include <span>
#include <vector>
using namespace stria;
int main() {
  const std::vector<float> v{1, 2, 3};
#ifndef TWIN
  dtensor<float, 1> x(v.begin(), v.end()); // the mistake
#else
  dtensor<float, 1> x(as_tensor(std::span(v.begin(), v.end())));
#endif
  static_cast<void>(x);
}
