// SPDX-License-Identifier: BSL-1.0
// fn/histogram.hpp: histograms with their edges, of one variable and of several; digitize.
#pragma once

#include <stria/args/sizes.hpp>
#include <stria/base/checked.hpp>
#include <stria/eval/computed.hpp>
#include <stria/fn/count.hpp>
#include <stria/fn/sort.hpp>
#include <stria/view/foreign.hpp>

#include <tuple>

namespace stria {

struct as_density_t {};
/// Histograms as densities, which integrate to 1: `histogram(a, 10, as_density)`. NumPy:
/// `density=True`.
inline constexpr as_density_t as_density{};

/// What histogram() gives: counts, sums of weights or densities, and the edges of the bins, one
/// more than bins. NumPy returns the two as a tuple.
template <class T, class E> struct histogram_result {
  tensor<T, dyn> hist;
  tensor<E, dyn> bin_edges;
};
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

/// The bins of one variable: equal ones, or those between edges. Real is double; it is a parameter
/// so that the class is made where it is used.
template <class Real> class bins_of {
  tensor<Real, dyn> edges_;
  bool equal_;

public:
  constexpr explicit bins_of(const equal_bins& b)
      : edges_({add_or_raise("histogram", b.count(), 1)}, uninitialized_t{}), equal_(true) {
    for (index k = 0; k <= b.count(); ++k)
      edges_.data()[k] = b.edge(k);
  }
  constexpr explicit bins_of(tensor<Real, dyn> edges)
      : edges_(static_cast<tensor<Real, dyn>&&>(edges)), equal_(false) {
    if (edges_.size() < 2) [[unlikely]]
      raise<value_error>(message("stria: histogram: there are at least two edges"));
    for (index k = 0; k + 1 < edges_.size(); ++k)
      if (!(edges_.data()[k] <= edges_.data()[k + 1])) [[unlikely]]
        raise<value_error>(message("stria: histogram: the edges do not fall, and edge ")
                           << k + 1 << " is less than the one before it, or one is NaN");
  }
  constexpr index count() const { return edges_.size() - 1; }
  constexpr const tensor<Real, dyn>& edges() const { return edges_; }
  constexpr Real width(index k) const { return edges_.data()[k + 1] - edges_.data()[k]; }

  /// Calls f(value, bin) for the values that lie in one, by their numbers.
  template <class T, class F> constexpr void each(const T* values, index n, const F& f) const {
    const Real* const e = edges_.data();
    const index bins = count();
    if (equal_)
      return equal_bins(bins, e[0], e[bins]).each(values, n, f);
    for (index i = 0; i < n; ++i) {
      const Real x = static_cast<Real>(values[i]);
      if (!(x >= e[0] && x <= e[bins]))
        continue;
      const index k = lower_place<true>(e, bins + 1, x) - 1;
      f(i, k < bins ? k : bins - 1);
    }
  }
};

/// As many equal bins as reach from the smallest of n values to the largest. As in NumPy, a range
/// without width is widened by 1, and of no values it is that from 0 to 1.
template <class T> constexpr equal_bins bins_over(index bins, const T* values, index n) {
  double lo = 0, hi = 1;
  for (index i = 0; i < n; ++i) {
    const double x = static_cast<double>(values[i]);
    if (x - x != 0) [[unlikely]]
      raise<value_error>(message("stria: histogram: the elements are not all finite: a range, as "
                                 "in histogram(a, bins, lo, hi), says which count"));
    lo = i == 0 || x < lo ? x : lo;
    hi = i == 0 || x > hi ? x : hi;
  }
  if (lo == hi) {
    lo -= 0.5;
    hi += 0.5;
  }
  return {bins, lo, hi};
}

/// A number of bins, or their edges.
template <class B>
concept bins_item =
    size_item<B> || (operand<B> && rank_if_operand<B> == 1 && std::is_arithmetic_v<value_t<B>>);
template <class Real, class B, class T>
constexpr bins_of<Real> make_bins(const B& bins, const T* values, index n) {
  if constexpr (operand<B>)
    return bins_of<Real>(tensor<Real, dyn>(eval(make_map(cast_fn<Real>{}, bins))));
  else
    return bins_of<Real>(bins_over(size_value(bins), values, n));
}

/// No weights.
struct unweighted {};
template <class W> struct weight_type {
  using type = value_t<W>;
};
template <> struct weight_type<unweighted> {
  using type = index;
};
template <class A>
concept histogram_operand = operand<A> && std::is_arithmetic_v<value_t<A>>;
template <class W>
concept weights_item = std::same_as<W, unweighted> || histogram_operand<W>;

/// Into each of `count` places the number of values that have it, or the sum of their weights,
/// which floats are summed up in double.
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
    const auto w = eval(weights);
    check_count(what, values, w.size());
    each([&](index i, index k) { sums.data()[k] += static_cast<S>(w.data()[i]); });
  }
  if constexpr (std::same_as<S, T>) {
    return sums;
  } else {
    return make_map(cast_fn<T>{}, sums);
  }
}

