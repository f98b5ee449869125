// SPDX-License-Identifier: BSL-1.0
// dsl/encode.cpp: encodes items as masks in the type and bounds in arrays.
#include "../support/catch.hpp"

#include <stria/mask/encode.hpp>

#include <array>
#include <type_traits>

using namespace stria;

TEST_CASE("the flagship line has TensorFlow's masks") {
  constexpr auto s = encode(_1, range(2, 4), newaxis, ellipsis, rev(-3), _);
  STATIC_REQUIRE(s.masks == slice_masks{.begin_mask = 48,
                                        .end_mask = 32,
                                        .ellipsis_mask = 8,
                                        .new_axis_mask = 4,
                                        .shrink_axis_mask = 1});
  STATIC_REQUIRE(std::is_same_v<decltype(s)::mask_type, mask<48, 32, 8, 4, 1>>);
  STATIC_REQUIRE(std::is_same_v<decltype(s.begin), std::array<index, 6>>);
  STATIC_REQUIRE(s.begin == std::array<index, 6>{1, 2, 0, 0, 0, 0});
  STATIC_REQUIRE(s.end == std::array<index, 6>{2, 4, 0, 0, -3, 0});
  STATIC_REQUIRE(s.strides == std::array<index, 6>{1, 1, 1, 1, -1, 1});
}

TEST_CASE("constants are in the type, values are not") {
  constexpr auto known = encode(_1, range(_2, _4), newaxis, ellipsis, rev(-_3), _);
  constexpr auto unknown = encode(1, range(2, 4), newaxis, ellipsis, rev(-3), _);
  STATIC_REQUIRE(!std::is_same_v<decltype(known), decltype(unknown)>);
  STATIC_REQUIRE(std::is_same_v<decltype(known)::mask_type, decltype(unknown)::mask_type>);
  STATIC_REQUIRE(known.begin == unknown.begin);
  STATIC_REQUIRE(known.end == unknown.end);
  STATIC_REQUIRE(known.strides == unknown.strides);
  STATIC_REQUIRE(std::is_same_v<decltype(encode(1, 2)), decltype(encode(8u, 9l))>);
  STATIC_REQUIRE(std::is_same_v<decltype(encode(_, all)), decltype(encode(all, _))>);
}

TEST_CASE("each mask bit follows from its item") {
  STATIC_REQUIRE(encode(_).masks == slice_masks{.begin_mask = 1, .end_mask = 1});
  STATIC_REQUIRE(encode(range(_, 3)).masks == slice_masks{.begin_mask = 1});
  STATIC_REQUIRE(encode(range(3, _)).masks == slice_masks{.end_mask = 1});
  STATIC_REQUIRE(encode(range(1, 3)).masks == slice_masks{});
  STATIC_REQUIRE(encode(newaxis).masks == slice_masks{.new_axis_mask = 1});
  STATIC_REQUIRE(encode(ellipsis).masks == slice_masks{.ellipsis_mask = 1});
  STATIC_REQUIRE(encode(_0).masks == slice_masks{.shrink_axis_mask = 1});
  STATIC_REQUIRE(encode(0, 0, 0).masks == slice_masks{.shrink_axis_mask = 7});
}

TEST_CASE("values are read at run time") {
  int i = 3;
  const auto s = encode(i, range(i, _, i + 1));
  CHECK(s.begin == std::array<index, 2>{3, 3});
  CHECK(s.end == std::array<index, 2>{4, 0});
  CHECK(s.strides == std::array<index, 2>{1, 4});
}

TEST_CASE("a subscript without items") {
  constexpr auto s = encode();
  STATIC_REQUIRE(s.size == 0);
  STATIC_REQUIRE(s.masks == slice_masks{});
  STATIC_REQUIRE(s.begin.empty());
}

TEST_CASE("64 items fill the masks") {
  const auto s = []<std::size_t... K>(std::index_sequence<K...>) {
    return encode((static_cast<void>(K), newaxis)...);
  }(std::make_index_sequence<64>());
  STATIC_REQUIRE(decltype(s)::masks == slice_masks{.new_axis_mask = ~std::uint64_t{0}});
}
