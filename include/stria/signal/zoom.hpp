// SPDX-License-Identifier: BSL-1.0
// signal/zoom.hpp: zoom, which resizes an operand by linear interpolation.
// Tests: tests/fft/signal.cpp.
#pragma once

#include <stria/numpy/calculus/resize.hpp>
#include <stria/signal/filters.hpp>

namespace stria::detail {

template <class A, std::size_t Given> struct zoom_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t R = rank_of<A>;
  using T = filtered<value_t<A>>;
  using type = dtensor<T, R>;

  static type run(const A& a, const std::array<double, Given>& factor) {
    const auto each = for_each_axis<R>(factor);
    const auto own = a.shape();
    std::array<index, R> sizes{};
    for (std::size_t k = 0; k < R; ++k) {
      if (!(each[k] >= 0)) [[unlikely]]
        raise<value_error>(message("stria: zoom: a factor is negative or NaN"));
      // Half-way cases are rounded to even, as in Python.
      sizes[k] = convert_or_raise("zoom", std::nearbyint(static_cast<double>(own[k]) * each[k]));
    }
    if (count_or_raise(sizes) == 0)
      return type(sizes, uninitialized_t{});
    return type(resize_image(a, sizes, resize_grid::align_corners));
  }
};
template <class A, std::size_t Given> struct zoom_result {};
template <operand A, std::size_t Given>
struct zoom_result<A, Given> : judged_call<filter_verdict<"zoom", A, Given>, zoom_call<A, Given>> {
};

} // namespace stria::detail

namespace stria::signal {

/// Resizes each axis by a factor, with linear interpolation between elements.
///
/// The first and the last elements of an axis keep their values; a single element has the value of
/// the first one.
///
/// \param a      operand of numbers, rank 1 or more
/// \param factor a number, or one for each axis in braces or in a std::array
/// \returns      a tensor with round(n * factor) elements along each axis: floating-point or
///               complex, double for integers; computed immediately. Half-way cases are rounded to
///               even
/// \throws       value_error if a factor is negative, NaN or too large
/// \refuses      rank 0, elements that are not numbers, a number of factors that does not match the
///               axes, and operands on a device
/// \complexity   O(n) for each axis, allocates the result and temporaries
/// \numpy        none; `scipy.ndimage.zoom(a, factor, order=1)`
/// \usage        `zoom(image, 2)`, `zoom(image, {0.5, 1})`
/// \see          resize_image, gaussian_filter, interp
template <class A>
auto zoom(const A& a, double factor)
    STRIA_RUN_OR_REFUSE((detail::zoom_result<A, 1>), a, std::array{factor});
/// Resizes with a factor for each axis, given in braces.
template <class A, std::size_t N>
auto zoom(const A& a, const double (&factor)[N])
    STRIA_RUN_OR_REFUSE((detail::zoom_result<A, N>), a, std::to_array(factor));
/// Resizes with a factor for each axis, given in a std::array.
template <class A, std::size_t N>
auto zoom(const A& a, const std::array<double, N>& factor)
    STRIA_RUN_OR_REFUSE((detail::zoom_result<A, N>), a, factor);
STRIA_FOREIGN(zoom, detail::not_ours, detail::whatever = {});

} // namespace stria::signal

namespace stria {
using signal::zoom;
} // namespace stria
