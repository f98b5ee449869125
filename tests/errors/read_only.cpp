// SPDX-License-Identifier: BSL-1.0
// Assignment to what is read only
#include <stria/stria.hpp>

#include <complex>

using namespace stria;

// expect: stria:
void assign_const_along() {
  dtensor<float, 2> a(2, 2);
  const dtensor<float, 2> c(2, 2);
  const dtensor<int, 2> rows(2, 1);
#ifdef WRONG
  put_along_axis(c, rows, 9.f, _1);
#else
  put_along_axis(a, rows, 9.f, _1);
#endif
}

// expect: the left side is const, or an expression without memory
void assign_const_braces() {
  tensor<float, 2> a{1.f, 2.f};
  const tensor<float, 2> c{1.f, 2.f};
#ifdef WRONG
  c = {3.f, 4.f};
#else
  a = {3.f, 4.f};
#endif
}

// expect: this is a selection from a const tensor and cannot be written
void assign_const_fortran() {
  fortran_tensor<double, dyn, dyn> a(2, 2);
  const fortran_tensor<double, dyn, dyn> c(2, 2);
#ifdef WRONG
  c[{0, 1}] = 9.;
#else
  a[{0, 1}] = 9.;
#endif
}

// expect: a selection from a const tensor
void assign_const_gather() {
  const tensor<int, 4> t{};
  tensor<int, 4> u;
#ifdef WRONG
  t[nd({{0}, {2}})] = 1;
#else
  u[nd({{0}, {2}})] = 1;
#endif
}

// expect: an expression has no memory to write into
void assign_const_same() {
  dtensor<float, 2> a(3, 3), b(3, 3);
  const auto s = sort(b, _0);
#ifdef WRONG
  sort(a, _0) = s;
#else
  a = s;
#endif
}

// expect: the left side is const, or an expression without memory
void assign_const_selection() {
  dtensor<float, 2> a(3, 2);
  const tensor rows{0, 2};
  const auto chosen = a[rows];
#ifdef WRONG
  chosen = 0.f;
#else
  a[rows] = 0.f;
#endif
}

// expect: the left side is const, or an expression without memory, and cannot be assigned to
void assign_const_tensor() {
  dtensor<float, 2> a(3, 3), u(3, 3);
  const auto t = eval(a * 2.f);
#ifdef WRONG
  t = u;
#else
  u = t;
#endif
}

// page: in full
// expect: a view of a const tensor
void assign_const_view() {
  const tensor<int, 4> t{};
  tensor<int, 4> u;
#ifdef WRONG
  t[range(_0, _2)] = 1;
#else
  u[range(_0, _2)] = 1;
#endif
}

// expect: a view of a const tensor
void assign_const_view_copy() {
  tensor<int, 4> u;
  const tensor<int, 4> t{};
  auto first = t[range(_0, _2)];
  const auto last = t[range(_2, _4)];
#ifdef WRONG
  first = last;
#else
  u[range(_0, _2)] = last;
#endif
}

// expect: a selection from an expression
void assign_gather_of_expression() {
  tensor<int, 4> t;
#ifdef WRONG
  (t + 1)[nd({{0}, {2}})] = 1;
#else
  t[nd({{0}, {2}})] = 1;
#endif
}

// expect: the left side is const, or an expression without memory
void assign_max_expression() {
  dtensor<float, 1> a(3), b(3), c(3);
#ifdef WRONG
  assign_max(a + b, c);
#else
  assign_max(c, a + b);
#endif
}

// expect: an expression has no memory to write into
void assign_same_reduction() {
  dtensor<float, 2> a(3, 3), b(3, 3), c(3, 3);
#ifdef WRONG
  sum(a, _0) = sum(c, _0);
#else
  c[0] = sum(a, _0);
#endif
}

// expect: an expression has no memory to write into
void assign_same_type() {
  dtensor<float, 2> a(3, 3), b(3, 3), c(3, 3);
#ifdef WRONG
  a + b = c + b;
#else
  c = a + b;
#endif
}

// expect: an expression has no memory to write into
void assign_to_broadcast() {
  dtensor<float, 2> a(3, 3), b(3, 3), c(3, 3);
#ifdef WRONG
  broadcast_to(a + b, 3, 3) = {1.f, 2.f};
#else
  c = broadcast_to(a + b, 3, 3);
#endif
}

// page: in full
// expect: an expression has no memory to write into
// expect: assign to a tensor or to a view of one
void assign_to_expression() {
  tensor<float, 3> a, b, c;
#ifdef WRONG
  a + b = c;
#else
  c = a + b;
#endif
}

// expect: an expression has no memory to write into
void assign_to_matmul() {
  dtensor<float, 2> a(3, 3), b(3, 3), c(3, 3);
#ifdef WRONG
  matmul(a, b) = c;
#else
  c = matmul(a, b);
#endif
}

// expect: an expression has no memory to write into
void assign_to_reduction() {
  dtensor<float, 2> a(3, 4);
#ifdef WRONG
  sum(a, _0) = 3.f;
#else
  dtensor<float, 1> s = sum(a, _0);
  s = 3.f;
#endif
}

// expect: an expression has no memory to write into
void assign_to_sliced_expression() {
  dtensor<std::complex<float>, 1> z(3);
  const dtensor<float, 1> r(3);
#ifdef WRONG
  real(z)[range(1, 3)] = r[range(1, 3)];
#else
  z[range(1, 3)] = r[range(1, 3)];
#endif
}

// expect: an expression has no memory to write into
void assign_to_sort() {
  dtensor<float, 2> a(3, 3), b(3, 3), c(3, 3);
#ifdef WRONG
  sort(a, _0) = c;
#else
  c = sort(a, _0);
#endif
}

// expect: the left side is a temporary tensor, and the values would be lost; assign to a tensor
// expect: with a name, or to a view of one
void assign_to_temporary() {
  dtensor<float, 1> a(3), b(3);
#ifdef WRONG
  eval(a) = b;
#else
  a[range(0, 2)] = b[range(0, 2)];
#endif
}

// expect: the left side is const, or an expression without memory
void assign_with_const() {
  const dtensor<float, 1> a(3);
  dtensor<float, 1> c(3);
#ifdef WRONG
  assign_with(a, c, [](float x, float y) { return x + y; });
#else
  assign_with(c, a, [](float x, float y) { return x + y; });
#endif
}
