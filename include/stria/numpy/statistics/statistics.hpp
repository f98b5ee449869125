// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/statistics.hpp: reductions that need several passes or several running values:
// var, std_dev, ptp, norm, logsumexp.
//
// As in numpy/reduce/reduce.hpp, a reduction over all axes is computed immediately and returns its
// element.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/fold/moments.hpp>
#include <stria/math/cmath.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/tensor/foreign.hpp>

#include <concepts>
#include <limits>
#include <tuple>

namespace stria {

/// The delta degrees of freedom of var() and std_dev(): ddof(n) makes them divide the sum of
/// squares by the count minus n. The number n need not be an integer.
///
/// \numpy        `ddof=1`
/// \usage        `var(a, _0, ddof(1))`
struct ddof {
  double n;
  template <std::convertible_to<double> N>
  constexpr explicit ddof(const N& off) : n(static_cast<double>(off)) {}
};
/// The same as ddof, under its name in the Array API standard.
///
/// \numpy        `correction=1`
/// \usage        `var(a, _0, correction(1.5))`
struct correction {
  double n;
  template <std::convertible_to<double> N>
  constexpr explicit correction(const N& off) : n(static_cast<double>(off)) {}
};

namespace detail {

/// The type in which a real statistic of T is computed.
template <class T> using statistic_type = typename mean_type<typename real_of<T>::type>::type;

/// Elements of which a statistic with a square root or a logarithm can be computed.
template <class T>
concept has_root = has_arithmetic<T> && requires(const statistic_type<T>& v) { cmath::sqrt(v); };

template <class Op, std::uint64_t Bits, bool Keep, class E> constexpr auto reduce_by(const E& e) {
  return reduction<Op, hold_t<const E&>, Bits, Keep>(e).prepared();
}

/// The mean square of the distance from the mean or, if Root, its square root, in one pass over
/// memory.
template <bool Root> struct variance_op {
  static constexpr const char* text = Root ? "std_dev" : "var";
  template <class T>
  static constexpr bool takes = (Root ? has_root<T> : has_arithmetic<T>) && !cmath::short_float<T>;
  template <class T> using result = statistic_type<T>;
  template <class A> static constexpr bool takes_value = one_of<A, ddof, correction>;
  double off = 0;

  struct moments_op : detail::fold_op {
    template <class R, class V> using partial = typename mean_type<V>::type;
    template <class, class A> using fold = moments_fold<A>;
    static constexpr bool has_start = true;
    template <class W> static constexpr W start() { return {}; }
  };
  template <class D> struct finish_variance {
    double count;
    template <class W> constexpr D operator()(const W& m) const {
      const D mean_square = quotient(static_cast<D>(m.squares), static_cast<D>(count));
      if constexpr (Root)
        return cmath::sqrt(mean_square);
      else
        return mean_square;
    }
  };

  using fold_op = moments_op;
  template <class D> constexpr finish_variance<D> finisher(index count) const {
    const double rest = static_cast<double>(count) - off;
    return {rest > 0 ? rest : 0};
  }
  template <std::uint64_t Bits, bool Keep, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    fold_axes<moments_op, Bits, Keep>(target, e,
                                      finisher<value_t<Target>>(reduced_count<Bits>(e.shape())));
  }
};

/// The largest element minus the smallest one.
struct ptp_op {
  static constexpr const char* text = "ptp";
  // Complex numbers have no order.
  template <class T>
  static constexpr bool takes = has_order<T, T> && requires(const T& v) { static_cast<T>(v - v); };
  template <class T> using result = T;
  template <std::uint64_t Bits, bool Keep, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    const auto sizes = e.shape();
    if (reduced_count<Bits>(sizes) == 0)
      raise_empty_reduction(text, sizes);
    const reduction<max_op, hold_t<const E&>, Bits, Keep> high(e);
    const reduction<min_op, hold_t<const E&>, Bits, Keep> low(e);
    target = high - low;
  }
};

/// The square of the magnitude of a number, computed as an M.
template <class M> struct square_in_fn {
  static constexpr const char* text = "norm";
  template <class T> STRIA_INLINE constexpr auto operator()(const T& x) const {
    return deviation_fn{}(x, M());
  }
};

/// The square root of the sum of squares.
struct norm_op {
  static constexpr const char* text = "norm";
  template <class T> static constexpr bool takes = has_root<T>;
  template <class T> using result = statistic_type<T>;
  template <std::uint64_t Bits, bool Keep, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    using D = value_t<Target>;
    using M = typename mean_type<value_t<E>>::type;
    const auto squares = map(square_in_fn<M>{}, e);
    const reduction<sum_op, hold_t<decltype(squares)&>, Bits, Keep> sums(squares);
    if constexpr (has_terms<std::remove_const_t<decltype(sums)>>) {
      sums.compute(target);
      replace_each(target, [](const D& v) { return cmath::sqrt(v); });
    } else {
      sums.fold_to(target, root<D>());
    }
  }

