// SPDX-License-Identifier: BSL-1.0
// eval/line.hpp: computes a few elements of operands of one shape in a single loop.
#pragma once

#include <stria/eval/loop.hpp>
#include <stria/expr/map.hpp>
#include <stria/layout/overlap.hpp>
#include <stria/view/tensor.hpp>
#include <stria/view/view.hpp>

namespace stria::detail {

/// True if E and the target consist of tensors of one rank, which do not share memory with each
/// other. If their shapes are also equal, the elements of E form a line.
template <class E, class Target>
concept tensors_beside =
    tensor_operand<Target> && member_access::in_line<E> && rank_of<E> == rank_of<Target>;
/// True for targets and expressions of rank 1 that may contain views. The views may overlap.
template <class E, class Target>
concept views_beside = (tensor_operand<Target> || view_operand<Target>) &&
                       member_access::in_view_line<E> && rank_of<Target> == 1 && rank_of<E> == 1;
template <class E, class Target>
concept line_beside = operand<E> && !tensor_operand<E> && std::is_arithmetic_v<value_t<Target>> &&
                      (tensors_beside<E, Target> || views_beside<E, Target>);

/// The elements of a target of rank 1, or of a tensor, as a row.
template <class T, extent... E>
STRIA_INLINE static_row<T, 1> row_of_target(tensor<T, E...>& target) {
  return {target.data()};
}
template <class T, auto L> STRIA_INLINE auto row_of_target(view<T, L>& target) {
  return row_at<L.strides[0]>(target.data(), target.strides()[0]);
}

template <class T> constexpr memory_region<T> line_region(const T* p, index stride, index count) {
  const reach r = reach_of<1>(0, {stride}, {count});
  return {p, r.low, r.high};
}
/// Whether two lines may share elements without being identical. may_conflict(), which the loops
/// use, is more precise but takes twice as long as computing a few elements.
template <class T, class U>
STRIA_INLINE bool lines_meet(const T* out, index out_stride, const U* in, index in_stride,
                             index count) {
  const bool same =
      static_cast<const void*>(in) == out && in_stride == out_stride && sizeof(T) == sizeof(U);
  return !same &&
         regions_meet(line_region(out, out_stride, count), line_region(in, in_stride, count));
}
/// Whether an element written into a line may be read by e at another position of its line.
template <class T, class E>
STRIA_INLINE bool line_meets(const T* out, index stride, index count, const E& e) {
  if constexpr (view_operand<E>)
    return lines_meet(out, stride, e.data(), e.strides()[0], count);
  else if constexpr (is_ref<E>)
    return lines_meet(out, stride, e.node->data(), 1, count);
  else if constexpr (is_scalar<E>)
    return false;
  else // captured by value, because g++ keeps variables captured by reference in memory
    return e.operands([=](const auto&... a) __attribute__((always_inline)) {
      return (line_meets(out, stride, count, a) || ...);
    });
}

/// Stores the values of e if they form a line; otherwise returns false and writes nothing. `Fresh`
/// means that no operand reads the memory that is written.
template <class Kernel, bool Fresh, class Target, class E>
STRIA_INLINE bool run_line(Target& target, const E& e) {
  const auto n = target.shape();
  const index count = count_elements(n);
  bool fits = count <= limits::line;
  const auto row = e.line(n, fits);
  if constexpr (!Fresh && !tensors_beside<E, Target>)
    fits &= !line_meets(target.data(), target.strides()[0], count, e);
  if (!fits) [[unlikely]]
    return false;
  if constexpr (extents_of<Target>.is_static())
    Kernel::row(row_of_target(target), row,
                std::integral_constant<index, count_elements(extents_of<Target>.sizes())>());
  else
    Kernel::row(row_of_target(target), row, count);
  return true;
}

} // namespace stria::detail
