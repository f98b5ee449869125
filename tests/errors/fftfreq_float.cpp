// SPDX-License-Identifier: BSL-1.0
// expect: this argument must be an integer (a size, count, position, shift, axis or degree)
#include <stria/stria.hpp>

#include <stria/fft.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  auto x = fft::fftfreq(8.); // the mistake
#else
  auto x = fft::fftfreq(8);
#endif
  static_cast<void>(x);
}
