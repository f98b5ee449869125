// SPDX-License-Identifier: BSL-1.0
// token/literal.hpp: the literal "1, 2:4, None, ..., :"_ix, a subscript as a text.
#pragma once

#include <stria/base/fixed_string.hpp>
#include <stria/base/refuse.hpp>
#include <stria/token/grammar.hpp>

namespace stria {

/// The type of `"1, 2:4"_ix`: several items in one.
///
/// \tparam Text  the text of the literal
template <fixed_string Text> struct index_text {};

namespace detail {

template <fixed_string Text> inline constexpr parsed_text parsed_text_of = parse_text(Text.view());

template <fixed_string Text> struct index_text_verdict {
  static constexpr bool accepted = !parsed_text_of<Text>.fault;
  static constexpr message text() {
    return say_text_fault("index text", Text.view(), parsed_text_of<Text>.fault);
  }
};

template <fixed_string Text> struct basic_item_traits<index_text<Text>> {
  static constexpr bool is_basic = true;
  static constexpr std::size_t count = parsed_text_of<Text>.count;
  static constexpr auto& code = parsed_text_of<Text>.items;
  static constexpr void read(index_text<Text>, item_values* v) {
    for (std::size_t i = 0; i < count; ++i)
      v[i] = values_of(code[i]);
  }
};

/// Item K of a text as an item of its own; an integer is a constant.
template <fixed_string Text, std::size_t K> struct text_entry {};
template <fixed_string Text, std::size_t K>
struct basic_item_traits<text_entry<Text, K>> : one_item {
  static constexpr item_code code[] = {parsed_text_of<Text>.items[K]};
  static constexpr void read(text_entry<Text, K>, item_values* v) { *v = values_of(code[0]); }
};
template <fixed_string Text, std::size_t K>
using text_item =
    std::conditional_t<parsed_text_of<Text>.items[K].kind == item_kind::integer,
                       constant<parsed_text_of<Text>.items[K].begin.value>, text_entry<Text, K>>;

/// True for texts with an integer.
template <class Ix> inline constexpr bool text_has_integer = false;
template <fixed_string Text>
inline constexpr bool text_has_integer<index_text<Text>> = [] {
  for (std::size_t k = 0; k < parsed_text_of<Text>.count; ++k)
    if (parsed_text_of<Text>.items[k].kind == item_kind::integer)
      return true;
  return false;
}();

} // namespace detail

inline namespace literals {

/// A subscript in NumPy's notation, read at compile time. It is equivalent to its items written out
/// and can be combined with other items. `None` is `newaxis`; the text may include the brackets.
///
/// \refuses  a text that is not a NumPy subscript; the message shows the text and the column
/// \numpy    `t[1, 2:4, None, ..., ::-1]`
/// \usage    `t["1, 2:4, None, ..., ::-1"_ix]`
template <fixed_string Text>
  requires(detail::index_text_verdict<Text>::accepted)
constexpr index_text<Text> operator""_ix() {
  return {};
}

template <fixed_string Text>
  requires(!detail::index_text_verdict<Text>::accepted)
auto operator""_ix() -> accepted_or_refused<detail::index_text_verdict<Text>, void>;

} // namespace literals
} // namespace stria
