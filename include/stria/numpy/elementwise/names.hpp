// SPDX-License-Identifier: BSL-1.0
// numpy/elementwise/names.hpp: functions with names from NumPy and the Array API standard that do
// the work of an operator, or of a function that has another name in stria.
#pragma once

#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/elementwise/numeric.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace elementwise {
// The quotient as a floating-point number; integers are converted to double.
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
  STRIA_BORROWING_ONE(name, (detail::map_result<elementwise::fn, A>), elementwise::fn{}, a);       \
  STRIA_FOREIGN_UNARY(name);
#define STRIA_NAMED_PAIR(name, fn)                                                                 \
  template <class A, class B>                                                                      \
    requires detail::operand_list<A, B>                                                            \
  constexpr auto name(A&& a, B&& b)                                                                \
      STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::fn, A, B>), elementwise::fn{},          \
                          static_cast<A&&>(a), static_cast<B&&>(b));                               \
  STRIA_BORROWING_TWO(name, (detail::map_result<elementwise::fn, A, B>), elementwise::fn{},        \
                      static_cast<A&&>(a), static_cast<B&&>(b));                                   \
  STRIA_FOREIGN_BINARY(name);

// --- arithmetic ---

/// Adds two operands element by element, like `a + b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted element type
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.add(a, b)`
/// \usage        `add(a, b)`, `add(a, 1)`
STRIA_NAMED_PAIR(add, add_fn)
/// Subtracts `b` from `a` element by element, like `a - b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted element type
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.subtract(a, b)`
/// \usage        `subtract(a, b)`
STRIA_NAMED_PAIR(subtract, subtract_fn)
/// Multiplies two operands element by element, like `a * b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted element type
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.multiply(a, b)`
/// \usage        `multiply(a, b)`
STRIA_NAMED_PAIR(multiply, multiply_fn)
/// Divides `a` by `b` element by element in floating point. Unlike `a / b`, the quotient of two
/// integers is a double.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with floating-point or complex elements
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.divide(a, b)`
/// \usage        `divide(tensor{1, 2}, 4)`, elements 0.25 and 0.5
STRIA_NAMED_PAIR(divide, true_divide_fn)
/// Divides `a` by `b` in floating point: another name of divide().
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with floating-point or complex elements
/// \numpy        `np.true_divide(a, b)`
/// \usage        `true_divide(a, b)`
/// \see          divide
STRIA_NAMED_PAIR(true_divide, true_divide_fn)
/// Raises `a` to the power `b`: another name of pow().
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape
/// \numpy        `np.power(a, b)`
/// \usage        `power(a, 2)`
/// \see          pow
STRIA_NAMED_PAIR(power, pow_fn)
/// Computes the remainder of the floored division: another name of remainder().
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape; its elements have the sign of `b`
/// \numpy        `np.mod(a, b)`
/// \usage        `mod(a, 3)`
/// \see          remainder
STRIA_NAMED_PAIR(mod, remainder_fn)
/// Negates each element, like `-a`.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \refuses      element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.negative(a)`
/// \usage        `negative(a)`
STRIA_NAMED(negative, negate_fn)
/// Returns each element unchanged. Unlike `+a`, this function keeps the type of narrow integers.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape and element type of `a`
/// \refuses      element types without unary `+`
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.positive(a)`
/// \usage        `positive(a)`
STRIA_NAMED(positive, positive_fn)
/// Computes the absolute value of each element: another name of abs().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`, with real elements if those of `a` are complex
/// \numpy        `np.absolute(a)`
/// \usage        `absolute(a)`
/// \see          abs
STRIA_NAMED(absolute, abs_fn)
/// Conjugates each element: another name of conj().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \numpy        `np.conjugate(a)`
/// \usage        `conjugate(z)`
/// \see          conj
STRIA_NAMED(conjugate, conj_fn)
/// Computes the phase of each complex element in radians: another name of arg().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a` with floating-point elements
/// \numpy        `np.angle(a)`
/// \usage        `angle(z)`
/// \see          arg
STRIA_NAMED(angle, arg_fn)

// --- comparisons and logic ---

