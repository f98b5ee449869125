// SPDX-License-Identifier: BSL-1.0
// plan/result_shape.hpp: the properties of a subscript that are known at compile time: its entries,
// the shape of its result, and its fault.
#pragma once

#include <stria/mask/encode.hpp>
#include <stria/plan/slice_plan.hpp>

namespace stria::detail {

enum class subscript_fault : unsigned char { none, two_dots, too_many_items, zero_step, outside };

/// The properties of a subscript that follow from the types of its items: the entries exactly, and
/// the sizes as far as constants and static extents determine them.
template <std::size_t R, std::size_t N> struct static_plan {
  dense_entry entries[R + N + 1]{};
  static_shape<R + N + 1> extents =
      unknown_shape<R + N + 1>(); // in the result, one per entry; 1 for an integer
  std::size_t count = 0;
  std::size_t result_rank = 0;

  subscript_fault fault = subscript_fault::none;
  std::size_t where = 0; // the item, or the axis if the fault is `outside`
  index value = 0;       // the subscript, or the number of axes used
};

STRIA_INLINE constexpr bool known(bound_code b) { return b.state != bound_state::runtime; }

/// A bound of a slice on an axis of n elements: min(offset, n), or max(n - offset, 0) if it counts
/// from the end.
struct known_bound {
  bool from_end;
  index offset;
};
/// The position of a bound; backwards, the position after it.
constexpr known_bound bound_on_named_axis(index bound, bool open, bool begin, bool forward) {
  if (open)
    return {begin != forward, 0};
  if (bound >= 0)
    return {false, forward ? bound : bound + 1};
  return {true, forward ? -bound : -1 - bound};
}

/// The extent of the elements from `low` to `high` on an axis of the extent n, which has a name.
constexpr extent extent_between(const extent& n, known_bound low, known_bound high) {
  const index least = least_size(n);
  if (!low.from_end && high.from_end)
    return subtract_extents(subtract_extents(n, extent::make(low.offset)),
                            extent::make(high.offset));
  if (low.from_end == high.from_end) {
    const index size = low.from_end ? low.offset - high.offset : high.offset - low.offset;
    const index needed = low.from_end ? low.offset : high.offset;
    return size <= 0 ? extent::make(0) : least >= needed ? extent::make(size) : extent::unknown();
  }
  const bool none = low.offset == 0 || high.offset == 0 || least - low.offset >= high.offset;
  return none ? extent::make(0) : extent::unknown();
}

/// The extent of one slice. If the slice selects the whole axis, its extent and its name are kept.
/// On an axis with a name, constant bounds give an expression of the name.
constexpr extent slice_extent(const extent& n, const item_code& c) {
  if (!known(c.step))
    return extent::unknown();
  const item_values v = values_of(c);
  const bool open_begin = c.begin.state == bound_state::open;
  const bool open_end = c.end.state == bound_state::open;
  if (open_begin && open_end && (v.step == 1 || v.step == -1))
    return n;
  if (is_dyn(n) || !known(c.begin) || !known(c.end))
    return extent::unknown();
  if (n.is_static())
    return extent::make(slice_axis(n.size, v.begin, open_begin, v.end, open_end, v.step).size);
  // Bounds beyond this limit would overflow in the arithmetic on extents.
  const auto is_huge = [](index x) { return x > PTRDIFF_MAX / 4 || x < -(PTRDIFF_MAX / 4); };
  if ((!open_begin && is_huge(v.begin)) || (!open_end && is_huge(v.end)) || is_huge(v.step))
    return extent::unknown();
  const bool forward = v.step > 0;
  const known_bound begin = bound_on_named_axis(v.begin, open_begin, true, forward);
  const known_bound end = bound_on_named_axis(v.end, open_end, false, forward);
  return divide_extent_up(forward ? extent_between(n, begin, end) : extent_between(n, end, begin),
                          forward ? v.step : -v.step);
}

template <std::size_t R, std::size_t N>
constexpr static_plan<R, N> make_static_plan(const static_shape<R>& shape,
                                             const subscript_code<N>& code) {
  static_plan<R, N> p;
  const slice_masks masks = masks_of(code.items, N);
  const dense_count count = count_entries(masks, N, R);
  if (count.fault != dense_fault::none) {
    p.fault = count.fault == dense_fault::two_dots ? subscript_fault::two_dots
                                                   : subscript_fault::too_many_items;
    p.value = static_cast<index>(count.consumed);
    return p;
  }
  p.count = count.entries;
  spread(masks, N, R, count.consumed, p.entries);
  for (std::size_t k = 0; k < p.count; ++k) {
    const dense_entry& e = p.entries[k];
    p.result_rank += e.kind == dense_kind::integer ? 0 : 1;
    if (e.kind == dense_kind::new_axis) {
      p.extents[k] = extent::make(1);
      continue;
    }
    const extent n = shape[e.axis];
    if (e.kind == dense_kind::whole) {
      p.extents[k] = n;
      continue;
    }
    const item_code& c = code.items[e.item];
    p.extents[k] = extent::make(1);
    // Constants are checked here with the same function as run-time values. A fault is recorded for
    // the message.
    const bool certain = e.kind == dense_kind::integer
                             ? c.begin.state == bound_state::constant && n.is_static()
                             : known(c.step);
    if (certain) {
      const item_fault f =
          apply_item(e.kind, n.is_static() ? n.size : 0, values_of(c), true, true).fault;
      if (f != item_fault::none) {
        p.fault = f == item_fault::outside ? subscript_fault::outside : subscript_fault::zero_step;
        p.where = f == item_fault::outside ? e.axis : e.item;
        p.value = c.begin.value;
        return p;
      }
    }
    if (e.kind == dense_kind::slice)
      p.extents[k] = slice_extent(n, c);
  }
  return p;
}

template <auto Shape, auto Code>
inline constexpr auto static_plan_of = make_static_plan(Shape, Code);

/// The extents of the result of a subscript without faults.
template <auto Shape, auto Code> constexpr auto result_shape() {
  constexpr auto& p = static_plan_of<Shape, Code>;
  auto s = unknown_shape<p.result_rank>();
  std::size_t k = 0;
  for (std::size_t i = 0; i < p.count; ++i)
    if (p.entries[i].kind != dense_kind::integer)
      s[k++] = p.extents[i];
  return s;
}

/// The message for a subscript that is wrong for a shape.
template <auto Shape, auto Code> struct subscript_verdict {
  static constexpr bool accepted = static_plan_of<Shape, Code>.fault == subscript_fault::none;
  static constexpr message text() {
    const auto& p = static_plan_of<Shape, Code>;
    switch (p.fault) {
    case subscript_fault::two_dots: return message(two_dots_text);
    case subscript_fault::too_many_items:
      return say_too_many(static_cast<std::size_t>(p.value), Shape.view());
    case subscript_fault::zero_step: return say_zero_step(p.where);
    case subscript_fault::outside: {
      message m = say_outside(p.value, Shape[p.where].size, p.where);
      m << " (shape ";
      say_shape(m, Shape.view());
      return m << ')';
    }
    case subscript_fault::none: break;
    }
    return {};
  }
};

} // namespace stria::detail
