// SPDX-License-Identifier: BSL-1.0
// Masks, conditions, `where` and `select`
#include <stria/stria.hpp>

#include <string>
#include <tuple>
#include <vector>

using namespace stria;

// expect: boolean_mask: a mask has bools; a[indices] selects by integers
void boolean_mask_integer() {
  const tensor<float, 3> a;
  const tensor<int, 3> m;
#ifdef WRONG
  auto x = boolean_mask(a, m);
#else
  auto x = boolean_mask(a, m != 0);
#endif
}

// expect: a mask of 2 entries cannot index axis 0, which has 3
void boolean_mask_size() {
  tensor<float, 3> a;
  tensor<bool, 2> m;
#ifdef WRONG
  auto x = boolean_mask(a, m);
#else
  auto x = boolean_mask(a, a > 0.f);
#endif
}

// expect: all is the whole axis in a subscript
// expect: tests whether all elements are true
void condition_all() {
  const dtensor<float, 2> a(3, 4);
#ifdef WRONG
  const bool positive = all(a > 0.f);
#else
  const bool positive = all_of(a > 0.f);
#endif
}

// page: in full
// expect: a condition must be one bool, but this has an axis
// expect: any(...) or all_of(...)
void condition_of_tensor() {
  tensor<int, 3> a, b;
  int x = 0;
#ifdef WRONG
  if (a == b)
#else
  if (all_of(a == b))
#endif
    x = 1;
}

// expect: axes are asked for, but the shape (3, 4) has 2
void mask_rank() {
  tensor<int, 3, 4> t;
  const tensor<bool, 3, 4> m;
#ifdef WRONG
  auto x = t[m, _0];
#else
  auto x = t[m];
#endif
}

// page: in full
// expect: a mask of 3 entries cannot index axis 1, which has 4
// expect: stria: a mask of 3 entries cannot
void mask_size() {
  tensor<int, 3, 4> t;
  const tensor m{true, false, true};
#ifdef WRONG
  auto x = t[_, m];
#else
  auto x = t[m, _];
#endif
}

// expect: a mask of 2 entries cannot index axis 0, which has 3
// expect: stria: a mask of 2 entries cannot
void mask_write_size() {
  tensor<int, 3, 4> t;
  const tensor m{true, false};
#ifdef WRONG
  t[m] = 0;
#else
  t[range(_1, _), _][m] = 0;
#endif
}

// expect: the conditions are in one tuple and the choices in another
void select_braces() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = select({v > 0., v < 1.}, {1., 2.}, 0.);
#else
  auto x = select(std::tuple{v > 0., v < 1.}, std::tuple{1., 2.}, 0.);
#endif
}

// expect: as_tensor(c) copies the elements of a container
void select_container() {
  tensor<float, 3> a;
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  auto x = select(std::tuple{a > 0.F}, std::tuple{v}, 0.F);
#else
  auto x = select(std::tuple{a > 0.F}, std::tuple{as_tensor(v)}, 0.F);
#endif
}

// expect: here are 2 conditions and 1 choices
void select_counts() {
  tensor<float, 3> a;
#ifdef WRONG
  auto x = select(std::tuple{a > 0.f, a > 1.f}, std::tuple{a}, 0.f);
#else
  auto x = select(std::tuple{a > 0.f}, std::tuple{a}, 0.f);
#endif
}

// expect: select takes conditions that are bools or numbers
void select_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  auto x = select(std::tuple{words}, std::tuple{words}, words);
#else
  auto x = select(std::tuple{words == "a"}, std::tuple{words}, words);
#endif
}

// expect: as_tensor(c) copies the elements of a container
void where_container() {
  tensor<float, 3> a;
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  auto x = where(a > 0.F, a, v);
#else
  auto x = where(a > 0.F, a, as_tensor(v));
#endif
}

// expect: as_tensor(c) copies the elements of a container
void where_container_two() {
  const std::vector<double> c{1, 0, 3};
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = where(c, v);
#else
  auto x = where(as_tensor(c), v, 0.);
#endif
}

// expect: an argument is missing
void where_missing() {
  dtensor<double, 2> m(2, 3);
#ifdef WRONG
  auto x = where(m > 0., m);
#else
  auto x = where(m > 0., m, 0.);
#endif
}

// expect: the shapes (3,) and (2,) do not broadcast
void where_of_mistake() {
  tensor<int, 3> a;
  tensor<int, 2> b;
#ifdef WRONG
  auto x = where(a < b, a, 0);
#else
  auto x = where(a < b[_, newaxis], a, 0);
#endif
}

// expect: where takes conditions that are bools or numbers
void where_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  auto x = where(words, words, "none");
#else
  auto x = where(words != "a", words, "none");
#endif
}

// expect: expected tensors, views or expressions
// expect: as_tensor(c) copies the elements
void where_text() {
  const dtensor<float, 2> a(3, 4);
#ifdef WRONG
  const dtensor<float, 2> x = where(a > 0.f, a, "none");
#else
  const dtensor<float, 2> x = where(a > 0.f, a, 0.f);
#endif
}
