// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/quantile.hpp: median, percentile and quantile.
//
// Without keepdims, the median or a single quantile over all axes is computed immediately and
// returned as a number.
#pragma once

#include <stria/arguments/named_argument.hpp>
#include <stria/math/limits.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/numpy/statistics/quantile_loops.hpp>
#include <stria/numpy/statistics/statistics.hpp>
#include <stria/tensor/foreign.hpp>

#include <string_view>

namespace stria {

/// How a quantile between two elements is computed.
///
/// The methods have the same meaning as the methods of these names in NumPy. A name as text, such
/// as "hazen", is accepted too.
///
/// \numpy        `method="hazen"` and so on
/// \usage        `percentile(a, 90, percentile_method::hazen)`, `percentile(a, 90, "hazen")`
enum class percentile_method : unsigned char {
  linear,
  lower,
  higher,
  nearest,
  midpoint,
  inverted_cdf,
  averaged_inverted_cdf,
  closest_observation,
  interpolated_inverted_cdf,
  hazen,
  weibull,
  median_unbiased,
  normal_unbiased
};
/// Another name of percentile_method.
///
/// \usage        `quantile(a, 0.9, quantile_method::hazen)`
using quantile_method = percentile_method;

namespace detail {

/// The extents of one shape followed by those of another.
template <auto First, auto Second> constexpr auto joined_extents() {
  auto s = unknown_shape<First.rank() + Second.rank()>();
  for (std::size_t k = 0; k < First.rank(); ++k)
    s[k] = First[k];
  for (std::size_t k = 0; k < Second.rank(); ++k)
    s[First.rank() + k] = Second[k];
  return s;
}

/// The position of the quantile q among n elements, n > 0. Source: R. J. Hyndman and Y. Fan, Sample
/// quantiles in statistical packages, 1996.
constexpr quantile_place place_of_quantile(percentile_method method, index n, double q) {
  using enum percentile_method;
  const double all = static_cast<double>(n) * q;
  const auto between = [&](double alpha, double beta) {
    return place_within(all + (alpha + q * (1 - alpha - beta)) - 1, n);
  };
  const auto whole = [&](index k) { return quantile_place{k < n ? k : n - 1, 0}; };
  const quantile_place p = place_within(static_cast<double>(n - 1) * q, n);
  switch (method) {
  case linear: break;
  case lower: return whole(p.k);
  case higher: return whole(p.part > 0 ? p.k + 1 : p.k);
  case nearest: return whole(p.part > 0.5 || (p.part == 0.5 && p.k % 2 == 1) ? p.k + 1 : p.k);
  case midpoint: return {p.k, p.part > 0 ? 0.5 : 0};
  case inverted_cdf: {
    const auto at = place_within(all - 1, n);
    return whole(at.part > 0 ? at.k + 1 : at.k);
  }
  case averaged_inverted_cdf: {
    if (all < 1)
      return {0, 0};
    const auto at = place_within(all - 1, n);
    return at.part > 0 || at.k + 1 == n ? whole(at.k + 1) : quantile_place{at.k, 0.5};
  }
  case closest_observation: {
    // A position half-way between two elements is rounded to the element whose number, counted from
    // 1, is even.
    const double x = all - 0.5;
    if (x < 1)
      return {0, 0};
    const index number = static_cast<index>(x);
    const bool here = x == static_cast<double>(number) && number % 2 == 0;
    return whole(here ? number - 1 : number);
  }
  case interpolated_inverted_cdf: return between(0, 1);
  case hazen: return between(0.5, 0.5);
  case weibull: return between(0, 0);
  case median_unbiased: return between(1. / 3, 1. / 3);
  case normal_unbiased: return between(3. / 8, 3. / 8);
  }
  return p;
}

/// The value at quantile q; NaN if an element is NaN or there are no elements.
template <class D, class T>
constexpr D quantile_of(T* a, T* other, index n, double q,
                        percentile_method method = percentile_method::linear) {
  if (const index nan = place_of_nan(a, n); nan < n)
    return static_cast<D>(a[nan]);
  if (n == 0)
    return no_quantile<D>();
  return select_place<D>(a, other, n, place_of_quantile(method, n, q));
}

struct percentile_op {
  static constexpr const char* text = "percentile";
  // Complex numbers have no order.
  template <class T> static constexpr bool takes = has_order<T, T> && has_arithmetic<T>;
  template <class T> using result = statistic_type<T>;
  double q = 0.5;
  // True for a median, which is NaN if there are no elements. A percentile of no elements is an
  // error.
  bool of_any = true;

