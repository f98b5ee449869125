// SPDX-License-Identifier: BSL-1.0
// Debug builds remain usable. The limits are above the ratios measured on an idle machine (-Og:
// 0.8-1.3; -O0: g++ 1.3, clang 1.4-3.1) and while compilers use all cores (-O0, clang: 4.3).
#include "catch.hpp"
#include "fastest.hpp"
#include "plain_stencil.hpp"

#include <stria/stria.hpp>

using namespace stria;
using stria::index;
using test::fastest;

TEST_CASE("a stencil costs at most a few times as much as a plain loop with -Og") {
#ifdef __OPTIMIZE__
  const double limit = 4;
#else
  const double limit = 6;
#endif
  set_num_threads(1); // like the plain loop: a second thread may wait for a busy core
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
                                     limit);
  CHECK(all_of(r == by_hand));
  CAPTURE(ours / plain);
  CHECK(ours <= limit * plain);
}
