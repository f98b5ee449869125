// SPDX-License-Identifier: BSL-1.0
// interop/strided_view.hpp: views of memory that another library owns, whatever its strides.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/layout/overlap.hpp>
#include <stria/view/view.hpp>

namespace stria {

namespace detail {

/// The elements from `first` on, as they lie. The storage of the view is what the strides reach.
/// Strides along which nothing steps may be anything, and long ones are not kept.
template <auto L, class T>
constexpr view<T, L> view_of_memory(T* first, const std::array<index, L.rank()>& sizes,
                                    const std::array<index, L.rank()>& given) {
  const auto strides = shortened_idle_strides(sizes, given);
  if (count_elements(sizes) == 0)
    return {first, 0, {0, sizes, strides}};
  const auto [low, high] = reach_of(0, strides, sizes);
  return {first + low, high - low + 1, {-low, sizes, strides}};
}

/// False where the strides reach further than a pointer, in bytes.
template <std::size_t R>
constexpr bool strides_fit(const std::array<index, R>& sizes, const std::array<index, R>& strides,
                           index bytes) {
  for (index n : sizes)
    if (n == 0)
      return true;
  index low = 0, high = 0;
  for (std::size_t k = 0; k < R; ++k) {
    index far = 0;
    if (!multiply_fits(strides[k], sizes[k] - 1, far) || !multiply_fits(far, bytes, far) ||
        !add_fits(far < 0 ? low : high, far, far < 0 ? low : high))
      return false;
  }
  index all = 0;
  return subtract_fits(high, low, all) && add_fits(all, bytes, all);
}

} // namespace detail

/// A view of given extents whose strides are known at run time only: what memory from elsewhere is
/// seen as. `strided_view<const float, dyn, 3>` reads rows of three.
template <class T, extent... E>
using strided_view = view<T, detail::strided_layout(detail::shape_of<E...>())>;

/// A view of rank Rank whose sizes and strides are all known at run time only:
/// `dview<const float, 2>` is any matrix.
template <class T, std::size_t Rank>
using dview = view<T, detail::strided_layout(detail::unknown_shape<Rank>())>;

} // namespace stria
