// SPDX-License-Identifier: BSL-1.0
#include "plain_stencil.hpp"

namespace test {

void plain_stencil(const float* p, float* q, std::ptrdiff_t n, std::ptrdiff_t m) {
  for (std::ptrdiff_t i = 1; i < n - 1; ++i)
    for (std::ptrdiff_t k = 1; k < m - 1; ++k)
      q[i * m + k] =
          0.25f * (p[(i - 1) * m + k] + p[(i + 1) * m + k] + p[i * m + k - 1] + p[i * m + k + 1]);
}

} // namespace test
