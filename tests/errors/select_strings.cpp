// SPDX-License-Identifier: BSL-1.0
// expect: select takes conditions that are bools or numbers
#include <stria/stria.hpp>

#include <string>
using namespace stria;
int main() {
  const tensor<std::string, 2> words{"a", "b"};
#ifndef TWIN
  auto x = select(std::tuple{words}, std::tuple{words}, words); // the mistake
#else
  auto x = select(std::tuple{words == "a"}, std::tuple{words}, words);
#endif
  static_cast<void>(x);
}
