// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/scan_loops.hpp: running results along an axis, in blocks of a row or slice by slice.
// Tests: tests/numpy/reduce/scan.cpp.
#pragma once

#include <stria/evaluate/loop.hpp>
#include <stria/evaluate/vectors.hpp>
#include <stria/fold/loops.hpp>

#include <utility>

namespace stria::detail {

// A block of 16 elements is scanned in four steps instead of sixteen dependent ones: pairs, then
// groups of 4, 8 and 16. Each step adds the last result of the lower half of a group to all results
// of the upper half. The result of the previous blocks is added at the end. Rounding keeps the
// order of numbers, so the running sums of nonnegative numbers still never decrease. Source:
// J. Sklansky, Conditional-sum addition logic, 1960.
inline constexpr index scan_block = 16;

/// True if step(x, x) is x.
template <class Op> inline constexpr bool scans_idempotent = false;

template <class Op, class T, class Lanes> struct vector_scan;
template <class Op, class T, std::size_t... J>
struct vector_scan<Op, T, std::index_sequence<J...>> {
  static constexpr std::size_t width = sizeof...(J), count = scan_block / width;
  typedef T vector __attribute__((vector_size(vector_bytes)));

  /// Adds the last lane of each lower half to the upper half, in groups of 2 * Half lanes.
  template <std::size_t Half> STRIA_INLINE static vector join_halves(vector x, vector start) {
#if defined(__clang__) && defined(__AVX__)
    // From one shuffle for both, clang makes an insertion into any register, often into that of
    // `before`, and then each block waits for the block before.
    if constexpr (sizeof(vector) == 32 && Half == width / 2 && !scans_idempotent<Op>) {
      vector last = spread<Half - 1>(x);
      __asm__("" : "+x"(last));
      return Op::step(x,
                      __builtin_shufflevector(start, last, ((J & Half) != 0 ? width + J : J)...));
    }
#endif
    // If step(x, x) is x, the lower halves need no start values.
    constexpr std::size_t lower = scans_idempotent<Op> ? width : 0;
    return Op::step(
        x,
        __builtin_shufflevector(
            start, x, ((J & Half) != 0 ? width + (J & ~(2 * Half - 1)) + Half - 1 : lower + J)...));
  }
  template <std::size_t Lane> STRIA_INLINE static vector spread(vector x) {
    return __builtin_shufflevector(x, x, (0 * J + Lane)...);
  }
  /// Scans one block. `before` is the last result of the previous blocks and becomes that of this
  /// block.
  STRIA_INLINE static void run(T* to, const T* from, vector& before) {
    vector v[count];
    const vector start = Op::template start<T>() + vector{};
    for (std::size_t i = 0; i < count; ++i) {
      v[i] = load_vector<vector>(from + i * width);
      v[i] = join_halves<1>(v[i], start);
      if constexpr (width > 2)
        v[i] = join_halves<2>(v[i], start);
      if constexpr (width > 4)
        v[i] = join_halves<4>(v[i], start);
    }
    for (std::size_t half = 1; half < count; half *= 2)
      for (std::size_t i = 0; i < count; ++i)
        if ((i & half) != 0)
          v[i] = Op::step(v[i], spread<width - 1>(v[(i & ~(2 * half - 1)) + half - 1]));
    const vector last = spread<width - 1>(v[count - 1]);
    for (std::size_t i = 0; i < count; ++i) {
      const vector sum = Op::step(before, v[i]);
      store_vector(to + i * width, sum);
    }
    before = Op::step(before, last);
  }
  STRIA_LOOPS static T run_all(T* to, const T* from, index n, T acc) {
    vector before = acc - vector{};
    for (index i = 0; i < n; i += scan_block)
      run(to + i, from + i, before);
    return before[0];
  }
};

/// Scans n elements, a multiple of the block, starting from `acc`.
template <class Op, class T>
STRIA_LOOPS constexpr T scan_blocks(T* to, const T* from, index n, T acc) {
  if !consteval {
    using lanes = std::make_index_sequence<vector_bytes / sizeof(T)>;
    return vector_scan<Op, T, lanes>::run_all(to, from, n, acc);
  }
  for (index i = 0; i < n; i += scan_block) {
    T x[static_cast<std::size_t>(scan_block)];
    for (index j = 0; j < scan_block; ++j)
      x[j] = from[i + j];
    for (index half = 1; half < scan_block; half *= 2)
      for (index j = 0; j < scan_block; ++j)
        if ((j & half) != 0)
          x[j] = Op::step(x[j], x[(j & ~(2 * half - 1)) + half - 1]);
    for (index j = 0; j < scan_block; ++j)
      to[i + j] = Op::step(acc, x[j]);
    acc = Op::step(acc, x[scan_block - 1]);
  }
  return acc;
}

/// Scans a row into contiguous elements.
template <class Op, class T, class In>
STRIA_LOOPS constexpr void scan_row(T* out, const In& in, index n) {
  T acc = Op::template start<T>();
  index i = 0;
  if constexpr (has_vectors<T>) {
    const index whole = n / scan_block * scan_block;
    if constexpr (std::same_as<In, static_row<const T, 1>> || std::same_as<In, static_row<T, 1>>) {
      acc = scan_blocks<Op>(out, in.p, whole, acc);
    } else {
      // A piece that stays in the cache is computed, then scanned in place.
      constexpr index piece = limits::scan_piece;
      for (; i < whole; i += piece) {
        const index size = whole - i < piece ? whole - i : piece;
        for (index j = i; j < i + size; ++j)
          out[j] = static_cast<T>(in[j]);
        acc = scan_blocks<Op>(out + i, out + i, size, acc);
      }
    }
    i = whole;
  }
  for (; i < n; ++i) {
    acc = Op::step(acc, in[i]);
    out[i] = acc;
  }
}

/// True if slices with these rows are stepped in vectors.
template <class Out, class In> inline constexpr bool steps_in_vectors = false;
template <class T, class U>
  requires std::same_as<std::remove_const_t<U>, T>
inline constexpr bool steps_in_vectors<static_row<T, 1>, static_row<U, 1>> = has_vectors<T>;

/// The loops of a scan along an axis of R axes.
template <class Op, std::size_t R, std::size_t Axis> class scan_along {
  // This function is not inlined. Otherwise clang would test all slices together for overlap, and
  // the test would always find one.
  template <class Out, class In>
  STRIA_NOINLINE static constexpr void step_row(Out out, Out before, In in, index n) {
    for_places<In>(n, [&](index i)
                          __attribute__((always_inline)) { out[i] = Op::step(before[i], in[i]); });
  }

  // Steps from each of the slices at `to` to the next one, in vectors. A slice is one row of n
  // elements, and slices have the given distances.
  template <class T>
  STRIA_LOOPS static void step_slices(T* to, const T* from, index to_next, index from_next,
                                      index slices, index n) {
    typedef T vector __attribute__((vector_size(vector_bytes)));
    constexpr auto width = static_cast<index>(vector_bytes / sizeof(T));
    for (index k = 0; k < slices; ++k) {
      const T* const before = to;
      to += to_next;
      index i = 0;
      for (; i + width <= n; i += width)
        store_vector(to + i,
                     Op::step(load_vector<vector>(before + i), load_vector<vector>(from + i)));
      for (; i < n; ++i)
        to[i] = Op::step(before[i], from[i]);
      from += from_next;
    }
  }

public:
  // Scans slice by slice. Each loop runs over the axes other than Axis.
  template <class Out, class In>
  static constexpr void each_slice(std::array<index, R> n, Out& to, In& from) {
    const index count = std::exchange(n[Axis], 1);
    run_loop<store_kernel>(n, to, from);
    Out last = to;
    to.advance(Axis, 1);
    from.advance(Axis, 1);
    const loop_nest<R> nest = collapse(n, to, last, from);
    // The innermost axis of the nest. It is not the last axis if that axis has one element.
    const std::size_t w = nest.depth == 0 ? R - 1 : nest.inner();
    const bool hinted = to.fits(w) && from.fits(w);
    const auto slice = [&] {
      if (hinted)
        step_row(to.template row<true>(w), last.template row<true>(w), from.template row<true>(w),
                 nest.n[w]);
      else
        step_row(to.template row<false>(w), last.template row<false>(w),
                 from.template row<false>(w), nest.n[w]);
    };
    using out_row = decltype(to.template row<true>(w));
    using in_row = decltype(from.template row<true>(w));
    if constexpr (steps_in_vectors<out_row, in_row>)
      if !consteval {
        if (nest.depth == 1 && hinted && count > 2) {
          auto* const first = last.template row<true>(w).p;
          const auto* const in = from.template row<true>(w).p;
          const index to_next = to.template row<true>(w).p - first;
          from.advance(Axis, 1);
          return step_slices(first, in, to_next, from.template row<true>(w).p - in, count - 1,
                             nest.n[w]);
        }
      }
    for (index k = 1; k < count; ++k) {
      if (nest.depth == 0)
        slice();
      else
        for_outer(nest, slice, to, last, from);
      to.advance(Axis, 1);
      last.advance(Axis, 1);
      from.advance(Axis, 1);
    }
  }

  // Scans row by row.
  template <class Out, class In>
  static constexpr void each_row(const loop_nest<R>& nest, Out& out, In& in) {
    constexpr std::size_t w = R - 1;
    for_rows(
        nest,
        [&] {
          auto* to = &out.template row<false>(w)[0];
          if (in.fits(w))
            scan_row<Op>(to, in.template row<true>(w), nest.n[w]);
          else
            scan_row<Op>(to, in.template row<false>(w), nest.n[w]);
        },
        out, in);
  }
};

} // namespace stria::detail
