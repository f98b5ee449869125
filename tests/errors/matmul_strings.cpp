// SPDX-License-Identifier: BSL-1.0
// expect: the elements lack the *, + or - that a product of tensors needs
#include <stria/stria.hpp>

#include <string>
using namespace stria;
int main() {
  const tensor<std::string, 2> words{"a", "b"};
#ifndef TWIN
  auto x = matmul(words, words); // the mistake
#else
  auto x = words + words;
#endif
  static_cast<void>(x);
}
