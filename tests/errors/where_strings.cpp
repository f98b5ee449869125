// SPDX-License-Identifier: BSL-1.0
// expect: where takes conditions that are bools or numbers
#include <stria/stria.hpp>

#include <string>
using namespace stria;
int main() {
  const tensor<std::string, 2> words{"a", "b"};
#ifndef TWIN
  auto x = where(words, words, "none"); // the mistake
#else
  auto x = where(words != "a", words, "none");
#endif
  static_cast<void>(x);
}
