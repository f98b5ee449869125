// SPDX-License-Identifier: BSL-1.0
// Index arrays, `take`, `ix_` and `nd`
#include <stria/stria.hpp>

#include <vector>

using namespace stria;

// expect: a value of shape (3,) does not fit into the target of shape (2, 4)
void arrays_add_updates_shape() {
  tensor<int, 3, 4> t;
  const tensor i{0, 2};
  const tensor u{1, 2, 3};
#ifdef WRONG
  t[i] += u;
#else
  t[i, range(_1, _)] += u;
#endif
}

// page: in full
// expect: the index arrays of the subscript do not broadcast
void arrays_broadcast() {
  tensor<int, 3, 4> t;
  const tensor i{0, 1};
  const tensor j{0, 1, 2};
#ifdef WRONG
  auto x = t[i, j];
#else
  auto x = t[i[_, newaxis], j];
#endif
}

// expect: an array whose elements are neither integers nor bools
void arrays_float() {
  tensor<int, 3, 4> t;
  const tensor i{0., 2.};
#ifdef WRONG
  auto x = t[i];
#else
  auto x = t[cast<int>(i)];
#endif
}

// expect: item 1 of the subscript is an array whose elements are neither integers nor bools
void arrays_float_second() {
  tensor<int, 3, 4> t;
  const tensor i{0., 2.};
#ifdef WRONG
  auto x = t[_, i];
#else
  auto x = t[_, cast<int>(i)];
#endif
}

// expect: axes are asked for, but the shape (3, 4) has 2
void arrays_too_many() {
  tensor<int, 3, 4> t;
  const tensor i{0, 1};
#ifdef WRONG
  auto x = t[i, i, i];
#else
  auto x = t[i, i];
#endif
}

// expect: a second ellipsis in the subscript
void arrays_two_ellipses() {
  tensor<int, 3, 4> t;
  const tensor i{0, 1};
#ifdef WRONG
  auto x = t[ellipsis, i, ellipsis];
#else
  auto x = t[ellipsis, i];
#endif
}

// expect: a value of shape (3,) does not fit into the target of shape (2, 4)
void arrays_updates_shape() {
  tensor<int, 3, 4> t;
  const tensor i{0, 2};
  const tensor u{1, 2, 3};
#ifdef WRONG
  t[i] = u;
#else
  t[i, range(_1, _)] = u;
#endif
}

// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
void gather_axis() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = gather(t, tensor<int, 1>(), _2);
#else
  auto x = gather(t, tensor<int, 1>(), _1);
#endif
}

// expect: gather: the axis is missing
void gather_axis_missing() {
  tensor<float, 4> a;
  const tensor i{0, 2};
#ifdef WRONG
  auto x = gather(a, i);
#else
  auto x = gather(a, i, _0);
#endif
}

// expect: batch axes do not fit
// expect: they must come before the axis
void gather_batch() {
  tensor<int, 3, 4> t;
  const tensor i{{0}, {1}, {2}};
#ifdef WRONG
  auto x = gather(t, i, _0, batch_dims<1>);
#else
  auto x = gather(t, i, _1, batch_dims<1>);
#endif
}

// expect: gather_nd: batch axis 0 has size 2 in the operand and 3 in the indices
void gather_nd_batch() {
  const tensor<float, 2, 3> t;
  const tensor<int, 3, 1> i;
#ifdef WRONG
  auto x = gather_nd(t, i, batch_dims<1>);
#else
  auto x = gather_nd(t, i[range(_, 2)], batch_dims<1>);
#endif
}

// expect: picks along 2 axes, but the shape (4,) has 1
void gather_nd_too_deep() {
  tensor<int, 4> t;
  tensor<int, 3, 2> idx;
#ifdef WRONG
  auto x = gather_nd(t, idx);
#else
  auto x = gather_nd(t, idx[_, range(_1, _)]);
#endif
}

// expect: must be the only item of its subscript
void nd_beside_others() {
  tensor<int, 4, 4> t;
#ifdef WRONG
  auto x = t[nd({{0}, {1}}), _];
#else
  auto x = t[nd({{0}, {1}})];
#endif
}

