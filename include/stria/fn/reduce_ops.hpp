// SPDX-License-Identifier: BSL-1.0
// fn/reduce_ops.hpp: what reductions begin with, how they go on, and what comes out.
#pragma once

#include <stria/fn/fold.hpp>

namespace stria::detail {

/// What sums of T are kept in: 64 bits for narrower integers, as in NumPy.
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

/// What partial results of blocks are gathered in: floats in doubles.
template <class A> struct total_type {
  using type = A;
};
template <> struct total_type<float> {
  using type = double;
};
template <template <class> class C>
  requires is_complex<C<float>>::value
struct total_type<C<float>> {
  using type = C<double>;
};

struct sum_op {
  static constexpr const char* text = "sum";
  template <class T> using result = typename sum_type<T>::type;
  template <class R, class V> using partial = R;
  template <class A> using total = typename total_type<A>::type;
  static constexpr bool has_start = true;
  template <class R> static constexpr R start() { return R(); }
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    return static_cast<R>(acc + static_cast<R>(v));
  }
};
struct prod_op {
  static constexpr const char* text = "prod";
  template <class T> using result = typename sum_type<T>::type;
  template <class R, class V> using partial = R;
  template <class A> using total = typename total_type<A>::type;
  static constexpr bool has_start = true;
  template <class R> static constexpr R start() { return R(1); }
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    return static_cast<R>(acc * static_cast<R>(v));
  }
};
struct mean_op : sum_op {
  static constexpr const char* text = "mean";
  template <class T> using result = typename mean_type<T>::type;
  template <class R, class W> static constexpr R finish(const W& sum, index count) {
    return static_cast<R>(sum / static_cast<typename real_of<W>::type>(count));
  }
};
/// The first of equals wins, and a NaN wins over everything that is none.
template <class Better, class V> STRIA_INLINE constexpr bool beats(const V& x, const V& best) {
  if constexpr (std::is_arithmetic_v<V>)
    return !Better::as_good(best, x) & (best == best);
  else
    return Better::better(x, best) || (x != x && best == best);
}

/// The better of two; a NaN is better than all.
template <class Better> struct extreme_op {
  static constexpr const char* text = Better::text;
  template <class T> using result = T;
  template <class R, class V> using partial = R;
  template <class A> using total = A;
  static constexpr bool has_start = false;
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    return beats<Better>(v, acc) ? R(v) : acc;
  }
};
struct smaller_than {
  static constexpr const char *text = "min", *arg_text = "argmin";
  template <class T> STRIA_INLINE static constexpr bool better(const T& x, const T& y) {
    return x < y;
  }
  template <class T> STRIA_INLINE static constexpr bool as_good(const T& x, const T& y) {
    return x <= y;
  }
};
struct larger_than {
  static constexpr const char *text = "max", *arg_text = "argmax";
  template <class T> STRIA_INLINE static constexpr bool better(const T& x, const T& y) {
    return x > y;
  }
  template <class T> STRIA_INLINE static constexpr bool as_good(const T& x, const T& y) {
    return x >= y;
  }
};
using min_op = extreme_op<smaller_than>;
using max_op = extreme_op<larger_than>;

/// What NumPy counts as true; a complex number has no conversion to bool.
template <class V> STRIA_INLINE constexpr bool is_nonzero(const V& v) {
  if constexpr (is_complex<V>::value)
    return v != V();
  else
    return static_cast<bool>(v);
}

// Truth as an int: bools make no vectors.
struct any_op {
  static constexpr const char* text = "any";
  template <class T> using result = bool;
  template <class R, class V> using partial = int;
  template <class A> using total = A;
  static constexpr bool has_start = true;
  template <class R> static constexpr R start() { return 0; }
  template <class V> STRIA_INLINE static constexpr int step(int acc, const V& v) {
    return acc | (is_nonzero(v) ? 1 : 0);
  }
  static constexpr bool decided(int acc) { return acc != 0; }
};
struct all_op {
  static constexpr const char* text = "all_of";
  template <class T> using result = bool;
  template <class R, class V> using partial = int;
  template <class A> using total = A;
  static constexpr bool has_start = true;
  template <class R> static constexpr R start() { return 1; }
  template <class V> STRIA_INLINE static constexpr int step(int acc, const V& v) {
    return acc & (is_nonzero(v) ? 1 : 0);
  }
  static constexpr bool decided(int acc) { return acc == 0; }
};
struct count_op {
  static constexpr const char* text = "count_nonzero";
  template <class T> using result = index;
  template <class R, class V> using partial = int; // of a block
  template <class A> using total = index;
  static constexpr bool has_start = true;
  template <class R> static constexpr R start() { return 0; }
  template <class V> STRIA_INLINE static constexpr int step(int acc, const V& v) {
    return acc + (is_nonzero(v) ? 1 : 0);
  }
  // Partial counts are added, not counted again.
  template <class A, class B> STRIA_INLINE static constexpr A join(A a, B b) {
    return a + static_cast<A>(b);
  }
};

} // namespace stria::detail
