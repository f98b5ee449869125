// SPDX-License-Identifier: BSL-1.0
// layout/layout.hpp: shape and strides as one value, the part that the compiler knows in the type.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/base/config.hpp>
#include <stria/shape/shape.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace stria::detail {

/// A stride that only the run time knows.
inline constexpr index unknown_stride = PTRDIFF_MIN;

/// a * b where both are known and the product is an index.
constexpr index multiply_strides(index a, index b) {
  index r = 0;
  return a == unknown_stride || b == unknown_stride || !multiply_fits(a, b, r) ? unknown_stride : r;
}

/// The longest stride of an axis that nothing steps along: strides of this length can be added to
/// each other, to an offset, and turned into bytes without a check.
inline constexpr index longest_idle_stride = PTRDIFF_MAX >> 24;
constexpr bool is_idle_stride(index s) {
  return s <= longest_idle_stride && s >= -longest_idle_stride;
}

/// The stride of every step-th element of an axis of stride s, of which `size` are taken. Where
/// there is at most one, any stride would do: it is NumPy's s * step as long as that is short, and
/// s else, so that no later arithmetic overflows. Two or more lie inside of the storage.
STRIA_INLINE constexpr index stepped_stride(index s, index step, index size) {
  if (step == 1)
    return s;
  index stride = 0;
  return !multiply_fits(s, step, stride) || (size <= 1 && !is_idle_stride(stride)) ? s : stride;
}

/// Any strides of memory from elsewhere: an idle axis with a longer one gets 1.
template <std::size_t R>
constexpr std::array<index, R> shortened_idle_strides(const std::array<index, R>& sizes,
                                                      std::array<index, R> strides) {
  bool empty = false;
  for (index n : sizes)
    empty = empty || n == 0;
  for (std::size_t k = 0; k < R; ++k)
    if ((empty || sizes[k] <= 1) && !is_idle_stride(strides[k]))
      strides[k] = 1;
  return strides;
}

/// What the compiler knows of a layout: extents and strides. Structural.
template <std::size_t R> struct static_layout {
  static_shape<R> shape;
  index strides[R == 0 ? 1 : R];

  static constexpr std::size_t rank() { return R; }
  constexpr bool knows_strides() const {
    for (std::size_t k = 0; k < R; ++k)
      if (strides[k] == unknown_stride)
        return false;
    return true;
  }
  constexpr std::array<index, R> known_strides() const {
    std::array<index, R> s{};
    for (std::size_t k = 0; k < R; ++k)
      s[k] = strides[k];
    return s;
  }
  friend constexpr bool operator==(const static_layout&, const static_layout&) = default;
};

/// Row-major strides as far as the extents are known.
template <std::size_t R> constexpr static_layout<R> row_major(const static_shape<R>& shape) {
  static_layout<R> l{shape, {}};
  index step = 1;
  for (std::size_t k = R; k-- > 0;) {
    l.strides[k] = step;
    step = multiply_strides(step, shape[k].is_static() ? shape[k].size : unknown_stride);
  }
  return l;
}

/// Column-major strides as far as the extents are known.
template <std::size_t R> constexpr static_layout<R> column_major(const static_shape<R>& shape) {
  static_layout<R> l{shape, {}};
  index step = 1;
  for (std::size_t k = 0; k < R; ++k) {
    l.strides[k] = step;
    step = multiply_strides(step, shape[k].is_static() ? shape[k].size : unknown_stride);
  }
  return l;
}

/// Strides that only the run time tells.
template <std::size_t R> constexpr static_layout<R> strided_layout(const static_shape<R>& shape) {
  static_layout<R> l{shape, {}};
  for (std::size_t k = 0; k < R; ++k)
    l.strides[k] = unknown_stride;
  return l;
}

template <std::size_t R>
constexpr std::array<index, R> row_major_strides(const std::array<index, R>& sizes) {
  std::array<index, R> s{};
  // The product overflows only where there is no element to step to: (0, 2^62, 4).
  std::size_t step = 1;
  for (std::size_t k = R; k-- > 0;) {
    s[k] = static_cast<index>(step);
    step *= static_cast<std::size_t>(sizes[k]);
  }
  return s;
}