private:
  template <class D> struct root {
    static constexpr bool is_identity = false;
    template <class W> STRIA_INLINE constexpr D operator()(const W& sum) const {
      return cmath::sqrt(static_cast<D>(sum));
    }
  };
};

/// log(sum(exp(a))), with the largest element subtracted first so that nothing overflows.
struct logsumexp_op {
  static constexpr const char* text = "logsumexp";
  template <class T>
  static constexpr bool takes = not_complex<T> && has_root<T> && !cmath::short_float<T>;
  template <class T> using result = statistic_type<T>;
  template <std::uint64_t Bits, bool Keep, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    using D = value_t<Target>;
    if (count_elements(e.shape()) == 0) {
      set_elements(target, -std::numeric_limits<D>::infinity()); // the logarithm of 0
      return;
    }
    // The results are in the same row-major order whether the reduced axes are kept or removed.
    auto shift = eval(cast<D>(reduce_by<max_op, Bits, true>(e)));
    replace_each(shift, [](const D& v) { return isfinite_fn{}(v) ? v : D{0}; });
    const auto sums = reduce_by<sum_op, Bits, Keep>(exp(cast<D>(e) - shift));
    target = sums; // copied: the target keeps its memory
    set_each(target, [to = target.data(), by = shift.data()](index i) {
      return cmath::log(to[i]) + by[i];
    });
  }
};

/// The operation that fold_axes runs for a statistic; void if the statistic needs several passes.
template <class Op> struct fold_op_of {
  using type = void;
};
template <bool Root> struct fold_op_of<variance_op<Root>> {
  using type = typename variance_op<Root>::fold_op;
};

/// A statistic of E over axes; computed once, before the loop that uses it.
template <class Op, class E, std::uint64_t Bits, bool Keep>
class statistic
    : public computed<statistic<Op, E, Bits, Keep>, typename Op::template result<value_t<E>>,
                      reduced_shape<extents_of<E>, Bits, Keep>()> {
  static constexpr std::size_t R = reduced_shape<extents_of<E>, Bits, Keep>().rank();
  E source_;
  STRIA_EMPTY Op op_;

public:
  static constexpr computation how = computation::at_a_level;
  using fold_op = typename fold_op_of<Op>::type;
  using source_type = E;
  static constexpr bool folds_rows =
      folds_rows_of<fold_op, typename Op::template result<value_t<E>>, E, Bits, Keep>;

  template <class U>
  constexpr statistic(U&& source, const Op& op) : source_(static_cast<U&&>(source)), op_(op) {}
  STRIA_NO_TARGET(statistic);

  constexpr axis_array<R> shape() const { return {reduced_sizes<Bits, Keep, R>(source_.shape())}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return statistic<Op, std::remove_cvref_t<M>, Bits, Keep>(static_cast<M&&>(source), op_);
  }
  template <std::size_t> constexpr auto needed(const region<R>& of_result) const {
    return unreduced_region<Bits, Keep>(of_result, source_.shape());
  }
  /// The statistic of change(operand), folded row by row on demand.
  template <class Change> constexpr auto by_rows(Change change) const {
    return make_row_fold<fold_op, value_t<statistic>>(change(source_), finisher());
  }
  constexpr const E& source() const { return source_; }
  constexpr const Op& operation() const { return op_; }
  constexpr auto finisher() const {
    return op_.template finisher<value_t<statistic>>(reduced_count<Bits>(source_.shape()));
  }
  template <class Target> constexpr void compute(Target& target) const {
    op_.template compute<Bits, Keep>(target, prepare_to_reread(source_));
  }
};
template <class Op, class E, std::uint64_t Bits, bool Keep>
inline constexpr bool parts_split<statistic<Op, E, Bits, Keep>> = parts_split<E>;

/// An argument of a call of Op that is neither an axis nor keepdims.
template <class A, class Op>
concept value_of_op = Op::template takes_value<A>;

// The axes and tags of a call, without the arguments that satisfy value_of_op.
template <class Op, class E, class Seen, class... A> struct statistic_axes;
template <class Op, class E, class... Seen> struct statistic_axes<Op, E, std::tuple<Seen...>> {
  using verdict = typename reduction_verdict<reduces<Op, value_t<E>>, Op, E, Seen...>::type;
};
template <class Op, class E, class... Seen, class A, class... More>
struct statistic_axes<Op, E, std::tuple<Seen...>, A, More...>
    : statistic_axes<Op, E, std::tuple<Seen..., A>, More...> {};
