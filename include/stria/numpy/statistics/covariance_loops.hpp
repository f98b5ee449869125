// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/covariance_loops.hpp: correlation coefficients from covariances.
// Tests: tests/numpy/statistics/average.cpp.
#pragma once

#include <stria/fold/operations.hpp>
#include <stria/math/cmath.hpp>
#include <stria/tensor/tensor.hpp>

namespace stria::detail {

/// Divides covariances by the standard deviations of both variables.
template <class D> constexpr void correlate_all(tensor<D, dyn, dyn>& c) {
  const index n = c.shape()[0];
  tensor<typename real_of<D>::type, dyn> deviations({n}, uninitialized_t{});
  const auto real_part = [](const D& v) {
    if constexpr (is_complex<D>::value)
      return v.real();
    else
      return v;
  };
  const auto within = []<class R>(R v) { return v > R(1) ? R(1) : v < R(-1) ? R(-1) : v; };
  for (index i = 0; i < n; ++i)
    deviations.data()[i] = cmath::sqrt(real_part(c(i, i)));
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < n; ++k) {
      D& v = c(i, k);
      v /= deviations.data()[i];
      v /= deviations.data()[k];
      if constexpr (is_complex<D>::value)
        v = D(within(v.real()), within(v.imag()));
      else
        v = within(v);
    }
}

} // namespace stria::detail