template <std::size_t R>
constexpr std::array<index, R> column_major_strides(const std::array<index, R>& sizes) {
  std::array<index, R> s{};
  std::size_t step = 1;
  for (std::size_t k = 0; k < R; ++k) {
    s[k] = static_cast<index>(step);
    step *= static_cast<std::size_t>(sizes[k]);
  }
  return s;
}

/// The values of an array that the type does not know; empty where it knows all. Of two empty
/// members of one class each takes room, unless they are of different types: `Owner` makes them so.
template <std::size_t R, bool Known, class Owner> struct values {
  std::array<index, R> v{};
  constexpr values() = default;
  // One by one: a copy as a whole g++ 12 leaves in memory, where the next one waits for it.
  STRIA_INLINE constexpr explicit values(const std::array<index, R>& from) {
    for (std::size_t k = 0; k < R; ++k)
      v[k] = from[k];
  }
  /// v[k], which without optimisation is two calls: half of what an element costs.
  STRIA_INLINE constexpr index value(std::size_t k) const {
    if consteval {
      return v[k];
    } else {
      return static_cast<const index*>(static_cast<const void*>(&v))[k];
    }
  }
};
template <std::size_t R, class Owner> struct values<R, true, Owner> {
  constexpr values() = default;
  STRIA_INLINE constexpr explicit values(const std::array<index, R>&) {}
};

/// Sizes at run time: nothing is stored where the type knows them all.
template <auto Shape> struct sizes_of : values<Shape.rank(), Shape.is_static(), sizes_of<Shape>> {
  constexpr sizes_of() = default;
  STRIA_INLINE constexpr explicit sizes_of(const std::array<index, Shape.rank()>& sizes)
      : values<Shape.rank(), Shape.is_static(), sizes_of>(sizes) {}

  STRIA_INLINE constexpr index size(std::size_t k) const {
    if constexpr (Shape.is_static())
      return Shape.axes[k].size;
    else if constexpr (Shape.dynamic_count() == Shape.rank()) // nothing to ask without an optimiser
      return this->value(k);
    else
      return Shape[k].is_static() ? Shape[k].size : this->value(k);
  }
  STRIA_INLINE constexpr std::array<index, Shape.rank()> sizes() const {
    if constexpr (Shape.is_static())
      return Shape.sizes();
    else
      return this->v;
  }
  /// All of them in memory.
  STRIA_INLINE constexpr const index* list() const {
    if constexpr (Shape.is_static())
      return known.data();
    else
      return this->v.data();
  }

private:
  static constexpr std::array<index, Shape.rank()> known = Shape.sizes();
};

template <auto L> struct strides_of : values<L.rank(), L.knows_strides(), strides_of<L>> {
  constexpr strides_of() = default;
  STRIA_INLINE constexpr explicit strides_of(const std::array<index, L.rank()>& strides)
      : values<L.rank(), L.knows_strides(), strides_of>(strides) {}

  STRIA_INLINE constexpr index stride(std::size_t k) const {
    if constexpr (L.knows_strides())
      return L.strides[k];
    else
      return L.strides[k] != unknown_stride ? L.strides[k] : this->value(k);
  }
  STRIA_INLINE constexpr std::array<index, L.rank()> strides() const {
    if constexpr (L.knows_strides()) {
      return L.known_strides();
    } else {
      std::array<index, L.rank()> s = this->v;
      for (std::size_t k = 0; k < L.rank(); ++k)
        if (L.strides[k] != unknown_stride)
          s[k] = L.strides[k];
      return s;
    }
  }
  /// All of them in memory, as if the type knew none.
  STRIA_INLINE constexpr const index* list() const {
    if constexpr (L.knows_strides())
      return L.strides;
    else
      return this->v.data();
  }
};

/// The elements are one row-major block: strides are as such a tensor's, where they matter.
template <std::size_t R>
constexpr bool is_contiguous(const std::array<index, R>& sizes,
                             const std::array<index, R>& strides) {
  for (index n : sizes)
    if (n == 0)
      return true;
  index step = 1;
  for (std::size_t k = R; k-- > 0;) {
    if (sizes[k] != 1 && strides[k] != step)
      return false;
    step *= sizes[k];
  }
  return true;
}

} // namespace stria::detail
