// SPDX-License-Identifier: BSL-1.0
// fn/histogramdd.hpp: histograms of several variables: histogram2d, histogramdd.
#pragma once

#include <stria/fn/histogram.hpp>
#include <stria/fn/permute.hpp>

#include <array>
#include <tuple>

namespace stria {

/// What histogram2d() gives. NumPy: the same as a tuple.
template <class T> struct histogram2d_result {
  tensor<T, dyn, dyn> hist;
  tensor<T, dyn> xedges, yedges;
};
/// What histogramdd() of D variables gives. NumPy: the same as a tuple.
template <class H, class T, std::size_t D> struct histogramdd_result {
  H hist;
  std::array<tensor<T, dyn>, D> edges;
};

namespace detail {

/// Histograms of several variables: their values one behind the other.
template <class Real, std::size_t D, class W>
constexpr auto joint_histogram(const char* what, const std::array<const Real*, D>& values, index n,
                               const std::array<bins_of<Real>, D>& bins, const W& weights,
                               bool density) {
  std::array<index, D> sizes{};
  index all_bins = 1;
  for (std::size_t k = 0; k < D; ++k) {
    sizes[k] = bins[k].count();
    all_bins = multiply_or_raise(what, all_bins, sizes[k]);
  }
  // The place of each value among all bins; -1 outside.
  counters<Real> place({n}, uninitialized_t{}), met({n}, uninitialized_t{});
  for (index i = 0; i < n; ++i)
    place.data()[i] = 0;
  for (std::size_t k = 0; k < D; ++k) {
    for (index i = 0; i < n; ++i)
      met.data()[i] = -1;
    bins[k].each(values[k], n, [&](index i, index bin) { met.data()[i] = bin; });
    for (index i = 0; i < n; ++i) {
      index& p = place.data()[i];
      p = p < 0 || met.data()[i] < 0 ? -1 : p * sizes[k] + met.data()[i];
    }
  }
  const auto counted = count_places<Real>(what, all_bins, n, weights, [&](const auto& f) {
    for (index i = 0; i < n; ++i)
      if (place.data()[i] >= 0)
        f(i, place.data()[i]);
  });
  typename tensor_of<Real, unknown_shape<D>()>::type hist(sizes, uninitialized_t{});
  Real total = 0;
  for (index i = 0; i < all_bins; ++i) {
    hist.data()[i] = counted.data()[i];
    total += counted.data()[i];
  }
  if (density)
    for (index i = 0; i < all_bins; ++i) {
      Real volume = 1;
      index rest = i;
      for (std::size_t k = D; k-- > 0;) {
        volume *= bins[k].width(rest % sizes[k]);
        rest /= sizes[k];
      }
      hist.data()[i] = quotient(hist.data()[i] / volume, total);
    }
  return hist;
}

/// Bins of variable K: of a number those of all, of a tuple or an array each has its own.
template <std::size_t K, class B> constexpr const auto& bins_of_variable(const B& bins) {
  if constexpr (requires { std::tuple_size<B>::value; })
    return std::get<K>(bins);
  else
    return bins;
}
/// For how many variables these are bins; 1: the same for each; 0: they are none.
template <class B> inline constexpr std::size_t variables_of_bins = bins_item<B> ? 1 : 0;
template <bins_item... B>
inline constexpr std::size_t variables_of_bins<std::tuple<B...>> = sizeof...(B);
template <integer_item I, std::size_t N>
inline constexpr std::size_t variables_of_bins<std::array<I, N>> = N;

/// The arguments of histogram2d() behind x and y.
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
                   "edges as a vector; then may come weights as a tensor of such numbers, and "
                   "as_density");
  }
};
template <class X, class Y, class... O> struct histogram2d_call {
  static constexpr bool accepted = true;
  using type = histogram2d_result<count_type<X>>;
  static constexpr type run(const X& x, const Y& y) {
    return of<false>(x, y, index(10), index(10), unweighted());
  }
  template <class B, class... More>
    requires(variables_of_bins<B> == 2)
  static constexpr type run(const X& x, const Y& y, const B& bins, const More&... more) {
    return of<has_density<More...>>(x, y, std::get<0>(bins), std::get<1>(bins),
                                    weights_among(more...));
  }
  template <bins_item B, class... Density>
    requires(std::same_as<Density, as_density_t> && ...)
  static constexpr type run(const X& x, const Y& y, const B& bins, Density...) {
    return of<has_density<Density...>>(x, y, bins, bins, unweighted());
  }
  template <bins_item BX, bins_item BY, class... More>
  static constexpr type run(const X& x, const Y& y, const BX& x_bins, const BY& y_bins,
                            const More&... more) {
    return of<has_density<More...>>(x, y, x_bins, y_bins, weights_among(more...));
  }

private:
  template <bool Density, class BX, class BY, class W>
  static constexpr type of(const X& x, const Y& y, const BX& x_bins, const BY& y_bins,
                           const W& weights) {
    using Real = count_type<X>;
    const auto xs = eval(make_map(cast_fn<Real>{}, x));
    const auto ys = eval(make_map(cast_fn<Real>{}, y));
    const index n = xs.size();
    if (ys.size() != n) [[unlikely]]
      raise<shape_error>(message("stria: histogram2d: there are ")
                         << n << " values x and " << ys.size() << " values y");
    const std::array<bins_of<Real>, 2> bins{make_bins<Real>(x_bins, xs.data(), n),
                                            make_bins<Real>(y_bins, ys.data(), n)};
    return {
        joint_histogram<Real, 2>("histogram2d", {xs.data(), ys.data()}, n, bins, weights, Density),
        bins[0].edges(), bins[1].edges()};
  }
};
template <class X, class Y, class... O> struct histogram2d_result_of : ignored_call {};
template <operand X, operand Y, class... O>
struct histogram2d_result_of<X, Y, O...>
    : judged_call<host_only_verdict<X, Y, O...>,
                  judged_call<histogram2d_verdict<X, Y, O...>, histogram2d_call<X, Y, O...>>> {};

