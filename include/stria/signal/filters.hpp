// SPDX-License-Identifier: BSL-1.0
// signal/filters.hpp: filters of neighbourhoods along all axes: gaussian_filter, median_filter.
#pragma once

#include <stria/args/sizes.hpp>
#include <stria/fn/math.hpp>
#include <stria/fn/pad.hpp>
#include <stria/fn/reduce.hpp>
#include <stria/fn/reshape.hpp>
#include <stria/fn/sort.hpp>
#include <stria/fn/split.hpp>
#include <stria/view/foreign.hpp>

#include <cmath>

namespace stria::detail {

/// What filters compute with: floating-point numbers, integers as double.
template <class T> using filtered = std::conditional_t<std::is_integral_v<T>, double, T>;

template <fixed_string Name, class A, std::size_t Given> struct filter_verdict {
  static constexpr bool accepted = is_number<value_t<A>> && is_on_host<A> && rank_of<A> > 0 &&
                                   (Given == 1 || Given == rank_of<A>);
  static constexpr message text() {
    message m("stria: ");
    m << Name.view() << ": ";
    if (!is_number<value_t<A>>)
      return m << "the elements are numbers";
    if (!is_on_host<A>)
      return m << "the operand lies on a device; to_host(a) fetches it";
    if (rank_of<A> == 0)
      return m << "an operand of rank 0 has no axis";
    m << Given << " values are given for the axes of the shape ";
    say_shape(m, extents_of<A>.view());
    return m << "; give one for each axis, or one for all";
  }
};

/// One value for each axis, from as many or from a single one.
template <std::size_t R, class T, std::size_t N>
constexpr std::array<T, R> for_each_axis(const std::array<T, N>& given) {
  std::array<T, R> each{};
  for (std::size_t k = 0; k < R; ++k)
    each[k] = given[N == 1 ? 0 : k];
  return each;
}

/// t with a mirrored border along an axis.
template <class Tensor>
auto mirrored(const Tensor& t, std::size_t axis, index before, index after) {
  index borders[rank_of<Tensor>][2] = {};
  borders[axis][0] = before;
  borders[axis][1] = after;
  return eval(pad(t, borders, pad_mode::symmetric));
}

// --- gaussian_filter ---

template <class A, std::size_t Given> struct gaussian_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t R = rank_of<A>;
  using T = filtered<value_t<A>>;
  using type = typename tensor_of<T, extents_of<A>>::type;

  static type run(const A& a, const std::array<double, Given>& sigma, double truncate) {
    std::array<index, R> radius{};
    const auto each = for_each_axis<R>(sigma);
    for (std::size_t k = 0; k < R; ++k) {
      if (!(each[k] >= 0) || !(truncate >= 0)) [[unlikely]]
        raise<value_error>(message("stria: gaussian_filter: sigma or truncate is negative or NaN"));
      radius[k] = convert_or_raise("gaussian_filter", truncate * each[k] + 0.5);
    }
    type t(a);
    if (t.size() > 0)
      along<0>(t, each, radius);
    return t;
  }

private:
  template <std::size_t K>
  static void along(type& t, const std::array<double, R>& sigma,
                    const std::array<index, R>& radius) {
    if constexpr (K < R) {
      if (sigma[K] > 1e-15) { // as SciPy
        const auto weights = weights_of(sigma[K], radius[K]);
        const auto padded = mirrored(t, K, radius[K], radius[K]);
        t = sum(sliding_window(padded, weights.size(), constant<static_cast<index>(K)>()) * weights,
                -constant<1>());
      }
      along<K + 1>(t, sigma, radius);
    }
  }
  static auto weights_of(double sigma, index radius) {
    const index size =
        add_or_raise("gaussian_filter", multiply_or_raise("gaussian_filter", 2, radius), 1);
    tensor<double, dyn> w({size}, uninitialized_t{});
    for (index i = 0; i < size; ++i) {
      const double x = static_cast<double>(i - radius);
      w.data()[i] = std::exp(-0.5 / (sigma * sigma) * x * x);
    }
    return eval(cast<typename real_of<T>::type>(w / sum(w)));
  }
};
template <class A, std::size_t Given> struct gaussian_result {};
template <operand A, std::size_t Given>
struct gaussian_result<A, Given>
    : judged_call<filter_verdict<"gaussian_filter", A, Given>, gaussian_call<A, Given>> {};

// --- median_filter ---

/// The windows along axes K and up of a tensor or a view.
template <std::size_t K, std::size_t R, class V>
auto windows_along(const V& v, const std::array<index, R>& size) {
  auto w = sliding_window(v, size[K], constant<static_cast<index>(K)>());
  if constexpr (K + 1 == R)
    return w;
  else
    return windows_along<K + 1>(w, size);
}

