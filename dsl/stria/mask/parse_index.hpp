// SPDX-License-Identifier: BSL-1.0
// mask/parse_index.hpp: reads a subscript from a text at run time, with the grammar of "..."_ix.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/base/short_list.hpp>
#include <stria/mask/encode.hpp>
#include <stria/token/grammar.hpp>

namespace stria {

/// The result of parse_index: bounds and masks in the form that plan_slice expects.
struct parsed_index {
  short_list<index, detail::max_items> begin{}, end{}, strides{};
  slice_masks masks{};
  friend constexpr bool operator==(const parsed_index&, const parsed_index&) = default;
};

/// Reads a subscript in NumPy's notation, with the same grammar as `"..."_ix`.
///
/// \param text  the subscript, with or without brackets; at most 64 items
/// \returns     parsed_index with `begin`, `end`, `strides` and `masks`
/// \throws      value_error with the column, if the text is not a NumPy subscript
/// \complexity  O(length of the text), no allocation
/// \numpy       the text in `t[1, 2:4]`
/// \usage       `explain({5, 5}, parse_index("1, 2:4"))`
constexpr parsed_index parse_index(std::string_view text) {
  const detail::parsed_text p = detail::parse_text(text);
  if (p.fault)
    raise<value_error>(detail::say_text_fault("index text", text, p.fault));
  parsed_index r;
  r.masks = detail::masks_of(p.items, p.count);
  for (std::size_t i = 0; i < p.count; ++i) {
    const item_values v = detail::values_of(p.items[i]);
    r.begin.push_back(v.begin);
    r.end.push_back(v.end);
    r.strides.push_back(v.step);
  }
  return r;
}

} // namespace stria
