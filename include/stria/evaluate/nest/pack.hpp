// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/pack.hpp: copies memory into a buffer in the order in which a kernel reads it, and
// back. Tests: tests/evaluate/store_plan.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>
#include <stria/evaluate/nest/copy_blocks.hpp>
#include <stria/evaluate/vectors.hpp>
#include <stria/math/limits.hpp>
#include <stria/tensor/build.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace stria::detail {

/// Bytes of the narrowest vectors.
inline constexpr index block_bytes = 16;
/// Blocks are transposed by shuffles within `block_bytes`, of which a vector has this number.
#if defined(__AVX__)
inline constexpr index turned_parts = 2;
#else
inline constexpr index turned_parts = 1;
#endif
/// The rows of a block that is transposed in one step, and their length.
template <class Bits>
inline constexpr index turned_rows = block_bytes / static_cast<index>(sizeof(Bits));
template <class Bits> inline constexpr index turned_length = turned_parts * turned_rows<Bits>;

/// The minimum alignment of any element of the size of Bits. An element of 8 bytes may be a
/// std::complex<float>, which has the alignment of a float.
template <class Bits>
inline constexpr std::size_t packed_alignment = sizeof(Bits) == 8 ? alignof(float) : alignof(Bits);
/// An element of the size of Bits in memory.
template <class Bits>
using packed_bits [[gnu::may_alias, gnu::aligned(packed_alignment<Bits>)]] = Bits;

/// Transposes a block: to[i][j] = from[j][i] for i < turned_rows and j < turned_length. Consecutive
/// rows are `from_line` and `to_line` elements apart.
///
/// Register k has rows k, k + n, ... of n elements, so that each of its parts belongs to another
/// square. The position of an element in a square has the bits of the number of its row, followed
/// by those of its column. Interleaving registers k and k + n / 2 rotates these bits by one place.
/// After log2(n) rounds, rows and columns have been exchanged.
template <class Bits>
STRIA_INLINE void transpose_block(const std::byte* from, index from_line, std::byte* to,
                                  index to_line) {
  typedef Bits part __attribute__((vector_size(block_bytes)));
  typedef Bits vector __attribute__((vector_size(turned_parts * block_bytes)));
  constexpr index n = turned_rows<Bits>, half = n / 2, all = turned_length<Bits>;
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  const auto row = [=](index k) __attribute__((always_inline)) {
    return load_vector<part>(from + k * from_line * bytes);
  };
  [&]<index... L>(std::integer_sequence<index, L...>) __attribute__((always_inline)) {
    vector r[n], s[n];
    for (index k = 0; k < n; ++k) {
      if constexpr (turned_parts == 1)
        r[k] = row(k);
      else
        r[k] = __builtin_shufflevector(row(k), row(k + n), L...);
    }
    for (index round = 1; round < n; round *= 2) {
      for (index k = 0; k < half; ++k) {
        s[2 * k] =
            __builtin_shufflevector(r[k], r[k + half], (L / n * n + L % n / 2 + L % 2 * all)...);
        s[2 * k + 1] = __builtin_shufflevector(r[k], r[k + half],
                                               (L / n * n + half + L % n / 2 + L % 2 * all)...);
      }
      for (index k = 0; k < n; ++k)
        r[k] = s[k];
    }
    for (index k = 0; k < n; ++k)
      store_vector(to + k * to_line * bytes, r[k]);
  }(std::make_integer_sequence<index, all>());
}

/// True for the element sizes that vectors can move. Larger elements are copied one by one.
constexpr bool shuffles_bytes(index bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

/// `rows` rows in memory, each of `n2` pieces of `n` elements. All steps count elements.
struct strided_rows {
  const std::byte* from;
  index n, step;
  index n2, step2;
  index rows, row_step;
};

/// An operand as seen by the loops of an expression: its first element, and a step per loop.
struct loop_operand {
  const std::byte* at;
  const index* steps;
};

// The buffer does not overlap the source, and its rows do not overlap each other. With sanitizers,
// clang cannot vectorise these loops and would warn about it.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#define STRIA_APART _Pragma("clang loop vectorize(assume_safety)")
#else
#define STRIA_APART STRIA_INDEPENDENT
#endif

/// Calls row(from, to, n) for the pieces of the first `rows` rows of `s`, with their places in `t`.
/// Pieces of more than `most` elements are divided, so that neighbouring ones find the same cache
/// lines.
template <class Bits, class Row>
STRIA_INLINE void for_pieces(const strided_rows& s, const strided_rows& t, index rows, index most,
                             const Row& row) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  // The steps of both; a store to memory would change the parameters.
  const index from_row = s.row_step * bytes, from_piece = s.step2 * bytes,
              from_part = s.step * bytes, to_row = t.row_step * bytes, to_piece = t.step2 * bytes,
              to_part = t.step * bytes, all = s.n, pieces = s.n2;
  const std::byte* from = s.from;
  std::byte* to = const_cast<std::byte*>(t.from);
  STRIA_ROLLED
  for (; rows > 0; --rows, from += from_row, to += to_row) {
    STRIA_ROLLED
    for (index k = 0; k < all; k += most) {
      const std::byte* x = from + k * from_part;
      std::byte* y = to + k * to_part;
      const index n = all - k < most ? all - k : most;
      STRIA_ROLLED
      for (index p = pieces; p > 0; --p, x += from_piece, y += to_piece)
        row(x, y, n);
    }
  }
}

