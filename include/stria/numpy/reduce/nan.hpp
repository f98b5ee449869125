// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/nan.hpp: reductions and scans that skip NaNs: nansum, nanmean, nanmin, nanmedian and
// others.
//
// For element types that cannot be NaN, each is equivalent to the function without "nan" in its
// name. Only nanpercentile and nanquantile of no elements differ: they are NaN instead of an error.
#pragma once

#include <stria/expr/floating.hpp>
#include <stria/fold/fold.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/reduce/scan.hpp>
#include <stria/numpy/statistics/quantile.hpp>
#include <stria/numpy/statistics/statistics.hpp>
#include <stria/tensor/foreign.hpp>

#include <limits>

namespace stria {

namespace detail {

template <class V>
inline constexpr bool may_be_nan = std::is_floating_point_v<V> || is_complex<V>::value;

/// The element, or a replacement for a NaN.
struct without_nan_fn {
  template <class V, class S>
  STRIA_INLINE constexpr V operator()(const V& v, const S& instead) const {
    return is_nan(v) ? static_cast<V>(instead) : v;
  }
};
struct is_no_nan_fn {
  template <class V> STRIA_INLINE constexpr bool operator()(const V& v) const { return !is_nan(v); }
};

/// Applies Op to the elements that are not NaN. Partial results may be NaN.
template <class Op> struct without_nan_op : Op {
  static constexpr bool has_join = true, lifts_numbers = false;
  template <class A, class V> STRIA_INLINE static constexpr A lift(const V& v) {
    return is_nan(v) ? Op::template neutral<A>() : static_cast<A>(v);
  }
  template <class A, class V> STRIA_INLINE static constexpr A step(const A& acc, const V& v) {
    return Op::step(acc, lift<A>(v));
  }
  template <class A, class B> STRIA_INLINE static constexpr A join(const A& a, const B& b) {
    return Op::step(a, b);
  }
};
struct nansum_op : without_nan_op<sum_op> {
  static constexpr const char* text = "nansum";
};
struct nanprod_op : without_nan_op<prod_op> {
  static constexpr const char* text = "nanprod";
};
/// Counts the elements that are not NaN.
struct no_nan_count_op : count_op {
  template <class A, class V> STRIA_INLINE static constexpr A lift(const V& v) {
    return is_nan(v) ? 0 : 1;
  }
  template <class V> STRIA_INLINE static constexpr int step(int acc, const V& v) {
    return acc + lift<int>(v);
  }
};

/// Computes the means of the elements that are not NaN. Returns their numbers.
template <std::uint64_t Bits, bool Keep, class Target, class E>
constexpr auto nan_means(Target& means, const E& e) {
  using D = value_t<Target>;
  typename tensor_of<index, Target::extents>::type counts(means.shape(), uninitialized_t{});
  fold_axes<no_nan_count_op, Bits, Keep>(counts, e, finish_fn<no_nan_count_op, index>{0});
  fold_axes<nansum_op, Bits, Keep>(means, e, finish_fn<nansum_op, D>{0});
  set_each(means, [&](index i) {
    return quotient(means.data()[i], static_cast<typename real_of<D>::type>(counts.data()[i]));
  });
  return counts;
}

struct nanmean_op {
  static constexpr const char* text = "nanmean";
  template <class> static constexpr bool takes = true;
  template <class T> using result = typename mean_type<T>::type;
  template <std::uint64_t Bits, bool Keep, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    nan_means<Bits, Keep>(target, e);
  }
};

/// The square of the distance from the mean; 0 for a NaN.
struct nan_deviation_fn {
  static constexpr const char* text = "nanvar";
  template <class T, class M>
  STRIA_INLINE constexpr auto operator()(const T& x, const M& mean) const {
    using D = decltype(deviation_fn{}(x, mean));
    if consteval {
      return is_nan(x) ? D() : deviation_fn{}(x, mean);
    }
    const D square = deviation_fn{}(x, mean);
    return is_nan(x) ? D() : square;
  }
};

/// The variance in two passes. The first pass computes the mean, the second one sums the squares of
/// the deviations from it; the deviation of a NaN counts as 0.
template <bool Root> struct nanvar_op {
  static constexpr const char* text = Root ? "nanstd_dev" : "nanvar";
  template <class T> static constexpr bool takes = variance_op<Root>::template takes<T>;
  template <class T> using result = statistic_type<T>;
  template <class A> static constexpr bool takes_value = one_of<A, ddof, correction>;
  double off = 0;

  friend constexpr bool operator==(const nanvar_op&, const nanvar_op&) = default;
  template <std::uint64_t Bits, bool Keep, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    using D = value_t<Target>;
    using M = typename mean_type<value_t<E>>::type;
    using kept_axes = typename tensor_of<M, reduced_shape<extents_of<E>, Bits, true>()>::type;
    kept_axes means(reduced_sizes<Bits, true, rank_of<E>>(e.shape()), uninitialized_t{});
    const auto counts = nan_means<Bits, true>(means, e);
    const auto squares = reduce_by<sum_op, Bits, Keep>(map(nan_deviation_fn{}, e, means));
    set_each(target, [&](index i) {
      const D rest = static_cast<D>(static_cast<double>(counts.data()[i]) - off);
      const D v = rest > 0 ? squares.data()[i] / rest : std::numeric_limits<D>::quiet_NaN();
      if constexpr (Root)
        return cmath::sqrt(v);
      else
        return v;
    });
  }
};

