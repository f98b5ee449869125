// SPDX-License-Identifier: BSL-1.0
// tensor/layout.hpp: shape and strides as one value, with the compile-time part in the type.
#pragma once

#include <stria/base/axis_array.hpp>
#include <stria/base/checked.hpp>
#include <stria/base/config.hpp>
#include <stria/shape/shape.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace stria::detail {

/// A stride known only at run time.
inline constexpr index unknown_stride = PTRDIFF_MIN;

/// a * b, if both are known and the product fits into index; otherwise unknown_stride.
constexpr index multiply_strides(index a, index b) {
  index r = 0;
  return a == unknown_stride || b == unknown_stride || !multiply_fits(a, b, r) ? unknown_stride : r;
}

/// The longest stride of an idle axis, which is an axis of size 1 or 0. Strides up to this length
/// can be added to each other and to an offset, and converted to bytes, without overflow checks.
inline constexpr index longest_idle_stride = PTRDIFF_MAX >> (sizeof(index) < 8 ? 16 : 24);
constexpr bool is_idle_stride(index s) {
  return s <= longest_idle_stride && s >= -longest_idle_stride;
}

/// The stride of a slice that has `size` elements, every step-th one of an axis with stride s. With
/// two or more elements, it is s * step, which lies inside the storage. With fewer elements, any
/// stride is correct. The function then returns s * step, as NumPy does, if that is short;
/// otherwise it returns s, so that later arithmetic cannot overflow.
STRIA_INLINE constexpr index stepped_stride(index s, index step, index size) {
  if (step == 1)
    return s;
  index stride = 0;
  return !multiply_fits(s, step, stride) || (size <= 1 && !is_idle_stride(stride)) ? s : stride;
}

/// Replaces long strides of idle axes by 1, for memory from other libraries.
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

/// The compile-time part of a layout: extents and strides. It is a structural type.
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

/// Row-major strides, as far as the extents determine them.
template <std::size_t R> constexpr static_layout<R> row_major(const static_shape<R>& shape) {
  static_layout<R> l{shape, {}};
  index step = 1;
  for (std::size_t k = R; k-- > 0;) {
    l.strides[k] = step;
    step = multiply_strides(step, shape[k].is_static() ? shape[k].size : unknown_stride);
  }
  return l;
}

/// Column-major strides, as far as the extents determine them.
template <std::size_t R> constexpr static_layout<R> column_major(const static_shape<R>& shape) {
  static_layout<R> l{shape, {}};
  index step = 1;
  for (std::size_t k = 0; k < R; ++k) {
    l.strides[k] = step;
    step = multiply_strides(step, shape[k].is_static() ? shape[k].size : unknown_stride);
  }
  return l;
}

/// Strides known only at run time.
template <std::size_t R> constexpr static_layout<R> strided_layout(const static_shape<R>& shape) {
  static_layout<R> l{shape, {}};
  for (std::size_t k = 0; k < R; ++k)
    l.strides[k] = unknown_stride;
  return l;
}

template <std::size_t R>
constexpr std::array<index, R> row_major_strides(const std::array<index, R>& sizes) {
  std::array<index, R> s{};
  // The product can overflow only if there are no elements: (0, 2^62, 4).
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

/// An array of run-time values; empty if `Known`, that is, if the type determines all of them. Two
/// empty members of the same class each occupy storage, so `Owner` makes the classes different.
template <std::size_t R, bool Known, class Owner> struct values {
  std::array<index, R> v{};
  constexpr values() = default;
  constexpr values(const values&) = default;
  // These constructors copy the elements one by one. g++ 12 would otherwise copy the whole array
  // through memory, and the next copy would wait for it.
  STRIA_INLINE constexpr values(values&& from) noexcept : values(from.v) {}
  STRIA_INLINE constexpr explicit values(const std::array<index, R>& from) {
    STRIA_AXES
    for (std::size_t k = 0; k < R; ++k)
      v[k] = from[k];
  }
  constexpr values& operator=(const values&) = default;
  /// v[k] without a function call. In unoptimised builds, function calls would be half of the cost
  /// of reading an element.
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

/// The run-time sizes; empty if the type determines all of them.
template <auto Shape> struct sizes_of : values<Shape.rank(), Shape.is_static(), sizes_of<Shape>> {
  constexpr sizes_of() = default;
  STRIA_INLINE constexpr explicit sizes_of(const std::array<index, Shape.rank()>& sizes)
      : values<Shape.rank(), Shape.is_static(), sizes_of>(sizes) {}

  STRIA_INLINE constexpr index size(std::size_t k) const {
    if constexpr (Shape.is_static())
      return Shape.axes[k].size;
    else if constexpr (Shape.dynamic_count() == Shape.rank()) // no test in unoptimised builds
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
  /// A pointer to all sizes.
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
  /// A pointer to all strides, including those known from the type.
  STRIA_INLINE constexpr const index* list() const {
    if constexpr (L.knows_strides())
      return L.strides;
    else
      return this->v.data();
  }
};

/// Whether all sizes are equal. For the operator == of arrays, g++ would store the sizes of
/// tensors and load them again.
template <std::size_t R>
STRIA_INLINE constexpr bool same_sizes(const std::array<index, R>& a,
                                       const std::array<index, R>& b) {
  bool same = true;
  for (std::size_t k = 0; k < R; ++k)
    same &= a[k] == b[k];
  return same;
}

/// True if the elements form one row-major block. Strides of axes of size 1 are ignored.
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
