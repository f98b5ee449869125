// SPDX-License-Identifier: BSL-1.0
// Implements complex_text.hpp: complex numbers in kernels.
#include "complex_text.hpp"

#include <algorithm>
#include <iterator>

namespace stria::detail {

namespace {

using enum kernel_type;

constexpr std::string_view floating = "f32 f64";

constexpr function_row rows[] = {
    {"complex", floating, "C complex_T(T x, T y) { C z; z.x = x; z.y = y; return z; }"},
    {"widen", "f64", "C widen_T(cf32 a) { return complex_T((T)a.x, (T)a.y); }"},
    {"narrow", "f64", "cf32 narrow_T(C a) { return complex_f32((f32)a.x, (f32)a.y); }"},
    {"truth_c", floating, "b8 truth_c_T(C a) { return a.x != 0 || a.y != 0; }"},

    {"negate_c", floating, "C negate_c_T(C a) { return complex_T(-a.x, -a.y); }"},
    {"conj_c", floating, "C conj_c_T(C a) { return complex_T(a.x, -a.y); }"},
    {"real_c", floating, "T real_c_T(C a) { return a.x; }"},
    {"imag_c", floating, "T imag_c_T(C a) { return a.y; }"},
    {"abs_c", floating, "T abs_c_T(C a) { return hypot_T(a.x, a.y); }"},
    {"arg_c", floating, "T arg_c_T(C a) { return atan2_T(a.y, a.x); }"},
    {"isnan_c", floating, "b8 isnan_c_T(C a) { return a.x != a.x || a.y != a.y; }"},
    {"isinf_c", floating, "b8 isinf_c_T(C a) { return isinf_T(a.x) || isinf_T(a.y); }"},
    {"isfinite_c", floating, "b8 isfinite_c_T(C a) { return isfinite_T(a.x) && isfinite_T(a.y); }"},

    {"equal_c", floating, "b8 equal_c_T(C a, C b) { return a.x == b.x && a.y == b.y; }"},
    {"add_c", floating, "C add_c_T(C a, C b) { return complex_T(a.x + b.x, a.y + b.y); }"},
    {"subtract_c", floating,
     "C subtract_c_T(C a, C b) { return complex_T(a.x - b.x, a.y - b.y); }"},
    {"multiply_c", floating, R"(C multiply_c_T(C a, C b) {
  return complex_T(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
})"},
    // a * b + c. Each fma_T computes a product and adds it with a single rounding.
    {"fma_c", floating, R"(C fma_c_T(C a, C b, C c) {
  return complex_T(fma_T(a.x, b.x, fma_T(-a.y, b.y, c.x)), fma_T(a.x, b.y, fma_T(a.y, b.x, c.y)));
})"},
    // Quotients have the bits of those on the host (expr/operators.hpp). Divides by the larger part
    // first, so that no square overflows (R. L. Smith, 1962).
    {"scaled_quotient", floating, R"(C scaled_quotient_T(C a, C b) {
  if (b.x == 0 && b.y == 0)
    return complex_T(a.x / abs_T(b.x), a.y / abs_T(b.x));
  if (abs_T(b.x) >= abs_T(b.y)) {
    const T r = b.y / b.x, d = b.x + b.y * r;
    return complex_T((a.x + a.y * r) / d, (a.y - a.x * r) / d);
  }
  const T r = b.x / b.y, d = b.x * r + b.y;
  return complex_T((a.x * r + a.y) / d, (a.y * r - a.x) / d);
})"},
    {"divide_c", "f64", "C divide_c_T(C a, C b) { return scaled_quotient_T(a, b); }"},
    {"divide_c", "f32", "C divide_c_T(C a, C b) { return scaled_quotient_T(a, b); }",
     function_row::without_f64},
    // The squares of floats are exact in double and do not overflow.
    {"divide_c", "f32", R"(C divide_c_T(C a, C b) {
  const f64 ax = a.x, ay = a.y, bx = b.x, by = b.y, d = bx * bx + by * by;
  if (d == 0 || isinf_f64(d)) // the products are not defined
    return complex_T((T)(ax / d), (T)(ay / d));
  return complex_T((T)((ax * bx + ay * by) / d), (T)((ay * bx - ax * by) / d));
})",
     function_row::with_f64},

    {"exp_c", floating, R"(C exp_c_T(C a) {
  const T e = exp_T(a.x);
  if (a.y == 0)
    return complex_T(e, a.y);
  if (e == 0 && !isfinite_T(a.y))
    return complex_T(0, 0);
  return complex_T(e * cos_T(a.y), e * sin_T(a.y));
})"},
    // Near |a| = 1 the logarithm of the rounded absolute value would have no correct digits.
    {"log_c", floating, R"(C log_c_T(C a) {
  const T x = abs_T(a.x), y = abs_T(a.y), p = maximum_T(x, y), q = minimum_T(x, y);
  const T angle = atan2_T(a.y, a.x);
  if (p > (T)0.5f && p < (T)1.5f)
    return complex_T((T)0.5f * log1p_T((p - 1) * (p + 1) + q * q), angle);
  return complex_T(log_T(hypot_T(x, y)), angle);
})"},
    // The parts are scaled, so that the sum does not overflow and subnormal numbers keep their
    // digits.
    {"sqrt_c", floating, R"(C sqrt_c_T(C a) {
  const T x = abs_T(a.x), y = abs_T(a.y);
  if (isinf_T(y))
    return complex_T(y, a.y);
  if (x == 0 && y == 0)
    return complex_T(0, a.y);
  const b8 large = x > 1 || y > 1;
  const T by = large ? (T)0.125f : (T)2, back = large ? (T)2 : (T)0.5f;
  const T t = back * sqrt_T(x * by + hypot_T(x * by, y * by)), u = y / (2 * t);
  return a.x >= 0 ? complex_T(t, copysign_T(u, a.y)) : complex_T(u, copysign_T(t, a.y));
})"},
    // Products for integers below 100, like complex_power() on the host.
    {"pow_c", floating, R"(C pow_c_T(C a, C b) {
  if (b.y == 0 && b.x > -100 && b.x < 100 && trunc_T(b.x) == b.x) {
    C power = complex_T(1, 0);
    for (int m = (int)abs_T(b.x); m != 0; m /= 2) {
      if (m % 2 != 0)
        power = multiply_c_T(power, a);
      a = multiply_c_T(a, a);
    }
    return b.x < 0 ? divide_c_T(complex_T(1, 0), power) : power;
  }
  if (a.x == 0 && a.y == 0 && b.x > 0)
    return complex_T(0, 0);
  return exp_c_T(multiply_c_T(b, log_c_T(a)));
})"},
    {"sinh_c", floating, R"(C sinh_c_T(C a) {
  return complex_T(sinh_T(a.x) * cos_T(a.y), a.y == 0 ? a.y : cosh_T(a.x) * sin_T(a.y));
})"},
    {"cosh_c", floating, R"(C cosh_c_T(C a) {
  return complex_T(cosh_T(a.x) * cos_T(a.y), a.y == 0 ? a.y : sinh_T(a.x) * sin_T(a.y));
})"},
    // For |x| > 20, tanh(x) rounds to 1, and cosh(2 x) + cos(2 y) would overflow if |x| is large.
    {"tanh_c", floating, R"(C tanh_c_T(C a) {
  if (abs_T(a.x) > 20)
    return complex_T(copysign_T((T)1, a.x),
                     4 * sin_T(a.y) * cos_T(a.y) * exp_T(-2 * abs_T(a.x)));
  const T d = cosh_T(2 * a.x) + cos_T(2 * a.y);
  return complex_T(sinh_T(2 * a.x) / d, sin_T(2 * a.y) / d);
})"},
    {"turn_c", floating, "C turn_c_T(C a) { return complex_T(-a.y, a.x); }"},
    {"turn_back_c", floating, "C turn_back_c_T(C a) { return complex_T(a.y, -a.x); }"},
    {"sin_c", floating, "C sin_c_T(C a) { return turn_back_c_T(sinh_c_T(turn_c_T(a))); }"},
    {"cos_c", floating, "C cos_c_T(C a) { return cosh_c_T(turn_c_T(a)); }"},
    {"tan_c", floating, "C tan_c_T(C a) { return turn_back_c_T(tanh_c_T(turn_c_T(a))); }"},
};

