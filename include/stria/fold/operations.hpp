// SPDX-License-Identifier: BSL-1.0
// fold/operations.hpp: the start values, steps and results of the reductions.
// Tests: tests/numpy/reduce/reduce.cpp.
#pragma once

#include <stria/evaluate/vectors.hpp>
#include <stria/expr/floating.hpp>
#include <stria/expr/modular.hpp>
#include <stria/fold/fold.hpp>

#include <limits>
#include <utility>

namespace stria::detail {

/// The type of a sum of T: 64 bits for narrower integers, as in NumPy.
template <class T> struct sum_type {
  using type = T;
};
template <std::signed_integral T> struct sum_type<T> {
  using type = std::conditional_t<(sizeof(T) < 8), std::int64_t, T>;
};
template <std::unsigned_integral T> struct sum_type<T> {
  using type = std::conditional_t<(sizeof(T) < 8), std::uint64_t, T>;
};
template <> struct sum_type<bool> {
  using type = std::int64_t;
};

template <class T> struct mean_type {
  using type = T;
};
template <std::integral T> struct mean_type<T> {
  using type = double;
};

/// The type in which partial results of blocks are added: double for floats.
template <class A> struct total_type {
  using type = A;
};
template <> struct total_type<float> {
  using type = double;
};
template <> struct total_type<std::int32_t> {
  using type = std::int64_t;
};
template <> struct total_type<std::uint32_t> {
  using type = std::uint64_t;
};
template <template <class> class C>
  requires is_complex<C<float>>::value
struct total_type<C<float>> {
  using type = C<double>;
};

/// The type in which a block of elements V is summed for a sum of type R. For integers of one or
/// two bytes, this type has four bytes, because a vector holds twice as many elements of four bytes
/// as of eight. The sum of a block fits.
template <class R, class V> struct block_sum {
  using type = R;
};
template <std::integral R, std::integral V>
  requires(sizeof(V) <= 2 && sizeof(R) == 8)
struct block_sum<R, V> {
  using type = std::conditional_t<std::signed_integral<R>, std::int32_t, std::uint32_t>;
};

/// The type in which a block is summed for a mean. Integers of at most four bytes are summed as for
/// a sum of integers.
template <class R, class V> struct block_mean {
  using type = R;
};
template <std::floating_point R, std::integral V>
  requires(sizeof(V) <= 4)
struct block_mean<R, V> : block_sum<typename sum_type<V>::type, V> {};

struct sum_op : fold_op {
  static constexpr const char* text = "sum";
  template <class V> static constexpr bool takes = requires(const V& v) { v + v; };
  template <class T> using result = typename sum_type<T>::type;
  template <class R, class V> using partial = typename block_sum<R, V>::type;
  template <class A> using total = typename total_type<A>::type;
  static constexpr bool has_start = true, in_vectors = true, lifts_numbers = true,
                        ignores_neutral = true;
  template <class R> static constexpr R start() { return R(); }
  template <class A> static constexpr A neutral() { return A(); }
  template <class R, class V> STRIA_ELEMENT static constexpr R step(const R& acc, const V& v) {
    if constexpr (is_complex<R>::value) {
      const R x = static_cast<R>(v);
      return R(acc.real() + x.real(), acc.imag() + x.imag());
    } else if constexpr (is_modular<R>) {
      return from_modular<R>(modular<R>(acc) + modular<R>(static_cast<R>(v)));
    } else {
      return static_cast<R>(acc + static_cast<R>(v));
    }
  }
};
static_assert(long_block <= index{1} << 15 && limits::fold_rows <= index{1} << 15);
struct prod_op : fold_op {
  static constexpr const char* text = "prod";
  template <class V>
  static constexpr bool takes = requires(const V& v) {
    v* v;
    V(1);
  };
  template <class T> using result = typename sum_type<T>::type;
  template <class R, class V> using partial = R;
  template <class A> using total = typename total_type<A>::type;
  static constexpr bool has_start = true, in_vectors = true, lifts_numbers = true,
                        ignores_neutral = true;
  template <class R> static constexpr R start() { return R(1); }
  template <class A> static constexpr A neutral() { return A(1); }
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    if constexpr (is_modular<R>)
      return from_modular<R>(modular<R>(acc) * modular<R>(static_cast<R>(v)));
    else
      return static_cast<R>(acc * static_cast<R>(v));
  }
};
/// x / y. A floating-point number can be divided by 0 even in a constant expression, where C++
/// itself does not allow it.
template <class T, class U> STRIA_INLINE constexpr auto quotient(const T& x, const U& y) {
  if constexpr (std::floating_point<T>)
    if consteval {
      using numbers = std::numeric_limits<T>;
      if (y == 0)
        return x > 0 ? numbers::infinity() : x < 0 ? -numbers::infinity() : numbers::quiet_NaN();
    }
  return x / y;
}

