// SPDX-License-Identifier: BSL-1.0
// Order and search
#include <stria/stria.hpp>

using namespace stria;

struct pixel {
  unsigned char r, g, b;
};

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
void searchsorted_order() {
  const dtensor<pixel, 1> p(3);
  const auto red = map([](const pixel& x) { return x.r; }, p);
#ifdef WRONG
  auto x = searchsorted(p, p);
#else
  auto x = searchsorted(red, red);
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
// expect: map(f, a) converts them to elements that have one
void sort_order() {
  const dtensor<pixel, 1> p(3);
  const auto red = map([](const pixel& x) { return x.r; }, p);
#ifdef WRONG
  auto x = sort(p);
#else
  auto x = sort(red);
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

// expect: top_k needs the number of elements, as in top_k(a, 3)
void top_k_count() {
  const dtensor<float, 2> a(3, 3);
#ifdef WRONG
  auto x = top_k(a).values;
#else
  auto x = top_k(a, 2).values;
#endif
}

// expect: stria: top_k: 5 of 3 elements; k must be between 0 and their number
void top_k_too_many() {
  const tensor<float, 2, 3> a;
#ifdef WRONG
  auto x = top_k(a, 5_c).values;
#else
  auto x = top_k(a, 3_c).values;
#endif
}

// expect: these elements have no order
void top_k_order() {
  const dtensor<pixel, 1> p(3);
  const auto red = map([](const pixel& x) { return x.r; }, p);
#ifdef WRONG
  auto x = top_k(p, 2);
#else
  auto x = top_k(red, 2);
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

// expect: there is no axis 2 in the shape (4, 2); axes are -2 to 1
void unique_all_axis() {
  const tensor<float, 4, 2> a;
#ifdef WRONG
  auto x = unique_all(a, _2);
#else
  auto x = unique_all(a, _1);
#endif
}

// expect: these elements have no order
void unique_all_order() {
  const dtensor<pixel, 1> p(3);
  const auto red = map([](const pixel& x) { return x.r; }, p);
#ifdef WRONG
  auto x = unique_all(p);
#else
  auto x = unique_all(red);
#endif
}

// expect: these elements have no order
void unique_order() {
  const dtensor<pixel, 1> p(3);
  const auto red = map([](const pixel& x) { return x.r; }, p);
#ifdef WRONG
  auto x = unique(p);
#else
  auto x = unique(red);
#endif
}