template <class Op, class E, class... Seen, value_of_op<Op> A, class... More>
struct statistic_axes<Op, E, std::tuple<Seen...>, A, More...>
    : statistic_axes<Op, E, std::tuple<Seen...>, More...> {};

constexpr double ddof_among() { return 0; }
template <class A, class... More> constexpr double ddof_among(const A& a, const More&... more) {
  if constexpr (one_of<A, ddof, correction>)
    return a.n;
  else
    return ddof_among(more...);
}

/// A statistic over the axes of a verdict: the element, or a node.
template <class Verdict, class Op, class E>
STRIA_INLINE constexpr decltype(auto) make_statistic(const Op& op, E&& e) {
  constexpr axis_set axes = Verdict::axes;
  if constexpr (gives_element<E>(axes))
    return element_call<statistic<Op, typename hold_to_reduce<true, E>::type, axes.bits,
                                  axes.keep>>::run(static_cast<E&&>(e), op);
  else
    return statistic<Op, hold_t<E>, axes.bits, axes.keep>(static_cast<E&&>(e), op);
}
template <class Op> struct statistic_function : over_axes {
  template <class E, class... A,
            class V = typename statistic_axes<Op, E, std::tuple<>, A...>::verdict>
  static each_verdict<element_verdict<statistic<Op, hold_t<E>, 0, false>, V, E>, V> verdict();
  template <class E, class... A> static constexpr decltype(auto) run(E&& e, const A&... a) {
    using verdict_t = decltype(verdict<E, A...>());
    if constexpr (std::is_empty_v<Op>)
      return make_statistic<verdict_t>(Op{}, static_cast<E&&>(e));
    else
      return make_statistic<verdict_t>(Op{ddof_among(a...)}, static_cast<E&&>(e));
  }
};

} // namespace detail

#define STRIA_STATISTIC(name, ...)                                                                 \
  STRIA_DECLARE_BY(name, detail::statistic_function<__VA_ARGS__>);                                 \
  constexpr detail::no_reduction_by_text name(detail::asked_by_name) { return {}; }

/// Computes the variance over axes: the mean square of the distance from the mean.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tags `keepdims` and `ddof(n)` or `correction(n)`; n is subtracted from the count
///               (default 0)
/// \returns      the element, computed immediately, if all axes are reduced without `keepdims`;
///               otherwise a lazy expression. The variance of integers is a double, that of complex
///               numbers is real, and that of no elements is NaN
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), one pass
/// \numpy        `np.var(e, axis, ddof=n)`
/// \usage        `var(a)`, `var(a, _0, ddof(1))`
STRIA_STATISTIC(var, detail::variance_op<false>)
/// Computes the standard deviation over axes: the square root of var().
///
/// \param e      a tensor, view or expression
/// \param axes   axes and tags as in var()
/// \returns      as for var()
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), one pass
/// \numpy        `np.std(e, axis, ddof=n)`
/// \usage        `std_dev(a, -_1, keepdims)`
/// \see          var
STRIA_STATISTIC(std_dev, detail::variance_op<true>)
/// Computes the standard deviation over axes: another name of std_dev(). NumPy calls it `std`,
/// which is a namespace in C++.
///
/// \param e      a tensor, view or expression
/// \param axes   axes and tags as in var()
/// \returns      as for var()
/// \throws       as for var()
/// \refuses      as for var()
/// \numpy        `np.std(e, axis, ddof=n)`
/// \usage        `std_(a, _0, ddof(1))`
/// \see          std_dev
STRIA_STATISTIC(std_, detail::variance_op<true>)
/// Computes the range of the elements over axes: the largest element minus the smallest.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      the element or a lazy expression, as for var(), of the element type of `e`
/// \throws       value_error if there is no element to reduce; index_error or value_error if an
///               `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; complex elements
/// \complexity   O(n)
/// \numpy        `np.ptp(e, axis)`
/// \usage        `ptp(a, _0)`
STRIA_STATISTIC(ptp, detail::ptp_op)
/// Computes the logarithm of the sum of exponentials over axes, without overflow.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      the element or a lazy expression, as for var(). The result for integers is a
///               double; the result for no elements is -infinity
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), two passes
/// \numpy        none; `scipy.special.logsumexp(e, axis)`
/// \usage        `logsumexp(a, _1)`
STRIA_STATISTIC(logsumexp, detail::logsumexp_op)

#undef STRIA_STATISTIC

} // namespace stria
