// SPDX-License-Identifier: BSL-1.0
// warns-clang: address of stack memory associated with local variable 't' returned
#include <stria/stria.hpp>
using namespace stria;
auto first_two() {
  tensor<float, 3> t{1.f, 2.f, 3.f};
#ifndef TWIN
  return t[range(_0, _2)]; // the mistake
#else
  return eval(t[range(_0, _2)]);
#endif
}
int main() { static_cast<void>(first_two()); }
