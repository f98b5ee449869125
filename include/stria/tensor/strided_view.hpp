// SPDX-License-Identifier: BSL-1.0
// tensor/strided_view.hpp: views of memory that another library owns, with any strides.
// Tests: tests/tensor/dynamic_strides.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/tensor/overlap.hpp>
#include <stria/tensor/view.hpp>

namespace stria {

namespace detail {

/// A view of the elements from `first` on. Its storage is the memory that the strides reach.
/// Strides of axes of size 1 or 0 are arbitrary; long ones are replaced.
template <auto L, class T>
constexpr view<T, L> view_of_memory(T* first, const std::array<index, L.rank()>& sizes,
                                    const std::array<index, L.rank()>& given) {
  const auto strides = shortened_idle_strides(sizes, given);
  if (count_elements(sizes) == 0)
    return {first, 0, {0, sizes, strides}};
  const auto [low, high] = reach_of(0, strides, sizes);
  return {first + low, high - low + 1, {-low, sizes, strides}};
}

/// The lowest and the highest element that the strides reach from the first one; `fits` is false if
/// their distance in bytes does not fit into index.
struct memory_reach {
  bool fits;
  index low, high;
};
constexpr memory_reach reach_in_memory(array_ref<index> sizes, array_ref<index> strides,
                                       index bytes) {
  memory_reach r{true, 0, 0};
  for (index n : sizes)
    if (n == 0)
      return r;
  index low = 0, high = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    index span = 0, span_bytes = 0;
    if (!multiply_fits(strides[k], sizes[k] - 1, span) || !multiply_fits(span, bytes, span_bytes) ||
        !add_fits(span < 0 ? r.low : r.high, span, span < 0 ? r.low : r.high) ||
        !add_fits(span < 0 ? low : high, span_bytes, span < 0 ? low : high))
      return {false, 0, 0};
  }
  index all_bytes = 0;
  r.fits = subtract_fits(high, low, all_bytes) && add_fits(all_bytes, bytes, all_bytes);
  return r;
}

} // namespace detail

/// A view of the given extents whose strides are known only at run time. Views of memory from other
/// libraries have this type.
///
/// \tparam T  the element type, const for read-only memory
/// \tparam E  one extent per axis
/// \usage     `auto x = from_dlpack<float, dyn, 3>(m);  strided_view<float, dyn, 3> v = x.view();`
template <class T, extent... E>
using strided_view = view<T, detail::strided_layout(detail::shape_of<E...>())>;

/// A view of rank `Rank` whose sizes and strides are known only at run time.
///
/// \usage  `dview<float, 2> v = as_view(p, {2, 3}, {4, 1});`
template <class T, std::size_t Rank>
using dview = view<T, detail::strided_layout(detail::unknown_shape<Rank>())>;

} // namespace stria