template <class A, std::size_t Given> struct median_filter_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t R = rank_of<A>;
  using T = value_t<A>;
  using type = typename tensor_of<T, extents_of<A>>::type;

  static type run(const A& a, const std::array<index, Given>& given) {
    const auto size = for_each_axis<R>(given);
    index count = 1;
    for (const index s : size) {
      if (s < 1) [[unlikely]]
        raise<value_error>(message("stria: median_filter: a neighbourhood of ")
                           << s << " elements; it has 1 or more");
      count = multiply_or_raise("median_filter", count, s);
    }
    type t(a);
    if (t.size() == 0)
      return t;
    index borders[R][2];
    for (std::size_t k = 0; k < R; ++k) {
      borders[k][0] = size[k] / 2;
      borders[k][1] = size[k] - 1 - size[k] / 2;
    }
    const auto padded = eval(pad(t, borders, pad_mode::symmetric));
    const auto windows = windows_along<0>(padded, size);

    // Slab by slab, so that the copies of the neighbourhoods stay in the cache.
    const index slabs = t.shape()[0], row = t.size() / slabs;
    const index most = index{1} << 16, fitting = most / count / row;
    const index at_once = fitting < 1 ? 1 : fitting;
    for (index k = 0; k < slabs; k += at_once) {
      const auto part = range(k, k + at_once);
      const auto lines = reshape(windows[part, ellipsis],
                                 (slabs - k < at_once ? slabs - k : at_once) * row, count);
      const auto sorted = eval(partition(lines, count / 2));
      reshape_into(t, k * row, sorted, count);
    }
    return t;
  }

private:
  template <class S> static void reshape_into(type& t, index from, const S& sorted, index count) {
    view<T, row_major(unknown_shape<1>())> target(t.data() + from, sorted.shape()[0],
                                                  placed<1>{0, {sorted.shape()[0]}, {1}});
    run_into<store_kernel>(target, prepare(sorted[all, count / 2]));
  }
};
template <class A, std::size_t Given> struct median_filter_result {};
template <operand A, std::size_t Given>
struct median_filter_result<A, Given>
    : judged_call<filter_verdict<"median_filter", A, Given>, median_filter_call<A, Given>> {};

} // namespace stria::detail

namespace stria::signal {

/// The operand smoothed along each axis by the weights exp(-x^2 / (2 sigma^2)) of elements up to
/// truncate * sigma away, mirrored at the border; computed at once. sigma: a number, or one for
/// each axis in an array or braces. Elements: floating-point, integers as double. Refuses a
/// negative sigma: `value_error`. SciPy: `scipy.ndimage.gaussian_filter(a, sigma,
/// truncate=truncate)`.
template <class A>
auto gaussian_filter(const A& a, double sigma, double truncate = 4)
    STRIA_RUN_OR_REFUSE((detail::gaussian_result<A, 1>), a, std::array{sigma}, truncate);
template <class A, std::size_t N>
auto gaussian_filter(const A& a, const double (&sigma)[N], double truncate = 4)
    STRIA_RUN_OR_REFUSE((detail::gaussian_result<A, N>), a, std::to_array(sigma), truncate);
template <class A, std::size_t N>
auto gaussian_filter(const A& a, const std::array<double, N>& sigma, double truncate = 4)
    STRIA_RUN_OR_REFUSE((detail::gaussian_result<A, N>), a, sigma, truncate);
STRIA_FOREIGN(gaussian_filter, detail::not_ours, detail::whatever = {}, detail::whatever = {});

/// The median of the neighbourhood of each element, mirrored at the border; of an even number of
/// elements the upper one. Computed at once. size: an integer, or one for each axis in an array or
/// braces. Elements: the operand's, NaN counting as the largest. Refuses sizes less than 1:
/// `value_error`. SciPy: `scipy.ndimage.median_filter(a, size)`.
template <class A, detail::size_item S>
auto median_filter(const A& a, const S& size)
    STRIA_RUN_OR_REFUSE((detail::median_filter_result<A, 1>), a,
                        std::array{detail::size_value(size)});
template <class A, std::size_t N>
auto median_filter(const A& a, const index (&size)[N])
    STRIA_RUN_OR_REFUSE((detail::median_filter_result<A, N>), a, std::to_array(size));
template <class A, detail::integer_item I, std::size_t N>
auto median_filter(const A& a, const std::array<I, N>& size)
    STRIA_RUN_OR_REFUSE((detail::median_filter_result<A, N>), a,
                        detail::size_list<std::array<I, N>>::values(size));
STRIA_FOREIGN(median_filter, detail::not_ours, detail::whatever = {});

} // namespace stria::signal

namespace stria {
using signal::gaussian_filter;
using signal::median_filter;
} // namespace stria
