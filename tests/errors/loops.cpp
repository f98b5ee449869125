// SPDX-License-Identifier: BSL-1.0
// Loops over elements and subviews (`stria/ranges.hpp`)
#include <stria/stria.hpp>

#include <stria/ranges.hpp>

#include <iostream>

using namespace stria;

// expect: a range of elements or subviews cannot be assigned to
void elements_added() {
  dtensor<double, 1> a(3);
#ifdef WRONG
  elements(a) += 1.;
#else
  a += 1.;
#endif
}

// expect: a range of elements or subviews cannot be assigned to
void elements_assigned() {
  dtensor<double, 1> a(3);
#ifdef WRONG
  elements(a) = 1.;
#else
  a = 1.;
#endif
}

// expect: a range of elements or subviews cannot be assigned to
void elements_to_temporary() {
  dtensor<double, 1> a(3), b(3);
#ifdef WRONG
  elements(a) = elements(b);
#else
  a = b;
#endif
}

// expect: a loop needs elements or views along an axis
// expect: <stria/ranges.hpp> has elements(t) and
void loop_over_tensor() {
  dtensor<float, 2> t(3, 4);
#ifdef WRONG
  for (auto row : t)
#else
  for (auto row : subviews(t, _0))
#endif
    row += 1.f;
}

// expect: a tensor cannot be read from a stream
void read_tensor() {
  dtensor<int, 1> a(3);
#ifdef WRONG
  std::cin >> a;
#else
  for (int& x : elements(a))
    std::cin >> x;
#endif
}

// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
void subviews_axis() {
  tensor<float, 2, 3> a;
#ifdef WRONG
  auto x = subviews(a, _2);
#else
  auto x = subviews(a, _1);
#endif
}

// expect: a view of a const tensor
void subviews_const() {
  dtensor<int, 2> t(3, 2);
  const auto& c = t;
#ifdef WRONG
  auto rows = subviews(c, _0);
  *rows.begin() = *(rows.begin() + 1);
#else
  auto rows = subviews(t, _0);
  *rows.begin() = *(rows.begin() + 1);
#endif
}

// expect: subviews needs a tensor or a view that outlives the result
void subviews_of_expression() {
  tensor<float, 2, 3> a;
#ifdef WRONG
  auto x = subviews(a + 1.f, _0);
#else
  auto x = subviews(a, _0);
#endif
}

// expect: the axis is missing: write subviews(t, _0)
void subviews_without_axis() {
  dtensor<float, 2> t(3, 4);
#ifdef WRONG
  auto x = subviews(t);
#else
  auto x = subviews(t, _0);
#endif
}