/// Stores n copies of a value by vectors of at most Bytes bytes, of which the last one may overlap
/// the one before it.
template <class Bits, index Bytes = index{loop_vector_bytes}>
STRIA_INLINE void fill_row(std::byte* to, Bits value, index n) {
  typedef Bits vector __attribute__((vector_size(Bytes)));
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  constexpr index lanes = Bytes / bytes;
  if constexpr (lanes > 1) {
    if (n < lanes)
      return fill_row<Bits, Bytes / 2>(to, value, n);
    STRIA_ROLLED
    for (index k = 0; k + lanes < n; k += lanes)
      store_vector(to + k * bytes, vector{} + value);
    store_vector(to + (n - lanes) * bytes, vector{} + value);
  } else if (n > 0) {
    __builtin_memcpy(to, &value, sizeof(Bits));
  }
}

/// True if vectors of elements of the size of Bits can be shuffled.
#if defined(__SSE2__) && !defined(__SSSE3__)
template <class Bits> inline constexpr bool shuffles_lanes = sizeof(Bits) > 2;
#else
template <class Bits> inline constexpr bool shuffles_lanes = true;
#endif
/// to[r * line + k] = from[Step * k + r] for n elements k and a step of two to four, in `rows` rows
/// r, by shuffles of vectors of at most Bytes bytes. The last vector of a row ends with its last
/// element, so nothing beyond it is read.
template <class Bits, index Step, index Bytes = index{loop_vector_bytes}>
STRIA_INLINE void take_every(const std::byte* from, index n, std::byte* to, index rows,
                             index line) {
  typedef Bits vector __attribute__((vector_size(Bytes)));
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  constexpr index lanes = Bytes / bytes, both = 2 * lanes;
  if (shuffles_lanes<Bits> && n > lanes) {
    [&]<index... L>(std::integer_sequence<index, L...>) __attribute__((always_inline)) {
      vector v[4];
      const auto load = [&](const std::byte* x) __attribute__((always_inline)) {
        for (index k = 0; k < Step; ++k)
          v[k] = load_vector<vector>(x + k * Bytes);
      };
      // Stores the elements of the loaded vectors from the position `First` on.
      const auto store =
          [&]<index First>(std::byte* y, std::integral_constant<index, First>)
              __attribute__((always_inline)) {
                vector out = __builtin_shufflevector(v[0], v[1], (Step * L + First) % both...);
                if constexpr (Step == 3)
                  out = __builtin_shufflevector(
                      out, v[2], (Step * L + First < both ? L : Step * L + First - lanes)...);
                if constexpr (Step == 4)
                  out = __builtin_shufflevector(
                      out, __builtin_shufflevector(v[2], v[3], (Step * L + First) % both...),
                      (L < lanes / 2 ? L : L + lanes)...);
                store_vector(y, out);
              };
      STRIA_ROLLED
      for (index k = 0; k + lanes < n; k += lanes) {
        load(from + Step * k * bytes);
        std::byte* const y = to + k * bytes;
        store(y, std::integral_constant<index, 0>());
        if (rows > 1)
          store(y + line * bytes, std::integral_constant<index, 1>());
        if constexpr (Step > 2)
          if (rows > 2)
            store(y + 2 * line * bytes, std::integral_constant<index, 2>());
        if constexpr (Step > 3)
          if (rows > 3)
            store(y + 3 * line * bytes, std::integral_constant<index, 3>());
      }
      STRIA_ROLLED
      for (index r = 0; r < rows; ++r) {
        load(from + (Step * (n - lanes) + r - (Step - 1)) * bytes);
        store(to + (r * line + n - lanes) * bytes, std::integral_constant<index, Step - 1>());
      }
    }(std::make_integer_sequence<index, lanes>());
  } else if constexpr (Bytes > block_bytes) { // of one vector or less
    take_every<Bits, Step, block_bytes>(from, n, to, rows, line);
  } else {
    const auto* const x = reinterpret_cast<const packed_bits<Bits>*>(from);
    auto* const y = reinterpret_cast<packed_bits<Bits>*>(to);
    STRIA_APART
    for (index k = 0; k < n; ++k) {
      y[k] = x[Step * k];
      if (rows > 1)
        y[k + line] = x[Step * k + 1];
      if (Step > 2 && rows > 2)
        y[k + 2 * line] = x[Step * k + 2];
      if (Step > 3 && rows > 3)
        y[k + 3 * line] = x[Step * k + 3];
    }
  }
}
/// Copies rows in which every second to fourth element is read. Rows that interleave, such as the
/// channels of an image, are read once.
template <class Bits, index Step, class = this_width>
STRIA_NOINLINE void take_rows(const strided_rows& s, const strided_rows& t) {
  const bool together = s.row_step == 1 && s.rows > 1 && s.rows <= Step;
  const index rows = together ? s.rows : 1, line = t.row_step;
  for_pieces<Bits>(s, t, s.rows / rows, s.n,
                   [=](const std::byte* from, std::byte* to, index n) __attribute__((
                       always_inline)) { take_every<Bits, Step>(from, n, to, rows, line); });
}

