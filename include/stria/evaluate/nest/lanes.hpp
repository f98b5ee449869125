// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/lanes.hpp: folds a row into one value. Blocks are folded in several accumulators,
// and the results of blocks are joined pairwise.
//
// Op provides the start value of a reduction (start(); if there is none, the first element is
// used), how elements and partial results are added (step, join), and the result (finish). Blocks
// of elements are folded in several accumulators of type Op::partial; their results are added in an
// Op::total. docs/design/reductions.md explains the reasons. Tests: tests/fold/plan_fold.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/loop.hpp>
#include <stria/evaluate/vectors.hpp>

#include <bit>
#include <utility>

namespace stria::detail {

template <class Op, class A> struct lanes_fold;

/// The default properties of an operation.
struct fold_op {
  /// The class that folds elements into an A.
  template <class Op, class A> using fold = lanes_fold<Op, A>;
  /// The operation has its own loops over all elements (fold/arg_extreme.hpp) and does not use
  /// fold_axes().
  static constexpr bool has_loops = false;
  /// Partial results can also be joined in vectors. Joining with neutral() does not change a
  /// partial result.
  static constexpr bool in_vectors = false;
  /// One element as a partial result.
  template <class A, class V> STRIA_INLINE static constexpr A lift(const V& v) {
    return static_cast<A>(v);
  }
  /// lift() of a number is the number itself, converted.
  static constexpr bool lifts_numbers = false;
  /// Additional neutral elements do not change the result.
  static constexpr bool ignores_neutral = false;
  /// Elements that are folded twice do not change the result.
  static constexpr bool is_idempotent = false;
  /// A partial result that is not joined with others makes the same result as its total: in
  /// float, a quotient has the same bits as in double, rounded.
  static constexpr bool finishes_partials = false;
  /// decided(total) returns true if no further element can change the total.
  static constexpr bool stops_early = false;
  /// join(total, partial) differs from step().
  static constexpr bool has_join = false;
  /// finish() is not the identity.
  static constexpr bool has_finish = false;
  /// The element of the result for a total. The second argument is the number of elements in the
  /// total.
  template <class R, class W> static constexpr R finish(const W& total, index) {
    return static_cast<R>(total);
  }
};

/// Types whose values may be folded in several accumulators.
template <class T> inline constexpr bool folds_in_lanes = is_number<T>;

/// The start value for position i of a row; only operations without a start value use the element.
template <class Op, class A, class In> STRIA_INLINE constexpr A begin_fold(const In& in, index i) {
  if constexpr (Op::has_start)
    return Op::template start<A>();
  else
    return static_cast<A>(in[i]);
}
template <class Op, class W, class A>
STRIA_INLINE constexpr W join_partial(const W& to, const A& a) {
  if constexpr (Op::has_join)
    return Op::join(to, a);
  else
    return Op::step(to, a);
}

/// Joins the upper half of the lanes into the lower half, and so on, until lane[0] holds the
/// result. join(x, y) joins y into x. Lanes is a power of two. All widths are static, so that the
/// loops use vectors. A recursion would instantiate eight functions for each reduction.
template <index Lanes, class A, class Join>
STRIA_INLINE constexpr void join_lanes(A* lane, const Join& join) {
  static_assert(Lanes <= 256 && (Lanes & (Lanes - 1)) == 0);
#define STRIA_JOIN(half)                                                                           \
  if constexpr (Lanes > half)                                                                      \
    for (index j = 0; j < half; ++j)                                                               \
  join(lane[j], lane[j + half])
  STRIA_JOIN(128);
  STRIA_JOIN(64);
  STRIA_JOIN(32);
  STRIA_JOIN(16);
  STRIA_JOIN(8);
  STRIA_JOIN(4);
  STRIA_JOIN(2);
  STRIA_JOIN(1);
#undef STRIA_JOIN
}

// clang vectorises the loops below only in the following two forms, each of which makes them two to
// five times faster; g++ needs neither. For sums, floating-point lanes stay in registers only if
// loop counts are constants, so the rest of a row is folded into a copy. For min and max, the loop
// over the lanes must not be unrolled.
#if defined(__clang__)
#define STRIA_KEEP_LOOP _Pragma("clang loop unroll(disable)")
template <class Op, class A>
inline constexpr bool copies_lanes = Op::has_start && std::is_floating_point_v<A>;
#else
#define STRIA_KEEP_LOOP
template <class Op, class A> inline constexpr bool copies_lanes = false;
#endif

/// True for a row of memory from which vectors of A can be loaded.
template <class A, class In> inline constexpr bool lies_in_vectors = false;
template <class A, class T>
  requires std::same_as<std::remove_const_t<T>, A>
inline constexpr bool lies_in_vectors<A, static_row<T, 1>> = has_vectors<A>;

/// Folds elements [from, to) of a row, at least one, in Lanes accumulators.
template <class Op, class A, index Lanes, class In>
STRIA_LOOPS constexpr A fold_lanes(const In& in, index from, index to) {
  A lane[static_cast<std::size_t>(Lanes)];
  const A start = begin_fold<Op, A>(in, from);
  const auto join = [](A& into, const A& other)
                        STRIA_INLINE_LAMBDA { into = join_partial<Op>(into, other); };
  index i = from;
  for (index j = 0; j < Lanes; ++j)
    lane[j] = start;
  for (; i + Lanes <= to; i += Lanes) {
    if constexpr (Op::has_start) {
      for (index j = 0; j < Lanes; ++j)
        lane[j] = Op::step(lane[j], in[i + j]);
    } else {
      STRIA_KEEP_LOOP
      for (index j = 0; j < Lanes; ++j)
        lane[j] = Op::step(lane[j], in[i + j]);
    }
  }
  A copy[static_cast<std::size_t>(copies_lanes<Op, A> ? Lanes : 1)];
  A* last = lane;
  if constexpr (copies_lanes<Op, A>) {
    for (index j = 0; j < Lanes; ++j)
      copy[j] = lane[j];
    last = copy;
  }
  for (index j = 0; i + j < to; ++j)
    last[j] = Op::step(last[j], in[i + j]);
  join_lanes<Lanes>(last, join);
  return last[0];
}

#undef STRIA_KEEP_LOOP

/// True if accumulators of type A may be vectors of the compiler extension `vector_size`.
template <class Op, class A>
inline constexpr bool folds_in_registers =
    Op::in_vectors && std::is_arithmetic_v<A> && !std::same_as<A, bool> && sizeof(A) <= 8;

/// The size of the accumulator vectors in bytes, 64 if the processor has such vectors. clang
/// prefers vectors of 32 bytes for some processors, and then splits those of 64.
#if defined(__AVX512F__)
inline constexpr std::size_t register_bytes = 64;
#else
inline constexpr std::size_t register_bytes = vector_bytes;
#endif

/// The number of accumulator vectors in registers at a time.
inline constexpr std::size_t register_vectors = register_bytes == 64 ? 4 : 8;

// g++ would unroll short loops before it tries to vectorise them.
#if defined(__clang__)
#define STRIA_SHORT_LOOP
#else
#define STRIA_SHORT_LOOP _Pragma("GCC unroll 1")
#endif

/// True for memory from which vectors of at least 8 bytes can be loaded and converted to vectors V
/// of A.
template <class Op, class A, class V, class In> inline constexpr bool lifts_vectors = false;
template <class Op, class A, class V, class T>
inline constexpr bool lifts_vectors<Op, A, V, static_row<const T, 1>> =
    Op::lifts_numbers && (has_vectors<A> || std::same_as<T, A>) && std::is_arithmetic_v<T> &&
    sizeof(T) <= sizeof(A) && sizeof(V) / sizeof(A) * sizeof(T) >= 8;

/// The size of the smallest elements that a row reads from memory.
template <class Row> inline constexpr std::size_t narrowest = sizeof(std::declval<const Row&>()[0]);
template <class T> inline constexpr std::size_t narrowest<scalar_row<T>> = 64; // nothing is read
template <class T, index Stride>
inline constexpr std::size_t narrowest<static_row<T, Stride>> = sizeof(T);
template <class F, class Seq, class... R>
inline constexpr std::size_t narrowest<map_row<F, Seq, R...>> = [] {
  std::size_t least = 64;
  ((least = narrowest<R> < least ? narrowest<R> : least), ...);
  return least;
}();

/// True if all elements that a row reads from memory have N bytes.
template <std::size_t N, class Row> inline constexpr bool reads_bytes = narrowest<Row> == N;
template <std::size_t N, class T> inline constexpr bool reads_bytes<N, scalar_row<T>> = true;
template <std::size_t N, class F, class Seq, class... R>
inline constexpr bool reads_bytes<N, map_row<F, Seq, R...>> = (reads_bytes<N, R> && ...);

/// g++ vectorises elements of different widths only in long loops, in which each iteration
/// processes as many elements as a vector holds of the narrowest type.
template <class A, class Row> inline constexpr bool needs_long_loop = false;
#if !defined(__clang__)
template <class A, class F, class Seq, class... R>
inline constexpr bool needs_long_loop<A, map_row<F, Seq, R...>> =
    in_any_order<map_row<F, Seq, R...>> && narrowest<map_row<F, Seq, R...>> < sizeof(A);
#endif

/// Loads as many elements of a row as N vectors V hold, from position i on, as partial results.
template <class Op, class A, class V, std::size_t N, class In>
STRIA_INLINE void lift_vectors(V (&to)[N], const In& in, index i) {
  constexpr std::size_t n = sizeof(V) / sizeof(A);
  constexpr auto each = static_cast<index>(n);
#if defined(__clang__)
  constexpr bool by_vectors = true;
#else // g++ widens single vectors slowly, and elements in one long loop quickly
  constexpr bool by_vectors = N == 1 || sizeof(in[0]) == sizeof(A);
#endif
  if constexpr (by_vectors && lifts_vectors<Op, A, V, In>) {
    using E = std::remove_cvref_t<decltype(*in.p)>;
    using T = std::conditional_t<std::same_as<E, bool>, unsigned char, E>;
    typedef T source __attribute__((vector_size(n * sizeof(T))));
    for (std::size_t k = 0; k < N; ++k)
      to[k] =
          __builtin_convertvector(load_vector<source>(in.p + i + static_cast<index>(k) * each), V);
  } else if constexpr (by_vectors) {
    for (std::size_t k = 0; k < N; ++k) {
      alignas(V) A elements[n];
      const auto lift = [&](index j) __attribute__((always_inline)) {
        elements[j] = Op::template lift<A>(in[i + static_cast<index>(k) * each + j]);
      };
      if constexpr (sizeof(V) < vector_bytes) {
        STRIA_ROLLED // clang would join unrolled elements of different widths one by one
            for (index j = 0; j < each; ++j) lift(j);
      } else {
        STRIA_SHORT_LOOP
        for (index j = 0; j < each; ++j)
          lift(j);
      }
      to[k] = load_vector<V>(elements);
    }
  } else {
    alignas(V) A elements[N * n];
    for (index j = 0; j < static_cast<index>(N * n); ++j)
      elements[j] = Op::template lift<A>(in[i + j]);
    for (std::size_t k = 0; k < N; ++k)
      to[k] = load_vector<V>(elements + k * n);
  }
}

/// Joins the lanes of a vector. For floating-point extremes, g++ joins whole vectors, because it
/// selects the better of two numbers by slow instructions if it must treat NaN correctly.
template <class Op, class A, class V> STRIA_INLINE A join_vector(V v) {
  constexpr auto n = static_cast<index>(sizeof(V) / sizeof(A));
#if !defined(__clang__)
  if constexpr (!Op::has_start && std::is_floating_point_v<A>) {
    const auto join =
        [&v]<int... K>(auto half, std::integer_sequence<int, K...>) __attribute__((always_inline)) {
          v = join_partial<Op>(v, V(__builtin_shufflevector(v, v, (K ^ half())...)));
        };
#define STRIA_JOIN(half)                                                                           \
  if constexpr (n > half)                                                                          \
  join(std::integral_constant<int, half>(), std::make_integer_sequence<int, n>())
    STRIA_JOIN(8);
    STRIA_JOIN(4);
    STRIA_JOIN(2);
    STRIA_JOIN(1);
#undef STRIA_JOIN
    return v[0];
  }
#endif
  A lane[static_cast<std::size_t>(n)];
  store_vector(lane, v);
  join_lanes<n>(lane, [](A& into, const A& other)
                          STRIA_INLINE_LAMBDA { into = join_partial<Op>(into, other); });
  return lane[0];
}

/// Folds elements [from, to) of a row in register_vectors vectors, and the elements that are left
/// in two vectors.
template <class Op, class A, class In>
STRIA_NOINLINE A fold_vectors(const In& in, index from, index to) {
  if constexpr (needs_long_loop<A, In>) {
    A sum = Op::template neutral<A>();
    for (index i = from; i < to; i += limits::block) {
      const index n = to - i < limits::block ? to - i : limits::block;
      alignas(64) A lifted[static_cast<std::size_t>(limits::block)];
      for_places<In>(n, [&](index k) __attribute__((always_inline)) {
        lifted[k] = Op::template lift<A>(in[i + k]);
      });
      sum = join_partial<Op>(sum, fold_vectors<Op, A>(static_row<const A, 1>{lifted}, 0, n));
    }
    return sum;
  }
  typedef A V __attribute__((vector_size(vector_bytes)));
  constexpr auto n = static_cast<index>(vector_bytes / sizeof(A));
  V a = V{} + Op::template neutral<A>(), b = a;
  index i = from;
  typedef A W __attribute__((vector_size(register_bytes)));
  constexpr auto each = static_cast<index>(register_bytes / sizeof(A));
  constexpr auto all = static_cast<index>(register_vectors) * each;
  if (to - from >= all)
    [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
      W acc[sizeof...(K)];
      W total[] = {(static_cast<void>(K), W{} + Op::template neutral<A>())...};
      do {
        const index end = to - i > limits::block ? i + limits::block : to;
        ((acc[K] = W{} + Op::template neutral<A>()), ...);
        STRIA_ROLLED
        do {
          W next[sizeof...(K)];
          lift_vectors<Op, A>(next, in, i);
          ((acc[K] = join_partial<Op>(acc[K], next[K])), ...);
          i += all;
        } while (i + all <= end);
        ((total[K] = join_partial<Op>(total[K], acc[K])), ...);
      } while (i + all <= to);
      for (std::size_t half = sizeof...(K) / 2; half > 0; half /= 2)
        for (std::size_t k = 0; k < half; ++k)
          total[k] = join_partial<Op>(total[k], total[k + half]);
      if constexpr (register_bytes > vector_bytes) {
        A lane[2 * static_cast<std::size_t>(n)];
        store_vector(lane, total[0]);
        a = load_vector<V>(lane);
        b = load_vector<V>(lane + n);
      } else {
        a = total[0];
      }
    }(std::make_index_sequence<register_vectors>());
  STRIA_ROLLED
  for (; i + n <= to; i += n) {
    V next[1];
    lift_vectors<Op, A>(next, in, i);
    // Adds to the two accumulators in turn.
    const V other = a;
    a = join_partial<Op>(b, next[0]);
    b = other;
  }
  if constexpr (Op::is_idempotent)
    if (i < to && to - from >= n) { // the last vector overlaps the one before
      V next[1];
      lift_vectors<Op, A>(next, in, to - n);
      a = join_partial<Op>(a, next[0]);
      i = to;
    }
  A sum = join_vector<Op, A>(join_partial<Op>(a, b));
  STRIA_FEW
  for (; i < to; ++i) {
    sum = Op::step(sum, in[i]);
    STRIA_ONE_BY_ONE;
  }
  return sum;
}

#undef STRIA_SHORT_LOOP

/// The number of accumulators of a long row.
template <class A>
inline constexpr index wide_lanes = limits::lane_bytes / static_cast<index>(sizeof(A));

/// The position at which a row longer than a block is cut in two. It does not depend on the number
/// of threads.
constexpr index fold_cut(index from, index to, index block) {
  return from + round_up((to - from) / 2, block);
}

/// How often a long row is halved to be folded on several threads: into limits::most_parts parts.
inline constexpr int halvings = std::countr_zero(static_cast<unsigned>(limits::most_parts));

/// Joins the two parts of a row; the right one is computed only if it is needed.
template <class Fold, class Right>
constexpr typename Fold::total join_parts(const typename Fold::total& left, Right right) {
  if constexpr (Fold::stops_early)
    if (Fold::decided(left))
      return left;
  return Fold::join(left, right());
}

/// Whether a vector of truth values differs from `open` in an element.
template <class V, class A> STRIA_INLINE bool differs(const V& v, A open) {
  using word = std::conditional_t<sizeof(V) % 8 == 0, unsigned long long, unsigned>;
  const V w = v ^ (V{} + open);
  word words[sizeof(V) / sizeof(word)], any = 0;
  __builtin_memcpy(words, &w, sizeof w);
  for (const word k : words)
    any |= k;
  return any != 0;
}
/// Folds a row by any or all_of by two vectors of at most Bytes bytes, which overlap, if they are
/// enough; otherwise one element after the other.
template <class Op, class A, std::size_t Bytes, class In>
STRIA_INLINE A decide_short(const In& in, index from, index to) {
  constexpr A open = Op::template neutral<A>();
#if defined(__clang__)
  constexpr bool by_vectors = Bytes >= 2 * sizeof(A);
#else // other elements would be stored one by one, and loaded together
  constexpr bool by_vectors = Bytes >= 2 * sizeof(A) && (Bytes > 8 || reads_bytes<sizeof(A), In>);
#endif
  if constexpr (by_vectors && Bytes >= 4) {
    typedef A V __attribute__((vector_size(Bytes)));
    constexpr auto n = static_cast<index>(Bytes / sizeof(A));
    if (to - from < n)
      return decide_short<Op, A, Bytes / 2>(in, from, to);
    V first[1], last[1];
    lift_vectors<Op, A>(first, in, from);
    lift_vectors<Op, A>(last, in, to - n);
    return differs(Op::join(first[0], last[0]), open) ? static_cast<A>(1 - open) : open;
  } else {
    A total = open;
    STRIA_FEW
    for (index i = from; i < to; ++i) {
      total = Op::step(total, in[i]);
      STRIA_ONE_BY_ONE;
    }
    return total;
  }
}
/// Folds a row by any or all_of: reads one vector, then several at a time, and returns when the
/// result is decided.
template <class Op, class A, class In>
STRIA_INLINE A fold_decision(const In& in, index from, index to) {
  typedef A V __attribute__((vector_size(vector_bytes)));
  constexpr auto n = static_cast<index>(vector_bytes / sizeof(A));
  constexpr A open = Op::template neutral<A>(), decided = 1 - open;
#if !defined(__clang__) // clang tests a vector by one instruction
  if (Op::step(open, in[from]) == decided)
    return decided;
#endif
  if (to - from < n)
    return decide_short<Op, A, vector_bytes / 2>(in, from, to);
  index i = from;
  V next[1];
  lift_vectors<Op, A>(next, in, i);
  if (differs(next[0], open))
    return decided;
  constexpr std::size_t together = register_vectors;
  constexpr auto all = static_cast<index>(together) * n;
  for (i += n; i + all <= to; i += all) {
    V group[together];
    lift_vectors<Op, A>(group, in, i);
    for (std::size_t half = together / 2; half > 0; half /= 2)
      for (std::size_t k = 0; k < half; ++k)
        group[k] = Op::join(group[k], group[k + half]);
    if (differs(group[0], open))
      return decided;
  }
  V last = V{} + open;
  STRIA_ROLLED
  for (; i + n <= to; i += n) {
    lift_vectors<Op, A>(next, in, i);
    last = Op::join(last, next[0]);
  }
  if (i < to) { // the last vector overlaps the one before
    lift_vectors<Op, A>(next, in, to - n);
    last = Op::join(last, next[0]);
  }
  return differs(last, open) ? decided : open;
}

/// Folds a row until the result is decided. Rows that fold_decision() cannot read are folded in
/// parts of increasing length, because the first elements often decide the result.
template <class Fold, class In>
STRIA_INLINE typename Fold::total fold_until_decided(const In& in, index from, index to) {
  if constexpr (in_any_order<In>) {
    using Op = typename Fold::op;
    using A = typename Fold::partial;
    if constexpr (folds_in_registers<Op, A> && !needs_long_loop<A, In>)
      return static_cast<typename Fold::total>(fold_decision<Op, A>(in, from, to));
  }
  index part = limits::decisive, end = to - from > 2 * part ? from + part : to;
  typename Fold::total t = Fold::row(in, from, end);
  while (end < to && !Fold::decided(t)) {
    const index begin = end;
    part *= 2;
    part = part < limits::block ? part : limits::block;
    end = to - begin > 2 * part ? begin + part : to;
    t = Fold::join(t, Fold::row(in, begin, end));
  }
  return t;
}

/// Folds a block of a row.
template <class Fold, class In>
STRIA_INLINE constexpr typename Fold::total fold_block(const In& in, index from, index to) {
  if constexpr (repeats_part<In>)
    if !consteval {
      if (using shared = shared_row<In, limits::block>; shared::pays(in)) {
        shared s(in, to - from);
        const auto row = s.load(from, to - from);
        return fold_block<Fold>(row, 0, to - from);
      }
    }
  if constexpr (is_staged<In>)
    if !consteval {
      staged_row<In, limits::block> s(in, to - from);
      return Fold::row(s.load(from, to - from), 0, to - from);
    }
  if constexpr (Fold::stops_early) {
    if !consteval {
      return fold_until_decided<Fold>(in, from, to);
    }
  }
  return Fold::row(in, from, to);
}

/// True if a reduction gives the same result for any order of the elements.
template <class Fold>
inline constexpr bool folds_exactly = [] {
  if constexpr (Fold::has_partials)
    return std::is_integral_v<typename Fold::partial> || Fold::op::is_idempotent;
  else
    return false;
}();
/// Elements of a row that are folded as one block if their order does not change the result, and
/// for sums in vector registers: these are added to a second set of registers after each block, so
/// the error stays as small, and fewer partial results are made. The sum of 16-bit integers fits
/// into 32 bits.
inline constexpr index long_block = limits::blocks_together * limits::block;
/// Elements of a row that are folded as one block.
template <class Fold>
inline constexpr index block_length = [] {
  bool in_registers = false;
  if constexpr (Fold::has_partials)
    in_registers = folds_in_registers<typename Fold::op, typename Fold::partial>;
  return folds_exactly<Fold> || in_registers ? long_block : limits::block;
}();
/// The same for rows In. Some of them are first computed into a buffer, others are folded in order.
template <class Fold, class In>
inline constexpr index row_block =
    repeats_part<In> || is_staged<In> || !in_any_order<In> ? limits::block : block_length<Fold>;

/// Folds a row. Joins blocks pairwise, so that the error grows with the logarithm of the length.
template <class Fold, class In>
STRIA_NOINLINE constexpr typename Fold::total fold_blocks(const In& in, index from, index to) {
  if (to - from <= row_block<Fold, In>)
    return fold_block<Fold>(in, from, to);
  if constexpr (Fold::stops_early && !repeats_part<In> && !is_staged<In>)
    if !consteval {
      return fold_until_decided<Fold>(in, from, to);
    }
  const index cut = fold_cut(from, to, row_block<Fold, In>);
  return join_parts<Fold>(fold_blocks<Fold>(in, from, cut),
                          [&] { return fold_blocks<Fold>(in, cut, to); });
}
/// The same, without a call for a single block.
template <class Fold, class In>
STRIA_INLINE constexpr typename Fold::total fold_row(const In& in, index from, index to) {
  if (to - from <= row_block<Fold, In>)
    return fold_block<Fold>(in, from, to);
  return fold_blocks<Fold>(in, from, to);
}

#if defined(STRIA_USE_THREADS)
/// Folds a row on several threads. The row is halved up to `halvings` times in succession, at
/// the same positions as in fold_row(), so that the result is the same.
template <class Fold, class In> class threaded_fold {
  using W = typename Fold::total;
  static constexpr int depth = halvings;
  struct range {
    index from, to;
  };
  range ranges_[limits::most_parts];
  W totals_[limits::most_parts];
  index count_ = 0;

  static constexpr index block_ = row_block<Fold, In>;

  void cut(index from, index to, int levels) {
    if (levels == 0 || to - from <= block_) {
      ranges_[count_++] = {from, to};
    } else {
      const index at = fold_cut(from, to, block_);
      cut(from, at, levels - 1);
      cut(at, to, levels - 1);
    }
  }
  W joined(index from, index to, int levels, index& next) const {
    if (levels == 0 || to - from <= block_)
      return totals_[next++];
    const index at = fold_cut(from, to, block_);
    const W left = joined(from, at, levels - 1, next), right = joined(at, to, levels - 1, next);
    return join_parts<Fold>(left, [&] { return right; });
  }

public:
  W operator()(const In& in, index n) {
    cut(0, n, depth);
    for_chunks(count_, 1, [&](index first, index last) {
      for (index k = first; k < last; ++k)
        totals_[k] = fold_row<Fold>(in, ranges_[k].from, ranges_[k].to);
    });
    index next = 0;
    return joined(0, n, depth, next);
  }
};
#endif

/// Folds a whole row; if MaySplit, on several threads where that pays.
template <class Fold, bool MaySplit, class In>
constexpr typename Fold::total fold_whole_row(const In& in, index n) {
#if defined(STRIA_USE_THREADS)
  if constexpr (MaySplit)
    if !consteval {
      if (pays_threads(n, least_for_thread<row_bytes<In>>))
        return threaded_fold<Fold, In>()(in, n);
    }
#endif
  return fold_row<Fold>(in, 0, n);
}

} // namespace stria::detail
