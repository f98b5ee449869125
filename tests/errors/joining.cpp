// SPDX-License-Identifier: BSL-1.0
// Joining and splitting
#include <stria/stria.hpp>

#include <vector>

using namespace stria;

// expect: numbers in braces must have one type, as in {1., 2.}
void append_braces() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = append(v, {1, 2.5});
#else
  auto x = append(v, {1., 2.5});
#endif
}

// expect: the axis comes last, as a constant or axis(k): append(a, b, _0)
void append_integer_axis() {
  const dtensor<float, 2> a(3, 3), b(3, 3);
#ifdef WRONG
  auto x = append(a, b, 0);
#else
  auto x = append(a, b, -_1);
#endif
}

// expect: append: the shapes (2, 3) and (3, 2) differ in axis 1
void append_shapes() {
  const tensor<double, 2, 3> a;
  const tensor<double, 3, 2> b;
#ifdef WRONG
  auto x = append(a, b, _0);
#else
  auto x = append(a, b);
#endif
}

// expect: as in block(std::tuple{a, b}, std::tuple{c, d})
void block_braces() {
  const dtensor<double, 1> v(3);
  const tensor<double, 3> w;
#ifdef WRONG
  auto x = block({v, w});
#else
  auto x = block(v, w);
#endif
}

// expect: concat and stack take the axis, as a constant, and then one or more tensors
// expect: stria: concat and stack take the
void concat_axis_at_end() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = concat(t, t, _0);
#else
  auto x = concat(_0, t, t);
#endif
}

// expect: the axis comes first, as a constant: concat(_0, a, b)
// expect: stria: concat: the axis comes
void concat_axis_last() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = concat(0, t, t);
#else
  auto x = concat(_0, t, t);
#endif
}

// expect: concat: there is no axis 2 in the shape (2, 3); axes are -2 to 1
// expect: stria: concat: there is no axis 2
void concat_axis_outside() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = concat(_2, t, t);
#else
  auto x = concat(_1, t, t);
#endif
}

// expect: operands in braces must be tensors, views or expressions of one type; join others
void concat_braces() {
  const dtensor<double, 2> a(2, 3);
  const tensor<double, 2, 3> b;
#ifdef WRONG
  auto x = concat({a, b});
#else
  auto x = concat(_0, a, b);
#endif
}

// expect: operands in braces must be tensors, views or expressions of one type; join others
void concat_braces_second() {
  const dtensor<double, 2> a(2, 3);
  const tensor<double, 2, 3> b;
#ifdef WRONG
  auto x = concat(_1, {a, b});
#else
  auto x = concat(_1, a, b);
#endif
}

// expect: as_tensor(c) copies the elements of a container
void concat_container() {
  const std::vector<double> v{1, 2, 3};
#ifdef WRONG
  auto x = concat(v, v);
#else
  auto x = concat(_0, as_tensor(v), as_tensor(v));
#endif
}

// expect: the operands are missing: write concat(_0, a, b)
void concat_missing() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = concat();
#else
  auto x = concat(_0, v, v);
#endif
}

// expect: the shapes (2, 3) and (3,) have different ranks
void concat_ranks() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = concat(_0, t, t[_0]);
#else
  auto x = concat(_0, t, t[newaxis, _0]);
#endif
}

// expect: the shapes (2, 3) and (3, 2) differ in axis 0; they may differ in axis 1 only
void concat_shapes() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = concat(_1, t, transpose(t));
#else
  auto x = concat(_1, t, t);
#endif
}

// expect: the positions are missing: write delete_at(a, places)
void delete_at_missing() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = delete_at(v);
#else
  auto x = delete_at(v, 0);
#endif
}

// expect: join others without braces, as in hstack(a, b)
void hstack_braces() {
  const dtensor<double, 2> c(2, 3);
  const tensor<double, 2, 3> d;
#ifdef WRONG
  auto x = hstack({c, d});
#else
  auto x = hstack(c, d);
#endif
}

// expect: the operands are missing: write hstack(a, b)
void hstack_missing() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = hstack();
#else
  auto x = hstack(v, v);
#endif
}

// expect: hstack: the shapes (2, 3) and (4, 3) differ in axis 0
void hstack_shapes() {
  const tensor<double, 2, 3> a;
  const tensor<double, 4, 3> b;
#ifdef WRONG
  auto x = hstack(a, b);
#else
  auto x = hstack(a, b[range(_0, _2)]);
#endif
}

// expect: numbers in braces must have one type, as in {1., 2.}
void insert_braces() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = insert(v, 0, {1, 2.5});
#else
  auto x = insert(v, 0, {1., 2.5});
#endif
}

// expect: as_tensor(c) copies the elements of a container
void insert_container() {
  const dtensor<double, 1> v(3);
  const std::vector<double> c{1, 2, 3};
#ifdef WRONG
  auto x = insert(v, 0, c);
#else
  auto x = insert(v, 0, as_tensor(c));
#endif
}

// expect: the values are missing: write insert(a, places, values)
void insert_missing() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = insert(v, 0);
#else
  auto x = insert(v, 0, 1.);
#endif
}

// expect: the positions and the values are missing
void insert_missing_two() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = insert(v);
#else
  auto x = insert(v, 0, 1.);
#endif
}

// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
void split_axis() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = split(t, _2, _2);
#else
  auto x = split(t, _2, _0);
#endif
}

// expect: 3 elements cannot be split into 2 equal parts
// expect: split: 3 elements cannot
void split_parts() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = split(t, _2, _1);
#else
  auto x = split(t, _3, _1);
#endif
}

// expect: the left side is a temporary list, and the assignment would be lost
void split_to_temporary() {
  tensor<float, 4, 3> a, b;
#ifdef WRONG
  split(a, 2, _0) = split(b, 2, _0);
#else
  auto parts = split(a, 2, _0);
  parts[0] = split(b, 2, _0)[0];
#endif
}

// expect: stack: there is no axis 3 in the shape (2, 3); axes are -3 to 2
// expect: stria: stack: there is no axis 3
void stack_axis() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = stack(_3, t, t);
#else
  auto x = stack(_2, t, t);
#endif
}

// expect: as in stack(_0, a, b)
void stack_braces() {
  const dtensor<double, 2> a(2, 3);
  const tensor<double, 2, 3> b;
#ifdef WRONG
  auto x = stack({a, b});
#else
  auto x = stack({a, dtensor<double, 2>(b)});
#endif
}

// expect: concat and stack take the axis, as a constant, and then one or more tensors
// expect: stria: concat and stack take the
void stack_number() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = stack(_0, t, 3);
#else
  auto x = stack(_0, t, t);
#endif
}

// expect: the shapes (2, 3) and (3,) have different ranks
void stack_ranks() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = stack(_0, t, t[_0]);
#else
  auto x = stack(_0, t, t);
#endif
}

// expect: stack: the shapes (2, 3) and (2, 2) differ; all operands must have the same shape
void stack_shapes() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = stack(_0, t, t[_, range(_1, _)]);
#else
  auto x = stack(_0, t, t);
#endif
}
