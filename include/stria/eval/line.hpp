// SPDX-License-Identifier: BSL-1.0
// eval/line.hpp: tensors of one shape and functions of them, computed along a line of memory.
#pragma once

#include <stria/expr/map.hpp>
#include <stria/view/tensor.hpp>

namespace stria::detail {

/// Up to so many elements a line is computed where it is asked for: nothing need be asked of
/// strides, of memory that meets, of threads.
inline constexpr index longest_line = 1024;

/// E may be such a line of a target, whose sizes only the run time knows.
template <class E, class Target>
concept line_beside =
    operand<E> && tensor_operand<Target> && E::in_line && !extents_of<Target>.is_static() &&
    std::is_arithmetic_v<value_t<Target>> && !tensor_operand<E> && rank_of<E> == rank_of<Target>;

/// The values of e in a line, if they are one; else false, and nothing is written.
template <class Kernel, class Target, class E>
STRIA_INLINE bool run_line(Target& target, const E& e) {
  const index count = target.size();
  bool fits = count <= longest_line;
  const auto row = e.line(target.shape(), fits);
  if (!fits) [[unlikely]]
    return false;
  Kernel::row(static_row<value_t<Target>, 1>{target.data()}, row, count);
  return true;
}

} // namespace stria::detail
