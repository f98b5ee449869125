// SPDX-License-Identifier: BSL-1.0
// expect: floor_divide takes real numbers
#include <stria/stria.hpp>

#include <string>
using namespace stria;
int main() {
  const tensor<std::string, 2> words{"a", "b"};
#ifndef TWIN
  auto x = floor_divide(words, words); // the mistake
#else
  auto x = floor_divide(tensor{7, 8}, tensor{2, 3});
#endif
  static_cast<void>(x), static_cast<void>(words);
}
