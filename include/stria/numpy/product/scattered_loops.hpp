// SPDX-License-Identifier: BSL-1.0
// numpy/product/scattered_loops.hpp: C = A B for rows and columns of A at arbitrary offsets in
// memory. Tests: tests/numpy/product/einsum.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/numpy/product/multiply_loops.hpp>

namespace stria::detail {

/// Element (i, p) of A is at a_rows[i] + a_inner[p], element (i, j) of C at c_rows[i] +
/// c_columns[j].
struct scattered_offsets {
  const index* a_rows;
  const index* a_inner;
  const index* c_rows;
  const index* c_columns;
  bool contiguous; // c_columns[j] == j
};

/// Six rows of C by one or two vectors of columns stay in registers while A is read in place; B is
/// packed. With few columns, copying A into a matrix first would take longer than the product.
/// Source: D. Matthews, High-performance tensor contraction without transposition, 2018.
template <class T> struct scattered_product {
  using tile = register_tile<T>;
  static constexpr index width = tile::width, strip_rows = tile::rows;

  /// True if reading A in place is faster than copying it first. This is the case if there are few
  /// columns, and the packed B fits into the L2 cache.
  static constexpr bool pays(const product_sizes& n) {
    return n.columns <= limits::scattered_columns && n.rows >= n.columns &&
           n.inner <= limits::scattered_bytes &&
           n.inner * packed_columns(n.columns) * static_cast<index>(sizeof(T)) <=
               limits::scattered_bytes;
  }
  static constexpr index packed_columns(index columns) { return round_up(columns, width); }

  /// Packs B as panels of two vectors. The last panel has one vector if that is enough. Missing
  /// columns are zero.
  static void pack(T* to, const T* b, const index* inner, const index* columns,
                   const product_sizes& n) {
    for (index j = 0; j < n.columns;) {
      const index panel = n.columns - j > width ? 2 * width : width;
      const index own = n.columns - j < panel ? n.columns - j : panel;
      for (index p = 0; p < n.inner; ++p, to += panel) {
        const T* const from = b + inner[p];
        for (index k = 0; k < own; ++k)
          to[k] = from[columns[j + k]];
        for (index k = own; k < panel; ++k)
          to[k] = T();
      }
      j += panel;
    }
  }

  static void run(T* c, const T* a, const T* packed, const scattered_offsets& at,
                  const product_sizes& n) {
    for (index i = 0; i < n.rows; i += strip_rows) {
      const index own = n.rows - i < strip_rows ? n.rows - i : strip_rows;
      // Missing rows repeat the last one.
      const T* rows[static_cast<std::size_t>(strip_rows)];
      for (index k = 0; k < strip_rows; ++k)
        rows[k] = a + at.a_rows[i + (k < own ? k : own - 1)];
      const T* panel = packed;
      for (index j = 0; j < n.columns;) {
        const index columns = n.columns - j;
        const index vectors = columns > width ? 2 : 1;
        if (vectors == 2)
          multiply_strip<2>(c, rows, panel, at, i, own, j, columns, n.inner);
        else
          multiply_strip<1>(c, rows, panel, at, i, own, j, columns, n.inner);
        panel += n.inner * vectors * width;
        j += vectors * width;
      }
    }
  }

private:
  template <index Vectors>
  static void multiply_strip(T* c, const T* const* rows, const T* b, const scattered_offsets& at,
                             index i, index own, index j, index columns, index steps) {
    const T *a0 = rows[0], *a1 = rows[1], *a2 = rows[2], *a3 = rows[3], *a4 = rows[4],
            *a5 = rows[5];
    const index* const inner = at.a_inner;
    const auto element = [=](index r, index p) STRIA_INLINE_LAMBDA {
      const index k = inner[p];
      return r == 0   ? a0[k]
             : r == 1 ? a1[k]
             : r == 2 ? a2[k]
             : r == 3 ? a3[k]
             : r == 4 ? a4[k]
                      : a5[k];
    };
    typename tile::vector all[strip_rows][2];
    tile::template multiply<Vectors>(all, element, b, steps);
    for (index r = 0; r < own; ++r) {
      T* const to = c + at.c_rows[i + r];
      if (at.contiguous && columns >= Vectors * width) {
        store_vector(to + j, all[r][0]);
        if constexpr (Vectors == 2)
          store_vector(to + j + width, all[r][1]);
      } else {
        T row[static_cast<std::size_t>(2 * width)];
        store_vector(row, all[r][0]);
        store_vector(row + width, all[r][1]);
        for (index q = 0; q < Vectors * width && q < columns; ++q)
          to[at.c_columns[j + q]] = row[q];
      }
    }
  }
};

} // namespace stria::detail
