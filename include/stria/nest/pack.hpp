// SPDX-License-Identifier: BSL-1.0
// nest/pack.hpp: copies memory into a buffer in the order in which a kernel reads it, and back.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>
#include <stria/eval/limits.hpp>
#include <stria/eval/vectors.hpp>
#include <stria/layout/build.hpp>
#include <stria/nest/copy_blocks.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace stria::detail {

/// The size of the widest vectors that one instruction can shuffle.
#if defined(__AVX__)
inline constexpr index block_bytes = 32;
#else
inline constexpr index block_bytes = 16;
#endif

/// Transposes a square block with as many rows as a vector has elements: to[i][j] = from[j][i].
/// Consecutive rows are `from_line` and `to_line` elements apart.
template <class Bits>
STRIA_INLINE void transpose_block(const void* from, index from_line, void* to, index to_line) {
  typedef Bits vector __attribute__((vector_size(block_bytes)));
  constexpr index n = block_bytes / sizeof(Bits);
  const auto step = static_cast<index>(sizeof(Bits));
  vector r[n], s[n];
  for (index k = 0; k < n; ++k)
    r[k] = load_vector<vector>(static_cast<const std::byte*>(from) + k * from_line * step);
  if constexpr (n == 8) {
    // Interleaves elements, then pairs, then halves.
    for (index k = 0; k < 8; k += 2) {
      s[k] = __builtin_shufflevector(r[k], r[k + 1], 0, 8, 1, 9, 4, 12, 5, 13);
      s[k + 1] = __builtin_shufflevector(r[k], r[k + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (index k = 0; k < 8; k += 4)
      for (index h = 0; h < 2; ++h) {
        r[k + 2 * h] = __builtin_shufflevector(s[k + h], s[k + h + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        r[k + 2 * h + 1] =
            __builtin_shufflevector(s[k + h], s[k + h + 2], 2, 3, 10, 11, 6, 7, 14, 15);
      }
    for (index k = 0; k < 4; ++k) {
      s[k] = __builtin_shufflevector(r[k], r[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
      s[k + 4] = __builtin_shufflevector(r[k], r[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
  } else if constexpr (n == 4 && block_bytes == 32) {
    vector t[4];
    for (index k = 0; k < 4; k += 2) {
      t[k] = __builtin_shufflevector(r[k], r[k + 1], 0, 4, 2, 6);
      t[k + 1] = __builtin_shufflevector(r[k], r[k + 1], 1, 5, 3, 7);
    }
    for (index k = 0; k < 2; ++k) {
      s[k] = __builtin_shufflevector(t[k], t[k + 2], 0, 1, 4, 5);
      s[k + 2] = __builtin_shufflevector(t[k], t[k + 2], 2, 3, 6, 7);
    }
  } else if constexpr (n == 4) {
    vector t[4];
    for (index k = 0; k < 4; k += 2) {
      t[k] = __builtin_shufflevector(r[k], r[k + 1], 0, 4, 1, 5);
      t[k + 1] = __builtin_shufflevector(r[k], r[k + 1], 2, 6, 3, 7);
    }
    for (index k = 0; k < 2; ++k) {
      s[2 * k] = __builtin_shufflevector(t[k], t[k + 2], 0, 1, 4, 5);
      s[2 * k + 1] = __builtin_shufflevector(t[k], t[k + 2], 2, 3, 6, 7);
    }
  } else {
    s[0] = __builtin_shufflevector(r[0], r[1], 0, 2);
    s[1] = __builtin_shufflevector(r[0], r[1], 1, 3);
  }
  for (index k = 0; k < n; ++k)
    store_vector(static_cast<std::byte*>(to) + k * to_line * step, s[k]);
}

/// Transposes a block of 8 x 8 bytes in the same way.
STRIA_INLINE void transpose_bytes(const std::uint8_t* from, index from_line, std::uint8_t* to,
                                  index to_line) {
  typedef std::uint8_t bytes __attribute__((vector_size(16)));
  typedef std::uint16_t pairs __attribute__((vector_size(16)));
  typedef std::uint32_t quads __attribute__((vector_size(16)));
  typedef std::uint64_t lines __attribute__((vector_size(16)));
  bytes r[8];
  pairs s[4], t[4];
  for (index k = 0; k < 8; ++k) {
    std::uint64_t line;
    __builtin_memcpy(&line, from + k * from_line, 8);
    r[k] = reinterpret_cast<bytes>(lines{line, 0});
  }
  for (index k = 0; k < 4; ++k)
    s[k] = reinterpret_cast<pairs>(__builtin_shufflevector(r[2 * k], r[2 * k + 1], 0, 16, 1, 17, 2,
                                                           18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
  for (index k = 0; k < 4; k += 2) {
    t[k] = __builtin_shufflevector(s[k], s[k + 1], 0, 8, 1, 9, 2, 10, 3, 11);
    t[k + 1] = __builtin_shufflevector(s[k], s[k + 1], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (index k = 0; k < 2; ++k) {
    const quads a = reinterpret_cast<quads>(t[k]), b = reinterpret_cast<quads>(t[k + 2]);
    const lines x = reinterpret_cast<lines>(__builtin_shufflevector(a, b, 0, 4, 1, 5));
    const lines y = reinterpret_cast<lines>(__builtin_shufflevector(a, b, 2, 6, 3, 7));
    const std::uint64_t line[] = {x[0], x[1], y[0], y[1]};
    for (index j = 0; j < 4; ++j)
      __builtin_memcpy(to + (4 * k + j) * to_line, &line[j], 8);
  }
}

/// Transposes a block of 8 x 8 elements of two bytes in the same way.
STRIA_INLINE void transpose_pairs(const std::uint16_t* from, index from_line, std::uint16_t* to,
                                  index to_line) {
  typedef std::uint16_t vector __attribute__((vector_size(16)));
  vector r[8], s[8];
  for (index k = 0; k < 8; ++k)
    r[k] = load_vector<vector>(from + k * from_line);
  // The bits of the number of a row, followed by those of the number of a column, are rotated by
  // one place, three times.
  for (int times = 0; times < 3; ++times) {
    for (index k = 0; k < 4; ++k) {
      s[2 * k] = __builtin_shufflevector(r[k], r[k + 4], 0, 8, 1, 9, 2, 10, 3, 11);
      s[2 * k + 1] = __builtin_shufflevector(r[k], r[k + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (index k = 0; k < 8; ++k)
      r[k] = s[k];
  }
  for (index k = 0; k < 8; ++k)
    store_vector(to + k * to_line, r[k]);
}

/// The minimum alignment of any element of the size of Bits. An element of 8 bytes may be a
/// std::complex<float>, which has the alignment of a float.
template <class Bits>
inline constexpr std::size_t packed_alignment = sizeof(Bits) == 8 ? alignof(float) : alignof(Bits);

/// True if the compiler would use gather instructions for every third element of the size of Bits.
#if defined(__clang__)
template <class Bits> inline constexpr bool gathers_thirds = has_vectors<Bits>;
#else
template <class Bits> inline constexpr bool gathers_thirds = false;
#endif
/// to[j] = from[3 * j] and, unless `next` is null, next[j] = from[3 * j + 1], with vector loads and
/// shuffles, where gathers_thirds is true.
template <class T>
STRIA_INLINE void pack_thirds(const std::byte* from, index n, std::byte* to, std::byte* next) {
  typedef T vector __attribute__((vector_size(vector_bytes)));
  constexpr auto size = static_cast<index>(sizeof(T));
  constexpr auto width = static_cast<index>(vector_bytes / sizeof(T));
  [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
    constexpr std::size_t half = 2 * sizeof...(K); // elements in the first two vectors
    index j = 0;
    // The last elements are copied one by one, so nothing beyond them is read.
    for (; j + width < n; j += width) {
      vector v[3];
      for (index i = 0; i < 3; ++i)
        v[i] = load_vector<vector>(from + (3 * j + i * width) * size);
      const vector a = __builtin_shufflevector(v[0], v[1], (3 * K < half ? 3 * K : 0)...),
                   b = __builtin_shufflevector(v[0], v[1], (3 * K + 1 < half ? 3 * K + 1 : 0)...);
      store_vector(to + j * size,
                   __builtin_shufflevector(a, v[2], (3 * K < half ? K : 3 * K - half / 2)...));
      if (next != nullptr)
        store_vector(
            next + j * size,
            __builtin_shufflevector(b, v[2], (3 * K + 1 < half ? K : 3 * K + 1 - half / 2)...));
    }
    STRIA_FEW
    for (; j < n; ++j) {
      __builtin_memcpy(to + j * size, from + 3 * j * size, sizeof(T));
      if (next != nullptr)
        __builtin_memcpy(next + j * size, from + sizeof(T) + 3 * j * size, sizeof(T));
    }
  }(std::make_index_sequence<width>());
}

/// to[j] = from[2 * j], with vectors of at most `Bytes` bytes. The last vector overlaps the one
/// before it, so only rows shorter than the narrowest vector are copied one by one.
template <class Bits, index Bytes>
STRIA_INLINE void pack_evens(const void* source, index n, void* target) {
  typedef Bits vector __attribute__((vector_size(Bytes)));
  typedef Bits bits __attribute__((may_alias, aligned(packed_alignment<Bits>)));
  const auto* const from = static_cast<const bits*>(source);
  auto* const to = static_cast<bits*>(target);
  constexpr auto width = Bytes / static_cast<index>(sizeof(Bits));
  if (n >= width) {
    [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
      STRIA_ROLLED
      for (index j = 0; j + width < n; j += width) {
        const auto a = load_vector<vector>(static_cast<const void*>(from + 2 * j)),
                   b = load_vector<vector>(static_cast<const void*>(from + 2 * j + width));
        store_vector(static_cast<void*>(to + j), __builtin_shufflevector(a, b, (2 * K)...));
      }
      // The second vector ends with the last element, so nothing beyond it is read.
      const index at = n - width;
      const auto a = load_vector<vector>(static_cast<const void*>(from + 2 * at)),
                 b = load_vector<vector>(static_cast<const void*>(from + 2 * at + width - 1));
      store_vector(static_cast<void*>(to + at),
                   __builtin_shufflevector(a, b, (2 * K < width ? 2 * K : 2 * K + 1)...));
    }(std::make_index_sequence<static_cast<std::size_t>(width)>());
  } else if constexpr (Bytes > block_bytes) {
    pack_evens<Bits, Bytes / 2>(source, n, target);
  } else {
    STRIA_FEW
    for (index j = 0; j < n; ++j)
      __builtin_memcpy(to + j, from + 2 * j, sizeof(Bits));
  }
}

/// True for the element sizes that can be copied with vector shuffles, if the steps allow it. Other
/// elements are copied one by one.
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

/// The side of the square block that is transposed in one step, in elements.
template <class Bits>
inline constexpr index turned_block =
    sizeof(Bits) <= 2 ? 8 : block_bytes / static_cast<index>(sizeof(Bits));

/// True if the rows are transposed in blocks. Elements of consecutive rows must be adjacent.
template <class Bits> STRIA_INLINE bool turns(const strided_rows& s) {
  constexpr index block = turned_block<Bits>;
  return s.row_step == 1 && s.step > 1 && s.rows >= block && s.n >= block;
}

/// True if elements of the size of Bits with gaps between them are loaded and stored by vectors
/// under masks: the lanes between them are neither read nor written.
#if defined(__AVX512F__)
template <class Bits> inline constexpr bool masks_gaps = sizeof(Bits) == 4 || sizeof(Bits) == 8;
#else
template <class Bits> inline constexpr bool masks_gaps = false;
#endif
/// Vectors that are loaded and stored under masks.
template <class Bits> struct masked_lanes {
  using lane = std::conditional_t<sizeof(Bits) == 4, int, long long>;
  typedef lane vector __attribute__((vector_size(64)));

#if defined(__AVX512F__)
  STRIA_INLINE static vector load(const std::byte* p, std::uint64_t bits) {
    const auto* const from = reinterpret_cast<const lane*>(p);
    if constexpr (sizeof(Bits) == 4)
      return __builtin_ia32_loaddqusi512_mask(from, vector{}, static_cast<std::uint16_t>(bits));
    else
      return __builtin_ia32_loaddqudi512_mask(from, vector{}, static_cast<std::uint8_t>(bits));
  }
  STRIA_INLINE static void store(std::byte* p, const vector& v, std::uint64_t bits) {
    auto* const to = reinterpret_cast<lane*>(p);
    if constexpr (sizeof(Bits) == 4)
      __builtin_ia32_storedqusi512_mask(to, v, static_cast<std::uint16_t>(bits));
    else
      __builtin_ia32_storedqudi512_mask(to, v, static_cast<std::uint8_t>(bits));
  }
#endif
};
/// The bits of the elements of Step vectors, which are `Step` apart; `next` is 1 for each of those
/// bits, or 3 if the next element belongs to them, too, and so on.
template <index Step, index Lanes> constexpr std::uint64_t bits_with_gaps(std::uint64_t next = 1) {
  std::uint64_t bits = 0;
  for (index i = 0; i < Step * Lanes; i += Step)
    bits |= next << i;
  return bits;
}
/// The lowest n bits, for n < 64.
constexpr std::uint64_t low_bits(index n) { return (std::uint64_t{1} << n) - 1; }

/// to[k * to_step + r * line + i] = from[k * from_step + Step * i + r] for `count` rows k, n
/// elements i and r < Rows. Steps from one row to the next are bytes.
template <class Bits, index Step, index Rows, class = this_build>
STRIA_NOINLINE void pack_by(const std::byte* from, index from_step, index n, index count,
                            std::byte* to, index to_step, index line) {
  using lanes = masked_lanes<Bits>;
  using vector = typename lanes::vector;
  constexpr auto width = static_cast<index>(sizeof(vector) / sizeof(Bits));
  constexpr std::uint64_t all = bits_with_gaps<Step, width>(low_bits(Rows));
  constexpr auto half = static_cast<std::size_t>(width) / 2, whole = 2 * half;
  const index tail = n % width, full = n - tail;
  const std::uint64_t last = tail == 0 ? 0 : all & low_bits(Step * (tail - 1) + Rows);
  [&]<std::size_t... L, std::size_t... K>(
      std::index_sequence<L...>, std::index_sequence<K...>) __attribute__((always_inline)) {
    const auto part = [line](const std::byte* x, std::byte* y, std::uint64_t bits,
                             std::uint64_t some) __attribute__((always_inline)) {
      const vector v[] = {lanes::load(x + static_cast<index>(K) * 64, bits >> (K * whole))...};
      const auto row = [&]<std::size_t R>(std::index_sequence<R>) __attribute__((always_inline)) {
        constexpr auto step = static_cast<std::size_t>(Step);
        vector z = __builtin_shufflevector(v[0], v[1], (step * L + R) % (2 * whole)...);
        if constexpr (Step == 3)
          z = __builtin_shufflevector(z, v[2],
                                      (step * L + R < 2 * whole ? L : step * L + R - whole)...);
        if constexpr (Step == 4)
          z = __builtin_shufflevector(
              z, __builtin_shufflevector(v[2], v[Step - 1], (step * L + R) % (2 * whole)...),
              (L < half ? L : L + half)...);
        lanes::store(y + static_cast<index>(R) * line, z, some);
      };
      [&]<std::size_t... R>(std::index_sequence<R...>) __attribute__((always_inline)) {
        (row(std::index_sequence<R>()), ...);
      }(std::make_index_sequence<static_cast<std::size_t>(Rows)>());
    };
    STRIA_ROLLED
    for (; count > 0; --count, from += from_step, to += to_step) {
      const std::byte* x = from;
      std::byte* y = to;
      STRIA_ROLLED
      for (index i = full; i > 0; i -= width, x += Step * 64, y += 64)
        part(x, y, all, low_bits(width));
      if (tail != 0)
        part(x, y, last, low_bits(tail));
    }
  }(std::make_index_sequence<whole>(), std::make_index_sequence<static_cast<std::size_t>(Step)>());
}
/// to[k * to_step + Step * i] = from[k * from_step + step * i] for `count` rows k and n elements i,
/// where `step` is -1, 0, 1 or Step. Steps from one row to the next are bytes.
template <class Bits, index Step, class = this_build>
STRIA_NOINLINE void spread_by(const std::byte* from, index step, index from_step, index n,
                              index count, std::byte* to, index to_step) {
  using lanes = masked_lanes<Bits>;
  using vector = typename lanes::vector;
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  constexpr auto width = static_cast<index>(sizeof(vector) / sizeof(Bits));
  constexpr std::uint64_t all = bits_with_gaps<Step, width>();
  static constexpr auto whole = static_cast<std::size_t>(width);
  const index tail = n % width, full = n - tail;
  const std::uint64_t last = tail == 0 ? 0 : all & low_bits(Step * (tail - 1) + 1);
  [&]<std::size_t... L, std::size_t... K>(
      std::index_sequence<L...>, std::index_sequence<K...>) __attribute__((always_inline)) {
    // load(x, bits, some, k) is vector k of the target.
    const auto rows = [&](const auto& load) __attribute__((always_inline)) {
      const auto part = [&](const std::byte* x, std::byte* y, std::uint64_t bits,
                            index some) __attribute__((always_inline)) {
        const auto vector_of = load(x, bits, some);
        (lanes::store(y + static_cast<index>(K) * 64, vector_of(std::index_sequence<K>()),
                      bits >> (K * whole)),
         ...);
      };
      STRIA_ROLLED
      for (; count > 0; --count, from += from_step, to += to_step) {
        const std::byte* x = from;
        std::byte* y = to;
        STRIA_ROLLED
        for (index i = full; i > 0; i -= width, x += step * 64, y += Step * 64)
          part(x, y, all, width);
        if (tail != 0)
          part(x, y, last, tail);
      }
    };
    const auto spread = [](vector v) __attribute__((always_inline)) {
      return [v]<std::size_t At>(std::index_sequence<At>) __attribute__((always_inline)) {
        return __builtin_shufflevector(v, v, (At * whole + L) / Step...);
      };
    };
    if (step == 1)
      rows([=](const std::byte* x, std::uint64_t, index some)
               __attribute__((always_inline)) { return spread(lanes::load(x, low_bits(some))); });
    else if (step == -1)
      rows([=](const std::byte* x, std::uint64_t, index some) __attribute__((always_inline)) {
        const vector v = lanes::load(x - (width - 1) * bytes, low_bits(some) << (width - some));
        return spread(__builtin_shufflevector(v, v, (whole - 1 - L)...));
      });
    else if (step == 0)
      rows([](const std::byte* x, std::uint64_t, index) __attribute__((always_inline)) {
        typename lanes::lane value;
        __builtin_memcpy(&value, x, sizeof(Bits));
        return [v = vector{} + value](auto) __attribute__((always_inline)) { return v; };
      });
    else
      rows([](const std::byte* x, std::uint64_t bits, index) __attribute__((always_inline)) {
        return [=]<std::size_t At>(std::index_sequence<At>) __attribute__((always_inline)) {
          return lanes::load(x + static_cast<index>(At) * 64, bits >> (At * whole));
        };
      });
  }(std::make_index_sequence<whole>(), std::make_index_sequence<static_cast<std::size_t>(Step)>());
}

// The buffer does not overlap the source, and its rows do not overlap each other. With sanitizers,
// clang cannot vectorise these loops and would warn about it.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#define STRIA_APART _Pragma("clang loop vectorize(assume_safety)")
#else
#define STRIA_APART STRIA_INDEPENDENT
#endif

/// Joins pieces of two to four elements with vector shuffles, for elements of the size of Bits.
template <class Bits> struct short_pieces {
  typedef Bits bits __attribute__((may_alias, aligned(packed_alignment<Bits>)));

  /// Whether join() is faster than copying one element after the other.
  STRIA_INLINE static bool pays(const strided_rows& s, const strided_rows& t) {
    return t.step == 1 && t.step2 == s.n && s.n >= 2 && s.n <= limits::interleaved &&
           s.n2 >= limits::interleaved_least &&
           (s.step2 == 1 || s.step == 0 || (s.step2 == s.n && s.step == -1));
  }
  /// to[i] = from[i * step].
  STRIA_NOINLINE static void gather(const bits* from, index n, index step, bits* to) {
    // Each loop has a static step, except the last one.
    if (step == 2) {
      STRIA_APART
      for (index i = 0; i < n; ++i)
        to[i] = from[2 * i];
    } else if (step == 3) {
      STRIA_APART
      for (index i = 0; i < n; ++i)
        to[i] = from[3 * i];
    } else if (step == 4) {
      STRIA_APART
      for (index i = 0; i < n; ++i)
        to[i] = from[4 * i];
    } else {
      STRIA_ROLLED
      for (index i = 0; i < n; ++i)
        to[i] = from[i * step];
    }
  }
  /// to[N * p + k] = from[p * s.step2 + k * s.step], for the pieces p of one row. A piece repeats
  /// one element, is reversed, or has neighbours whose elements are beside its own.
  template <index N>
  STRIA_INLINE static void join(const bits* from, const strided_rows& s, bits* to) {
    if (s.step2 == N && s.step == -1) {
      from -= N - 1;
      STRIA_APART
      for (index p = 0; p < N * s.n2; p += N) {
        to[p] = from[p + N - 1];
        to[p + 1] = from[p + N - 2];
        if constexpr (N > 2)
          to[p + 2] = from[p + N - 3];
        if constexpr (N > 3)
          to[p + 3] = from[p + N - 4];
      }
      return;
    }
    constexpr index most = limits::repeated_joined / N;
    alignas(64) Bits line[static_cast<std::size_t>(most)];
    for (index p = 0; p < s.n2; p += most) {
      const index n = s.n2 - p < most ? s.n2 - p : most;
      const bits* a = from + p * s.step2;
      if (s.step2 != 1) {
        gather(a, n, s.step2, line);
        a = line;
      }
      // Element k of all pieces. These are variables, because a loop over an array of pointers is
      // not vectorised.
      const bits* const b = a + s.step;
      const bits* const c = a + (N > 2 ? 2 * s.step : 0);
      const bits* const d = a + (N > 3 ? 3 * s.step : 0);
      interleave<N>(a, b, c, d, n, to + N * p);
    }
  }
  /// to[N * k], to[N * k + 1], ... = a[k], b[k], ...
  template <index N>
  STRIA_INLINE static void interleave(const bits* a, const bits* b, const bits* c, const bits* d,
                                      index n, bits* to) {
    STRIA_APART
    for (index k = 0; k < n; ++k) {
      to[N * k] = a[k];
      to[N * k + 1] = b[k];
      if constexpr (N > 2)
        to[N * k + 2] = c[k];
      if constexpr (N > 3)
        to[N * k + 3] = d[k];
    }
  }
};

/// Interleaves the elements of N blocks of n elements each: two to four blocks, which do not
/// overlap the target.
template <class Bits, index N, class = this_build>
STRIA_NOINLINE void interleave_blocks(const void* const* from, index n, void* to) {
  using pieces = short_pieces<Bits>;
  using bits = typename pieces::bits;
  const auto block = [&](index k) { return static_cast<const bits*>(from[k < N ? k : 0]); };
  pieces::template interleave<N>(block(0), block(1), block(2), block(3), n, static_cast<bits*>(to));
}

/// Repeats each of n elements two to four times.
template <class Bits, class = this_build>
STRIA_NOINLINE void interleave_twins(const void* from, index times, index n, void* to) {
  const void* const all[] = {from, from, from, from};
  if (times == 2)
    interleave_blocks<Bits, 2>(all, n, to);
  else if (times == 3)
    interleave_blocks<Bits, 3>(all, n, to);
  else
    interleave_blocks<Bits, 4>(all, n, to);
}

/// Copies n elements, and repeats the copy until the target has `all` elements, twice as many of
/// them each time.
template <class Bits>
STRIA_INLINE void repeat_piece(const void* from, index step, index n, void* to, index all) {
  typedef Bits bits __attribute__((may_alias, aligned(packed_alignment<Bits>)));
  const auto* const x = static_cast<const bits*>(from);
  auto* const y = static_cast<bits*>(to);
  STRIA_ROLLED
  for (index k = 0; k < n; ++k)
    y[k] = x[k * step];
  for (index done = n; done < all; done *= 2) {
    const index more = done < all - done ? done : all - done;
    __builtin_memcpy(y + done, y, static_cast<std::size_t>(more) * sizeof(Bits));
  }
}

/// to[row][piece][k] = from[row][piece][k], where the step along k is 2 to 4 in `to`.
template <class Bits>
STRIA_INLINE void spread_rows(const strided_rows& source, const strided_rows& target) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  const strided_rows s = source, t = target;
  static_assert(limits::interleaved == 4);
  const auto spread = t.step == 2   ? spread_by<Bits, 2>
                      : t.step == 3 ? spread_by<Bits, 3>
                                    : spread_by<Bits, 4>;
  const bool swaps = s.rows > s.n2; // the longer one of the outer loops is in one call
  const index outer = swaps ? s.n2 : s.rows, count = swaps ? s.rows : s.n2;
  const index in = (swaps ? s.row_step : s.step2) * bytes,
              out = (swaps ? t.row_step : t.step2) * bytes,
              outer_in = (swaps ? s.step2 : s.row_step) * bytes,
              outer_out = (swaps ? t.step2 : t.row_step) * bytes;
  const bool direct = (s.step >= -1 && s.step <= 1) || s.step == t.step;
  using pieces = short_pieces<Bits>;
  constexpr index most = limits::repeated_joined;
  alignas(64) Bits line[static_cast<std::size_t>(most)];
  STRIA_ROLLED
  for (index r = 0; r < outer; ++r) {
    const std::byte* from = s.from + r * outer_in;
    std::byte* to = const_cast<std::byte*>(t.from) + r * outer_out;
    if (direct) {
      spread(from, s.step, in, s.n, count, to, out);
      continue;
    }
    STRIA_ROLLED
    for (index k = 0; k < count; ++k, from += in, to += out)
      for (index i = 0; i < s.n; i += most) {
        const index some = s.n - i < most ? s.n - i : most;
        pieces::gather(reinterpret_cast<const typename pieces::bits*>(from + i * s.step * bytes),
                       some, s.step, line);
        spread(reinterpret_cast<const std::byte*>(line), 1, 0, some, 1, to + i * t.step * bytes, 0);
      }
  }
}

/// to[row][piece][k] = from[row][piece][k] for any steps; both have the same sizes.
template <class Bits, class = this_build>
STRIA_NOINLINE void move_rows(const strided_rows& source, const strided_rows& target) {
  typedef Bits bits __attribute__((may_alias, aligned(packed_alignment<Bits>)));
  const auto* const from = reinterpret_cast<const bits*>(source.from);
  auto* const to = reinterpret_cast<bits*>(const_cast<std::byte*>(target.from));
  // These are local copies, because otherwise the compiler must assume that a store changes the
  // parameters.
  strided_rows s = source, t = target;
  if (s.step2 == 0 && s.n2 > 1 && t.step == 1 && t.step2 == s.n) {
    for (index r = 0; r < s.rows; ++r)
      repeat_piece<Bits>(from + r * s.row_step, s.step, s.n, to + r * t.row_step, s.n * s.n2);
    return;
  }
  constexpr bool usual = shuffles_bytes(sizeof(Bits));
  if constexpr (usual)
    if (short_pieces<Bits>::pays(s, t)) {
      using pieces = short_pieces<Bits>;
      for (index r = 0; r < s.rows; ++r) {
        const bits* const x = from + r * s.row_step;
        bits* const y = to + r * t.row_step;
        switch (s.n) {
        case 2: pieces::template join<2>(x, s, y); break;
        case 3: pieces::template join<3>(x, s, y); break;
        default: pieces::template join<4>(x, s, y); break;
        }
      }
      return;
    }
  if (usual && s.n == 3) { // three channels
    STRIA_ROLLED
    for (index r = 0; r < s.rows; ++r) {
      STRIA_ROLLED
      for (index p = 0; p < s.n2; ++p) {
        const bits* const x = from + r * s.row_step + p * s.step2;
        bits* const y = to + r * t.row_step + p * t.step2;
        y[0] = x[0];
        y[t.step] = x[s.step];
        y[2 * t.step] = x[2 * s.step];
        STRIA_ONE_BY_ONE;
      }
    }
    return;
  }
  // For other short pieces, the loop over pieces or rows becomes the innermost one, divided into
  // chunks.
  index most = s.n;
  if (s.n <= limits::short_loop && (s.n2 > s.n || s.rows > s.n)) {
    for (strided_rows* const x : {&s, &t}) {
      std::swap(x->n, x->n2);
      std::swap(x->step, x->step2);
      if (x->rows > x->n) {
        std::swap(x->n, x->rows);
        std::swap(x->step, x->row_step);
      }
    }
    most = limits::panel_elements / limits::short_loop;
  }
  if constexpr (masks_gaps<Bits>)
    if (t.step > 1 && t.step <= limits::interleaved && s.n >= limits::spread_least)
      return spread_rows<Bits>(s, t);
  STRIA_ROLLED
  for (index r = 0; r < s.rows; ++r) {
    STRIA_ROLLED
    for (index k = 0; k < s.n; k += most) {
      STRIA_ROLLED
      for (index p = 0; p < s.n2; ++p) {
        const bits* x = from + r * s.row_step + p * s.step2 + k * s.step;
        bits* y = to + r * t.row_step + p * t.step2 + k * t.step;
        const index n = s.n - k < most ? s.n - k : most, fours = usual ? n / 4 * 4 : 0;
        STRIA_ROLLED
        for (index i = 0; i < fours; i += 4, x += 4 * s.step, y += 4 * t.step) {
          y[0] = x[0];
          y[t.step] = x[s.step];
          y[2 * t.step] = x[2 * s.step];
          y[3 * t.step] = x[3 * s.step];
          STRIA_ONE_BY_ONE;
        }
        STRIA_ROLLED
        for (index i = fours; i < n; ++i, x += s.step, y += t.step) {
          *y = *x;
          STRIA_ONE_BY_ONE;
        }
      }
    }
  }
}

/// Transposes adjacent rows by blocks. The last block of a row or a column overlaps the previous
/// one. The cache lines of several blocks are prefetched before the first one is needed.
template <class Bits>
STRIA_INLINE void turn_rows(const strided_rows& s, const Bits* from, Bits* to, index line) {
  constexpr index block = turned_block<Bits>;
  constexpr index per_line = limits::cache_line / static_cast<index>(sizeof(Bits));
  const index n = s.n, rows = s.rows, step = s.step;
  for (index p = 0; p < s.n2; ++p, from += s.step2, to += n)
    for (index begin = 0; begin < n; begin += limits::tile) {
      const index end = begin + limits::tile < n ? begin + limits::tile : n;
      if (step > per_line)
        for (index k = begin; k < end; ++k)
          for (index r = 0; r < rows; r += per_line)
            __builtin_prefetch(from + r + k * step);
      for (index k = begin; k < end; k += block) {
        const index at = k + block <= n ? k : n - block;
        for (index r = 0; r < rows; r += block) {
          const index row = r + block <= rows ? r : rows - block;
          if constexpr (sizeof(Bits) == 1)
            transpose_bytes(from + at * step + row, step, to + row * line + at, line);
          else if constexpr (sizeof(Bits) == 2)
            transpose_pairs(from + at * step + row, step, to + row * line + at, line);
          else
            transpose_block<Bits>(from + at * step + row, step, to + row * line + at, line);
        }
      }
    }
}

/// Makes `copies` copies of each of `count` elements, which are `step` apart. The copies of the
/// next element are `line` elements behind. Vectors of up to Size bytes store them, of which the
/// last one may overlap the previous one.
template <class Bits, index Size = index{loop_vector_bytes}>
STRIA_INLINE void repeat_by_vectors(const std::byte* from, index step, index count, index copies,
                                    std::byte* to, index line) {
  constexpr index bytes = sizeof(Bits);
  const index last = copies * bytes - Size;
  if constexpr (Size > bytes) {
    if (last < 0)
      return repeat_by_vectors<Bits, Size / 2>(from, step, count, copies, to, line);
    typedef Bits vector __attribute__((vector_size(Size)));
    STRIA_ROLLED
    for (; count > 0; --count, from += step * bytes, to += line * bytes) {
      Bits value;
      __builtin_memcpy(&value, from, sizeof(Bits));
      const vector all = vector{} + value;
      STRIA_ROLLED
      for (index b = 0; b < last; b += Size)
        store_vector(to + b, all);
      store_vector(to + last, all);
    }
  } else {
    STRIA_ROLLED
    for (; count > 0; --count, from += step * bytes, to += line * bytes)
      __builtin_memcpy(to, from, sizeof(Bits));
  }
}
/// pack_rows() for rows of every second element. This is a function by itself, because rows may be
/// short: in pack_rows() the registers do not suffice for all its loops.
template <class Bits, class = this_build>
STRIA_NOINLINE void pack_even_rows(const strided_rows& s, std::byte* to, index line) {
  typedef Bits bits __attribute__((may_alias, aligned(packed_alignment<Bits>)));
  const index n = s.n, n2 = s.n2, step2 = s.step2, row_step = s.row_step;
  const auto* from = reinterpret_cast<const bits*>(s.from);
  auto* out = reinterpret_cast<bits*>(to);
  STRIA_ROLLED
  for (index rows = s.rows; rows > 0; --rows, from += row_step, out += line) {
    const bits* x = from;
    bits* y = out;
    STRIA_ROLLED
    for (index p = n2; p > 0; --p, x += step2, y += n)
      pack_evens<Bits, index{loop_vector_bytes}>(x, n, y);
  }
}

/// Copies pieces of contiguous elements, and rows of them; all distances are in bytes. Vectors of
/// up to Size bytes copy a piece, of which the last one may overlap the previous one.
template <class = this_build, index Size = index{loop_vector_bytes}>
STRIA_INLINE void copy_by_vectors(const strided_rows& s, std::byte* to, index line) {
  const index last = s.n - Size;
  if constexpr (Size > 1)
    if (last < 0)
      return copy_by_vectors<this_build, Size / 2>(s, to, line);
  STRIA_ROLLED
  for (index r = 0; r < s.rows; ++r) {
    const std::byte* from = s.from + r * s.row_step;
    std::byte* piece = to + r * line;
    STRIA_ROLLED
    for (index p = 0; p < s.n2; ++p, from += s.step2, piece += s.n) {
      STRIA_ROLLED
      for (index b = 0; b < last; b += Size)
        __builtin_memcpy(piece + b, from + b, Size);
      __builtin_memcpy(piece + last, from + last, Size);
    }
  }
}
/// Copies short pieces by vectors; calls of memcpy() would take longer.
template <class = this_build>
STRIA_NOINLINE void copy_short_pieces(strided_rows s, index bytes, std::byte* to, index line) {
  for (index* const size : {&s.n, &s.step2, &s.row_step})
    *size *= bytes;
  copy_by_vectors(s, to, line * bytes);
}

/// to[row][piece][k] = from[row][piece][k], with rows of `to` that are `line` elements apart, for
/// elements of the size of Bits.
template <class Bits, class = this_build>
STRIA_NOINLINE void pack_rows(const strided_rows& s, std::byte* to, index line) {
  typedef Bits bits __attribute__((may_alias, aligned(packed_alignment<Bits>)));
  const auto* const from = reinterpret_cast<const bits*>(s.from);
  auto* const out = reinterpret_cast<bits*>(to);
  // These are local copies, because otherwise the compiler must assume that a store to the buffer
  // changes `s`.
  const index n = s.n, n2 = s.n2, rows = s.rows, row_step = s.row_step, step = s.step,
              step2 = s.step2;
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  constexpr bool shuffles = shuffles_bytes(sizeof(Bits));
  // Interleaved rows are separated in one pass. Blocks of as many rows are transposed instead.
  constexpr index block = turned_block<Bits>;
  const bool shuffled = shuffles && block > 2 && row_step == 1 && rows >= 2 && rows <= step &&
                        step <= limits::interleaved && rows < block;
  if (step == 1 && n > limits::interleaved && n * index{sizeof(Bits)} <= limits::short_piece_bytes)
    return copy_short_pieces(s, sizeof(Bits), to, line);
  if ((n <= limits::short_loop && n2 > 1) ||
      !(step == 0 || step == 1 || (shuffles && step >= -1 && step <= 4) || shuffled ||
        (shuffles && turns<Bits>(s))))
    return move_rows<Bits>(s, {to, n, 1, n2, n, rows, line});
  if constexpr (shuffles) {
    if (step == 0 && n2 == 1)
      return repeat_by_vectors<Bits>(s.from, row_step, rows, n, to, line);
    if (turns<Bits>(s))
      return turn_rows(s, reinterpret_cast<const Bits*>(from), reinterpret_cast<Bits*>(out), line);
    const auto part = [=]<index Step, index Rows>() __attribute__((always_inline)) {
      if constexpr (masks_gaps<Bits>)
        return pack_by<Bits, Step, Rows>(s.from, step2 * bytes, n, n2, to, n * bytes, line * bytes);
      STRIA_ROLLED
      for (index p = 0; p < n2; ++p) {
        const bits* const x = from + p * step2;
        bits* const y = out + p * n;
        STRIA_APART
        for (index k = 0; k < n; ++k) {
          y[k] = x[Step * k];
          y[line + k] = x[Step * k + 1];
          if constexpr (Rows > 2)
            y[2 * line + k] = x[Step * k + 2];
          if constexpr (Rows > 3)
            y[3 * line + k] = x[Step * k + 3];
        }
      }
    };
    static_assert(limits::interleaved == 4);
    if constexpr (block > 2)
      if (shuffled) {
        if (step == 2)
          return part.template operator()<2, 2>();
        if constexpr (block > 4)
          if (rows == 4)
            return part.template operator()<4, 4>();
        if (step == 4)
          return rows == 2 ? part.template operator()<4, 2>() : part.template operator()<4, 3>();
        if (rows == 3)
          return part.template operator()<3, 3>();
        if constexpr (gathers_thirds<Bits> && !masks_gaps<Bits>)
          for (index p = 0; p < n2; ++p)
            pack_thirds<Bits>(reinterpret_cast<const std::byte*>(from + p * step2), n,
                              reinterpret_cast<std::byte*>(out + p * n),
                              reinterpret_cast<std::byte*>(out + p * n + line));
        else
          part.template operator()<3, 2>();
        return;
      }
  }
  if constexpr (shuffles)
    if (step == 2)
      return pack_even_rows<Bits>(s, to, line);
  STRIA_ROLLED
  for (index r = 0; r < rows; ++r) {
    STRIA_ROLLED
    for (index p = 0; p < n2; ++p) {
      const bits* const x = from + r * row_step + p * step2;
      bits* const y = out + r * line + p * n;
      // The step is static here, so the compiler shuffles vectors.
      const auto copy = [=](auto known) __attribute__((always_inline)) {
        STRIA_INDEPENDENT
        STRIA_ROLLED
        for (index k = 0; k < n; ++k)
          y[k] = x[k * known];
      };
      if (step == 1) {
        __builtin_memcpy(y, x, static_cast<std::size_t>(n) * sizeof(Bits));
      } else if (step == 0) {
        const Bits value = *x;
        STRIA_ROLLED
        for (index k = 0; k < n; ++k)
          y[k] = value;
      } else if constexpr (shuffles) {
        if (step == -1)
          copy(std::integral_constant<index, -1>());
        else if (step == 4)
          copy(std::integral_constant<index, 4>());
        else if constexpr (gathers_thirds<Bits>)
          pack_thirds<Bits>(reinterpret_cast<const std::byte*>(x), n,
                            reinterpret_cast<std::byte*>(y), nullptr);
        else
          copy(std::integral_constant<index, 3>());
      }
    }
  }
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
