// SPDX-License-Identifier: BSL-1.0
// Stored arrays: places, regions, slices, boxes, and the values that are computed before the parts.
#include <stria/parts/hoist.hpp>

#include "memory_store.hpp"
#include "numbers.hpp"

#include <algorithm>
#include <iterator>
#include <random>
#include <set>

using namespace stria;
using detail::place;
using detail::region;
using stria::index;

namespace {

dtensor<double, 2> numbers(index m, index n) {
  dtensor<double, 2> t(m, n);
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<double>((i * 7) % 11 - 5);
  return t;
}

std::set<index> positions(const region<1>& r) {
  std::set<index> s;
  for (index i = 0; i < r.size[0]; ++i)
    s.insert(r.begin[0] + r.step[0] * i);
  return s;
}

} // namespace

TEST_CASE("the place of an expression") {
  const auto a = test::stored(numbers(3, 4));
  const dtensor<double, 2> h(3, 4);
  STATIC_REQUIRE(detail::place_of<decltype(h * 2.)> == place::host);
  STATIC_REQUIRE(detail::place_of<decltype(a)> == place::files);
  STATIC_REQUIRE(detail::place_of<decltype(a[0])> == place::files);
  STATIC_REQUIRE(detail::place_of<decltype(h + sum(a, _0))> == place::files);
  STATIC_REQUIRE(detail::joined_place({place::device, place::host}) == place::device);
  STATIC_REQUIRE(detail::joined_place({place::device, place::files}) == place::several);
  STATIC_REQUIRE(detail::joined_place({}) == place::host);
  STATIC_REQUIRE(detail::reads_stored<decltype(h + sum(a, _0))>);
  STATIC_REQUIRE_FALSE(detail::reads_stored<decltype(h + sum(h, _0))>);
}

TEST_CASE("the hull and the intersection of regions") {
  std::mt19937 random{20};
  const auto number = [&](index low, index high) {
    return std::uniform_int_distribution<index>(low, high)(random);
  };
  for (int times = 0; times < 2000; ++times) {
    region<1> a, b;
    for (region<1>* r : {&a, &b})
      detail::set_axis(*r, 0, number(0, 20), number(1, 6), number(0, 7));
    const auto of_a = positions(a), of_b = positions(b), of_hull = positions(hull(a, b));
    CHECK(std::ranges::includes(of_hull, of_a));
    CHECK(std::ranges::includes(of_hull, of_b));
    if (!of_a.empty() && !of_b.empty()) {
      CHECK(*of_hull.begin() == std::min(*of_a.begin(), *of_b.begin()));
      CHECK(*of_hull.rbegin() == std::max(*of_a.rbegin(), *of_b.rbegin()));
    }
    std::set<index> both;
    std::ranges::set_intersection(of_a, of_b, std::inserter(both, both.end()));
    const auto met = meet(a, b);
    CHECK(met.has_value() == !both.empty());
    if (met)
      CHECK(positions(*met) == both);
  }
  CHECK(count(region<2>{{0, 0}, {1, 1}, {3, 4}}) == 12);
  CHECK(hull(region<1>{{4}, {4}, {2}}, region<1>{{6}, {1}, {1}}) == region<1>{{4}, {2}, {3}});
}

TEST_CASE("slices of stored arrays") {
  const auto h = numbers(6, 7);
  const auto a = test::stored(h);
  CHECK(test::holds(a[rev(), range(1, _, 2)], test::evaluated(h[rev(), range(1, _, 2)])));
  CHECK(test::holds(a[rev(), range(1, _, 2)][range(1, 4), rev()][_, newaxis, 0],
                    test::evaluated(h[rev(), range(1, _, 2)][range(1, 4), rev()][_, newaxis, 0])));
  CHECK(test::holds(a[range(2, 2)], test::evaluated(h[range(2, 2)])));
  CHECK(test::holds(a[2][rev()], test::evaluated(h[2][rev()])));
  CHECK(static_cast<double>(a[2, -1]) == h[2, -1]);
  CHECK(static_cast<double>(a["2, -1"_ix]) == h[2, -1]);
  CHECK(test::holds(a[dtensor<index, 1>{5, 0, 5}], test::evaluated(h[dtensor<index, 1>{5, 0, 5}])));
  CHECK(sum(a) == sum(h));
  CHECK_THROWS_AS((a[6, 0]), index_error);
  STATIC_REQUIRE(detail::is_stored<decltype(a[1, 2])>);
  test::fetched_elements = 0;
  CHECK(sum(a[range(1, 4), range(_, _, 3)]) == sum(h[range(1, 4), range(_, _, 3)]));
  CHECK(test::fetched_elements == 9);
}

TEST_CASE("assignments to stored arrays") {
  const auto h = numbers(6, 7);
  auto a = test::stored(h);
  auto wanted = h;
  a[range(1, 3)] += 1.;
  wanted[range(1, 3)] += 1.;
  a[rev(), 2] = a[_, 0] * 2.;
  wanted[rev(), 2] = eval(wanted[_, 0] * 2.);
  a[0, 0] = 9.;
  wanted[0, 0] = 9.;
  CHECK(test::holds(a, test::evaluated(wanted)));
  a = a[rev()];
  CHECK(test::holds(a, test::evaluated(wanted[rev()])));
  CHECK_THROWS_AS((a[0] = a[_, 0]), shape_error);
}

TEST_CASE("values that are computed before the parts") {
  const auto h = numbers(6, 7);
  const auto a = test::stored(h);
  const auto compute = [](const auto& e, bool before) {
    int asked = 0;
    const auto hoisted = detail::hoist(e, [&]<class N>(const N& n) {
      ++asked;
      using values = decltype(eval(n));
      return before ? std::optional<values>(detail::values_of(
                          n, detail::whole_region(std::array<index, N::extents.rank()>(n.shape())),
                          test::memory_taker()))
                    : std::optional<values>();
    });
    test::fetched_elements = 0;
    const auto got =
        detail::values_of(hoisted, region<2>{{2, 0}, {1, 1}, {2, 7}}, test::memory_taker());
    index needed = 0;
    detail::for_stored(hoisted, region<2>{{2, 0}, {1, 1}, {2, 7}},
                       [&](const auto&, const auto& r) { needed += count(r); });
    CHECK(needed == test::fetched_elements);
    CHECK(test::holds(got, test::evaluated(eval(e)[range(2, 4)])));
    return std::pair(asked, needed);
  };
  const auto centred = a - mean(a, _0) * 2.;
  CHECK(compute(centred, true) == std::pair(1, index{14}));
  CHECK(compute(centred, false) == std::pair(1, index{14 + 42}));
  // Operands in the memory of the host are computed at once, and nested nodes from inside.
  const auto nested = centred - sum(h, _0) + sort(max(a - cumsum(a, _0), _0));
  CHECK(compute(nested, true) == std::pair(4, index{14}));
  CHECK(compute(nested, false) == std::pair(4, index{14 + 42 + 42 + 42}));
}