  template <std::uint64_t Bits, bool, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    using D = value_t<Target>;
    const auto sizes = e.shape();
    if (!of_any && reduced_count<Bits>(sizes) == 0)
      raise_empty_reduction(text, sizes);
    const auto one = [&](auto* values, index n, auto* other) {
      return quantile_of<D>(values, other, n, q);
    };
    if !consteval {
      const index n = reduced_count<Bits>(sizes);
      if (select_short_rows<Bits>(target.data(), target.size(), e, n,
                                  place_of_quantile(percentile_method::linear, n, q), one))
        return;
    }
    each_selection<Bits>(target.size(), e, [&](index k, auto* values, index n, auto* other) {
      target.data()[k] = one(values, n, other);
    });
  }
};

/// The results of a method: means of two elements; elements; or, for a method that is known only at
/// run time, either.
enum class quantile_kind : unsigned char { mean, element, either };
constexpr quantile_kind kind_of_method(percentile_method method) {
  using enum percentile_method;
  const bool selects = method == lower || method == higher || method == nearest ||
                       method == inverted_cdf || method == closest_observation;
  return selects ? quantile_kind::element : quantile_kind::mean;
}
/// The type of quantiles of elements of type T. A mean of integers is a double. If the method is
/// known only at run time, the type holds all elements, too: long double for 64-bit integers.
template <quantile_kind Kind, class T>
using quantile_type = std::conditional_t<
    Kind == quantile_kind::element, T,
    std::conditional_t<Kind == quantile_kind::either && std::integral<T> &&
                           (std::numeric_limits<T>::digits > std::numeric_limits<double>::digits),
                       long double, statistic_type<T>>>;
/// Raises value_error if there are no elements, unless the result is NaN.
template <class D, bool SkipsNan, std::uint64_t Bits, class E>
constexpr void check_any_element(const char* what, const E& e) {
  if constexpr (!SkipsNan || !std::numeric_limits<D>::has_quiet_NaN)
    if (const auto sizes = e.shape(); reduced_count<Bits>(sizes) == 0)
      raise_empty_reduction(what, sizes);
}

/// A quantile by any method. A NaN makes the result NaN, or is skipped if SkipsNan.
template <bool SkipsNan, quantile_kind Kind> struct quantile_op {
  static constexpr const char* text = "percentile";
  // Complex numbers have no order.
  template <class T> static constexpr bool takes = has_order<T, T> && has_arithmetic<T>;
  template <class T> using result = quantile_type<Kind, T>;
  // A method that is a template argument does not occur among the arguments, too.
  template <class A>
  static constexpr bool takes_value =
      Kind == quantile_kind::either && one_of<A, percentile_method, const char*>;
  double q = 0.5;
  percentile_method method = percentile_method::linear;

  template <std::uint64_t Bits, bool, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    using D = value_t<Target>;
    check_any_element<D, SkipsNan, Bits>(text, e);
    const auto one = [&](auto* values, index n, auto* other) {
      const index kept = SkipsNan ? drop_nans(values, n) : n;
      return quantile_of<D>(values, other, kept, q, method);
    };
    if !consteval {
      const index n = reduced_count<Bits>(e.shape());
      if (n > 0 && select_short_rows<Bits>(target.data(), target.size(), e, n,
                                           place_of_quantile(method, n, q), one))
        return;
    }
    each_selection<Bits>(target.size(), e, [&](index k, auto* values, index n, auto* other) {
      target.data()[k] = one(values, n, other);
    });
  }
};

[[noreturn]] [[gnu::cold]] inline void raise_percentile(bool per_cent) {
  raise<value_error>(per_cent ? message("stria: percentile: q must be between 0 and 100")
                              : message("stria: quantile: q must be between 0 and 1"));
}
/// q as a number from 0 to 1. Raises value_error if it is outside that range.
constexpr double fraction_of(double q, bool per_cent) {
  if (!(q >= 0 && q <= (per_cent ? 100 : 1))) [[unlikely]]
    raise_percentile(per_cent);
  return per_cent ? q / 100 : q;
}

struct percentile_method_names {
  static constexpr const char* what = "method of a percentile";
  static constexpr const char* names[] = {"linear",
                                          "lower",
                                          "higher",
                                          "nearest",
                                          "midpoint",
                                          "inverted_cdf",
                                          "averaged_inverted_cdf",
                                          "closest_observation",
                                          "interpolated_inverted_cdf",
                                          "hazen",
                                          "weibull",
                                          "median_unbiased",
                                          "normal_unbiased"};
};
using method_argument = named_argument<percentile_method, percentile_method_names>;
template <class A>
concept method_item = std::same_as<A, percentile_method> || std::same_as<A, const char*>;

constexpr percentile_method method_among() { return percentile_method::linear; }
template <class A, class... More>
constexpr percentile_method method_among(const A& a, const More&... more) {
  if constexpr (method_item<A>)
    return method_argument(a).value;
  else
    return method_among(more...);
}

