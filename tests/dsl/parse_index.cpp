// SPDX-License-Identifier: BSL-1.0
// dsl/parse_index.cpp: a text at run time, and every kind of error.
#include "../support/catch.hpp"

#include <stria/mask/parse_index.hpp>
#include <stria/plan/slice_plan.hpp>
#include <stria/token/literal.hpp>

#include <string>
#include <vector>

using namespace stria;

namespace {

// Checks that a parsed text equals the encoded items.
template <class Encoded> constexpr bool reads(std::string_view text, const Encoded& e) {
  const parsed_index p = parse_index(text);
  return p.begin == e.begin && p.end == e.end && p.strides == e.strides && p.masks == e.masks;
}

} // namespace

TEST_CASE("parse_index is the run-time equivalent of the literal, and constexpr") {
  STATIC_REQUIRE(
      reads("1, 2:4, None, ..., :-3:-1, :", encode("1, 2:4, newaxis, ..., :-3:-1, :"_ix)));
  STATIC_REQUIRE(reads("1, 2:4, None, ..., :-3:-1, :",
                       encode(_1, range(2, 4), newaxis, ellipsis, rev(-3), _)));
  STATIC_REQUIRE(reads("()", encode()));
  STATIC_REQUIRE(
      reads("-9223372036854775808, 9223372036854775807", encode(PTRDIFF_MIN, PTRDIFF_MAX)));
  const std::string text = "[::2, -1]";
  CHECK(reads(text, encode(range(_, _, 2), -1)));
}

TEST_CASE("plan_slice accepts a parsed subscript") {
  const parsed_index p = parse_index("1, 2:4, None, ..., :-3:-1, :");
  const std::vector<index> shape(6, 5);
  CHECK(plan_slice(shape, p.begin, p.end, p.strides, p.masks).shape() ==
        std::vector<index>{2, 1, 5, 5, 2, 5});
}

TEST_CASE("equal texts are equal indices") {
  CHECK(parse_index("1, 2:4") == parse_index("[1,2:4,]"));
  CHECK_FALSE(parse_index("1, 2:4") == parse_index("1, 2:4, :"));
  CHECK_FALSE(parse_index("1:") == parse_index("1:0"));
}

TEST_CASE("64 items can be parsed") {
  std::string text = "None";
  for (int i = 1; i < 64; ++i)
    text += ", None";
  CHECK(parse_index(text).masks == slice_masks{.new_axis_mask = ~std::uint64_t{0}});
  CHECK_THROWS_WITH(parse_index(text + ", None"),
                    test::contains("at column 385: expected at most 64 items"));
}

TEST_CASE("an invalid text is refused with its column") {
  struct bad {
    const char* text;
    int column;
    const char* reason;
  };
  const char* const item = "expected an integer, a slice, None, newaxis or ...";
  const char* const after_integer = "expected ':', ',' or the end";
  const char* const after_item = "expected ',' or the end";
  const bad table[] = {
      {"", 1, item},
      {"   ", 4, item},
      {"[]", 2, item},
      {"[", 2, item},
      {",", 1, item},
      {"1,,2", 3, item},
      {"1, x", 4, item},
      {"x", 1, item},
      {"np.nan", 1, item},
      {"(1, 2)", 1, item},
      {"[[1]]", 2, item},
      {"..", 1, item},
      {"1, 2:x", 6, "expected an integer or ':'"},
      {"1:newaxis", 3, "expected an integer or ':'"},
      {"1:2:x", 5, "expected an integer"},
      {"1:2:3:4", 6, after_item},
      {"1:2:3 4", 7, after_item},
      {"1 2", 3, after_integer},
      {"1.5", 2, after_integer},
      {"1_000", 2, after_integer},
      {"1:2 3", 5, after_integer},
      {"1:2.5", 4, after_integer},
      {"2:None3", 3, "expected an integer or ':'"},
      {"....", 4, after_item},
      {"None 1", 6, after_item},
      {"newaxis:3", 8, after_item},
      {"[1, 2", 6, "expected ']'"},
      {"[1, 2,", 7, "expected ']'"},
      {"[1] ]", 5, "expected the end"},
      {"[1],", 4, "expected the end"},
      {"1]", 2, after_integer},
      {"(), 1", 3, "expected the end"},
      {"-", 2, "expected a digit"},
      {"1, --3", 5, "expected a digit"},
      {"1:-x", 4, "expected a digit"},
      {"007", 1, "expected an integer without leading zeros"},
      {"1, 9223372036854775808", 4, "this integer does not fit into 64 bits"},
      {"::-9223372036854775809", 3, "this integer does not fit into 64 bits"},
  };
  for (const auto& [text, column, reason] : table) {
    INFO("the text: " << text);
    CHECK_THROWS_AS(parse_index(text), value_error);
    CHECK_THROWS_WITH(parse_index(text), "stria: cannot read the index text \"" +
                                             std::string(text) + "\" at column " +
                                             std::to_string(column) + ": " + reason);
  }
}

TEST_CASE("a zero byte in the text does not end the message") {
  CHECK_THROWS_WITH(
      parse_index(std::string_view("1, \0", 4)),
      "stria: cannot read the index text \"1, ?\" at column 4: expected an integer, a "
      "slice, None, newaxis or ...");
}

TEST_CASE("errors that depend on the shape are not refused by parsing") {
  CHECK(parse_index("..., ...").masks.ellipsis_mask == 3);
  CHECK(parse_index("::0").strides[0] == 0);
}