struct mean_op : sum_op {
  static constexpr const char* text = "mean";
  template <class V>
  static constexpr bool takes = requires(const V& v, const typename real_of<V>::type& n) {
    v + v;
    v / n;
  };
  template <class T> using result = typename mean_type<T>::type;
  template <class R, class V> using partial = typename block_mean<R, V>::type;
  static constexpr bool has_finish = true, ignores_neutral = false, finishes_partials = true;
  template <class R, class W> static constexpr R finish(const W& sum, index count) {
    if constexpr (std::is_integral_v<W>)
      return quotient(static_cast<R>(sum), static_cast<R>(count));
    else
      return static_cast<R>(quotient(sum, static_cast<typename real_of<W>::type>(count)));
  }
};
/// Whether x is better than the best value so far. Of equal values the first one is the best; a NaN
/// is better than all numbers.
template <class Better, class V> STRIA_INLINE constexpr bool beats(const V& x, const V& best) {
  if constexpr (std::is_arithmetic_v<V>)
    return !Better::as_good(best, x) & (best == best);
  else
    return Better::better(x, best) || (x != x && best == best);
}

template <class Better, class A> struct extreme_fold;

/// The better of two values; a NaN is better than all numbers.
template <class Better> struct extreme_op : fold_op {
  static constexpr const char* text = Better::text;
  template <class V> static constexpr bool takes = Better::template takes<V>;
  template <class T> using result = T;
  template <class R, class V> using partial = R;
  template <class A> using total = A;
  template <class, class A> using fold = extreme_fold<Better, A>;
  static constexpr bool has_start = false, in_vectors = true, lifts_numbers = true,
                        is_idempotent = true;
  /// A value that is not better than any other.
  template <class A> static constexpr A neutral() {
    using numbers = std::numeric_limits<A>;
    constexpr bool largest = Better::better(0, 1); // the smallest element is sought
    // With -ffast-math compilers assume that no number is infinite.
    if constexpr (numbers::has_infinity && !tests_bits<A>)
      return largest ? numbers::infinity() : -numbers::infinity();
    else
      return largest ? numbers::max() : numbers::lowest();
  }
  /// Also accepts vectors.
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    // Two selections with one comparison each are vectorised, and the first one is compiled to one
    // instruction. g++ would compile one selection with two comparisons to branches. A NaN in acc
    // is kept; a NaN in v replaces acc.
    if constexpr (std::same_as<R, V> && (std::is_arithmetic_v<R> || is_vector<R>)) {
      R best = Better::better_of(v, acc);
      if constexpr (std::is_integral_v<typename lane_type<R>::type>)
        return best;
      // Without this call, g++ would merge the two selections into one.
      if constexpr (is_vector<R>)
        round_before_sum(best);
      return v == v ? best : v;
    } else {
      return beats<Better>(v, acc) ? R(v) : acc;
    }
  }
};
/// Folds floating-point elements in memory. The comparison ignores NaN, so that it is one
/// instruction. The sum of the elements is NaN if an element is NaN, but also if both infinities
/// occur. If the sum is NaN, the block is folded again with comparisons that treat NaN correctly.
template <class Better, class A> struct extreme_fold : lanes_fold<extreme_op<Better>, A> {
  template <class In> static constexpr A row(const In& in, index from, index to) {
    if constexpr (std::is_floating_point_v<A> && lies_in_vectors<A, In>)
      if !consteval {
        if (to - from >= step) {
          if (A best; best_of_numbers(in.p + from, to - from, best))
            return best;
        }
      }
    return lanes_fold<extreme_op<Better>, A>::row(in, from, to);
  }

private:
  static constexpr auto width = static_cast<index>(vector_bytes / sizeof(A));
  static constexpr index step = 8 * width;

  /// Computes the best of n elements, at least `step`. Returns false if they may contain NaN.
  static bool best_of_numbers(const A* p, index n, A& best) {
    typedef A vector __attribute__((vector_size(vector_bytes)));
    return [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
      vector most[] = {(static_cast<void>(K), *p - vector{})...};
      vector sum[] = {(static_cast<void>(K), vector{})...};
      const auto take = [&](const A* from) __attribute__((always_inline)) {
        vector x[sizeof...(K)], y[sizeof...(K)];
        ((x[K] = load_vector<vector>(from + 2 * K * width)), ...);
        ((y[K] = load_vector<vector>(from + (2 * K + 1) * width)), ...);
        ((most[K] = Better::better_of(most[K], Better::better_of(x[K], y[K]))), ...);
        ((sum[K] += x[K] + y[K]), ...);
      };
      index i = 0;
      for (; i + step <= n; i += step)
        take(p + i);
      if (i < n) // some are included twice
        take(p + n - step);
      most[0] = Better::better_of(Better::better_of(most[0], most[1]),
                                  Better::better_of(most[2], most[3]));
      sum[0] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
      A lane[static_cast<std::size_t>(width)], nan = A();
      store_vector(lane, most[0]);
      for (index j = 0; j < width; ++j) {
        lane[0] = Better::better_of(lane[0], lane[j]);
        nan += sum[0][j];
      }
      best = lane[0];
      return nan == nan;
    }(std::make_index_sequence<4>());
  }
};
struct smaller_than {
  static constexpr const char *text = "min", *arg_text = "argmin";
  template <class V>
  static constexpr bool takes = requires(const V& v) {
    static_cast<bool>(v < v);
    static_cast<bool>(v == v);
    static_cast<bool>(v != v);
  };
  template <class T> STRIA_INLINE static constexpr auto better(const T& x, const T& y) {
    return x < y;
  }
  /// A conditional expression, which g++ compiles to one instruction.
  template <class T> STRIA_INLINE static constexpr T better_of(const T& x, const T& y) {
    return x < y ? x : y;
  }
  template <class T> STRIA_INLINE static constexpr bool as_good(const T& x, const T& y) {
    return x <= y;
  }
};
struct larger_than {
  static constexpr const char *text = "max", *arg_text = "argmax";
  template <class V>
  static constexpr bool takes = requires(const V& v) {
    static_cast<bool>(v > v);
    static_cast<bool>(v == v);
    static_cast<bool>(v != v);
  };
  template <class T> STRIA_INLINE static constexpr auto better(const T& x, const T& y) {
    return x > y;
  }
  /// A conditional expression, which g++ compiles to one instruction.
  template <class T> STRIA_INLINE static constexpr T better_of(const T& x, const T& y) {
    return x > y ? x : y;
  }
  template <class T> STRIA_INLINE static constexpr bool as_good(const T& x, const T& y) {
    return x >= y;
  }
};
using min_op = extreme_op<smaller_than>;
using max_op = extreme_op<larger_than>;