// Sentences without templates: those are instantiated wherever the header is included.
struct histogram_verdict {
  static constexpr message text() {
    return message("stria: histogram(a, bins) takes elements that are integers or floating-point "
                   "numbers, and the number of bins as an integer or a constant, or their edges as "
                   "a vector");
  }
};
struct sample_verdict {
  static constexpr message text() {
    return message("stria: histogramdd takes a sample of numbers of shape (observations, "
                   "variables), of which the number of variables is static: tensor<double, dyn, "
                   "3>");
  }
};

/// The histogram of values with these bins.
template <bool Density, class A, class B, class W>
constexpr auto histogram_of(const A& a, const B& bins, const W& weights) {
  using Real = count_type<A>;
  using T = std::conditional_t<Density, Real, typename weight_type<W>::type>;
  const auto values = eval(a);
  const bins_of<Real> b = make_bins<Real>(bins, values.data(), values.size());
  auto hist = count_places<T>("histogram", b.count(), values.size(), weights,
                              [&](const auto& f) { b.each(values.data(), values.size(), f); });
  if constexpr (Density) {
    Real total = 0;
    for (const Real v : hist.storage())
      total += v;
    for (index k = 0; k < hist.size(); ++k)
      hist.data()[k] = quotient(hist.data()[k] / b.width(k), total);
  }
  return histogram_result<T, Real>{static_cast<tensor<T, dyn>&&>(hist), b.edges()};
}

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

template <bool Density, class X, class Y, class BX, class BY, class W>
constexpr auto histogram2d_of(const X& x, const Y& y, const BX& x_bins, const BY& y_bins,
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
  return histogram2d_result<Real>{
      joint_histogram<Real, 2>("histogram2d", {xs.data(), ys.data()}, n, bins, weights, Density),
      bins[0].edges(), bins[1].edges()};
}

/// Bins of variable K: of a number those of all, of a tuple or an array each has its own.
template <std::size_t K, class B> constexpr const auto& bins_of_variable(const B& bins) {
  if constexpr (requires { std::tuple_size<B>::value; })
    return std::get<K>(bins);
  else
    return bins;
}
template <class B, std::size_t D> inline constexpr bool bins_for = bins_item<B>;
template <bins_item... B, std::size_t D>
inline constexpr bool bins_for<std::tuple<B...>, D> = sizeof...(B) == D;
template <integer_item I, std::size_t N, std::size_t D>
inline constexpr bool bins_for<std::array<I, N>, D> = N == D;

/// How many variables a sample of shape (observations, variables) has, where its type says so.
template <class S> inline constexpr std::size_t variables_of_sample = 0;
template <histogram_operand S>
  requires(rank_of<S> == 2)
inline constexpr std::size_t
    variables_of_sample<S> = extents_of<S>[1].is_static() && extents_of<S>[1].size > 0
                                 ? static_cast<std::size_t>(extents_of<S>[1].size)
                                 : 0;

