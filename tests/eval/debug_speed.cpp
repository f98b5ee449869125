// SPDX-License-Identifier: BSL-1.0
// Builds that are optimised for debugging (-Og) stay usable: the limit is far above what is
// measured (0.8-1.0), so that a noisy machine does not decide.
#include "catch.hpp"
#include "fastest.hpp"

#include <stria/stria.hpp>

using namespace stria;
using stria::index;
using test::fastest;

TEST_CASE("a stencil costs at most four of the plain loop") {
  set_num_threads(1); // as the plain loop: another one may wait for a busy core
  const index n = 300, m = 400;
  dtensor<float, 2> u(n, m), by_hand(n, m), r(n, m);
  for (index i = 0; i < u.size(); ++i)
    u.data()[i] = static_cast<float>(i % 13);
  const auto [plain, ours] = fastest(
      [&] {
        const float* p = u.data();
        float* q = by_hand.data();
        for (index i = 1; i < n - 1; ++i)
          for (index k = 1; k < m - 1; ++k)
            q[i * m + k] = 0.25f * (p[(i - 1) * m + k] + p[(i + 1) * m + k] + p[i * m + k - 1] +
                                    p[i * m + k + 1]);
      },
      [&] {
        constexpr auto inner = range(_1, -_1);
        constexpr auto before = range(_0, -_2);
        constexpr auto behind = range(_2, _);
        r[inner, inner] =
            0.25f * (u[before, inner] + u[behind, inner] + u[inner, before] + u[inner, behind]);
      });
  CHECK(all_of(r == by_hand));
  CAPTURE(ours / plain);
  CHECK(ours <= 4 * plain);
}
