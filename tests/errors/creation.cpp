// SPDX-License-Identifier: BSL-1.0
// Functions that make tensors
#include <stria/stria.hpp>

#include <vector>

using namespace stria;

// expect: diag_indices: the number of axes must be a constant (_3)
void diag_indices_axes() {
#ifdef WRONG
  auto x = diag_indices(3, 2);
#else
  auto x = diag_indices(3, _2);
#endif
}

// expect: diag makes a matrix from a vector, but this has the rank 3; diagonal(a) takes the diagonal of a matrix
void diag_rank() {
  tensor<float, 2, 2, 3> a;
#ifdef WRONG
  auto x = diag(a);
#else
  auto x = diagonal(a);
#endif
}

// expect: the function cannot be called with 2 subscripts, one for each axis
void from_function_arguments() {
#ifdef WRONG
  auto x = from_function([](stria::index i) { return i; }, 2, 3);
#else
  auto x = from_function([](stria::index i, stria::index j) { return i + j; }, 2, 3);
#endif
}

// expect: braces are not accepted here: write axes and sizes one by one
void from_function_braces() {
  const auto f = [](auto i, auto j) { return i + j; };
#ifdef WRONG
  auto x = from_function(f, {2, 3});
#else
  auto x = from_function(f, 2, 3);
#endif
}

// expect: this argument must be an integer (a size, count, position, shift, axis or degree)
void identity_float() {
#ifdef WRONG
  auto x = identity(3.);
#else
  auto x = identity(3);
#endif
}

// expect: the shape is one or more sizes, integers or constants (_3, 12_c), or one std::array
void indices_of_container() {
  const std::vector<int> n{2, 3};
#ifdef WRONG
  auto x = indices_of(n);
#else
  auto x = indices_of(n[0], n[1]);
#endif
}

// expect: this argument must be an integer (a size, count, position, shift, axis or degree)
void indices_of_float() {
#ifdef WRONG
  auto x = indices_of(2, 3.);
#else
  auto x = indices_of(2, 3);
#endif
}

// expect: take numbers; rows between tensors are a + (b - a) * linspace
void linspace_tensor() {
  const tensor a{0., 1.};
#ifdef WRONG
  auto x = linspace(a, 2., 5);
#else
  auto x = linspace(a[0], 2., 5);
#endif
}

// expect: meshgrid takes vectors, operands of rank 1; the shape is (2, 3)
// expect: stria: meshgrid takes vectors,
void meshgrid_rank() {
  const tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = meshgrid(t[_0], t);
#else
  auto x = meshgrid(t[_0], t[_1]);
#endif
}

// expect: the extents (batch, features) need 2 sizes, one for each extent that is not static, and got 1
// expect: zeros: the extents (batch
void zeros_count() {
  static constexpr dim batch{"batch"}, features{"features"};
#ifdef WRONG
  auto x = zeros<float, batch, features>(1);
#else
  auto x = zeros<float, batch, features>(1, 2);
#endif
}

// expect: full_like: the value is one element; broadcast_to(row, ...) repeats a tensor
void zeros_full_like_row() {
  const dtensor<float, 2> a(3, 2);
  const tensor v{1.f, 2.f};
#ifdef WRONG
  auto x = full_like(a, v);
#else
  auto x = full_like(a, 1.f);
#endif
}

// expect: zeros: size 1 is -3; sizes are 0 or more
void zeros_negative() {
#ifdef WRONG
  auto x = zeros<float>(_2, -_3);
#else
  auto x = zeros<float>(_2, _3);
#endif
}
