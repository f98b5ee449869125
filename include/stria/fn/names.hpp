// SPDX-License-Identifier: BSL-1.0
// fn/names.hpp: functions with the names that the Array API standard and NumPy give to operators
// and to functions which have another name here.
#pragma once

#include <stria/fn/math.hpp>
#include <stria/fn/numeric.hpp>
#include <stria/view/foreign.hpp>

namespace stria {

namespace elementwise {
/// A quotient of floating-point numbers; integers are converted to double.
struct true_divide_fn {
  static constexpr const char* text = "divide";
  static constexpr const char* kernel_body = "return x / y;";
  template <class A, class B> STRIA_INLINE constexpr auto operator()(const A& a, const B& b) const {
    return detail::floating([](const auto& x, const auto& y) { return x / y; }, a, b);
  }
};
struct logical_xor_fn {
  static constexpr const char* text = "logical_xor";
  template <class A, class B>
    requires requires(const A& a, const B& b) {
      static_cast<bool>(a);
      static_cast<bool>(b);
    }
  STRIA_INLINE constexpr bool operator()(const A& a, const B& b) const {
    return static_cast<bool>(a) != static_cast<bool>(b);
  }
};
struct positive_fn {
  static constexpr const char* text = "positive";
  template <class A>
    requires requires(const A& a) { +a; }
  STRIA_INLINE constexpr A operator()(const A& a) const {
    return a;
  }
};
} // namespace elementwise

#define STRIA_NAMED(name, fn)                                                                      \
  template <detail::operand_or_refused A>                                                          \
  constexpr auto name(A&& a) STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::fn, A>),         \
                                                 elementwise::fn{}, static_cast<A&&>(a));          \
  STRIA_FOREIGN_UNARY(name);
#define STRIA_NAMED_PAIR(name, fn)                                                                 \
  template <class A, class B>                                                                      \
    requires detail::operand_list<A, B>                                                            \
  constexpr auto name(A&& a, B&& b)                                                                \
      STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::fn, A, B>), elementwise::fn{},          \
                          static_cast<A&&>(a), static_cast<B&&>(b));                               \
  STRIA_FOREIGN_BINARY(name);

// --- arithmetic ---

/// a + b. NumPy: `np.add(a, b)`.
STRIA_NAMED_PAIR(add, add_fn)
/// a - b. NumPy: `np.subtract(a, b)`.
STRIA_NAMED_PAIR(subtract, subtract_fn)
/// a * b. NumPy: `np.multiply(a, b)`.
STRIA_NAMED_PAIR(multiply, multiply_fn)
/// The quotient as a floating-point number: of integers a double, unlike a / b. NumPy:
/// `np.divide(a, b)`.
STRIA_NAMED_PAIR(divide, true_divide_fn)
/// The same as divide(). NumPy: `np.true_divide(a, b)`.
STRIA_NAMED_PAIR(true_divide, true_divide_fn)
/// The same as pow(). NumPy: `np.power(a, b)`.
STRIA_NAMED_PAIR(power, pow_fn)
/// The same as remainder(). NumPy: `np.mod(a, b)`.
STRIA_NAMED_PAIR(mod, remainder_fn)
/// -a. NumPy: `np.negative(a)`.
STRIA_NAMED(negative, negate_fn)
/// a itself, of its element type. Refuses elements without a sign. NumPy: `np.positive(a)`.
STRIA_NAMED(positive, positive_fn)
/// The same as abs(). NumPy: `np.absolute(a)`.
STRIA_NAMED(absolute, abs_fn)
/// The same as conj(). NumPy: `np.conjugate(a)`.
STRIA_NAMED(conjugate, conj_fn)
/// The same as arg(). NumPy: `np.angle(a)`.
STRIA_NAMED(angle, arg_fn)

// --- comparisons and logic ---

