// SPDX-License-Identifier: BSL-1.0
// Linear algebra, transforms and filters
#include <stria/stria.hpp>

#include <stria/fft.hpp>
#include <stria/linalg.hpp>
#include <stria/signal.hpp>

#include <complex>

using namespace stria;

// expect: the operand is missing: write fft::fft(a)
void fft_missing() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = fft::fft();
#else
  auto x = fft::fft(v);
#endif
}

// expect: this argument must be an integer (a size, count, position, shift, axis or degree)
void fftfreq_float() {
#ifdef WRONG
  auto x = fft::fftfreq(8.);
#else
  auto x = fft::fftfreq(8);
#endif
}

// expect: the last argument of linalg::lstsq(a, b, rcond) is a number
void linalg_lstsq_text() {
  const dtensor<double, 2> m(3, 3);
#ifdef WRONG
  auto x = linalg::lstsq(m, m, "x");
#else
  auto x = linalg::lstsq(m, m, 1e-3);
#endif
}

// expect: the last argument of linalg::pinv(a, rtol) is a number
void linalg_pinv_text() {
  const dtensor<double, 2> m(3, 3);
#ifdef WRONG
  auto x = linalg::pinv(m, "x");
#else
  auto x = linalg::pinv(m, 1e-3);
#endif
}

// expect: linalg::qr: the mode is linalg::reduced, linalg::complete or a text
void linalg_qr_zero() {
  const dtensor<double, 2> m(3, 3);
#ifdef WRONG
  auto x = linalg::qr(m, 0);
#else
  auto x = linalg::qr(m);
#endif
}

// expect: median_filter: these elements have no order
void median_filter_complex() {
  tensor<std::complex<float>, 5> a;
#ifdef WRONG
  auto x = signal::median_filter(a, 3);
#else
  auto x = signal::median_filter(abs(a), 3);
#endif
}