/// Keeps the better of two elements. The fold starts from the worst value of the type. A comparison
/// with a NaN is false, so a NaN is never kept; with -ffast-math, where compilers rely on there
/// being no NaN, the bits of each element are tested.
template <class Better> struct nan_extreme_fold_op : extreme_op<Better> {
  template <class, class A> using fold = lanes_fold<nan_extreme_fold_op, A>;
  static constexpr bool has_start = true, in_vectors = !tests_bits<double>;
  template <class A> static constexpr A start() {
    return extreme_op<Better>::template neutral<A>();
  }
  template <class R, class V> STRIA_INLINE static constexpr R step(const R& acc, const V& v) {
    if constexpr (tests_bits<V>)
      if (is_nan(v))
        return acc;
    return Better::better_of(static_cast<R>(v), acc);
  }
};
template <class Better> struct nan_extreme_op {
  static constexpr const char* text = Better::nan_text;
  template <class> static constexpr bool takes = true;
  template <class T> using result = T;
  template <std::uint64_t Bits, bool Keep, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    using fold = nan_extreme_fold_op<typename Better::base>;
    using V = value_t<Target>;
    const index count = reduced_count<Bits>(e.shape());
    if (count == 0)
      raise_empty_reduction(text, e.shape());
    fold_axes<fold, Bits, Keep>(target, e, finish_fn<fold, V>{count});
    // A result equal to the start value may come from an element, or from a row that has only NaNs.
    if (!contains(target, fold::template start<V>()))
      return;
    const auto some = reduce_by<any_op, Bits, Keep>(map(is_no_nan_fn{}, e));
    set_each(target, [&](index i) {
      return some.data()[i] ? target.data()[i] : std::numeric_limits<V>::quiet_NaN();
    });
  }
};
[[noreturn]] [[gnu::cold]] inline void raise_all_nan(const char* text) {
  raise<value_error>(message("stria: ")
                     << text << ": all elements are NaN, so there is no position");
}
template <class Better> struct nan_arg_op {
  static constexpr const char* text = Better::nan_arg_text;
  template <class> static constexpr bool takes = true;
  template <class> using result = index;
  template <std::uint64_t Bits, bool Keep, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    using op = extreme_op<typename Better::base>;
    using V = value_t<E>;
    if (reduced_count<Bits>(e.shape()) == 0)
      raise_empty_reduction(text, e.shape());
    const auto some = reduce_by<any_op, Bits, Keep>(map(is_no_nan_fn{}, e));
    if (contains(some, false)) [[unlikely]]
      raise_all_nan(text);
    const auto filled = map(without_nan_fn{}, e, op::template neutral<V>());
    arg_op<typename Better::base>::template compute<Bits, Keep>(target, prepare(filled));
  }
};
struct smaller_without_nan {
  using base = smaller_than;
  static constexpr const char *nan_text = "nanmin", *nan_arg_text = "nanargmin";
};
struct larger_without_nan {
  using base = larger_than;
  static constexpr const char *nan_text = "nanmax", *nan_arg_text = "nanargmax";
};

