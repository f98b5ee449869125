// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/count.hpp: bincount, and histogram with equal bins.
// Tests: tests/numpy/order/order.cpp, tests/numpy/statistics/histograms.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/statistics/count_loops.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

// The class depends on W, so that it is instantiated only where it is used.
template <class W> struct count_of_weights {
  using type = double;
};
template <class W> using count_type = typename count_of_weights<W>::type;

} // namespace detail

/// Counts how often each of 0, 1, 2, ... occurs.
///
/// \param a         operand of bools or of integers that are not negative
/// \param minlength the smallest number of counts (default 0)
/// \returns         a tensor [max(max(a) + 1, minlength)] of index, computed immediately
/// \throws          value_error if an element is negative or equal to the largest value of index,
///                  if minlength is negative, or if there are too many counts
/// \refuses         elements that are neither integers nor bools
/// \complexity      O(n + number of counts), allocates the result
/// \numpy           `np.bincount(a, minlength=n)`
/// \usage           `bincount(a)`, `bincount(a, 10)`
/// \see             histogram
template <detail::operand A>
  requires(std::integral<detail::value_t<A>>)
constexpr auto bincount(const A& a, detail::integer_argument minlength = 0) -> detail::counters<A> {
  const auto& values = detail::as_block(a);
  detail::counters<A> counts(detail::count_length(values, minlength));
  detail::add_counts(values, counts.data());
  return counts;
}

/// For each of 0, 1, 2, ..., sums the weights of the elements with that value.
///
/// The result is a tensor of double. Raises shape_error if the number of weights differs from the
/// number of elements.
/// \numpy      `np.bincount(a, weights, minlength=n)`
/// \usage      `bincount(a, w, 10)`
template <detail::operand A, detail::operand W>
  requires(std::integral<detail::value_t<A>> && std::is_arithmetic_v<detail::value_t<W>> &&
           detail::host_only_verdict<A, W>::accepted)
constexpr auto bincount(const A& a, const W& weights, detail::integer_argument minlength = 0)
    -> tensor<detail::count_type<W>, dyn> {
  const auto& values = detail::as_block(a);
  const auto& w = detail::as_block(weights);
  detail::check_count("bincount", values.size(), w.size());
  tensor<detail::count_type<W>, dyn> sums(detail::count_length(values, minlength));
  detail::add_weights(values, w, sums.data());
  return sums;
}

template <detail::operand A>
auto bincount(const A&, index = 0) -> detail::refusal_where<
    !std::integral<detail::value_t<A>>,
    detail::sentence<
        "stria: bincount counts integers, and these elements are not integers; cast<index_t>(a) "
        "converts whole numbers, histogram(a, bins, lo, hi) counts any">>;
template <detail::operand A, detail::operand W>
auto bincount(const A&, const W&, index = 0) -> detail::refusal_where<
    !(std::integral<detail::value_t<A>> && std::is_arithmetic_v<detail::value_t<W>>),
    detail::sentence<"stria: bincount(a, weights) counts integers, with weights that are integers "
                     "or floating-point numbers">>;
template <detail::operand A, detail::operand W>
auto bincount(const A&, const W&, index = 0)
    -> detail::refusal_where<!detail::host_only_verdict<A, W>::accepted,
                             detail::host_only_verdict<A, W>>;
STRIA_FOREIGN_FIRST(bincount);
STRIA_FOREIGN_SECOND(bincount);

namespace detail {

/// The number of elements in each bin.
template <class N, extent Bins>
class counted_bins : public computed<counted_bins<N, Bins>, index, static_shape<1>{{Bins}}> {
  N source_;
  equal_bins bins_;

public:
  template <class U>
  constexpr counted_bins(U&& source, index bins, double lo, double hi)
      : source_(static_cast<U&&>(source)), bins_(bins, lo, hi) {}
  STRIA_NO_TARGET(counted_bins);

