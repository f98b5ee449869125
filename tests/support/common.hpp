// SPDX-License-Identifier: BSL-1.0
// support/common.hpp: instantiates templates that many tests use. clang keeps the instantiations of
// a precompiled header, and their code (tests/CMakeLists.txt). These functions are never called.
#pragma once

#include "numbers.hpp"
#include "values.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace test::common {

using namespace stria;

template <class T> inline void compare(const std::vector<T>& a) {
  CHECK(a == a);
  CHECK(a[0] == a[0]);
  CHECK(a[0] == 1);
}
template <class T, class A> inline void compare_tensor(const A& a) {
  (void)holds(a, std::vector<T>());
  (void)test::values(a);
  (void)test::shape(a);
}
template <class T> inline void elements() {
  dtensor<T, 1> a(3), from_a(a);
  dtensor<T, 2> b(3, 4), from_b(b);
  dtensor<T, 3> c(2, 3, 4);
  from_a = a;
  from_b = b;
  a = a[rev()];
  b = b[_, range(0, 2)];
  b = b + b;
  a = a * T(2);
  c = c[range(0, 1)];
  const tensor<T, 2, 3> s{{T(1), T(2), T(3)}, {T(4), T(5), T(6)}};
  const tensor<T, 3> v{T(1), T(2), T(3)};
  b = s;
  compare_tensor<T>(a);
  compare_tensor<T>(b);
  compare_tensor<T>(c);
  compare_tensor<T>(s);
  compare_tensor<T>(v);
  compare_tensor<T>(a + a);
  compare_tensor<T>(b + b);
  compare_tensor<T>(b[range(0, 1)]);
  compare_tensor<T>(b[_, rev()]);
  (void)sum(a);
  (void)sum(b);
  (void)max(b);
  dtensor<T, 1> rows(3);
  rows = max(b, _1);
  (void)all_of(a == a);
  (void)all_of(b == b);
  compare(std::vector<T>(3));
}
inline void everything() {
  elements<int>();
  elements<float>();
  elements<double>();
  elements<stria::index>();
  dtensor<int, 3> t(2, 3, 4);
  const stria::index i = 0;
  (void)t[i];
  (void)t[_0, ellipsis];
  (void)t[_1, _, range(i, 2)];
  (void)t[ellipsis, range(_, i)];
  (void)t[range(i, _), range(_, _, 2)];
  (void)t[0];
  (void)t[newaxis, rev()];
  std::mt19937 g(1);
  CHECK(g() == 1u);
  CHECK(t.size() == 24);
  CHECK(std::vector<stria::index>{1} == test::shape(t));
  CHECK(true);
}

} // namespace test::common
