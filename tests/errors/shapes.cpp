// SPDX-License-Identifier: BSL-1.0
// Shapes and axes
#include <stria/stria.hpp>

#include <vector>

using namespace stria;

// expect: the shape (2, 3) does not broadcast to (4, 3): axis 0 differs
void broadcast_to_shape() {
  tensor<float, 2, 3> t;
#ifdef WRONG
  auto x = broadcast_to(t, _4, _3);
#else
  auto x = broadcast_to(t, _4, _2, _3);
#endif
}

// expect: expand_dims: there is no axis 4 in the shape (4, 2); axes are -3 to 2
void expand_dims_axis() {
  tensor<float, 4, 2> a;
#ifdef WRONG
  auto x = expand_dims(a, _4);
#else
  auto x = expand_dims(a, _2);
#endif
}

// expect: moveaxis: there is no axis 2 in the shape (4, 2)
void moveaxis_axis() {
  tensor<float, 4, 2> a;
#ifdef WRONG
  auto x = moveaxis(a, _0, _2);
#else
  auto x = moveaxis(a, _0, _1);
#endif
}

// expect: permute: axis 0 is named twice
void permute_twice() {
  tensor<float, 2, 3> t;
#ifdef WRONG
  auto x = permute<0, 0>(t);
#else
  auto x = permute<1, 0>(t);
#endif
}

// expect: braces are not accepted here
// expect: as in sum(t, _0, _1)
void reshape_braces() {
  const dtensor<float, 2> t(3, 4);
#ifdef WRONG
  const dtensor<float, 2> x = reshape(t, {4, 3});
#else
  const dtensor<float, 2> x = reshape(t, 4, 3);
#endif
}

// expect: as_tensor(c) copies the elements of a container
void reshape_container() {
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  auto x = reshape(v, 3, 1);
#else
  auto x = reshape(as_tensor(v), 3, 1);
#endif
}

// page: in full
// expect: the shape (2, 3) has 6 elements and cannot become (4, 2)
void reshape_count() {
  tensor<float, 2, 3> t;
#ifdef WRONG
  auto x = reshape(t, _4, _2);
#else
  auto x = reshape(t, _3, _2);
#endif
}

// expect: reshape: a size is neither an integer nor a constant
void reshape_float() {
  tensor<float, 4> a;
#ifdef WRONG
  auto x = reshape(a, 2., 2);
#else
  auto x = reshape(a, 2, 2);
#endif
}

// expect: has 6 elements and cannot become (4, -1)
void reshape_open() {
  tensor<float, 2, 3> t;
#ifdef WRONG
  auto x = reshape(t, _4, -_1);
#else
  auto x = reshape(t, _3, -_1);
#endif
}

// expect: more than one size in (-1, -1) is -1; only one can be computed
void reshape_two_open() {
  tensor<float, 4> a;
#ifdef WRONG
  auto x = reshape(a, -_1, -_1);
#else
  auto x = reshape(a, _2, -_1);
#endif
}

// expect: axis 1 of the shape (1, 3) has 3 elements; only axes of size 1
// expect: squeeze: axis 1 of the
void squeeze_size() {
  tensor<float, 1, 3> t;
#ifdef WRONG
  auto x = squeeze(t, _1);
#else
  auto x = squeeze(t, _0);
#endif
}

// expect: swapaxes: there is no axis -3 in the shape (2, 3); axes are -2 to 1
// expect: stria: swapaxes: there is no axis
void swapaxes_axis() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = swapaxes(t, _0, -_3);
#else
  auto x = swapaxes(t, _0, -_2);
#endif
}

// expect: transpose: 1 axes are named for the shape (4, 2); name each of its 2 axes once
void transpose_count() {
  tensor<float, 4, 2> a;
#ifdef WRONG
  auto x = transpose(a, _0);
#else
  auto x = transpose(a, _1, _0);
#endif
}

// expect: an axis must be a constant: write _0, -_1 or 12_c
// expect: transpose: an axis must be
void transpose_integers() {
  tensor<float, 2, 3> t;
#ifdef WRONG
  auto x = transpose(t, 1, 0);
#else
  auto x = transpose(t, _1, _0);
#endif
}
