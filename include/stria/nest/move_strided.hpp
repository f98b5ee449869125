// SPDX-License-Identifier: BSL-1.0
// nest/move_strided.hpp: copies a few elements from memory to memory, at any strides, without a
// plan.
#pragma once

#include <stria/backend/parallel.hpp>
#include <stria/eval/vectors.hpp>
#include <stria/layout/layout.hpp>
#include <stria/layout/overlap.hpp>
#include <stria/nest/few.hpp>

namespace stria::detail {

/// A copy of elements in R loops.
template <std::size_t R> struct strided_copy {
  std::byte* to;
  const std::byte* from;
  std::array<index, R> n, to_steps, from_steps;
};

/// Whether elements at this step have others between them.
constexpr bool is_gap(index step) { return step > 1 || step < -1; }

/// Copies the elements one after the other, in the order of the loops.
template <class Bits, std::size_t R> STRIA_INLINE void copy_one_by_one(const strided_copy<R>& c) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  const index to_step = c.to_steps[R - 1] * bytes, from_step = c.from_steps[R - 1] * bytes;
  std::byte* outer_to = c.to;
  const std::byte* outer_from = c.from;
  for (index o = R > 2 ? c.n[0] : 1; o > 0; --o) {
    std::byte* row_to = outer_to;
    const std::byte* row_from = outer_from;
    for (index r = R > 1 ? c.n[R - 2] : 1; r > 0; --r) {
      for (index i = 0; i < c.n[R - 1]; ++i) {
        __builtin_memcpy(row_to + i * to_step, row_from + i * from_step, sizeof(Bits));
        STRIA_ONE_BY_ONE;
      }
      if constexpr (R > 1) {
        row_to += c.to_steps[R - 2] * bytes;
        row_from += c.from_steps[R - 2] * bytes;
      }
    }
    if constexpr (R > 2) {
      outer_to += c.to_steps[0] * bytes;
      outer_from += c.from_steps[0] * bytes;
    }
  }
}
/// The source and the target of a copy, which have the same sizes.
struct copied_rows {
  strided_rows from, to;

  index count() const { return to.n * to.n2 * to.rows; }
  bool contiguous() const { return from.step == 1 && to.step == 1; }
  bool one_row() const { return to.n2 == 1 && to.rows == 1; }
};

/// A copy. Its members are loaded one by one, because a load of several of them would wait until
/// all were stored.
STRIA_INLINE strided_rows loaded(const strided_rows& s) {
  const auto load = []<class T>(T v) __attribute__((always_inline)) {
    __asm__("" : "+r"(v));
    return v;
  };
  return {load(s.from),  load(s.n),    load(s.step),    load(s.n2),
          load(s.step2), load(s.rows), load(s.row_step)};
}
STRIA_INLINE copied_rows loaded(const copied_rows& m) { return {loaded(m.from), loaded(m.to)}; }

/// The three loops of a copy, without those of size 1. Neighbouring loops that the source and the
/// target can traverse as one are merged. The elements of the target ascend along a row.
template <std::size_t R>
STRIA_INLINE copied_rows merge_loops(const strided_copy<R>& c, index bytes) {
  // These are variables, which stay in registers.
  index n = 1, in = 1, out = 1, n2 = 1, in2 = 0, out2 = 0, rows = 1, in3 = 0, out3 = 0;
  for (std::size_t k = R; k-- > 0;) {
    const index size = c.n[k], in_step = c.from_steps[k], out_step = c.to_steps[k];
    if (size == 1)
      continue;
    if (n == 1) {
      n = size;
      in = in_step;
      out = out_step;
    } else if (n2 == 1 && in_step == in * n && out_step == out * n) {
      n *= size;
    } else if (n2 == 1) {
      n2 = size;
      in2 = in_step;
      out2 = out_step;
    } else if (in_step == in2 * n2 && out_step == out2 * n2) {
      n2 *= size;
    } else {
      rows = size;
      in3 = in_step;
      out3 = out_step;
    }
  }
  const bool back = out < 0;
  const index last = back ? (n - 1) * bytes : 0;
  return {{c.from + last * in, n, back ? -in : in, n2, in2, rows, in3},
          {c.to + last * out, n, back ? -out : out, n2, out2, rows, out3}};
}

