// SPDX-License-Identifier: BSL-1.0
// dsl/constant.cpp: constants, integers, and types that are neither.
#include "../support/catch.hpp"

#include <stria/token/constant.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

using namespace stria;
using stria::detail::constant_item;
using stria::detail::constant_traits;
using stria::detail::integer_item;
using stria::detail::to_index;

namespace {

struct with_state : std::integral_constant<int, 3> {
  int state;
};

template <class T> inline constexpr index value_of = constant_traits<std::remove_cvref_t<T>>::value;

} // namespace

TEST_CASE("constants carry their value in the type") {
  STATIC_REQUIRE(value_of<decltype(_0)> == 0);
  STATIC_REQUIRE(value_of<decltype(_9)> == 9);
  STATIC_REQUIRE(value_of<decltype(-_3)> == -3);
  STATIC_REQUIRE(value_of<decltype(12_c)> == 12);
  STATIC_REQUIRE(value_of<decltype(-12_c)> == -12);
  STATIC_REQUIRE(value_of<decltype(0_c)> == 0);
  STATIC_REQUIRE(value_of<decltype(0x1fA_c)> == 506);
  STATIC_REQUIRE(value_of<decltype(0b101_c)> == 5);
  STATIC_REQUIRE(value_of<decltype(017_c)> == 15);
  STATIC_REQUIRE(value_of<decltype(1'000_c)> == 1000);
  STATIC_REQUIRE(value_of<decltype(_2 + _3)> == 5);
  STATIC_REQUIRE(value_of<decltype(_2 - _3)> == -1);
  STATIC_REQUIRE(value_of<constant<100>> == 100);
}

TEST_CASE("the constants of other libraries are constants too") {
  STATIC_REQUIRE(value_of<std::integral_constant<int, -4>> == -4);
  STATIC_REQUIRE(value_of<std::integral_constant<unsigned char, 200>> == 200);
  STATIC_REQUIRE(value_of<std::integral_constant<std::uint64_t, ~std::uint64_t{0}>> ==
                 std::numeric_limits<index>::max());
  STATIC_REQUIRE(!constant_item<std::true_type>);
  STATIC_REQUIRE(!constant_item<std::integral_constant<char, 'a'>>);
  STATIC_REQUIRE(!constant_item<with_state>);
  STATIC_REQUIRE(!constant_item<int>);
}

TEST_CASE("bool, characters and floating-point numbers are not integers") {
  STATIC_REQUIRE(integer_item<int>);
  STATIC_REQUIRE(integer_item<const std::uint8_t&>);
  STATIC_REQUIRE(integer_item<std::int8_t>);
  STATIC_REQUIRE(integer_item<unsigned long long>);
  STATIC_REQUIRE(!integer_item<bool>);
  STATIC_REQUIRE(!integer_item<char>);
  STATIC_REQUIRE(!integer_item<wchar_t>);
  STATIC_REQUIRE(!integer_item<char8_t>);
  STATIC_REQUIRE(!integer_item<char16_t>);
  STATIC_REQUIRE(!integer_item<char32_t>);
  STATIC_REQUIRE(!integer_item<double>);
  STATIC_REQUIRE(!integer_item<decltype(_1)>);
}

TEST_CASE("an integer beyond the range of index is saturated") {
  STATIC_REQUIRE(to_index(std::numeric_limits<std::uint64_t>::max()) ==
                 std::numeric_limits<index>::max());
  STATIC_REQUIRE(to_index(std::numeric_limits<std::int64_t>::min()) ==
                 std::numeric_limits<index>::min());
  STATIC_REQUIRE(to_index(std::int8_t{-1}) == -1);
}
