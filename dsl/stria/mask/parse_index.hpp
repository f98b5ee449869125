// SPDX-License-Identifier: BSL-1.0
// mask/parse_index.hpp: a text at run time to masks and bounds, the twin of "..."_ix.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/base/short_list.hpp>
#include <stria/mask/encode.hpp>
#include <stria/token/grammar.hpp>

namespace stria {

/// A subscript that was read from a text, as `plan_slice` takes it.
struct parsed_index {
  short_list<index, detail::max_items> begin{}, end{}, strides{};
  slice_masks masks{};
  friend constexpr bool operator==(const parsed_index&, const parsed_index&) = default;
};

/// Reads a subscript as NumPy writes it, by the grammar of `"..."_ix`. `value_error` with the
/// column for a text that Python or NumPy would not read. NumPy: the text in `t[1, 2:4]`.
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
