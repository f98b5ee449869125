// SPDX-License-Identifier: BSL-1.0
// expect: exp: the function cannot be called with one element
#include <stria/stria.hpp>

#include <string>
using namespace stria;
int main() {
  const tensor<std::string, 2> words{"a", "b"};
#ifndef TWIN
  auto x = exp(words); // the mistake
#else
  auto x = exp(map([](const std::string& s) { return double(s.size()); }, words));
#endif
  static_cast<void>(x);
}
