// SPDX-License-Identifier: BSL-1.0
// expect: the operand is missing: write fft::fft(a)
#include <stria/fft.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 1> v(3);
#ifndef TWIN
  auto x = fft::fft(); // the mistake
#else
  auto x = fft::fft(v);
#endif
  static_cast<void>(x);
}
