// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/histogram.hpp: histogram and histogram_bin_edges, of one variable.
// Tests: tests/numpy/statistics/histograms.cpp.
#pragma once

#include <stria/arguments/sizes.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/statistics/count.hpp>
#include <stria/numpy/statistics/histogram_loops.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

/// The type of `as_density`.
struct as_density_t {};
/// Tag that makes a histogram a probability density, whose integral is 1.
/// \numpy      `density=True`
/// \usage      `histogram(a, 10, as_density)`
inline constexpr as_density_t as_density{};

/// The result of histogram().
///
/// `hist` has counts, sums of weights or densities; `bin_edges` has one more element.
/// \numpy      the tuple that `np.histogram` returns
/// \usage      `const auto [hist, edges] = histogram(a);`
template <class T, class E> struct histogram_result : detail::result_base {
  tensor<T, dyn> hist;
  tensor<E, dyn> bin_edges;

  histogram_result() = default;
  constexpr histogram_result(tensor<T, dyn> h, tensor<E, dyn> b)
      : hist(std::move(h)), bin_edges(std::move(b)) {}
  STRIA_VARIABLE_TARGET(histogram_result);
};
namespace detail {

/// A number of bins, or a vector of their edges.
template <class B>
concept bins_item =
    size_item<B> || (operand<B> && rank_if_operand<B> == 1 && std::is_arithmetic_v<value_t<B>>);
/// The type of the edges of bins B: that of given edges; otherwise Real, which is double.
template <class Real, class B> struct edge_type {
  using type = Real;
};
template <class Real, operand B> struct edge_type<Real, B> {
  using type = value_t<B>;
};
template <class Real, class B> using edge_type_t = typename edge_type<Real, B>::type;
template <class Real, class B, class T>
constexpr bins_of<edge_type_t<Real, B>> make_bins(const B& bins, const T* values, index n) {
  if constexpr (std::same_as<B, equal_bins>)
    return bins_of<Real>(bins);
  else if constexpr (operand<B>)
    return bins_of<value_t<B>>(tensor<value_t<B>, dyn>(bins));
  else
    return bins_of<Real>(bins_over(size_value(bins), values, n));
}

/// The argument that is passed in place of weights if a call has none.
struct unweighted {};
template <class W> struct weight_type {
  using type = value_t<W>;
};
template <> struct weight_type<unweighted> {
  using type = index;
};
template <class A>
concept histogram_operand = operand<A> && std::is_arithmetic_v<value_t<A>>;

/// Counts the values in each of `count` bins, or sums their weights; weights of float are summed in
/// double.
template <class T, class W, class Each>
constexpr tensor<T, dyn> count_places(const char* what, index count, index values, const W& weights,
                                      const Each& each) {
  using S = std::conditional_t<std::is_floating_point_v<T>, double, T>;
  tensor<S, dyn> sums(count);
  if constexpr (std::same_as<W, unweighted>) {
    static_cast<void>(values);
    static_cast<void>(what);
    each([&](index, index k) { sums.data()[k] += S(1); });
  } else {
    const auto& w = as_block(weights);
    check_count(what, values, w.size());
    each([&](index i, index k) { sums.data()[k] += static_cast<S>(w.data()[i]); });
  }
  if constexpr (std::same_as<S, T>) {
    return sums;
  } else {
    return make_map(cast_fn<T>{}, sums);
  }
}

template <bool Density, class A, class B, class W>
constexpr auto histogram_of(const A& a, const B& bins, const W& weights) {
  using Real = count_type<A>;
  using T = std::conditional_t<Density, Real, typename weight_type<W>::type>;
  const auto& values = as_block(a);
  const auto b = make_bins<Real>(bins, values.data(), values.size());
  auto hist = count_places<T>("histogram", b.count(), values.size(), weights,
                              [&](const auto& f) { b.each(values.data(), values.size(), f); });
  if constexpr (Density) {
    make_density(hist, b);
  }
  return histogram_result<T, edge_type_t<Real, B>>{static_cast<tensor<T, dyn>&&>(hist), b.edges()};
}

template <class... A> inline constexpr bool has_density = (std::same_as<A, as_density_t> || ...);
/// True if A are the arguments that may follow the bins: weights, as_density, both, or none.
template <class... A> inline constexpr bool weights_or_density = false;
template <> inline constexpr bool weights_or_density<> = true;
template <> inline constexpr bool weights_or_density<as_density_t> = true;
template <histogram_operand W> inline constexpr bool weights_or_density<W> = true;
template <histogram_operand W> inline constexpr bool weights_or_density<W, as_density_t> = true;

constexpr unweighted weights_among() { return {}; }
constexpr unweighted weights_among(as_density_t) { return {}; }
template <class W, class... More>
constexpr const W& weights_among(const W& weights, const More&...) {
  return weights;
}

template <class T>
concept range_bound = std::is_convertible_v<const T&, double>;
/// True if A are the arguments that may follow the elements in histogram(). The arguments (bins,
/// lo, hi) without further ones are handled in numpy/statistics/count.hpp.
template <class... A> inline constexpr bool histogram_arguments = false;
template <> inline constexpr bool histogram_arguments<> = true;
template <bins_item B, class... More>
inline constexpr bool histogram_arguments<B, More...> = weights_or_density<More...>;
template <size_item B, range_bound L, range_bound H, class... More>
inline constexpr bool histogram_arguments<B, L, H, More...> = weights_or_density<More...>;
template <class... A> inline constexpr bool is_range_alone = false;
template <class B, range_bound L, range_bound H>
inline constexpr bool is_range_alone<B, L, H> = true;

template <class A, class... O> struct histogram_verdict {
  static constexpr bool accepted = histogram_operand<A> && histogram_arguments<O...>;
  static constexpr message text() {
    return message("stria: histogram(a, bins) takes elements that are integers or floating-point "
                   "numbers, and the number of bins as an integer or a constant, or their edges as "
                   "a vector; weights as a tensor of such numbers and as_density may follow");
  }
};
/// Splits the arguments into the bins and the arguments after them.
template <class A, class... O> struct histogram_call {
  static constexpr bool accepted = true;
  static constexpr auto run(const A& a) { return histogram_of<false>(a, index(10), unweighted()); }
  template <class B, class... More>
    requires weights_or_density<More...>
  static constexpr auto run(const A& a, const B& bins, const More&... more) {
    return histogram_of<has_density<More...>>(a, bins, weights_among(more...));
  }
  template <size_item B, range_bound L, range_bound H, class... More>
    requires weights_or_density<More...>
  static constexpr auto run(const A& a, const B& bins, const L& lo, const H& hi,
                            const More&... more) {
    return histogram_of<has_density<More...>>(
        a, equal_bins(size_value(bins), static_cast<double>(lo), static_cast<double>(hi)),
        weights_among(more...));
  }
  using type = decltype(run(std::declval<const A&>(), std::declval<const O&>()...));
};
template <class A, class... O> struct histogram_result_of : ignored_call {};
template <operand A, class... O>
  requires is_range_alone<O...>
struct histogram_result_of<A, O...> {};
template <operand A, class... O>
  requires(!is_range_alone<O...>)
struct histogram_result_of<A, O...>
    : on_host<histogram_verdict<A, O...>, histogram_call<A, O...>, A, O...> {};

template <class A, class... O> struct bin_edges_verdict {
  static constexpr bool accepted = histogram_operand<A> && histogram_arguments<O...> &&
                                   (sizeof...(O) == 0 || sizeof...(O) == 1 || sizeof...(O) == 3);
  static constexpr message text() {
    return message("stria: histogram_bin_edges(a, bins) takes elements that are integers or "
                   "floating-point numbers, and the number of bins as an integer or a constant, "
                   "or their edges as a vector; a range of two numbers may follow");
  }
};
template <class A, class... O> struct bin_edges_call {
  static constexpr bool accepted = true;
  using Real = count_type<A>;
  template <class B = index> static constexpr auto run(const A& a, const B& bins = 10) {
    const auto& values = as_block(a);
    return make_bins<Real>(bins, values.data(), values.size()).edges();
  }
  template <class B, class L, class H>
  static constexpr auto run(const A&, const B& bins, const L& lo, const H& hi) {
    return bins_of<Real>(
               equal_bins(size_value(bins), static_cast<double>(lo), static_cast<double>(hi)))
        .edges();
  }
  using type = decltype(run(std::declval<const A&>(), std::declval<const O&>()...));
};
template <class A, class... O> struct bin_edges_result : ignored_call {};
template <operand A, class... O>
struct bin_edges_result<A, O...>
    : on_host<bin_edges_verdict<A, O...>, bin_edges_call<A, O...>, A, O...> {};

} // namespace detail