#if defined(__AVX512F__)
/// True for elements that vectors store with gaps between them: under a mask, the memory in the
/// gaps is not written.
template <class Bits> inline constexpr bool stores_gaps = sizeof(Bits) == 4 || sizeof(Bits) == 8;
/// Loads and stores the lanes of a vector whose bits are set.
template <class Bits> struct masked_lanes {
  using lane = std::conditional_t<sizeof(Bits) == 4, int, long long>;
  typedef lane vector __attribute__((vector_size(loop_vector_bytes)));
  STRIA_INLINE static vector load(const std::byte* p, unsigned bits) {
    const auto* const from = reinterpret_cast<const lane*>(p);
    if constexpr (sizeof(Bits) == 4)
      return __builtin_ia32_loaddqusi512_mask(from, vector{}, static_cast<std::uint16_t>(bits));
    else
      return __builtin_ia32_loaddqudi512_mask(from, vector{}, static_cast<std::uint8_t>(bits));
  }
  STRIA_INLINE static void store(std::byte* p, const vector& v, unsigned bits) {
    auto* const to = reinterpret_cast<lane*>(p);
    if constexpr (sizeof(Bits) == 4)
      __builtin_ia32_storedqusi512_mask(to, v, static_cast<std::uint16_t>(bits));
    else
      __builtin_ia32_storedqudi512_mask(to, v, static_cast<std::uint8_t>(bits));
  }
};
/// Stores rows of contiguous elements with gaps: to[Step * k] = from[k] for a step of two to four.
template <class Bits, index Step, class = this_width>
STRIA_NOINLINE void spread_rows(const strided_rows& s, const strided_rows& t) {
  using masked = masked_lanes<Bits>;
  constexpr auto bytes = static_cast<index>(loop_vector_bytes);
  constexpr index lanes = bytes / static_cast<index>(sizeof(Bits));
  constexpr auto first_bits = [](index count) {
    return count >= lanes ? ~0U : count <= 0 ? 0 : (1U << count) - 1;
  };
  const auto parts = []<class F>(const F& f) __attribute__((always_inline)) {
    f(std::integral_constant<index, 0>());
    f(std::integral_constant<index, 1>());
    if constexpr (Step > 2)
      f(std::integral_constant<index, 2>());
    if constexpr (Step > 3)
      f(std::integral_constant<index, 3>());
  };
  // The bits of the elements of the last vector of a row, and of their places.
  const index tail = s.n % lanes;
  const unsigned last = first_bits(tail);
  unsigned end[Step];
  parts([&](auto part) { end[part] = first_bits(Step * tail - part * lanes); });
  [&]<index... L>(std::integer_sequence<index, L...>) __attribute__((always_inline)) {
    const auto spread = [&](const std::byte* x, std::byte* y, unsigned read,
                            const auto& written) __attribute__((always_inline)) {
      const auto v = masked::load(x, read);
      parts([&](auto part) __attribute__((always_inline)) {
        constexpr index at = part * lanes;
        constexpr unsigned gaps = (((at + L) % Step == 0 ? 1U << L : 0U) | ...);
        masked::store(y + part * bytes, __builtin_shufflevector(v, v, (at + L) / Step...),
                      gaps & written(part));
      });
    };
    for_pieces<Bits>(s, t, s.rows, s.n,
                     [&](const std::byte* from, std::byte* to, index n)
                         __attribute__((always_inline)) {
                           STRIA_ROLLED
                           for (; n >= lanes; n -= lanes, from += bytes, to += Step * bytes)
                             spread(from, to, ~0U, [](index) { return ~0U; });
                           if (n > 0)
                             spread(from, to, last, [&](index part) { return end[part]; });
                         });
  }(std::make_integer_sequence<index, lanes>());
}
#else
template <class Bits> inline constexpr bool stores_gaps = false;
template <class Bits, index Step> void spread_rows(const strided_rows&, const strided_rows&);
#endif

