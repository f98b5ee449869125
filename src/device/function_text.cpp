// SPDX-License-Identifier: BSL-1.0
// Implements device/kernel_text.hpp: the calls of element-wise functions in kernels.
#include <stria/device/kernel_text.hpp>

#include "complex_text.hpp"

#include <algorithm>
#include <iterator>

namespace stria::detail {

namespace {

using enum kernel_type;

bool is_signed(kernel_type type) { return type >= i8 && type <= i64; }
bool is_wide(kernel_type type) { return type == i64 || type == u64 || type == f64; }

// The types to which C++ converts one operand (`promoted`) or two operands (`common`).
kernel_type promoted(kernel_type type) {
  return type == b8 || type == i8 || type == i16 || type == u8 || type == u16 ? i32 : type;
}
kernel_type common(kernel_type a, kernel_type b) {
  const kernel_type x = promoted(a), y = promoted(b);
  if (x == f64 || y == f64)
    return f64;
  if (x == f32 || y == f32)
    return f32;
  if (is_wide(x) != is_wide(y))
    return is_wide(x) ? x : y;
  return is_signed(x) ? y : x; // of the same size: the unsigned one
}
kernel_type unsigned_of(kernel_type type) { return type == i32 ? u32 : type == i64 ? u64 : type; }
kernel_type signed_of(kernel_type type) { return type == u32 ? i32 : type == u64 ? i64 : type; }
/// The type in which functions of <cmath> compute an argument.
kernel_type floating_of(kernel_type type) { return is_floating(type) ? type : f64; }

std::string text_of(const kernel_operand& a, kernel_type as) {
  return converted_text(a.text, a.type, as);
}
kernel_operand converted(const kernel_operand& a, kernel_type to) { return {text_of(a, to), to}; }

/// The text of a call name_type(a, b, ...), with all arguments converted to that type.
template <class... A>
std::string call_text(std::string_view name, kernel_type type, const A&... arguments) {
  std::string list;
  ((list += (list.empty() ? "" : ", ") + text_of(arguments, type)), ...);
  return std::string(name).append("_").append(type_text(type)) + '(' + list + ')';
}
template <class... A>
kernel_operand call(std::string_view name, kernel_type type, const A&... arguments) {
  return {call_text(name, type, arguments...), type};
}

std::string pair_text(std::string_view op, const std::string& a, const std::string& b) {
  return '(' + a + ' ' + std::string(op) + ' ' + b + ')';
}

[[noreturn]] void refuse(std::string_view name, const char* why) {
  throw device_error("stria: " + std::string(name) + why);
}
[[noreturn]] void refuse_name(std::string_view name) {
  refuse(name, " is not a function that device kernels have; evaluate this part on the host");
}

/// The operators + - *. Signed integers wrap, because they are computed as unsigned ones.
kernel_operand arithmetic(std::string_view op, const kernel_operand& a, const kernel_operand& b) {
  const kernel_type type = common(a.type, b.type), as = unsigned_of(type);
  return converted({pair_text(op, text_of(a, as), text_of(b, as)), as}, type);
}

/// Whether, after promotion, one operand is signed and the other unsigned. C++ would convert the
/// signed one.
bool is_mixed(const kernel_operand& a, const kernel_operand& b) {
  const auto counts = [](kernel_type type) { return type != b8 && !is_floating(type); };
  return counts(a.type) && counts(b.type) &&
         is_signed(promoted(a.type)) != is_signed(promoted(b.type)) &&
         !is_signed(common(a.type, b.type));
}
/// Compares a signed and an unsigned integer by value; `name` is order, larger or smaller.
std::string mixed_text(std::string_view name, const kernel_operand& a, const kernel_operand& b) {
  const bool in_order = is_signed(promoted(a.type));
  const kernel_operand &negative = in_order ? a : b, &positive = in_order ? b : a;
  const kernel_type type = common(a.type, b.type);
  return std::string(name).append("_").append(type_text(signed_of(type))) + '(' +
         text_of(negative, signed_of(type)) + ", " + text_of(positive, type) + ')';
}
kernel_operand comparison(std::string_view op, const kernel_operand& a, const kernel_operand& b) {
  std::string text;
  if (is_mixed(a, b)) {
    const std::string order = mixed_text("order", a, b);
    text = is_signed(promoted(a.type)) ? pair_text(op, order, "0") : pair_text(op, "0", order);
  } else {
    const kernel_type type = common(a.type, b.type);
    text = pair_text(op, text_of(a, type), text_of(b, type));
  }
  return {"((b8)" + text + ')', b8};
}
kernel_operand extreme(std::string_view name, const kernel_operand& a, const kernel_operand& b) {
  const kernel_type type = common(a.type, b.type);
  if (!is_mixed(a, b))
    return call(name, type, a, b);
  if (name == "maximum")
    return {mixed_text("larger", a, b), type};
  return {mixed_text("smaller", a, b), signed_of(type)};
}

void want_integers(std::string_view name, const kernel_operand& a, const kernel_operand& b) {
  if (is_floating(a.type) || is_floating(b.type))
    refuse(name, " takes integers");
}
kernel_operand bits(std::string_view op, const kernel_operand& a, const kernel_operand& b) {
  want_integers(op, a, b);
  const kernel_type type = a.type == b8 && b.type == b8 ? b8 : common(a.type, b.type);
  return {"((" + std::string(type_text(type)) + ')' +
              pair_text(op, text_of(a, type), text_of(b, type)) + ')',
          type};
}
/// Shifts by the low bits of b only. On the host, a shift by the width or more gives 0 or -1
/// instead.
kernel_operand shift(std::string_view op, const kernel_operand& a, const kernel_operand& b) {
  want_integers(op, a, b);
  const kernel_type type = promoted(a.type), as = op == "<<" ? unsigned_of(type) : type;
  const std::string by = pair_text("&", text_of(b, i32), is_wide(type) ? "63" : "31");
  return converted({pair_text(op, text_of(a, as), by), as}, type);
}

kernel_operand quotient(std::string_view name, const kernel_operand& a, const kernel_operand& b) {
  const kernel_type type = common(a.type, b.type);
  if (is_floating(type)) {
    if (name == "/")
      return {pair_text("/", text_of(a, type), text_of(b, type)), type};
    if (name == "%")
      want_integers(name, a, b);
    return call(name, type, a, b);
  }
  // Without negative operands, rounding down is truncation.
  if (name == "/" || (name == "floor_divide" && !is_signed(type)))
    return call("divide", type, a, b);
  if (name == "remainder" && is_signed(type))
    return call(name, type, a, b);
  return call(name == "floor_divide" ? name : "modulo", type, a, b);
}

kernel_operand fma(const kernel_operand& a, const kernel_operand& b, const kernel_operand& c) {
  const kernel_type type = common(common(a.type, b.type), c.type);
  return is_floating(type) ? call("fma", type, a, b, c) : arithmetic("+", arithmetic("*", a, b), c);
}
std::string where(const kernel_operand& c, const kernel_operand& a, const kernel_operand& b,
                  kernel_type result) {
  return '(' + text_of(c, b8) + " ? " + text_of(a, result) + " : " + text_of(b, result) + ')';
}

constexpr std::string_view math_functions[] = {
    "sqrt",  "cbrt", "exp",  "exp2",   "expm1",  "log",   "log1p", "log2", "log10", "sin",
    "cos",   "tan",  "asin", "acos",   "atan",   "sinh",  "cosh",  "tanh", "asinh", "acosh",
    "atanh", "erf",  "erfc", "tgamma", "lgamma", "floor", "ceil",  "trunc"};
constexpr std::string_view binary_math_functions[] = {"atan2", "hypot", "copysign", "nextafter"};

template <class Names> bool is_one_of(std::string_view name, const Names& names) {
  return std::ranges::find(names, name) != std::end(names);
}

kernel_operand unary(std::string_view name, kernel_type result, const kernel_operand& a) {
  const kernel_type type = promoted(a.type), floating = floating_of(a.type);
  if (name == "cast")
    return converted(a, result);
  if (name == "conj")
    return a;
  if (name == "+")
    return converted(a, type);
  if (name == "-" && is_floating(type))
    return {"(-" + a.text + ')', type};
  if (name == "-")
    return converted({"(0 - " + text_of(a, unsigned_of(type)) + ')', unsigned_of(type)}, type);
  if (name == "!" || (name == "~" && a.type == b8))
    return {"((b8)!" + text_of(a, b8) + ')', b8};
  if (name == "~") {
    want_integers(name, a, a);
    return {"(~" + text_of(a, type) + ')', type};
  }
  // Types narrower than i32 keep their value in i32, and the result fits.
  if (name == "abs")
    return is_floating(a.type) || is_signed(a.type) ? converted(call(name, type, a), a.type) : a;
  if (name == "sign")
    return is_floating(a.type) || is_signed(a.type)
               ? converted(call(name, type, a), a.type)
               : converted({"((b8)(" + a.text + " != 0))", b8}, a.type);
  if (name == "square")
    return call(name, type, a);
  if (name == "isnan" || name == "isinf" || name == "isfinite")
    return is_floating(a.type) ? kernel_operand{call_text(name, a.type, a), b8}
                               : kernel_operand{constant_text(b8, name == "isfinite"), b8};
  if (name == "round")
    return is_floating(a.type) ? call("rint", floating, a) : converted(a, floating);
  if (name == "real")
    return converted(a, floating);
  if (name == "imag")
    return {constant_text(floating, 0), floating};
  if (name == "arg")
    return call("atan2", floating, kernel_operand{constant_text(floating, 0), floating}, a);
  if (is_one_of(name, math_functions))
    return call(name, floating, a);
  refuse_name(name);
}

kernel_operand binary(std::string_view name, const kernel_operand& a, const kernel_operand& b) {
  if (name == "+" || name == "-" || name == "*")
    return arithmetic(name, a, b);
  if (name == "==" || name == "!=" || name == "<" || name == ">" || name == "<=" || name == ">=")
    return comparison(name, a, b);
  if (name == "&&" || name == "||")
    return {"((b8)" + pair_text(name, text_of(a, b8), text_of(b, b8)) + ')', b8};
  if (name == "maximum" || name == "minimum")
    return extreme(name, a, b);
  if (name == "&" || name == "|" || name == "^")
    return bits(name, a, b);
  if (name == "<<" || name == ">>")
    return shift(name, a, b);
  if (name == "/" || name == "%" || name == "floor_divide" || name == "remainder" || name == "fmod")
    return quotient(name, a, b);
  const kernel_type type = common(a.type, b.type);
  if (name == "pow") {
    if (is_floating(type))
      return call("pow", type, a, b);
    const kernel_operand power = call("power", type, a, b);
    // A negative power gives 0, and would not be negative in an unsigned type.
    if (is_signed(promoted(b.type)) && !is_signed(type))
      return {'(' + b.text + " < 0 ? (" + std::string(type_text(type)) + ")0 : " + power.text + ')',
              type};
    return power;
  }
  // As on the host, two integers are converted to floating point at once, and other operands to the
  // common type first.
  if (is_one_of(name, binary_math_functions))
    return is_floating(type) ? call(name, type, converted(a, type), converted(b, type))
                             : call(name, floating_of(type), a, b);
  refuse_name(name);
}

} // namespace

std::string function_text(std::string_view name, kernel_type result, const kernel_operand* operands,
                          std::size_t count) {
  if (std::any_of(operands, operands + count, [](const auto& a) { return a.type == none; }))
    refuse(name, ": kernels do not have this element type");
  if (count == 3 && name == "where" && !is_complex_type(result)) // the condition may be complex
    return where(operands[0], operands[1], operands[2], result);
  if (is_complex_type(result) || std::any_of(operands, operands + count,
                                             [](const auto& a) { return is_complex_type(a.type); }))
    return text_of(complex_function(name, result, operands, count), result);
  if (count == 1)
    return text_of(unary(name, result, operands[0]), result);
  if (count == 2)
    return text_of(binary(name, operands[0], operands[1]), result);
  if (count == 3 && name == "fma")
    return text_of(fma(operands[0], operands[1], operands[2]), result);
  if (count == 3 && name == "clip")
    return text_of(extreme("minimum", extreme("maximum", operands[0], operands[1]), operands[2]),
                   result);
  refuse_name(name);
}

} // namespace stria::detail