template <bool Density, class S, class B, class W>
constexpr auto histogramdd_of(const S& sample, const B& bins, const W& weights) {
  using Real = count_type<S>;
  constexpr std::size_t D = variables_of_sample<S>;
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

} // namespace detail

// --- histogram ---

/// How many elements lie in each bin: `bins` equal ones between the smallest element and the
/// largest, or those between edges that do not fall, a vector. Each bin has its lower edge, the
/// last one the upper one, too. Computed at once: `.hist` (index) and `.bin_edges` (double), which
/// structured bindings take apart. Refuses no bins, falling edges, and elements that are not finite
/// where there are no edges: `value_error`. NumPy: `np.histogram(a, bins)`.
template <detail::histogram_operand A, detail::bins_item B = index>
constexpr auto histogram(const A& a, const B& bins = 10) {
  return detail::histogram_of<false>(a, bins, detail::unweighted());
}
/// The sums of the weights of these elements, in the type of the weights. `shape_error` where they
/// are not as many. NumPy: `np.histogram(a, bins, weights=w)`.
template <detail::histogram_operand A, detail::bins_item B, detail::histogram_operand W>
constexpr auto histogram(const A& a, const B& bins, const W& weights) {
  return detail::histogram_of<false>(a, bins, weights);
}
/// The counts as densities: doubles. NumPy: `np.histogram(a, bins, density=True)`.
template <detail::histogram_operand A, detail::bins_item B>
constexpr auto histogram(const A& a, const B& bins, as_density_t) {
  return detail::histogram_of<true>(a, bins, detail::unweighted());
}
/// NumPy: `np.histogram(a, bins, weights=w, density=True)`.
template <detail::histogram_operand A, detail::bins_item B, detail::histogram_operand W>
constexpr auto histogram(const A& a, const B& bins, const W& weights, as_density_t) {
  return detail::histogram_of<true>(a, bins, weights);
}
/// Of bins from lo to hi, in double: as a struct with the edges.
/// NumPy: `np.histogram(a, bins, (lo, hi), density=True)`.
template <detail::histogram_operand A, detail::size_item B>
constexpr auto histogram(const A& a, const B& bins, double lo, double hi, as_density_t) {
  using edges = detail::bins_of<detail::count_type<A>>;
  return histogram(a, edges(detail::equal_bins(detail::size_value(bins), lo, hi)).edges(),
                   as_density);
}
template <detail::histogram_operand A, detail::size_item B, detail::histogram_operand W>
constexpr auto histogram(const A& a, const B& bins, double lo, double hi, const W& weights) {
  using edges = detail::bins_of<detail::count_type<A>>;
  return histogram(a, edges(detail::equal_bins(detail::size_value(bins), lo, hi)).edges(), weights);
}
template <detail::operand A, class B>
auto histogram(const A&, const B&)
    -> detail::refusal_where<!(detail::histogram_operand<A> && detail::bins_item<B>),
                             detail::histogram_verdict>;

/// The edges that histogram() has. NumPy: `np.histogram_bin_edges(a, bins)`.
template <detail::histogram_operand A, detail::bins_item B = index>
constexpr auto histogram_bin_edges(const A& a, const B& bins = 10) {
  const auto values = eval(a);
  return detail::make_bins<detail::count_type<A>>(bins, values.data(), values.size()).edges();
}
/// NumPy: `np.histogram_bin_edges(a, bins, (lo, hi))`.
template <detail::histogram_operand A, detail::size_item B>
constexpr auto histogram_bin_edges(const A&, const B& bins, double lo, double hi) {
  using edges = detail::bins_of<detail::count_type<A>>;
  return edges(detail::equal_bins(detail::size_value(bins), lo, hi)).edges();
}
STRIA_FOREIGN_FIRST(histogram_bin_edges);

// --- histogram2d, histogramdd ---

