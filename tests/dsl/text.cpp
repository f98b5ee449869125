// SPDX-License-Identifier: BSL-1.0
// dsl/text.cpp: the cursor skips blanks, counts columns and reads integers as Python does.
#include "../support/catch.hpp"

#include <stria/base/text.hpp>

#include <limits>
#include <string>

using stria::detail::say_text_fault;
using stria::detail::text_cursor;
using stria::detail::text_fault;

namespace {

struct read {
  stria::index value;
  text_fault fault;
  std::size_t column; // of the cursor afterwards
};

constexpr read integer(std::string_view text) {
  text_cursor c(text);
  read r{-77, {}, 0};
  r.fault = c.take_integer(r.value);
  r.column = c.column();
  return r;
}

constexpr bool reads(std::string_view text, stria::index value) {
  const read r = integer(text);
  return !r.fault && r.value == value;
}

constexpr bool refuses(std::string_view text, std::size_t column, std::string_view reason) {
  const read r = integer(text);
  return r.fault.column == column && r.fault.reason == reason && r.value == -77 && r.column == 1;
}

} // namespace

TEST_CASE("a cursor points to tokens and skips blanks") {
  constexpr bool walked = [] {
    text_cursor c(" \t ab_1 :\n, x ");
    bool ok = c.column() == 4 && c.name() == "ab_1" && !c.take_name("ab") && !c.take("b");
    ok = ok && c.take_name("ab_1") && c.column() == 9 && !c.take(",") && c.take(":");
    ok = ok && c.column() == 11 && c.name().empty() && !c.take_all(",", "y") && c.column() == 11;
    ok = ok && c.take_all(",", "x") && c.done() && c.column() == 15 && !c.at("x");
    return ok && c.fault("why").column == 15 && c.fault("why").reason == "why";
  }();
  STATIC_REQUIRE(walked);
  STATIC_REQUIRE(text_cursor("  ").done());
  STATIC_REQUIRE(!text_fault{});
}

TEST_CASE("a cursor reads integers") {
  STATIC_REQUIRE(reads("0", 0));
  STATIC_REQUIRE(reads("-0", 0));
  STATIC_REQUIRE(reads("00", 0));
  STATIC_REQUIRE(reads("+12", 12));
  STATIC_REQUIRE(reads("- 3", -3));
  STATIC_REQUIRE(reads("12x", 12));
  STATIC_REQUIRE(reads("9223372036854775807", std::numeric_limits<stria::index>::max()));
  STATIC_REQUIRE(reads("-9223372036854775808", std::numeric_limits<stria::index>::min()));
  STATIC_REQUIRE(integer("12 , 3").column == 4);
}

TEST_CASE("a cursor refuses integers that Python or 64 bits refuse") {
  STATIC_REQUIRE(refuses("9223372036854775808", 1, "this integer does not fit into 64 bits"));
  STATIC_REQUIRE(refuses("-9223372036854775809", 1, "this integer does not fit into 64 bits"));
  STATIC_REQUIRE(refuses("99999999999999999999", 1, "this integer does not fit into 64 bits"));
  STATIC_REQUIRE(refuses("012", 1, "expected an integer without leading zeros"));
  STATIC_REQUIRE(refuses("-", 2, "expected a digit"));
  STATIC_REQUIRE(refuses("--3", 2, "expected a digit"));
  STATIC_REQUIRE(refuses("x", 1, "expected a digit"));
}

TEST_CASE("an error contains the text and the column") {
  CHECK(say_text_fault("index text", "1, x", {4, "expected y"}).view() ==
        "stria: cannot read the index text \"1, x\" at column 4: expected y");
}

TEST_CASE("an error in a long text shows its surroundings") {
  const std::string text = std::string(200, 'a') + "?" + std::string(200, 'b');
  const std::string said(say_text_fault("index text", text, {201, "expected y"}).view());
  CHECK(said == "stria: cannot read the index text \"[...]" + std::string(60, 'a') + "?" +
                    std::string(59, 'b') + "[...]\" at column 201: expected y");
  const std::string start(say_text_fault("index text", text, {1, "expected y"}).view());
  CHECK_THAT(start, test::contains("text \"" + std::string(60, 'a') + "[...]\" at column 1:"));
  const std::string end(say_text_fault("index text", text, {402, "expected y"}).view());
  CHECK_THAT(end, test::contains("\"[...]" + std::string(60, 'b') + "\" at column 402:"));
}