template <class E, bool OfComplex> inline constexpr bool skips_nan = false;
template <operand E, bool OfComplex>
inline constexpr bool skips_nan<E, OfComplex> =
    std::is_floating_point_v<value_t<E>> || (OfComplex && is_complex<value_t<E>>::value);
/// The function Nan of elements that it skips if they are NaN, and Plain of other elements.
template <class Nan, class Plain, bool OfComplex = true> struct nan_function : over_axes {
  template <class E, class... A>
  static auto verdict() -> decltype(Plain::template verdict<E, A...>());
  template <class, class E, class... A>
  using checked =
      checked_call<typename first_or_second<skips_nan<E, OfComplex>>::template of<Nan, Plain>, E,
                   A...>;
};
template <class Op, class Plain>
using nan_reduction = nan_function<reduction_function<Op>, reduction_function<Plain>>;
template <class Op, class Plain, bool OfComplex>
using nan_statistic = nan_function<statistic_function<Op>, reduction_function<Plain>, OfComplex>;
template <bool Root>
using nan_variance =
    nan_function<statistic_function<nanvar_op<Root>>, statistic_function<variance_op<Root>>>;
struct nanmedian_function : statistic_function<quantile_op<true, quantile_kind::mean>> {
  template <class E, class... A> static constexpr decltype(auto) run(E&& e, const A&...) {
    return make_statistic<decltype(verdict<E, A...>())>(quantile_op<true, quantile_kind::mean>{},
                                                        static_cast<E&&>(e));
  }
};

template <class A> struct nan_filled {
  using type = map_of<without_nan_fn, hold_t<A>, scalar<value_t<A>>>;
};
template <class Op> struct nan_scan_function : scan_function<Op> {
  template <class A> static constexpr auto run(A&& a) {
    return run(ravel(static_cast<A&&>(a)), constant<0>());
  }
  template <class A, class Axis> static constexpr auto run(A&& a, Axis x) {
    if constexpr (may_be_nan<value_t<A>>)
      return scan_function<Op>::run(
          typename nan_filled<A>::type(without_nan_fn{}, static_cast<A&&>(a),
                                       Op::template neutral<value_t<A>>()),
          x);
    else
      return scan_function<Op>::run(static_cast<A&&>(a), x);
  }
};

} // namespace detail

/// Sums, over axes, the elements that are not NaN.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or `axis(k)` (default: all axes); also the tag `keepdims`
/// \returns      the element, computed immediately, if all axes are reduced without `keepdims`;
///               otherwise a lazy expression. 0 where every element is NaN; the element type is
///               that of sum()
/// \throws       index_error if an `axis(k)` does not exist, value_error if it is named twice
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), one pass
/// \numpy        `np.nansum(e, axis)`
/// \usage        `nansum(a)`, `nansum(a, _0)`
STRIA_DECLARE_BY(nansum, detail::nan_reduction<detail::nansum_op, detail::sum_op>);
/// Multiplies, over axes, the elements that are not NaN.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or `axis(k)` (default: all axes); also the tag `keepdims`
/// \returns      the element or a lazy expression, as for nansum(); 1 where every element is NaN;
///               the element type is that of prod()
/// \throws       index_error if an `axis(k)` does not exist, value_error if it is named twice
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), one pass
/// \numpy        `np.nanprod(e, axis)`
/// \usage        `nanprod(a, _0)`
STRIA_DECLARE_BY(nanprod, detail::nan_reduction<detail::nanprod_op, detail::prod_op>);
/// Averages, over axes, the elements that are not NaN.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or `axis(k)` (default: all axes); also the tag `keepdims`
/// \returns      the element or a lazy expression, as for nansum(); NaN where every element is NaN
///               or there are no elements; double for integers
/// \throws       index_error if an `axis(k)` does not exist, value_error if it is named twice
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), one pass
/// \numpy        `np.nanmean(e, axis)`
/// \usage        `nanmean(a, _0, keepdims)`
STRIA_DECLARE_BY(nanmean, detail::nan_statistic<detail::nanmean_op, detail::mean_op, true>);
/// Finds, over axes, the smallest element that is not NaN.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or `axis(k)` (default: all axes); also the tag `keepdims`
/// \returns      the element or a lazy expression, as for nansum(), of the element type of `e`; NaN
///               where every element is NaN
/// \throws       value_error if there is no element to reduce or an `axis(k)` is named twice;
///               index_error if an `axis(k)` does not exist
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), one pass, and a second one where a result may be NaN
/// \numpy        `np.nanmin(e, axis)`
/// \usage        `nanmin(a, _0)`
STRIA_DECLARE_BY(nanmin, detail::nan_statistic<detail::nan_extreme_op<detail::smaller_without_nan>,
                                               detail::min_op, false>);
