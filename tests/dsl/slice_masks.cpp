// SPDX-License-Identifier: BSL-1.0
// dsl/slice_masks.cpp: masks as values and as types, and the precedence of bits.
#include "../support/catch.hpp"

#include <stria/mask/slice_masks.hpp>

using namespace stria;
using stria::detail::has_bit;
using stria::detail::kind_at;

TEST_CASE("a mask type carries the values") {
  constexpr slice_masks m = mask<48, 32, 8, 4, 1>{};
  STATIC_REQUIRE(m == slice_masks{.begin_mask = 48,
                                  .end_mask = 32,
                                  .ellipsis_mask = 8,
                                  .new_axis_mask = 4,
                                  .shrink_axis_mask = 1});
  STATIC_REQUIRE(m == mask<48, 32, 8, 4, 1>::value);
  STATIC_REQUIRE(!(m == slice_masks{}));
}

TEST_CASE("ellipsis wins over new axis, new axis over shrink") {
  // Bits 0 to 7 of the three masks are the eight combinations.
  constexpr slice_masks m{
      .ellipsis_mask = 0b10101010, .new_axis_mask = 0b11001100, .shrink_axis_mask = 0b11110000};
  STATIC_REQUIRE(kind_at(m, 0) == item_kind::slice);
  STATIC_REQUIRE(kind_at(m, 1) == item_kind::dots);
  STATIC_REQUIRE(kind_at(m, 2) == item_kind::new_axis);
  STATIC_REQUIRE(kind_at(m, 3) == item_kind::dots);
  STATIC_REQUIRE(kind_at(m, 4) == item_kind::integer);
  STATIC_REQUIRE(kind_at(m, 5) == item_kind::dots);
  STATIC_REQUIRE(kind_at(m, 6) == item_kind::new_axis);
  STATIC_REQUIRE(kind_at(m, 7) == item_kind::dots);
}

TEST_CASE("there are 64 bits, and none beyond them") {
  constexpr slice_masks m{.shrink_axis_mask = ~std::uint64_t{0}};
  STATIC_REQUIRE(kind_at(m, 63) == item_kind::integer);
  STATIC_REQUIRE(kind_at(m, 64) == item_kind::slice);
  STATIC_REQUIRE(!has_bit(~std::uint64_t{0}, 1000));
}
