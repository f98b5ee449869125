// SPDX-License-Identifier: BSL-1.0
// Subscripts
#include <stria/stria.hpp>

#include <array>

using namespace stria;

#define FOUR(...) __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__

// expect: expected one number, but the shape is (4,)
// expect: index every axis, as in t[0]
void element_of_row() {
  const tensor<double, 3, 4> a;
#ifdef WRONG
  const auto x = static_cast<float>(a[0]);
#else
  const auto x = static_cast<float>(a[0, 1]);
#endif
}

// expect: index 7 is out of bounds for axis 0, which has 4 elements: use -4 to 3 (shape (4,))
void expression_slice_outside() {
  tensor<float, 4> a;
#ifdef WRONG
  auto x = (a + 1.f)[_7];
#else
  auto x = (a + 1.f)[_3];
#endif
}

// expect: item 0 of the subscript is a bool
// expect: a bool; an item is
void index_bool() {
  tensor<int, 4> t;
#ifdef WRONG
  auto x = t[true];
#else
  auto x = t[1];
#endif
}

// page: in full
// expect: is a floating-point number
void index_float() {
  tensor<int, 4> t;
#ifdef WRONG
  auto x = t[1.];
#else
  auto x = t[1];
#endif
}

// expect: is a floating-point number
void index_float_second() {
  tensor<int, 4, 4> t;
#ifdef WRONG
  auto x = t[1, 1.f];
#else
  auto x = t[1, 1];
#endif
}

// expect: of a type that is not an index
void index_foreign() {
  tensor<int, 4> t;
#ifdef WRONG
  auto x = t["1:2"];
#else
  auto x = t["1:2"_ix];
#endif
}

// expect: of a type that is not an index
void index_foreign_second() {
  struct place {};
  tensor<int, 4, 4> t;
#ifdef WRONG
  auto x = t[_, place()];
#else
  auto x = t[_, 1];
#endif
}

// expect: index 9 is out of bounds for axis 0
void index_outside() {
  tensor<int, 3> t;
#ifdef WRONG
  auto x = t[_9];
#else
  auto x = t[_2];
#endif
}

// page: in full
// expect: index -4 is out of bounds for axis 1
void index_outside_second() {
  tensor<int, 5, 3> t;
#ifdef WRONG
  auto x = t[_1, -_4];
#else
  auto x = t[_1, -_3];
#endif
}

// expect: index 3 is out of bounds for axis 1
void index_outside_slice() {
  tensor<int, 5, 3> t;
#ifdef WRONG
  auto x = t[_, _3];
#else
  auto x = t[_, _2];
#endif
}

// expect: a subscript has at most 64 items
void items_beyond_limit() {
  tensor<float, 4> t;
#ifdef WRONG
  auto x = t[FOUR(FOUR(FOUR(newaxis))), _];
#else
  auto x = t[FOUR(FOUR(newaxis)), _];
#endif
}

// expect: item 1 of the subscript is in braces
// expect: write tensor{0, 2}
void items_braces_beside() {
  tensor<float, 3, 4> t;
#ifdef WRONG
  t[_, {0, 2}] = 1.f;
#else
  t[_, tensor{0, 2}] = 1.f;
#endif
}

// expect: item 0 of the subscript is in braces
// expect: write tensor{0, 2}
void items_braces_first() {
  // Without this error g++ 12 would select all of t, because it parses the comma as an operator
  // here, as before C++23.
  tensor<float, 3, 4> t;
#ifdef WRONG
  t[{0, 2}, _] = 1.f;
#else
  t[tensor{0, 2}, _] = 1.f;
#endif
}

// expect: item 0 of the subscript is in braces
// expect: braces hold integers or bools of one type
void items_braces_mixed() {
  const dtensor<float, 2> t(3, 4);
  const index last = 2;
#ifdef WRONG
  const dtensor<float, 2> x = t[{0, last}];
#else
  const dtensor<float, 2> x = t[{index{0}, last}];
#endif
}

// page: in full
// expect: 3 axes are asked for, but the shape (5, 3) has 2
void items_too_many() {
  tensor<int, 5, 3> t;
#ifdef WRONG
  auto x = t[_1, _2, _0];
#else
  auto x = t[_1, _2];
#endif
}

// expect: 2 axes are asked for, but the shape (5,) has 1
void items_too_many_call() {
  tensor<int, 5> t;
#ifdef WRONG
  auto x = t(_, 1);
#else
  auto x = t(1);
#endif
}

// expect: 3 axes are asked for, but the shape (5, 3) has 2
void items_too_many_integers() {
  tensor<int, 5, 3> t;
#ifdef WRONG
  auto x = t[1, 2, 0];
#else
  auto x = t[1, 2];
#endif
}

// expect: a second ellipsis in the subscript
void items_two_ellipses() {
  tensor<int, 5, 3> t;
#ifdef WRONG
  auto x = t[ellipsis, 1, ellipsis];
#else
  auto x = t[ellipsis, 1];
#endif
}

// expect: the left side is a temporary or const object
void range_to_temporary() {
  auto part = range(0, 2);
#ifdef WRONG
  range(1, 3) = part;
#else
  part = range(1, 3);
#endif
}

// expect: item 1 of the subscript is
// expect: rev() and range(b, e) need parentheses
void rev_bare() {
  const dtensor<float, 2> t(3, 4);
#ifdef WRONG
  const dtensor<float, 2> x = t[_, rev];
#else
  const dtensor<float, 2> x = t[_, rev()];
#endif
}

// page: in full
// expect: stria:
void step_zero() {
  tensor<int, 5> t;
#ifdef WRONG
  auto x = t[range(_, _, _0)];
#else
  auto x = t[range(_, _, _1)];
#endif
}

// expect: begin, end and strides as std::arrays (or spans) of one length
void strided_slice_lengths() {
  tensor<float, 4> a;
  constexpr std::array<stria::index, 1> one{1};
  [[maybe_unused]] constexpr std::array<stria::index, 2> two{1, 1};
#ifdef WRONG
  auto x = strided_slice(a, one, two, one, mask<0, 0, 0, 0, 0>{});
#else
  auto x = strided_slice(a, one, one, one, mask<0, 0, 0, 0, 0>{});
#endif
}

// expect: strided_slice needs the masks as a type, mask<1, 0, 0, 0, 0>{}
void strided_slice_masks() {
  tensor<float, 4> t;
  const std::array<stria::index, 1> begin{0}, end{2}, strides{1};
#ifdef WRONG
  auto x = strided_slice(t, begin, end, strides, slice_masks{.begin_mask = 1});
#else
  auto x = strided_slice(t, begin, end, strides, mask<1, 0, 0, 0, 0>{});
#endif
}

// expect: index 9 is out of bounds for axis 1, which has 4 elements: use -4 to 3 (shape (3, 4))
void text_outside() {
  tensor<float, 3, 4> t;
#ifdef WRONG
  auto x = t["0, 9"_ix];
#else
  auto x = t["0, 3"_ix];
#endif
}

// expect: the step of item 0 is 0; a slice needs a step other than 0
void text_step_zero() {
  tensor<float, 4> t;
#ifdef WRONG
  auto x = t["1:3:0"_ix];
#else
  auto x = t["1:3:2"_ix];
#endif
}

// expect: a second ellipsis in the subscript
void text_two_ellipses() {
  tensor<float, 4, 4> t;
#ifdef WRONG
  auto x = t["..., 1, ..."_ix];
#else
  auto x = t["..., 1"_ix];
#endif
}
