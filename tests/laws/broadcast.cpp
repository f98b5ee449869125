// SPDX-License-Identifier: BSL-1.0
// Broadcasting of random shapes of every pair of ranks, compared with a hand-written rule.
#include "catch.hpp"
#include "model.hpp"
#include "values.hpp"

#include <optional>

using namespace stria;
using test::dice;
using test::picks;
using test::values;

namespace {

template <std::size_t R> auto tensor_of_sizes(const std::array<stria::index, R>& n) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return test::counted(dtensor<int, R>(n[K]...));
  }(std::make_index_sequence<R>());
}

using shape_list = std::vector<stria::index>;

// NumPy's rule: shapes are aligned at the last axis, and sizes are equal or 1.
std::optional<shape_list> joined(const shape_list& a, const shape_list& b) {
  const std::size_t rank = std::max(a.size(), b.size());
  shape_list r(rank);
  for (std::size_t k = 1; k <= rank; ++k) {
    const stria::index x = k <= a.size() ? a[a.size() - k] : 1;
    const stria::index y = k <= b.size() ? b[b.size() - k] : 1;
    if (x != y && x != 1 && y != 1)
      return {};
    r[rank - k] = x == 1 ? y : x;
  }
  return r;
}

template <std::size_t A, std::size_t B> void law(unsigned seed, int rounds) {
  constexpr std::size_t R = A > B ? A : B;
  dice d(seed);
  int fitting = 0, refused = 0;
  for (int round = 0; round < rounds; ++round) {
    // Sizes that often fit: those of the result, or 1, and sometimes any size.
    auto base = d.sizes<R>(round % 5 == 0 ? 0 : 1, 5);
    const auto near = [&]<std::size_t N>(std::array<stria::index, N> n) {
      for (std::size_t k = 0; k < N; ++k) {
        const auto kind = d(0, 9);
        n[k] = kind < 4 ? 1 : kind < 9 ? base[k + R - N] : d(0, 5);
      }
      return n;
    };
    auto a = tensor_of_sizes(near(std::array<stria::index, A>{}));
    auto b = tensor_of_sizes(near(std::array<stria::index, B>{}));
    const auto sa = test::shape(a), sb = test::shape(b);
    const auto shape = joined(sa, sb);
    CAPTURE(round, sa, sb);
    if (!shape) {
      ++refused;
      REQUIRE_THROWS_AS(a + b, shape_error);
      REQUIRE_THROWS_AS((map([](int x, int y, int z) { return x + y + z; }, b, 1, a)), shape_error);
      continue;
    }
    ++fitting;
    const auto pa = picks::whole(sa).broadcast(*shape), pb = picks::whole(sb).broadcast(*shape);
    std::vector<int> expected;
    for (std::size_t k = 0; k < pa.at.size(); ++k)
      expected.push_back(static_cast<int>(100 * pa.at[k] - pb.at[k]));
    auto e = a * 100 - b;
    REQUIRE(test::shape(e) == *shape);
    REQUIRE(values(e) == expected);
    REQUIRE(test::evaluated(e) == expected);
    // With transposed and lazy operands.
    REQUIRE(test::evaluated((a + 0)[ellipsis] * 100 - eval(b)) == expected);
    REQUIRE(test::evaluated(transpose(eval(transpose(a))) * 100 - b) == expected);
    // Into a target of the same shape, and into one to which it broadcasts.
    dtensor<int, R> t = e;
    t = 0;
    t[ellipsis] = e;
    REQUIRE(values(t) == expected);
    if constexpr (A == R) {
      if (sa == *shape) {
        t = a;
        t *= 100;
        t -= b;
        REQUIRE(values(t) == expected);
      } else {
        REQUIRE_THROWS_AS(a[ellipsis] = e, shape_error);
        REQUIRE_THROWS_AS(a += b, shape_error);
      }
    }
    // A slice of the broadcast expression, if it is not empty.
    if constexpr (R > 0)
      if (t.size() > 0) {
        dtensor<int, R> whole = e;
        REQUIRE(values(e[rev()]) == values(whole[rev()]));
        REQUIRE(test::evaluated(e[ellipsis, rev()]) == values(whole[ellipsis, rev()]));
        REQUIRE(test::evaluated(e[_0, ellipsis]) == values(whole[_0, ellipsis]));
        REQUIRE(test::evaluated(e[ellipsis, -_1]) == values(whole[ellipsis, -_1]));
        REQUIRE(test::evaluated(transpose(e)) == values(transpose(whole)));
      }
  }
  CHECK(fitting > rounds / 4);
  if (A > 0 && B > 0)
    CHECK(refused > 0);
}

} // namespace

TEST_CASE("all pairs of ranks 0 to 3") {
  law<0, 0>(1, 8);
  law<0, 2>(2, 30);
  law<1, 0>(3, 30);
  law<1, 1>(4, 120);
  law<2, 1>(5, 120);
  law<1, 3>(6, 120);
  law<2, 2>(7, 120);
  law<3, 2>(8, 120);
}
TEST_CASE("ranks 3 and 4") {
  law<3, 3>(9, 100);
  law<2, 4>(10, 100);
}

TEST_CASE("assigning a broadcast value is assigning its repetition") {
  dice d(77);
  for (int round = 0; round < 200; ++round) {
    const auto n = d.sizes<3>(1, 4);
    auto t = tensor_of_sizes(n);
    auto m = n;
    for (auto& k : m)
      k = d(0, 1) == 0 ? 1 : k;
    auto v = tensor_of_sizes(m);
    v += 500;
    const auto at = picks::whole(test::shape(v)).broadcast(test::shape(t)).at;
    t[_, _, _] = v;
    const auto found = values(t);
    bool same = true;
    for (std::size_t k = 0; k < at.size(); ++k)
      same = same && found[k] == 500 + at[k];
    REQUIRE(same);
  }
}
