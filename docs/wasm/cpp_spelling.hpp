// SPDX-License-Identifier: BSL-1.0
// cpp_spelling.hpp: translates subscripts between the notations of C++ and NumPy.
#pragma once

#include <stria/dsl.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace explorer {

namespace detail = stria::detail;

/// Translates `_1, range(2, 4), newaxis, ellipsis, rev(-3), _` to `1, 2:4, None, ..., :-3:-1, :`.
class cpp_subscript {
  detail::text_cursor c_;
  detail::text_fault fault_{};
  std::string numpy_{};

  /// The first fault counts.
  std::string refuse(std::string_view reason) {
    if (!fault_)
      fault_ = c_.fault(reason);
    return {};
  }

  /// An integer or a constant: `1`, `-1`, `_1`, `-_1`, `12_c`.
  std::string number(std::string_view wanted) {
    detail::text_cursor ahead = c_;
    const bool negative = ahead.take("-");
    const std::string_view name = ahead.name();
    if (name.size() == 2 && name[0] == '_' && name[1] >= '0' && name[1] <= '9') {
      ahead.take(name);
      c_ = ahead;
      return (negative ? "-" : "") + std::string(name.substr(1));
    }
    if (!c_.at_integer())
      return refuse(wanted);
    stria::index value = 0;
    if (const detail::text_fault f = c_.take_integer(value); f && !fault_)
      fault_ = f;
    c_.take_name("_c");
    return std::to_string(value);
  }

  /// The bounds of range() and rev(); `_` is an empty text.
  std::vector<std::string> bounds(std::size_t least, bool backwards) {
    std::vector<std::string> found;
    if (!c_.take("("))
      refuse("expected '('");
    while (!fault_ && !c_.at(")")) {
      if (found.size() == 3)
        refuse("expected ')': there are at most three bounds");
      else if (backwards && found.size() == 2 && (c_.at("-") || c_.at("0") || c_.at("_0")))
        refuse("rev(b, e, s) goes backwards by a step s > 0; write the step as a positive number");
      else
        found.push_back(c_.take_name("_") ? "" : number("expected an integer, a constant or _"));
      if (!fault_ && !c_.take(",") && !c_.at(")"))
        refuse("expected ',' or ')'");
    }
    if (found.size() < least)
      refuse("expected begin and end; _ leaves a bound open");
    c_.take(")");
    return found;
  }

  std::string range() {
    const std::vector<std::string> b = bounds(2, false);
    return fault_ ? "" : b[0] + ':' + b[1] + (b.size() == 3 ? ':' + b[2] : "");
  }
  std::string rev() {
    std::vector<std::string> b = bounds(0, true);
    if (b.size() < 2)
      b.insert(b.begin(), "");
    b.resize(3);
    return b[0] + ':' + b[1] + ":-" + (b[2].empty() ? "1" : b[2]);
  }

  std::string item() {
    return c_.take_name("newaxis")                          ? "None"
           : c_.take_name("ellipsis")                       ? "..."
           : c_.take_name("_") || c_.take_name("all")       ? ":"
           : c_.take_name("range") || c_.take_name("slice") ? range()
           : c_.take_name("rev")
               ? rev()
               : number("expected an integer, _, range, rev, newaxis or ellipsis");
  }

public:
  explicit cpp_subscript(std::string_view text) : c_(text) {
    const bool bracketed = c_.take("[");
    const auto at_end = [&] { return c_.done() || (bracketed && c_.at("]")); };
    if (at_end())
      numpy_ = "()";
    while (!fault_ && !at_end()) {
      numpy_ += (numpy_.empty() ? "" : ", ") + item();
      if (!fault_ && !at_end() && !c_.take(","))
        refuse("expected ',' or the end");
    }
    if (bracketed && !c_.take("]"))
      refuse("expected ']'");
    else if (!c_.done())
      refuse("expected the end");
  }

  const detail::text_fault& fault() const { return fault_; }
  const std::string& numpy() const { return numpy_; }
};

/// Item i of a subscript in C++, with integers as constants.
inline std::string cpp_item(const stria::parsed_index& p, std::size_t i) {
  const stria::index begin = p.begin[i], end = p.end[i], step = p.strides[i];
  switch (detail::kind_at(p.masks, i)) {
  case stria::item_kind::dots: return "ellipsis";
  case stria::item_kind::new_axis: return "newaxis";
  case stria::item_kind::integer:
    return begin < -9 || begin > 9 ? std::to_string(begin) + "_c"
           : begin < 0             ? "-_" + std::to_string(-begin)
                                   : '_' + std::to_string(begin);
  case stria::item_kind::slice: break;
  }
  const bool open_begin = detail::has_bit(p.masks.begin_mask, i);
  const bool open_end = detail::has_bit(p.masks.end_mask, i);
  const std::string b = open_begin ? "_" : std::to_string(begin);
  const std::string e = open_end ? "_" : std::to_string(end);
  if (step == 1)
    return open_begin && open_end ? "_" : "range(" + b + ", " + e + ')';
  if (step != -1)
    return "range(" + b + ", " + e + ", " + std::to_string(step) + ')';
  return !open_begin ? "rev(" + b + ", " + e + ')' : open_end ? "rev()" : "rev(" + e + ')';
}

} // namespace explorer
