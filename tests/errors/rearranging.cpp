// SPDX-License-Identifier: BSL-1.0
// Repetition, padding, rotation, windows and diagonals
#include <stria/stria.hpp>

using namespace stria;

// expect: diagonal takes an operand of rank 2 or more
// expect: stria: diagonal takes an operand
void diagonal_rank() {
  tensor t{1, 2, 3};
#ifdef WRONG
  auto x = diagonal(t);
#else
  auto x = diagonal(t[newaxis]);
#endif
}

// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
void flip_axis() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = flip(t, _2);
#else
  auto x = flip(t, -_2);
#endif
}

// expect: pad: braces have one pair of widths for each axis
void pad_braces() {
  const tensor a{1.f, 2.f};
#ifdef WRONG
  auto x = pad(a, {1, 1});
#else
  auto x = pad(a, {{1, 1}});
#endif
}

// expect: the third argument is the mode, and a value follows it
void pad_value() {
  const dtensor<double, 2> m(3, 3);
#ifdef WRONG
  auto x = pad(m, 1, 7.);
#else
  auto x = pad(m, 1, pad_mode::edge);
#endif
}

// expect: borders of 1 axes are given for the shape (2, 3)
// expect: stria: pad: borders of 1 axes are
void pad_widths() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = pad(t, {{1, 1}});
#else
  auto x = pad(t, {{1, 1}, {0, 0}});
#endif
}

// expect: there is no axis 2 in the shape (2, 3); axes are -2 to 1
void repeat_axis() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = repeat(t, 2, _2);
#else
  auto x = repeat(t, 2, _1);
#endif
}

// expect: repeat: the numbers of repetitions must be integers
void repeat_braces() {
  const dtensor<double, 1> v(3);
#ifdef WRONG
  auto x = repeat(v, {1., 2., 0.});
#else
  auto x = repeat(v, {1, 2, 0});
#endif
}

// expect: this argument must be an integer (a size, count, position, shift, axis or degree)
void repeat_float() {
  tensor<float, 4> a;
#ifdef WRONG
  auto x = repeat(a, 2.);
#else
  auto x = repeat(a, 2);
#endif
}

// expect: there is no axis 2 in the shape (4, 2); axes are -2 to 1
void roll_axis() {
  tensor<float, 4, 2> a;
#ifdef WRONG
  auto x = roll(a, 1, _2);
#else
  auto x = roll(a, 1, _0);
#endif
}

// expect: an axis must be a constant: write _0, -_1 or 12_c
// expect: stria: an axis must be a constant:
void roll_axis_run_time() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = roll(t, 1, 1);
#else
  auto x = roll(t, 1, _1);
#endif
}

// expect: this argument must be an integer (a size, count, position, shift, axis or degree)
void roll_float() {
  tensor<float, 4> a;
#ifdef WRONG
  auto x = roll(a, 1.5);
#else
  auto x = roll(a, 1);
#endif
}

// expect: two axes follow the number of turns
void rot90_axis() {
  const dtensor<double, 2> m(3, 3);
#ifdef WRONG
  auto x = rot90(m, 1, _1);
#else
  auto x = rot90(m, 1, _1, _0);
#endif
}

// expect: there is no axis 2 in the shape (?, ?)
void rot90_axis_outside() {
  const dtensor<double, 2> m(3, 3);
#ifdef WRONG
  auto x = rot90(m, 1, _1, _2);
#else
  auto x = rot90(m, 1, _1, _0);
#endif
}

// expect: rot90 rotates two axes of an operand of rank 2 or more; the shape is (3,)
// expect: stria: rot90 rotates two axes of an
void rot90_rank() {
  const tensor t{1, 2, 3};
#ifdef WRONG
  auto x = rot90(t, 3);
#else
  auto x = rot90(t[newaxis], 3);
#endif
}

// expect: windows of 4 elements do not fit on axis 1 of the shape (2, 3)
void sliding_window_size() {
  tensor<int, 2, 3> t;
#ifdef WRONG
  auto x = sliding_window(t, _4, _1);
#else
  auto x = sliding_window(t, _3, _1);
#endif
}

// expect: tile: a size is neither an integer nor a constant
void tile_float() {
  tensor<float, 4> a;
#ifdef WRONG
  auto x = tile(a, 2.5);
#else
  auto x = tile(a, 2);
#endif
}

// expect: triu and tril need an operand of rank 2 or more
// expect: stria: triu and tril need
void triu_rank() {
  const tensor t{1, 2, 3};
#ifdef WRONG
  auto x = triu(t);
#else
  auto x = triu(t[newaxis]);
#endif
}