/// True if the rows are reversed, or repeat one element, and are neither too long nor too short.
template <class Bits> STRIA_INLINE bool moves_by_vectors(const copied_rows& c) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  return bytes <= 8 && c.to.step == 1 && (c.from.step == -1 || c.from.step == 0) &&
         c.to.n >= 8 / bytes && c.to.n <= limits::reversed_bytes / bytes &&
         (c.to.n > limits::interleaved || c.to.n >= c.to.n2);
}
/// Copies a row of elements in reverse order, or repeats one element, with vectors of `Bytes`
/// bytes; the row must be as long as one. `from` is the last element of the source.
template <class Bits, index Bytes>
STRIA_INLINE void move_by_vectors(std::byte* to, const std::byte* from, index n, bool repeats) {
  typedef Bits vector __attribute__((vector_size(Bytes)));
  constexpr auto bytes = static_cast<index>(sizeof(Bits)), width = Bytes / bytes;
  [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
    // The last vector overlaps the one before it.
    if (repeats) {
      Bits value;
      __builtin_memcpy(&value, from, sizeof(Bits));
      const vector all = vector{} + value;
      STRIA_ROLLED
      for (index i = 0; i < n; i += width)
        store_vector(to + (i + width <= n ? i : n - width) * bytes, all);
      return;
    }
    for (index i = 0; i < n; i += width) {
      const index at = i + width <= n ? i : n - width;
      const auto v = load_vector<vector>(from - (at + width - 1) * bytes);
      store_vector(to + at * bytes, __builtin_shufflevector(v, v, (sizeof...(K) - 1 - K)...));
    }
  }(std::make_index_sequence<static_cast<std::size_t>(width)>());
}

/// True if rows are copied as they are, by vectors that are reversed, or one element after the
/// other, because the other ways to copy them take longer to start.
template <class Bits> STRIA_INLINE bool starts_quickly(const copied_rows& c) {
  return c.contiguous() || moves_by_vectors<Bits>(c) || c.count() <= limits::few_one_by_one;
}
/// Copies such rows, which do not overlap the target.
template <class Bits> STRIA_INLINE void move_quickly(const copied_rows& c) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  const strided_rows &s = c.from, &t = c.to;
  const auto each_row = [](const strided_rows& x, const strided_rows& y, const auto& body)
                            __attribute__((always_inline)) {
                              const index in2 = x.step2 * bytes, out2 = y.step2 * bytes;
                              const index in3 = x.row_step * bytes, out3 = y.row_step * bytes;
                              auto* to_row = const_cast<std::byte*>(y.from);
                              const std::byte* from_row = x.from;
                              STRIA_FEW
                              for (index r = 0; r < y.rows; ++r, to_row += out3, from_row += in3) {
                                std::byte* to = to_row;
                                const std::byte* from = from_row;
                                STRIA_FEW
                                for (index p = 0; p < y.n2; ++p, to += out2, from += in2)
                                  body(to, from);
                              }
                            };
  if (c.contiguous())
    return each_row(s, t, [&](std::byte* to, const std::byte* from) {
      move_row(to, from, static_cast<std::size_t>(t.n * bytes));
    });
  if constexpr (sizeof(Bits) <= 8)
    if (moves_by_vectors<Bits>(c)) {
      const index n = t.n;
      const bool repeats = s.step == 0;
      return each_row(s, t, [=](std::byte* to, const std::byte* from) {
        if (n >= block_bytes / bytes)
          move_by_vectors<Bits, block_bytes>(to, from, n, repeats);
        else if (n >= index{sizeof(pack_sixteen)} / bytes) // if a block is larger
          move_by_vectors<Bits, 16>(to, from, n, repeats);
        else
          move_by_vectors<Bits, 8>(to, from, n, repeats);
      });
    }
  // The longer one of the two inner loops is the innermost.
  const bool swaps = t.n < t.n2;
  const index n = swaps ? t.n2 : t.n, out = (swaps ? t.step2 : t.step) * bytes,
              in = (swaps ? s.step2 : s.step) * bytes;
  const strided_rows x{s.from, n,         0, swaps ? s.n : s.n2, swaps ? s.step : s.step2,
                       s.rows, s.row_step};
  const strided_rows y{t.from, n,         0, swaps ? t.n : t.n2, swaps ? t.step : t.step2,
                       t.rows, t.row_step};
  each_row(x, y, [=](std::byte* to, const std::byte* from) {
    STRIA_FEW
    for (index i = 0; i < n; ++i, to += out, from += in)
      __builtin_memcpy(to, from, sizeof(Bits));
  });
}

