// SPDX-License-Identifier: BSL-1.0
// plan/explain.hpp: a text table of the effect of a subscript on each axis.
#pragma once

#include <stria/mask/parse_index.hpp>
#include <stria/mask/to_string.hpp>
#include <stria/plan/result_shape.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace stria {

/// A shape as an argument of explain: from braces, from a range of integers, or from a
/// `static_shape`, whose dynamic extents have unknown sizes.
///
/// \throws  value_error for a negative size and for more than 32 axes
/// \usage   `explain({5, 5}, 1)`, `explain(t.extents, 1)`
class shape_argument {
  static_shape<slice_plan::max_rank> extents_ = detail::unknown_shape<slice_plan::max_rank>();
  std::size_t rank_ = 0;

  constexpr void push_back(extent n) {
    if (rank_ == slice_plan::max_rank)
      raise<value_error>(detail::message("stria: explain: a shape has at most 32 axes"));
    extents_[rank_++] = n;
  }
  template <class Range> constexpr void push_back_all(const Range& sizes) {
    for (auto&& n : sizes) {
      const index size = detail::to_index(n);
      if (size < 0)
        raise<value_error>(detail::message("stria: explain: a size is ")
                           << size << "; a size cannot be negative");
      push_back(extent::make(size));
    }
  }

public:
  /// A shape of rank 0.
  constexpr shape_argument() = default;
  /// From braces.
  constexpr shape_argument(std::initializer_list<index> sizes) { push_back_all(sizes); }
  /// From a range of integers.
  template <class Range>
    requires requires(const Range& r) {
      requires detail::integer_item<decltype(*std::begin(r))>;
      std::end(r);
    }
  constexpr shape_argument(const Range& sizes) {
    push_back_all(sizes);
  }
  /// From the extents of a type; the sizes of dynamic ones are shown as unknown.
  template <std::size_t R> constexpr shape_argument(const static_shape<R>& shape) {
    for (const extent n : shape.view())
      push_back(n);
  }
  /// \internal
  /// The extents as a list.
  constexpr detail::array_ref<extent> view() const { return {extents_.axes, rank_}; }
};

