// SPDX-License-Identifier: BSL-1.0
// dsl/fixed_string.cpp: a text as a template argument.
#include "../support/catch.hpp"

#include <stria/base/fixed_string.hpp>

#include <type_traits>

namespace {

template <stria::fixed_string Text> struct named {
  static constexpr std::string_view name = Text.view();
};

} // namespace

TEST_CASE("fixed_strings are template arguments, equal if their texts are") {
  STATIC_REQUIRE(named<"b h w">::name == "b h w");
  STATIC_REQUIRE(named<"">::name.empty());
  STATIC_REQUIRE(std::is_same_v<named<"a">, named<"a">>);
  STATIC_REQUIRE(!std::is_same_v<named<"a">, named<"b">>);
}

TEST_CASE("a fixed_string from a view is truncated or padded") {
  STATIC_REQUIRE(stria::fixed_string<2>(std::string_view("abc")).view() == "ab");
  STATIC_REQUIRE(stria::fixed_string<4>(std::string_view("abc")).view() ==
                 std::string_view("abc\0", 4));
}
