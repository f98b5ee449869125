// SPDX-License-Identifier: BSL-1.0
// mask/from_lists.hpp: converts OpenVINO's lists of zeros and ones to TensorFlow's masks.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/mask/slice_masks.hpp>

#include <concepts>
#include <initializer_list>
#include <string_view>
#include <type_traits>

namespace stria {

/// An argument of masks_from_lists: a list of zeros and ones, from braces or from any range of
/// integers. Only the first 64 entries are read.
///
/// \usage  `masks_from_lists({1, 0}, std::vector{0, 1})`
class mask_list {
  std::uint64_t ones_ = 0;
  std::uint64_t bad_ = 0;
  index first_bad_ = 0;

  constexpr void read(index value, std::size_t i) {
    if (value == 1)
      ones_ |= std::uint64_t{1} << i;
    else if (value != 0) {
      first_bad_ = bad_ == 0 ? value : first_bad_;
      bad_ |= std::uint64_t{1} << i;
    }
  }
  template <class Range> constexpr void read_all(const Range& range) {
    std::size_t i = 0;
    for (auto&& value : range) {
      if (i == detail::max_items)
        break;
      read(static_cast<index>(value), i++);
    }
  }

public:
  /// An empty list.
  constexpr mask_list() = default;
  /// From braces.
  constexpr mask_list(std::initializer_list<index> values) { read_all(values); }
  /// From a range of integers.
  template <class Range>
    requires requires(const Range& r) {
      requires std::integral<std::remove_cvref_t<decltype(*std::begin(r))>>;
      std::end(r);
    }
  constexpr mask_list(const Range& values) {
    read_all(values);
  }

  /// The mask of the first `items` entries; missing entries are 0.
  ///
  /// \param items  the number of items of the subscript
  /// \param name   the name of the list in the message
  /// \throws       value_error if one of these entries is neither 0 nor 1
  constexpr std::uint64_t bits(std::size_t items, std::string_view name) const {
    const std::uint64_t counted =
        items < detail::max_items ? (std::uint64_t{1} << items) - 1 : ~std::uint64_t{0};
    if ((bad_ & counted) != 0)
      raise<value_error>(detail::message("stria: masks_from_lists: ")
                         << name << " holds " << first_bad_ << "; its entries are 0 or 1");
    return ones_ & counted;
  }
};

/// Converts OpenVINO's lists of zeros and ones, one entry per item, to masks. Short lists are
/// extended with zeros; entries beyond `items` are ignored. Source: OpenVINO, StridedSlice-1.
///
/// \param begin_mask       1 where the begin of an item is ignored, that is, open
/// \param end_mask         1 where the end of an item is ignored
/// \param new_axis_mask    1 where an item inserts an axis of size 1
/// \param shrink_axis_mask 1 where an item picks one element and drops its axis
/// \param ellipsis_mask    1 where an item is an ellipsis
/// \param items            the number of items of the subscript, at most 64
/// \returns                slice_masks
/// \throws                 value_error if an entry is neither 0 nor 1
/// \complexity             O(items), no allocation
/// \numpy                  none
/// \usage                  `plan_slice(shape, begin, end, strides, masks_from_lists({1, 0}, {1,
///                         0}))`
constexpr slice_masks masks_from_lists(const mask_list& begin_mask, const mask_list& end_mask,
                                       const mask_list& new_axis_mask = {},
                                       const mask_list& shrink_axis_mask = {},
                                       const mask_list& ellipsis_mask = {},
                                       std::size_t items = detail::max_items) {
  return {.begin_mask = begin_mask.bits(items, "begin_mask"),
          .end_mask = end_mask.bits(items, "end_mask"),
          .ellipsis_mask = ellipsis_mask.bits(items, "ellipsis_mask"),
          .new_axis_mask = new_axis_mask.bits(items, "new_axis_mask"),
          .shrink_axis_mask = shrink_axis_mask.bits(items, "shrink_axis_mask")};
}

} // namespace stria
