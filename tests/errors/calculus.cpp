// SPDX-License-Identifier: BSL-1.0
// Interpolation, polynomials, differences and integrals
#include <stria/stria.hpp>

#include <complex>
#include <string>

using namespace stria;

// expect: there is no axis 2 in the shape (4, 2); axes are -2 to 1
void diff_axis() {
  tensor<float, 4, 2> a;
#ifdef WRONG
  auto x = diff(a, _2);
#else
  auto x = diff(a, _0);
#endif
}

// expect: -: the function cannot be called with one element
void diff_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  auto x = diff(words);
#else
  auto x = words[range(_1, _)] != words[range(_, -_1)];
#endif
}

// expect: interp: complex values before the first and behind the last sample need complex samples
void interp_complex() {
  const tensor<double, 2> xp{1., 2.}, fp{3., 4.};
#ifdef WRONG
  auto y = interp(0.5, xp, fp, std::complex<double>(0, 1));
#else
  auto y = interp(0.5, xp, cast<std::complex<double>>(fp), std::complex<double>(0, 1));
#endif
}

// expect: fp is missing: write interp(x, xp, fp)
void interp_missing() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = interp(v, v);
#else
  auto x = interp(v, v, v);
#endif
}

// expect: xp and fp are missing: write interp(x, xp, fp)
void interp_missing_two() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = interp(v);
#else
  auto x = interp(v, v, v);
#endif
}

// expect: the degree is missing: write polyfit(x, y, degree)
void polyfit_missing() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = polyfit(v, v);
#else
  auto x = polyfit(v, v, 1);
#endif
}

// expect: the coefficients of a polynomial are numbers
void polyval_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  auto x = polyval(words, words);
#else
  auto x = polyval(tensor{1, 2}, 3);
#endif
}

// expect: trapezoid: the coordinates and the samples need the same size along the axis; the shapes are (4,) and (5,)
void trapezoid_sizes() {
  const tensor<float, 5> y;
  const tensor<float, 4> places;
#ifdef WRONG
  auto x = trapezoid(y, places);
#else
  auto x = trapezoid(y);
#endif
}

// expect: trapezoid takes numbers
void trapezoid_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  auto x = trapezoid(words);
#else
  auto x = trapezoid(tensor{1, 2});
#endif
}
