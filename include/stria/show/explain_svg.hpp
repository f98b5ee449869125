// SPDX-License-Identifier: BSL-1.0
// show/explain_svg.hpp: explain_svg, which draws the elements that a subscript selects.
// Tests: tests/show/drawings.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/assign/assign.hpp>
#include <stria/plan/explain.hpp>
#include <stria/show/selection_drawing.hpp>
#include <stria/subscript/dispatch.hpp>

#include <span>

namespace stria {

namespace detail {

/// The sizes of a shape. Throws value_error if one of them is not known.
inline std::vector<index> known_sizes(const shape_argument& shape) {
  std::vector<index> sizes;
  for (const extent n : shape.view()) {
    if (!n.is_static())
      raise<value_error>(message("stria: explain_svg: the size of axis ")
                         << sizes.size() << " is not known, but a drawing needs it");
    sizes.push_back(n.size);
  }
  return sizes;
}

/// The row-major positions that a plan selects, in the order of the result.
inline std::vector<index> places_of(const slice_plan& plan, std::span<const index> sizes) {
  std::vector<index> places{0};
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const axis_slice& a = plan.axes()[k];
    std::vector<index> next;
    for (const index place : places)
      for (index j = 0; j < a.size; ++j)
        next.push_back(place * sizes[k] + a.begin + j * a.step);
    places.swap(next);
  }
  return places;
}

/// The selection of a basic subscript.
template <class Index>
drawn_selection select_basic(const shape_argument& shape, const Index& subscript,
                             const std::string& text) {
  drawn_selection s;
  s.source = known_sizes(shape);
  s.text = text;
  const slice_masks masks = subscript.masks;
  const std::span<const index> begin(subscript.begin), end(subscript.end),
      strides(subscript.strides);
  const slice_plan plan = plan_slice(s.source, begin, end, strides, masks);
  s.result.assign(plan.shape().begin(), plan.shape().end());

  const std::size_t items = begin.size(), rank = s.source.size();
  const dense_count count = count_entries(masks, items, rank);
  std::array<dense_entry, slice_plan::max_result> entries{};
  spread(masks, items, rank, count.consumed, entries.data());
  std::size_t result_axis = 0;
  for (std::size_t k = 0; k < count.entries; ++k) {
    const dense_entry& e = entries[k];
    selected_axis a;
    a.is_new = e.kind == dense_kind::new_axis;
    a.name = a.is_new ? "new" : "axis " + std::to_string(e.axis);
    a.item =
        e.kind != dense_kind::whole
            ? std::string(
                  item_text(masks, e.item, {begin[e.item], end[e.item], strides[e.item]}).view())
        : masks.ellipsis_mask != 0 ? "..."
                                   : ":";
    if (!a.is_new) {
      const axis_slice& taken = plan.axes()[e.axis];
      a.size = s.source[e.axis];
      a.begin = taken.begin;
      a.step = taken.step;
      a.count = taken.size;
    }
    a.output = e.kind == dense_kind::integer ? "dropped"
                                             : "axis " + std::to_string(result_axis) + ", size " +
                                                   std::to_string(s.result[result_axis]);
    result_axis += e.kind == dense_kind::integer ? 0 : 1;
    s.axes.push_back(std::move(a));
  }
  if (s.fits_grid())
    s.places = places_of(plan, s.source);
  return s;
}

/// Integers in nested brackets, such as `[[0, 1], [2, 0]]`; the shape if there are more than 12.
inline std::string nested_text(std::span<const index> values, std::span<const index> sizes) {
  if (values.size() > 12)
    return "array " + shape_text(sizes);
  if (sizes.empty())
    return std::to_string(values.front());
  const auto rows = static_cast<std::size_t>(sizes.front());
  const std::size_t each = rows == 0 ? 0 : values.size() / rows;
  std::string text;
  for (std::size_t k = 0; k < rows; ++k)
    text += (k == 0 ? "" : ", ") + nested_text(values.subspan(k * each, each), sizes.subspan(1));
  return '[' + text + ']';
}

/// The text of an item. A basic item is written as in a subscript; an index array is written as its
/// entries if it is small, otherwise as its shape; a mask is written as its shape.
template <class Ix> std::string advanced_item_text(const Ix& item) {
  if constexpr (basic_item<Ix>) {
    return to_string(encode(item));
  } else if constexpr (is_nd_item<Ix>) {
    return "nd(" + advanced_item_text(item.indices()) + ')';
  } else if constexpr (operand<Ix>) {
    const auto t = eval(item);
    if constexpr (std::same_as<value_t<Ix>, bool>)
      return "mask " + shape_text(t.shape());
    else
      return nested_text(std::vector<index>(t.storage().begin(), t.storage().end()), t.shape());
  } else if constexpr (requires {
                         std::begin(item);
                         requires integer_item<decltype(*std::begin(item))>;
                       }) {
    std::vector<index> values;
    for (auto&& i : item)
      values.push_back(to_index(i));
    return nested_text(values, std::array{static_cast<index>(values.size())});
  } else {
    std::string text;
    item.visit_parts([&](const auto& part) {
      text += text.empty() ? "" : ", ";
      if constexpr (requires { part.mask(); })
        text += advanced_item_text(part.mask());
      else
        text += advanced_item_text(part.entries());
    });
    return "ix_(" + text + ')';
  }
}

/// The selection of any subscript, found by applying it to an array of positions.
template <std::size_t R, class... Ix>
drawn_selection select_any(const std::array<index, R>& sizes, const Ix&... items) {
  drawn_selection s;
  s.source.assign(sizes.begin(), sizes.end());
  for (const std::string& text : {advanced_item_text(items)...})
    s.text += (s.text.empty() ? "" : ", ") + text;
  if (!s.fits_grid())
    raise<value_error>(message("stria: explain_svg: with index arrays each element is drawn, which "
                               "limits the array to up to 4 axes of 40 elements, and 1024 elements "
                               "in total"));
  // The positions are counted from 1, because an element that an nd index drops is read as 0.
  dtensor<index, R> places(sizes, uninitialized_t{});
  for (std::size_t k = 0; k < places.storage().size(); ++k)
    places.data()[k] = static_cast<index>(k) + 1;
  const auto taken = eval(std::as_const(places)[items...]);
  for (const index n : taken.shape())
    s.result.push_back(n);
  if (taken.size() > 4 * drawn_selection::most_elements)
    raise<value_error>(message("stria: explain_svg: the result has ")
                       << taken.size() << " elements, too many for a drawing");
  for (const index place : taken.storage())
    s.places.push_back(place - 1);
  return s;
}

template <class... Ix>
concept basic_items = (basic_item<Ix> && ...);
template <class... Ix>
concept advanced_items = !basic_items<Ix...> && ((basic_item<Ix> || is_advanced_item<Ix>) && ...);
template <class... Ix>
concept no_items = !basic_items<Ix...> && !advanced_items<Ix...> && !(is_refused<Ix> || ...) &&
                   !(std::same_as<Ix, parsed_index> && ...);

/// The subscript applied to an array of positions, and the result type of a call that draws it:
/// void, or the type of a refused call.
template <std::size_t R, class... Ix>
using drawn_subscript = subscript_of<const dtensor<index, R>&, const Ix&...>;
template <std::size_t R, class... Ix>
using drawn_result =
    std::conditional_t<drawn_subscript<R, Ix...>::accepted, void,
                       typename returned_by_call<typename drawn_subscript<R, Ix...>::type>::type>;

template <class... Ix> struct explain_svg_verdict {
  static constexpr bool accepted = !no_items<Ix...>;
  static constexpr message text() {
    return message("stria: explain_svg() needs a path, a shape and the items of a subscript, basic "
                   "ones or index arrays and masks");
  }
};

} // namespace detail

