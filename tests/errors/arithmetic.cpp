// SPDX-License-Identifier: BSL-1.0
// Operators
#include <stria/stria.hpp>

#include <string>
#include <vector>

using namespace stria;

inline constexpr dim batch{"batch"}, features{"features"}, n{"n"};

// expect: one side is a container, not a tensor; as_tensor(c) copies its elements
void add_array() {
  const dtensor<float, 1> a(2);
  const float c[]{1.f, 2.f};
#ifdef WRONG
  auto x = a + c;
#else
  auto x = a + as_tensor(c);
#endif
}

// expect: +: one side is a container, not a tensor
// expect: as_tensor(c) copies its elements
void add_container() {
  tensor<float, 3> a;
  const std::vector<float> v(3);
#ifdef WRONG
  auto x = a + v;
#else
  auto x = a + as_tensor(v);
#endif
}

// expect: the result would be n - 2 and n - 1
void add_names_slice() {
  tensor<float, n> u(8);
#ifdef WRONG
  auto x = u[range(_1, -_1)] + u[range(_1, _)];
#else
  auto x = u[range(_1, _)] + u[range(_, -_1)];
#endif
}

// page: in full
// expect: the shapes (batch,) and (features,) do not broadcast
void add_names() {
  tensor<int, batch> a(2);
  tensor<int, features> b(2);
#ifdef WRONG
  auto x = a + b;
#else
  auto x = a + a;
#endif
}

// expect: the shapes (3,) and (4,) do not broadcast
void add_reductions() {
  tensor<float, 4, 3> t;
#ifdef WRONG
  auto r = eval(max(t, _0) - min(t, _1));
#else
  auto r = eval(max(t, _0) - min(t, _0));
#endif
}

// page: in full
// expect: the shapes (3, 4) and (3,) do not broadcast: axis 1 of the result would be 4 and 3
void add_row() {
  tensor<float, 3, 4> a;
  tensor<float, 3> b;
#ifdef WRONG
  auto x = a + b;
#else
  auto x = a + b[_, newaxis];
#endif
}

// expect: the shapes (2, 3) and (2, 4) do not broadcast
void add_shapes() {
  tensor<int, 2, 3> a;
  tensor<int, 2, 4> b;
#ifdef WRONG
  auto x = a + b;
#else
  auto x = a + b[_, range(_1, _)];
#endif
}

// expect: *: the function cannot be called with one element
// expect: 2 arguments of their element types
void add_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  const tensor<std::string, 2> twice = words * 2;
#else
  const tensor<std::string, 2> twice = words + words;
#endif
}

// expect: ~ takes integers or bools
void bits_float() {
  tensor<float, 3> a;
#ifdef WRONG
  auto x = ~a;
#else
  auto x = !a;
#endif
}

// expect: ==: one side is a container, not a tensor
void equal_container() {
  tensor<float, 3> a;
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  auto x = a == v;
#else
  auto x = a == as_tensor(v);
#endif
}

// expect: floor_divide takes real numbers
void floor_divide_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  auto x = floor_divide(words, words);
#else
  auto x = floor_divide(tensor{7, 8}, tensor{2, 3});
#endif
}

// expect: one side is a container, not a tensor; as_tensor(c) copies its elements
void modulo_container() {
  const dtensor<int, 1> k(2);
  const std::vector c{1, 2};
#ifdef WRONG
  auto x = k % c;
#else
  auto x = k % as_tensor(c);
#endif
}

// expect: % takes integers, as in C++
// expect: accept floating-point numbers
void modulo_float() {
  tensor<float, 3> a;
#ifdef WRONG
  auto x = a % 2.f;
#else
  auto x = fmod(a, 2.f);
#endif
}
