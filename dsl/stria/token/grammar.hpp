// SPDX-License-Identifier: BSL-1.0
// token/grammar.hpp: the grammar of index texts, and the parser used by "..."_ix and parse_index.
// Tests: tests/dsl/literal.cpp, tests/dsl/parse_index.cpp.
#pragma once

#include <stria/base/text.hpp>
#include <stria/token/item.hpp>

#include <cstddef>
#include <string_view>

namespace stria::detail {

/// The items of a text, with every bound open or constant; or the fault of the text.
struct parsed_text {
  item_code items[max_items]{};
  std::size_t count = 0;
  text_fault fault{};
};

/// Parses the text of a NumPy subscript, with or without the brackets:
///   text  = list | "[" list "]"        list  = item {"," item} [","] | "()"
///   item  = "..." | "Ellipsis" | newaxis | integer | slice
///   newaxis = "None" | "newaxis" | ("np" | "numpy") "." "newaxis"
///   slice = bound ":" bound [":" bound]         bound = [integer | "None"]
class index_parser {
  text_cursor c_;
  bool bracketed_ = false;
  bool colon_may_follow_ = false;
  parsed_text p_{};

  static constexpr std::string_view item_wanted =
      "expected an integer, a slice, None, newaxis or ...";
  static constexpr message count_wanted = message("expected at most ") << max_items << " items";

  constexpr bool at_list_end() const { return c_.done() || (bracketed_ && c_.at("]")); }
  constexpr bool at_item_end() const { return at_list_end() || c_.at(","); }
  constexpr void refuse(std::string_view reason) {
    if (!p_.fault)
      p_.fault = c_.fault(reason);
  }

  constexpr bound_code bound(std::string_view wanted) {
    if (c_.at_integer()) {
      bound_code b{bound_state::constant, 0};
      p_.fault = c_.take_integer(b.value);
      return b;
    }
    if (!c_.take_name("None") && !c_.at(":") && !at_item_end())
      refuse(wanted);
    return open_code;
  }

  constexpr item_code integer_or_slice() {
    item_code item{item_kind::slice, bound(item_wanted), open_code, open_code};
    colon_may_follow_ = true;
    if (p_.fault)
      return item;
    if (!c_.take(":")) {
      if (item.begin.state == bound_state::open)
        refuse(item_wanted);
      item.kind = item_kind::integer;
      return item;
    }
    item.end = bound("expected an integer or ':'");
    if (!p_.fault && c_.take(":")) {
      colon_may_follow_ = false;
      item.step = bound("expected an integer");
    }
    return item;
  }

  constexpr bool take_newaxis() {
    text_cursor ahead = c_;
    // `None` is a new axis, unless a ':' follows: then it is an open bound, as in None:3.
    const bool found = ahead.take_name("newaxis") || (ahead.take_name("None") && !ahead.at(":")) ||
                       ((ahead.take_name("np") || ahead.take_name("numpy")) && ahead.take(".") &&
                        ahead.take_name("newaxis"));
    if (found)
      c_ = ahead;
    return found;
  }

  constexpr item_code item() {
    colon_may_follow_ = false;
    if (c_.take("...") || c_.take_name("Ellipsis"))
      return mark_code(item_kind::dots);
    return take_newaxis() ? mark_code(item_kind::new_axis) : integer_or_slice();
  }

  constexpr void list() {
    do {
      if (p_.count == max_items)
        return refuse(count_wanted.view());
      const item_code code = item();
      if (!p_.fault && !at_item_end())
        refuse(colon_may_follow_ ? "expected ':', ',' or the end" : "expected ',' or the end");
      if (p_.fault)
        return;
      p_.items[p_.count++] = code;
    } while (c_.take(",") && !at_list_end());
  }

public:
  constexpr explicit index_parser(std::string_view text) : c_(text) {}

  constexpr parsed_text parse() {
    bracketed_ = c_.take("[");
    if (!c_.take_all("(", ")"))
      list();
    if (bracketed_ && !c_.take("]"))
      refuse("expected ']'");
    else if (!c_.done())
      refuse("expected the end");
    return p_;
  }
};

constexpr parsed_text parse_text(std::string_view text) { return index_parser(text).parse(); }

} // namespace stria::detail
