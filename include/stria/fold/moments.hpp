// SPDX-License-Identifier: BSL-1.0
// fold/moments.hpp: a fold that computes the mean and the squared distances from it in one pass.
// Tests: tests/numpy/statistics/statistics.cpp.
#pragma once

#include <stria/fold/fold.hpp>
#include <stria/fold/operations.hpp>

#include <array>

namespace stria::detail {

/// The square of the distance from the mean, or from 0.
struct deviation_fn {
  static constexpr const char* text = "var";
  template <class T, class M>
  STRIA_INLINE constexpr auto operator()(const T& x, const M& mean) const {
    if constexpr (is_complex<T>::value) {
      const auto d = x - mean;
      return d.real() * d.real() + d.imag() * d.imag();
    } else {
      const M d = static_cast<M>(x) - mean;
      return d * d;
    }
  }
};

/// A count, a mean, and the sum of the squared distances from it. Arrays of moments are not
/// initialised, because a tile has many.
template <class M, class D> struct moments {
  D count;
  M mean;
  D squares;
};

/// Computes moments in one pass. For each block, it computes the mean of the first elements, then
/// sums the distances from this mean, and their squares. If s of the n elements are used for the
/// mean, cancellation causes a relative error of at most n / s times the precision, however far the
/// mean is from zero. Source of join(): T. F. Chan, G. H. Golub and R. J. LeVeque, Updating
/// formulae and a pairwise algorithm for computing sample variances, 1979.
template <class A> struct moments_fold {
  static constexpr bool has_partials = false, stops_early = false;
  using wide = typename total_type<A>::type;
  using real = typename real_of<wide>::type;
  using square = typename real_of<A>::type;
  using total = moments<wide, real>;

  static constexpr total from_shift(index count, const A& shift, const A& sum,
                                    const square& squares) {
    const auto n = static_cast<real>(count);
    const wide offset = static_cast<wide>(sum) / n;
    const real rest = static_cast<real>(squares) - deviation_fn{}(offset, wide()) * n;
    return {n, static_cast<wide>(shift) + offset, rest < real() ? real() : rest};
  }
  /// True for rows whose elements are computed in vectors of A.
  template <class In>
  static constexpr bool in_vectors =
      folds_in_registers<sum_op, A> && in_any_order<In> && reads_bytes<sizeof(A), In>;
  template <class In> static constexpr total row(const In& in, index from, index to) {
    const auto add = [&](A& sum, square& squares, const A& shift, index i)
                         __attribute__((always_inline)) {
                           const A d = static_cast<A>(static_cast<A>(in[i]) - shift);
                           sum += d;
                           squares += deviation_fn{}(d, A());
                         };
    if constexpr (in_vectors<In>)
      if !consteval {
        if (to - from >= each)
          return row_in_vectors(in, from, to);
      }
    const A shift = mean_of_first(in, from, to);
    // Adds fewer than `short_lanes` elements. Their lanes are variables: vectors would wait until
    // they have been stored.
    const auto add_last = [&](A& sum, square& squares, index i) __attribute__((always_inline)) {
      A s0{}, s1{}, s2{}, s3{};
      square q0{}, q1{}, q2{}, q3{};
      for (;; i += 4) {
        add(s0, q0, shift, i);
        if (to - i > 1)
          add(s1, q1, shift, i + 1);
        if (to - i > 2)
          add(s2, q2, shift, i + 2);
        if (to - i > 3)
          add(s3, q3, shift, i + 3);
        if (to - i <= 4)
          break;
      }
      sum += (s0 + s2) + (s1 + s3);
      squares += (q0 + q2) + (q1 + q3);
    };
    A sum{};
    square squares{};
    index i = from;
    if constexpr (!in_vectors<In>) {
      // Each accumulator has a sum and a sum of squares, so there are fewer.
      constexpr index lanes = wide_lanes<A> < 2 * limits::lanes ? wide_lanes<A> : 2 * limits::lanes,
                      short_lanes = limits::lanes / 2;
      // Adds elements in `Width` lanes while there are enough.
      const auto add_in_lanes =
          [&]<index Width>(std::integral_constant<index, Width>) __attribute__((always_inline)) {
            const auto plus = [](auto& into, const auto& other) { into += other; };
            A s[static_cast<std::size_t>(Width)]{};
            square q[static_cast<std::size_t>(Width)]{};
            for (; i + Width <= to; i += Width)
              for (index j = 0; j < Width; ++j)
                add(s[j], q[j], shift, i + j);
            join_lanes<Width>(s, plus);
            join_lanes<Width>(q, plus);
            sum += s[0];
            squares += q[0];
          };
      if (to - i >= lanes)
        add_in_lanes(std::integral_constant<index, lanes>());
      if (lanes > short_lanes && to - i >= short_lanes)
        add_in_lanes(std::integral_constant<index, short_lanes>());
    }
    if (i < to)
      add_last(sum, squares, i);
    return from_shift(to - from, shift, sum, squares);
  }
  template <bool Hinted, class In>
  STRIA_NOINLINE static constexpr void tile(total* totals, bool begun, In& in,
                                            const tile_place& t) {
    constexpr auto width = static_cast<std::size_t>(limits::fold_columns);
    A shift[width], sum[width];
    square squares[width];
    tile_place first = t;
    first.rows = t.rows < limits::short_loop ? t.rows : limits::short_loop;
    In again = in;
    fold_tile<sum_op, Hinted>(shift, again, first);
    for (index k = 0; k < t.width; ++k) {
      shift[k] /= static_cast<square>(first.rows);
      sum[k] = A();
      squares[k] = square();
    }
    const auto next = [&]() __attribute__((always_inline)) {
      const auto row = in.template row<Hinted>(t.inner);
      in.advance(t.outer, t.step);
      return row;
    };
    for_tile_rows(t, next, [&](index k, const auto&... v) __attribute__((always_inline)) {
      A s = sum[k];
      square q = squares[k];
      const auto add = [&](const A& x) __attribute__((always_inline)) {
        const A d = static_cast<A>(x - shift[k]);
        s += d;
        q += deviation_fn{}(d, A());
      };
      (add(static_cast<A>(v)), ...);
      sum[k] = s;
      squares[k] = q;
    });
    for (index k = 0; k < t.width; ++k) {
      const total block = from_shift(t.rows, shift[k], sum[k], squares[k]);
      totals[k] = begun ? join(totals[k], block) : block;
    }
  }
  static constexpr total join(const total& a, const total& b) {
    const real n = a.count + b.count;
    const wide offset = b.mean - a.mean;
    return {n, a.mean + offset * (b.count / n),
            a.squares + b.squares + deviation_fn{}(offset, wide()) * (a.count * b.count / n)};
  }

private:
  static constexpr auto each = static_cast<index>(vector_bytes / sizeof(A));
  /// A vector of zeros, then one of ones.
  static constexpr auto zeros_then_ones = [] {
    std::array<square, 2 * static_cast<std::size_t>(each)> steps{};
    for (std::size_t k = static_cast<std::size_t>(each); k < steps.size(); ++k)
      steps[k] = square(1);
    return steps;
  }();

  template <class In> static constexpr A mean_of_first(const In& in, index from, index to) {
    const index first = to - from < limits::few ? to - from : limits::few;
    return static_cast<A>(lanes_fold<sum_op, A>::row(in, from, from + first) /
                          static_cast<real>(first));
  }
  /// row() for at least a vector of elements.
  template <class In> STRIA_INLINE static total row_in_vectors(const In& in, index from, index to) {
    typedef A V __attribute__((vector_size(vector_bytes)));
    V first[1];
    // Of a short row, the mean of one vector is close enough.
    A shift;
    if (to - from <= limits::lanes * each) {
      lift_vectors<sum_op, A>(first, in, from);
      shift = join_vector<sum_op, A>(first[0]) / static_cast<A>(each);
    } else {
      shift = mean_of_first(in, from, to);
    }
    V sum{}, squares{};
    index i = from;
    if (to - i >= 4 * each)
      [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
        V s[] = {(static_cast<void>(K), V{})...}, q[] = {(static_cast<void>(K), V{})...};
        STRIA_ROLLED
        do {
          V next[sizeof...(K)];
          lift_vectors<sum_op, A>(next, in, i);
          ((next[K] -= shift), ...);
          ((s[K] += next[K]), ...);
          ((q[K] += next[K] * next[K]), ...);
          i += 4 * each;
        } while (i + 4 * each <= to);
        sum = (s[0] + s[2]) + (s[1] + s[3]);
        squares = (q[0] + q[2]) + (q[1] + q[3]);
      }(std::make_index_sequence<4>());
    STRIA_ROLLED
    for (; i < to; i += each) {
      const index left = to - i;
      lift_vectors<sum_op, A>(first, in, left < each ? to - each : i);
      V d = first[0] - shift;
      if (left < each) // the last vector overlaps the one before
        d *= load_vector<V>(zeros_then_ones.data() + left);
      sum += d;
      squares += d * d;
    }
    return from_shift(to - from, shift, join_vector<sum_op, A>(sum),
                      join_vector<sum_op, A>(squares));
  }
};

} // namespace stria::detail