/// Draws the elements that a subscript selects, as an SVG file.
///
/// A strip for each axis shows the selected positions and the direction of the selection. Every
/// element is drawn with its position in the result if there are up to 4 axes of up to 40 elements,
/// and up to 1024 elements in total; with 4 axes, the product of the sizes of axes 1 and 3 must
/// also be at most 80.
///
/// \param path   the file; a previous one is replaced when the new one is complete
/// \param shape  the shape of the array, with known sizes
/// \param items  the items of the subscript; with index arrays, masks, ix_() or nd() only the
///               elements are drawn, without strips
/// \throws       value_error and index_error as in plan_slice(); value_error if a size is not
///               known, or with index arrays if the array is too large to draw or the result has
///               more than 4096 elements; io_error if the file cannot be written
/// \refuses      items that are not part of a subscript
/// \complexity   O(size of the drawing)
/// \numpy        none
/// \usage        `explain_svg("a.svg", {5, 4}, range(1, 4), rev())`
/// \see          explain
template <detail::basic_item... Items>
void explain_svg(const std::string& path, const shape_argument& shape, const Items&... items) {
  const auto subscript = encode(items...);
  detail::selection_drawing(detail::select_basic(shape, subscript, to_string(subscript)))
      .save(path);
}

/// Draws the selection of a subscript parsed at run time by parse_index().
template <std::same_as<parsed_index> Index>
void explain_svg(const std::string& path, const shape_argument& shape, const Index& subscript) {
  detail::selection_drawing(detail::select_basic(shape, subscript, to_string(subscript)))
      .save(path);
}

/// Draws the selection of index arrays and masks from an array whose elements can all be drawn, of
/// up to 4 axes of 40 elements, and 1024 elements in total.
template <std::size_t R, class... Items>
  requires detail::advanced_items<Items...>
auto explain_svg(const std::string& path, const std::array<index, R>& shape, const Items&... items)
    -> detail::drawn_result<R, Items...> {
  STRIA_UNLESS_REFUSED(detail::drawn_subscript<R, Items...>)
  detail::selection_drawing(detail::select_any(shape, items...)).save(path);
}
/// Draws the selection of index arrays and masks, with the shape in braces.
template <std::size_t R, class... Items>
  requires detail::advanced_items<Items...>
auto explain_svg(const std::string& path, const index (&shape)[R], const Items&... items)
    -> detail::drawn_result<R, Items...> {
  STRIA_UNLESS_REFUSED(detail::drawn_subscript<R, Items...>)
  explain_svg(path, std::to_array(shape), items...);
}

// For items that were refused: the error has been reported already.
template <class... Items>
  requires(detail::is_refused<Items> || ...)
constexpr ignored explain_svg(const std::string&, const shape_argument&, const Items&...) {
  return {};
}

template <class... Items>
  requires detail::no_items<Items...>
auto explain_svg(const std::string& path, const shape_argument& shape, const Items&... items)
    -> accepted_or_refused<detail::explain_svg_verdict<Items...>, void>;

} // namespace stria