/// Counts the elements in bins, and returns the counts and the edges of the bins.
///
/// Each bin includes its lower edge; the last one also includes its upper edge. Elements outside
/// all bins are not counted. The call histogram(a, bins, lo, hi) without further arguments is
/// different: it returns only the counts, as a lazy expression.
///
/// \param a                operand of integers or floating-point numbers
/// \param bins_and_weights the bins: a number of equal bins (default 10) between the smallest and
///                         the largest element, or `bins, lo, hi`, or a vector of edges in
///                         ascending order. Edges, or lo and hi, may be given in braces. Weights
///                         (an operand with as many elements as `a`) and as_density may follow
/// \returns                a histogram_result, computed immediately. `hist` [bins] has elements of
///                         index, of the type of the weights, or of double for a density;
///                         `bin_edges` [bins + 1] has the given edges in their own type, or edges
///                         of double. Elements are compared with given edges by value, as in
///                         searchsorted(), and with the edges of equal bins in double
/// \throws                 value_error if there are no bins, if there are more than memory can
///                         hold, if edges in double would be equal, if lo >= hi, if the range is
///                         not finite, if the edges are not in ascending order, or if elements are
///                         not finite and the bins depend on them; shape_error if the number of
///                         weights differs from the number of elements
/// \refuses                elements that are not real numbers, and operands on a device
/// \complexity             O(n) for equal bins, O(n log bins) for edges; allocates the result
/// \numpy                  `np.histogram(a, bins, range, density, weights)`
/// \usage                  `histogram(a, 10)`, `histogram(a, edges, w, as_density).hist`
/// \see                    bincount, histogram_bin_edges, digitize
template <detail::operand_or_refused A, class... Arguments>
  requires(!detail::is_range_alone<Arguments...>)
