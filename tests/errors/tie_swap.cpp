// SPDX-License-Identifier: BSL-1.0
// `tie`, `swap`, `noalias` and `rebindable`
#include <stria/stria.hpp>

#include <tuple>

using namespace stria;

// expect: std::exchange copies the view, not its elements
// expect: rebindable(v)
void exchange_view() {
  tensor<float, 2, 3> t;
#ifdef WRONG
  auto x = t[0];
  auto old = std::exchange(x, t[1]);
#else
  rebindable x(t[0]);
  auto old = std::exchange(x, t[1]);
#endif
}

// expect: braces alone are not an operand; write a tensor
void noalias_braces() {
  tensor<float, 2> t;
#ifdef WRONG
  noalias(t) = {1.f, 2.f};
#else
  noalias(t) = tensor{1.f, 2.f};
#endif
}

// expect: noalias takes a tensor or a view that can be written
void noalias_expression() {
  dtensor<float, 1> a(3), b(3), c(3);
#ifdef WRONG
  noalias(a + b) = c;
#else
  noalias(c) = a + b;
#endif
}

// expect: noalias takes a tensor or a view that can be written
void noalias_expression_update() {
  tensor<float, 4, 3> a;
  tensor<float, 3> v;
#ifdef WRONG
  noalias(sum(a, _0)) += v;
#else
  noalias(v) += sum(a, _0);
#endif
}

// expect: a value of shape (3,) does not fit into the target of shape (4,): axis 0 differs; the sizes must be equal
void noalias_shape() {
  tensor<float, 4> t;
  tensor<float, 3> u;
#ifdef WRONG
  noalias(t) = u;
#else
  noalias(t[range(_0, _3)]) = u;
#endif
}

// expect: this is const, a temporary, an expression or a selection by an index array
void noalias_temporary() {
  dtensor<float, 1> a(3), c(3);
#ifdef WRONG
  noalias(zeros<float>(3)) = a;
#else
  noalias(c[range(0, 3)]) = a;
#endif
}

// expect: makes it refer to other elements
// expect: r.get() = e writes the elements
void rebindable_number() {
  tensor<float, 2, 3> t;
  rebindable r(t[0]);
#ifdef WRONG
  r = 1.f;
#else
  r.get() = 1.f;
#endif
}

// expect: needs a view or a tensor with a name
void rebindable_temporary() {
  tensor<float, 3> t;
#ifdef WRONG
  rebindable r(t + 1.f);
#else
  rebindable r(t);
#endif
}

// expect: swap exchanges the elements of two views, or the memory of two tensors of one type
void swap_const() {
  fortran_tensor<double, dyn, dyn> a(2, 2), b(2, 2);
  const fortran_tensor<double, dyn, dyn> c(2, 2);
#ifdef WRONG
  swap(c, a);
#else
  swap(a, b);
#endif
}

// expect: t[ellipsis] is a view of a tensor
void swap_tensor_view() {
  tensor<double, 2> a;
  tensor<double, 3, 2> b;
#ifdef WRONG
  swap(a, b[0]);
#else
  swap(a[ellipsis], b[0]);
#endif
}

// expect: swap exchanges the elements of two views
void swap_views_const() {
  tensor<float, 2, 3> t;
  const auto& c = t;
#ifdef WRONG
  auto x = c[0], y = c[1];
  std::swap(x, y);
#else
  auto x = t[0], y = t[1];
  std::swap(x, y);
#endif
}

// expect: only a std::tuple of values or another tie can be assigned
void tie_braces() {
  dtensor<float, 1> u(2), v(2);
#ifdef WRONG
  tie(u, v) = {v, -u};
#else
  tie(u, v) = std::tuple(v, -u);
#endif
}

// expect: tie takes tensors and views that can be written, as in tie(u, v) = std::tuple(v, -u); this is const, a temporary, an expression or a selection by an index array
void tie_const() {
  tensor<float, 4> u;
  const tensor<float, 4> v;
#ifdef WRONG
  tie(u, v) = std::tuple(v, u);
#else
  tie(u) = std::tuple(v);
#endif
}

// expect: tie needs as many values as targets, as in tie(u, v) = std::tuple(v, -u)
void tie_count() {
  tensor<float, 4> u, v;
#ifdef WRONG
  tie(u, v) = std::tuple(v);
#else
  tie(u, v) = std::tuple(v, u);
#endif
}

// expect: tie takes tensors and views that can be written, as in tie(u, v) = std::tuple(v, -u); this is const, a temporary, an expression or a selection by an index array
void tie_gather() {
  tensor<float, 4> u, v;
  tensor<bool, 4> mask;
#ifdef WRONG
  tie(u[mask], v) = std::tuple(v, u);
#else
  tie(u, v) = std::tuple(where(mask, v, u), u);
#endif
}

// expect: a value of shape (3,) does not fit into the target of shape (4,): axis 0 differs; the sizes must be equal
void tie_shape() {
  tensor<float, 4> u, v;
  tensor<float, 3> w;
#ifdef WRONG
  tie(u, v) = std::tuple(v, w);
#else
  tie(u, v) = std::tuple(v, u);
  w = 1.f;
#endif
}

// expect: does not fit into the target of shape
void tie_swap_shapes() {
  tensor<int, 2, 3> a;
#ifdef WRONG
  swap(a[0], a[range(_0, _2), 0]);
#else
  swap(a[0], a[1]);
#endif
}

// expect: tie has no compound assignments
void tie_update() {
  tensor<float, 3> u, v;
#ifdef WRONG
  tie(u, v) += 1.f;
#else
  tie(u, v) = std::tuple(u + 1.f, v + 1.f);
#endif
}

// expect: only a std::tuple of values or another tie can be assigned to tie(u, v)
void tie_value() {
  tensor<float, 4> u, v;
#ifdef WRONG
  tie(u, v) = u + v;
#else
  tie(u, v) = std::tuple(u + v, u);
#endif
}
