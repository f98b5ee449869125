// SPDX-License-Identifier: BSL-1.0
// plan/axis.hpp: the rules for one axis: wrap, clamp, step and size.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <cstddef>

namespace stria {

/// The elements that a slice selects from one axis: `size` elements begin, begin + step, ...
///
/// \usage  `plan_slice(shape, p.begin, p.end, p.strides, p.masks).axes()[0].step`
struct axis_slice {
  index begin = 0, step = 1, size = 0;
  friend constexpr bool operator==(const axis_slice&, const axis_slice&) = default;
};

namespace detail {

struct axis_bounds {
  index begin, end;
};

/// The position that a subscript refers to: a negative subscript counts from the end. The sum
/// cannot overflow, because n >= 0.
STRIA_INLINE constexpr index wrap(index i, index n) { return i < 0 ? i + n : i; }

/// Whether a wrapped subscript lies inside its axis of n >= 0 elements. One comparison suffices,
/// because a negative number becomes a large one when it is converted to unsigned.
STRIA_INLINE constexpr bool inside(index i, index n) {
  return static_cast<std::size_t>(i) < static_cast<std::size_t>(n);
}

STRIA_INLINE constexpr index clamp(index i, index lowest, index highest) {
  return i < lowest ? lowest : i > highest ? highest : i;
}

/// The bounds of b:e:s on an axis of n elements, for s != 0, wrapped and clamped. In the direction
/// of the step, an open begin is the first position, and an open end is the position after the last
/// one. In the result, an end of -1 is the position before the first element. Source: Python's
/// `slice.indices`, TensorFlow's ValidateStridedSliceOp.
STRIA_INLINE constexpr axis_bounds bounds_on_axis(index n, index begin, bool open_begin, index end,
                                                  bool open_end, index step) {
  const bool forward = step > 0;
  // Forwards, a bound lies in [0, n]; backwards, it lies in [-1, n - 1].
  const index lowest = forward ? 0 : -1;
  const index highest = forward ? n : n - 1;
  const index b =
      open_begin ? (forward ? lowest : highest) : clamp(wrap(begin, n), lowest, highest);
  const index e = open_end ? (forward ? highest : lowest) : clamp(wrap(end, n), lowest, highest);
  return {b, e};
}

/// The elements that b:e:s selects from an axis of n elements, for s != 0.
STRIA_INLINE constexpr axis_slice slice_axis(index n, index begin, bool open_begin, index end,
                                             bool open_end, index step) {
  const bool forward = step > 0;
  const auto [b, e] = bounds_on_axis(n, begin, open_begin, end, open_end, step);
  const index distance = forward ? e - b : b - e;
  if (distance <= 0)
    return {b, step, 0};
  // The magnitude of the smallest index can be represented only as an unsigned number.
  const std::size_t magnitude =
      forward ? static_cast<std::size_t>(step) : std::size_t{0} - static_cast<std::size_t>(step);
  // Step 1 needs no division, which would cost as much as the rest of the function.
  const std::size_t last = static_cast<std::size_t>(distance) - 1;
  const std::size_t size = (magnitude == 1 ? last : last / magnitude) + 1;
  return {b, step, static_cast<index>(size)};
}

} // namespace detail
} // namespace stria
