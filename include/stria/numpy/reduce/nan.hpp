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
  static constexpr bool of_complex = true;
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
  static constexpr bool of_complex = false;
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
  static constexpr bool of_complex = false;
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

/// A reduction by Op, or by Plain if no element can be NaN.
template <class Op, class Plain, class E, class... A> struct nan_reduction_result : ignored_call {};
template <class Op, class Plain, operand E, class... A>
struct nan_reduction_result<Op, Plain, E, A...>
    : reduction_result<std::conditional_t<may_be_nan<value_t<E>>, Op, Plain>, E, A...> {};
/// A statistic by Op if elements can be NaN, otherwise a reduction by Plain.
template <class Op, class Plain, class E, class... A> struct nan_statistic_result : ignored_call {};
template <class Op, class Plain, operand E, class... A>
struct nan_statistic_result<Op, Plain, E, A...> : reduction_result<Plain, E, A...> {};
template <class Op, class Plain, operand E, class... A>
  requires(std::is_floating_point_v<value_t<E>> ||
           (Op::of_complex && is_complex<value_t<E>>::value))
struct nan_statistic_result<Op, Plain, E, A...> : statistic_result<Op, E, A...> {
  template <class X> static constexpr auto run(X&& e) {
    return statistic_result<Op, E, A...>::run(static_cast<X&&>(e), Op{});
  }
};
template <bool Root, class E, class... A> struct nanvar_result : ignored_call {};
template <bool Root, operand E, class... A> struct nanvar_result<Root, E, A...> {
  using op = std::conditional_t<may_be_nan<value_t<E>>, nanvar_op<Root>, variance_op<Root>>;
  using call = statistic_result<op, E, A...>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(E&& e, double off) { return call::run(static_cast<E&&>(e), op{off}); }
};

template <class A> struct nan_filled {
  using type = map_of<without_nan_fn, hold_t<A>, scalar<value_t<A>>>;
};
template <class Op, class A, class Axis> struct nan_scan_result {};
template <class Op, operand A, class Axis>
struct nan_scan_result<Op, A, Axis> : scan_result<Op, A, Axis> {};
template <class Op, operand A, class Axis>
  requires may_be_nan<value_t<A>>
struct nan_scan_result<Op, A, Axis> : scan_result<Op, typename nan_filled<A>::type, Axis> {
  static constexpr auto run(A&& a) {
    using filled = typename nan_filled<A>::type;
    return scan_result<Op, filled, Axis>::run(
        filled(without_nan_fn{}, static_cast<A&&>(a), Op::template neutral<value_t<A>>()));
  }
};

} // namespace detail

#define STRIA_NAN_FUNCTION(name, ...)                                                              \
  template <detail::operand_or_refused E, class... Axes>                                           \
  constexpr auto name(E&& e, [[maybe_unused]] Axes... axes) STRIA_RUN_OR_REFUSE(__VA_ARGS__);      \
  STRIA_FOREIGN_FIRST(name);
#define STRIA_NAN_REDUCTION(name, op, plain)                                                       \
  STRIA_NAN_FUNCTION(name, (detail::nan_reduction_result<op, plain, E, Axes...>),                  \
                     static_cast<E&&>(e))
#define STRIA_NAN_STATISTIC(name, op, plain)                                                       \
  STRIA_NAN_FUNCTION(name, (detail::nan_statistic_result<op, plain, E, Axes...>),                  \
                     static_cast<E&&>(e))

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
STRIA_NAN_REDUCTION(nansum, detail::nansum_op, detail::sum_op)
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
STRIA_NAN_REDUCTION(nanprod, detail::nanprod_op, detail::prod_op)
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
STRIA_NAN_STATISTIC(nanmean, detail::nanmean_op, detail::mean_op)
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
STRIA_NAN_STATISTIC(nanmin, detail::nan_extreme_op<detail::smaller_without_nan>, detail::min_op)
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
STRIA_NAN_STATISTIC(nanmax, detail::nan_extreme_op<detail::larger_without_nan>, detail::max_op)
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
STRIA_NAN_STATISTIC(nanargmin, detail::nan_arg_op<detail::smaller_without_nan>,
                    detail::arg_op<detail::smaller_than>)
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
STRIA_NAN_STATISTIC(nanargmax, detail::nan_arg_op<detail::larger_without_nan>,
                    detail::arg_op<detail::larger_than>)

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
STRIA_NAN_FUNCTION(nanvar, (detail::nanvar_result<false, E, Axes...>), static_cast<E&&>(e),
                   detail::ddof_among(axes...))
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
STRIA_NAN_FUNCTION(nanstd_dev, (detail::nanvar_result<true, E, Axes...>), static_cast<E&&>(e),
                   detail::ddof_among(axes...))
