// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/count_loops.hpp: counts integers and the values in equal bins.
// Tests: tests/numpy/order/order.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/computed.hpp>

namespace stria::detail {

constexpr void check_count(const char* what, index values, index weights) {
  if (values != weights) [[unlikely]]
    raise<shape_error>(message("stria: ") << what << ": there are " << weights << " weights for "
                                          << values << " elements");
}

/// The position of the count for a value. For false it is 0, and for true it is 1.
template <class V> STRIA_INLINE constexpr index count_of(V v) {
  if constexpr (std::same_as<V, bool>)
    return v ? 1 : 0;
  else
    return to_index(+v); // + converts characters to integers
}

/// The number of counts for these values.
template <class V> constexpr index count_length(const V& values, index minlength) {
  if (minlength < 0) [[unlikely]]
    raise<value_error>(message("stria: bincount: the minlength ")
                       << minlength << " is negative; it must be 0 or more");
  // The loop is vectorised, because it does not branch and keeps the type of the values.
  using value = value_t<V>;
  value least{}, most{};
  for (const value v : values.storage()) {
    least = v < least ? v : least;
    most = v > most ? v : most;
  }
  if (least < value{}) [[unlikely]]
    for (const value v : values.storage())
      if (count_of(v) < 0)
        raise<value_error>(message("stria: bincount: ") << count_of(v) << " is negative");
  const index n = values.size() == 0 ? 0 : add_or_raise("bincount", count_of(most), 1);
  return n > minlength ? n : minlength;
}

/// Counts the values.
template <class V> constexpr void add_counts(const V& values, index* counts) {
  for (const auto v : values.storage())
    ++counts[count_of(v)];
}
/// Sums the weights of the elements with each value.
template <class V, class W> constexpr void add_weights(const V& values, const W& w, double* sums) {
  for (index i = 0; i < values.size(); ++i)
    sums[count_of(values.data()[i])] += static_cast<double>(w.data()[i]);
}

/// Equal bins from lo to hi; the last one includes hi.
class equal_bins {
  index bins_;
  double lo_, hi_;

public:
  constexpr equal_bins(index bins, double lo, double hi) : bins_(bins), lo_(lo), hi_(hi) {
    check_bins(bins);
    if (!(lo < hi)) [[unlikely]]
      raise<value_error>(message("stria: histogram: lo must be less than hi"));
    // width - width is 0 only if width is finite.
    const double width = hi - lo;
    if (width - width != 0) [[unlikely]]
      raise<value_error>(message("stria: histogram: the range from lo to hi is not finite"));
    if (width / static_cast<double>(bins) == 0) [[unlikely]]
      raise_narrow(bins);
  }
  /// Raises value_error unless there is at least one bin.
  static constexpr void check_bins(index bins) {
    if (bins < 1) [[unlikely]]
      raise<value_error>(message("stria: histogram: there must be at least one bin"));
  }
  /// Raises value_error if rounding makes two edges equal.
  constexpr void check_edges() const {
    double last = lo_;
    for (index k = 1; k <= bins_; ++k) {
      const double next = edge(k);
      if (!(last < next)) [[unlikely]]
        raise_narrow(bins_);
      last = next;
    }
  }
  constexpr index count() const { return bins_; }
  constexpr double low() const { return lo_; }
  constexpr double high() const { return hi_; }
  constexpr double edge(index k) const {
    return k == bins_ ? hi_
                      : lo_ + static_cast<double>(k) * ((hi_ - lo_) / static_cast<double>(bins_));
  }
  /// Calls f(i, bin) for each value i that lies in a bin.
  template <class T, class F> constexpr void each(const T* values, index n, const F& f) const {
    const double width = hi_ - lo_;
    const double scale = static_cast<double>(bins_) / width;
    // For the smallest widths the scale is infinite. The difference is then divided by the width.
    const bool scales = scale - scale == 0;
    // Edges and positions are rounded. Unless the width of a bin is subnormal, the errors of both
    // together, divided by this width, are below `error`. Only positions that are closer to an edge
    // are compared with it.
    const double size = (lo_ < 0 ? -lo_ : lo_) / width + (hi_ < 0 ? -hi_ : hi_) / width;
    const double error = scale < 0x1p1000 ? 0x1p-50 * static_cast<double>(bins_) * (1 + size) : 1;
    for (index i = 0; i < n; ++i) {
      const double x = static_cast<double>(values[i]);
      if (!(x >= lo_ && x <= hi_))
        continue;
      const double position =
          scales ? (x - lo_) * scale : (x - lo_) / width * static_cast<double>(bins_);
      index k = static_cast<index>(position);
      const double above = position - static_cast<double>(k);
      k = k >= bins_ ? bins_ - 1 : k;
      if (!(above >= error && above <= 1 - error)) {
        while (k > 0 && x < edge(k))
          --k;
        while (k + 1 < bins_ && x >= edge(k + 1))
          ++k;
      }
      f(i, k);
    }
  }
  /// Stores the number of values in each bin.
  template <class Target, class T>
  constexpr void count_into(Target& target, const T* values, index n) const {
    check_edges();
    for (index& c : target.storage())
      c = 0;
    index* const counts = target.data();
    each(values, n, [counts](index, index k) { ++counts[k]; });
  }

private:
  [[noreturn]] [[gnu::cold]] static void raise_narrow(index bins) {
    raise<value_error>(message("stria: histogram: ")
                       << bins
                       << " bins are too many for their range: edges in double would be equal");
  }
};

} // namespace stria::detail
