// SPDX-License-Identifier: BSL-1.0
// tensor/reshaped.hpp: the strides that give elements another shape without moving them.
#pragma once

#include <stria/tensor/layout.hpp>

namespace stria::detail {

/// True if the elements form one row-major block for any values of the dynamic extents. Strides of
/// axes of size 1 do not matter.
template <std::size_t R> constexpr bool is_block(const static_layout<R>& l) {
  index step = 1;
  for (std::size_t k = R; k-- > 0;) {
    if (l.shape[k].size == 1)
      continue;
    if (step == unknown_stride || l.strides[k] != step)
      return false;
    step = multiply_strides(step, l.shape[k].is_static() ? l.shape[k].size : unknown_stride);
  }
  return true;
}

template <std::size_t N> struct new_strides {
  bool exist = false;
  std::array<index, N> strides{};
};

/// The strides that give the elements another shape of the same size, if such strides exist. They
/// exist if each run of neighbouring axes that must be merged can be traversed in equal steps.
/// Source: NumPy's `_attempt_nocopy_reshape`.
template <std::size_t R, std::size_t N>
constexpr new_strides<N> reshaped_strides(const std::array<index, R>& sizes,
                                          const std::array<index, R>& strides,
                                          const std::array<index, N>& to) {
  new_strides<N> r{true, row_major_strides(to)};
  for (index n : sizes)
    if (n == 0)
      return r;
  std::size_t out = N;
  // From the last axis on, extends a run of old axes and a run of new axes until both have the same
  // number of elements.
  for (std::size_t k = R; k-- > 0;) {
    if (sizes[k] == 1)
      continue;
    const index step = strides[k];
    index from = sizes[k], taken = 1;
    while (taken != from) {
      if (taken < from) {
        --out;
        r.strides[out] = step * taken;
        taken *= to[out];
      } else {
        do
          --k;
        while (sizes[k] == 1);
        if (strides[k] != step * from)
          return {};
        from *= sizes[k];
      }
    }
  }
  // The remaining axes have size 1.
  return r;
}

} // namespace stria::detail
