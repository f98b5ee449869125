// SPDX-License-Identifier: BSL-1.0
// expect: the left side is a const number or string
#include <stria/stria.hpp>

#include <string>
using namespace stria;
int main() {
  dtensor<std::string, 1> s(3);
#ifndef TWIN
  (s + s)[0] += "x"; // the mistake
#else
  s[0] += "x";
#endif
}