/// Finds, over axes, the largest element that is not NaN.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or `axis(k)` (default: all axes); also the tag `keepdims`
/// \returns      the element or a lazy expression, as for nansum(), of the element type of `e`; NaN
///               where every element is NaN
/// \throws       value_error if there is no element to reduce or an `axis(k)` is named twice;
///               index_error if an `axis(k)` does not exist
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), one pass, and a second one where a result may be NaN
/// \numpy        `np.nanmax(e, axis)`
/// \usage        `nanmax(a, _0)`
STRIA_DECLARE_BY(nanmax, detail::nan_statistic<detail::nan_extreme_op<detail::larger_without_nan>,
                                               detail::max_op, false>);
/// Finds the position of the smallest element that is not NaN.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or `axis(k)` (default: all axes); also the tag `keepdims`
/// \returns      index, or a lazy expression of index: the position along the axis; for several
///               axes, the position in row-major order. The first of equal elements is found. A NaN
///               counts as infinity, as in NumPy
/// \throws       value_error if every element is NaN, if there are no elements, or if an `axis(k)`
///               is named twice; index_error if an `axis(k)` does not exist
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), two passes
/// \numpy        `np.nanargmin(e, axis)`
/// \usage        `nanargmin(a, _1)`
STRIA_DECLARE_BY(nanargmin, detail::nan_statistic<detail::nan_arg_op<detail::smaller_without_nan>,
                                                  detail::arg_op<detail::smaller_than>, false>);
/// Finds the position of the largest element that is not NaN.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or `axis(k)` (default: all axes); also the tag `keepdims`
/// \returns      index, or a lazy expression of index: the position along the axis; for several
///               axes, the position in row-major order. The first of equal elements is found. A NaN
///               counts as minus infinity, as in NumPy
/// \throws       value_error if every element is NaN, if there are no elements, or if an `axis(k)`
///               is named twice; index_error if an `axis(k)` does not exist
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), two passes
/// \numpy        `np.nanargmax(e, axis)`
/// \usage        `nanargmax(a, _1)`
STRIA_DECLARE_BY(nanargmax, detail::nan_statistic<detail::nan_arg_op<detail::larger_without_nan>,
                                                  detail::arg_op<detail::larger_than>, false>);

