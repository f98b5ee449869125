// SPDX-License-Identifier: BSL-1.0
// math/cmath.hpp: the real functions of the C library without <cmath>.
//
// Including <cmath> would cost a tenth of the compile time of stria.hpp, because it includes the
// special functions of C++17 (docs/compile-time.md). Both compilers provide each C function as a
// builtin, which is what <cmath> calls. Tests: tests/numpy/elementwise/math.cpp.
#pragma once

#include <stria/base/config.hpp>

#include <concepts>

namespace stria::detail::cmath {

/// Floating-point types of two bytes, float16_t and bfloat16_t, whether or not the standard library
/// supports them. They are computed as float.
template <class X>
concept short_float = !__is_class(X) && sizeof(X) == 2 && !std::integral<X> &&
                      std::convertible_to<X, float> && !__is_enum(X);

/// The type of two bytes is that of IEEE 754, with 5 bits for the exponent, and not bfloat16_t.
template <class X> inline constexpr bool is_half = false;
template <short_float X>
inline constexpr bool is_half<X> =
    __builtin_bit_cast(unsigned short, static_cast<X>(1.f)) == 0x3C00;

#define STRIA_C_UNARY(name)                                                                        \
  STRIA_INLINE constexpr float name(float x) { return __builtin_##name##f(x); }                    \
  STRIA_INLINE constexpr double name(double x) { return __builtin_##name(x); }                     \
  STRIA_INLINE constexpr long double name(long double x) { return __builtin_##name##l(x); }        \
  template <short_float X> STRIA_INLINE constexpr X name(X x) {                                    \
    return static_cast<X>(__builtin_##name##f(static_cast<float>(x)));                             \
  }
#define STRIA_C_BINARY(name)                                                                       \
  STRIA_INLINE constexpr float name(float x, float y) { return __builtin_##name##f(x, y); }        \
  STRIA_INLINE constexpr double name(double x, double y) { return __builtin_##name(x, y); }        \
  STRIA_INLINE constexpr long double name(long double x, long double y) {                          \
    return __builtin_##name##l(x, y);                                                              \
  }                                                                                                \
  template <short_float X> STRIA_INLINE constexpr X name(X x, X y) {                               \
    return static_cast<X>(__builtin_##name##f(static_cast<float>(x), static_cast<float>(y)));      \
  }

STRIA_C_UNARY(sqrt)
STRIA_C_UNARY(cbrt)
STRIA_C_UNARY(exp)
STRIA_C_UNARY(exp2)
STRIA_C_UNARY(expm1)
STRIA_C_UNARY(log)
STRIA_C_UNARY(log1p)
STRIA_C_UNARY(log2)
STRIA_C_UNARY(log10)
STRIA_C_UNARY(sin)
STRIA_C_UNARY(cos)
STRIA_C_UNARY(tan)
STRIA_C_UNARY(asin)
STRIA_C_UNARY(acos)
STRIA_C_UNARY(atan)
STRIA_C_UNARY(sinh)
STRIA_C_UNARY(cosh)
STRIA_C_UNARY(tanh)
STRIA_C_UNARY(asinh)
STRIA_C_UNARY(acosh)
STRIA_C_UNARY(atanh)
STRIA_C_UNARY(erf)
STRIA_C_UNARY(erfc)
STRIA_C_UNARY(tgamma)
STRIA_C_UNARY(lgamma)
STRIA_C_UNARY(floor)
STRIA_C_UNARY(ceil)
STRIA_C_UNARY(trunc)
STRIA_C_UNARY(nearbyint)
STRIA_C_BINARY(atan2)
STRIA_C_BINARY(hypot)
STRIA_C_BINARY(copysign)
STRIA_C_BINARY(nextafter)
STRIA_C_BINARY(pow)
STRIA_C_BINARY(fmod)

#undef STRIA_C_UNARY
#undef STRIA_C_BINARY

STRIA_INLINE constexpr float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
STRIA_INLINE constexpr double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
STRIA_INLINE constexpr long double fma(long double x, long double y, long double z) {
  return __builtin_fmal(x, y, z);
}

} // namespace stria::detail::cmath
