// SPDX-License-Identifier: BSL-1.0
// mask/slice_masks.hpp: TensorFlow's five bit masks, as values and as a type.
#pragma once

#include <stria/token/item.hpp>

#include <cstddef>
#include <cstdint>

namespace stria {

/// The five masks of TensorFlow's StridedSlice. Bit i belongs to item i. Where several bits of an
/// item are set, ellipsis has priority over new axis, and new axis over shrink axis.
///
/// \numpy  none; the attributes of `tf.strided_slice`
/// \usage  `slice_masks{.begin_mask = 1, .shrink_axis_mask = 2}`
struct slice_masks {
  std::uint64_t begin_mask = 0;
  std::uint64_t end_mask = 0;
  std::uint64_t ellipsis_mask = 0;
  std::uint64_t new_axis_mask = 0;
  std::uint64_t shrink_axis_mask = 0;
  friend constexpr bool operator==(const slice_masks&, const slice_masks&) = default;
};

/// The five masks as a type, in the order begin, end, ellipsis, new axis, shrink axis.
///
/// \usage  `strided_slice(t, begin, end, strides, mask<1, 0, 0, 0, 0>{})`
template <std::uint64_t Begin, std::uint64_t End, std::uint64_t Ellipsis, std::uint64_t NewAxis,
          std::uint64_t ShrinkAxis>
struct mask {
  /// The masks as a value.
  static constexpr slice_masks value{Begin, End, Ellipsis, NewAxis, ShrinkAxis};
  /// Converts to the masks as a value.
  constexpr operator slice_masks() const { return value; }
};

namespace detail {

constexpr bool has_bit(std::uint64_t m, std::size_t i) { return i < max_items && ((m >> i) & 1U) != 0; }

/// The kind of item i. If several masks have its bit, ellipsis has priority over new axis, and new
/// axis over shrink. Source: tensorflow/core/util/strided_slice_op.cc.
constexpr item_kind kind_at(const slice_masks& m, std::size_t i) {
  return has_bit(m.ellipsis_mask, i)      ? item_kind::dots
         : has_bit(m.new_axis_mask, i)    ? item_kind::new_axis
         : has_bit(m.shrink_axis_mask, i) ? item_kind::integer
                                      : item_kind::slice;
}

} // namespace detail
} // namespace stria