/// How many pairs (x, y) lie in each of the bins of x and of y, which are as histogram()'s.
/// Computed at once: `.hist` of shape (bins of x, bins of y), `.xedges`, `.yedges`, all double.
/// After the bins may come weights and as_density. `shape_error` where x and y are not as many.
/// NumPy: `np.histogram2d(x, y, [nx, ny], weights=w, density=True)`.
template <detail::histogram_operand X, detail::histogram_operand Y, detail::bins_item BX = index>
constexpr auto histogram2d(const X& x, const Y& y, const BX& bins = 10) {
  return detail::histogram2d_of<false>(x, y, bins, bins, detail::unweighted());
}
template <detail::histogram_operand X, detail::histogram_operand Y, detail::bins_item BX,
          detail::bins_item BY>
constexpr auto histogram2d(const X& x, const Y& y, const BX& x_bins, const BY& y_bins) {
  return detail::histogram2d_of<false>(x, y, x_bins, y_bins, detail::unweighted());
}
template <detail::histogram_operand X, detail::histogram_operand Y, detail::bins_item BX,
          detail::bins_item BY>
constexpr auto histogram2d(const X& x, const Y& y, const BX& x_bins, const BY& y_bins,
                           as_density_t) {
  return detail::histogram2d_of<true>(x, y, x_bins, y_bins, detail::unweighted());
}
template <detail::histogram_operand X, detail::histogram_operand Y, detail::bins_item BX,
          detail::bins_item BY, detail::histogram_operand W>
constexpr auto histogram2d(const X& x, const Y& y, const BX& x_bins, const BY& y_bins,
                           const W& weights) {
  return detail::histogram2d_of<false>(x, y, x_bins, y_bins, weights);
}
template <detail::histogram_operand X, detail::histogram_operand Y, detail::bins_item BX,
          detail::bins_item BY, detail::histogram_operand W>
constexpr auto histogram2d(const X& x, const Y& y, const BX& x_bins, const BY& y_bins,
                           const W& weights, as_density_t) {
  return detail::histogram2d_of<true>(x, y, x_bins, y_bins, weights);
}
STRIA_FOREIGN_BINARY(histogram2d);

/// How many rows of a sample lie in each of the bins of its columns. The number of columns is
/// static, as in tensor<double, dyn, 3>; bins is a number for all, a std::array of numbers or a
/// std::tuple of numbers and edges. Computed at once: `.hist` and `.edges`, all double. NumPy:
/// `np.histogramdd(sample, bins, weights=w, density=True)`.
template <detail::histogram_operand S, class B = index>
  requires(detail::variables_of_sample<S> > 0 &&
           detail::bins_for<B, detail::variables_of_sample<S>>)
constexpr auto histogramdd(const S& sample, const B& bins = 10) {
  return detail::histogramdd_of<false>(sample, bins, detail::unweighted());
}
template <detail::histogram_operand S, class B>
  requires(detail::variables_of_sample<S> > 0 &&
           detail::bins_for<B, detail::variables_of_sample<S>>)
constexpr auto histogramdd(const S& sample, const B& bins, as_density_t) {
  return detail::histogramdd_of<true>(sample, bins, detail::unweighted());
}
template <detail::histogram_operand S, class B, detail::histogram_operand W>
  requires(detail::variables_of_sample<S> > 0 &&
           detail::bins_for<B, detail::variables_of_sample<S>>)
constexpr auto histogramdd(const S& sample, const B& bins, const W& weights) {
  return detail::histogramdd_of<false>(sample, bins, weights);
}
template <detail::histogram_operand S, class B, detail::histogram_operand W>
  requires(detail::variables_of_sample<S> > 0 &&
           detail::bins_for<B, detail::variables_of_sample<S>>)
constexpr auto histogramdd(const S& sample, const B& bins, const W& weights, as_density_t) {
  return detail::histogramdd_of<true>(sample, bins, weights);
}
template <detail::operand S, class B>
auto histogramdd(const S&, const B&)
    -> detail::refusal_where<(detail::variables_of_sample<S> == 0), detail::sample_verdict>;
STRIA_FOREIGN_FIRST(histogramdd);

// --- digitize ---

