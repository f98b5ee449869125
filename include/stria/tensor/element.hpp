// SPDX-License-Identifier: BSL-1.0
// tensor/element.hpp: bounds checks of single elements. Tests: tests/tensor/subscript.cpp.
#pragma once

#include <stria/plan/slice_plan.hpp>
#include <stria/tensor/operand.hpp>
#include <stria/token/bound.hpp>

namespace stria::detail {

// This function is not inlined, so that the check costs the caller only a comparison and a jump.
[[noreturn]] [[gnu::noinline]] [[gnu::cold]] inline void
raise_index_outside_axis(index i, index n, std::size_t axis) {
  raise<index_error>(say_outside(i, n, axis));
}

/// The subscript i, wrapped if it is negative. With STRIA_UNCHECKED it is not checked.
///
/// \throws  index_error outside the axis
STRIA_INLINE constexpr index checked_index(index i, index n, [[maybe_unused]] std::size_t axis) {
  const index w = wrap(i, n);
#if !defined(STRIA_UNCHECKED)
  if (!inside(w, n)) [[unlikely]]
    raise_index_outside_axis(i, n, axis);
#endif
  return w;
}

/// Extends the position in a row-major block by an axis of n elements. The arithmetic is unsigned,
/// because the sizes before an empty axis may be huge, and the product may overflow before the
/// check of that axis throws.
STRIA_INLINE constexpr std::size_t step_into(std::size_t at, index i, index n, std::size_t axis) {
  return at * static_cast<std::size_t>(n) + static_cast<std::size_t>(checked_index(i, n, axis));
}

template <class Ix> STRIA_INLINE constexpr index index_value(const Ix& i) {
  if constexpr (constant_item<Ix>)
    return constant_traits<Ix>::value;
  else
    return to_index(i);
}

template <std::size_t K, class E, class Ix>
[[noreturn, gnu::noinline, gnu::cold]] void raise_large_index(const E& e, Ix i) {
  raise<index_error>(say_outside(i, e.shape()[K], K));
}
/// The subscript for axis K of an operand.
///
/// \throws  index_error for an integer that is not an index, with its value
template <std::size_t K, class E, class Ix>
STRIA_INLINE constexpr index subscript_value(const E& e, const Ix& i) {
#if !defined(STRIA_UNCHECKED)
  if constexpr (!constant_item<Ix>)
    if constexpr (may_exceed_index<Ix>) {
      if (!std::in_range<index>(i)) [[unlikely]]
        raise_large_index<K>(e, i);
      return static_cast<index>(i);
    }
#endif
  static_cast<void>(e);
  return index_value(i);
}

} // namespace stria::detail
