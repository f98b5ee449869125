// SPDX-License-Identifier: BSL-1.0
// Products
#include <stria/stria.hpp>

#include <string>
#include <vector>

using namespace stria;

inline constexpr dim batch{"batch"}, features{"features"};

// expect: the shapes (2, 3) and (4, 3) do not broadcast
void cross_batches() {
  const tensor<float, 2, 3> a;
  const tensor<float, 4, 3> b;
#ifdef WRONG
  auto x = cross(a, b);
#else
  auto x = cross(a, a);
#endif
}

// expect: an axis must be a constant or axis(k): write _0
void cross_integer_axis() {
  const dtensor<float, 2> a(3, 3), b(3, 3);
#ifdef WRONG
  auto x = cross(a, b, 0);
#else
  auto x = cross(a, b, -_1);
#endif
}

// expect: cross needs operands whose last axis
void cross_rank() {
  tensor<float, 3> a;
  tensor<float> b;
#ifdef WRONG
  auto x = cross(a, b);
#else
  auto x = cross(a, a);
#endif
}

// expect: cross needs operands whose last axis has 3 elements
// expect: the shapes are (2,) and (3,)
void cross_two() {
  const tensor<float, 3> b;
#ifdef WRONG
  const tensor<float, 3> x = cross(tensor<float, 2>(), b);
#else
  const tensor<float, 3> x = cross(tensor<float, 3>(), b);
#endif
}

// expect: inner: the shapes (2, 3) and (2,) do not fit: the last axes of both operands must have the same
void inner_sizes() {
  const tensor<double, 2, 3> a;
  const tensor<double, 2> b;
#ifdef WRONG
  auto x = inner(a, b);
#else
  auto x = inner(a[0][range(_0, _2)], b);
#endif
}

// expect: their batch axes do not broadcast
void matmul_batch() {
  tensor<float, 2, 3, 3> a;
  tensor<float, 4, 3, 3> b;
#ifdef WRONG
  auto x = matmul(a, b);
#else
  auto x = matmul(a, b[_0]);
#endif
}

// expect: as_tensor(c) copies the elements of a container
void matmul_container() {
  tensor<float, 2, 3> a;
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  auto x = matmul(a, v);
#else
  auto x = matmul(a, as_tensor(v));
#endif
}

// expect: the inner sizes 2 and 3 differ
// expect: the last axis of the left operand
void matmul_dot_sizes() {
  const tensor<float, 2> a;
#ifdef WRONG
  const tensor<float, 3> b;
  const float x = dot(a, b);
#else
  const tensor<float, 2> b;
  const float x = dot(a, b);
#endif
}

// page: in full
// expect: matmul: the shapes (2, 3) and (2, 3)
void matmul_inner() {
  tensor<float, 2, 3> a, b;
#ifdef WRONG
  auto x = matmul(a, b);
#else
  auto x = matmul(a, transpose(b));
#endif
}

// page: in full
// expect: inner extents with names must be equal
void matmul_names() {
  tensor<float, 2, batch> a(3);
  tensor<float, features, 2> b(3);
#ifdef WRONG
  auto x = matmul(a, b);
#else
  auto x = matmul(a, transpose(a));
#endif
}

// expect: the shapes (3,) and (2,) do not broadcast
void matmul_of_mistake() {
  tensor<int, 3> a;
  tensor<int, 2> b;
#ifdef WRONG
  auto x = matmul(a - b, a);
#else
  auto x = matmul(b[_, newaxis] - a, a);
#endif
}

// expect: rank 1 or more
void matmul_rank() {
  tensor<float, 2, 3> a;
  tensor<float> b(2.f);
#ifdef WRONG
  auto x = matmul(a, b);
#else
  auto x = a * b;
#endif
}

// expect: the elements lack the *, + or - that a product of tensors needs
void matmul_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  auto x = matmul(words, words);
#else
  auto x = words + words;
#endif
}

// expect: do not both have 3 axes to sum over
void tensordot_axes() {
  tensor<float, 4, 4> a;
#ifdef WRONG
  auto x = tensordot(a, a, _3);
#else
  auto x = tensordot(a, a, _2);
#endif
}

// expect: the number of axes is a constant: tensordot(a, b, _1)
void tensordot_run_time() {
  tensor<float, 4, 4> a;
#ifdef WRONG
  auto x = tensordot(a, a, 1);
#else
  auto x = tensordot(a, a, _2);
#endif
}

// expect: axis 1 of the first is summed with axis 0 of the second
// expect: stria: tensordot: the shapes (2,
void tensordot_shapes() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = tensordot(t, t, _1);
#else
  auto x = tensordot(t, t, _2);
#endif
}

// expect: trace takes an operand of rank 2 or more; the shape is (3,)
void trace_rank() {
  tensor<float, 3> a;
#ifdef WRONG
  auto x = trace(a);
#else
  auto x = trace(a[_, newaxis]);
#endif
}