/// Interleaves the elements of N blocks of n elements each: two to four blocks, which do not
/// overlap the target.
template <class Bits, index N, class = this_width>
STRIA_NOINLINE void interleave_blocks(const void* const* from, index n, void* to) {
  const auto block = [&](index k) {
    return static_cast<const packed_bits<Bits>*>(from[k < N ? k : 0]);
  };
  const auto* const a = block(0);
  const auto* const b = block(1);
  const auto* const c = block(2);
  const auto* const d = block(3);
  auto* const out = static_cast<packed_bits<Bits>*>(to);
  STRIA_APART
  for (index k = 0; k < n; ++k) {
    out[N * k] = a[k];
    out[N * k + 1] = b[k];
    if constexpr (N > 2)
      out[N * k + 2] = c[k];
    if constexpr (N > 3)
      out[N * k + 3] = d[k];
  }
}
/// The same for a number of blocks that is known only at run time.
template <class Bits>
void interleave_blocks(index blocks, const void* const* from, index n, void* to) {
  if (blocks == 2)
    interleave_blocks<Bits, 2>(from, n, to);
  else if (blocks == 3)
    interleave_blocks<Bits, 3>(from, n, to);
  else
    interleave_blocks<Bits, 4>(from, n, to);
}

template <class Bits, class = this_width>
void move_rows(const strided_rows& s, const strided_rows& t);

/// Joins pieces of two to four elements: element k of all pieces is copied to a line, then the
/// lines are interleaved.
template <class Bits, class = this_width>
STRIA_NOINLINE void join_pieces(const strided_rows& s, const strided_rows& t) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  constexpr index most = limits::block / limits::interleaved;
  const index count = s.n, step = s.step, from_step = s.step2;
  const bool back = step == -1; // the elements of a piece are read in the order of memory
  alignas(64) std::byte lines[limits::interleaved * most * bytes];
  // The loop over the pieces is the inner one.
  for_pieces<Bits>({s.from, s.n2, s.step2, 1, 0, s.rows, s.row_step},
                   {t.from, s.n2, count, 1, 0, s.rows, t.row_step}, s.rows, most,
                   [&](const std::byte* from, std::byte* to, index n) {
                     const void* line[limits::interleaved];
                     for (index k = 0; k < count; ++k)
                       line[k] = from_step == 1 ? from + k * step * bytes
                                 : step == 0    ? lines
                                                : lines + (back ? count - 1 - k : k) * most * bytes;
                     if (from_step != 1)
                       move_rows<Bits>({from - (back ? (count - 1) * bytes : 0), n, from_step, 1, 0,
                                        step == 0 ? 1 : count, back ? 1 : step},
                                       {lines, n, 1, 1, 0, count, most});
                     interleave_blocks<Bits>(count, line, n, to);
                   });
}

// Each of these functions has one loop over a row, because rows may be short: with several loops in
// one function, the registers would not suffice.

