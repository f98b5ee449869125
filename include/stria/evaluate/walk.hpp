// SPDX-License-Identifier: BSL-1.0
// evaluate/walk.hpp: a loop nest in row-major order that merges adjacent axes where memory allows.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <array>
#include <cstddef>

namespace stria::detail {

/// The default properties of a kernel. row(out, in, n) computes a row.
struct row_kernel {
  /// Elements may be computed in any order and on several threads.
  static constexpr bool independent = false;
  /// The kernel also has element(out, value), for one element.
  static constexpr bool by_element = false;
  /// The kernel stores numbers in memory, so its loops can be planned.
  static constexpr bool is_planned = false;
  static constexpr bool reads_target = false;
  /// The kernel only converts values.
  static constexpr bool copies = false;
};

/// The loops that remain of L axes: axes of size 1 are dropped, and axes that every cursor can
/// traverse as one are merged. `order` lists them from the outermost to the innermost.
template <std::size_t L> struct loop_nest {
  std::array<index, L> n{};
  std::array<std::size_t, L> order{};
  std::size_t depth = 0;

  STRIA_INLINE constexpr std::size_t inner() const { return L == 1 ? 0 : order[depth - 1]; }
  STRIA_INLINE constexpr index inner_size() const { return n[inner()]; }
  /// The number of iterations of all loops together.
  constexpr index elements() const {
    index all = 1;
    for (std::size_t i = 0; i < depth; ++i)
      all *= n[order[i]];
    return all;
  }
};

/// The nest of loops over the sizes n that these cursors can traverse.
template <std::size_t L, class... C>
STRIA_INLINE constexpr loop_nest<L> collapse(const std::array<index, L>& n, const C&... c) {
  loop_nest<L> nest;
  if constexpr (L > 0) {
    // The loop goes from the innermost axis outwards. The order is built backwards and reversed at
    // the end.
    std::size_t last = L;
    for (std::size_t k = L; k-- > 0;) {
      nest.n[k] = n[k];
      if (n[k] == 1)
        continue;
      // The sizes of a broadcast expression may have a product that does not fit.
      if (index product = 0; last != L && (c.joins(k, last, nest.n[last]) && ...) &&
                             multiply_fits(nest.n[last], n[k], product)) {
        nest.n[last] = product;
        continue;
      }
      nest.order[nest.depth++] = k;
      last = k;
    }
    for (std::size_t i = 0; i < nest.depth / 2; ++i) {
      const std::size_t o = nest.order[i];
      nest.order[i] = nest.order[nest.depth - 1 - i];
      nest.order[nest.depth - 1 - i] = o;
    }
  }
  return nest;
}

/// Calls body() once for each row of a nest of depth >= 1, with the cursors moved to the row. For
/// each L, there is one call of body() in the code, because the body is inlined and is most of what
/// a program compiles.
template <std::size_t L, class Body, class... C>
STRIA_INLINE constexpr void for_rows(const loop_nest<L>& nest, Body&& body, C&... c) {
  if constexpr (L < 2) {
    body();
  } else if constexpr (L == 2) {
    // The axes are constants, so the compiler can keep the cursors in registers.
    const index count = nest.depth == 1 ? 1 : nest.n[0];
    for (index i = 0; i < count; ++i) {
      body();
      (c.advance(0, 1), ...);
    }
    (c.advance(0, -count), ...);
  } else {
    const bool one_row = nest.depth == 1;
    const std::size_t mid = one_row ? 0 : nest.order[nest.depth - 2];
    const index count = one_row ? 1 : nest.n[mid];
    std::array<index, L> at{};
    for (;;) {
      for (index i = 0; i < count; ++i) {
        body();
        (c.advance(mid, 1), ...);
      }
      (c.advance(mid, -count), ...);
      // Advances the outer axes like an odometer.
      std::size_t k = one_row ? 0 : nest.depth - 2;
      for (; k > 0; --k) {
        const std::size_t axis = nest.order[k - 1];
        (c.advance(axis, 1), ...);
        if (++at[axis] < nest.n[axis])
          break;
        (c.advance(axis, -nest.n[axis]), ...);
        at[axis] = 0;
      }
      if (k == 0)
        return;
    }
  }
}

} // namespace stria::detail
