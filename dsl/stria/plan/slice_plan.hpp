// SPDX-License-Identifier: BSL-1.0
// plan/slice_plan.hpp: plan_slice, TensorFlow's StridedSlice with a run-time rank.
#pragma once

#include <stria/base/array_ref.hpp>
#include <stria/base/errors.hpp>
#include <stria/base/short_list.hpp>
#include <stria/plan/axis.hpp>
#include <stria/plan/dense.hpp>
#include <stria/shape/shape.hpp>

#include <span>

namespace stria {

namespace detail {

/// The possible faults of one item on its axis.
enum class item_fault : unsigned char { none, zero_step, backward_integer, outside };

struct item_result {
  axis_slice taken;
  item_fault fault;
};

/// Applies one item to its axis of n elements. TensorFlow's op, `plan_slice` and `[]` all use this
/// rule, at compile time and at run time.
STRIA_INLINE constexpr item_result apply_item(dense_kind kind, index n, const item_values& v,
                                              bool open_begin, bool open_end) {
  switch (kind) {
  case dense_kind::new_axis: return {{0, 0, 1}, item_fault::none};
  case dense_kind::whole: return {{0, 1, n}, item_fault::none};
  case dense_kind::integer: {
    if (v.step <= 0)
      return {{}, v.step == 0 ? item_fault::zero_step : item_fault::backward_integer};
    const index i = wrap(v.begin, n);
    return {{i, 1, 1}, inside(i, n) ? item_fault::none : item_fault::outside};
  }
  case dense_kind::slice: break;
  }
  if (v.step == 0)
    return {{}, item_fault::zero_step};
  return {slice_axis(n, v.begin, open_begin, v.end, open_end, v.step), item_fault::none};
}

template <std::integral Ix> constexpr message say_outside(Ix i, index n, std::size_t axis) {
  message m;
  m << "stria: index " << i << " is out of bounds for axis " << axis << ", which has " << n
    << (n == 1 ? " element" : " elements");
  if (n > 0)
    m << ": use " << -n << " to " << n - 1;
  return m;
}

constexpr message say_zero_step(std::size_t item) {
  return message("stria: the step of item ")
         << item << " is 0; a slice needs a step other than 0 (-1 goes backwards)";
}

constexpr message say_too_many(std::size_t consumed, array_ref<extent> shape) {
  message m("stria: too many items in the subscript: ");
  m << consumed << " axes are asked for, but the shape ";
  say_shape(m, shape);
  m << " has " << shape.size() << "; drop items or add axes with newaxis";
  return m;
}

inline constexpr std::string_view two_dots_text =
    "stria: a second ellipsis in the subscript; at most one is allowed";

[[noreturn]] inline void raise_index_outside_axis_or_step_0(item_fault f, const item_values& v,
                                                            index n, const dense_entry& e) {
  if (f == item_fault::outside && v.begin == PTRDIFF_MAX && v.end < 0) // see item.hpp
    raise<index_error>(say_outside(static_cast<std::size_t>(v.end), n, e.axis));
  if (f == item_fault::outside)
    raise<index_error>(say_outside(v.begin, n, e.axis));
  if (f == item_fault::zero_step)
    raise<value_error>(say_zero_step(e.item));
  raise<value_error>(message("stria: item ")
                     << e.item << " picks one element (shrink_axis) and has the stride " << v.step
                     << "; only a positive stride is allowed there");
}

} // namespace detail

/// The result of plan_slice: the begin, step and size of the slice along each input axis, and the
/// shape of the result. A plan has at most 32 input axes and 64 items.
///
/// \usage  `plan_slice(shape, p.begin, p.end, p.strides, p.masks).shape()`
class slice_plan {
public:
  /// The largest number of input axes.
  static constexpr std::size_t max_rank = 32;
  /// The largest rank of a result.
  static constexpr std::size_t max_result = max_rank + detail::max_items;

