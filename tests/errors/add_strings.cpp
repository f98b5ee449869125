// SPDX-License-Identifier: BSL-1.0
// expect: *: the function cannot be called with one element
// expect: 2 arguments of their element types
#include <stria/stria.hpp>

#include <string>
using namespace stria;
int main() {
  const tensor<std::string, 2> words{"a", "b"};
#ifndef TWIN
  const tensor<std::string, 2> twice = words * 2; // the mistake
#else
  const tensor<std::string, 2> twice = words + words;
#endif
  static_cast<void>(twice);
}