  constexpr axis_array<1> shape() const { return {bins_.count()}; }
  constexpr double low() const { return bins_.low(); }
  constexpr double high() const { return bins_.high(); }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return counted_bins<std::remove_cvref_t<M>, Bins>(static_cast<M&&>(source), bins_.count(),
                                                      low(), high());
  }
  template <class Target> constexpr void compute(Target& target) const {
    const auto& values = as_block(source_);
    bins_.count_into(target, values.data(), values.size());
  }
};

struct histogram_braces_verdict {
  static constexpr message text() {
    return message("stria: histogram: braces hold the edges of the bins, or lo and hi after the "
                   "number of bins, as numbers of one type: histogram(a, {0., 1., 2.}), "
                   "histogram(a, 10, {0., 1.})");
  }
};

} // namespace detail

namespace detail {
/// A call of histogram(a, bins, lo, hi).
template <class A, class B> struct count_call {};
template <operand A, size_item B>
  requires(std::is_arithmetic_v<value_t<A>>)
struct count_call<A, B> : constructing_call<counted_bins<hold_t<A>, size_list<B>::shape()[0]>> {};
} // namespace detail

/// Counts the elements in equal bins from lo to hi. The result has only the counts, not the edges.
///
/// Each bin includes its lower edge; the last one also includes hi. Elements outside are not
/// counted.
///
/// \param a    operand of integers or floating-point numbers
/// \param bins number of bins, an integer or a constant
/// \param lo   lower edge of the first bin
/// \param hi   upper edge of the last bin
/// \returns    a lazy expression [bins] of index
/// \throws     value_error if there are no bins, if lo >= hi, if the range is not finite, or if the
///             bins would have no width
/// \refuses    elements that are not real numbers
/// \complexity O(n); lazy, computed when it is assigned
/// \numpy      `np.histogram(a, bins, (lo, hi))[0]`
/// \usage      `histogram(a, 10, 0, 1)`
/// \see        bincount, digitize, histogram2d
template <detail::operand A, detail::size_item B>
  requires(std::is_arithmetic_v<detail::value_t<A>>)
constexpr auto histogram(A&& a, const B& bins, double lo, double hi)
    STRIA_RUN_OR_REFUSE((detail::count_call<A, B>), static_cast<A&&>(a), detail::size_value(bins),
                        lo, hi);
STRIA_BORROWING((detail::tensor_operand S, detail::size_item B, class A = detail::lvalue_t<S>),
                histogram, (S & a STRIA_LIFETIMEBOUND, const B& bins, double lo, double hi),
                (detail::count_call<A, B>), a, detail::size_value(bins), lo, hi);
template <detail::operand A, class B>
auto histogram(A&&, const B&, double, double) -> detail::refusal_where<
    !(std::is_arithmetic_v<detail::value_t<A>> && detail::size_item<B>),
    detail::sentence<
        "stria: histogram(a, bins, lo, hi) takes elements that are integers or floating-point "
        "numbers, and the number of bins as an integer or a constant (_9, 12_c)">>;
/// Counts the elements in equal bins of a range that is given in braces: `histogram(a, 10, {0.,
/// 1.})`.
template <detail::operand A, detail::size_item B, class T>
  requires(std::is_arithmetic_v<detail::value_t<A>> && std::is_arithmetic_v<T>)
constexpr auto histogram(A&& a, const B& bins, const T (&lo_and_hi)[2]) {
  return histogram(static_cast<A&&>(a), bins, static_cast<double>(lo_and_hi[0]),
                   static_cast<double>(lo_and_hi[1]));
}
STRIA_FOREIGN_BUT_BRACES(histogram);
STRIA_FOREIGN_BECAUSE(histogram, detail::histogram_braces_verdict, detail::ours,
                      detail::only_braces, detail::whatever = {}, detail::whatever = {});
template <detail::operand A, class B, class V = detail::histogram_braces_verdict>
detail::said_of_not_ours<V> histogram(const A&, const B&, detail::only_braces,
                                      detail::whatever = {}, detail::whatever = {});

} // namespace stria
