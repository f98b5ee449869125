// SPDX-License-Identifier: BSL-1.0
// fold/moments.hpp: a fold that computes the mean and the squared distances from it in one pass.
#pragma once

#include <stria/fold/fold.hpp>
#include <stria/fold/operations.hpp>

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
    const wide far = static_cast<wide>(sum) / n;
    const real rest = static_cast<real>(squares) - deviation_fn{}(far, wide()) * n;
    return {n, static_cast<wide>(shift) + far, rest < real() ? real() : rest};
  }
  template <class In> static constexpr total row(const In& in, index from, index to) {
    constexpr index lanes =
                        wide_lanes<A> < limits::moment_lanes ? wide_lanes<A> : limits::moment_lanes,
                    short_lanes = limits::moment_short_lanes;
    const index first = to - from < limits::shift_elements ? to - from : limits::shift_elements;
    const A shift = static_cast<A>(lanes_fold<sum_op, A>::row(in, from, from + first) /
                                   static_cast<real>(first));
    const auto add = [&](A& sum, square& squares, index i) __attribute__((always_inline)) {
      const A d = static_cast<A>(static_cast<A>(in[i]) - shift);
      sum += d;
      squares += deviation_fn{}(d, A());
    };
    // Adds fewer than `short_lanes` elements. Their lanes are variables: vectors would wait until
    // they have been stored.
    const auto add_last = [&](A& sum, square& squares, index i) __attribute__((always_inline)) {
      A s0{}, s1{}, s2{}, s3{};
      square q0{}, q1{}, q2{}, q3{};
      for (;; i += 4) {
        add(s0, q0, i);
        if (to - i > 1)
          add(s1, q1, i + 1);
        if (to - i > 2)
          add(s2, q2, i + 2);
        if (to - i > 3)
          add(s3, q3, i + 3);
        if (to - i <= 4)
          break;
      }
      sum += (s0 + s2) + (s1 + s3);
      squares += (q0 + q2) + (q1 + q3);
    };
    A sum{};
    square squares{};
    if (to - from < short_lanes) {
      add_last(sum, squares, from);
      return from_shift(to - from, shift, sum, squares);
    }
    index i = from;
    // Adds elements in `Width` lanes while there are enough.
    const auto add_in_lanes =
        [&]<index Width>(std::integral_constant<index, Width>) __attribute__((always_inline)) {
          const auto plus = [](auto& into, const auto& other) { into += other; };
          A s[static_cast<std::size_t>(Width)]{};
          square q[static_cast<std::size_t>(Width)]{};
          for (; i + Width <= to; i += Width)
            for (index j = 0; j < Width; ++j)
              add(s[j], q[j], i + j);
          join_lanes<Width>(s, plus);
          join_lanes<Width>(q, plus);
          sum += s[0];
          squares += q[0];
        };
    if (to - i >= lanes)
      add_in_lanes(std::integral_constant<index, lanes>());
    if (lanes > short_lanes && to - i >= short_lanes)
      add_in_lanes(std::integral_constant<index, short_lanes>());
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
    first.rows = t.rows < limits::shift_rows ? t.rows : limits::shift_rows;
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
    const wide far = b.mean - a.mean;
    return {n, a.mean + far * (b.count / n),
            a.squares + b.squares + deviation_fn{}(far, wide()) * (a.count * b.count / n)};
  }
};

} // namespace stria::detail
