// SPDX-License-Identifier: BSL-1.0
// device/functions.hpp: the functions that kernels can call, and STRIA_DEVICE_FUNCTION, which
// defines new ones. Tests: tests/device/assign.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/draft.hpp>
#include <stria/numpy/elementwise/close.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/elementwise/numeric.hpp>
#include <stria/numpy/select/select.hpp>

namespace stria::detail {

/// True for function objects of stria whose calls function_text() can write, by their name.
template <class F> inline constexpr bool is_built_in = false;

#define STRIA_BUILT_IN(name) template <> inline constexpr bool is_built_in<name##_fn> = true;
STRIA_BUILT_IN(add)
STRIA_BUILT_IN(subtract)
STRIA_BUILT_IN(multiply)
STRIA_BUILT_IN(divide)
STRIA_BUILT_IN(modulo)
STRIA_BUILT_IN(bit_and)
STRIA_BUILT_IN(bit_or)
STRIA_BUILT_IN(bit_xor)
STRIA_BUILT_IN(bit_not)
STRIA_BUILT_IN(shift_left)
STRIA_BUILT_IN(shift_right)
STRIA_BUILT_IN(equal)
STRIA_BUILT_IN(not_equal)
STRIA_BUILT_IN(less)
STRIA_BUILT_IN(greater)
STRIA_BUILT_IN(less_equal)
STRIA_BUILT_IN(greater_equal)
STRIA_BUILT_IN(logical_and)
STRIA_BUILT_IN(logical_or)
STRIA_BUILT_IN(logical_not)
STRIA_BUILT_IN(negate)
STRIA_BUILT_IN(identity)
STRIA_BUILT_IN(maximum)
STRIA_BUILT_IN(minimum)
STRIA_BUILT_IN(sqrt)
STRIA_BUILT_IN(cbrt)
STRIA_BUILT_IN(exp)
STRIA_BUILT_IN(exp2)
STRIA_BUILT_IN(expm1)
STRIA_BUILT_IN(log)
STRIA_BUILT_IN(log1p)
STRIA_BUILT_IN(log2)
STRIA_BUILT_IN(log10)
STRIA_BUILT_IN(sin)
STRIA_BUILT_IN(cos)
STRIA_BUILT_IN(tan)
STRIA_BUILT_IN(asin)
STRIA_BUILT_IN(acos)
STRIA_BUILT_IN(atan)
STRIA_BUILT_IN(sinh)
STRIA_BUILT_IN(cosh)
STRIA_BUILT_IN(tanh)
STRIA_BUILT_IN(asinh)
STRIA_BUILT_IN(acosh)
STRIA_BUILT_IN(atanh)
STRIA_BUILT_IN(erf)
STRIA_BUILT_IN(erfc)
STRIA_BUILT_IN(tgamma)
STRIA_BUILT_IN(lgamma)
STRIA_BUILT_IN(floor)
STRIA_BUILT_IN(ceil)
STRIA_BUILT_IN(trunc)
STRIA_BUILT_IN(round)
STRIA_BUILT_IN(real)
STRIA_BUILT_IN(imag)
STRIA_BUILT_IN(arg)
STRIA_BUILT_IN(conj)
STRIA_BUILT_IN(atan2)
STRIA_BUILT_IN(hypot)
STRIA_BUILT_IN(copysign)
STRIA_BUILT_IN(nextafter)
STRIA_BUILT_IN(pow)
STRIA_BUILT_IN(abs)
STRIA_BUILT_IN(sign)
STRIA_BUILT_IN(square)
STRIA_BUILT_IN(isnan)
STRIA_BUILT_IN(isinf)
STRIA_BUILT_IN(isfinite)
STRIA_BUILT_IN(floor_divide)
STRIA_BUILT_IN(remainder)
STRIA_BUILT_IN(fmod)
STRIA_BUILT_IN(fma)
STRIA_BUILT_IN(clip)
STRIA_BUILT_IN(where)
#undef STRIA_BUILT_IN
template <> inline constexpr bool is_built_in<unchanged_fn> = true;
template <class T> inline constexpr bool is_built_in<cast_fn<T>> = true;

/// True for functions that kernels also have for complex operands.
template <class F>
inline constexpr bool takes_complex =
    one_of<F, add_fn, subtract_fn, multiply_fn, divide_fn, equal_fn, not_equal_fn, negate_fn,
           identity_fn, unchanged_fn, real_fn, imag_fn, arg_fn, conj_fn, abs_fn, square_fn,
           isnan_fn, isinf_fn, isfinite_fn, exp_fn, log_fn, sqrt_fn, sin_fn, cos_fn, tan_fn,
           sinh_fn, cosh_fn, tanh_fn, pow_fn, fma_fn, where_fn, isclose_fn>;
template <class T> inline constexpr bool takes_complex<cast_fn<T>> = true;
template <bool Upper> inline constexpr bool takes_complex<band_fn<Upper>> = true;

/// How a kernel calls a function: `text` adds the definitions that the function needs to the draft,
/// and returns the call as an expression.
template <class F> struct kernel_call {
  static constexpr bool known = is_built_in<F>;
  static std::string text(kernel_draft& draft, const F&, kernel_type result,
                          const kernel_operand* operands, std::size_t count) {
    return draft.writing() ? function_text(F::text, result, operands, count) : std::string();
  }
};
template <defined_for_devices F> struct kernel_call<F> {
  static constexpr bool known = true;
  static std::string text(kernel_draft& draft, const F&, kernel_type result,
                          const kernel_operand* operands, std::size_t count) {
    if (!draft.writing())
      return {};
    draft.add_function("FUNCTION " + std::string(type_text(result)) + " " + F::text +
                       F::kernel_parameters + " " + F::kernel_block);
    std::string call = std::string(F::text) + "(";
    for (std::size_t i = 0; i < count; ++i)
      call += (i == 0 ? "" : ", ") + operands[i].text;
    return call + ")";
  }
};
template <bool Upper> struct kernel_call<band_fn<Upper>> {
  static constexpr bool known = true;
  static std::string text(kernel_draft& draft, const band_fn<Upper>& f, kernel_type,
                          const kernel_operand* o, std::size_t) {
    const std::string k = draft.add_scalar(f.k);
    return "(" + o[2].text + " - " + o[1].text + (Upper ? " >= " : " <= ") + k + " ? " + o[0].text +
           " : " + constant_text(o[0].type, 0) + ")";
  }
};
template <class T> struct kernel_call<equals_fn<T>> {
  static constexpr bool known = true;
  static std::string text(kernel_draft&, const equals_fn<T>&, kernel_type, const kernel_operand* o,
                          std::size_t) {
    return "(" + o[0].text + " == " + o[1].text + " ? 1 : 0)";
  }
};
inline std::string text_with_type(std::string text, std::string_view type) {
  for (std::size_t at = 0; (at = text.find("$T", at)) != std::string::npos;)
    text.replace(at, 2, type);
  return text;
}
template <has_kernel_body F> struct kernel_call<F> {
  static constexpr bool known = true;
  static std::string text(kernel_draft& draft, const F&, kernel_type result,
                          const kernel_operand* o, std::size_t count) {
    if (!draft.writing())
      return {};
    const std::string t(type_text(result)), name = std::string(F::text) + "_of_" + t;
    draft.add_function("FUNCTION " + t + " " + name + "(" + t + " x" +
                       (count > 1 ? ", " + t + " y" : std::string()) + ") { " +
                       text_with_type(F::kernel_body, t) + " }");
    std::string call = name + "(";
    for (std::size_t i = 0; i < count; ++i)
      call += (i == 0 ? "" : ", ") + converted_text(o[i].text, o[i].type, result);
    return call + ")";
  }
};
template <> struct kernel_call<signbit_fn> {
  static constexpr bool known = true;
  static std::string text(kernel_draft&, const signbit_fn&, kernel_type, const kernel_operand* o,
                          std::size_t) {
    if (o[0].type != kernel_type::f32 && o[0].type != kernel_type::f64)
      return "(" + o[0].text + " < 0)";
    return "(copysign((" + std::string(type_text(o[0].type)) + ")1, " + o[0].text + ") < 0)";
  }
};
template <class T> struct kernel_call<nan_to_num_fn<T>> {
  static constexpr bool known = true;
  static std::string text(kernel_draft& draft, const nan_to_num_fn<T>& f, kernel_type result,
                          const kernel_operand* o, std::size_t) {
    const std::string nan = draft.add_scalar(f.nan), high = draft.add_scalar(f.posinf),
                      low = draft.add_scalar(f.neginf);
    if (!draft.writing())
      return {};
    const std::string t(type_text(result));
    draft.add_function("FUNCTION " + t + " nan_to_num_" + t + "(" + t + " x, " + t + " nan_, " + t +
                       " high, " + t +
                       " low) {\n  return x != x ? nan_ : x - x == 0 ? x : x > 0 ? "
                       "high : low;\n}");
    return "nan_to_num_" + t + "(" + o[0].text + ", " + nan + ", " + high + ", " + low + ")";
  }
};
template <> struct kernel_call<isclose_fn> {
  static constexpr bool known = true;
  static std::string text(kernel_draft& draft, const isclose_fn& f, kernel_type,
                          const kernel_operand* o, std::size_t) {
    const auto has = [&](kernel_type t) {
      return part_type(o[0].type) == t || part_type(o[1].type) == t;
    };
    const bool single = has(kernel_type::f32) && !has(kernel_type::f64);
    const std::string rtol =
        single ? draft.add_scalar(static_cast<float>(f.rtol)) : draft.add_scalar(f.rtol);
    const std::string atol =
        single ? draft.add_scalar(static_cast<float>(f.atol)) : draft.add_scalar(f.atol);
    const std::string nan = draft.add_scalar(f.equal_nan);
    if (!draft.writing())
      return {};
    const std::string part = single ? "f32" : "f64";
    std::string t = part, same = "x == y", unknown = "x != x && y != y", finite = "y - y == 0",
                distance = "fabs(x - y)", size = "fabs(y)";
    kernel_type type = single ? kernel_type::f32 : kernel_type::f64;
    if (is_complex_type(o[0].type) || is_complex_type(o[1].type)) {
      const auto of = [&](const std::string& name) { return name + "_c_" + part; };
      type = single ? kernel_type::cf32 : kernel_type::cf64;
      t = "c" + part;
      same = of("equal") + "(x, y)";
      unknown = of("isnan") + "(x) && " + of("isnan") + "(y)";
      finite = of("isfinite") + "(y)";
      distance = of("abs") + "(" + of("subtract") + "(x, y))";
      size = of("abs") + "(y)";
    }
    draft.add_function("FUNCTION b8 isclose_" + t + "(" + t + " x, " + t + " y, " + part +
                       " rtol, " + part + " atol, b8 nan) {\n  if (" + same + " || (nan != 0 && " +
                       unknown + "))\n    return 1;\n  return " + finite + " && " + distance +
                       " <= atol + rtol * " + size + ";\n}");
    return "isclose_" + t + "(" + converted_text(o[0].text, o[0].type, type) + ", " +
           converted_text(o[1].text, o[1].type, type) + ", " + rtol + ", " + atol + ", " + nan +
           ")";
  }
};
/// Whether kernels can call a function.
template <class F> inline constexpr bool is_kernel_function = kernel_call<F>::known;

} // namespace stria::detail

/// Defines a function of numbers that map() and reduce() apply on the host and on devices alike.
///
/// The block is C++ on the host and C in kernels. It may use the parameters, local variables,
/// numbers, and the functions common to OpenCL C and CUDA, such as sqrt, exp and fabs. Write the
/// macro at namespace scope.
///
/// \param name        the name of the function
/// \param parameters  the parameters, in parentheses
/// \param ...         the block, in braces
/// \returns           a function object
/// \throws            device_error, when a kernel first calls it, if the block is not valid C
/// \numpy             `cupy.ElementwiseKernel`
/// \usage             `STRIA_DEVICE_FUNCTION(twice, (float x), { return 2.f * x; });`
#define STRIA_DEVICE_FUNCTION(name, parameters, ...)                                               \
  inline constexpr struct name##_device_function {                                                 \
    static constexpr const char* text = #name;                                                     \
    static constexpr const char* kernel_parameters = #parameters;                                  \
    static constexpr const char* kernel_block = #__VA_ARGS__;                                      \
    constexpr auto operator() parameters const __VA_ARGS__                                         \
  } name {                                                                                         \
  }
