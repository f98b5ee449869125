// SPDX-License-Identifier: BSL-1.0
// The time of element access in debug builds, relative to std::vector::at(). The limits are above
// the measured ratios, so that a noisy machine does not make the test fail. The ratios were 0.4 to
// 1.2 with -Og. With -O0 they were 1.2 to 1.7 for one subscript and 1.9 to 2.8 for two.
#include "catch.hpp"
#include "fastest.hpp"

#include <stria/stria.hpp>

#include <vector>

using namespace stria;
using stria::index;
using test::fastest;

TEST_CASE("element access costs at most three times std::vector's at()") {
  const index count = 200'000;
  const std::vector<float> v(static_cast<std::size_t>(count), 1.f);
  const dtensor<float, 1> t = full<float>(1.f, count);
  float by_at = 0, by_call = 0;
  const auto [at, call] = fastest(
      [&] {
        for (index i = 0; i < count; ++i)
          by_at += v.at(static_cast<std::size_t>(i));
      },
      [&] {
        for (index i = 0; i < count; ++i)
          by_call += t(i);
      },
      3);
  CHECK(by_at == by_call);
  CAPTURE(call / at);
  CHECK(call <= 3 * at);
}

TEST_CASE("matrix element access costs at most four times std::vector's at()") {
  const index n = 400, m = 500;
  const std::vector<float> v(static_cast<std::size_t>(n * m), 1.f);
  const dtensor<float, 2> t = full<float>(1.f, n, m);
  float by_at = 0, by_call = 0;
  const auto [at, call] = fastest(
      [&] {
        for (index i = 0; i < n; ++i)
          for (index k = 0; k < m; ++k)
            by_at += v.at(static_cast<std::size_t>(i * m + k));
      },
      [&] {
        for (index i = 0; i < n; ++i)
          for (index k = 0; k < m; ++k)
            by_call += t(i, k);
      },
      4);
  CHECK(by_at == by_call);
  CAPTURE(call / at);
  CHECK(call <= 4 * at);
}