/// The type of partial results of any() and all_of(). If the elements have one or two bytes, the
/// type has as many, so that comparisons and sums use vectors of the same length.
template <class V>
using truth_sum = std::conditional_t<sizeof(V) == 1, unsigned char,
                                     std::conditional_t<sizeof(V) == 2, unsigned short, int>>;

/// The base of reductions of truth values. Truth values are computed as numbers, because operations
/// on bools are not vectorised.
struct truth_op : fold_op {
  template <class V> static constexpr bool takes = has_truth<V>;
  static constexpr bool has_start = true, in_vectors = true;
  static constexpr bool has_join = true; // step() would convert vectors to bool
  template <class A, class V> STRIA_INLINE static constexpr A lift(const V& v) {
    return is_nonzero(v) ? 1 : 0;
  }
};
/// Reductions with a bool result.
struct decision_op : truth_op {
  template <class T> using result = bool;
  template <class R, class V> using partial = truth_sum<V>;
  template <class A> using total = A;
  static constexpr bool stops_early = true, is_idempotent = true;
};
struct any_op : decision_op {
  static constexpr const char* text = "any";
  template <class R> static constexpr R start() { return 0; }
  template <class A> static constexpr A neutral() { return 0; }
  template <class A, class V> STRIA_INLINE static constexpr A step(A acc, const V& v) {
    return static_cast<A>(acc | lift<A>(v));
  }
  template <class A> STRIA_INLINE static constexpr A join(const A& a, const A& b) { return a | b; }
  static constexpr bool decided(int acc) { return acc != 0; }
};
struct all_op : decision_op {
  static constexpr const char* text = "all_of";
  template <class R> static constexpr R start() { return 1; }
  template <class A> static constexpr A neutral() { return 1; }
  template <class A, class V> STRIA_INLINE static constexpr A step(A acc, const V& v) {
    return static_cast<A>(acc & lift<A>(v));
  }
  template <class A> STRIA_INLINE static constexpr A join(const A& a, const A& b) { return a & b; }
  static constexpr bool decided(int acc) { return acc == 0; }
};
template <class Op, class A> struct count_fold;
struct count_op : truth_op {
  static constexpr const char* text = "count_nonzero";
  template <class Op, class A> using fold = count_fold<Op, A>;
  static constexpr bool ignores_neutral = true;
  template <class T> using result = index;
  template <class R, class V> using partial = int; // for a block
  template <class A> using total = index;
  template <class R> static constexpr R start() { return 0; }
  template <class A> static constexpr A neutral() { return 0; }
  template <class V> STRIA_INLINE static constexpr int step(int acc, const V& v) {
    return acc + lift<int>(v);
  }
  // Partial counts are added, not counted again.
  template <class A, class B> STRIA_INLINE static constexpr A join(const A& a, const B& b) {
    if constexpr (std::same_as<A, B>)
      return a + b;
    else
      return a + static_cast<A>(b);
  }
};
/// Counts elements of one or two bytes in accumulators of the same size: a vector holds more of
/// them than of the type A.
template <class Op, class A> struct count_fold : lanes_fold<Op, A> {
  template <class In>
  STRIA_LOOPS static constexpr typename Op::template total<A> row(const In& in, index from,
                                                                  index to) {
    if constexpr (in_any_order<In> && (reads_bytes<1, In> || reads_bytes<2, In>))
      if !consteval {
        using N = std::conditional_t<reads_bytes<1, In>, unsigned char, unsigned short>;
        if (to - from >= width<N>)
          return count_in<N>(in, from, to);
      }
    return lanes_fold<Op, A>::row(in, from, to);
  }

private:
  template <class N> static constexpr auto width = static_cast<index>(vector_bytes / sizeof(N));
  /// A vector of zeros, then one of ones.
  template <class N> struct steps {
    N value[static_cast<std::size_t>(2 * width<N>)];
    constexpr steps() : value() {
      for (index k = width<N>; k < 2 * width<N>; ++k)
        value[k] = 1;
    }
  };
  template <class N> static constexpr steps<N> zeros_then_ones{};

  /// Counts at least width<N> elements.
  template <class N, class In>
  STRIA_NOINLINE static typename Op::template total<A> count_in(const In& in, index from,
                                                                index to) {
    typedef N V __attribute__((vector_size(vector_bytes)));
    constexpr index n = width<N>;
    typename Op::template total<A> total = 0;
    V next[4], sum[4];
    const auto add = [&]() __attribute__((always_inline)) {
      using S = unsigned short;
      typedef S W __attribute__((vector_size(vector_bytes)));
      auto all = reinterpret_cast<W>((sum[0] + sum[1]) + (sum[2] + sum[3]));
      if constexpr (sizeof(N) == 1)
        all = (all & static_cast<S>(255)) + (all >> static_cast<S>(8));
      S lane[static_cast<std::size_t>(width<S>)];
      store_vector(lane, all);
      join_lanes<width<S>>(lane, [](S& into, S other) __attribute__((always_inline)) {
        into = static_cast<S>(into + other);
      });
      total += lane[0];
    };
    index i = from;
    for (;;) {
      // A lane of the sum counts at most 255 elements.
      const index end = to - i > 254 * n ? i + 254 * n : to;
      for (V& v : sum)
        v = V{};
      STRIA_ROLLED
      for (; i + 4 * n <= end; i += 4 * n) {
        lift_vectors<Op, N>(next, in, i);
        for (int k = 0; k < 4; ++k)
          sum[k] += next[k];
      }
      V one[1];
      STRIA_ROLLED
      for (; i + n <= end; i += n) {
        lift_vectors<Op, N>(one, in, i);
        sum[0] += one[0];
      }
      if (end == to && i < to) { // the last vector overlaps the one before
        lift_vectors<Op, N>(one, in, to - n);
        sum[1] += one[0] & load_vector<V>(zeros_then_ones<N>.value + (to - i));
        i = to;
      }
      add();
      if (i == to)
        return total;
    }
  }
};

} // namespace stria::detail
