// SPDX-License-Identifier: BSL-1.0
// Statistics and counting
#include <stria/stria.hpp>

#include <complex>
#include <string>
#include <vector>

using namespace stria;

// expect: as_tensor(c) copies the elements of a container
void average_container() {
  const dtensor<double, 1> v(3);
  const std::vector<double> c{1, 2, 3};
#ifdef WRONG
  auto x = average(v, c);
#else
  auto x = average(v, as_tensor(c));
#endif
}

// expect: as_tensor(c) copies the elements of a container
void average_container_axis() {
  const dtensor<double, 2> m(3, 3);
  const std::vector<double> c{1, 2, 3};
#ifdef WRONG
  auto x = average(m, _0, c);
#else
  auto x = average(m, _0, as_tensor(c));
#endif
}

// expect: bincount counts integers, and these elements are not integers
// expect: converts whole numbers
void bincount_float() {
  tensor<float, 3> a;
#ifdef WRONG
  auto x = bincount(a);
#else
  auto x = bincount(cast<index_t>(a));
#endif
}

// expect: numbers in braces must have one type, as in {1., 2.}
void digitize_braces() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = digitize(v, {1, 2.5});
#else
  auto x = digitize(v, {1., 2.5});
#endif
}

// expect: the edges are missing: write digitize(x, edges)
void digitize_missing() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = digitize(v);
#else
  auto x = digitize(v, {1., 2.});
#endif
}

// expect: the number of bins as an integer or a constant
void histogram_bins() {
  tensor<float, 3> a;
#ifdef WRONG
  auto x = histogram(a, 2.5, 0., 1.);
#else
  auto x = histogram(a, 2, 0., 1.);
#endif
}

// expect: histogram: braces hold the edges of the bins, or lo and hi after the number of bins
void histogram_braces() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = histogram(v, 10, {0, 0.5});
#else
  auto x = histogram(v, 10, {0., 0.5});
#endif
}

// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
void median_axis() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = median(t, _2);
#else
  auto x = median(t, _1);
#endif
}

// expect: abs(a) and real(a) convert complex numbers
void median_complex() {
  const dtensor<std::complex<double>, 1> z(3);
#ifdef WRONG
  auto x = nanmedian(z);
#else
  auto x = nanmedian(abs(z));
#endif
}

// expect: the elements lack the operator that this reduction needs
void median_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  auto x = median(words);
#else
  auto x = min(words);
#endif
}

// expect: there is no axis 2 in the shape (4, 3); axes are -2 to 1
void percentile_axis() {
  tensor<float, 4, 3> a;
#ifdef WRONG
  auto x = percentile(a, 50, _2);
#else
  auto x = percentile(a, 50, _1);
#endif
}

// expect: the elements lack the operator that this reduction needs
void std_dev_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  auto x = std_dev(words);
#else
  auto x = max(words);
#endif
}
