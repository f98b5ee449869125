// SPDX-License-Identifier: BSL-1.0
// dsl/short_list.cpp: a list without heap memory as a range, a span and a constant.
#include "../support/catch.hpp"

#include <stria/base/short_list.hpp>

#include <array>
#include <span>
#include <vector>

namespace {

constexpr stria::short_list<int, 4> two_of_four() {
  stria::short_list<int, 4> l;
  l.push_back(5);
  l.push_back(6);
  l[1] += 1;
  return l;
}

} // namespace

TEST_CASE("a short_list holds the appended elements") {
  constexpr auto l = two_of_four();
  STATIC_REQUIRE(l.size() == 2);
  STATIC_REQUIRE(!l.empty());
  STATIC_REQUIRE(l[0] == 5 && l[1] == 7);
  STATIC_REQUIRE(l.end() - l.begin() == 2);
  STATIC_REQUIRE(stria::short_list<int, 4>{}.empty());
}

TEST_CASE("a short_list is equal to any range with the same values") {
  const auto l = two_of_four();
  CHECK(l == std::vector<int>{5, 7});
  CHECK(l == std::array<long, 2>{5, 7});
  CHECK(l == two_of_four());
  CHECK_FALSE(l == std::vector<int>{5, 7, 0});
  CHECK_FALSE(l == std::vector<int>{5, 8});
  CHECK(l != std::vector<int>{5});
}

TEST_CASE("a short_list converts to a span") {
  const auto l = two_of_four();
  const std::span<const int> s = l;
  CHECK(s.size() == 2);
  CHECK(s.data() == l.data());
}