/// Copies rows of contiguous elements.
template <class Bits, class = this_width>
STRIA_NOINLINE void move_lines(const strided_rows& s, const strided_rows& t) {
  for_pieces<Bits>(s, t, s.rows, s.n,
                   [](const std::byte* from, std::byte* to, index n)
                       __attribute__((always_inline)) {
                         move_row(to, from, static_cast<std::size_t>(n) * sizeof(Bits));
                       });
}
/// Repeats one element throughout a row.
template <class Bits, class = this_width>
STRIA_NOINLINE void repeat_rows(const strided_rows& s, const strided_rows& t) {
  for_pieces<Bits>(s, t, s.rows, s.n,
                   [](const std::byte* from, std::byte* to, index n)
                       __attribute__((always_inline)) {
                         fill_row<Bits>(to, *reinterpret_cast<const packed_bits<Bits>*>(from), n);
                       });
}
/// Reverses rows of contiguous elements.
template <class Bits, class = this_width>
STRIA_NOINLINE void reverse_rows(const strided_rows& s, const strided_rows& t) {
  for_pieces<Bits>(s, t, s.rows, s.n,
                   [](const std::byte* from, std::byte* to, index n)
                       __attribute__((always_inline)) {
                         const auto* const x = reinterpret_cast<const packed_bits<Bits>*>(from);
                         auto* const y = reinterpret_cast<packed_bits<Bits>*>(to);
                         STRIA_APART
                         for (index k = 0; k < n; ++k)
                           y[k] = x[-k];
                       });
}
/// Copies rows with any steps, in pieces of up to `most` elements.
template <class Bits, class = this_width>
STRIA_NOINLINE void step_rows(const strided_rows& s, const strided_rows& t, index most) {
  const index in = s.step, out = t.step;
  for_pieces<Bits>(s, t, s.rows, most,
                   [=](const std::byte* from, std::byte* to, index n)
                       __attribute__((always_inline)) {
                         const auto* x = reinterpret_cast<const packed_bits<Bits>*>(from);
                         auto* y = reinterpret_cast<packed_bits<Bits>*>(to);
                         STRIA_ROLLED
                         for (; n >= 4; n -= 4, x += 4 * in, y += 4 * out) {
                           y[0] = x[0];
                           y[out] = x[in];
                           y[2 * out] = x[2 * in];
                           y[3 * out] = x[3 * in];
                           STRIA_ONE_BY_ONE;
                         }
                         STRIA_ROLLED
                         for (; n > 0; --n, x += in, y += out) {
                           *y = *x;
                           STRIA_ONE_BY_ONE;
                         }
                       });
}
/// Copies rows by the loop for their steps.
template <class Bits>
STRIA_INLINE void move_in_order(const strided_rows& s, const strided_rows& t, index most) {
  if constexpr (shuffles_bytes(sizeof(Bits))) {
    if (t.step == 1)
      switch (s.step) {
      case -1: return reverse_rows<Bits>(s, t);
      case 0: return repeat_rows<Bits>(s, t);
      case 2: return take_rows<Bits, 2>(s, t);
      case 3: return take_rows<Bits, 3>(s, t);
      case 4: return take_rows<Bits, 4>(s, t);
      default: break;
      }
    if constexpr (stores_gaps<Bits>)
      if (s.step == 1 && s.n >= limits::short_loop)
        switch (t.step) {
        case 2: return spread_rows<Bits, 2>(s, t);
        case 3: return spread_rows<Bits, 3>(s, t);
        case 4: return spread_rows<Bits, 4>(s, t);
        default: break;
        }
  }
  if (s.step == 1 && t.step == 1)
    move_lines<Bits>(s, t);
  else
    step_rows<Bits>(s, t, most);
}
/// to[row][piece][k] = from[row][piece][k] for any steps; both have the same sizes.
template <class Bits, class>
STRIA_NOINLINE void move_rows(const strided_rows& s, const strided_rows& t) {
  const bool line = s.step == 1 && t.step == 1 && s.n > limits::interleaved;
  const bool shorter = s.n <= limits::short_loop && !line && (s.n2 > s.n || s.rows > s.n);
  if constexpr (shuffles_bytes(sizeof(Bits)))
    if (shorter && t.step == 1 && t.step2 == s.n && s.n >= 2 && s.n <= limits::interleaved &&
        s.n2 >= limits::short_loop)
      return join_pieces<Bits>(s, t);
  if (!shorter)
    return move_in_order<Bits>(s, t, s.n);
  // The loop with the most iterations becomes the innermost one.
  strided_rows by_length[] = {s, t};
  for (strided_rows& x : by_length) {
    std::swap(x.n, x.n2);
    std::swap(x.step, x.step2);
    if (x.rows > x.n) {
      std::swap(x.n, x.rows);
      std::swap(x.step, x.row_step);
    }
  }
  move_in_order<Bits>(by_length[0], by_length[1], limits::panel / limits::short_loop);
}