namespace detail {

/// The bins in which values lie, of which the edges rise or fall.
template <class V, class B> class digitized : public computed<digitized<V, B>, index, V::extents> {
  V values_;
  B edges_;
  bool right_;

public:
  template <class T, class U>
  constexpr digitized(T&& values, U&& edges, bool right)
      : values_(static_cast<T&&>(values)), edges_(static_cast<U&&>(edges)), right_(right) {}
  STRIA_NO_TARGET(digitized);

  constexpr auto shape() const { return values_.shape(); }
  template <class G> constexpr decltype(auto) operands(const G& g) const {
    return g(values_, edges_);
  }
  template <class M, class N> constexpr auto over(M&& values, N&& edges) const {
    return digitized<std::remove_cvref_t<M>, std::remove_cvref_t<N>>(
        static_cast<M&&>(values), static_cast<N&&>(edges), right_);
  }
  template <class Target> constexpr void compute(Target& target) const {
    auto edges = eval(edges_);
    const auto v = eval(values_);
    const bool falls = make_rising(edges);
    for (index i = 0; i < v.size(); ++i)
      target.data()[i] = place(edges, falls, right_, v.data()[i]);
  }
  /// Whether edges fall, which then are turned round. `value_error` where they do neither.
  template <class E> static constexpr bool make_rising(E& edges) {
    auto* const e = edges.data();
    const index n = edges.size();
    bool rises = true, falls = true;
    for (index k = 0; k + 1 < n; ++k) {
      rises = rises && e[k] <= e[k + 1];
      falls = falls && e[k] >= e[k + 1];
    }
    if (!rises && !falls) [[unlikely]]
      raise<value_error>(message("stria: digitize: the edges neither rise nor fall throughout"));
    if (!rises)
      for (index k = 0; k < n / 2; ++k)
        std::swap(e[k], e[n - 1 - k]);
    return !rises;
  }
  template <class E, class X>
  static constexpr index place(const E& edges, bool falls, bool right, const X& x) {
    const index n = edges.size();
    const index k =
        right ? lower_place<false>(edges.data(), n, x) : lower_place<true>(edges.data(), n, x);
    return falls ? n - k : k;
  }
};

template <class V, class B> struct digitize_verdict {
  static constexpr bool accepted = rank_of<B> == 1 && std::is_arithmetic_v<value_t<B>>;
  static constexpr message text() {
    message m("stria: digitize takes the edges of bins as a vector of numbers; the shape is ");
    say_shape(m, extents_of<B>.view());
    return m;
  }
};
template <class V, class B> struct digitize_number_call {
  static constexpr bool accepted = true;
  using type = index;
  static constexpr index run(const std::remove_cvref_t<V>& x, const B& edges, bool right) {
    auto e = eval(edges);
    using node = digitized<hold_t<B>, hold_t<B>>;
    const bool falls = node::make_rising(e);
    return node::place(e, falls, right, x);
  }
};
template <class V, class B> struct digitize_result {};
template <operand V, operand B>
struct digitize_result<V, B>
    : judged_call<digitize_verdict<V, B>, constructing_call<digitized<hold_t<V>, hold_t<B>>>> {};
template <class V, operand B>
  requires std::is_arithmetic_v<std::remove_cvref_t<V>>
struct digitize_result<V, B> : judged_call<digitize_verdict<V, B>, digitize_number_call<V, B>> {};

} // namespace detail

/// The number of the bin in which each value lies, from 1 on; 0 before the first edge, and as many
/// as there are edges behind the last. A bin has its lower edge, or with right = true its upper
/// one, whether edges rise or fall. Shape: that of the values, lazy; of a number the bin at once.
/// `value_error` where the edges neither rise nor fall. NumPy: `np.digitize(x, bins, right)`.
template <class V, class B>
constexpr auto digitize(V&& x, B&& edges, bool right = false)
    STRIA_RUN_OR_REFUSE((detail::digitize_result<V, B>), static_cast<V&&>(x),
                        static_cast<B&&>(edges), right);
STRIA_FOREIGN(digitize, detail::ours, detail::not_ours, detail::whatever = {});
STRIA_FOREIGN(digitize, detail::not_ours, detail::not_ours, detail::whatever = {});

} // namespace stria