/// Copies rows that do not overlap the target, with vectors where steps and sizes allow it.
template <class Bits, class = this_build> STRIA_NOINLINE void move_apart(const copied_rows& c) {
  const strided_rows &s = c.from, &t = c.to;
  auto* const to = const_cast<std::byte*>(t.from);
  if (starts_quickly<Bits>(c))
    return move_quickly<Bits>(c);
  if (t.step == 1 && t.n > limits::interleaved) {
    if (t.rows == 1)
      return pack_rows<Bits>({s.from, s.n, s.step, 1, 0, s.n2, s.step2}, to, t.step2);
    if (t.step2 == t.n)
      return pack_rows<Bits>(s, to, t.row_step);
  }
  move_rows<Bits>(s, t);
}

/// Copies rows through a buffer on the stack. There are at most limits::few_packed elements.
template <class Bits, class = this_build> STRIA_NOINLINE void move_through(const copied_rows& c) {
  alignas(64) Bits buffer[static_cast<std::size_t>(limits::few_packed)];
  const strided_rows t = loaded(c.to);
  const strided_rows line{
      reinterpret_cast<std::byte*>(buffer), t.n, 1, t.n2, t.n, t.rows, t.n * t.n2};
  move_apart<Bits>({loaded(c.from), line});
  move_apart<Bits>({line, t});
}

/// Whether elements of the source and of the target have an address in common, for rows that begin
/// at the same place between two elements of the target, as in p[:, -1] = p[:, -2].
STRIA_INLINE bool lies_between(const copied_rows& c, index bytes) {
  const strided_rows &s = c.from, &t = c.to;
  const auto length = [](index a) { return a < 0 ? -a : a; };
  const index gap = length(static_cast<index>(reinterpret_cast<std::uintptr_t>(s.from) -
                                              reinterpret_cast<std::uintptr_t>(t.from))),
              step = length(t.step), step2 = length(t.step2);
  return gap >= bytes && gap <= (step - 1) * bytes && s.step == t.step && s.step2 == t.step2 &&
         s.row_step == t.row_step && (t.n2 == 1 || step2 >= t.n * step) &&
         (t.rows == 1 || length(t.row_step) >= t.n2 * step2);
}

/// Swaps and reverses vectors of `Bytes` bytes at both ends of a range, until fewer bytes remain.
/// The last two may overlap: both are read before they are written.
template <class Bits, index Bytes> STRIA_INLINE void swap_ends(std::byte*& first, std::byte*& end) {
  typedef Bits vector __attribute__((vector_size(Bytes)));
  [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
    for (; end - first >= Bytes; first += Bytes) {
      const auto a = load_vector<vector>(first), b = load_vector<vector>(end -= Bytes);
      store_vector(first, __builtin_shufflevector(b, b, (sizeof...(K) - 1 - K)...));
      store_vector(end, __builtin_shufflevector(a, a, (sizeof...(K) - 1 - K)...));
    }
  }(std::make_index_sequence<static_cast<std::size_t>(Bytes) / sizeof(Bits)>());
}
/// Swaps two elements.
template <class Bits> STRIA_INLINE void swap_bits(std::byte* x, std::byte* y) {
  Bits a, b;
  __builtin_memcpy(&a, x, sizeof(Bits));
  __builtin_memcpy(&b, y, sizeof(Bits));
  __builtin_memcpy(x, &b, sizeof(Bits));
  __builtin_memcpy(y, &a, sizeof(Bits));
}
/// Reverses the order of n elements in place.
template <class Bits, class = this_build>
STRIA_NOINLINE void reverse_row(std::byte* first, index n) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  std::byte* end = first + n * bytes;
  if constexpr (bytes <= 8) {
    if constexpr (bytes >= 4) // one instruction shuffles such elements
      swap_ends<Bits, loop_vector_bytes>(first, end);
    swap_ends<Bits, block_bytes>(first, end);
  }
  for (; end - first > bytes; first += bytes)
    swap_bits<Bits>(first, end -= bytes);
}
/// Whether the source of a copy is each row of the target in reverse order.
STRIA_INLINE bool reverses_rows(const copied_rows& c, index bytes) {
  const strided_rows &s = c.from, &t = c.to;
  const auto length = [](index a) { return a < 0 ? -a : a; };
  return t.step == 1 && s.step == -1 && s.from == t.from + (t.n - 1) * bytes &&
         (t.n2 == 1 || (s.step2 == t.step2 && length(t.step2) >= t.n)) &&
         (t.rows == 1 ||
          (s.row_step == t.row_step && length(t.row_step) >= t.n2 * length(t.step2)));
}

