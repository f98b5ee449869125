// SPDX-License-Identifier: BSL-1.0
// dsl/refuse.cpp: the pieces in which clang prints a refusal.
#include "../support/catch.hpp"

#include <stria/base/refuse.hpp>

#include <string>
#include <vector>

namespace {

struct no_verdict {
  static constexpr stria::detail::message text() { return stria::detail::message("stria: ") << "no"; }
};

} // namespace

TEST_CASE("is_refused of types") {
  STATIC_REQUIRE(stria::detail::is_refused<stria::detail::refusal<no_verdict>>);
  STATIC_REQUIRE(!stria::detail::is_refused<int>);
}

#if defined(__clang__)

namespace {

// A copy of the text, because the pieces are computed at compile time.
template <std::size_t N> consteval auto split(const char (&text)[N]) {
  return stria::detail::split_at_blanks({text, N - 1});
}

std::vector<std::string> parts(const std::string& text, const stria::detail::pieces& p) {
  std::vector<std::string> r;
  for (std::size_t k = 0; k < p.count; ++k)
    r.push_back(text.substr(p.from[k], p.from[k + 1] - p.from[k]));
  return r;
}

} // namespace

TEST_CASE("a message is split after the last blank that fits") {
  using list = std::vector<std::string>;
  CHECK(parts("short", split("short")) == list{"short"});
  // A text of 34 characters is one piece. A longer text is split after a blank.
  CHECK(parts("123456789 123456789 123456789 1234", split("123456789 123456789 123456789 1234")) ==
        list{"123456789 123456789 123456789 1234"});
  CHECK(
      parts("123456789 123456789 123456789 12345", split("123456789 123456789 123456789 12345")) ==
      list{"123456789 123456789 123456789 ", "12345"});
  CHECK(
      parts("123456789 123456789 123456789 123 5", split("123456789 123456789 123456789 123 5")) ==
      list{"123456789 123456789 123456789 123 ", "5"});
}

TEST_CASE("a word that is longer than a piece is split") {
  CHECK(parts("1234567890123456789012345678901234567",
              split("1234567890123456789012345678901234567")) ==
        std::vector<std::string>{"1234567890123456789012345678901234", "567"});
}

#endif