/// A method as a template argument.
struct method_constant {
  percentile_method value;
  consteval method_constant(percentile_method m) : value(m) {}
  consteval method_constant(const char* name) : value(method_argument(name).value) {}
};
/// Quantiles of E over axes for each q of a tensor. The axes of the tensor come first.
template <bool SkipsNan, quantile_kind Kind, class Q, class E, std::uint64_t Bits, bool Keep>
class quantile_list
    : public computed<quantile_list<SkipsNan, Kind, Q, E, Bits, Keep>,
                      quantile_type<Kind, value_t<E>>,
                      joined_extents<Q::extents, reduced_shape<extents_of<E>, Bits, Keep>()>()> {
  static constexpr std::size_t L = reduced_shape<extents_of<E>, Bits, Keep>().rank(),
                               R = rank_of<Q> + L;
  E source_;
  Q q_;
  percentile_method method_;

public:
  template <class U>
  constexpr quantile_list(U&& source, Q q, percentile_method method)
      : source_(static_cast<U&&>(source)), q_(static_cast<Q&&>(q)), method_(method) {}
  STRIA_NO_TARGET(quantile_list);

  constexpr axis_array<R> shape() const {
    axis_array<R> n{};
    std::size_t k = 0;
    for (const index size : q_.shape())
      n[k++] = size;
    for (const index size : reduced_sizes<Bits, Keep, L>(source_.shape()))
      n[k++] = size;
    return n;
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return quantile_list<SkipsNan, Kind, Q, std::remove_cvref_t<M>, Bits, Keep>(
        static_cast<M&&>(source), Q(q_), method_);
  }
  static constexpr computation how = computation::along_axes;
  /// The region with all quantiles.
  constexpr region<R> computed_for(region<R> r) const {
    for (std::size_t k = 0; k < rank_of<Q>; ++k)
      set_axis(r, k, 0, 1, q_.shape()[k]);
    return r;
  }
  template <std::size_t> constexpr auto needed(const region<R>& of_result) const {
    region<L> r;
    for (std::size_t k = 0; k < L; ++k)
      set_axis(r, k, of_result.begin[R - L + k], of_result.step[R - L + k],
               of_result.size[R - L + k]);
    return unreduced_region<Bits, Keep>(r, source_.shape());
  }
  template <class Target> constexpr void compute(Target& target) const {
    const auto& e = prepare(source_);
    const index count = q_.size();
    check_any_element<value_t<Target>, SkipsNan, Bits>("percentile", e);
    if (target.size() == 0)
      return;
    const index rows = target.size() / count;
    each_selection<Bits>(rows, e, [&](index k, auto* values, index n, auto* other) {
      select_places<SkipsNan>(
          target.data() + k, rows, count, values, n, other,
          [&](index kept, index j) { return place_of_quantile(method_, kept, q_.data()[j]); });
    });
  }
};

template <class Q> struct quantiles_verdict {
  static constexpr bool accepted = std::is_arithmetic_v<value_t<Q>>;
  static constexpr message text() {
    return message("stria: percentile and quantile need q as a number or a tensor of numbers");
  }
};
/// q as one number.
template <class Q> struct number_verdict : not_ours_verdict {
  static constexpr bool accepted = std::convertible_to<Q, double>;
};
struct median_function : statistic_function<percentile_op> {
  template <class E, class... A> static constexpr auto run(E&& e, const A&...) {
    return make_statistic<decltype(verdict<E, A...>())>(percentile_op{}, static_cast<E&&>(e));
  }
};

/// A quantile for a number q, or one for each element of an operand q. M is the method, if it is a
/// template argument.
template <bool SkipsNan, bool PerCent, method_constant... M>
struct quantile_function : over_axes_after_value {
  template <class... A>
  static constexpr quantile_kind kind = [] {
    if constexpr (sizeof...(M) > 0)
      return (kind_of_method(M.value), ...);
    else
      return (method_item<A> || ...) ? quantile_kind::either : quantile_kind::mean;
  }();
  template <class... A>
  using op = std::conditional_t<!SkipsNan && sizeof...(M) == 0 && kind<A...> == quantile_kind::mean,
                                percentile_op, quantile_op<SkipsNan, kind<A...>>>;
  template <class E, class... A>
  using axes =
      typename statistic_axes<quantile_op<SkipsNan, kind<A...>>, E, std::tuple<>, A...>::verdict;

  template <class E, class Q, class... A>
  static each_verdict<number_verdict<Q>, axes<E, A...>> verdict();
  template <class E, operand Q, class... A>
  static each_verdict<quantiles_verdict<Q>, axes<E, A...>> verdict();

