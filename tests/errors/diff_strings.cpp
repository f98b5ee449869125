// SPDX-License-Identifier: BSL-1.0
// expect: -: the function cannot be called with one element
#include <stria/stria.hpp>

#include <string>
using namespace stria;
int main() {
  const tensor<std::string, 2> words{"a", "b"};
#ifndef TWIN
  auto x = diff(words); // the mistake
#else
  auto x = words[range(_1, _)] != words[range(_, -_1)];
#endif
  static_cast<void>(x);
}