namespace detail {

/// Describes a subscript on a shape whose sizes may be unknown, entry by entry. `Text` is
/// std::string. It is a template parameter, so that only programs that call explain() compile this
/// class. Otherwise the class would account for a tenth of the compile time of `dsl.hpp`.
template <class Text> class explanation {
  array_ref<extent> shape_;
  const index* begin_;
  const index* end_;
  const index* strides_;
  std::size_t items_;
  slice_masks masks_;

  dense_count count_;
  std::array<dense_entry, slice_plan::max_result> entries_{};

  enum column : std::size_t { axis, size, item, begin, end, stride, output, columns };
  using row = std::array<Text, columns>;

  static Text decimal(std::integral auto n) { return Text((message() << n).view()); }
  // std::max needs <algorithm>, which costs as much compile time as all headers of plan/.
  static std::size_t wider(std::size_t width, const Text& cell) {
    return cell.size() > width ? cell.size() : width;
  }
  static Text size_text(extent n) {
    message m;
    say_extent(m, n);
    return Text(m.view());
  }
  static Text bound_text(index n) { return n < 0 ? "before 0" : decimal(n); }

  item_values values(const dense_entry& e) const {
    return {begin_[e.item], end_[e.item], strides_[e.item]};
  }
  // The item with its bounds as constants.
  item_code code(const dense_entry& e) const {
    const item_values v = values(e);
    const auto bound = [&](std::uint64_t open, index value) {
      return has_bit(open, e.item) ? open_code : bound_code{bound_state::constant, value};
    };
    return {item_kind::slice, bound(masks_.begin_mask, v.begin), bound(masks_.end_mask, v.end),
            bound(0, v.step)};
  }
  // The extent of an entry in the result, 1 for an integer.
  extent result(const dense_entry& e) const {
    switch (e.kind) {
    case dense_kind::whole: return shape_[e.axis];
    case dense_kind::slice: return slice_extent(shape_[e.axis], code(e));
    default: return extent::make(1);
    }
  }

  void check(const dense_entry& e) const {
    if (e.kind != dense_kind::slice && e.kind != dense_kind::integer)
      return;
    const extent n = shape_[e.axis];
    const item_fault f =
        apply_item(e.kind, n.is_static() ? n.size : 0, values(e), true, true).fault;
    if (f != item_fault::none && (n.is_static() || f != item_fault::outside))
      raise_index_outside_axis_or_step_0(f, values(e), n.size, e);
  }

  row describe(const dense_entry& e, std::size_t result_axis) const {
    const Text where = "axis " + decimal(result_axis);
    row r{"-", "-", "None", "-", "-", "-", where + ", size " + size_text(result(e))};
    if (e.kind == dense_kind::new_axis)
      return r;
    const extent n = shape_[e.axis];
    r[axis] = decimal(e.axis);
    r[size] = size_text(n);
    r[begin] = "0";
    r[end] = size_text(n);
    r[stride] = "1";
    if (e.kind == dense_kind::whole) {
      r[item] = masks_.ellipsis_mask != 0 ? "..." : "-";
      return r;
    }
    const item_values v = values(e);
    r[item] = Text(item_text(masks_, e.item, v).view());
    if (e.kind == dense_kind::integer) {
      r[begin] = decimal(n.is_static() ? wrap(v.begin, n.size) : v.begin);
      r[end] = r[stride] = "-";
      r[output] = "dropped";
      return r;
    }
    const bool open_begin = has_open_begin(masks_, e.item, v);
    const bool open_end = has_open_end(masks_, e.item, v);
    r[stride] = decimal(v.step);
    if (n.is_static()) {
      const axis_bounds b = bounds_on_axis(n.size, v.begin, open_begin, v.end, open_end, v.step);
      r[begin] = bound_text(b.begin);
      r[end] = bound_text(b.end);
    } else {
      // If the size is unknown, nothing can be wrapped or clamped, so the bounds are shown as
      // given.
      if (!open_begin || v.step < 0)
        r[begin] = open_begin ? "last" : decimal(v.begin);
      if (!open_end || v.step < 0)
        r[end] = open_end ? "before 0" : decimal(v.end);
    }
    return r;
  }

  template <class Use> void each_row(Use use) const {
    use(row{"axis", "size", "item", "begin", "end", "stride", "output"});
    std::size_t result_axis = 0;
    for (std::size_t k = 0; k < count_.entries; ++k) {
      use(describe(entries_[k], result_axis));
      result_axis += entries_[k].kind == dense_kind::integer ? 0 : 1;
    }
  }

  void write_table(Text& out) const {
    std::array<std::size_t, columns> width{};
    each_row([&](const row& r) {
      for (std::size_t c = 0; c < columns; ++c)
        width[c] = wider(width[c], r[c]);
    });
    each_row([&](const row& r) {
      for (std::size_t c = 0; c < columns; ++c) {
        // Texts are left-aligned and numbers right-aligned. There are no blanks after the last
        // column.
        const bool left = c == item || c == output;
        const Text blanks(width[c] - r[c].size(), ' ');
        out += c == 0 ? "" : "  ";
        out += left ? r[c] : blanks + r[c];
        out += c == item ? blanks : "";
      }
      out += '\n';
    });
  }

  void write_masks(Text& out) const {
    const struct {
      const char* name;
      std::uint64_t mask;
    } masks[] = {{"begin_mask      ", masks_.begin_mask},
                 {"end_mask        ", masks_.end_mask},
                 {"ellipsis_mask   ", masks_.ellipsis_mask},
                 {"new_axis_mask   ", masks_.new_axis_mask},
                 {"shrink_axis_mask", masks_.shrink_axis_mask}};
    std::size_t width = 0;
    for (const auto& [name, m] : masks)
      width = wider(width, decimal(m));
    for (const auto& [name, m] : masks) {
      out += name;
      out += Text(width - decimal(m).size() + 2, ' ') + decimal(m) + " = 0b";
      // Writes one digit per item. Bits beyond the items have no meaning.
      for (std::size_t k = items_ == 0 ? 1 : items_; k-- > 0;)
        out += has_bit(m, k) ? '1' : '0';
      out += '\n';
    }
  }

public:
  template <class Index>
  explanation(array_ref<extent> shape, const Index& subscript)
      : shape_(shape), begin_(subscript.begin.data()), end_(subscript.end.data()),
        strides_(subscript.strides.data()), items_(subscript.begin.size()), masks_(subscript.masks),
        count_(count_entries(masks_, items_, shape.size())) {
    if (count_.fault == dense_fault::two_dots)
      raise<value_error>(message(two_dots_text));
    if (count_.fault == dense_fault::too_many_items)
      raise<value_error>(say_too_many(count_.consumed, shape));
    spread(masks_, items_, shape.size(), count_.consumed, entries_.data());
    for (std::size_t k = 0; k < count_.entries; ++k)
      check(entries_[k]);
  }

  Text text() const {
    auto result_shape = unknown_shape<slice_plan::max_result>();
    std::size_t rank = 0;
    for (std::size_t k = 0; k < count_.entries; ++k)
      if (entries_[k].kind != dense_kind::integer)
        result_shape[rank++] = result(entries_[k]);
    message shapes;
    say_shape(shapes, shape_);
    shapes << " -> ";
    say_shape(shapes, array_ref<extent>(result_shape.axes, rank));

    Text out = "index  [";
    out += index_text_of(begin_, end_, strides_, items_, masks_);
    out += "]\nshape  ";
    out += shapes.view();
    out += "\n\n";
    write_table(out);
    out += '\n';
    write_masks(out);
    return out;
  }
};

template <class... Items> struct explain_verdict {
  static constexpr bool accepted =
      (basic_item<Items> && ...) || (std::same_as<Items, parsed_index> && ...);
  static constexpr message text() {
    return message("stria: explain() takes a shape and basic items: integers, constants, _, range, "
                   "rev, newaxis, ellipsis and the text literal");
  }
};

} // namespace detail

