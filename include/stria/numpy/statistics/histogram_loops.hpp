// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/histogram_loops.hpp: histograms of one variable, and of several jointly.
// Tests: tests/numpy/statistics/histograms.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/fold/operations.hpp>
#include <stria/numpy/order/search_loops.hpp>
#include <stria/numpy/statistics/count_loops.hpp>

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>

namespace stria::detail {

/// The bins of one variable: equal bins, whose edges are computed in double, or bins between given
/// edges of type E.
template <class E> class bins_of {
  tensor<E, dyn> edges_;
  bool equal_;

public:
  constexpr explicit bins_of(const equal_bins& b)
    requires std::same_as<E, double>
      : edges_({add_or_raise("histogram", b.count(), 1)}, uninitialized_t{}), equal_(true) {
    b.check_edges();
    for (index k = 0; k <= b.count(); ++k)
      edges_.data()[k] = b.edge(k);
  }
  constexpr explicit bins_of(tensor<E, dyn> edges)
      : edges_(static_cast<tensor<E, dyn>&&>(edges)), equal_(false) {
    if (edges_.size() < 2) [[unlikely]]
      raise<value_error>(message("stria: histogram: there must be at least two edges"));
    for (index k = 0; k + 1 < edges_.size(); ++k)
      if (!(edges_.data()[k] <= edges_.data()[k + 1])) [[unlikely]]
        raise<value_error>(message("stria: histogram: the edges must be in ascending order; edge ")
                           << k + 1 << " is less than the one before it, or one is NaN");
  }
  constexpr index count() const { return edges_.size() - 1; }
  constexpr const tensor<E, dyn>& edges() const { return edges_; }
  constexpr double width(index k) const {
    const E from = edges_.data()[k], to = edges_.data()[k + 1];
    // Modulo 2^64, because the distance of two signed integers may not fit into their type.
    if constexpr (std::integral<E>)
      return static_cast<double>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from));
    else
      return static_cast<double>(to) - static_cast<double>(from);
  }

  /// Calls f(i, bin) for each value i that lies in a bin. Values are compared with given edges as
  /// searchsorted() compares them.
  template <class T, class F> constexpr void each(const T* values, index n, const F& f) const {
    const E* const e = edges_.data();
    const index bins = count();
    if constexpr (std::same_as<E, double>)
      if (equal_)
        return equal_bins(bins, e[0], e[bins]).each(values, n, f);
    for (index i = 0; i < n; ++i) {
      const index k = lower_place<true>(e, bins + 1, values[i]);
      if (k == 0 || (k > bins && value_less(e[bins], values[i])))
        continue;
      f(i, (k > bins ? bins : k) - 1);
    }
  }
};

/// Equal bins from the smallest of n values to the largest. As in NumPy, a range of width 0 is
/// widened by 1, and the range is 0 to 1 if there are no values.
template <class T> constexpr equal_bins bins_over(index bins, const T* values, index n) {
  equal_bins::check_bins(bins);
  double lo = 0, hi = 1;
  for (index i = 0; i < n; ++i) {
    const double x = static_cast<double>(values[i]);
    if (x - x != 0) [[unlikely]]
      raise<value_error>(
          message("stria: histogram: the elements are not all finite; give a range, as "
                  "in histogram(a, bins, lo, hi)"));
    lo = i == 0 || x < lo ? x : lo;
    hi = i == 0 || x > hi ? x : hi;
  }
  if (lo == hi) {
    lo -= 0.5;
    hi += 0.5;
    if (lo == hi) [[unlikely]]
      raise<value_error>(
          message("stria: histogram: all elements are equal, and so large that bins of total width "
                  "1 around them have no width in double; give a range, as in histogram(a, bins, "
                  "lo, hi), or edges"));
  }
  const double width = hi - lo;
  if (width - width != 0) [[unlikely]]
    raise<value_error>(message("stria: histogram: the distance from the smallest to the largest "
                               "element is not finite; give edges or a range"));
  return {bins, lo, hi};
}

/// Replaces counts or sums of weights with a probability density.
template <class E> constexpr void make_density(tensor<double, dyn>& hist, const bins_of<E>& b) {
  double total = 0;
  for (const double v : hist.storage())
    total += v;
  for (index k = 0; k < hist.size(); ++k)
    hist.data()[k] = quotient(hist.data()[k] / b.width(k), total);
}

/// The joint histogram of D variables, each an array of n values. count(bins, each) counts the
/// values in each of so many bins, or sums their weights. Real is double.
template <class Real, class... T, class... E, class Count>
constexpr auto joint_histogram(const char* what, const std::tuple<const T*...>& values, index n,
                               const std::tuple<bins_of<E>...>& bins, bool density,
                               const Count& count) {
  constexpr std::size_t D = sizeof...(E);
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    const std::array<index, D> sizes{std::get<K>(bins).count()...};
    index all_bins = 1;
    for (const index size : sizes)
      all_bins = multiply_or_raise(what, all_bins, size);
    // `place` has, for each observation, the number of its bin in row-major order, or -1 if it is
    // outside all bins.
    counters<Real> place({n}, uninitialized_t{}), met({n}, uninitialized_t{});
    for (index i = 0; i < n; ++i)
      place.data()[i] = 0;
    const auto add = [&](const auto* x, const auto& b) {
      for (index i = 0; i < n; ++i)
        met.data()[i] = -1;
      b.each(x, n, [&](index i, index bin) { met.data()[i] = bin; });
      for (index i = 0; i < n; ++i) {
        index& p = place.data()[i];
        p = p < 0 || met.data()[i] < 0 ? -1 : p * b.count() + met.data()[i];
      }
    };
    (add(std::get<K>(values), std::get<K>(bins)), ...);
    const auto counted = count(all_bins, [&](const auto& f) {
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
        const auto multiply = [&](const auto& b) {
          volume *= b.width(rest % b.count());
          rest /= b.count();
        };
        (multiply(std::get<D - 1 - K>(bins)), ...);
        hist.data()[i] = quotient(hist.data()[i] / volume, total);
      }
    return hist;
  }(std::make_index_sequence<D>());
}

} // namespace stria::detail
