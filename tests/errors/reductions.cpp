// SPDX-License-Identifier: BSL-1.0
// Reductions
#include <stria/stria.hpp>

#include <complex>
#include <vector>

using namespace stria;

enum class color { red, green };

// expect: there is no axis 1 in the shape (4,); axes are -1 to 0
void accumulate_axis() {
  const tensor<int, 4> a;
#ifdef WRONG
  auto x = accumulate([](int x, int y) { return x + y; }, a, _1);
#else
  auto x = accumulate([](int x, int y) { return x + y; }, a, _0);
#endif
}

// expect: op must join two elements
void accumulate_function() {
  const tensor<int, 4> a;
#ifdef WRONG
  auto x = accumulate([](int x) { return x; }, a, _0);
#else
  auto x = accumulate([](int x, int y) { return x + y; }, a, _0);
#endif
}

// expect: this argument must be an integer (a size, count, position, shift, axis or degree)
void axis_float() {
  tensor<float, 4> a;
#ifdef WRONG
  auto x = sum(a, axis(0.));
#else
  auto x = sum(a, axis(0));
#endif
}

// expect: there is no axis 2 in the shape (2, 3)
// expect: stria: there is no axis 2 in the
void cumsum_axis() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = cumsum(t, _2);
#else
  auto x = cumsum(t, _1);
#endif
}

// expect: the elements lack the operator that this reduction needs
void cumsum_enum() {
  const dtensor<color, 1> c(3);
#ifdef WRONG
  auto x = cumsum(c);
#else
  auto x = cumsum(cast<int>(c));
#endif
}

// expect: cumsum does not accept include_initial: write cumulative_sum(a, _0, include_initial)
void cumsum_include_initial() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = cumsum(v, include_initial);
#else
  auto x = cumulative_sum(v, include_initial);
#endif
}

// expect: there is no axis 2 in the shape (2, 3)
void none_of_axis_outside() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = none_of(t, _2);
#else
  auto x = none_of(t, _1);
#endif
}

// expect: the positions must be integers in an operand of rank 1
void reduce_at_positions() {
  const tensor<int, 4> a;
#ifdef WRONG
  auto x = reduce_at(a, tensor{0., 2.}, _0);
#else
  auto x = reduce_at(a, tensor{0, 2}, _0);
#endif
}

// page: in full
// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
void reduce_axis_outside() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = sum(t, _2);
#else
  auto x = sum(t, _1);
#endif
}

// expect: an axis must be a constant
void reduce_axis_run_time() {
  tensor<int, 2, 3> t;
  int axis = 1;
#ifdef WRONG
  auto x = mean(t, axis);
#else
  auto x = mean(t, _1);
#endif
}

// expect: is named twice
void reduce_axis_twice() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = max(t, _0, -_2, keepdims);
#else
  auto x = max(t, _0, -_1, keepdims);
#endif
}

// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
void reduce_by_axis() {
  tensor<int, 2, 3> t;
  auto add = [](int x, int y) { return x + y; };
#ifdef WRONG
  auto x = reduce(add, 0, t, _2);
#else
  auto x = reduce(add, 0, t, _1);
#endif
}

// expect: stria: reduce: op(init, element) cannot be called
void reduce_by_function() {
  tensor<int, 2, 3> t;
  auto negate = [](int x) { return -x; };
#ifdef WRONG
  auto x = reduce(negate, 0, t);
#else
  auto x = reduce([=](int acc, int y) { return acc + negate(y); }, 0, t);
#endif
}

// expect: the initial value must be a single value
void reduce_by_init() {
  tensor<int, 2, 3> t;
  auto add = [](auto x, int y) { return x + y; };
#ifdef WRONG
  auto x = reduce(add, t[_0], t, _0);
#else
  auto x = reduce(add, 0, t, _0);
#endif
}

// expect: the elements lack the operator that this reduction needs
// expect: convert complex numbers
void reduce_complex() {
  const dtensor<std::complex<double>, 1> z(3);
#ifdef WRONG
  const double x = max(z);
#else
  const double x = max(real(z));
#endif
}

// expect: for the larger of two, element by element, use maximum(a, b)
void reduce_max_of_two() {
  dtensor<double, 2> m(2, 3);
#ifdef WRONG
  auto x = max(m, 0.0);
#else
  auto x = maximum(m, 0.0);
#endif
}

// expect: for the smaller of two, element by element, use minimum(a, b)
void reduce_min_of_two() {
  dtensor<double, 2> m(2, 3);
#ifdef WRONG
  auto x = min(1.0, m + m[_0]);
#else
  auto x = minimum(1.0, m + m[_0]);
#endif
}

// expect: the initial value is missing: write reduce(f, 0.f, a)
void reduce_without_initial() {
  const dtensor<int, 1> a(3);
  const auto add = [](int s, int y) { return s + y; };
#ifdef WRONG
  auto x = reduce(add, a);
#else
  auto x = reduce(add, 0, a);
#endif
}

// expect: braces are not accepted here
// expect: write axes and sizes one by one
void sum_braces() {
  const dtensor<float, 3> t(2, 3, 4);
#ifdef WRONG
  const dtensor<float, 1> x = sum(t, {0, 1});
#else
  const dtensor<float, 1> x = sum(t, _0, _1);
#endif
}

// page: in full
// expect: expected tensors, views or expressions
// expect: as_tensor(c) copies the elements of a container
void sum_container() {
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  auto x = sum(v);
#else
  auto x = sum(as_tensor(v));
#endif
}

// expect: expected tensors, views or expressions
void sum_number() {
#ifdef WRONG
  auto x = sum(3);
#else
  auto x = sum(tensor{3});
#endif
}

// expect: the shapes (3,) and (2,) do not broadcast
void sum_of_mistake() {
  tensor<int, 3> a;
  tensor<int, 2> b;
#ifdef WRONG
  auto x = sum(a + b, _0);
#else
  auto x = sum(a + b[_, newaxis], _0);
#endif
}