// expect: expected tensors, views or expressions
// expect: as_tensor(c) copies the elements of a container
void nd_container() {
  dtensor<float, 2> t(3, 4);
  const std::vector<int> place{0, 2};
#ifdef WRONG
  t[nd(place)] = 1.f;
#else
  t[nd({{0, 2}})] = 1.f;
#endif
}

// expect: the last extent of idx is 3
void nd_depth_mismatch() {
  tensor<int, 4, 4> t;
  tensor<int, 2, 3> idx;
#ifdef WRONG
  auto x = t[nd<2>(idx)];
#else
  auto x = t[nd<2>(idx[_, range(_1, _)])];
#endif
}

// expect: the elements of idx are not integers
void nd_float() {
  tensor<int, 4> t;
  tensor<float, 2, 1> idx;
#ifdef WRONG
  auto x = t[nd(idx)];
#else
  auto x = t[nd(cast<int>(idx))];
#endif
}

// expect: picks along 2 axes, but the shape (4,) has 1
void nd_too_deep() {
  tensor<int, 4> t;
#ifdef WRONG
  auto x = t[nd({{0, 1}})];
#else
  auto x = t[nd({{0}, {1}})];
#endif
}

// expect: the depth must be known at compile time
void nd_unknown_depth() {
  tensor<int, 4, 4> t;
  dtensor<int, 2> idx(3, 2);
#ifdef WRONG
  auto x = t[nd(idx)];
#else
  auto x = t[nd<2>(idx)];
#endif
}

// expect: one_hot needs integer indices
void one_hot_float() {
  tensor<float, 3> a;
#ifdef WRONG
  auto x = one_hot(a, _4);
#else
  auto x = one_hot(cast<index_t>(a), _4);
#endif
}

// expect: ix_ takes one-dimensional arrays
void outer_rank() {
  tensor<int, 3, 4> t;
  const tensor i{{0, 1}};
#ifdef WRONG
  auto x = t[ix_(i, i)];
#else
  auto x = t[ix_(i[_0], i[_0])];
#endif
}

// expect: or the right side is of another type
void outer_to_temporary() {
  dtensor<float, 2> a(3, 3);
  const dtensor<index, 1> i{0, 2};
#ifdef WRONG
  ix_(i, i) = 1.f;
#else
  a[ix_(i, i)] = 1.f;
#endif
}

// expect: both must have the same rank
void take_along_rank() {
  tensor<int, 3, 4> t;
  const tensor i{0, 1};
#ifdef WRONG
  auto x = take_along_axis(t, i, _1);
#else
  auto x = take_along_axis(t, i[newaxis], _1);
#endif
}

// expect: there is no axis 2 in the shape (3, 4)
// expect: shape (3, 4); axes are -2 to 1
void take_axis() {
  tensor<int, 3, 4> t;
  const tensor i{0, 1};
#ifdef WRONG
  auto x = take(t, i, _2);
#else
  auto x = take(t, i, _1);
#endif
}

// expect: braces are not accepted here
// expect: lists as tensors
void take_braces() {
  const dtensor<float, 2> t(3, 4);
#ifdef WRONG
  const dtensor<float, 2> x = take(t, {0, 2}, _0);
#else
  const dtensor<float, 2> x = take(t, tensor{0, 2}, _0);
#endif
}

// expect: as_tensor(c) copies the elements of a container
void take_container() {
  tensor<float, 3> a;
  const std::vector<int> v{1, 2, 0};
#ifdef WRONG
  auto x = take_along_axis(a, v, _0);
#else
  auto x = take_along_axis(a, as_tensor(v), _0);
#endif
}

// expect: an array whose elements are neither integers nor bools
void take_float() {
  tensor<float, 3, 2> a;
  tensor<float, 2> i;
#ifdef WRONG
  auto x = take(a, i, _0);
#else
  auto x = take(a, cast<index_t>(i), _0);
#endif
}

// expect: item 0 of the subscript is a floating-point number
void take_number_float() {
  tensor<float, 4> a;
#ifdef WRONG
  auto x = take(a, 1.5);
#else
  auto x = take(a, 1);
#endif
}
