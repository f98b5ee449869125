// SPDX-License-Identifier: BSL-1.0
// Links stria::parallel and stria::simd. Of these, only stria::parallel has a visible effect: the
// number of threads can be set.
#include <stria/stria.hpp>

#include <cmath>

using namespace stria;

int main() {
  set_num_threads(2);
  if (num_threads() != 2)
    return 1;
  dtensor<double, 2> a(400, 300);
  a = 0.5;
  const dtensor<double, 2> b = exp(a) * 2. - a;
  const double each = std::exp(0.5) * 2. - 0.5, all = sum(b);
  return std::abs(b(399, 299) - each) < 1e-14 && std::abs(all - 120000 * each) < 1e-8 ? 0 : 2;
}
