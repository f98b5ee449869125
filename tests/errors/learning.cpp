// SPDX-License-Identifier: BSL-1.0
// Softmax, windows, images and convolutions
#include <stria/stria.hpp>

#include <complex>

using namespace stria;

// expect: the shapes are (?, ?, ?, ?) and (?, ?, ?)
// expect: it takes a batch (n, channels, ...) and a kernel
void conv_rank() {
  const dtensor<float, 4> x(1, 1, 5, 5), w(1, 1, 3, 3);
  const dtensor<float, 3> k(1, 3, 3);
#ifdef WRONG
  auto y = conv(x, k);
#else
  auto y = conv(x, w);
#endif
}

// expect: coordinates of the shape (3, ?) for an operand of rank 2
void coordinates_of_rank() {
  const dtensor<double, 2> a(4, 4);
  const tensor<double, 3, dyn> c(5);
  const tensor<double, 2, dyn> d(5);
#ifdef WRONG
  auto x = map_coordinates(a, c);
#else
  auto x = map_coordinates(a, d);
#endif
}

// expect: crop_and_resize: the shapes are (?, ?, ?), (?, 4) and (?,)
void crop_of_image() {
  const dtensor<float, 3> a(8, 8, 3);
  const tensor<double, dyn, 4> boxes(2);
  const dtensor<int, 1> of(2);
#ifdef WRONG
  auto x = crop_and_resize(a, boxes, of, {4, 4});
#else
  auto x = crop_and_resize(a[newaxis], boxes, of, {4, 4});
#endif
}

// expect: 3 sizes of a window for the shape (?, ?)
void pool_axes() {
  const dtensor<float, 2> a(4, 4);
#ifdef WRONG
  auto x = max_pool(a, {2, 2, 2});
#else
  auto x = max_pool(a, {2, 2});
#endif
}

// expect: after the axis, there may be an operation (sum, prod, max, min
void put_along_twice() {
  dtensor<float, 2> a(2, 3);
  const dtensor<int, 2> i(2, 1);
#ifdef WRONG
  put_along_axis(a, i, 1.f, _1, out_of_bounds::drop, out_of_bounds::clip);
#else
  put_along_axis(a, i, 1.f, _1, sum, out_of_bounds::clip);
#endif
}

// expect: resize_image: 1 size for the axes of the shape (?, ?)
void resize_sizes() {
  const dtensor<double, 2> a(4, 4);
#ifdef WRONG
  auto x = resize_image(a, {8}, _0, _1);
#else
  auto x = resize_image(a, {8, 8}, _0, _1);
#endif
}

// expect: after the sizes there may be a method
void resize_tag() {
  const dtensor<double, 2> a(4, 4);
#ifdef WRONG
  auto x = resize_image(a, {8, 8}, keepdims);
#else
  auto x = resize_image(a, {8, 8}, antialias);
#endif
}

// expect: softmax and log_softmax take real numbers
void softmax_complex() {
  const dtensor<std::complex<float>, 1> a(3);
#ifdef WRONG
  auto x = softmax(a);
#else
  auto x = softmax(abs(a));
#endif
}

// expect: there is no axis -1 in the shape ()
void softmax_of_number() {
  const tensor<float> a(1.f);
  const tensor<float, 1> b{1.f};
#ifdef WRONG
  auto x = log_softmax(a);
#else
  auto x = log_softmax(b);
#endif
}

// expect: 2 sizes of windows for 1 axis of the shape (?, ?)
void windows_of_axes() {
  const dtensor<float, 2> a(4, 4);
#ifdef WRONG
  auto x = sliding_window(a, {3, 3}, _0);
#else
  auto x = sliding_window(a, {3, 3}, _0, _1);
#endif
}

// expect: sliding_window: windows of 3 elements do not fit on axis 1 of the shape (4, 2)
void windows_too_long() {
  const tensor<float, 4, 2> a{};
#ifdef WRONG
  auto x = sliding_window(a, {_3, _3}, _0, _1);
#else
  auto x = sliding_window(a, {_2, _2}, _0, _1);
#endif
}
