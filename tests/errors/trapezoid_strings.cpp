// SPDX-License-Identifier: BSL-1.0
// expect: trapezoid takes numbers
#include <stria/stria.hpp>

#include <string>
using namespace stria;
int main() {
  const tensor<std::string, 2> words{"a", "b"};
#ifndef TWIN
  auto x = trapezoid(words); // the mistake
#else
  auto x = trapezoid(tensor{1, 2});
#endif
  static_cast<void>(x), static_cast<void>(words);
}