  /// One {begin, step, size} per input axis. An axis from which an integer picks one element has
  /// size 1.
  constexpr const short_list<axis_slice, max_rank>& axes() const& { return axes_; }
  /// The list of a temporary plan, by value.
  constexpr short_list<axis_slice, max_rank> axes() const&& { return axes_; }
  /// The shape of the result.
  constexpr const short_list<index, max_result>& shape() const& { return shape_; }
  /// The list of a temporary plan, by value.
  constexpr short_list<index, max_result> shape() const&& { return shape_; }
  /// For each axis of the result, the input axis it comes from, or -1 for a new axis.
  constexpr const short_list<int, max_result>& sources() const& { return sources_; }
  /// The list of a temporary plan, by value.
  constexpr short_list<int, max_result> sources() const&& { return sources_; }

private:
  friend constexpr slice_plan plan_slice(std::span<const index>, std::span<const index>,
                                         std::span<const index>, std::span<const index>,
                                         const slice_masks&);
  short_list<axis_slice, max_rank> axes_{};
  short_list<index, max_result> shape_{};
  short_list<int, max_result> sources_{};
};

/// TensorFlow's StridedSlice on a shape: the elements that begin, end, strides and the masks
/// select. If the bit of an item is set in several masks, ellipsis has priority over new axis, and
/// new axis over shrink axis. Bits beyond the items are ignored, except that a second ellipsis bit
/// is always an error. Source: tensorflow/core/util/strided_slice_op.cc.
///
/// \param shape    the sizes of up to 32 axes
/// \param begin    one entry per item, at most 64
/// \param end      one entry per item
/// \param strides  one entry per item
/// \param masks    the five masks
/// \returns        slice_plan, with the slice of each axis and the shape of the result
/// \throws         value_error for lengths that differ, a second ellipsis, too many items or axes,
///                 a negative size, stride 0, or a stride <= 0 where one element is picked
/// \throws         index_error if an integer lies outside its axis
/// \complexity     O(rank + items), no allocation, usable in constant expressions
/// \numpy          none; `tf.strided_slice`
/// \usage          `const auto p = parse_index("1, 2:4");`, `plan_slice(shape, p.begin, p.end,
///                 p.strides, p.masks).shape()`
constexpr slice_plan plan_slice(std::span<const index> shape, std::span<const index> begin,
                                std::span<const index> end, std::span<const index> strides,
                                const slice_masks& masks) {
  const std::size_t items = begin.size();
  if (end.size() != items || strides.size() != items)
    raise<value_error>(detail::message("stria: plan_slice: begin, end and strides have ")
                       << items << ", " << end.size() << " and " << strides.size()
                       << " entries; each needs one entry per item");
  if (items > detail::max_items || shape.size() > slice_plan::max_rank)
    raise<value_error>(detail::message("stria: plan_slice: at most ")
                       << detail::max_items << " items on at most " << slice_plan::max_rank
                       << " axes; got " << items << " on " << shape.size());
  const detail::dense_count count = detail::count_entries(masks, items, shape.size());
  if (count.fault == detail::dense_fault::two_dots)
    raise<value_error>(detail::message(detail::two_dots_text));
  if (count.fault == detail::dense_fault::too_many_items) {
    detail::message m("stria: plan_slice: too many items: ");
    m << count.consumed << " axes are asked for, but the shape ";
    detail::say_shape(m, shape);
    raise<value_error>(m << " has " << shape.size());
  }
  detail::dense_entry dense[slice_plan::max_result]{};
  detail::spread(masks, items, shape.size(), count.consumed, dense);

  // Entries are in the order of the axes that they read.
  slice_plan p;
  for (std::size_t k = 0; k < count.entries; ++k) {
    const detail::dense_entry& e = dense[k];
    const index n = e.kind == detail::dense_kind::new_axis ? 1 : shape[e.axis];
    if (n < 0)
      raise<value_error>(detail::message("stria: plan_slice: axis ")
                         << e.axis << " has the size " << n << "; a size cannot be negative");
    const item_values v = e.kind == detail::dense_kind::whole
                              ? item_values{}
                              : item_values{begin[e.item], end[e.item], strides[e.item]};
    const auto [taken, fault] =
        detail::apply_item(e.kind, n, v, detail::has_bit(masks.begin_mask, e.item),
                           detail::has_bit(masks.end_mask, e.item));
    if (fault != detail::item_fault::none)
      detail::raise_index_outside_axis_or_step_0(fault, v, n, e);
    if (e.kind != detail::dense_kind::new_axis)
      p.axes_.push_back(taken);
    if (e.kind != detail::dense_kind::integer) {
      p.shape_.push_back(taken.size);
      p.sources_.push_back(e.kind == detail::dense_kind::new_axis ? -1 : static_cast<int>(e.axis));
    }
  }
  return p;
}

} // namespace stria
