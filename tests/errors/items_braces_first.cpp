// SPDX-License-Identifier: BSL-1.0
// expect: item 0 of the subscript is in braces
// expect: write tensor{0, 2}
#include <stria/stria.hpp>
using namespace stria;
// Without this error g++ 12 would select all of t, because it parses the comma as an operator here,
// as before C++23.
int main() {
  tensor<float, 3, 4> t;
#ifndef TWIN
  t[{0, 2}, _] = 1.f; // the mistake
#else
  t[tensor{0, 2}, _] = 1.f;
#endif
}
