// SPDX-License-Identifier: BSL-1.0
// Order and search
#include <stria/stria.hpp>

#include <complex>

using namespace stria;

// expect: there is no axis 2 in the shape (4, 2); axes are -2 to 1
void partition_axis() {
  tensor<float, 4, 2> a;
#ifdef WRONG
  auto x = partition(a, 1, _2);
#else
  auto x = partition(a, 1, _0);
#endif
}

// expect: these elements have no order
void searchsorted_complex() {
  const dtensor<std::complex<double>, 1> z(3);
#ifdef WRONG
  auto x = searchsorted(z, z);
#else
  auto x = searchsorted(abs(z), abs(z));
#endif
}

// expect: searchsorted needs a first operand of rank 1; the shape is (2, 3)
// expect: stria: searchsorted needs a
void searchsorted_rank() {
  const tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = searchsorted(t, 4);
#else
  auto x = searchsorted(t[_0], 4);
#endif
}

// expect: the values are followed by the side
void searchsorted_side() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = searchsorted(v, v, true);
#else
  auto x = searchsorted(v, v, "right");
#endif
}

// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
void sort_axis() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = sort(t, _2);
#else
  auto x = sort(t, _1);
#endif
}

// expect: these elements have no order
// expect: for complex numbers, abs() and real() give real ones
void sort_complex() {
  tensor<std::complex<float>, 3> a;
#ifdef WRONG
  auto x = sort(a);
#else
  auto x = sort(abs(a));
#endif
}

// expect: there is no axis -1 in the shape (), which has none
void sort_rank() {
  tensor<int> t;
#ifdef WRONG
  auto x = sort(t);
#else
  auto x = sort(reshape(t, _1));
#endif
}

// expect: these elements have no order
void top_k_complex() {
  const dtensor<std::complex<double>, 1> z(3);
#ifdef WRONG
  auto x = top_k(z, 2).values;
#else
  auto x = top_k(abs(z), 2).values;
#endif
}

// expect: an axis must be a constant or axis(k): write _0
void top_k_integer_axis() {
  const dtensor<float, 2> a(3, 3);
#ifdef WRONG
  auto x = top_k(a, 2, 0);
#else
  auto x = top_k(a, 2, -_1);
#endif
}

// expect: top_k needs an operand of rank 1 or more; the shape is ()
// expect: stria: top_k needs an operand of
void top_k_rank() {
  const tensor<int> t(2);
#ifdef WRONG
  auto x = top_k(t, 1);
#else
  auto x = top_k(t[newaxis], 1);
#endif
}

// expect: these elements have no order
void unique_all_order() {
  const dtensor<std::complex<double>, 1> z(3);
#ifdef WRONG
  auto x = unique_all(z);
#else
  auto x = unique_all(abs(z));
#endif
}

// expect: these elements have no order
void unique_complex() {
  tensor<std::complex<float>, 3> a;
#ifdef WRONG
  auto x = unique(a);
#else
  auto x = unique(abs(a));
#endif
}