  template <class E, class... A> static constexpr auto run(E&& e, double q, const A&... a) {
    const double fraction = fraction_of(q, PerCent);
    if constexpr (std::same_as<op<A...>, percentile_op>)
      return make_statistic<axes<E, A...>>(percentile_op{fraction, false}, static_cast<E&&>(e));
    else
      return make_statistic<axes<E, A...>>(op<A...>{fraction, method(a...)}, static_cast<E&&>(e));
  }
  template <class E, operand Q, class... A>
  static constexpr auto run(E&& e, const Q& q, const A&... a) {
    using fractions = typename tensor_of<double, extents_of<Q>>::type;
    constexpr axis_set over = axes<E, A...>::axes;
    fractions f(eval(q));
    replace_each(f, [](double x) { return fraction_of(x, PerCent); });
    return quantile_list<SkipsNan, kind<A...>, fractions, hold_t<E>, over.bits, over.keep>(
        static_cast<E&&>(e), static_cast<fractions&&>(f), method(a...));
  }

private:
  template <class... A> static constexpr percentile_method method(const A&... a) {
    if constexpr (sizeof...(M) > 0)
      return (M.value, ...);
    else
      return method_among(a...);
  }
};

} // namespace detail

/// Finds the median over axes.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      the element, computed immediately, if all axes are reduced without `keepdims`;
///               otherwise a lazy expression. For an even count, the mean of the two middle
///               elements; NaN where an element is NaN or there are no elements; double for
///               integers
/// \throws       index_error if an `axis(k)` does not exist, value_error if it is named twice
/// \refuses      axes that do not exist or are named twice
/// \complexity   O(n) on average; the elements are copied
/// \numpy        `np.median(e, axis)`
/// \usage        `median(a)`, `median(a, _0)`
STRIA_DECLARE(median);
constexpr detail::no_reduction_by_text median(detail::asked_by_name) { return {}; }

#define STRIA_QUANTILE(name, ...)                                                                  \
  STRIA_DECLARE_TWO(name, detail::quantile_function<__VA_ARGS__>);                                 \
  STRIA_FOREIGN_SECOND(name);                                                                      \
  /** The same with a method as a template argument. Elements may keep their type. */              \
  template <detail::method_constant M, detail::operand_or_refused A, class B, class... X>          \
  constexpr auto name(A&& a, B&& b, X... x) STRIA_RUN_OR_REFUSE(                                   \
      (detail::result_class<detail::quantile_function<__VA_ARGS__, M>, A, B, X...>),               \
      static_cast<A&&>(a), static_cast<B&&>(b), static_cast<X&&>(x)...);

/// Finds the value below which q percent of the elements lie.
///
/// \param e      a tensor, view or expression
/// \param q      a number from 0 to 100, or a tensor of such numbers
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims` and a percentile_method or its name (default linear)
/// \returns      the element, computed immediately, for one q over all axes without `keepdims`;
///               otherwise a lazy expression. If q is a tensor, its axes come first. NaN where an
///               element is NaN. Quantiles of integers are doubles, which hold all elements of up
///               to 53 bits. If a method is given, those of 64-bit integers are long doubles,
///               because the methods lower, higher, nearest, inverted_cdf and closest_observation
///               return an element. If such a method is a template argument, as in
///               `percentile<"lower">(a, q)`, the result has the type of the elements
/// \throws       value_error if q is outside 0 to 100, if there is no element to reduce, if a text
///               is not the name of a method, or if an axis(k) is named twice; index_error if an
///               axis(k) does not exist
/// \refuses      axes that do not exist or are named twice; a tensor q of elements that are not
///               numbers
/// \complexity   O(n) on average for one q, O(n log n) for more than four; the elements are copied
/// \numpy        `np.percentile(e, q, axis, method=...)`
/// \usage        `percentile(a, 90, _0)`, `percentile(a, tensor{10., 90.}, "hazen")`,
///               `percentile<"lower">(a, 90)`
STRIA_QUANTILE(percentile, false, true)

/// Finds the value below which a fraction q of the elements lies: percentile() with q from 0 to 1.
///
/// \param e      a tensor, view or expression
/// \param q      a number from 0 to 1, or a tensor of such numbers
/// \param axes   constants or `axis(k)` (default: all axes); also the tag `keepdims` and a
///               percentile_method or its name
/// \returns      as for percentile()
/// \throws       value_error if q is outside 0 to 1, if there is no element to reduce, if a text is
///               not the name of a method, or if an axis(k) is named twice; index_error if an
///               axis(k) does not exist
/// \refuses      as for percentile()
/// \complexity   as for percentile()
/// \numpy        `np.quantile(e, q, axis, method=...)`
/// \usage        `quantile(a, 0.9, _0)`
/// \see          percentile
STRIA_QUANTILE(quantile, false, false)

} // namespace stria
