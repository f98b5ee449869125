// SPDX-License-Identifier: BSL-1.0
// eval/line.hpp: computes a few elements of tensors of one shape in a single loop.
#pragma once

#include <stria/eval/loop.hpp>
#include <stria/expr/map.hpp>
#include <stria/view/tensor.hpp>

namespace stria::detail {

/// True if E and the target consist of tensors of one rank, which do not share memory with each
/// other. If their shapes are also equal, the elements of E form a line.
template <class E, class Target>
concept line_beside = operand<E> && !tensor_operand<E> && std::is_arithmetic_v<value_t<Target>> &&
                      tensor_operand<Target> && member_access::in_line<E> &&
                      rank_of<E> == rank_of<Target>;

/// Stores the values of e if they form a line; otherwise returns false and writes nothing.
template <class Kernel, class Target, class E>
STRIA_INLINE bool run_line(Target& target, const E& e) {
  const auto n = target.shape();
  const index count = count_elements(n);
  bool fits = count <= limits::line;
  const auto row = e.line(n, fits);
  if (!fits) [[unlikely]]
    return false;
  const static_row<value_t<Target>, 1> to{target.data()};
  if constexpr (extents_of<Target>.is_static())
    Kernel::row(to, row,
                std::integral_constant<index, count_elements(extents_of<Target>.sizes())>());
  else
    Kernel::row(to, row, count);
  return true;
}

} // namespace stria::detail
