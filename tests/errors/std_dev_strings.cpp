// SPDX-License-Identifier: BSL-1.0
// expect: the elements lack the operator that this reduction needs
#include <stria/stria.hpp>

#include <string>
using namespace stria;
int main() {
  const tensor<std::string, 2> words{"a", "b"};
#ifndef TWIN
  auto x = std_dev(words); // the mistake
#else
  auto x = max(words);
#endif
  static_cast<void>(x);
}
