// SPDX-License-Identifier: BSL-1.0
// mask/to_string.hpp: a subscript in TensorFlow's encoding, written as in NumPy.
#pragma once

#include <stria/mask/parse_index.hpp>

#include <span>
#include <string>

namespace stria {

namespace detail {

// A bound is open if its bit is set, or if it is the value beyond every axis that the class `slice`
// stores for an open bound.
constexpr bool has_open_begin(const slice_masks& m, std::size_t i, const item_values& v) {
  return has_bit(m.begin_mask, i) || v.begin == (v.step > 0 ? PTRDIFF_MIN : PTRDIFF_MAX);
}
constexpr bool has_open_end(const slice_masks& m, std::size_t i, const item_values& v) {
  return has_bit(m.end_mask, i) || v.end == (v.step > 0 ? PTRDIFF_MAX : PTRDIFF_MIN);
}

constexpr message item_text(const slice_masks& m, std::size_t i, const item_values& v) {
  message text;
  switch (kind_at(m, i)) {
  case item_kind::dots: return text << "...";
  case item_kind::new_axis: return text << "None";
  case item_kind::integer: return text << v.begin;
  case item_kind::slice: break;
  }
  if (!has_open_begin(m, i, v))
    text << v.begin;
  text << ':';
  if (!has_open_end(m, i, v))
    text << v.end;
  if (v.step != 1)
    text << ':' << v.step;
  return text;
}

// The members of std::string that take a text would cost every program as much compile time as
// most headers, because their constraints are checked here.
constexpr void append_text(std::string& to, std::string_view text) {
  for (const char c : text)
    to.push_back(c);
}

constexpr std::string index_text_of(const index* begin, const index* end, const index* strides,
                                    std::size_t items, const slice_masks& masks) {
  std::string text;
  if (items == 0)
    append_text(text, "()");
  for (std::size_t i = 0; i < items; ++i) {
    if (i != 0)
      append_text(text, ", ");
    append_text(text, item_text(masks, i, {begin[i], end[i], strides[i]}).view());
  }
  return text;
}

} // namespace detail

/// A subscript in TensorFlow's encoding, written as in NumPy without brackets; `()` for no items.
/// Anything that cannot change the selection is left out: bits that another bit overrides, bits
/// beyond the items, and the end and stride of an item that picks one element.
///
/// \param begin    one entry per item
/// \param end      one entry per item
/// \param strides  one entry per item
/// \param masks    the five masks
/// \returns        the text; parse_index reads it back
/// \throws         value_error if the lengths differ
/// \complexity     O(items); allocates the text
/// \numpy          the text between the brackets of `t[...]`
/// \usage          `to_string(p.begin, p.end, p.strides, p.masks)`
constexpr std::string to_string(std::span<const index> begin, std::span<const index> end,
                                std::span<const index> strides, const slice_masks& masks) {
  if (end.size() != begin.size() || strides.size() != begin.size())
    raise<value_error>(detail::message("stria: to_string: begin, end and strides have ")
                       << begin.size() << ", " << end.size() << " and " << strides.size()
                       << " entries; each needs one entry per item");
  return detail::index_text_of(begin.data(), end.data(), strides.data(), begin.size(), masks);
}

/// An encoded subscript, written as in NumPy: `1, 2:4, None, ..., :-3:-1, :`.
///
/// \numpy  the text between the brackets of `t[...]`
/// \usage  `to_string(encode(_1, range(2, 4), newaxis))`
template <auto Code> constexpr std::string to_string(const encoded<Code>& e) {
  return detail::index_text_of(e.begin.data(), e.end.data(), e.strides.data(), e.size, e.masks);
}

/// A parsed subscript, written as in NumPy in a normalised form.
constexpr std::string to_string(const parsed_index& p) {
  return detail::index_text_of(p.begin.data(), p.end.data(), p.strides.data(), p.begin.size(),
                               p.masks);
}

} // namespace stria
