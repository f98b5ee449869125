// SPDX-License-Identifier: BSL-1.0
// Construction of tensors
#include <stria/stria.hpp>

#include <complex>
#include <span>
#include <vector>

using namespace stria;

inline constexpr dim batch{"batch"}, n{"n"};

// expect: as_tensor(c) copies the elements of a container
void as_fortran_container() {
  const std::vector<double> c{1, 2, 3};
#ifdef WRONG
  auto x = as_fortran(c);
#else
  auto x = as_fortran(as_tensor(c));
#endif
}

// expect: do not convert to those of the target
void construct_complex() {
  tensor<std::complex<double>, 2> z;
#ifdef WRONG
  tensor<double, 2> x = z;
#else
  tensor<double, 2> x = real(z);
#endif
}

// page: in full
// expect: parentheses take sizes
// expect: as_tensor(c) copies the elements of a container
void construct_container() {
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  dtensor<float, 1> x(v);
#else
  dtensor<float, 1> x(as_tensor(v));
#endif
}

// expect: the type of a tensor is deduced from braces of elements only
// expect: eval(x) makes a tensor of an expression
void construct_from_expression() {
  const dtensor<float, 2> a(3, 4), b(3, 4);
#ifdef WRONG
  const tensor c = a + b;
#else
  const auto c = eval(a + b);
#endif
}

// expect: parentheses take sizes
// expect: an array or a std::span
void construct_iterators() {
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  dtensor<float, 1> x(v.begin(), v.end());
#else
  dtensor<float, 1> x(as_tensor(std::span(v.begin(), v.end())));
#endif
}

// expect: parentheses take sizes
// expect: an array or a std::span
void construct_pointer() {
  const float values[] = {1, 2, 3};
  const float* const p = values;
#ifdef WRONG
  dtensor<float, 1> x(p, 3);
#else
  dtensor<float, 1> x(as_tensor(std::span(p, 3)));
#endif
}

// expect: the ranks differ; t[ellipsis] = x repeats x
void construct_rank() {
  tensor<int, 3> u;
#ifdef WRONG
  tensor<int, 1, 3> x(u);
#else
  tensor<int, 1, 3> x(u[newaxis]);
#endif
}

// expect: a value of shape (3, 2) does not fit into the target of shape (2, 3)
void construct_shape() {
  tensor<int, 3, 2> u;
#ifdef WRONG
  tensor<int, 2, 3> x = u;
#else
  tensor<int, 2, 3> x = transpose(u);
#endif
}

// expect: a tensor of the extents (?, 3) cannot have the sizes (?, 2)
void construct_static_size() {
#ifdef WRONG
  tensor<double, dyn, 3> points(4, _2);
#else
  tensor<double, dyn, 3> points(4, _3);
#endif
}

// expect: takes 1 size, one for each extent that is not static, as integers or constants
void sizes_float() {
#ifdef WRONG
  dtensor<float, 1> x(2.5);
#else
  dtensor<float, 1> x(2);
#endif
}

// expect: write sizes in parentheses, t(2, 3), and each row in its own braces, {{2, 3}}
void sizes_in_braces() {
#ifdef WRONG
  dtensor<double, 2> x{2, 3};
#else
  dtensor<double, 2> x{{2, 3}};
#endif
}

// page: in full
// expect: a tensor of the extents (?, ?) takes 2 sizes, one for each extent that is not static, and got 1
void sizes_missing() {
#ifdef WRONG
  dtensor<float, 2> x(3);
#else
  dtensor<float, 2> x(3, 4);
#endif
}

// expect: a tensor of the extents (2, 3) takes no sizes, and got 2
void sizes_of_static() {
#ifdef WRONG
  tensor<float, 2, 3> x(2, 3);
#else
  tensor<float, 2, 3> x;
#endif
}

// expect: a tensor of the extents (batch, 3) takes 1 size, one for each extent that is not static, or the sizes of all axes, and got 3
void sizes_too_many() {
#ifdef WRONG
  tensor<float, batch, 3> x(10, 3, 1);
#else
  tensor<float, batch, 3> x(10, 3);
#endif
}

// expect: a tensor without extents holds one number
// expect: tensor<float, 3> or dtensor<float, 1>
void sizes_without_extents() {
#ifdef WRONG
  const tensor<float> t(3, 4);
#else
  const dtensor<float, 2> t(3, 4);
#endif
}

// expect: stria: =: axis 0 has n elements on the left and n - 1 on the right
void construct_names_stencil() {
  tensor<float, n> u(8);
#ifdef WRONG
  tensor<float, n> d = u[range(_1, _)];
#else
  tensor<float, n - 1> d = u[range(_1, _)];
#endif
}
