// SPDX-License-Identifier: BSL-1.0
// Element-wise functions
#include <stria/stria.hpp>

#include <complex>
#include <string>
#include <vector>

using namespace stria;

// expect: the elements do not convert to the requested type
void cast_complex() {
  tensor<std::complex<double>, 2> z;
#ifdef WRONG
  auto x = cast<double>(z);
#else
  auto x = cast<double>(real(z));
#endif
}

// expect: as_tensor(c) copies the elements of a container
void cast_container() {
  const std::vector<float> v{1, 2, 3};
#ifdef WRONG
  auto x = cast<double>(v);
#else
  auto x = cast<double>(as_tensor(v));
#endif
}

// expect: the elements do not convert to the requested type and back
void cast_exactly() {
  const tensor<std::string, 2> s;
#ifdef WRONG
  auto x = cast<int>(s, exactly);
#else
  auto x = map([](const std::string& t) { return std::stoi(t); }, s);
#endif
}

// expect: the shapes (3,) and (2,) do not broadcast
void cast_of_mistake() {
  tensor<int, 3> a;
  tensor<int, 2> b;
#ifdef WRONG
  auto x = cast<float>(a * b);
#else
  auto x = cast<float>(a * b[_, newaxis]);
#endif
}

// expect: clip needs two bounds; _ leaves one of them open
void clip_bound() {
  dtensor<float, 2> m(2, 3);
#ifdef WRONG
  auto x = clip(m, 0.f);
#else
  auto x = clip(m, 0.f, _);
#endif
}

// expect: clip takes real numbers; abs(a), real(a) or imag(a) converts complex ones
void clip_complex() {
  const dtensor<std::complex<double>, 1> z(3);
#ifdef WRONG
  auto x = clip(z, 0., 1.);
#else
  auto x = clip(abs(z), 0., 1.);
#endif
}

// expect: clip: the shapes (3,), () and (2,) do not broadcast
void clip_shapes() {
  tensor<int, 3> a;
  tensor<int, 2> b;
#ifdef WRONG
  auto x = clip(a, 0, b);
#else
  auto x = clip(a, 0, b[_, newaxis]);
#endif
}

// expect: exp: the function cannot be called with one element
void exp_strings() {
  const tensor<std::string, 2> words{"a", "b"};
#ifdef WRONG
  auto x = exp(words);
#else
  auto x = exp(map([](const std::string& s) { return double(s.size()); }, words));
#endif
}

// expect: floor takes real numbers; abs(a), real(a) or imag(a) converts complex ones
void floor_complex() {
  const dtensor<std::complex<double>, 1> z(3);
#ifdef WRONG
  auto x = floor(z);
#else
  auto x = floor(real(z));
#endif
}

// expect: hypot takes real numbers; abs(a), real(a) or imag(a) converts complex ones
void hypot_complex() {
  const dtensor<std::complex<double>, 1> z(3);
#ifdef WRONG
  auto x = hypot(z, z);
#else
  auto x = hypot(real(z), imag(z));
#endif
}

// expect: log1p takes real numbers; abs(a), real(a) or imag(a) converts complex ones
void log1p_complex() {
  const dtensor<std::complex<double>, 1> z(3);
#ifdef WRONG
  auto x = log1p(z);
#else
  auto x = log1p(abs(z));
#endif
}

// expect: logaddexp takes real numbers; abs(a), real(a) or imag(a) converts complex ones
void logaddexp_complex() {
  const dtensor<std::complex<double>, 1> z(3);
#ifdef WRONG
  auto x = logaddexp(z, z);
#else
  auto x = logaddexp(abs(z), abs(z));
#endif
}

// expect: maximum takes real numbers; abs(a), real(a) or imag(a) converts complex ones
void maximum_complex() {
  const dtensor<std::complex<double>, 1> z(3);
#ifdef WRONG
  auto x = maximum(z, 1.);
#else
  auto x = maximum(abs(z), 1.);
#endif
}

// expect: maximum: the shapes (4,) and (3,) do not broadcast
void maximum_shapes() {
  tensor<float, 4> a;
  tensor<float, 3> b;
#ifdef WRONG
  auto x = maximum(a, b);
#else
  auto x = maximum(a, b[range(_0, _1)]);
#endif
}

// expect: packbits: the elements must be bools or integers
void packbits_elements() {
  const tensor<float, 16> a;
#ifdef WRONG
  auto x = packbits(a);
#else
  auto x = packbits(a > 0.f);
#endif
}

// expect: the shapes (3,) and (2,) do not broadcast
void pow_of_mistake() {
  tensor<int, 3> a;
  tensor<int, 2> b;
#ifdef WRONG
  auto x = pow(a * b, 2);
#else
  auto x = pow(a * b[_, newaxis], 2);
#endif
}

// expect: the shapes (3,) and (2,) do not broadcast
void sqrt_of_mistake() {
  tensor<int, 3> a;
  tensor<int, 2> b;
#ifdef WRONG
  auto x = sqrt(a * b) + 1;
#else
  auto x = sqrt(a * b[_, newaxis]) + 1;
#endif
}

// expect: unpackbits: the elements must be of std::uint8_t
void unpackbits_elements() {
  const tensor<int, 2> a;
#ifdef WRONG
  auto x = unpackbits(a);
#else
  auto x = unpackbits(cast<unsigned char>(a));
#endif
}
