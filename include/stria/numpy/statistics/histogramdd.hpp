// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/histogramdd.hpp: histogram2d and histogramdd, of several variables.
// Tests: tests/numpy/statistics/histograms.cpp.
#pragma once

#include <stria/numpy/shape/permute.hpp>
#include <stria/numpy/statistics/histogram.hpp>

#include <array>
#include <limits>
#include <tuple>

namespace stria {

/// The result of histogram2d(): the counts and the edges of the bins of x and y.
/// \numpy      the tuple that `np.histogram2d` returns
/// \usage      `const auto [hist, xedges, yedges] = histogram2d(x, y, 20);`
template <class T, class X = T, class Y = X> struct histogram2d_result : detail::result_base {
  tensor<T, dyn, dyn> hist;
  tensor<X, dyn> xedges;
  tensor<Y, dyn> yedges;

  histogram2d_result() = default;
  constexpr histogram2d_result(tensor<T, dyn, dyn> h, tensor<X, dyn> x, tensor<Y, dyn> y)
      : hist(std::move(h)), xedges(std::move(x)), yedges(std::move(y)) {}
  STRIA_VARIABLE_TARGET(histogram2d_result);
};
/// The result of histogramdd(): the counts and the edges of the bins of each of D variables.
/// \numpy      the tuple that `np.histogramdd` returns
/// \usage      `histogramdd(sample).edges[0]`
template <class H, class Edges> struct histogramdd_result : detail::result_base {
  H hist;
  Edges edges;

  histogramdd_result() = default;
  constexpr histogramdd_result(H h, Edges e) : hist(std::move(h)), edges(std::move(e)) {}
  STRIA_VARIABLE_TARGET(histogramdd_result);
};

namespace detail {

/// The number of bins; at least 1.
template <class B> constexpr index count_of_bins(const B& bins) {
  index n = 0;
  if constexpr (operand<B>)
    n = bins.shape()[0] - 1;
  else
    n = size_value(bins);
  return n > 1 ? n : 1;
}
/// Raises value_error if the joint histogram has more bins than memory can hold.
template <class Real, class... B> constexpr void check_bins(const char* what, const B&... bins) {
  auto bytes = static_cast<index>(sizeof(Real));
  ((bytes = multiply_or_raise(what, bytes, count_of_bins(bins))), ...);
}

/// joint_histogram() with weights, or unweighted.
template <class Real, class Values, class Bins, class W>
constexpr auto weighted_joint_histogram(const char* what, const Values& values, index n,
                                        const Bins& bins, const W& weights, bool density) {
  return joint_histogram<Real>(what, values, n, bins, density, [&](index count, const auto& each) {
    return count_places<Real>(what, count, n, weights, each);
  });
}

/// The edges of all variables: an array, in the type E of their edges or in double, if that is
/// exact for all of them; otherwise a tuple.
template <class E> inline constexpr bool exact_in_double = std::numeric_limits<E>::digits <= 53;
template <class E, class... More>
constexpr auto edges_of(const bins_of<E>& b, const bins_of<More>&... more) {
  constexpr bool same = (std::same_as<E, More> && ...);
  if constexpr (same || (exact_in_double<E> && ... && exact_in_double<More>)) {
    using T = std::conditional_t<same, E, typename joined_element<double, E>::type>;
    using edges = tensor<T, dyn>;
    return std::array<edges, sizeof...(More) + 1>{edges(make_map(cast_fn<T>{}, b.edges())),
                                                  edges(make_map(cast_fn<T>{}, more.edges()))...};
  } else {
    return std::tuple(b.edges(), more.edges()...);
  }
}

/// The bins of variable K: a tuple or an array has an entry for each variable; any other argument
/// is used for all variables.
template <std::size_t K, class B> constexpr const auto& bins_of_variable(const B& bins) {
  if constexpr (requires { std::tuple_size<B>::value; })
    return std::get<K>(bins);
  else
    return bins;
}
/// The number of variables for which B has bins. It is 1 if all variables have the same bins, and 0
/// if B does not describe bins.
template <class B> inline constexpr std::size_t variables_of_bins = bins_item<B> ? 1 : 0;
template <bins_item... B>
inline constexpr std::size_t variables_of_bins<std::tuple<B...>> = sizeof...(B);
template <integer_item Ix, std::size_t N>
inline constexpr std::size_t variables_of_bins<std::array<Ix, N>> = N;
template <std::size_t N> inline constexpr std::size_t variables_of_bins<axis_array<N>> = N;

/// True if A are the arguments that may follow x and y in histogram2d().
template <class... A> inline constexpr bool histogram2d_arguments = false;
template <> inline constexpr bool histogram2d_arguments<> = true;
template <class B, class... More>
  requires(variables_of_bins<B> == 2)
inline constexpr bool histogram2d_arguments<B, More...> = weights_or_density<More...>;
template <bins_item B> inline constexpr bool histogram2d_arguments<B> = true;
template <bins_item B> inline constexpr bool histogram2d_arguments<B, as_density_t> = true;
template <bins_item X, bins_item Y, class... More>
inline constexpr bool histogram2d_arguments<X, Y, More...> = weights_or_density<More...>;

template <class X, class Y, class... O> struct histogram2d_verdict {
  static constexpr bool accepted =
      histogram_operand<X> && histogram_operand<Y> && histogram2d_arguments<O...>;
  static constexpr message text() {
    return message("stria: histogram2d(x, y, bins of x, bins of y) takes integers or "
                   "floating-point numbers x and y, and for each the number of bins, or their "
                   "edges as a vector; weights as a tensor of such numbers and as_density "
                   "may follow");
  }
};
template <class X, class Y, class... O> struct histogram2d_call {
  static constexpr bool accepted = true;
  static constexpr auto run(const X& x, const Y& y) {
    return of<false>(x, y, index(10), index(10), unweighted());
  }
  template <class B, class... More>
    requires(variables_of_bins<B> == 2)
  static constexpr auto run(const X& x, const Y& y, const B& bins, const More&... more) {
    return of<has_density<More...>>(x, y, std::get<0>(bins), std::get<1>(bins),
                                    weights_among(more...));
  }
  template <bins_item B, class... Density>
    requires(std::same_as<Density, as_density_t> && ...)
  static constexpr auto run(const X& x, const Y& y, const B& bins, Density...) {
    return of<has_density<Density...>>(x, y, bins, bins, unweighted());
  }
  template <bins_item BX, bins_item BY, class... More>
  static constexpr auto run(const X& x, const Y& y, const BX& x_bins, const BY& y_bins,
                            const More&... more) {
    return of<has_density<More...>>(x, y, x_bins, y_bins, weights_among(more...));
  }

private:
  template <bool Density, class BX, class BY, class W>
  static constexpr auto of(const X& x, const Y& y, const BX& x_bins, const BY& y_bins,
                           const W& weights) {
    using Real = count_type<X>;
    const auto& xs = as_block(x);
    const auto& ys = as_block(y);
    const index n = xs.size();
    if (ys.size() != n) [[unlikely]]
      raise<shape_error>(message("stria: histogram2d: there are ")
                         << n << " values x and " << ys.size() << " values y");
    check_bins<Real>("histogram2d", x_bins, y_bins);
    const std::tuple bins(make_bins<Real>(x_bins, xs.data(), n),
                          make_bins<Real>(y_bins, ys.data(), n));
    return histogram2d_result<Real, edge_type_t<Real, BX>, edge_type_t<Real, BY>>{
        weighted_joint_histogram<Real>("histogram2d", std::tuple(xs.data(), ys.data()), n, bins,
                                       weights, Density),
        std::get<0>(bins).edges(), std::get<1>(bins).edges()};
  }

public:
  using type = decltype(run(std::declval<const X&>(), std::declval<const Y&>(),
                            std::declval<const O&>()...));
};
template <class X, class Y, class... O> struct histogram2d_result_of : ignored_call {};
template <operand X, operand Y, class... O>
struct histogram2d_result_of<X, Y, O...>
    : on_host<histogram2d_verdict<X, Y, O...>, histogram2d_call<X, Y, O...>, X, Y, O...> {};

/// The static number of variables of a sample of shape (observations, variables), or 0.
template <class S> inline constexpr std::size_t variables_of_sample = 0;
template <histogram_operand S>
  requires(rank_of<S> == 2)
inline constexpr std::size_t
    variables_of_sample<S> = extents_of<S>[1].is_static() && extents_of<S>[1].size > 0
                                 ? static_cast<std::size_t>(extents_of<S>[1].size)
                                 : 0;

template <class S, class B = index, class... O> struct histogramdd_verdict {
  static constexpr std::size_t of_sample = variables_of_sample<S>, of_bins = variables_of_bins<B>;
  static constexpr std::size_t variables = of_sample > 0 ? of_sample : of_bins > 1 ? of_bins : 0;
  static constexpr bool accepted = [] {
    if constexpr (histogram_operand<S>)
      return rank_of<S> == 2 && variables > 0 && (of_bins == 1 || of_bins == variables) &&
             weights_or_density<O...>;
    else
      return false;
  }();
  static constexpr message text() {
    return message(
        "stria: histogramdd(sample, bins) takes a sample of integers or floating-point "
        "numbers of shape (observations, variables); the number of variables is static, "
        "as in tensor<double, dyn, 3>, or follows from the bins: std::array{10, 10, 20}, or a "
        "std::tuple of numbers and edges; weights and as_density may follow");
  }
};
template <class S, class... O> struct histogramdd_call {
  static constexpr bool accepted = true;
  static constexpr auto run(const S& sample) { return of<false>(sample, index(10), unweighted()); }
  template <class B, class... More>
  static constexpr auto run(const S& sample, const B& bins, const More&... more) {
    return of<has_density<More...>>(sample, bins, weights_among(more...));
  }

private:
  template <bool Density, class B, class W>
  static constexpr auto of(const S& sample, const B& bins, const W& weights) {
    using Real = count_type<S>;
    constexpr std::size_t D = histogramdd_verdict<S, B>::variables;
    if (sample.shape()[1] != static_cast<index>(D)) [[unlikely]]
      raise<shape_error>(message("stria: histogramdd: there are bins for ")
                         << D << " variables, and the sample has " << sample.shape()[1]);
    const auto columns = eval(transpose(sample));
    const index n = columns.shape()[1];
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      check_bins<Real>("histogramdd", bins_of_variable<K>(bins)...);
      const std::tuple values((columns.data() + static_cast<index>(K) * n)...);
      const std::tuple b(make_bins<Real>(bins_of_variable<K>(bins), std::get<K>(values), n)...);
      auto hist = weighted_joint_histogram<Real>("histogramdd", values, n, b, weights, Density);
      auto edges = edges_of(std::get<K>(b)...);
      return histogramdd_result<decltype(hist), decltype(edges)>{
          static_cast<decltype(hist)&&>(hist), static_cast<decltype(edges)&&>(edges)};
    }(std::make_index_sequence<D>());
  }

public:
  using type = decltype(run(std::declval<const S&>(), std::declval<const O&>()...));
};
template <class S, class... O> struct histogramdd_result_of : ignored_call {};
template <operand S, class... O>
struct histogramdd_result_of<S, O...>
    : on_host<histogramdd_verdict<S, O...>, histogramdd_call<S, O...>, S, O...> {};

} // namespace detail