/// Functions of one complex number with a complex result: name_c_T.
constexpr std::string_view complex_results[] = {"conj", "exp", "log",  "sqrt", "sin",
                                                "cos",  "tan", "sinh", "cosh", "tanh"};
/// Functions of one complex number with a result of the type of its parts.
constexpr std::string_view part_results[] = {"real", "imag", "abs", "arg"};
constexpr std::string_view bool_results[] = {"isnan", "isinf", "isfinite"};

template <class Names> bool is_one_of(std::string_view name, const Names& names) {
  return std::ranges::find(names, name) != std::end(names);
}

/// The text of a call name_c_f32(a, b, ...), with operands of the complex type.
template <class... A>
std::string call(std::string_view name, kernel_type type, const A&... arguments) {
  std::string list;
  ((list += (list.empty() ? "" : ", ") + arguments), ...);
  return std::string(name).append("_c_").append(type_text(part_type(type))) + '(' + list + ')';
}

} // namespace

std::span<const function_row> complex_functions() { return rows; }

std::string complex_definition(std::string_view part, kernel_dialect dialect) {
  const std::string t(part), parts = " { " + t + " x, y; } ";
  return dialect == kernel_dialect::opencl ? "typedef struct" + parts + "c" + t + ";\n"
                                           : "struct c" + t + parts + ";\n";
}

