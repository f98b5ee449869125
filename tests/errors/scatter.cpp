// SPDX-License-Identifier: BSL-1.0
// `scatter` and its relatives
#include <stria/stria.hpp>

#include <vector>

using namespace stria;

// expect: as_tensor(c) copies the elements of a container
void scatter_container() {
  tensor<float, 3> a;
  const tensor<int, 2, 1> places{{0}, {2}};
  const std::vector<float> v{1, 2};
#ifdef WRONG
  auto x = tensor_scatter_nd_add(a, places, v);
#else
  auto x = tensor_scatter_nd_add(a, places, as_tensor(v));
#endif
}

// expect: the elements of idx are not integers
void scatter_function_float() {
  tensor<int, 4> t;
  tensor<float, 2, 1> idx;
#ifdef WRONG
  auto x = tensor_scatter_nd_add(t, idx, 1);
#else
  auto x = tensor_scatter_nd_add(t, cast<int>(idx), 1);
#endif
}

// expect: a value of shape (3,) does not fit into the target of shape (2,)
void scatter_function_shape() {
  tensor<int, 2, 1> idx;
  tensor<int, 3> u;
#ifdef WRONG
  auto x = scatter_nd(idx, u, _4);
#else
  auto x = scatter_nd(idx, u[range(_1, _)], _4);
#endif
}

// expect: size 0 is -1
void scatter_function_size() {
  tensor<int, 2, 1> idx;
  tensor<int, 2> u;
#ifdef WRONG
  auto x = scatter_nd(idx, u, -_1);
#else
  auto x = scatter_nd(idx, u, _1);
#endif
}

// expect: a value of shape (3,) does not fit into the target of shape (2,)
void scatter_max_shape() {
  tensor<int, 4> t;
  tensor<int, 3> u;
#ifdef WRONG
  assign_max(t[nd({{0}, {2}})], u);
#else
  assign_max(t[nd({{0}, {2}})], u[range(_1, _)]);
#endif
}

// expect: nd indices of rank 2 or more
void scatter_rank_one() {
  tensor<int, 4, 4> t;
#ifdef WRONG
  t[nd({0, 2})] = 1;
#else
  t[nd({{0, 2}})] = 1;
#endif
}

// expect: the ranks differ
void scatter_updates_rank() {
  tensor<int, 4, 2> t;
  tensor<int, 2> u;
#ifdef WRONG
  t[nd({{0}, {2}})] += u;
#else
  t[nd({{0}, {2}})] += broadcast_to(u, _2, _2);
#endif
}

// expect: a value of shape (3,) does not fit into the target of shape (2,)
void scatter_updates_shape() {
  tensor<int, 4> t;
  tensor<int, 3> u;
#ifdef WRONG
  t[nd({{0}, {2}})] = u;
#else
  t[nd({{0}, {2}})] = u[range(_1, _)];
#endif
}

// expect: a value of shape (3,) does not fit into the target of shape (2,)
void scatter_with_shape() {
  tensor<int, 4> t;
  tensor<int, 3> u;
#ifdef WRONG
  assign_with(t[nd({{0}, {2}})], u, [](int a, int b) { return a - b; });
#else
  assign_with(t[nd({{0}, {2}})], u[range(_1, _)], [](int a, int b) { return a - b; });
#endif
}
