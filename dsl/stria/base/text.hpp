// SPDX-License-Identifier: BSL-1.0
// base/text.hpp: a cursor that reads a text token by token and reports columns.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/base/index.hpp>
#include <stria/base/message.hpp>

#include <cstddef>
#include <limits>
#include <string_view>

namespace stria::detail {

/// A fault in a text: none (column 0), or a reason and a column that counts from 1.
struct text_fault {
  std::size_t column = 0;
  std::string_view reason{};
  constexpr explicit operator bool() const { return column != 0; }
};

/// Reads a text of ASCII tokens. Blanks between tokens are skipped, so the cursor is always at a
/// token or at the end.
class text_cursor {
  std::string_view text_;
  std::size_t at_ = 0;

  // The functions of <cctype> are not used, because they depend on the locale and are not
  // constexpr.
  static constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
  }
  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  constexpr void go(std::size_t to) {
    at_ = to;
    while (at_ < text_.size() && is_blank(text_[at_]))
      ++at_;
  }

public:
  constexpr explicit text_cursor(std::string_view text) : text_(text) { go(0); }

  constexpr bool done() const { return at_ == text_.size(); }
  /// The column of the next token; at the end, one past the last character.
  constexpr std::size_t column() const { return at_ + 1; }
  constexpr text_fault fault(std::string_view reason) const { return {column(), reason}; }

  constexpr bool at(std::string_view mark) const { return text_.substr(at_, mark.size()) == mark; }
  constexpr bool at_integer() const {
    return !done() && (is_digit(text_[at_]) || text_[at_] == '-' || text_[at_] == '+');
  }
  /// Skips the mark if it comes next.
  constexpr bool take(std::string_view mark) {
    if (!at(mark))
      return false;
    go(at_ + mark.size());
    return true;
  }
  /// Skips both marks if they come next in this order; otherwise skips nothing.
  constexpr bool take_all(std::string_view first, std::string_view second) {
    text_cursor ahead = *this;
    if (!ahead.take(first) || !ahead.take(second))
      return false;
    *this = ahead;
    return true;
  }
  /// The name that comes next, or an empty text if there is none.
  constexpr std::string_view name() const {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || (end > at_ && is_digit(text_[end]))))
      ++end;
    return text_.substr(at_, end - at_);
  }
  /// Skips the next name if it is exactly `wanted`.
  constexpr bool take_name(std::string_view wanted) { return name() == wanted && take(wanted); }

  /// Reads a quoted text without escapes, as in Python; `inside` receives the text between the
  /// quotes.
  constexpr bool take_quoted(std::string_view& inside) {
    if (!at("'") && !at("\""))
      return false;
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != text_[at_] && text_[end] != '\\')
      ++end;
    if (end == text_.size() || text_[end] == '\\')
      return false;
    inside = text_.substr(at_ + 1, end - at_ - 1);
    go(end + 1);
    return true;
  }

  /// Reads a decimal integer with an optional sign, as in Python. On a fault the cursor does not
  /// move.
  constexpr text_fault take_integer(index& value) {
    text_cursor c = *this;
    const bool negative = c.at("-");
    if (negative || c.at("+"))
      c.go(c.at_ + 1);
    const std::size_t first = c.at_;
    // The digits are subtracted, because the smallest integer has no positive counterpart.
    index n = 0;
    for (; c.at_ < text_.size() && is_digit(text_[c.at_]); ++c.at_)
      if (!multiply_fits(n, index{10}, n) || !subtract_fits(n, index{text_[c.at_] - '0'}, n))
        return fault(sizeof(index) < 8 ? "this integer does not fit into 32 bits"
                                       : "this integer does not fit into 64 bits");
    if (c.at_ == first)
      return c.fault("expected a digit");
    if (!negative && n == std::numeric_limits<index>::min())
      return fault(sizeof(index) < 8 ? "this integer does not fit into 32 bits"
                                     : "this integer does not fit into 64 bits");
    // Python refuses 010, which C reads as 8.
    if (n != 0 && text_[first] == '0')
      return fault("expected an integer without leading zeros");
    value = negative ? n : -n;
    go(c.at_);
    return {};
  }
};

/// Composes `stria: cannot read the index text "1, 2:x" at column 6: ...`. If the text is long,
/// only the part around the column is shown. A zero byte, which would end what(), is shown as a
/// question mark.
constexpr message say_text_fault(std::string_view what, std::string_view text, text_fault fault) {
  constexpr std::size_t around = 60;
  const std::size_t at = fault.column - 1;
  const std::size_t from = at > around ? at - around : 0;
  message m("stria: cannot read the ");
  m << what << (from == 0 ? " \"" : " \"[...]");
  for (char c : text.substr(from, at - from + around))
    m << (c == '\0' ? '?' : c);
  m << (text.size() - from <= at - from + around ? "\"" : "[...]\"") << " at column "
    << fault.column << ": " << fault.reason;
  return m;
}

} // namespace stria::detail
