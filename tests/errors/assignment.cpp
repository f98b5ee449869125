// SPDX-License-Identifier: BSL-1.0
// Assignment
#include <stria/stria.hpp>

#include <complex>

using namespace stria;

inline constexpr dim batch{"batch"}, features{"features"}, n{"n"}, m{"m"};

// expect: braces alone cannot be assigned to a view
// expect: write a tensor, as in
void assign_braces() {
  tensor<float, 4> t;
  auto v = t[range(0, 2)];
#ifdef WRONG
  v = {1.f, 2.f};
#else
  v = tensor{1.f, 2.f};
#endif
}

// expect: braces alone cannot be assigned to a view
void assign_braces_gather() {
  tensor<float, 4> t;
  const tensor i{0, 2};
#ifdef WRONG
  t[i] = {1.f, 2.f};
#else
  t[i] = tensor{1.f, 2.f};
#endif
}

// expect: braces of 1 level for a tensor of the extents (2, 2)
void assign_braces_level() {
  tensor<float, 2, 2> t;
#ifdef WRONG
  t = {1.f, 2.f};
#else
  t = {{1.f, 2.f}, {3.f, 4.f}};
#endif
}

// expect: do not convert to those of the target
void assign_complex() {
  tensor<double, 2> t;
  tensor<std::complex<double>, 2> z;
#ifdef WRONG
  t = z * 2.;
#else
  t = real(z * 2.);
#endif
}

// expect: do not convert to those of the target
void assign_complex_selection() {
  tensor<double, 3> t;
  const tensor i{0, 2};
  const tensor<std::complex<double>, 2> z;
#ifdef WRONG
  t[i] = z;
#else
  t[i] = real(z);
#endif
}

// expect: neither a tensor expression nor a value
void assign_foreign() {
  tensor<double, 4, 2> t;
#ifdef WRONG
  t[_0] = "x";
#else
  t[_0] = 1;
#endif
}

// expect: neither a tensor expression nor a value
void assign_foreign_tensor() {
  tensor<double, 4, 2> t;
#ifdef WRONG
  t = "x";
#else
  t = 1;
#endif
}

// expect: the ranks differ; t[ellipsis] = x repeats x
void assign_rank() {
  tensor<int, 2, 3> t;
  tensor<int, 3> u;
#ifdef WRONG
  t = u;
#else
  t[ellipsis] = u;
#endif
}

// expect: a value of shape (3, 2) does not fit into the target of shape (2, 3)
void assign_shape() {
  tensor<int, 2, 3> t;
  tensor<int, 3, 2> u;
#ifdef WRONG
  t = u + 1;
#else
  t = transpose(u) + 1;
#endif
}

// expect: does not fit into the target of shape (2, 3): axis 0 differs; t[ellipsis] = x repeats
void assign_size_one() {
  tensor<int, 2, 3> t;
  tensor<int, 1, 3> u;
#ifdef WRONG
  t = u;
#else
  t[ellipsis] = u;
#endif
}

// expect: stria: +=: axis 0 has n - 2 elements on the left and n - 1 on the right
void assign_names_stencil() {
  tensor<float, n, m> u(8, 4);
  auto d = u[range(_1, _)] - u[range(_, -_1)];
#ifdef WRONG
  u[range(_1, -_1)] += d;
#else
  u[range(_1, _)] += d;
#endif
}

// expect: stria: =: axis 0 has batch elements on the left and features on the right
void assign_slice_names() {
  tensor<int, batch, 4> t(2);
  tensor<int, features> u(2);
  tensor<int, batch> v(2);
#ifdef WRONG
  t[_, _0] = u;
#else
  t[_, _0] = v;
#endif
}

// page: in full
// expect: a value of shape (3,) does not fit into the target of shape (2,)
void assign_slice_shape() {
  tensor<int, 4> t;
  tensor<int, 3> u;
#ifdef WRONG
  t[range(_0, _2)] = u;
#else
  t[range(_0, _3)] = u;
#endif
}

// expect: the left side is const, or an expression without memory
void explain_route_expression() {
  dtensor<float, 1> a(3), b(3), c(3);
#ifdef WRONG
  const auto words = explain_route(a + b, c);
#else
  const auto words = explain_route(c, a + b);
#endif
}

// expect: a value of shape (3, 2) does not fit into the target of shape (2, 3)
void route_of_shape() {
  tensor<float, 3, 2> a;
  tensor<float, 2, 3> r;
#ifdef WRONG
  route x = route_of(r, a + a);
#else
  route x = route_of(r, transpose(a));
#endif
}