/// Counts pairs (x, y) in a grid of bins.
///
/// \param x                operand of real numbers
/// \param y                operand of real numbers with as many elements as `x`
/// \param bins_and_weights the bins: a number (default 10) or a vector of edges for both variables;
///                         or two such arguments, one for each variable, also as a std::tuple; or a
///                         std::array of two numbers. Weights may follow, unless both variables
///                         share one argument. The last argument may be as_density
/// \returns                a histogram2d_result, computed immediately, with `hist` [bins of x, bins
///                         of y] of double, `xedges` and `yedges`. Edges are of double, or the
///                         given ones in their own type
/// \throws                 shape_error if x, y and the weights do not have the same number of
///                         elements; value_error as for histogram()
/// \refuses                elements that are not real numbers, and operands on a device
/// \complexity             O(n) for equal bins, O(n log bins) for edges; allocates the result
/// \numpy                  `np.histogram2d(x, y, [nx, ny], weights=w, density=True)`
/// \usage                  `histogram2d(x, y, 20)`, `histogram2d(x, y, 20, y_edges, w)`
/// \see                    histogram, histogramdd
template <detail::operand_or_refused X, detail::operand_or_refused Y, class... Arguments>
constexpr auto histogram2d(const X& x, const Y& y, const Arguments&... bins_and_weights)
    STRIA_RUN_OR_REFUSE((detail::histogram2d_result_of<X, Y, Arguments...>), x, y,
                        bins_and_weights...);
