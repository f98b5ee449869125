// SPDX-License-Identifier: BSL-1.0
// Reductions block by block: the results are the same for all divisions into parts, and near those
// of the host.
#include <stria/parts/block_fold.hpp>

#include "memory_store.hpp"
#include "numbers.hpp"

#include <complex>
#include <cstring>
#include <random>

using namespace stria;
using detail::region;

namespace {

std::mt19937 random_numbers{20};
index_t number(index_t low, index_t high) {
  return std::uniform_int_distribution<index_t>(low, high)(random_numbers);
}

/// Calls f(tile at, tile size) in row-major order: blocks of axis 0 or, if `rows` is 0, single rows
/// that are cut along axis 1.
template <std::size_t L, class F>
void for_tiles(const std::array<index_t, L>& n, index_t rows, const F& f) {
  std::array<index_t, L> at{}, size = n;
  for (at[0] = 0; at[0] < n[0]; at[0] += size[0]) {
    size[0] = std::min(std::max<index_t>(rows, 1), n[0] - at[0]);
    if (rows > 0 || L == 1) {
      f(at, size);
      continue;
    }
    constexpr std::size_t next = L > 1 ? 1 : 0;
    for (at[next] = 0; at[next] < n[next]; at[next] += size[next]) {
      size[next] = std::min(number(1, 50), n[next] - at[next]);
      f(at, size);
    }
    at[next] = 0;
  }
}

template <class N> auto by_parts(const N& n, index_t rows) {
  const auto whole = detail::whole_region(std::array<index_t, N::extents.rank()>(n.shape()));
  return detail::fold_by_blocks(n, whole, [&](const auto& e, const auto& needed, const auto& f) {
    for_tiles(needed.size, rows, [&](const auto& at, const auto& size) {
      auto tile = needed;
      tile.begin = at;
      tile.size = size;
      f(detail::values_of(e, tile, test::memory_taker()), at);
    });
  });
}

template <class A, class B> bool same_bits(const A& a, const B& b) {
  return a.shape() == b.shape() &&
         (a.size() == 0 ||
          std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(*a.data())) ==
              0);
}

template <class N> void check(const N& n, bool exact) {
  INFO(to_string(n));
  const auto once = by_parts(n, std::numeric_limits<index_t>::max());
  if constexpr (std::is_integral_v<typename N::value_type>)
    CHECK(test::holds(once, test::evaluated(eval(n))));
  else
    CHECK((exact ? test::holds(once, test::evaluated(eval(n)))
                 : test::near(once, test::evaluated(eval(n)))));
  for (const index_t rows : {0, 1, 2, 7, 100, 128, 129, 300})
    CHECK(same_bits(by_parts(n, rows), once));
}

} // namespace

TEST_CASE("reductions do not depend on the parts") {
  for (const index_t rows : {1, 2, 127, 128, 129, 400, 1025}) {
    dtensor<float, 2> a(rows, 37);
    for (float& v : a.storage())
      v = static_cast<float>(number(-1000, 1000)) / 256;
    check(sum(a, _0), false);
    check(sum(a, _1), false);
    check(mean(a, _0), false);
    check(mean(a, _0, _1, keepdims), false);
    check(max(a, _0), true);
    check(min(a, _1, keepdims), true);
    check(argmax(a, _0), true);
    check(argmin(a, _1), true);
    check(var(a, _0), false);
    check(std_dev(a, _1, ddof(1)), false);
    check(any(a > 3.f, _0), true);
    check(all_of(a > -3.f, _1), true);
    check(count_nonzero(a > 0.f, _0), true);
    const auto b = eval(cast<std::int8_t>(a));
    check(sum(b, _0), true);
    check(mean(b, _1), false);
    check(prod(a * .001f + 1.f, _1), false);
    check(sum(cast<std::complex<float>>(a), _0), false);
  }
}

TEST_CASE("reductions of three axes, of one and of none") {
  dtensor<double, 3> t(5, 9, 31);
  for (double& v : t.storage())
    v = static_cast<double>(number(-1000, 1000)) / 3;
  check(sum(t, _0, _2), false);
  check(sum(t, _1), false);
  check(max(t, _1, _2), true);
  check(var(t, _0, _1), false);
  check(sum(t[0, 0], _0, keepdims), false);
  check(sum(t[range(0, 0)], _0), true);
  check(sum(t[_, range(0, 0)], _0), true);
  CHECK_THROWS_AS(by_parts(max(t[range(0, 0)], _0), 1), value_error);
}

TEST_CASE("NaNs and equal elements are found wherever the parts end") {
  dtensor<float, 2> a(300, 3);
  a[200, 1] = std::numeric_limits<float>::quiet_NaN();
  a[_, 2] = 1.f;
  check(argmax(a, _0), true);
  for (const index_t rows : {0, 1, 7, 128, 300}) {
    const auto high = by_parts(max(a, _0), rows);
    CHECK((high[0] == 0 && std::isnan(high[1]) && high[2] == 1));
  }
}