/// Computes the standard deviation of the elements that are not NaN: another name of nanstd_dev().
///
/// \param e      a tensor, view or expression
/// \param axes   axes and tags as in nanvar()
/// \returns      as for nanvar()
/// \throws       index_error if an `axis(k)` does not exist, value_error if it is named twice
/// \numpy        `np.nanstd(e, axis, ddof=n)`
/// \usage        `nanstd(a, _0)`
/// \see          nanvar
STRIA_NAN_FUNCTION(nanstd, (detail::nanvar_result<true, E, Axes...>), static_cast<E&&>(e),
                   detail::ddof_among(axes...))

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
STRIA_NAN_FUNCTION(nanmedian, (detail::statistic_result<detail::quantile_op_of<true>, E, Axes...>),
                   static_cast<E&&>(e), detail::quantile_op_of<true>{})

#undef STRIA_NAN_STATISTIC
#undef STRIA_NAN_REDUCTION
#undef STRIA_NAN_FUNCTION

#define STRIA_NAN_QUANTILE(name, per_cent)                                                         \
  template <detail::operand_or_refused E, class... Axes>                                           \
  constexpr auto name(E&& e, double q, Axes... axes) STRIA_RUN_OR_REFUSE(                          \
      (detail::statistic_result<detail::quantile_op_of<true, Axes...>, E, Axes...>),               \
      static_cast<E&&>(e),                                                                         \
      detail::make_quantile_op<detail::quantile_op_of<true, Axes...>>(q, per_cent, axes...));      \
  template <detail::operand_or_refused E, detail::operand Q, class... Axes>                        \
  constexpr auto name(E&& e, const Q& q, Axes... axes) STRIA_RUN_OR_REFUSE(                        \
      (detail::quantiles_result<true, detail::kind_of_call<Axes...>, E, Q, Axes...>),              \
      static_cast<E&&>(e), q, per_cent, axes...);                                                  \
  /** The same with a method as a template argument. Elements keep their type. */                  \
  template <detail::method_constant M, detail::operand_or_refused E, class... Axes>                \
  constexpr auto name(E&& e, double q, Axes...) STRIA_RUN_OR_REFUSE(                               \
      (detail::statistic_result<detail::quantile_op_by<true, M>, E, Axes...>),                     \
      static_cast<E&&>(e),                                                                         \
      detail::make_quantile_op<detail::quantile_op_by<true, M>>(q, per_cent, M.value));            \
  /** The same for each element of `q`. */                                                         \
  template <detail::method_constant M, detail::operand_or_refused E, detail::operand Q,            \
            class... Axes>                                                                         \
  constexpr auto name(E&& e, const Q& q, Axes...) STRIA_RUN_OR_REFUSE(                             \
      (detail::quantiles_result<true, detail::kind_of_method(M.value), E, Q, Axes...>),            \
      static_cast<E&&>(e), q, per_cent, M.value);                                                  \
  STRIA_FOREIGN_FIRST(name);                                                                       \
  STRIA_FOREIGN_SECOND(name);

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
STRIA_NAN_QUANTILE(nanpercentile, true)
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
STRIA_NAN_QUANTILE(nanquantile, false)
#undef STRIA_NAN_QUANTILE

#define STRIA_NAN_SCAN(name, op)                                                                   \
  template <class A, class Axis>                                                                   \
  constexpr auto name(A&& a, Axis)                                                                 \
      STRIA_RUN_OR_REFUSE((detail::nan_scan_result<op, A, Axis>), static_cast<A&&>(a));            \
  template <detail::operand A> constexpr auto name(A&& a) {                                        \
    return name(ravel(static_cast<A&&>(a)), constant<0>{});                                        \
  }                                                                                                \
  STRIA_FOREIGN_FIRST(name);

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
STRIA_NAN_SCAN(nancumsum, detail::sum_op)
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
STRIA_NAN_SCAN(nancumprod, detail::prod_op)
#undef STRIA_NAN_SCAN

} // namespace stria