STRIA_FOREIGN_BINARY(histogram2d);

/// Counts the rows of a sample in a grid of bins with one axis for each column.
///
/// \param sample           operand [observations, variables] of real numbers
/// \param bins_and_weights the bins: a number (default 10) or a vector of edges for all columns, a
///                         std::array of numbers, or a std::tuple of numbers and vectors of edges.
///                         Weights, one for each row, and as_density may follow. If the number of
///                         columns is not static, it is the size of the array or tuple
/// \returns                a histogramdd_result, computed immediately, with `hist`, which has an
///                         axis for each column and elements of double, and `edges`, a std::array
///                         of vectors: of double, or the given edges in their own type. `edges` is
///                         a std::tuple if the types differ and double does not hold all edges
/// \throws                 shape_error if the number of columns of the sample does not match the
///                         bins, or if the number of weights differs from the number of rows;
///                         value_error as for histogram()
/// \refuses                a number of columns that is not known at compile time, elements that are
///                         not real numbers, and operands on a device
/// \complexity             O(n D) for equal bins, O(n D log bins) for edges; allocates the result
/// \numpy                  `np.histogramdd(sample, bins, weights=w, density=True)`
/// \usage                  `histogramdd(sample, std::array{2, 3, 4}).hist`
/// \see                    histogram, histogram2d
template <detail::operand_or_refused S, class... Arguments>
constexpr auto histogramdd(const S& sample, const Arguments&... bins_and_weights)
    STRIA_RUN_OR_REFUSE((detail::histogramdd_result_of<S, Arguments...>), sample,
                        bins_and_weights...);
STRIA_FOREIGN_FIRST(histogramdd);

} // namespace stria
