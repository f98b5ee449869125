// SPDX-License-Identifier: BSL-1.0
// algorithm/histogram.hpp: histograms of one variable, and of several jointly.
#pragma once

#include <stria/algorithm/count.hpp>
#include <stria/algorithm/search.hpp>
#include <stria/base/checked.hpp>
#include <stria/eval/computed.hpp>
#include <stria/fold/operations.hpp>

namespace stria::detail {

/// The bins of one variable: equal bins, or bins between edges. Real is double; it is a parameter
/// so that the class is instantiated only where it is used.
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
      raise<value_error>(message("stria: histogram: there must be at least two edges"));
    for (index k = 0; k + 1 < edges_.size(); ++k)
      if (!(edges_.data()[k] <= edges_.data()[k + 1])) [[unlikely]]
        raise<value_error>(message("stria: histogram: the edges must be in ascending order; edge ")
                           << k + 1 << " is less than the one before it, or one is NaN");
  }
  constexpr index count() const { return edges_.size() - 1; }
  constexpr const tensor<Real, dyn>& edges() const { return edges_; }
  constexpr Real width(index k) const { return edges_.data()[k + 1] - edges_.data()[k]; }

  /// Calls f(i, bin) for each value i that lies in a bin.
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

/// Equal bins from the smallest of n values to the largest. As in NumPy, a range of width 0 is
/// widened by 1, and the range is 0 to 1 if there are no values.
template <class T> constexpr equal_bins bins_over(index bins, const T* values, index n) {
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
  }
  return {bins, lo, hi};
}

/// Replaces counts or sums of weights with a probability density.
template <class Real> constexpr void make_density(tensor<Real, dyn>& hist, const bins_of<Real>& b) {
  Real total = 0;
  for (const Real v : hist.storage())
    total += v;
  for (index k = 0; k < hist.size(); ++k)
    hist.data()[k] = quotient(hist.data()[k] / b.width(k), total);
}

/// The joint histogram of several variables, each an array of n values. count(bins, each) counts
/// the values in each of so many bins, or sums their weights.
template <class Real, std::size_t D, class Count>
constexpr auto joint_histogram(const char* what, const std::array<const Real*, D>& values, index n,
                               const std::array<bins_of<Real>, D>& bins, bool density,
                               const Count& count) {
  std::array<index, D> sizes{};
  index all_bins = 1;
  for (std::size_t k = 0; k < D; ++k) {
    sizes[k] = bins[k].count();
    all_bins = multiply_or_raise(what, all_bins, sizes[k]);
  }
  // `place` has, for each observation, the number of its bin in row-major order, or -1 if it is
  // outside all bins.
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
      for (std::size_t k = D; k-- > 0;) {
        volume *= bins[k].width(rest % sizes[k]);
        rest /= sizes[k];
      }
      hist.data()[i] = quotient(hist.data()[i] / volume, total);
    }
  return hist;
}

} // namespace stria::detail