/// Compares element by element, like `a == b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with elements of bool
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.equal(a, b)`
/// \usage        `equal(a, b)`
STRIA_NAMED_PAIR(equal, equal_fn)
/// Compares element by element, like `a != b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with elements of bool
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.not_equal(a, b)`
/// \usage        `not_equal(a, b)`
STRIA_NAMED_PAIR(not_equal, not_equal_fn)
/// Compares element by element, like `a < b`; signed and unsigned integers are compared by value.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with elements of bool
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.less(a, b)`
/// \usage        `less(a, b)`
STRIA_NAMED_PAIR(less, less_fn)
/// Compares element by element, like `a <= b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with elements of bool
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.less_equal(a, b)`
/// \usage        `less_equal(a, b)`
STRIA_NAMED_PAIR(less_equal, less_equal_fn)
/// Compares element by element, like `a > b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with elements of bool
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.greater(a, b)`
/// \usage        `greater(a, b)`
STRIA_NAMED_PAIR(greater, greater_fn)
/// Compares element by element, like `a >= b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with elements of bool
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.greater_equal(a, b)`
/// \usage        `greater_equal(a, b)`
STRIA_NAMED_PAIR(greater_equal, greater_equal_fn)
/// Tests element by element whether both operands are nonzero, like `a && b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with elements of bool
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.logical_and(a, b)`
/// \usage        `logical_and(a > 0, b)`
STRIA_NAMED_PAIR(logical_and, logical_and_fn)
/// Tests element by element whether at least one operand is nonzero, like `a || b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with elements of bool
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.logical_or(a, b)`
/// \usage        `logical_or(a > 0, b)`
STRIA_NAMED_PAIR(logical_or, logical_or_fn)
/// Tests element by element whether exactly one operand is nonzero.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape with elements of bool
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and elements that do not convert to bool
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.logical_xor(a, b)`
/// \usage        `logical_xor(a > 0, b > 0)`
STRIA_NAMED_PAIR(logical_xor, logical_xor_fn)
/// Tests whether each element is zero, like `!a`.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a` with elements of bool
/// \refuses      element types without the operation
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.logical_not(a)`
/// \usage        `logical_not(mask)`
STRIA_NAMED(logical_not, logical_not_fn)

// --- bits ---

/// Combines the bits of two integers by AND, like `a & b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted integer type; bool for two
///               bools
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and elements that are not integers
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.bitwise_and(a, b)`
/// \usage        `bitwise_and(a, 0xff)`
STRIA_NAMED_PAIR(bitwise_and, bit_and_fn)
/// Combines the bits of two integers by OR, like `a | b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted integer type; bool for two
///               bools
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and elements that are not integers
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.bitwise_or(a, b)`
/// \usage        `bitwise_or(a, b)`
STRIA_NAMED_PAIR(bitwise_or, bit_or_fn)
/// Combines the bits of two integers by exclusive OR, like `a ^ b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted integer type; bool for two
///               bools
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and elements that are not integers
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.bitwise_xor(a, b)`
/// \usage        `bitwise_xor(a, b)`
STRIA_NAMED_PAIR(bitwise_xor, bit_xor_fn)
/// Shifts the bits of each integer to the left, like `a << b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted integer type
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and elements that are not integers
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.left_shift(a, b)`
/// \usage        `bitwise_left_shift(a, 3)`
STRIA_NAMED_PAIR(bitwise_left_shift, shift_left_fn)
/// Shifts the bits of each integer to the left: another name of bitwise_left_shift().
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted integer type
/// \numpy        `np.left_shift(a, b)`
/// \usage        `left_shift(a, 3)`
/// \see          bitwise_left_shift
STRIA_NAMED_PAIR(left_shift, shift_left_fn)
/// Shifts the bits of each integer to the right, like `a >> b`.
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted integer type
/// \throws       shape_error if run-time sizes do not broadcast
/// \refuses      static extents that do not broadcast, and elements that are not integers
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.right_shift(a, b)`
/// \usage        `bitwise_right_shift(a, 3)`
STRIA_NAMED_PAIR(bitwise_right_shift, shift_right_fn)
/// Shifts the bits of each integer to the right: another name of bitwise_right_shift().
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape and the promoted integer type
/// \numpy        `np.right_shift(a, b)`
/// \usage        `right_shift(a, 3)`
/// \see          bitwise_right_shift
STRIA_NAMED_PAIR(right_shift, shift_right_fn)
/// Inverts the bits of each integer, like `~a`; a bool is negated.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \refuses      elements that are not integers
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.bitwise_invert(a)`
/// \usage        `bitwise_invert(a)`
STRIA_NAMED(bitwise_invert, bit_not_fn)
/// Inverts the bits of each integer: another name of bitwise_invert().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \numpy        `np.bitwise_not(a)`
/// \usage        `bitwise_not(a)`
/// \see          bitwise_invert
STRIA_NAMED(bitwise_not, bit_not_fn)
/// Inverts the bits of each integer: another name of bitwise_invert().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \numpy        `np.invert(a)`
/// \usage        `invert(a)`
/// \see          bitwise_invert
STRIA_NAMED(invert, bit_not_fn)

// --- older names of NumPy ---

/// Computes the arc sine of each element: another name of asin().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \numpy        `np.arcsin(a)`
/// \usage        `arcsin(a)`
/// \see          asin
STRIA_NAMED(arcsin, asin_fn)
/// Computes the arc cosine of each element: another name of acos().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \numpy        `np.arccos(a)`
/// \usage        `arccos(a)`
/// \see          acos
STRIA_NAMED(arccos, acos_fn)
/// Computes the arc tangent of each element: another name of atan().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \numpy        `np.arctan(a)`
/// \usage        `arctan(a)`
/// \see          atan
STRIA_NAMED(arctan, atan_fn)
/// Computes the inverse hyperbolic sine of each element: another name of asinh().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \numpy        `np.arcsinh(a)`
/// \usage        `arcsinh(a)`
/// \see          asinh
STRIA_NAMED(arcsinh, asinh_fn)
/// Computes the inverse hyperbolic cosine of each element: another name of acosh().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \numpy        `np.arccosh(a)`
/// \usage        `arccosh(a)`
/// \see          acosh
STRIA_NAMED(arccosh, acosh_fn)
/// Computes the inverse hyperbolic tangent of each element: another name of atanh().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \numpy        `np.arctanh(a)`
/// \usage        `arctanh(a)`
/// \see          atanh
STRIA_NAMED(arctanh, atanh_fn)
/// Computes the angle of the point (b, a) from the x axis: another name of atan2().
///
/// \param a,b    operands that broadcast together; one of them may be a number
/// \returns      an expression of the broadcast shape
/// \numpy        `np.arctan2(a, b)`
/// \usage        `arctan2(y, x)`
/// \see          atan2
STRIA_NAMED_PAIR(arctan2, atan2_fn)
/// Rounds each element to the nearest integer, half-way cases to even: another name of `round(a)`.
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`; double for integers, otherwise the element type
///               of `a`
/// \numpy        `np.rint(a)`
/// \usage        `rint(a)`
/// \see          round
STRIA_NAMED(rint, round_fn)
/// Rounds each element towards zero: another name of trunc().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`; double for integers, otherwise the element type
///               of `a`
/// \numpy        `np.fix(a)`
/// \usage        `fix(a)`
/// \see          trunc
STRIA_NAMED(fix, trunc_fn)
// Arduino.h defines degrees() and radians() as macros.
#pragma push_macro("degrees")
#pragma push_macro("radians")
#undef degrees
#undef radians
/// Converts radians to degrees: another name of rad2deg().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \numpy        `np.degrees(a)`
/// \usage        `degrees(a)`
/// \see          rad2deg
STRIA_NAMED(degrees, rad2deg_fn)
/// Converts degrees to radians: another name of deg2rad().
///
/// \param a      a tensor, view or expression
/// \returns      an expression of the shape of `a`
/// \numpy        `np.radians(a)`
/// \usage        `radians(a)`
/// \see          deg2rad
STRIA_NAMED(radians, deg2rad_fn)
#pragma pop_macro("degrees")
#pragma pop_macro("radians")

#undef STRIA_NAMED
#undef STRIA_NAMED_PAIR

} // namespace stria
