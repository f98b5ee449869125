// SPDX-License-Identifier: BSL-1.0
// Device tensors
#include <stria/stria.hpp>

#include <stria/device.hpp>

#include <complex>
#include <functional>

using namespace stria;

#if defined(__FLT16_MAX__)
#define HALF _Float16
#else
#define HALF long double
#endif

STRIA_DEVICE_FUNCTION(twice, (std::complex<float> x), { return x + x; });

STRIA_DEVICE_FUNCTION(twofold, (float x), { return x * 2.f; });

// page: in full
// expect: one operand is in the memory of a device and another in the
void device_add_host() {
  const device d = default_device();
  tensor<float, 2, 3> t;
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  c = c + t;
#else
  c = c + to_device(t, d);
#endif
}

// expect: (2, 3)
void device_add_shapes() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
  device_tensor<float, 3, 2> e(d);
#ifdef WRONG
  c = c + e;
#else
  c = c + transpose(e);
#endif
}

// expect: one operand is in the memory of a device and another in the
void device_assign_host() {
  const device d = default_device();
  tensor<float, 2, 3> t;
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  c = t;
#else
  c = to_device(t, d);
#endif
}

// expect: this expression reads the memory of a device
void device_assign_host_update() {
  const device d = default_device();
  tensor<float, 2, 3> t;
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  t += c;
#else
  t += to_host(c);
#endif
}

// expect: (2, 3)
void device_assign_shape() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
  device_tensor<float, 3, 2> e(d);
#ifdef WRONG
  c[ellipsis] = e;
#else
  c[ellipsis] = transpose(e);
#endif
}

// expect: this expression reads the memory of a device
void device_assign_to_host() {
  const device d = default_device();
  tensor<float, 2, 3> t;
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  t = c;
#else
  t = to_host(c);
#endif
}

// expect: the elements of a device_tensor must be bool, integers,
void device_complex() {
  const device d = default_device();
#ifdef WRONG
  device_tensor<std::complex<long double>, 3> c(d);
#else
  device_tensor<std::complex<double>, 3> c(d);
#endif
}

// expect: the elements of a device_tensor must be bool, integers,
void device_complex_copy() {
  const device d = default_device();
  const tensor<std::complex<long double>, 3> t;
#ifdef WRONG
  auto c = to_device(t, d);
#else
  auto c = to_device(cast<std::complex<double>>(t), d);
#endif
}

// expect: has no kernel for complex numbers
void device_complex_function() {
  device_tensor<std::complex<float>, 3> c(default_device());
#ifdef WRONG
  c = asinh(c);
#else
  c = sinh(c);
#endif
}

// expect: has no kernel for complex numbers
void device_complex_search() {
  const device_tensor<std::complex<float>, 3> c(default_device()), d(c);
#ifdef WRONG
  auto places = eval(searchsorted(c, d));
#else
  auto places = eval(searchsorted(real(c), real(d)));
#endif
}

// expect: has no kernel for complex numbers
void device_complex_sort() {
  device_tensor<std::complex<float>, 3> c(default_device());
#ifdef WRONG
  c = sort(c);
#else
  c = to_device(sort(to_host(c)), c.on());
#endif
}

// expect: has no kernel for complex numbers
void device_complex_unique() {
  const device_tensor<std::complex<float>, 3> c(default_device());
#ifdef WRONG
  auto u = unique(c);
#else
  auto u = unique(to_host(c));
#endif
}

// expect: has no kernel for complex numbers
void device_complex_map() {
  device_tensor<std::complex<float>, 3> c(default_device());
#ifdef WRONG
  c = map(twice, c);
#else
  c = c + c;
#endif
}

// expect: a condition must be one bool, but this has an axis
void device_condition() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  if (c == c)
#else
  if (all_of(c == c))
#endif
    return;
}

// expect: one operand is in the memory of a device and another in the
void device_construct_from_host() {
  const device d = default_device();
  tensor<float, 2, 3> t;
#ifdef WRONG
  device_tensor<float, 2, 3> c = t + 1.f;
#else
  device_tensor<float, 2, 3> c = to_device(t + 1.f, d);
#endif
}

// expect: this expression reads the memory of a device
void device_construct_host() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  tensor<float, 2, 3> r = c + c;
#else
  tensor<float, 2, 3> r = to_host(c + c);
#endif
}

// expect: an element in the memory of a device is not a number on the host
void device_element() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  float x = c[1, 2];
#else
  float x = to_host(c[1, 2]);
#endif
}

// expect: an element in the memory of a device is not a number on the host
void device_element_condition() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  if (c[1, 2] > 0.f)
#else
  if (to_host(c[1, 2]) > 0.f)
#endif
    return;
}

// expect: the elements of a device_tensor must be bool, integers,
void device_half() {
  const device d = default_device();
  const tensor<HALF, 3> t;
#ifdef WRONG
  auto c = to_device(t, d);
#else
  auto c = to_device(cast<float>(t), d);
#endif
}

// page: in full
// expect: STRIA_DEVICE_FUNCTION(name
void device_map_lambda() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  c = map([](float x) { return x * 2.f; }, c);
#else
  c = map(twofold, c);
#endif
}

// expect: a function in this expression has no text for a kernel
void device_map_standard() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  c = map(std::plus<>(), c, 1.f);
#else
  c = c + 1.f;
#endif
}

// expect: this expression reads the memory of a device
void device_noalias_host() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
  tensor<float, 2, 3> t;
#ifdef WRONG
  noalias(t) = c + c;
#else
  noalias(t) = to_host(c + c);
#endif
}

// expect: STRIA_DEVICE_FUNCTION(name
void device_reduce_lambda() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  auto x = eval(reduce([](float a, float b) { return a + b; }, 0.f, c, _0));
#else
  auto x = eval(sum(c, _0));
#endif
}

// expect: this is a selection from a const tensor
void device_scatter_const() {
  const device d = default_device();
  tensor<int, 2> places{0, 1};
  const device_tensor<float, 2, 3> c(d);
  device_tensor<float, 2, 3> e(d);
#ifdef WRONG
  c[places] = 1.f;
#else
  e[places] = 1.f;
#endif
}

// expect: this expression reads the memory of a device
void device_scatter_host() {
  const device d = default_device();
  tensor<float, 2, 3> t;
  tensor<int, 2> places{0, 1};
  device_tensor<float, 2, 3> c(d);
#ifdef WRONG
  t[places] = c + c;
#else
  t[places] = to_host(c + c);
#endif
}

// expect: one operand is in the memory of a device and another in the
void device_scatter_updates_host() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
  const tensor<int, 2> places{0, 1};
  const tensor<float, 3> t;
#ifdef WRONG
  c[places] += t;
#else
  c[places] += to_device(t, d);
#endif
}

// expect: one operand is in the memory of a device and another in the
void device_update_host() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
  const tensor<float, 3> t;
#ifdef WRONG
  c += t;
#else
  c += to_device(t, d);
#endif
}

// expect: one operand is in the memory of a device and another in the
void device_where_host() {
  const device d = default_device();
  device_tensor<float, 2, 3> c(d);
  const tensor<bool, 2, 3> m;
#ifdef WRONG
  c = where(m, c, 0.f);
#else
  c = where(to_device(m, d), c, 0.f);
#endif
}
