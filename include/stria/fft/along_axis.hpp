// SPDX-License-Identifier: BSL-1.0
// fft/along_axis.hpp: transforms along axes known only at run time: fft::fft(a, axis(k)).
// Tests: tests/fft/transforms.cpp.
#pragma once

#include <stria/fft/frequencies.hpp>
#include <stria/fft/transforms.hpp>
#include <stria/numpy/shape/reorder.hpp>

namespace stria::fft {

#define STRIA_FFT_AT_AXIS(name)                                                                    \
  /** Along an axis known only at run time: `axis(k)`. */                                          \
  template <detail::operand A, class... X>                                                         \
    requires detail::one_run_time_axis<A, X...>                                                    \
  auto name(const A& a, const X&... x) {                                                           \
    return detail::call_at<detail::rank_of<A>>(detail::axis_among(x...), [&](auto k) {             \
      return name(a, detail::constant_or_same(k, x)...);                                           \
    });                                                                                            \
  }

STRIA_FFT_AT_AXIS(fft)
STRIA_FFT_AT_AXIS(ifft)
STRIA_FFT_AT_AXIS(rfft)
STRIA_FFT_AT_AXIS(irfft)
STRIA_FFT_AT_AXIS(hfft)
STRIA_FFT_AT_AXIS(ihfft)
#undef STRIA_FFT_AT_AXIS

#define STRIA_FFT_OVER_AXES(name)                                                                  \
  /** Along axes, at least one of them known only at run time: `axis(k)`. */                       \
  template <detail::operand A, class... X>                                                         \
    requires detail::run_time_axes<A, X...>                                                        \
  auto name(const A& a, const X&... x) {                                                           \
    return detail::call_with_named_last<detail::rank_of<A>>(                                       \
        [&](const auto& last, const auto&... y) { return last.back(name(last(a), y...)); }, x...); \
  }                                                                                                \
  /** With the numbers of points in braces. */                                                     \
  template <detail::operand A, std::size_t N, class... X>                                          \
    requires detail::run_time_axes<A, X...>                                                        \
  auto name(const A& a, const index(&sizes)[N], const X&... x) {                                   \
    return name(a, std::to_array(sizes), x...);                                                    \
  }

STRIA_FFT_OVER_AXES(fftn)
STRIA_FFT_OVER_AXES(ifftn)
STRIA_FFT_OVER_AXES(rfftn)
STRIA_FFT_OVER_AXES(irfftn)
STRIA_FFT_OVER_AXES(fft2)
STRIA_FFT_OVER_AXES(ifft2)
STRIA_FFT_OVER_AXES(rfft2)
STRIA_FFT_OVER_AXES(irfft2)
#undef STRIA_FFT_OVER_AXES

#define STRIA_SHIFT_ALONG_AXES(name)                                                               \
  /** Along axes, at least one of them known only at run time: `axis(k)`. */                       \
  template <detail::operand A, class... X>                                                         \
    requires detail::run_time_axes<A, X...>                                                        \
  constexpr auto name(A&& a, X... x) {                                                             \
    return detail::call_along(                                                                     \
        []<class M>(M&& m, auto... y) { return name(static_cast<M&&>(m), y...); },                 \
        static_cast<A&&>(a), x...);                                                                \
  }

STRIA_SHIFT_ALONG_AXES(fftshift)
STRIA_SHIFT_ALONG_AXES(ifftshift)
#undef STRIA_SHIFT_ALONG_AXES

} // namespace stria::fft