/// Copies at most limits::few_uneven elements that are also written.
template <class Bits, std::size_t R, class = this_build>
STRIA_NOINLINE void copy_in_place(const strided_copy<R>& c) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  if constexpr (R == 1) {
    if (c.n[0] <= 0)
      return;
    if (const copied_rows m = merge_loops(c, bytes); reverses_rows(m, bytes))
      return reverse_row<Bits>(const_cast<std::byte*>(m.to.from), m.to.n);
  }
  if constexpr (R == 2)
    if (c.to == c.from && c.n[0] == c.n[1] && c.to_steps[0] == c.from_steps[1] &&
        c.to_steps[1] == c.from_steps[0]) { // the transpose
      const index down = c.to_steps[0] * bytes, along = c.to_steps[1] * bytes;
      std::byte* corner = c.to;
      for (index left = c.n[0]; left > 1; --left, corner += down + along) {
        std::byte *x = corner, *y = corner;
        for (index k = 1; k < left; ++k) {
          swap_bits<Bits>(x += down, y += along);
          STRIA_ONE_BY_ONE;
        }
      }
      return;
    }
  Bits room[static_cast<std::size_t>(limits::few_uneven)];
  auto* const line = reinterpret_cast<std::byte*>(room);
  const auto steps = row_major_strides(c.n);
  copy_one_by_one<Bits>(strided_copy<R>{line, c.from, c.n, steps, c.from_steps});
  copy_one_by_one<Bits>(strided_copy<R>{c.to, line, c.n, c.to_steps, steps});
}

/// Copies a few elements. If they overlap the target, they are read before they are overwritten,
/// unless `apart` says that there is no overlap. Returns false, and copies nothing, if there are
/// too many.
template <class Bits, std::size_t R, class = this_build>
STRIA_NOINLINE bool move_strided(const strided_copy<R>& c, bool apart) {
  constexpr auto bytes = static_cast<index>(sizeof(Bits));
  index rows = 1;
  for (std::size_t k = 0; k + 1 < R; ++k)
    rows = c.n[k] <= limits::few_rows && rows <= limits::few_rows ? rows * c.n[k]
                                                                  : limits::few_rows + 1;
  if (rows > limits::few_rows || c.n[R - 1] > limits::line || rows * c.n[R - 1] > limits::line)
    return false;
  const index all = rows * c.n[R - 1];
  if (all == 0)
    return true;
  const copied_rows m = merge_loops(c, bytes);
  if (!apart) {
    const auto range = [&](const std::byte* p, const std::array<index, R>& steps) {
      const reach r = reach_of(0, steps, c.n);
      const auto first = reinterpret_cast<std::uintptr_t>(p);
      return byte_range{first + static_cast<std::uintptr_t>(r.low * bytes),
                        first + static_cast<std::uintptr_t>((r.high + 1) * bytes)};
    };
    if (ranges_meet(range(c.to, c.to_steps), range(c.from, c.from_steps)) &&
        !(m.contiguous() && m.one_row()) && // may overlap
        !(c.to == c.from && c.to_steps == c.from_steps) && !lies_between(m, bytes)) {
      if (all <= limits::few_one_by_one) {
        copy_in_place<Bits>(c);
        return true;
      }
      if (reverses_rows(m, bytes)) {
        auto* const first = const_cast<std::byte*>(m.to.from);
        for (index r = 0; r < m.to.rows; ++r)
          for (index p = 0; p < m.to.n2; ++p)
            reverse_row<Bits>(first + (r * m.to.row_step + p * m.to.step2) * bytes, m.to.n);
        return true;
      }
      if (all > limits::few_packed)
        return false;
      const copied_rows copy = loaded(m); // m stays in registers
      move_through<Bits>(copy);
      return true;
    }
  }
  // Long rows without gaps are as fast as by a plan.
  if (all > limits::few_packed && (m.to.step != 1 || is_gap(m.from.step)))
    return false;
#if defined(STRIA_USE_THREADS)
  if (pays_threads(all))
    return false;
#endif
  if (starts_quickly<Bits>(m)) {
    move_quickly<Bits>(m);
  } else {
    const copied_rows copy = loaded(m); // m stays in registers
    move_apart<Bits>(copy);
  }
  return true;
}

} // namespace stria::detail
