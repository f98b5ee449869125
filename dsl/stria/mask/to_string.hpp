// SPDX-License-Identifier: BSL-1.0
// mask/to_string.hpp: a subscript in TensorFlow's encoding as the NumPy text between the brackets.
#pragma once

#include <stria/mask/parse_index.hpp>

#include <span>
#include <string>

namespace stria {

namespace detail {

constexpr std::string item_text(const slice_masks& m, std::size_t i, const item_values& v) {
  switch (kind_at(m, i)) {
  case item_kind::dots: return "...";
  case item_kind::new_axis: return "None";
  case item_kind::integer: return std::string((message() << v.begin).view());
  case item_kind::slice: break;
  }
  // The open bounds of slice are beyond every axis.
  message text;
  if (!bit(m.begin_mask, i) && v.begin != (v.step > 0 ? PTRDIFF_MIN : PTRDIFF_MAX))
    text << v.begin;
  text << ':';
  if (!bit(m.end_mask, i) && v.end != (v.step > 0 ? PTRDIFF_MAX : PTRDIFF_MIN))
    text << v.end;
  if (v.step != 1)
    text << ':' << v.step;
  return std::string(text.view());
}

constexpr std::string index_text_of(const index* begin, const index* end, const index* strides,
                                    std::size_t items, const slice_masks& masks) {
  if (items == 0)
    return "()";
  std::string text;
  for (std::size_t i = 0; i < items; ++i) {
    if (i != 0)
      text += ", ";
    text += item_text(masks, i, {begin[i], end[i], strides[i]});
  }
  return text;
}

} // namespace detail

/// The text that NumPy's brackets would hold, `()` where there are no items. What cannot change the
/// selection is not written: overlapped bits, bits beyond the items, the end and the stride where
/// one element is picked. `value_error` for lengths that differ.
constexpr std::string to_string(std::span<const index> begin, std::span<const index> end,
                                std::span<const index> strides, const slice_masks& masks) {
  if (end.size() != begin.size() || strides.size() != begin.size())
    raise<value_error>(message("stria: to_string: begin, end and strides have ")
                       << begin.size() << ", " << end.size() << " and " << strides.size()
                       << " entries; give one of each an item");
  return detail::index_text_of(begin.data(), end.data(), strides.data(), begin.size(), masks);
}

/// The text of an encoded subscript: `1, 2:4, None, ..., :-3:-1, :`. `parse_index` reads it back.
/// NumPy: what stands in `t[...]`.
template <auto Code> constexpr std::string to_string(const encoded<Code>& e) {
  return detail::index_text_of(e.begin.data(), e.end.data(), e.strides.data(), e.size, e.masks);
}

/// The text of a subscript that was read from one, in the one spelling of `to_string`.
constexpr std::string to_string(const parsed_index& p) {
  return detail::index_text_of(p.begin.data(), p.end.data(), p.strides.data(), p.begin.size(),
                               p.masks);
}

} // namespace stria
