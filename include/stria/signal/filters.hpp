// SPDX-License-Identifier: BSL-1.0
// signal/filters.hpp: gaussian_filter and median_filter, filters of neighbourhoods along all axes.
// Tests: tests/fft/signal.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/numpy/calculus/sample_loops.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/join/pad.hpp>
#include <stria/numpy/join/split.hpp>
#include <stria/numpy/order/partition.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

#include <cmath>

namespace stria::detail {

template <fixed_string Name, class A, std::size_t Given, bool Ordered = false>
struct filter_verdict {
  static constexpr bool has_order = !Ordered || !is_complex<value_t<A>>::value;
  static constexpr bool accepted = is_number<value_t<A>> && has_order && is_on_host<A> &&
                                   rank_of<A> > 0 && (Given == 1 || Given == rank_of<A>);
  static constexpr message text() {
    message m("stria: ");
    m << Name.view() << ": ";
    if (!is_number<value_t<A>>)
      return m << "the elements must be numbers";
    if (!has_order)
      return m << "these elements have no order; filter abs(a), or real(a) and imag(a)";
    if (!is_on_host<A>)
      return m << "the operand is on a device; to_host(a) copies it";
    if (rank_of<A> == 0)
      return m << "an operand of rank 0 has no axis";
    m << Given << " values for the axes of the shape ";
    say_shape(m, extents_of<A>.view());
    return m << "; give one for each axis, or one for all";
  }
};

/// Returns one value for each axis. If a single value is given, it is used for all axes.
template <std::size_t R, class T, std::size_t N>
constexpr std::array<T, R> for_each_axis(const std::array<T, N>& given) {
  std::array<T, R> each{};
  for (std::size_t k = 0; k < R; ++k)
    each[k] = given[N == 1 ? 0 : k];
  return each;
}

/// t with a mirrored border along one axis.
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
      if (sigma[K] > 1e-15) { // the threshold of SciPy
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
                           << s << " elements; it needs at least 1");
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
    const auto windows = sliding_window(padded, size);

    // The medians are computed slab by slab, so that the copies of the neighbourhoods fit in the
    // cache.
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
    : judged_call<filter_verdict<"median_filter", A, Given, true>, median_filter_call<A, Given>> {};

} // namespace stria::detail

namespace stria::signal {

/// Smooths an operand with a Gaussian along each axis.
///
/// The weights are exp(-x^2 / (2 sigma^2)) up to truncate * sigma elements away. The border is
/// mirrored.
///
/// \param a        operand of numbers, rank 1 or more
/// \param sigma    the standard deviation in elements: a number, or one for each axis in braces or
///                 in a std::array
/// \param truncate the radius of the kernel in standard deviations (default 4)
/// \returns        a tensor with the shape of `a`: floating-point or complex, double for integers;
///                 computed immediately
/// \throws         value_error if sigma or truncate is negative or NaN, or if the kernel is too
///                 large
/// \refuses        rank 0, elements that are not numbers, a number of values that does not match
///                 the axes, and operands on a device
/// \complexity     O(n sigma truncate) for each axis, allocates the result and temporaries of its
///                 size with its border
/// \numpy          none; `scipy.ndimage.gaussian_filter(a, sigma, truncate=truncate)`
/// \usage          `gaussian_filter(image, 2)`, `gaussian_filter(image, {2, 0})`
/// \see            median_filter, zoom
template <class A>
auto gaussian_filter(const A& a, double sigma, double truncate = 4)
    STRIA_RUN_OR_REFUSE((detail::gaussian_result<A, 1>), a, std::array{sigma}, truncate);
/// Smooths with a standard deviation for each axis, given in braces.
template <class A, std::size_t N>
auto gaussian_filter(const A& a, const double (&sigma)[N], double truncate = 4)
    STRIA_RUN_OR_REFUSE((detail::gaussian_result<A, N>), a, std::to_array(sigma), truncate);
/// Smooths with a standard deviation for each axis, given in a std::array.
template <class A, std::size_t N>
auto gaussian_filter(const A& a, const std::array<double, N>& sigma, double truncate = 4)
    STRIA_RUN_OR_REFUSE((detail::gaussian_result<A, N>), a, sigma, truncate);
STRIA_FOREIGN(gaussian_filter, detail::not_ours, detail::whatever = {}, detail::whatever = {});

/// Replaces each element by the median of its neighbourhood.
///
/// The border is mirrored. For an even number of elements, the upper one of the two middle elements
/// is the median. NaN counts as the largest number.
///
/// \param a    operand of real numbers, rank 1 or more
/// \param size the size of the neighbourhood: an integer, or one for each axis in braces or in a
///             std::array
/// \returns    a tensor with the shape and element type of `a`, computed immediately
/// \throws     value_error if a size is less than 1
/// \refuses    rank 0, elements that are not real numbers, a number of sizes that does not match
///             the axes, and operands on a device
/// \complexity O(n m) for neighbourhoods of m elements, allocates the result and temporaries
/// \numpy      none; `scipy.ndimage.median_filter(a, size)`
/// \usage      `median_filter(image, 3)`, `median_filter(image, {3, 5})`
/// \see        gaussian_filter, median
template <class A, detail::size_item S>
auto median_filter(const A& a, const S& size)
    STRIA_RUN_OR_REFUSE((detail::median_filter_result<A, 1>), a,
                        std::array{detail::size_value(size)});
/// Replaces each element by the median of a neighbourhood whose sizes are given in braces.
template <class A, std::size_t N>
auto median_filter(const A& a, const index (&size)[N])
    STRIA_RUN_OR_REFUSE((detail::median_filter_result<A, N>), a, std::to_array(size));
/// Replaces each element by the median of a neighbourhood whose sizes are given in a std::array.
template <class A, detail::integer_item Ix, std::size_t N>
auto median_filter(const A& a, const std::array<Ix, N>& size)
    STRIA_RUN_OR_REFUSE((detail::median_filter_result<A, N>), a,
                        detail::size_list<std::array<Ix, N>>::values(size));
STRIA_FOREIGN(median_filter, detail::not_ours, detail::whatever = {});
STRIA_NOT_INTEGER(median_filter, detail::ours, detail::fractional);

} // namespace stria::signal

namespace stria {
using signal::gaussian_filter;
using signal::median_filter;
} // namespace stria
