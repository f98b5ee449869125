// SPDX-License-Identifier: BSL-1.0
// `map`
#include <stria/stria.hpp>

#include <functional>
#include <vector>

using namespace stria;

template <class Bool> struct slow {
  static constexpr Bool is_expensive = 1;
  float operator()(float x) const { return x * x; }
};

// expect: as_tensor(c) copies the elements of a container
void map_container() {
  tensor<float, 3> a;
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  auto x = map(std::plus<>(), a, v);
#else
  auto x = map(std::plus<>(), a, as_tensor(v));
#endif
}

// expect: as_tensor(c) copies the elements of a container
void map_container_lambda() {
  const std::vector<double> c{1, 2};
#ifdef WRONG
  auto x = map([](double y) { return y; }, c);
#else
  auto x = map([](double y) { return y; }, as_tensor(c));
#endif
}

// expect: the function cannot be called with one element of each operand
void map_elements() {
  tensor<float, 3> a;
#ifdef WRONG
  auto x = map([](const char* s) { return *s; }, a);
#else
  auto x = map([](float v) { return v + 1; }, a);
#endif
}

// expect: map: the member `is_expensive` of the function object must be a static constexpr bool
void map_member_type() {
  const dtensor<float, 1> a(2);
#ifdef WRONG
  auto x = map(slow<int>(), a);
#else
  auto x = map(slow<bool>(), a);
#endif
}

// expect: map: the function must be callable as const; a lambda must not be
void map_mutable() {
  const dtensor<float, 1> a(2);
#ifdef WRONG
  auto x = map([n = 0](float y) mutable { return y + float(n++); }, a);
#else
  auto x = map([n = 0](float y) { return y + float(n); }, a);
#endif
}

// expect: map: the shapes (3,) and (2,) do not broadcast
void map_shapes() {
  tensor<int, 3> a;
  tensor<int, 2> b;
#ifdef WRONG
  auto x = map([](int u, int v) { return u + v; }, a, b);
#else
  auto x = map([](int u, int v) { return u + v; }, a, b[_, newaxis]);
#endif
}

// expect: map: the function returns nothing; it must return the value of an element
void map_void() {
  const dtensor<float, 1> a(2);
#ifdef WRONG
  auto x = map([](float) {}, a);
#else
  auto x = map([](float y) { return y; }, a);
#endif
}
