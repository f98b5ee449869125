// SPDX-License-Identifier: BSL-1.0
// numpy/product/multiply_loops.hpp: C = A B for matrices in memory, by a blocked loop, or by CBLAS
// if STRIA_USE_CBLAS is defined (target stria::blas). docs/design/products.md gives the reasons.
// Tests: tests/numpy/product/multiply.cpp.
#pragma once

#include <stria/evaluate/vectors.hpp>
#include <stria/expr/modular.hpp>
#include <stria/fold/operations.hpp>
#include <stria/math/limits.hpp>
#include <stria/tensor/aligned_memory.hpp>
#include <stria/tensor/cursor.hpp>
#include <stria/threads/parallel.hpp>

#include <array>
#include <limits>

namespace stria::detail {

/// True if x * y is y * x for all elements, which is unknown for types of the user.
template <class T>
inline constexpr bool factors_commute = std::is_arithmetic_v<T> || is_complex<T>::value;

/// A matrix in memory: element (i, j) is at i * row + j * column.
template <class T> struct matrix_place {
  const T* p;
  index row, column;

  /// Whether its rows, or its columns, are contiguous and do not overlap, at distances that fit
  /// into the integers of a library.
  constexpr bool in_lines(index rows, index columns) const {
    constexpr index most = std::numeric_limits<int>::max();
    return (column == 1 && row >= columns && row <= most) ||
           (row == 1 && column >= rows && column <= most);
  }
};

/// The sizes of a product: (rows, inner) by (inner, columns).
struct product_sizes {
  index rows, inner, columns;
};

template <class T, class R> constexpr bool is_complex_of() {
  if constexpr (is_complex<T>::value && std::is_trivially_copyable_v<T>)
    return std::same_as<std::remove_cvref_t<decltype(std::declval<T>().real())>, R> &&
           sizeof(T) == 2 * sizeof(R);
  else
    return false;
}

/// The real type of the parts of T, and their number: two for complex numbers, one for real ones.
template <class T> struct real_parts {
  using type = T;
  static constexpr index count = 1;
};
template <class T>
  requires(is_complex_of<T, float>() || is_complex_of<T, double>())
struct real_parts<T> {
  using type = std::remove_cvref_t<decltype(std::declval<T>().real())>;
  static constexpr index count = 2;
};

#if defined(STRIA_USE_THREADS)
/// The time of `count` products, in elements of simple work: the elements of the matrices, and the
/// multiply-adds. The sizes of broadcast operands may have a product that is not representable.
template <class T> constexpr index product_work(const product_sizes& n, index count = 1) {
  const auto rows = static_cast<double>(n.rows), inner = static_cast<double>(n.inner),
             columns = static_cast<double>(n.columns);
  constexpr bool vectors = has_vectors<T> || real_parts<T>::count == 2;
  constexpr double each = vectors ? 1. / static_cast<double>(limits::product_adds) : 1.;
  const double work = static_cast<double>(count) * (rows * inner + inner * columns +
                                                    rows * columns + rows * inner * columns * each);
  const auto most = static_cast<double>(std::numeric_limits<index>::max() / 8);
  return static_cast<index>(work < most ? work : most);
}
#endif

/// Whether a loop with fewer iterations than threads is split, or another one instead.
enum class few_parts : unsigned char { split, stay };

/// Calls part(from, to) for ranges of [0, lines) that begin at multiples of the grain: on several
/// threads if `count` products of the size n are large enough, otherwise once for all lines.
template <class T, class Part>
STRIA_INLINE constexpr void split_product([[maybe_unused]] const product_sizes& n, index lines,
                                          [[maybe_unused]] index grain, const Part& part,
                                          [[maybe_unused]] few_parts few = few_parts::split,
                                          [[maybe_unused]] index count = 1) {
#if defined(STRIA_USE_THREADS)
  if constexpr (is_pure_value<T>)
    if !consteval {
      if (lines > grain && pays_threads(product_work<T>(n, count)) &&
          (few == few_parts::split || lines >= num_threads()))
        return for_chunks(lines, grain, part);
    }
#endif
  part(0, lines);
}

/// A number of products of one size. The distances are those between their operands; the results
/// lie one after the other.
struct product_batch {
  index count = 1, a_step = 0, b_step = 0;
};

/// Element types of the products that are compiled separately, in src/.
enum class product_type : unsigned char { float32, float64, complex64, complex128 };
void multiply_by_cblas(product_type type, void* c, const void* a, index a_row, index a_column,
                       const void* b, index b_row, index b_column, product_sizes n);

/// Element types that a BLAS library multiplies.
template <class T>
inline constexpr bool in_libraries = std::same_as<T, float> || std::same_as<T, double> ||
                                     is_complex_of<T, float>() || is_complex_of<T, double>();

/// Whether the real part is stored before the imaginary part, as the libraries expect.
template <class T> bool lies_as_expected() {
  if constexpr (is_complex<T>::value) {
    using R = std::remove_cvref_t<decltype(std::declval<T>().real())>;
    const T z(R(1), R(2));
    R parts[2];
    __builtin_memcpy(parts, &z, sizeof parts);
    return parts[0] == R(1) && parts[1] == R(2);
  } else {
    return true;
  }
}

#if defined(STRIA_USE_CBLAS)
inline constexpr bool has_library = true;
#else
inline constexpr bool has_library = false;
#endif

/// The product by CBLAS; A and B must have contiguous rows or columns.
template <class T>
void multiply_by_library([[maybe_unused]] T* c, [[maybe_unused]] const matrix_place<T>& a,
                         [[maybe_unused]] const matrix_place<T>& b,
                         [[maybe_unused]] const product_sizes& n) {
  [[maybe_unused]] constexpr product_type type = std::same_as<T, float>    ? product_type::float32
                                                 : std::same_as<T, double> ? product_type::float64
                                                 : sizeof(T) == 8          ? product_type::complex64
                                                                  : product_type::complex128;
#if defined(STRIA_USE_CBLAS)
  multiply_by_cblas(type, c, a.p, a.row, a.column, b.p, b.row, b.column, n);
#endif
}

/// Six rows of C by one or two vectors of columns, in registers. The width is part of the type, so
/// that files compiled with different flags do not share a tile type.
template <class T, std::size_t Bytes = register_bytes> struct register_tile {
  typedef modular_t<T> vector __attribute__((vector_size(Bytes)));
  static constexpr index width = static_cast<index>(Bytes / sizeof(T));
  static constexpr index rows = 6;

  /// c = the sum over p of a(row, p) times the p-th vectors of b. The code uses named variables,
  /// because g++ does not keep arrays in registers.
  template <index Vectors, class A>
  STRIA_INLINE static void multiply(vector (&c)[rows][2], const A& a, const T* b, index steps) {
    vector x00{}, x01{}, x10{}, x11{}, x20{}, x21{}, x30{}, x31{}, x40{}, x41{}, x50{}, x51{};
    for (index p = 0; p < steps; ++p, b += Vectors * width) {
      const vector b0 = load_vector<vector>(b);
      x00 += modular<T>(a(0, p)) * b0;
      x10 += modular<T>(a(1, p)) * b0;
      x20 += modular<T>(a(2, p)) * b0;
      x30 += modular<T>(a(3, p)) * b0;
      x40 += modular<T>(a(4, p)) * b0;
      x50 += modular<T>(a(5, p)) * b0;
      if constexpr (Vectors == 2) {
        const vector b1 = load_vector<vector>(b + width);
        x01 += modular<T>(a(0, p)) * b1;
        x11 += modular<T>(a(1, p)) * b1;
        x21 += modular<T>(a(2, p)) * b1;
        x31 += modular<T>(a(3, p)) * b1;
        x41 += modular<T>(a(4, p)) * b1;
        x51 += modular<T>(a(5, p)) * b1;
      }
    }
    const vector all[rows][2] = {{x00, x01}, {x10, x11}, {x20, x21},
                                 {x30, x31}, {x40, x41}, {x50, x51}};
    for (index r = 0; r < rows; ++r)
      for (index v = 0; v < Vectors; ++v)
        c[r][v] = all[r][v];
  }
};

/// A tile of C stays in registers while A and B, both copied into the order in which they are read,
/// are traversed. Source of the scheme: K. Goto and R. van de Geijn, Anatomy of high-performance
/// matrix multiplication, 2008.
///
/// A complex product is computed as a real one of twice the inner and column sizes. A row (re im re
/// im ...) of A is multiplied by the rows of B, each of which is stored twice: as (re im ...) and
/// as (-im re ...). The result is a row (re im ...) of C as stored in memory.
template <class T, std::size_t Bytes = register_bytes> struct blocked_product {
  using part = typename real_parts<T>::type;
  static constexpr index parts = real_parts<T>::count;
  using tile = register_tile<part, Bytes>;
  using vector = typename tile::vector;
  static constexpr index width = tile::width;
  static constexpr index strip_rows = tile::rows, strip_columns = 2 * width;
  static constexpr index depth = limits::product_depth,
                         block_rows = limits::product_strips * strip_rows,
                         block_columns = limits::product_columns;

  static constexpr index least(index x, index y) { return x < y ? x : y; }
  static part* parts_at(T* p) { return reinterpret_cast<part*>(p); }
  static const part* parts_at(const T* p) { return reinterpret_cast<const part*>(p); }

  /// Splits `count` lines into strips of Strip lines. Calls f(first line of the strip, whether the
  /// strip is whole, number of its lines).
  template <index Strip, class F> STRIA_INLINE static void for_strips(index count, const F& f) {
    index i = 0;
    for (; i + Strip <= count; i += Strip)
      f(i, std::true_type(), Strip);
    if (i < count)
      f(i, std::false_type(), count - i);
  }

  /// Copies `count` rows of A as strips of strip_rows rows, step by step. Missing rows of the last
  /// strip are zero.
  static void pack_rows(part* to, const T* from, index row, index column, index count,
                        index steps) {
    for_strips<strip_rows>(count, [&](index i, auto whole, index own) {
      const part* x = parts_at(from + i * row);
      for (index p = 0; p < steps; ++p, to += parts * strip_rows, x += parts * column)
        for (index k = 0; k < parts; ++k)
          for (index r = 0; r < strip_rows; ++r)
            to[k * strip_rows + r] = whole || r < own ? x[parts * r * row + k] : part();
    });
  }

  /// Converts (re im re im ...) to (-im re -im re ...).
  STRIA_INLINE static vector times_i(const vector& v) {
    return [&]<std::size_t... Ix>(std::index_sequence<Ix...>) STRIA_INLINE_LAMBDA {
      return __builtin_shufflevector(v, v, (Ix ^ 1)...) * vector{(Ix % 2 ? part(1) : part(-1))...};
    }(std::make_index_sequence<static_cast<std::size_t>(width)>());
  }

  /// Copies `count` columns of B as strips of strip_columns parts, step by step. Missing columns of
  /// the last strip are zero.
  static void pack_columns(part* to, const T* from, index column, index row, index count,
                           index steps) {
    constexpr index strip = strip_columns / parts;
    for_strips<strip>(count, [&](index j, auto whole, index own) {
      const part* x = parts_at(from + j * column);
      if (whole && column == 1) {
        for (index p = 0; p < steps; ++p, to += parts * strip_columns, x += parts * row)
          for (index v = 0; v < 2; ++v) {
            const vector some = load_vector<vector>(x + v * width);
            store_vector(to + v * width, some);
            if constexpr (parts == 2)
              store_vector(to + strip_columns + v * width, times_i(some));
          }
        return;
      }
      for (index p = 0; p < steps; ++p, to += parts * strip_columns, x += parts * row)
        for (index k = 0; k < strip; ++k) {
          const part* const at = x + parts * k * column;
          const bool there = whole || k < own;
          to[parts * k] = there ? at[0] : part();
          if constexpr (parts == 2) {
            to[strip_columns + 2 * k + 1] = to[2 * k];
            to[2 * k + 1] = there ? at[1] : part();
            to[strip_columns + 2 * k] = -to[2 * k + 1];
          }
        }
    });
  }

  /// Multiplies one strip of A by one strip of B, and stores or adds the product to rows x columns
  /// parts of C. C is accessed by vectors and bytes, because its elements may be complex.
  static void multiply_strip(part* c, index line, const part* a, const part* b, index steps,
                             index rows, index columns, bool add) {
    vector all[strip_rows][2];
    tile::template multiply<2>(
        all, [a](index r, index p) STRIA_INLINE_LAMBDA { return a[p * strip_rows + r]; }, b, steps);
    for (index i = 0; i < rows; ++i) {
      part* const to = c + i * line;
      part row[static_cast<std::size_t>(strip_columns)] = {};
      if (columns != strip_columns && add)
        __builtin_memcpy(row, to, static_cast<std::size_t>(columns) * sizeof(part));
      part* const at = columns == strip_columns ? to : row;
      for (index v = 0; v < 2; ++v)
        store_vector(at + v * width,
                     add ? load_vector<vector>(at + v * width) + all[i][v] : all[i][v]);
      if (columns != strip_columns)
        __builtin_memcpy(to, row, static_cast<std::size_t>(columns) * sizeof(part));
    }
  }

  static void run(T* result, const matrix_place<T>& a, const matrix_place<T>& b,
                  const product_sizes& n) {
    index rows_together = block_rows;
#if defined(STRIA_USE_THREADS)
    const bool split = pays_threads(product_work<T>(n));
    if (split)
      rows_together = least(round_up(n.rows, strip_rows),
                            block_rows * limits::chunks_per_thread * num_threads());
#endif
    struct buffer {
      part* p;
      explicit buffer(index size)
          : p(static_cast<part*>(allocate_aligned(sizeof(part) * static_cast<std::size_t>(size)))) {
      }
      buffer(const buffer&) = delete;
      buffer& operator=(const buffer&) = delete;
      ~buffer() { release_aligned(p); }
    } const room(depth * (rows_together + block_columns));
    part* const pa = room.p;
    part* const pb = room.p + depth * rows_together;
    for (index j0 = 0; j0 < n.columns; j0 += block_columns / parts)
      for (index p0 = 0; p0 < n.inner; p0 += depth / parts)
        for (index i0 = 0; i0 < n.rows; i0 += rows_together) {
          const block k{parts_at(result + i0 * n.columns + j0),
                        parts * n.columns,
                        a.p + i0 * a.row + p0 * a.column,
                        b.p + p0 * b.row + j0 * b.column,
                        a.row,
                        a.column,
                        b.row,
                        b.column,
                        least(n.rows - i0, rows_together),
                        parts * least(n.inner - p0, depth / parts),
                        parts * least(n.columns - j0, block_columns / parts),
                        p0 > 0};
          // The packed columns are used for all rows.
          const index strips = k.row_strips(), tiles = strips * k.column_strips();
          const index packed_columns = i0 > 0 ? 0 : k.column_strips();
#if defined(STRIA_USE_THREADS)
          if (split) {
            // Each thread packs the same share of the rows and of the columns.
            const index packs = num_threads();
            for_chunks(
                packs, 1,
                [&](index from, index end) {
                  k.pack_a(pa, strips * from / packs, strips * end / packs);
                  k.pack_b(pb, packed_columns * from / packs, packed_columns * end / packs);
                },
                1);
            for_chunks(tiles, 1, [&](index from, index end) { k.multiply(pa, pb, from, end); });
            continue;
          }
#endif
          k.pack_a(pa, 0, strips);
          k.pack_b(pb, 0, packed_columns);
          k.multiply(pa, pb, 0, tiles);
        }
  }

private:
  /// The product of some rows of A and some columns of B over up to `depth` terms, which is stored
  /// or added to C. The terms and columns are numbers of parts. Strips of rows and of columns are
  /// packed. The tiles are numbered in the order in which they are computed: for each group of
  /// product_strips strips of rows, one strip of columns after the other.
  struct block {
    part* c;
    index line;
    const T *a, *b;
    index a_row, a_column, b_row, b_column, rows, terms, columns;
    bool add;

    index row_strips() const { return divide_up(rows, strip_rows); }
    index column_strips() const { return divide_up(columns, strip_columns); }

    void pack_a(part* to, index from, index end) const {
      const index first = from * strip_rows, last = least(rows, end * strip_rows);
      pack_rows(to + first * terms, a + first * a_row, a_row, a_column, last - first,
                terms / parts);
    }
    void pack_b(part* to, index from, index end) const {
      constexpr index strip = strip_columns / parts;
      const index first = from * strip, last = least(columns / parts, end * strip);
      pack_columns(to + parts * first * terms, b + first * b_column, b_column, b_row, last - first,
                   terms / parts);
    }
    void multiply(const part* pa, const part* pb, index from, index to) const {
      const index strips = row_strips(), group = limits::product_strips * column_strips();
      while (from < to) {
        const index top = from / group * limits::product_strips;
        const index own = least(strips - top, limits::product_strips);
        const index at = from % group, j = at / own * strip_columns;
        for (index k = at % own; k < own && from < to; ++k, ++from) {
          const index i = (top + k) * strip_rows;
          multiply_strip(c + i * line + j, line, pa + i * terms, pb + j * terms, terms,
                         least(rows - i, strip_rows), least(columns - j, strip_columns), add);
        }
      }
    }
  };
};

/// Multiplies matrices of any element type; also used for small sizes. Each row of C is a sum of
/// multiples of the rows of B.
template <class T>
constexpr void multiply_rows(T* c, const matrix_place<T>& a, const matrix_place<T>& b,
                             const product_sizes& n) {
  for (index i = 0; i < n.rows; ++i) {
    T* row = c + i * n.columns;
    for (index j = 0; j < n.columns; ++j)
      row[j] = static_cast<T>(modular<T>(a.p[i * a.row]) * modular<T>(b.p[j * b.column]));
    for (index p = 1; p < n.inner; ++p) {
      const T x = a.p[i * a.row + p * a.column];
      const T* from = b.p + p * b.row;
      if (b.column == 1) {
        STRIA_INDEPENDENT
        for (index j = 0; j < n.columns; ++j)
          row[j] = static_cast<T>(modular<T>(row[j]) + modular<T>(x) * modular<T>(from[j]));
      } else {
        STRIA_INDEPENDENT
        for (index j = 0; j < n.columns; ++j)
          row[j] =
              static_cast<T>(modular<T>(row[j]) + modular<T>(x) * modular<T>(from[j * b.column]));
      }
    }
  }
}

/// The same on several threads, for one row or several. A long row is computed in blocks.
template <class T>
constexpr void multiply_lines(T* c, const matrix_place<T>& a, const matrix_place<T>& b,
                              const product_sizes& n) {
  if (n.rows > 1)
    return split_product<T>(n, n.rows, 1, [&](index from, index to) {
      multiply_rows(c + from * n.columns, {a.p + from * a.row, a.row, a.column}, b,
                    {to - from, n.inner, n.columns});
    });
  index grain = limits::thread_grain;
#if defined(STRIA_USE_THREADS)
  // Each thread receives one part, so that its rows of B are as long as possible.
  if !consteval {
    grain = round_up(divide_up(n.columns, num_threads()), grain);
  }
#endif
  split_product<T>(n, n.columns, grain, [&](index from, index to) {
    for (index j = from; j < to; j += limits::product_rows) {
      const index left = to - j, count = left < limits::product_rows ? left : limits::product_rows;
      multiply_rows(c + j, a, {b.p + j * b.column, b.row, b.column}, {1, n.inner, count});
    }
  });
}

/// Multiplies matrices of static sizes. A few elements are computed without loops, because
/// compilers vectorise that better.
template <index Rows, index Inner, index Columns, class T>
STRIA_INLINE constexpr void multiply_fixed(T* c, const matrix_place<T>& a,
                                           const matrix_place<T>& b) {
  if constexpr (Rows * Columns <= limits::unrolled && Inner <= limits::unrolled_terms) {
    const auto element = [&](index i, index j) __attribute__((always_inline)) {
      T sum = static_cast<T>(modular<T>(a.p[i * a.row]) * modular<T>(b.p[j * b.column]));
      const auto add = [&](index p) __attribute__((always_inline)) {
        sum = static_cast<T>(modular<T>(sum) + modular<T>(a.p[i * a.row + p * a.column]) *
                                                   modular<T>(b.p[p * b.row + j * b.column]));
      };
      [&]<std::size_t... P>(std::index_sequence<P...>) __attribute__((always_inline)) {
        (add(static_cast<index>(P) + 1), ...);
      }(std::make_index_sequence<static_cast<std::size_t>(Inner - 1)>());
      return sum;
    };
    [&]<std::size_t... P>(std::index_sequence<P...>) __attribute__((always_inline)) {
      const T values[]{
          element(static_cast<index>(P) / Columns, static_cast<index>(P) % Columns)...};
      ((c[P] = values[P]), ...);
    }(std::make_index_sequence<static_cast<std::size_t>(Rows * Columns)>());
  } else {
    for (index i = 0; i < Rows; ++i) {
      T row[static_cast<std::size_t>(Columns)];
      for (index j = 0; j < Columns; ++j)
        row[j] = static_cast<T>(modular<T>(a.p[i * a.row]) * modular<T>(b.p[j * b.column]));
      for (index p = 1; p < Inner; ++p)
        for (index j = 0; j < Columns; ++j)
          row[j] =
              static_cast<T>(modular<T>(row[j]) + modular<T>(a.p[i * a.row + p * a.column]) *
                                                      modular<T>(b.p[p * b.row + j * b.column]));
      for (index j = 0; j < Columns; ++j)
        c[i * Columns + j] = row[j];
    }
  }
}

/// Multiplies small matrices with contiguous rows of B. It computes four rows of C at a time, one
/// vector of columns each. It is inlined, so that sizes known to the caller are constants.
template <class T>
STRIA_INLINE void multiply_small(T* c, const matrix_place<T>& a, const matrix_place<T>& b,
                                 const product_sizes& n) {
  typedef modular_t<T> vector __attribute__((vector_size(vector_bytes)));
  constexpr index width = static_cast<index>(vector_bytes / sizeof(T));
  const index whole = n.columns / width * width;
  for (index j = 0; j < whole; j += width) {
    const auto columns_of = [&](index p) { return load_vector<vector>(b.p + p * b.row + j); };
    const auto store = [&](index i, const vector& v) { store_vector(c + i * n.columns + j, v); };
    index i = 0;
    for (; i + 4 <= n.rows; i += 4) {
      const T* x = a.p + i * a.row;
      vector c0{}, c1{}, c2{}, c3{};
      for (index p = 0; p < n.inner; ++p, x += a.column) {
        const vector v = columns_of(p);
        c0 += modular<T>(x[0]) * v;
        c1 += modular<T>(x[a.row]) * v;
        c2 += modular<T>(x[2 * a.row]) * v;
        c3 += modular<T>(x[3 * a.row]) * v;
      }
      store(i, c0);
      store(i + 1, c1);
      store(i + 2, c2);
      store(i + 3, c3);
    }
    for (; i < n.rows; ++i) {
      vector r{};
      for (index p = 0; p < n.inner; ++p)
        r += modular<T>(a.p[i * a.row + p * a.column]) * columns_of(p);
      store(i, r);
    }
  }
  for (index j = whole; j < n.columns; ++j)
    for (index i = 0; i < n.rows; ++i) {
      T sum = T();
      for (index p = 0; p < n.inner; ++p)
        sum = static_cast<T>(modular<T>(sum) + modular<T>(a.p[i * a.row + p * a.column]) *
                                                   modular<T>(b.p[p * b.row + j]));
      c[i * n.columns + j] = sum;
    }
}

/// C = A B for contiguous matrices, where A has K columns and B is a K by K matrix, as in a
/// transformation of points, which are the rows of A. K is known at compile time.
template <index K, class T>
STRIA_INLINE void multiply_points_here(T* __restrict c, const T* a, const T* b, index rows) {
  T m[static_cast<std::size_t>(K * K)];
  for (index k = 0; k < K * K; ++k)
    m[k] = b[k];
  for (index i = 0; i < rows; ++i, a += K, c += K) {
    T sum[static_cast<std::size_t>(K)];
    for (index j = 0; j < K; ++j)
      sum[j] = static_cast<T>(modular<T>(a[0]) * modular<T>(m[j]));
    for (index p = 1; p < K; ++p)
      for (index j = 0; j < K; ++j)
        sum[j] = static_cast<T>(modular<T>(sum[j]) + modular<T>(a[p]) * modular<T>(m[p * K + j]));
    for (index j = 0; j < K; ++j)
      c[j] = sum[j];
  }
}
template <index K, class T>
STRIA_NOINLINE void multiply_points(T* c, const T* a, const T* b, index rows,
                                    const product_batch& batch) {
  // Products of K x K matrices often occur in large numbers, so their number of rows is a constant.
  const index a_step = batch.a_step, b_step = batch.b_step;
  if (rows == K)
    for (index k = batch.count; k > 0; --k, c += K * K, a += a_step, b += b_step)
      multiply_points_here<K>(c, a, b, K);
  else
    for (index k = batch.count; k > 0; --k, c += rows * K, a += a_step, b += b_step)
      multiply_points_here<K>(c, a, b, rows);
}
/// The same for matrices with any strides, such as transposed ones.
template <index K, class T>
STRIA_INLINE void multiply_strided_points_here(T* __restrict c, const matrix_place<T>& a,
                                               const matrix_place<T>& b, index rows) {
  [&]<std::size_t... J>(std::index_sequence<J...>) __attribute__((always_inline)) {
    typedef modular_t<T> row __attribute__((vector_size(sizeof(T) * (K == 3 ? 4 : K))));
    row m[static_cast<std::size_t>(K)];
    const T* from = b.p;
    for (row& r : m) {
      r = row{modular<T>(from[static_cast<index>(J) * b.column])...};
      from += b.row;
    }
    const T* at = a.p;
    for (index i = 0; i < rows; ++i, at += a.row, c += K) {
      row sum = modular<T>(at[0]) * m[0];
      for (index p = 1; p < K; ++p)
        sum = sum + modular<T>(at[p * a.column]) * m[p];
      ((c[J] = static_cast<T>(sum[static_cast<int>(J)])), ...);
    }
  }(std::make_index_sequence<static_cast<std::size_t>(K)>());
}
template <index K, class T>
STRIA_NOINLINE void multiply_strided_points(T* c, const matrix_place<T>& a,
                                            const matrix_place<T>& b, index rows,
                                            const product_batch& batch = {}) {
  matrix_place<T> x = a, y = b;
  for (index k = batch.count; k > 0; --k, c += rows * K) {
    multiply_strided_points_here<K>(c, x, y, rows);
    x.p += batch.a_step;
    y.p += batch.b_step;
  }
}
/// The number of columns that multiply_small() computes together.
template <class T>
inline constexpr auto vector_columns = static_cast<index>(vector_bytes / sizeof(T));
template <class T> STRIA_INLINE bool lies_in_rows(const matrix_place<T>& m, index columns) {
  return m.row == columns && m.column == 1;
}
/// If the products have this form for K from 2 to 4, computes them and returns true. Many points
/// with strides are left to functions that pack them.
template <class T>
STRIA_INLINE bool takes_points(T* c, const matrix_place<T>& a, const matrix_place<T>& b,
                               const product_sizes& n, const product_batch& batch = {}) {
  const index k = n.columns;
  if (k != n.inner || k < 2 || k > 4)
    return false;
  if (lies_in_rows(a, k) && lies_in_rows(b, k)) {
    const auto points = k == 2   ? multiply_points<2, T>
                        : k == 3 ? multiply_points<3, T>
                                 : multiply_points<4, T>;
#if defined(STRIA_USE_THREADS)
    if (batch.count == 1)
      split_product<T>(n, n.rows, limits::thread_grain, [&](index from, index to) {
        points(c + from * k, a.p + from * k, b.p, to - from, batch);
      });
    else
#endif
      points(c, a.p, b.p, n.rows, batch);
  } else if (n.rows <= limits::small_product && (k < vector_columns<T> || b.column != 1))
    (k == 2   ? multiply_strided_points<2, T>
     : k == 3 ? multiply_strided_points<3, T>
              : multiply_strided_points<4, T>)(c, a, b, n.rows, batch);
  else
    return false;
  return true;
}

/// The products of a row of one operand and a column of the other. `Lines` means that both are
/// contiguous.
template <class T, bool Lines> struct paired_row {
  const T* a;
  const T* b;
  index a_step, b_step;
  STRIA_INLINE constexpr T operator[](index i) const {
    return static_cast<T>(modular<T>(a[Lines ? i : i * a_step]) *
                          modular<T>(b[Lines ? i : i * b_step]));
  }
};

/// C = A B for a single column, if each element is the sum of a row. Returns false, and writes
/// nothing, if the rows of A or the column are not contiguous, or if vectors should run along C:
/// the rows of A are windows of a line if a.row is 1.
template <class T>
STRIA_INLINE constexpr bool fold_lines(T* c, const matrix_place<T>& a, const matrix_place<T>& b,
                                       const product_sizes& n) {
  if (a.column != 1 || b.row != 1 || (a.row == 1 && n.rows != 1 && n.inner <= limits::block))
    return false;
  split_product<T>(
      n, n.rows, 1,
      [&](index from, index to) {
        const T* row = a.p + from * a.row;
        for (index i = from; i < to; ++i, row += a.row)
          c[i] = static_cast<T>(fold_whole_row<lanes_fold<sum_op, T>, true>(
              paired_row<T, true>{row, b.p, 1, 1}, n.inner));
      },
      few_parts::stay);
  return true;
}
/// C = A B. C is row-major and overlaps neither A nor B; n.inner is at least 1. For element types
/// that a library multiplies, A and B must have contiguous rows or columns.
template <class T>
constexpr void multiply(T* c, const matrix_place<T>& a, const matrix_place<T>& b,
                        const product_sizes& n) {
  if constexpr (folds_in_lanes<T>)
    if (n.columns == 1) {
      if (fold_lines(c, a, b, n))
        return;
      if !consteval {
        if (a.column == 1 && b.row != 1 && n.rows > 1 && n.inner <= limits::block) {
          T line[static_cast<std::size_t>(limits::block)];
          for (index i = 0; i < n.inner; ++i)
            line[i] = b.p[i * b.row];
          return multiply<T>(c, a, {line, 1, 1}, n);
        }
      }
      if (n.rows == 1) {
        c[0] = static_cast<T>(fold_whole_row<lanes_fold<sum_op, T>, true>(
            paired_row<T, false>{a.p, b.p, a.column, b.row}, n.inner));
        return;
      }
    }
  // (A b) is (b A) with A transposed, if factors can be swapped.
  if (factors_commute<T> && n.columns == 1 && n.rows > 1)
    return multiply_lines(c, {b.p, b.column, b.row}, {a.p, a.column, a.row}, {1, n.inner, n.rows});
  if !consteval {
    if constexpr (has_vectors<T>)
      if (takes_points(c, a, b, n))
        return;
    constexpr index side = limits::small_product;
    const bool large = n.rows > 1 && (n.rows * n.columns > side * side || n.inner > side);
    if constexpr (has_library && in_libraries<T>) {
      constexpr index most = limits::library_size;
      if (large && n.rows < most && n.inner < most && n.columns < most && lies_as_expected<T>())
        return multiply_by_library(c, a, b, n);
    } else if constexpr (has_vectors<T>) {
      if (large)
        return blocked_product<T>::run(c, a, b, n);
    } else if constexpr (real_parts<T>::count == 2) {
      if (n.rows > 1 && n.rows * n.columns > limits::small_complex_product && lies_as_expected<T>())
        return blocked_product<T>::run(c, a, b, n);
    }
    if constexpr (has_vectors<T>)
      if (b.column == 1 && n.rows > 1) {
        // Small products often occur in large numbers, so the loop counts are static for these
        // sizes.
        const auto all = [&](index size) {
          return n.rows == size && n.inner == size && n.columns == size;
        };
        return all(8)   ? multiply_small(c, a, b, {8, 8, 8})
               : all(4) ? multiply_small(c, a, b, {4, 4, 4})
                        : multiply_small(c, a, b, n);
      }
  }
  multiply_lines(c, a, b, n);
}

/// The same for sizes n of which those in `Known` are known at compile time; the others are
/// negative.
template <product_sizes Known, class T>
STRIA_INLINE constexpr void multiply_known(T* c, const matrix_place<T>& a, const matrix_place<T>& b,
                                           const product_sizes& n) {
  constexpr auto few = [](index size) { return size > 1 && size <= limits::small_product; };
  constexpr index rows = Known.rows, inner = Known.inner, columns = Known.columns;
  if constexpr (has_vectors<T> && few(rows) && few(inner) && few(columns))
    if !consteval {
      // The sizes are static, so the loops are unrolled.
      if constexpr (rows <= 4 && inner == columns && columns <= 4) {
        if (lies_in_rows(a, inner) && lies_in_rows(b, columns))
          return multiply_points_here<columns>(c, a.p, b.p, rows);
        if (columns < vector_columns<T> || b.column != 1)
          return multiply_strided_points<columns>(c, a, b, rows);
      }
      if (b.column == 1)
        return multiply_small(c, a, b, Known);
    }
  constexpr index most = limits::unrolled;
  if constexpr (rows > 0 && rows <= most && columns > 0 && columns <= most &&
                rows * columns <= most && inner > 0 && inner <= limits::unrolled_terms)
    multiply_fixed<rows, inner, columns>(c, a, b);
  else if constexpr (folds_in_lanes<T> && columns == 1) {
    if (!fold_lines(c, a, b, n))
      multiply(c, a, b, n);
  } else
    multiply(c, a, b, n);
}

/// Multiplies the matrices at each position of a batch of the sizes `batch`. The operands have
/// these strides in the batch, and the results lie one after the other.
template <product_sizes Known, class T, std::size_t N>
STRIA_INLINE constexpr void
multiply_batch(T* to, const std::array<index, N>& batch, const product_sizes& n,
               const matrix_place<T>& a, const std::array<index, N>& a_steps,
               const matrix_place<T>& b, const std::array<index, N>& b_steps) {
  const auto loaded = [](index step) {
    if !consteval {
      // A vector load would wait until the steps have been stored one by one.
      __asm__("" : "+r"(step));
    }
    return step;
  };
  matrix_place<T> x{a.p, loaded(a.row), loaded(a.column)}, y{b.p, loaded(b.row), loaded(b.column)};
  // Functions for sizes known at run time compute the products along the last axis.
  constexpr bool along =
      N > 0 && has_vectors<T> && !(Known.rows > 0 && Known.inner > 0 && Known.columns > 0);
  std::array<index, N> at{};
  for (;;) {
    std::size_t k = N;
    if constexpr (along)
      if !consteval {
        if (takes_points(to, x, y, n, {batch[N - 1], a_steps[N - 1], b_steps[N - 1]})) {
          to += batch[N - 1] * n.rows * n.columns;
          --k;
        }
      }
    if (k == N) {
      multiply_known<Known>(to, x, y, n);
      to += n.rows * n.columns;
    }
    for (; k > 0; --k) {
      const bool more = ++at[k - 1] < batch[k - 1];
      const index by = more ? 1 : 1 - batch[k - 1];
      x.p += by * a_steps[k - 1];
      y.p += by * b_steps[k - 1];
      if (more)
        break;
      at[k - 1] = 0;
    }
    if (k == 0)
      return;
  }
}

#if defined(STRIA_USE_THREADS)
/// The same on several threads: splits the first axis of the batch that has several positions, if
/// each thread receives as many of them, or if one position would not be split.
template <product_sizes Known, class T, std::size_t N>
STRIA_NOINLINE void split_batch(T* to, const std::array<index, N>& batch, const product_sizes& n,
                                const matrix_place<T>& a, const std::array<index, N>& a_steps,
                                const matrix_place<T>& b, const std::array<index, N>& b_steps) {
  index inside = 1;
  std::size_t axis = 0;
  for (std::size_t k = N; k-- > 0;)
    if (batch[k] != 1)
      axis = k;
  for (std::size_t k = axis + 1; k < N; ++k)
    inside *= batch[k];
  const index count = batch[axis], threads = num_threads();
  const bool split = count >= limits::chunks_per_thread * threads || count % threads == 0 ||
                     !pays_threads(product_work<T>(n, inside));
  const auto part = [&](index from, index end) {
    std::array<index, N> own = batch;
    own[axis] = end - from;
    const matrix_place<T> x{a.p + from * a_steps[axis], a.row, a.column},
        y{b.p + from * b_steps[axis], b.row, b.column};
    T* const c = to + from * inside * n.rows * n.columns;
    if (split || inside == 1)
      multiply_batch<Known>(c, own, n, x, a_steps, y, b_steps);
    else
      split_batch<Known>(c, own, n, x, a_steps, y, b_steps);
  };
  if (split)
    return for_chunks(count, 1, part);
  for (index k = 0; k < count; ++k)
    part(k, k + 1);
}
#endif

/// The same, on several threads if the batch is large enough.
template <product_sizes Known, class T, std::size_t N>
STRIA_INLINE constexpr void
multiply_each(T* to, const std::array<index, N>& batch, const product_sizes& n,
              const matrix_place<T>& a, const std::array<index, N>& a_steps,
              const matrix_place<T>& b, const std::array<index, N>& b_steps) {
#if defined(STRIA_USE_THREADS)
  if constexpr (N > 0 && is_pure_value<T>)
    if !consteval {
      index count = 1;
      for (index k : batch)
        count *= k;
      if (count > 1 && pays_threads(product_work<T>(n, count)))
        return split_batch<Known>(to, batch, n, a, a_steps, b, b_steps);
    }
#endif
  multiply_batch<Known>(to, batch, n, a, a_steps, b, b_steps);
}

/// Whether multiply() can use the matrix in place; libraries need contiguous rows or columns.
template <class T>
constexpr bool multiplies_where_it_lies(const matrix_place<T>& m, index rows, index columns) {
  return !(has_library && in_libraries<T>) || m.in_lines(rows, columns);
}

/// The memory of an operand of rank R.
template <class T, std::size_t R> struct strided_place {
  const T* p;
  std::array<index, R> strides;
};

template <class T, class C> inline constexpr bool is_memory_of = false;
template <class T, std::size_t L, index Hint>
inline constexpr bool is_memory_of<T, strided_cursor<const T, L, Hint>> = true;
template <class T, std::size_t L, index Hint>
inline constexpr bool is_memory_of<T, strided_cursor<T, L, Hint>> = true;

template <class N>
using memory_cursor = decltype(member_access::cursor<no_hint, rank_of<N>>(
    std::declval<const N&>(), straight_refs<rank_of<N>>()));
/// True if the elements of a prepared operand are elements T in memory.
template <class T, class N>
inline constexpr bool lies_in_memory = is_memory_of<T, memory_cursor<N>>;
/// The address and the strides of these elements.
template <class T, class N>
  requires lies_in_memory<T, N>
STRIA_INLINE constexpr strided_place<T, rank_of<N>> memory_of(const N& n) {
  if constexpr (tensor_operand<N>) {
    return {n.data(), n.strides()};
  } else if constexpr (is_ref<N>) {
    return memory_of<T>(*n.node);
  } else {
    const auto c = member_access::cursor<no_hint, rank_of<N>>(n, straight_refs<rank_of<N>>());
    return {c.base + c.offset, c.strides};
  }
}

inline constexpr auto anywhere = [](const auto&) { return true; };
/// Calls use(place) for the memory of a prepared operand, if its elements are T in memory and
/// fine(place) is true; otherwise for a row-major copy.
template <class T, class N, class Fine, class Use>
constexpr void with_memory(const N& n, const Fine& fine, const Use& use) {
  constexpr std::size_t R = rank_of<N>;
  if constexpr (lies_in_memory<T, N>) {
    const strided_place<T, R> place = memory_of<T>(n);
    if (fine(place))
      return use(place);
  }
  const typename tensor_of<T, extents_of<N>>::type copy(n);
  use(strided_place<T, R>{copy.data(), copy.strides()});
}

} // namespace stria::detail
