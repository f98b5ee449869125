// SPDX-License-Identifier: BSL-1.0
// `any_tensor` and `any_array`
#include <stria/stria.hpp>

#include <stria/any_tensor.hpp>

using namespace stria;

// expect: any_tensor and any_array have no arithmetic
void any_tensor_update() {
  any_tensor<float> a = dtensor<float, 2>(3, 3);
#ifdef WRONG
  a += 1.f;
#else
  auto v = rank_cast<2>(a);
  v += 1.f;
#endif
}

// expect: the left side is const
void assign_const_any_tensor() {
  any_tensor<float> a;
  const any_tensor<float> k;
  const tensor<float, 2, 3> t;
#ifdef WRONG
  k = t;
#else
  a = t;
#endif
}

// expect: rank_cast is for an any_tensor; the rank of this operand is known
void rank_cast_tensor() {
  const dtensor<double, 2> m(3, 3);
#ifdef WRONG
  auto x = rank_cast<2>(m);
#else
  auto x = rank_cast<2>(any_tensor<const double>(m));
#endif
}

// expect: visit_rank is for an any_tensor; the rank of this operand is known
void visit_rank_tensor() {
  const dtensor<double, 2> m(3, 3);
#ifdef WRONG
  auto x = visit_rank(m, [](auto v) { return v.size(); });
#else
  auto x = visit_rank(any_tensor<const double>(m), [](auto v) { return v.size(); });
#endif
}
