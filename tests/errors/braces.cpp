// SPDX-License-Identifier: BSL-1.0
// Braces
#include <stria/stria.hpp>

#include <cmath>

using namespace stria;

// expect: the index arrays of the subscript do not broadcast
void braces_as_index() {
  tensor<int, 3, 4> t;
#ifdef WRONG
  auto x = t[{0, 1}, {0, 1, 2}];
#else
  auto x = t[{0, 1}, {0, 2}];
#endif
}

// expect: write sizes in parentheses, t(2, 3), and each row in its own braces, {{2, 3}}
void braces_assigned() {
#ifdef WRONG
  dtensor<float, 2> x = {1, 2, 3};
#else
  dtensor<float, 2> x = {{1, 2, 3}};
#endif
}

// expect: braces alone cannot be assigned to a view; write a tensor
void braces_assigned_mixed() {
  dtensor<float, 2> a(3, 2);
#ifdef WRONG
  a[0] = {1.f, 2};
#else
  a[0] = tensor{1.f, 2.f};
#endif
}

// expect: have different types
void braces_mixed() {
#ifdef WRONG
  tensor x{1, 2.5};
#else
  tensor x{1., 2.5};
#endif
}

// expect: have different types
void braces_mixed_rows() {
#ifdef WRONG
  tensor x{{1, 2}, {2.5, 3.5}};
#else
  tensor x{{1., 2.}, {2.5, 3.5}};
#endif
}

// page: in full
// expect: have different types: double and float (NAN and INFINITY are floats); use one type, or name the type and the extents
void braces_nan() {
#ifdef WRONG
  tensor x{2., NAN};
#else
  tensor<double, 2> x{2., NAN};
#endif
}

// expect: rows of 3 and 2 elements
void braces_ragged() {
#ifdef WRONG
  tensor x{{1, 2, 3}, {4, 5}};
#else
  tensor x{{1, 2, 3}, {4, 5, 6}};
#endif
}

// expect: braces of 2 levels for a tensor of the extents (4,); use one level for each axis
void braces_rows() {
#ifdef WRONG
  tensor<int, 4> x{{1, 2}, {3, 4}};
#else
  tensor<int, 4> x{1, 2, 3, 4};
#endif
}

// expect: braces of 2 levels for a tensor of the extents (?, ?, ?)
// expect: use one level for each axis
void braces_too_few() {
#ifdef WRONG
  const dtensor<float, 3> t{{1, 2}, {3, 4}};
#else
  const dtensor<float, 3> t{{{1, 2}, {3, 4}}};
#endif
}

// page: in full
// expect: braces of 3 levels for a tensor of the extents (2,); use one level for each axis
void braces_too_many() {
#ifdef WRONG
  tensor<int, 2> x{{{1, 2}}};
#else
  tensor<int, 2> x{1, 2};
#endif
}

// expect: the braces hold different types or levels
void braces_uneven() {
#ifdef WRONG
  tensor x{{1., 2}, {3., 4.}};
#else
  tensor x{{1., 2.}, {3., 4.}};
#endif
}

// expect: write t[{0, 2}] or t(tensor{0, 2})
void call_braces() {
  tensor<float, 3, 3> t;
#ifdef WRONG
  auto x = eval(t({2, 0}));
#else
  auto x = eval(t[{2, 0}]);
#endif
}
