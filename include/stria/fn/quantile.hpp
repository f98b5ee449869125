// SPDX-License-Identifier: BSL-1.0
// fn/quantile.hpp: median and percentile; over all axes the element at once.
#pragma once

#include <stria/fn/permute.hpp>
#include <stria/fn/sort.hpp>
#include <stria/fn/statistics.hpp>
#include <stria/view/foreign.hpp>

namespace stria {

namespace detail {

/// The axes of a tensor with those of Bits behind the others.
template <std::uint64_t Bits, std::size_t R> constexpr axis_map<R> reduced_last() {
  axis_map<R> m{};
  std::size_t out = 0;
  for (int turn = 0; turn < 2; ++turn)
    for (std::size_t k = 0; k < R; ++k)
      if (axis_set{Bits}.has(k) == (turn == 1))
        m.source[out++] = static_cast<int>(k);
  return m;
}

/// Calls f(target element, its elements, how many, room for as many).
template <std::uint64_t Bits, class Target, class E, class F>
constexpr void each_selection(Target& target, const E& e, F f) {
  const auto values = eval(e);
  constexpr auto map = reduced_last<Bits, rank_of<E>>();
  using held = ref<std::remove_const_t<decltype(values)>>;
  auto rows = eval(moved<held, map>(held(values)));
  const index n = reduced_count<Bits>(values.shape());
  tensor<value_t<E>, dyn> other({n}, uninitialized_t{});
  for (index k = 0; k < target.size(); ++k)
    f(target.data()[k], rows.data() + k * n, n, other.data());
}

/// The element at place q * (n - 1) of the sorted elements, between two of them in proportion.
template <class D, class T> constexpr D quantile_of(T* a, T* other, index n, double q) {
  for (index i = 0; i < n; ++i)
    if (a[i] != a[i])
      return static_cast<D>(a[i]);
  if (n == 0)
    return std::numeric_limits<D>::quiet_NaN();
  const double place = q * static_cast<double>(n - 1);
  const index k = static_cast<index>(place);
  const D part = static_cast<D>(place - static_cast<double>(k));
  select_nth(a, other, n, k, ordered{});
  const D lower = static_cast<D>(a[k]);
  if (k + 1 >= n || part == D{0})
    return lower;
  T next = a[k + 1];
  for (index i = k + 2; i < n; ++i)
    next = a[i] < next ? a[i] : next;
  const D upper = static_cast<D>(next), step = upper - lower;
  // From the nearer one, as NumPy does.
  return part < D(0.5) ? lower + step * part : upper - step * (D{1} - part);
}

struct percentile_op {
  static constexpr const char* text = "percentile";
  template <class T> using result = statistic_type<T>;
  double q = 0.5;
  bool of_any = true; // a median; of no elements it is NaN, and a percentile is refused

  template <std::uint64_t Bits, bool, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    using D = value_t<Target>;
    const auto sizes = e.shape();
    if (!of_any && reduced_count<Bits>(sizes) == 0)
      raise_empty_reduction(text, sizes);
    each_selection<Bits>(target, e, [&](D& to, auto* values, index n, auto* other) {
      to = quantile_of<D>(values, other, n, q);
    });
  }
};

[[noreturn]] [[gnu::cold]] inline void raise_percentile() {
  raise<value_error>(message("stria: percentile: q lies between 0 and 100"));
}
constexpr percentile_op percentile_of(double q) {
  if (!(q >= 0 && q <= 100)) [[unlikely]]
    raise_percentile();
  return {q / 100, false};
}

} // namespace detail

/// The middle of the elements in order over axes (none: all), of two middle ones the mean; double
/// for integers; NaN where there is one, or none at all. NumPy: `np.median(a, axis)`.
template <detail::operand_or_refused E, class... Axes>
constexpr auto median(E&& e, Axes...)
    STRIA_RUN_OR_REFUSE((detail::statistic_result<detail::percentile_op, E, Axes...>),
                        static_cast<E&&>(e), detail::percentile_op{});
STRIA_FOREIGN_FIRST(median);
constexpr detail::no_reduction_by_text median(detail::asked_by_name) { return {}; }

/// The value below which q per cent of the elements lie over axes (none: all), between two of them
/// in proportion. Refuses q outside 0 to 100 and axes without elements: `value_error`. NumPy:
/// `np.percentile(a, q, axis)`.
template <detail::operand_or_refused E, class... Axes>
constexpr auto percentile(E&& e, double q, Axes...)
    STRIA_RUN_OR_REFUSE((detail::statistic_result<detail::percentile_op, E, Axes...>),
                        static_cast<E&&>(e), detail::percentile_of(q));
STRIA_FOREIGN_FIRST(percentile);

} // namespace stria
