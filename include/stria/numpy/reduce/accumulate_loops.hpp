// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/accumulate_loops.hpp: running results of a function along an axis of row-major
// memory, and reductions of its parts. Tests: tests/numpy/reduce/accumulate.cpp.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/expr/positions.hpp>
#include <stria/numpy/along_loops.hpp>
#include <stria/tensor/element.hpp>

#include <array>
#include <cstddef>

namespace stria::detail {

/// Writes the running results of f along an axis. `from` may be the same memory.
template <class T, class V, std::size_t R, class F>
constexpr void accumulate_along(T* to, const V* from, const std::array<index, R>& n,
                                std::size_t axis, const F& f) {
  const axis_blocks blocks(n, axis);
  const index inner = blocks.inner;
  for (index r = 0; r < blocks.outer; ++r)
    for (index i = 0; i < n[axis]; ++i, to += inner, from += inner)
      for (index k = 0; k < inner; ++k)
        to[k] = i == 0 ? static_cast<T>(from[k]) : static_cast<T>(f(to[k - inner], from[k]));
}

/// Raises index_error if one of the positions is outside an axis of `length` elements.
template <class P>
constexpr void check_parts(const P* places, index count, index length, std::size_t axis) {
  for (index j = 0; j < count; ++j)
    if (!inside(to_index(places[j]), length)) [[unlikely]]
      raise<index_error>(message("stria: reduce_at: position ")
                         << to_index(places[j]) << " is out of bounds for axis " << axis
                         << ", which has " << length << " elements");
}
/// Reduces the parts of an axis of `length` elements that begin at `count` positions by f. `n` has
/// the sizes of the result.
template <class T, class V, class P, std::size_t R, class F>
constexpr void reduce_parts(T* to, const V* values, const P* places, index length,
                            const std::array<index, R>& n, std::size_t axis, const F& f) {
  const axis_blocks blocks(n, axis);
  const index inner = blocks.inner, count = n[axis];
  for (index o = 0; o < blocks.outer; ++o)
    for (index j = 0; j < count; ++j, to += inner) {
      const index first = to_index(places[j]);
      const index next = j + 1 < count ? to_index(places[j + 1]) : length;
      const V* from = values + (o * length + first) * inner;
      for (index k = 0; k < inner; ++k)
        to[k] = static_cast<T>(from[k]);
      for (index i = first + 1; i < next; ++i) {
        from += inner;
        for (index k = 0; k < inner; ++k)
          to[k] = static_cast<T>(f(to[k], from[k]));
      }
    }
}

} // namespace stria::detail
