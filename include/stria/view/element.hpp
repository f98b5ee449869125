// SPDX-License-Identifier: BSL-1.0
// view/element.hpp: the checked address of one element.
#pragma once

#include <stria/plan/slice_plan.hpp>
#include <stria/token/bound.hpp>
#include <stria/view/operand.hpp>

namespace stria::detail {

// Not inlined: the check costs the caller a compare and a jump.
[[noreturn]] [[gnu::noinline]] [[gnu::cold]] inline void
raise_index_outside_axis(index i, index n, std::size_t axis) {
  raise<index_error>(say_outside(i, n, axis));
}

/// A subscript wrapped and inside its axis, else `index_error`. STRIA_UNCHECKED drops the check.
STRIA_INLINE constexpr index checked_index(index i, index n, [[maybe_unused]] std::size_t axis) {
  const index w = wrap(i, n);
#if !defined(STRIA_UNCHECKED)
  if (!inside(w, n)) [[unlikely]]
    raise_index_outside_axis(i, n, axis);
#endif
  return w;
}

/// Into axis `axis` of n of a row-major block: the place among the rows becomes one among the
/// elements. Unsigned: before an axis without elements refuses, the others may be huge.
STRIA_INLINE constexpr std::size_t step_into(std::size_t at, index i, index n, std::size_t axis) {
  return at * static_cast<std::size_t>(n) + static_cast<std::size_t>(checked_index(i, n, axis));
}

template <class I> STRIA_INLINE constexpr index index_value(const I& i) {
  if constexpr (constant_item<I>)
    return constant_traits<I>::value;
  else
    return to_index(i);
}

} // namespace stria::detail