/// Computes, over axes, the variance of the elements that are not NaN.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or `axis(k)` (default: all axes); also the tags `keepdims` and `ddof(n)`
///               or `correction(n)`; n is subtracted from the count (default 0)
/// \returns      the element or a lazy expression, as for nansum(); NaN where the count minus ddof
///               is not positive; double for integers
/// \throws       index_error if an `axis(k)` does not exist, value_error if it is named twice
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), two passes
/// \numpy        `np.nanvar(e, axis, ddof=n)`
/// \usage        `nanvar(a, _0, ddof(1))`
STRIA_DECLARE_BY(nanvar, detail::nan_variance<false>);
/// Computes the standard deviation of the elements that are not NaN: the square root of nanvar().
///
/// \param e      a tensor, view or expression
/// \param axes   axes and tags as in nanvar()
/// \returns      as for nanvar()
/// \throws       index_error if an `axis(k)` does not exist, value_error if it is named twice
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n), two passes
/// \numpy        `np.nanstd(e, axis, ddof=n)`
/// \usage        `nanstd_dev(a, _0)`
/// \see          nanvar
STRIA_DECLARE_BY(nanstd_dev, detail::nan_variance<true>);
/// Computes the standard deviation of the elements that are not NaN: another name of nanstd_dev().
///
/// \param e      a tensor, view or expression
/// \param axes   axes and tags as in nanvar()
/// \returns      as for nanvar()
/// \throws       index_error if an `axis(k)` does not exist, value_error if it is named twice
/// \numpy        `np.nanstd(e, axis, ddof=n)`
/// \usage        `nanstd(a, _0)`
/// \see          nanvar
STRIA_DECLARE_BY(nanstd, detail::nan_variance<true>);

/// Finds, over axes, the median of the elements that are not NaN.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or `axis(k)` (default: all axes); also the tag `keepdims`
/// \returns      the element or a lazy expression, as for nansum(); the mean of the two middle
///               elements for an even count; NaN where every element is NaN or there are no
///               elements; double for integers
/// \throws       index_error if an `axis(k)` does not exist, value_error if it is named twice
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n) on average; the elements are copied
/// \numpy        `np.nanmedian(e, axis)`
/// \usage        `nanmedian(a, _0)`
STRIA_DECLARE(nanmedian);

/// Computes, over axes, percentiles of the elements that are not NaN.
///
/// \param e      a tensor, view or expression
/// \param q      a number from 0 to 100, or a tensor of such numbers
/// \param axes   axes, `keepdims` and a method, as in percentile()
/// \returns      as for percentile(); NaN where every element is NaN or there are no elements. (No
///               integers, by a method that returns an element of its type, are a value_error.)
/// \throws       value_error if q is outside 0 to 100, if a text is not the name of a method, or if
///               an `axis(k)` is named twice; index_error if an `axis(k)` does not exist
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n) on average for one q; the elements are copied
/// \numpy        `np.nanpercentile(e, q, axis, method=...)`
/// \usage        `nanpercentile(a, 90, _0)`
/// \see          percentile
STRIA_QUANTILE(nanpercentile, true, true)
/// Computes, over axes, quantiles of the elements that are not NaN.
///
/// \param e      a tensor, view or expression
/// \param q      a number from 0 to 1, or a tensor of such numbers
/// \param axes   axes, `keepdims` and a method, as in quantile()
/// \returns      as for quantile(); NaN where every element is NaN or there are no elements
/// \throws       value_error if q is outside 0 to 1, if a text is not the name of a method, or if
///               an `axis(k)` is named twice; index_error if an `axis(k)` does not exist
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n) on average for one q; the elements are copied
/// \numpy        `np.nanquantile(e, q, axis, method=...)`
/// \usage        `nanquantile(a, 0.9, _0)`
/// \see          quantile
STRIA_QUANTILE(nanquantile, true, false)
#undef STRIA_QUANTILE

/// Computes the running sums along an axis. A NaN counts as 0.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)`; without it, the operand is flattened
/// \returns      a lazy expression of the shape of `a` (of rank 1 without an axis); the element
///               type is that of sum()
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      an axis that does not exist
/// \complexity   O(n), computed once when it is assigned
/// \numpy        `np.nancumsum(a, axis)`
/// \usage        `nancumsum(a, _0)`
STRIA_DECLARE_BY(nancumsum, detail::nan_scan_function<detail::sum_op>);
/// Computes the running products along an axis. A NaN counts as 1.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)`; without it, the operand is flattened
/// \returns      a lazy expression of the shape of `a` (of rank 1 without an axis); the element
///               type is that of prod()
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      an axis that does not exist
/// \complexity   O(n), computed once when it is assigned
/// \numpy        `np.nancumprod(a, axis)`
/// \usage        `nancumprod(a, _0)`
STRIA_DECLARE_BY(nancumprod, detail::nan_scan_function<detail::prod_op>);

} // namespace stria
