// SPDX-License-Identifier: BSL-1.0
// expect: the coefficients of a polynomial are numbers
#include <stria/stria.hpp>

#include <string>
using namespace stria;
int main() {
  const tensor<std::string, 2> words{"a", "b"};
#ifndef TWIN
  auto x = polyval(words, words); // the mistake
#else
  auto x = polyval(tensor{1, 2}, 3);
#endif
  static_cast<void>(x), static_cast<void>(words);
}
