// SPDX-License-Identifier: BSL-1.0
// A stencil in debug builds, in multiples of the time of a plain loop. The limit is above the
// measured ratios, so that a noisy machine does not make the test fail. Measured: 0.8 to 1.3 with
// -Og; with -O0 1.3 (g++) and 1.4 to 3.1 (clang).
#include "catch.hpp"
#include "fastest.hpp"
#include "plain_stencil.hpp"

#include <stria/stria.hpp>

using namespace stria;
using stria::index;
using test::fastest;

TEST_CASE("a stencil costs at most four times a plain loop with -Og") {
  set_num_threads(1); // as in the plain loop; a second thread might wait for a busy core
  const index n = 300, m = 400;
  dtensor<float, 2> u(n, m), by_hand(n, m), r(n, m);
  for (index i = 0; i < u.size(); ++i)
    u.data()[i] = static_cast<float>(i % 13);
  const auto [plain, ours] = fastest([&] { test::plain_stencil(u.data(), by_hand.data(), n, m); },
                                     [&] {
                                       constexpr auto inner = range(_1, -_1);
                                       constexpr auto before = range(_0, -_2);
                                       constexpr auto behind = range(_2, _);
                                       r[inner, inner] =
                                           0.25f * (u[before, inner] + u[behind, inner] +
                                                    u[inner, before] + u[inner, behind]);
                                     },
                                     4);
  CHECK(all_of(r == by_hand));
  CAPTURE(ours / plain);
  CHECK(ours <= 4 * plain);
}
