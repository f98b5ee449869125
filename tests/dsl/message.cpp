// SPDX-License-Identifier: BSL-1.0
// dsl/message.cpp: a message has the same text at compile time and at run time.
#include "../support/catch.hpp"

#include <stria/base/message.hpp>

#include <cstdint>
#include <limits>
#include <string>

using stria::detail::message;

namespace {

// The view refers to the message, so the comparison is in the same function.
template <class... Parts> constexpr bool says(std::string_view text, Parts... parts) {
  message m;
  static_cast<void>((m << ... << parts));
  return m.view() == text;
}

} // namespace

TEST_CASE("a message joins texts, characters and integers") {
  STATIC_REQUIRE(says(""));
  STATIC_REQUIRE(says("axis 3!", "axis ", 3, '!'));
  STATIC_REQUIRE(says("0 -1 255", 0, ' ', -1, ' ', std::uint8_t{255}));
  CHECK(says("axis 3!", "axis ", 3, '!'));
}

TEST_CASE("a message writes the extreme integers") {
  STATIC_REQUIRE(says("-9223372036854775808", std::numeric_limits<std::int64_t>::min()));
  STATIC_REQUIRE(says("9223372036854775807", std::numeric_limits<std::int64_t>::max()));
  STATIC_REQUIRE(says("18446744073709551615", std::numeric_limits<std::uint64_t>::max()));
  STATIC_REQUIRE(says("-128", std::numeric_limits<std::int8_t>::min()));
}

TEST_CASE("a message that is too long is truncated") {
  message m;
  const std::string line(100, 'x');
  for (int i = 0; i < 10; ++i)
    m << line;
  CHECK(m.view().size() < 1000);
  CHECK(m.view() == std::string(m.view().size(), 'x'));
}