/// True if the rows are transposed in blocks. Elements of consecutive rows must be adjacent.
template <class Bits> STRIA_INLINE bool turns(const strided_rows& s) {
  const bool interleaves = s.step <= limits::interleaved && s.rows <= s.step;
  return s.row_step == 1 && s.step > 1 && s.rows >= turned_rows<Bits> &&
         s.n >= turned_length<Bits> && !interleaves;
}
/// Transposes adjacent rows by blocks. The last block of a row or a column overlaps the previous
/// one. The cache lines of several blocks are prefetched before the first one is needed.
template <class Bits, class = this_width>
STRIA_NOINLINE void turn_rows(const strided_rows& s, const strided_rows& t) {
  constexpr index across = turned_rows<Bits>, along = turned_length<Bits>;
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  constexpr index per_line = limits::cache_line / bytes;
  const index step = s.step, rows = s.rows, line = t.row_step;
  for_pieces<Bits>(s, t, 1, limits::tile, [=](const std::byte* from, std::byte* to, index n) {
    if (n < along) { // the last elements: together with those before them
      from -= (along - n) * step * bytes;
      to -= (along - n) * bytes;
      n = along;
    }
    if (step > per_line)
      for (index k = 0; k < n; ++k)
        for (index r = 0; r < rows; r += per_line)
          __builtin_prefetch(from + (r + k * step) * bytes);
    for (index k = 0; k < n; k += along) {
      const index at = k + along <= n ? k : n - along;
      for (index r = 0; r < rows; r += across) {
        const index row = r + across <= rows ? r : rows - across;
        transpose_block<Bits>(from + (at * step + row) * bytes, step,
                              to + (row * line + at) * bytes, line);
      }
    }
  });
}

/// to[row][piece][k] = from[row][piece][k], with rows of `to` that are `line` elements apart, for
/// elements of the size of Bits.
template <class Bits, class = this_width>
STRIA_NOINLINE void pack_rows(const strided_rows& s, std::byte* to, index line) {
  if constexpr (shuffles_bytes(sizeof(Bits)))
    if (turns<Bits>(s))
      return turn_rows<Bits>(s, {to, s.n, 1, s.n2, s.n, s.rows, line});
  move_rows<Bits>(s, {to, s.n, 1, s.n2, s.n, s.rows, line});
}

#undef STRIA_APART
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// An element of 16 bytes.
struct pack_sixteen {
  std::uint64_t a, b;
} __attribute__((may_alias));

/// A type of a given number of bytes, for copying elements.
template <unsigned Bytes> struct bits_of {
  using type = pack_sixteen;
};
template <> struct bits_of<1> {
  using type = std::uint8_t;
};
template <> struct bits_of<2> {
  using type = std::uint16_t;
};
template <> struct bits_of<4> {
  using type = std::uint32_t;
};
template <> struct bits_of<8> {
  using type = std::uint64_t;
};
/// True for the element sizes that can be packed.
constexpr bool packs_bytes(std::size_t bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

/// Functions that copy elements of `bytes` bytes. A program contains only the functions for the
/// sizes of its operands.
struct element_copies {
  void (*pack)(const strided_rows& from, index bytes, std::byte* to, index line); // pack_rows()
  void (*move)(const strided_rows& from, const strided_rows& to, index bytes);    // move_rows()
  void (*rotate)(const rotated_axes& axes, index bytes, const std::byte* from,
                 std::byte* to); // copy_rotated()
};
/// The functions for elements of several sizes. `Sizes` is the sum of these sizes.
template <unsigned Sizes> struct sized_copies {
  static constexpr unsigned least = Sizes & (0 - Sizes), others = Sizes - least;
  using bits = typename bits_of<least>::type;

  static void pack(const strided_rows& s, index bytes, std::byte* to, index line) {
    if constexpr (others != 0)
      if (bytes != least)
        return sized_copies<others>::pack(s, bytes, to, line);
    pack_rows<bits>(s, to, line);
  }
  static void move(const strided_rows& from, const strided_rows& to, index bytes) {
    if constexpr (others != 0)
      if (bytes != least)
        return sized_copies<others>::move(from, to, bytes);
    move_rows<bits>(from, to);
  }
  static void rotate(const rotated_axes& axes, index bytes, const std::byte* from, std::byte* to) {
    if constexpr (others != 0)
      if (bytes != least)
        return sized_copies<others>::rotate(axes, bytes, from, to);
    copy_rotated<bits>(axes, from, to);
  }
  static constexpr element_copies code{pack, move, rotate};
};

} // namespace stria::detail
