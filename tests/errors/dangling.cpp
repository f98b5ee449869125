// SPDX-License-Identifier: BSL-1.0
// Dangling results
#include <stria/stria.hpp>

#include <vector>

using namespace stria;

// warns-clang: address of stack memory associated with local variable 't' returned
auto dangling_expression() {
  tensor<float, 3> t{1.f, 2.f, 3.f};
#ifdef WRONG
  return t * 2.f;
#else
  return eval(t * 2.f);
#endif
}

// expect: the array is a temporary, and iterators or pointers would outlive it
void dangling_plan_axes() {
  dtensor<float, 2> t(2, 3);
  const auto p = parse_index("1, 1:");
#ifdef WRONG
  auto last = plan_slice(t.shape(), p.begin, p.end, p.strides, p.masks).axes().end();
#else
  const auto plan = plan_slice(t.shape(), p.begin, p.end, p.strides, p.masks);
  auto last = plan.axes().end();
#endif
}

// expect: the array is a temporary, and iterators or pointers would outlive it
void dangling_shape() {
  dtensor<float, 2> t(2, 3);
#ifdef WRONG
  auto first = t.shape().begin();
#else
  const auto s = t.shape();
  auto first = s.begin();
#endif
}

// expect: the array is a temporary, and iterators or pointers would outlive it
void dangling_shape_std_begin() {
  dtensor<float, 2> t(2, 3);
#ifdef WRONG
  auto first = std::begin((t + 1.f).shape());
#else
  const auto s = (t + 1.f).shape();
  auto first = std::begin(s);
#endif
}

// warns-clang: temporary whose address is used as value of local variable 's' will be destroyed
void dangling_storage() {
#ifdef WRONG
  auto s = tensor{1.f, 2.f}.storage();
#else
  tensor t{1.f, 2.f};
  auto s = t.storage();
#endif
}

// page: in full
// warns-clang: address of stack memory associated with local variable 't' returned
auto dangling_view() {
  tensor<float, 3> t{1.f, 2.f, 3.f};
#ifdef WRONG
  return t[range(_0, _2)];
#else
  return eval(t[range(_0, _2)]);
#endif
}
