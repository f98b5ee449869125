// SPDX-License-Identifier: BSL-1.0
// `+=`, `++` and other updates
#include <stria/stria.hpp>

#include <complex>
#include <string>

using namespace stria;

// expect: the left side is const, or an expression without memory
void add_assign_braces_expression() {
  dtensor<float, 2> a(3, 3), b(3, 3), c(3, 3);
#ifdef WRONG
  reshape(a + b, 9) += {1.f, 2.f};
#else
  c += reshape(a + b, 3, 3);
#endif
}

// expect: braces alone are not an operand; write a tensor
void add_assign_braces_rows() {
  dtensor<int, 2> a(3, 2);
#ifdef WRONG
  a[range(_0, _2)] += {{1, 2}, {3, 4}};
#else
  a[range(_0, _2)] += tensor{{1, 2}, {3, 4}};
#endif
}

// expect: the left side is a const number or string
void add_assign_complex_result() {
  dtensor<std::complex<float>, 1> z(3);
#ifdef WRONG
  sum(z) += 3.f;
#else
  auto s = sum(z);
  s += 3.f;
#endif
}

// expect: the left side is const, or an expression without memory
// expect: the copies in a lambda are const unless it is mutable
void add_assign_const() {
  dtensor<float, 2> t(3, 4);
#ifdef WRONG
  const auto add = [t] { t += 1.f; };
#else
  const auto add = [&t] { t += 1.f; };
#endif
  add();
}

// expect: the left side is const, or an expression without memory
// expect: and cannot be assigned to
void add_assign_expression() {
  const dtensor<float, 2> a(3, 4), b(3, 4);
#ifdef WRONG
  auto c = a + b;
  c += 1.f;
#else
  auto c = eval(a + b);
  c += 1.f;
#endif
}

// expect: a value of shape (3,) does not fit into the target of shape (2, 2)
void add_assign_shape() {
  tensor<int, 2, 2> t;
  tensor<int, 3> u;
#ifdef WRONG
  t += u;
#else
  t += u[range(_1, _)];
#endif
}

// expect: the left side is a const number or string
void add_assign_string_element() {
  dtensor<std::string, 1> s(3);
#ifdef WRONG
  (s + s)[0] += "x";
#else
  s[0] += "x";
#endif
}

// expect: the left side is a temporary tensor, and the values would be lost
void add_assign_temporary() {
  dtensor<float, 1> a(3), c(3);
#ifdef WRONG
  zeros<float>(3) += a;
#else
  c += a;
#endif
}

// expect: braces alone are not an operand
// expect: t += tensor{1.f, 2.f}
void assign_add_braces() {
  dtensor<float, 2> a(3, 2);
#ifdef WRONG
  a += {1.f, 2.f};
#else
  a += tensor{1.f, 2.f};
#endif
}

// expect: tensors, views and expressions have no ++ and --
void decrement_tensor() {
  dtensor<int, 1> a(3);
#ifdef WRONG
  a--;
#else
  a[0]--;
#endif
}

// expect: tensors, views and expressions have no ++ and --
void increment_expression() {
  dtensor<int, 2> a(3, 3);
#ifdef WRONG
  ++sum(a, _0);
#else
  a += 1;
#endif
}

// expect: % takes integers, as in C++
// expect: remainder(a, b) and fmod(a, b) accept floating-point numbers
void modulo_assign() {
  dtensor<float, 2> t(3, 4);
#ifdef WRONG
  t %= 2.f;
#else
  t = remainder(t, 2.f);
#endif
}

// expect: braces alone are not an operand; write a tensor
void modulo_assign_braces() {
  dtensor<int, 1> k(2);
#ifdef WRONG
  k %= {2, 3};
#else
  k %= tensor{2, 3};
#endif
}

// expect: the left side is a temporary or const object
void result_to_temporary() {
  const dtensor<float, 2> a(3, 4), b(3, 4);
  auto r = top_k(a, 2);
#ifdef WRONG
  top_k(b, 2) = r;
#else
  r = top_k(b, 2);
#endif
}

// expect: a result of several members has no compound assignments
void result_update() {
  const dtensor<float, 2> a(3, 4);
#ifdef WRONG
  unique_counts(a) += 1;
#else
  auto u = unique_counts(a);
  u.counts += 1;
#endif
}