/// a == b. NumPy: `np.equal(a, b)`.
STRIA_NAMED_PAIR(equal, equal_fn)
/// a != b. NumPy: `np.not_equal(a, b)`.
STRIA_NAMED_PAIR(not_equal, not_equal_fn)
/// a < b. NumPy: `np.less(a, b)`.
STRIA_NAMED_PAIR(less, less_fn)
/// a <= b. NumPy: `np.less_equal(a, b)`.
STRIA_NAMED_PAIR(less_equal, less_equal_fn)
/// a > b. NumPy: `np.greater(a, b)`.
STRIA_NAMED_PAIR(greater, greater_fn)
/// a >= b. NumPy: `np.greater_equal(a, b)`.
STRIA_NAMED_PAIR(greater_equal, greater_equal_fn)
/// a && b. NumPy: `np.logical_and(a, b)`.
STRIA_NAMED_PAIR(logical_and, logical_and_fn)
/// a || b. NumPy: `np.logical_or(a, b)`.
STRIA_NAMED_PAIR(logical_or, logical_or_fn)
/// Exactly one of a and b is not zero. NumPy: `np.logical_xor(a, b)`.
STRIA_NAMED_PAIR(logical_xor, logical_xor_fn)
/// !a. NumPy: `np.logical_not(a)`.
STRIA_NAMED(logical_not, logical_not_fn)

// --- bits ---

/// a & b. NumPy: `np.bitwise_and(a, b)`.
STRIA_NAMED_PAIR(bitwise_and, bit_and_fn)
/// a | b. NumPy: `np.bitwise_or(a, b)`.
STRIA_NAMED_PAIR(bitwise_or, bit_or_fn)
/// a ^ b. NumPy: `np.bitwise_xor(a, b)`.
STRIA_NAMED_PAIR(bitwise_xor, bit_xor_fn)
/// a << b. NumPy: `np.left_shift(a, b)`.
STRIA_NAMED_PAIR(bitwise_left_shift, shift_left_fn)
/// The same as bitwise_left_shift(). NumPy: `np.left_shift(a, b)`.
STRIA_NAMED_PAIR(left_shift, shift_left_fn)
/// a >> b. NumPy: `np.right_shift(a, b)`.
STRIA_NAMED_PAIR(bitwise_right_shift, shift_right_fn)
/// The same as bitwise_right_shift(). NumPy: `np.right_shift(a, b)`.
STRIA_NAMED_PAIR(right_shift, shift_right_fn)
/// ~a. NumPy: `np.bitwise_not(a)`.
STRIA_NAMED(bitwise_invert, bit_not_fn)
/// The same as bitwise_invert(). NumPy: `np.bitwise_not(a)`.
STRIA_NAMED(bitwise_not, bit_not_fn)
/// The same as bitwise_invert(). NumPy: `np.invert(a)`.
STRIA_NAMED(invert, bit_not_fn)

// --- NumPy's older names ---

/// The same as asin(). NumPy: `np.arcsin(a)`; likewise the following.
STRIA_NAMED(arcsin, asin_fn)
STRIA_NAMED(arccos, acos_fn)
STRIA_NAMED(arctan, atan_fn)
STRIA_NAMED(arcsinh, asinh_fn)
STRIA_NAMED(arccosh, acosh_fn)
STRIA_NAMED(arctanh, atanh_fn)
STRIA_NAMED_PAIR(arctan2, atan2_fn)
/// The same as rint(), round(a). NumPy: `np.rint(a)`.
STRIA_NAMED(rint, round_fn)
/// The same as trunc(). NumPy: `np.fix(a)`.
STRIA_NAMED(fix, trunc_fn)
/// The same as rad2deg(). NumPy: `np.degrees(a)`.
STRIA_NAMED(degrees, rad2deg_fn)
/// The same as deg2rad(). NumPy: `np.radians(a)`.
STRIA_NAMED(radians, deg2rad_fn)

#undef STRIA_NAMED
#undef STRIA_NAMED_PAIR

} // namespace stria
