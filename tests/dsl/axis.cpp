// SPDX-License-Identifier: BSL-1.0
// dsl/axis.cpp: wrap, clamp and the size of a slice, compared with Python's definition, and at the
// limits.
#include "../support/catch.hpp"

#include <stria/plan/axis.hpp>

#include <limits>
#include <optional>
#include <vector>

using namespace stria;
using stria::detail::slice_axis;

namespace {

using bound = std::optional<index>;

// s[i:j:k] by the definition in Python's documentation, element by element.
std::vector<index> python_slice(index n, bound b, bound e, index step) {
  const auto adjust = [&](index i) {
    i = i < 0 ? i + n : i;
    const index lowest = step > 0 ? 0 : -1, highest = step > 0 ? n : n - 1;
    return i < lowest ? lowest : i > highest ? highest : i;
  };
  const index begin = b ? adjust(*b) : step > 0 ? 0 : n - 1;
  const index end = e ? adjust(*e) : step > 0 ? n : -1;
  std::vector<index> taken;
  for (index i = begin; step > 0 ? i < end : i > end; i += step)
    taken.push_back(i);
  return taken;
}

constexpr axis_slice cut(index n, index b, index e, index s) {
  return slice_axis(n, b, false, e, false, s);
}
constexpr axis_slice open(index n, index s) { return slice_axis(n, 77, true, 77, true, s); }

constexpr index most = std::numeric_limits<index>::max();
constexpr index least = std::numeric_limits<index>::min();

} // namespace

TEST_CASE("every small slice selects the same elements as in Python") {
  std::vector<bound> bounds{std::nullopt};
  for (index i = -8; i <= 8; ++i)
    bounds.push_back(i);
  bool same = true;
  int count = 0;
  for (index n = 0; n <= 6; ++n)
    for (const bound& b : bounds)
      for (const bound& e : bounds)
        for (const index step : {-7, -3, -2, -1, 1, 2, 3, 7}) {
          const axis_slice s =
              slice_axis(n, b.value_or(0), !b.has_value(), e.value_or(0), !e.has_value(), step);
          const std::vector<index> want = python_slice(n, b, e, step);
          same = same && s.step == step && s.size == static_cast<index>(want.size());
          for (std::size_t k = 0; same && k < want.size(); ++k)
            same = s.begin + static_cast<index>(k) * step == want[k];
          ++count;
          if (!same) {
            CAPTURE(n, b.value_or(99), e.value_or(99), step);
            REQUIRE(same);
          }
        }
  CHECK(same);
  CHECK(count == 7 * 18 * 18 * 8);
}

TEST_CASE("the end is exclusive in both directions") {
  STATIC_REQUIRE(cut(4, 3, 0, -1) == axis_slice{3, -1, 3});
  STATIC_REQUIRE(cut(4, 3, 0, -2) == axis_slice{3, -2, 2});
  STATIC_REQUIRE(cut(4, 2, 2, 1).size == 0);
  STATIC_REQUIRE(cut(2, 2, 4321, -1).size == 0);
  STATIC_REQUIRE(open(4, -1) == axis_slice{3, -1, 4});
  STATIC_REQUIRE(cut(4, -6, -9, -1).size == 0);
}

TEST_CASE("bounds and steps at the limits of 64 bits") {
  STATIC_REQUIRE(cut(5, least, most, 1) == axis_slice{0, 1, 5});
  STATIC_REQUIRE(cut(5, most, least, -1) == axis_slice{4, -1, 5});
  STATIC_REQUIRE(cut(5, least, most, most) == axis_slice{0, most, 1});
  STATIC_REQUIRE(cut(5, most, least, least) == axis_slice{4, least, 1});
  STATIC_REQUIRE(cut(5, most, least, 1).size == 0);
  STATIC_REQUIRE(cut(5, least, most, -1).size == 0);
  STATIC_REQUIRE(open(5, least) == axis_slice{4, least, 1});
}

TEST_CASE("axes at the limits of 64 bits") {
  STATIC_REQUIRE(open(most, 1) == axis_slice{0, 1, most});
  STATIC_REQUIRE(open(most, -1) == axis_slice{most - 1, -1, most});
  STATIC_REQUIRE(open(most, 2).size == most / 2 + 1);
  STATIC_REQUIRE(open(most, least) == axis_slice{most - 1, least, 1});
  STATIC_REQUIRE(cut(most, -1, most, 1) == axis_slice{most - 1, 1, 1});
  STATIC_REQUIRE(cut(most, least, -1, 1) == axis_slice{0, 1, most - 1});
}

TEST_CASE("slices of an empty axis are empty") {
  STATIC_REQUIRE(open(0, 1).size == 0);
  STATIC_REQUIRE(open(0, -1).size == 0);
  STATIC_REQUIRE(cut(0, 0, -1, 1).size == 0);
  STATIC_REQUIRE(cut(0, -1, -9, -1).size == 0);
}

TEST_CASE("a negative subscript counts from the end, once") {
  STATIC_REQUIRE(stria::detail::wrap(-1, 5) == 4);
  STATIC_REQUIRE(stria::detail::wrap(-6, 5) == -1);
  STATIC_REQUIRE(stria::detail::wrap(least, most) == -1);
  STATIC_REQUIRE(stria::detail::inside(4, 5));
  STATIC_REQUIRE(!stria::detail::inside(5, 5));
  STATIC_REQUIRE(!stria::detail::inside(-1, 5));
  STATIC_REQUIRE(!stria::detail::inside(0, 0));
}

TEST_CASE("wrapped and clamped bounds") {
  constexpr auto back = stria::detail::bounds_on_axis(5, 0, true, -3, false, -1);
  STATIC_REQUIRE(back.begin == 4 && back.end == 2);
  constexpr auto whole = stria::detail::bounds_on_axis(5, 0, true, 0, true, -1);
  STATIC_REQUIRE(whole.begin == 4 && whole.end == -1);
  constexpr auto far = stria::detail::bounds_on_axis(5, -99, false, 99, false, 1);
  STATIC_REQUIRE(far.begin == 0 && far.end == 5);
}
