// SPDX-License-Identifier: BSL-1.0
// fft/rows.hpp: the unscaled transforms of single rows that a library computes. Rows do not
// overlap.
#pragma once

#include <stria/base/index.hpp>

#include <complex>
#include <memory>

namespace stria::detail {

enum class row_kind : unsigned char { forward, inverse, real_forward, real_inverse };

/// The plan of one kind of transform of n points, n >= 1. It holds tables and work space, so only
/// one thread may use it at a time. A spectrum of real numbers has n / 2 + 1 elements; its
/// imaginary parts at 0 and n / 2 are ignored.
template <class T> class row_plan {
public:
  virtual ~row_plan() = default;
  row_plan() = default;
  row_plan(const row_plan&) = delete;
  row_plan& operator=(const row_plan&) = delete;

  /// forward and inverse: n complex numbers to n complex numbers.
  virtual void run(const std::complex<T>*, std::complex<T>*) {}
  /// real_forward: n real numbers to half of their spectrum.
  virtual void run(const T*, std::complex<T>*) {}
  /// real_inverse: half of a spectrum to n real numbers.
  virtual void run(const std::complex<T>*, T*) {}
};

/// Creates a plan with the chosen library: eigen_rows.cpp or fftw_rows.cpp.
template <class T> std::unique_ptr<row_plan<T>> make_row_plan(row_kind kind, index n);

extern template class row_plan<float>;
extern template class row_plan<double>;

} // namespace stria::detail
