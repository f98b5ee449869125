// SPDX-License-Identifier: BSL-1.0
// shape/broadcast.hpp: the rules for combining extents, at compile time and at run time.
#pragma once

#include <stria/shape/shape.hpp>

namespace stria::detail {

enum class extent_fault : unsigned char { none, sizes, names };

struct joined_extent {
  extent result;
  extent_fault fault;
};

/// The common extent of two axes of extents a and b after broadcasting, as far as it is known at
/// compile time.
constexpr joined_extent join_extents(extent a, extent b) {
  if (a.is_static() && b.is_static()) {
    if (a.size == b.size || b.size == 1)
      return {a, extent_fault::none};
    if (a.size == 1)
      return {b, extent_fault::none};
    return {a, extent_fault::sizes};
  }
  if (a.is_static())
    return {a.size == 1 ? b : a, extent_fault::none};
  if (b.is_static())
    return {b.size == 1 ? a : b, extent_fault::none};
  if (a.is_named() && b.is_named() && a != b)
    return {a, extent_fault::names};
  return {a.is_named() ? a : b, extent_fault::none};
}

/// The common size of two axes of sizes a and b after broadcasting, or -1 if they do not fit.
constexpr index join_sizes(index a, index b) { return a == b || b == 1 ? a : a == 1 ? b : -1; }

/// The extent of two axes that must have the same size, without broadcasting.
constexpr joined_extent equal_extents(extent a, extent b) {
  if (a.is_static() && b.is_static())
    return {a, a.size == b.size ? extent_fault::none : extent_fault::sizes};
  if (a.is_static() || b.is_static())
    return {a.is_static() ? a : b, extent_fault::none};
  return join_extents(a, b);
}

template <std::size_t R> struct joined_shape {
  static_shape<R> shape;
  extent_fault fault = extent_fault::none;
  std::size_t axis = 0;
};

/// Broadcasts two shapes. The last axes are aligned, and a missing axis counts as one of size 1.
template <std::size_t A, std::size_t B>
constexpr auto join_shapes(const static_shape<A>& a, const static_shape<B>& b) {
  constexpr std::size_t R = A > B ? A : B;
  joined_shape<R> r{unknown_shape<R>()};
  for (std::size_t k = 0; k < R; ++k) {
    if (k < R - A)
      r.shape[k] = b[k - (R - B)];
    else if (k < R - B)
      r.shape[k] = a[k - (R - A)];
    else {
      const joined_extent e = join_extents(a[k - (R - A)], b[k - (R - B)]);
      r.shape[k] = e.result;
      if (e.fault != extent_fault::none && r.fault == extent_fault::none) {
        r.fault = e.fault;
        r.axis = k;
      }
    }
  }
  return r;
}

/// Whether a value of extent `from` can be assigned to an axis of extent `to` with broadcasting, as
/// far as this is known at compile time.
constexpr extent_fault assign_extents(extent to, extent from) {
  if (to.is_static() && from.is_static())
    return to.size == from.size || from.size == 1 ? extent_fault::none : extent_fault::sizes;
  if (to.is_named() && from.is_named() && to != from)
    return extent_fault::names;
  return extent_fault::none;
}

} // namespace stria::detail
