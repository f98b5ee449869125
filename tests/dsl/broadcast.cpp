// SPDX-License-Identifier: BSL-1.0
// dsl/broadcast.cpp: the rules for extents, row by row and in both orders.
#include "../support/catch.hpp"

#include <stria/shape/broadcast.hpp>

#include <array>

using namespace stria;
using stria::detail::assign_extents;
using stria::detail::equal_extents;
using stria::detail::extent_fault;
using stria::detail::join_extents;
using stria::detail::join_shapes;
using stria::detail::join_sizes;
using stria::detail::shape_of;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};

// Both orders give the same result: no rule depends on which side is the left one.
constexpr bool join(extent a, extent b, extent result) {
  const auto ab = join_extents(a, b), ba = join_extents(b, a);
  return ab.fault == extent_fault::none && ba.fault == extent_fault::none && ab.result == result &&
         ba.result == result;
}
constexpr bool clash(extent a, extent b, extent_fault fault) {
  return join_extents(a, b).fault == fault && join_extents(b, a).fault == fault;
}

} // namespace

TEST_CASE("static extents join if they are equal or 1") {
  STATIC_REQUIRE(join(3, 3, 3));
  STATIC_REQUIRE(join(3, 1, 3));
  STATIC_REQUIRE(join(1, 1, 1));
  STATIC_REQUIRE(join(0, 1, 0));
  STATIC_REQUIRE(join(0, 0, 0));
  STATIC_REQUIRE(clash(3, 4, extent_fault::sizes));
  STATIC_REQUIRE(clash(0, 2, extent_fault::sizes));
}

TEST_CASE("a static extent above 1 wins over a dynamic one") {
  STATIC_REQUIRE(join(3, dyn, 3));
  STATIC_REQUIRE(join(3, batch, 3));
  STATIC_REQUIRE(join(0, dyn, 0));
}

TEST_CASE("1 takes the other extent, including its name") {
  STATIC_REQUIRE(join(1, dyn, dyn));
  STATIC_REQUIRE(join(1, batch, batch));
}

TEST_CASE("dynamic extents take a name, and two names do not join") {
  STATIC_REQUIRE(join(dyn, dyn, dyn));
  STATIC_REQUIRE(join(batch, batch, batch));
  STATIC_REQUIRE(join(batch, dyn, batch));
  STATIC_REQUIRE(clash(batch, features, extent_fault::names));
}

TEST_CASE("two different expressions of names do not join") {
  STATIC_REQUIRE(join(batch - 1, batch - 1, batch - 1));
  STATIC_REQUIRE(join(batch - 1, dyn, batch - 1));
  STATIC_REQUIRE(join(batch * features, 1, features * batch));
  STATIC_REQUIRE(clash(batch, batch - 1, extent_fault::names));
  STATIC_REQUIRE(clash(batch - 2, batch - 1, extent_fault::names));
  STATIC_REQUIRE(assign_extents(batch - 2, batch - 1) == extent_fault::names);
}

TEST_CASE("sizes join by the same rule") {
  for (index a = 0; a < 5; ++a)
    for (index b = 0; b < 5; ++b) {
      const auto e = join_extents(extent::make(a), extent::make(b));
      CHECK(join_sizes(a, b) == (e.fault == extent_fault::none ? e.result.size : -1));
    }
}

TEST_CASE("shapes join from the last axis") {
  constexpr auto r = join_shapes(shape_of<2, 1, batch>(), shape_of<5, 1>());
  STATIC_REQUIRE(r.fault == extent_fault::none);
  STATIC_REQUIRE(r.shape == shape_of<2, 5, batch>());
  STATIC_REQUIRE(join_shapes(shape_of<>(), shape_of<3, dyn>()).shape == shape_of<3, dyn>());
  STATIC_REQUIRE(join_shapes(shape_of<>(), shape_of<>()).shape == shape_of<>());
}

TEST_CASE("the first axis of the result that does not join is named") {
  constexpr auto r = join_shapes(shape_of<7, 2, 3>(), shape_of<4, 5>());
  STATIC_REQUIRE(r.fault == extent_fault::sizes);
  STATIC_REQUIRE(r.axis == 1);
  constexpr auto n = join_shapes(shape_of<batch, 3>(), shape_of<features, 4>());
  STATIC_REQUIRE(n.fault == extent_fault::names);
  STATIC_REQUIRE(n.axis == 0);
}

TEST_CASE("an assigned extent equals the target's or is 1") {
  STATIC_REQUIRE(assign_extents(3, 3) == extent_fault::none);
  STATIC_REQUIRE(assign_extents(3, 1) == extent_fault::none);
  STATIC_REQUIRE(assign_extents(1, 3) == extent_fault::sizes);
  STATIC_REQUIRE(assign_extents(3, 4) == extent_fault::sizes);
  STATIC_REQUIRE(assign_extents(3, dyn) == extent_fault::none);
  STATIC_REQUIRE(assign_extents(batch, features) == extent_fault::names);
  STATIC_REQUIRE(assign_extents(batch, dyn) == extent_fault::none);
}

TEST_CASE("extents that must be equal are not broadcast") {
  const auto equal = [](extent a, extent b, extent result) {
    const auto ab = equal_extents(a, b), ba = equal_extents(b, a);
    return ab.fault == extent_fault::none && ba.fault == extent_fault::none &&
           ab.result == result && ba.result == result;
  };
  STATIC_REQUIRE(equal(3, 3, 3));
  STATIC_REQUIRE(equal(3, dyn, 3));
  STATIC_REQUIRE(equal(1, dyn, 1));
  STATIC_REQUIRE(equal(3, batch, 3));
  STATIC_REQUIRE(equal(dyn, batch, batch));
  STATIC_REQUIRE(equal_extents(3, 1).fault == extent_fault::sizes);
  STATIC_REQUIRE(equal_extents(batch, features).fault == extent_fault::names);
}
