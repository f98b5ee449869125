// SPDX-License-Identifier: BSL-1.0
// dsl/extent.cpp: extents made from integers, dyn or a dim. Equal extents are the same template
// argument.
#include "../support/catch.hpp"

#include <stria/shape/extent.hpp>

#include <type_traits>

using namespace stria;

// Declared as in a user's program, with external linkage. The sanitizers of g++ treat the addresses
// of such objects specially.
namespace outside {
inline constexpr dim rows{"rows"}, columns{"columns"};
static_assert(extent(rows).is_named() && !extent(rows).is_static());
static_assert(extent(rows) == extent(rows) && extent(rows) != extent(dyn));
static_assert(extent(rows) != extent(columns));
} // namespace outside

namespace {

template <auto N>
concept makes_extent = requires { typename std::integral_constant<index, extent(N).size>; };

inline constexpr dim batch{"batch"}, other{"batch"};

template <extent... E> struct list {};

} // namespace

TEST_CASE("extents of one size are one template argument") {
  STATIC_REQUIRE(std::is_same_v<list<3, dyn>, list<3ul, dyn>>);
  STATIC_REQUIRE(std::is_same_v<list<batch>, list<batch>>);
  STATIC_REQUIRE(!std::is_same_v<list<3>, list<4>>);
  STATIC_REQUIRE(!std::is_same_v<list<batch>, list<dyn>>);
  STATIC_REQUIRE(makes_extent<3U>);
  STATIC_REQUIRE_FALSE(makes_extent<~0ULL>); // above the limit of index
}

TEST_CASE("an extent has the static knowledge of a size") {
  STATIC_REQUIRE(extent(0).is_static() && extent(0).size == 0);
  STATIC_REQUIRE(!extent(dyn).is_static() && !extent(dyn).is_named());
  STATIC_REQUIRE(!extent(batch).is_static() && extent(batch).is_named());
  STATIC_REQUIRE(extent::make(3) == extent(3));
  STATIC_REQUIRE(extent::unknown() == extent(dyn));
}

TEST_CASE("two names are equal if they are the same object") {
  STATIC_REQUIRE(extent(batch) == extent(batch));
  STATIC_REQUIRE(!(extent(batch) == extent(other)));
}