std::string complex_text(kernel_type type, const std::string& real) {
  return "complex_" + std::string(type_text(part_type(type))) + '(' + real + ", 0)";
}

std::string complex_pair(std::string_view name, kernel_type type, const std::string& a,
                         const std::string& b) {
  return call(name, type, a, b);
}

std::string converted_complex_text(const std::string& text, kernel_type from, kernel_type to) {
  if (is_complex_type(from) && to == b8)
    return call("truth", from, text);
  if (!is_complex_type(to))
    throw device_error("stria: kernels do not convert complex numbers to real ones; use real(), "
                       "imag() or abs()");
  if (is_complex_type(from))
    return (to == cf64 ? "widen_f64(" : "narrow_f64(") + text + ')';
  return complex_text(to, converted_text(text, from, part_type(to)));
}

kernel_operand complex_function(std::string_view name, kernel_type result,
                                const kernel_operand* operands, std::size_t count) {
  // The parts of the common type are double if an operand is double or has parts that are double.
  const auto wide = [&](std::size_t from) {
    return std::any_of(operands + from, operands + count,
                       [](const kernel_operand& o) { return part_type(o.type) == f64; });
  };
  const kernel_type type = wide(name == "where" ? 1 : 0) ? cf64 : cf32;
  const auto text = [&](std::size_t i) {
    return converted_text(operands[i].text, operands[i].type, type);
  };
  if (count == 1) {
    if (name == "cast")
      return {converted_text(operands[0].text, operands[0].type, result), result};
    if (name == "+")
      return operands[0];
    if (name == "-")
      return {call("negate", type, text(0)), type};
    if (name == "square")
      return {call("multiply", type, text(0), text(0)), type};
    if (is_one_of(name, complex_results))
      return {call(name, type, text(0)), type};
    if (is_one_of(name, part_results))
      return {call(name, type, text(0)), part_type(type)};
    if (is_one_of(name, bool_results))
      return {call(name, type, text(0)), b8};
  } else if (count == 2) {
    constexpr std::pair<std::string_view, std::string_view> operators[] = {
        {"+", "add"}, {"-", "subtract"}, {"*", "multiply"}, {"/", "divide"}, {"pow", "pow"}};
    for (const auto& [sign, own] : operators)
      if (name == sign)
        return {call(own, type, text(0), text(1)), type};
    if (name == "==")
      return {call("equal", type, text(0), text(1)), b8};
    if (name == "!=")
      return {"((b8)!" + call("equal", type, text(0), text(1)) + ')', b8};
  } else if (count == 3 && name == "fma") {
    return {call("add", type, call("multiply", type, text(0), text(1)), text(2)), type};
  } else if (count == 3 && name == "where") {
    return {'(' + converted_text(operands[0].text, operands[0].type, b8) + " ? " + text(1) + " : " +
                text(2) + ')',
            type};
  }
  throw device_error("stria: " + std::string(name) +
                     " is not a function of complex numbers that device kernels have; evaluate "
                     "this part on the host");
}

} // namespace stria::detail
