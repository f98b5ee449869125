// SPDX-License-Identifier: BSL-1.0
// expect: a range of elements or subviews cannot be assigned to
#include <stria/ranges.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<double, 1> a(3), b(3);
#ifndef TWIN
  elements(a) = elements(b); // the mistake
#else
  a = b;
#endif
}
