// SPDX-License-Identifier: BSL-1.0
// Links stria::fft, whose compiled part is built by this project.
#include <stria/fft.hpp>
#include <stria/stria.hpp>

int main() {
  const stria::tensor<double, 6> a{1., 2., 3., 4., 5., 7.};
  const auto back = stria::fft::irfft(stria::fft::rfft(a));
  return stria::allclose(a, back) ? 0 : 1;
}