constexpr auto histogram(const A& a, const Arguments&... bins_and_weights)
    STRIA_RUN_OR_REFUSE((detail::histogram_result_of<A, Arguments...>), a, bins_and_weights...);
/// Counts the elements in bins whose edges are given in braces: `histogram(a, {0., 1., 5.})`.
template <detail::operand_or_refused A, class T, std::size_t N, class... More>
  requires std::is_arithmetic_v<T>
constexpr auto histogram(const A& a, const T (&edges)[N], const More&... weights)
    STRIA_RUN_OR_REFUSE((detail::histogram_result_of<A, tensor<T, N>, More...>), a,
                        as_tensor(edges), weights...);
/// Counts the elements in equal bins of a range that is given in braces, with weights or
/// as_density: `histogram(a, 10, {0., 1.}, w)`.
template <detail::operand_or_refused A, detail::size_item B, class T, class W, class... More>
  requires std::is_arithmetic_v<T>
constexpr auto histogram(const A& a, const B& bins, const T (&lo_and_hi)[2], const W& weights,
                         const More&... more)
    STRIA_RUN_OR_REFUSE((detail::histogram_result_of<A, B, T, T, W, More...>), a, bins,
                        lo_and_hi[0], lo_and_hi[1], weights, more...);

/// The edges of the bins that histogram() uses.
///
/// \param a    operand of integers or floating-point numbers
/// \param bins a number of bins (default 10), `bins, lo, hi`, or a vector of edges
/// \returns    a tensor [bins + 1], computed immediately: the given edges in their own type, or
///             edges of double
/// \throws     value_error as for histogram()
/// \refuses    elements that are not real numbers, and operands on a device
/// \complexity O(n + bins), allocates the result
/// \numpy      `np.histogram_bin_edges(a, bins, range)`
/// \usage      `histogram_bin_edges(a, 10)`
/// \see        histogram
template <detail::operand_or_refused A, class... Arguments>
constexpr auto histogram_bin_edges(const A& a, const Arguments&... bins)
    STRIA_RUN_OR_REFUSE((detail::bin_edges_result<A, Arguments...>), a, bins...);
/// The edges of equal bins of a range that is given in braces: `histogram_bin_edges(a, 10, {0.,
/// 1.})`.
template <detail::operand_or_refused A, detail::size_item B, class T>
  requires std::is_arithmetic_v<T>
constexpr auto histogram_bin_edges(const A& a, const B& bins, const T (&lo_and_hi)[2])
    STRIA_RUN_OR_REFUSE((detail::bin_edges_result<A, B, T, T>), a, bins, lo_and_hi[0],
                        lo_and_hi[1]);
STRIA_FOREIGN_FIRST(histogram_bin_edges);

} // namespace stria
