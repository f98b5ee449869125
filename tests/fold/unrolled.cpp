// SPDX-License-Identifier: BSL-1.0
// Reductions of two to four rows inside an expression, whose terms are operands of the loop. The
// results equal those of reductions that are computed first.
#include "catch.hpp"
#include "values.hpp"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

using namespace stria;
using stria::index;
using test::values;

TEMPLATE_TEST_CASE("reductions of a few rows inside an expression", "", float, double, int,
                   std::int16_t, bool) {
  using T = TestType;
  const auto fill = [](auto& t, int step) {
    for (index i = 0; i < t.size(); ++i)
      t.data()[i] = static_cast<T>(static_cast<int>(i * step % 7) - 3);
  };
  const auto rows = [&]<index K>() {
    for (const index n : {0, 1, 3, 8, 31, 64, 65, 1000}) {
      CAPTURE(K, n);
      tensor<T, K, dyn> p(n), q(n);
      tensor<T, dyn, K, dyn> three(2, n);
      tensor<T, 1, dyn> one(n);
      dtensor<T, 1> line(n);
      fill(p, 3);
      fill(q, 5);
      fill(three, 4);
      fill(one, 2);
      fill(line, 6);
      const auto same = [&](const auto& inside, const auto& first) {
        const auto a = eval(inside), b = eval(first);
        REQUIRE(values(a) == values(b));
      };
      const auto s = eval(sum(p, _0));
      same(sum(p, _0) + line, s + line);
      same(line - sum(p[_, rev()], _0), line - s[rev()]);
      same(mean(p, _0) * 2, eval(mean(p, _0)) * 2);
      same(min(p, _0) + max(q, _0), eval(min(p, _0)) + eval(max(q, _0)));
      same(prod(p, _0) + 1, eval(prod(p, _0)) + 1);
      same(count_nonzero(p, _0) + 1, eval(count_nonzero(p, _0)) + 1);
      same(p + sum(q, _0), p + eval(sum(q, _0)));
      same(sum(three, _1) + 1, eval(sum(three, _1)) + 1);
      if constexpr (!std::same_as<T, bool>) {
        same(sum(p * q - line, _0) + 1, eval(sum(eval(p * q - line), _0)) + 1);
        same(sum(p * one, _0) + 1, eval(sum(eval(p * one), _0)) + 1);
        same(sum(three * line, _1) + 1, eval(sum(eval(three * line), _1)) + 1);
        // The target is read.
        tensor<T, K, dyn> r = p;
        dtensor<T, 1> expected = cast<T>(eval(sum(r * r, _0)) + 1);
        r[_0] = cast<T>(sum(r * r, _0) + 1);
        REQUIRE(values(eval(r[_0])) == values(expected));
        r = p;
        expected = cast<T>(eval(sum(p, _0))[rev()] + 1);
        r[_1] = cast<T>(sum(r[_, rev()], _0) + 1);
        REQUIRE(values(eval(r[_1])) == values(expected));
        expected = cast<T>(line + eval(sum(p, _0)));
        line += cast<T>(sum(p, _0));
        REQUIRE(values(line) == values(expected));
      }
    }
  };
  rows.template operator()<2>();
  rows.template operator()<4>();
}

// The same elements with run-time sizes are reduced by a plan.
TEMPLATE_TEST_CASE("reductions of a few rows that are stored", "", float, double, std::int16_t) {
  using T = TestType;
  for (const index n : {0, 1, 3, 8, 31, 65, 1000}) {
    CAPTURE(n);
    tensor<T, 3, dyn> p(n);
    tensor<T, dyn, 2, dyn> two(4, n);
    for (index i = 0; i < p.size(); ++i)
      p.data()[i] = static_cast<T>(static_cast<int>(i * 5 % 11) - 4) / T(2);
    for (index i = 0; i < two.size(); ++i)
      two.data()[i] = static_cast<T>(static_cast<int>(i * 3 % 13) - 6) / T(2);
    const dtensor<T, 2> q = p;
    const dtensor<T, 3> plain = two;
    const auto same = [&](const auto& terms, const auto& planned) {
      const auto a = eval(terms), b = eval(planned);
      REQUIRE(a.shape() == b.shape());
      REQUIRE(values(a) == values(b));
    };
    same(sum(p, _0), sum(q, _0));
    same(mean(p[_, rev()], _0), mean(q[_, rev()], _0));
    same(max(p, _0), max(q, _0));
    same(sum(two, _1), sum(plain, _1));
    same(sum(square(p[_, newaxis] - p[_, _, newaxis]), _0),
         sum(square(q[_, newaxis] - q[_, _, newaxis]), _0));
    // The target has another shape and is read.
    using S = typename decltype(sum(p, _0))::value_type;
    dtensor<S, 2> t = cast<S>(p);
    t = sum(cast<S>(two) + t[0], _1);
    REQUIRE(values(t) == values(eval(sum(cast<S>(plain) + cast<S>(q)[0], _1))));
  }
}

TEST_CASE("NaN and zeros of a few rows") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  tensor<float, 3, dyn> p(4);
  p = tensor<float, 3, 4>{{1, nan, -0.f, 3}, {nan, 2, -0.f, 1}, {4, 4, -0.f, 2}};
  const dtensor<float, 1> most = max(p, _0) + 1.f, least = min(p, _0) - 1.f,
                          sums = sum(p, _0) * 1.f, before = sum(dtensor<float, 2>(p), _0);
  const dtensor<float, 1> stored = max(p, _0);
  CHECK(std::isnan(stored(0)));
  CHECK(stored(3) == 3);
  CHECK(std::isnan(most(0)));
  CHECK(std::isnan(most(1)));
  CHECK(std::isnan(least(0)));
  CHECK(most(3) == 4);
  CHECK(least(3) == 0);
  CHECK(std::signbit(sums(2)) == std::signbit(before(2)));
}
