// SPDX-License-Identifier: BSL-1.0
// plan/dense.hpp: expands the masks of a subscript, for a given rank, to one entry for each axis of
// the input and for each new axis.
#pragma once

#include <stria/mask/slice_masks.hpp>

namespace stria::detail {

enum class dense_kind : unsigned char { whole, slice, integer, new_axis };

/// One entry of a subscript after the ellipsis has been expanded: an axis, and the item that
/// applies to this axis.
struct dense_entry {
  dense_kind kind;
  std::size_t axis; // the axis of the input; for a new axis, the one that follows it
  std::size_t item; // unused for a whole axis
};

enum class dense_fault : unsigned char { none, two_dots, too_many_items };

struct dense_count {
  std::size_t entries = 0;
  std::size_t consumed = 0; // axes that items other than the ellipsis use
  dense_fault fault = dense_fault::none;
};

/// Counts the entries that `spread` writes.
constexpr dense_count count_entries(const slice_masks& m, std::size_t items, std::size_t rank) {
  dense_count c;
  // A second ellipsis bit is refused even if its position is beyond the last item, as in
  // TensorFlow.
  if ((m.ellipsis_mask & (m.ellipsis_mask - 1)) != 0) {
    c.fault = dense_fault::two_dots;
    return c;
  }
  std::size_t made = 0;
  for (std::size_t i = 0; i < items; ++i) {
    const item_kind k = kind_at(m, i);
    c.consumed += k == item_kind::slice || k == item_kind::integer ? 1 : 0;
    made += k == item_kind::new_axis ? 1 : 0;
  }
  if (c.consumed > rank)
    c.fault = dense_fault::too_many_items;
  c.entries = rank + made;
  return c;
}

/// Expands the ellipsis and writes one entry for every input axis and every new axis, in the order
/// of the subscript. Without an ellipsis, the remaining axes come last. Requires that
/// `count_entries` found no fault.
constexpr void spread(const slice_masks& m, std::size_t items, std::size_t rank,
                      std::size_t consumed, dense_entry* out) {
  std::size_t axis = 0;
  bool spread_out = false;
  const auto take_rest = [&] {
    for (std::size_t k = consumed; k < rank; ++k)
      *out++ = {dense_kind::whole, axis++, 0};
    spread_out = true;
  };
  for (std::size_t i = 0; i < items; ++i) {
    switch (kind_at(m, i)) {
    case item_kind::dots: take_rest(); break;
    case item_kind::new_axis: *out++ = {dense_kind::new_axis, axis, i}; break;
    case item_kind::integer: *out++ = {dense_kind::integer, axis++, i}; break;
    case item_kind::slice: *out++ = {dense_kind::slice, axis++, i}; break;
    }
  }
  if (!spread_out)
    take_rest();
}

} // namespace stria::detail