/// How many variables a sample of shape (observations, variables) has, where its type says so.
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
    return message("stria: histogramdd(sample, bins) takes a sample of integers or floating-point "
                   "numbers of shape (observations, variables); the number of variables is static, "
                   "as in tensor<double, dyn, 3>, or that of bins: std::array{10, 10, 20}, or a "
                   "std::tuple of numbers and edges; then may come weights and as_density");
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
    const auto columns = eval(make_map(cast_fn<Real>{}, transpose(sample)));
    const index n = columns.shape()[1];
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      const std::array<const Real*, D> values{columns.data() + static_cast<index>(K) * n...};
      const std::array<bins_of<Real>, D> b{
          make_bins<Real>(bins_of_variable<K>(bins), values[K], n)...};
      auto hist = joint_histogram<Real, D>("histogramdd", values, n, b, weights, Density);
      return histogramdd_result<decltype(hist), Real, D>{static_cast<decltype(hist)&&>(hist),
                                                         {b[K].edges()...}};
    }(std::make_index_sequence<D>());
  }

public:
  using type = decltype(run(std::declval<const S&>(), std::declval<const O&>()...));
};
template <class S, class... O> struct histogramdd_result_of : ignored_call {};
template <operand S, class... O>
struct histogramdd_result_of<S, O...>
    : judged_call<host_only_verdict<S, O...>,
                  judged_call<histogramdd_verdict<S, O...>, histogramdd_call<S, O...>>> {};

} // namespace detail

/// How many pairs (x, y) lie in each of the bins of x and of y, which are as histogram()'s: once
/// for both, then those of y, too, or a std::array of two numbers. Then may come weights, of which
/// sums are given instead (behind the bins of both), and as_density. Computed at once: `.hist` of
/// shape (bins of x, bins of y), `.xedges`, `.yedges`, all double. `shape_error` where x and y, or
/// the weights, are not as many. NumPy: `np.histogram2d(x, y, [nx, ny], weights=w, density=True)`.
template <detail::operand_or_refused X, detail::operand_or_refused Y, class... Arguments>
constexpr auto histogram2d(const X& x, const Y& y, const Arguments&... bins_and_weights)
    STRIA_RUN_OR_REFUSE((detail::histogram2d_result_of<X, Y, Arguments...>), x, y,
                        bins_and_weights...);
STRIA_FOREIGN_BINARY(histogram2d);

/// How many rows of a sample lie in each of the bins of its columns. Bins are a number for all (10)
/// or edges for all, a std::array of numbers or a std::tuple of numbers and edges, whose size is
/// the number of columns, if that is not static. Then may come weights and as_density. Computed at
/// once: `.hist`, with an axis for each column, and `.edges`, all double. `shape_error` where the
/// sample has another number of columns, or the weights are not as many as rows. NumPy:
/// `np.histogramdd(sample, bins, weights=w, density=True)`.
template <detail::operand_or_refused S, class... Arguments>
constexpr auto histogramdd(const S& sample, const Arguments&... bins_and_weights)
    STRIA_RUN_OR_REFUSE((detail::histogramdd_result_of<S, Arguments...>), sample,
                        bins_and_weights...);
STRIA_FOREIGN_FIRST(histogramdd);

} // namespace stria
