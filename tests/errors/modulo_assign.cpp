// SPDX-License-Identifier: BSL-1.0
// expect: % takes integers, as in C++
// expect: remainder(a, b) and fmod(a, b) accept floating-point numbers
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> t(3, 4);
#ifndef TWIN
  t %= 2.f; // the mistake
#else
  t = remainder(t, 2.f);
#endif
}