/// Describes what a subscript does to a shape. The text has the subscript in NumPy's notation, a
/// table with one line per axis (its size, the item, the wrapped and clamped bounds, the axis of
/// the result), and the five masks.
///
/// \param shape  the shape, as braces, a range of integers or `t.shape()`
/// \param items  basic items: integers, constants, `_`, ranges, `newaxis`, `ellipsis`, `"..."_ix`
/// \returns      std::string of several lines
/// \throws       index_error if an integer lies outside its axis
/// \throws       value_error for step 0, a second ellipsis, too many items, more than 32 axes, or a
///               negative size
/// \refuses      index arrays and boolean masks
/// \complexity   O(items); allocates the text
/// \numpy        none
/// \usage        `std::cout << explain(t.shape(), _1, range(2, 4), newaxis, ellipsis)`
template <detail::basic_item... Items>
std::string explain(const shape_argument& shape, const Items&... items) {
  return detail::explanation<std::string>(shape.view(), encode(items...)).text();
}

/// Describes a subscript that was read from a text at run time:
/// `explain(shape, parse_index(text))`.
template <std::same_as<parsed_index> Index>
std::string explain(const shape_argument& shape, const Index& subscript) {
  return detail::explanation<std::string>(shape.view(), subscript).text();
}

// A refused item has already been reported, so this overload reports nothing.
template <class... Items>
  requires(detail::is_refused<Items> || ...)
constexpr ignored explain(const shape_argument&, const Items&...) {
  return {};
}

template <class... Items>
  requires(!detail::explain_verdict<Items...>::accepted && !(detail::is_refused<Items> || ...))
auto explain(const shape_argument& shape, const Items&... items)
    -> accepted_or_refused<detail::explain_verdict<Items...>, void>;

} // namespace stria
