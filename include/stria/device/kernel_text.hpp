// SPDX-License-Identifier: BSL-1.0
// device/kernel_text.hpp: the texts that kernels consist of, in OpenCL C and CUDA C++ alike.
// Tests: tests/device/functions.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/context.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace stria::detail {

/// The element types of kernels. A bool is a byte that holds 0 or 1; cf32 and cf64 are complex
/// numbers with parts of f32 and f64.
enum class kernel_type : unsigned char {
  b8,
  i8,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64,
  f32,
  f64,
  cf32,
  cf64,
  none
};

/// Whether values of this type are real floating-point numbers.
constexpr bool is_floating(kernel_type type) {
  return type == kernel_type::f32 || type == kernel_type::f64;
}

constexpr bool is_complex_type(kernel_type t) {
  return t == kernel_type::cf32 || t == kernel_type::cf64;
}
/// The type of the parts of a complex number; any other type itself.
constexpr kernel_type part_type(kernel_type t) {
  return t == kernel_type::cf32 ? kernel_type::f32 : t == kernel_type::cf64 ? kernel_type::f64 : t;
}

template <class T> struct is_complex; // tensor/hold.hpp

template <class T> constexpr kernel_type kernel_type_of() {
  if constexpr (std::same_as<T, bool>)
    return kernel_type::b8;
  else if constexpr (std::same_as<T, float>)
    return kernel_type::f32;
  else if constexpr (std::same_as<T, double>)
    return kernel_type::f64;
  else if constexpr (is_complex<T>::value)
    return sizeof(T) != 2 * sizeof(typename T::value_type) ? kernel_type::none
           : std::same_as<typename T::value_type, float>   ? kernel_type::cf32
           : std::same_as<typename T::value_type, double>  ? kernel_type::cf64
                                                           : kernel_type::none;
  else if constexpr (std::signed_integral<T>)
    return sizeof(T) == 1   ? kernel_type::i8
           : sizeof(T) == 2 ? kernel_type::i16
           : sizeof(T) == 4 ? kernel_type::i32
                            : kernel_type::i64;
  else if constexpr (std::unsigned_integral<T>)
    return sizeof(T) == 1   ? kernel_type::u8
           : sizeof(T) == 2 ? kernel_type::u16
           : sizeof(T) == 4 ? kernel_type::u32
                            : kernel_type::u64;
  else
    return kernel_type::none;
}
/// Element types that a device computes with.
template <class T>
concept device_element =
    kernel_type_of<T>() != kernel_type::none && (sizeof(T) <= 8 || is_complex<T>::value);

/// The name of a type in a kernel: "f32".
std::string_view type_text(kernel_type type);
/// The definition of the vector type of four elements x, y, z and w: "f32x4" for f32. The four
/// elements are read and written together.
std::string vector_definition(kernel_type type, kernel_dialect dialect);
/// The text of a constant. If the type is complex, the constant is real.
std::string constant_text(kernel_type type, double value);

/// An operand of a function in a kernel: its type, and the text of an expression without side
/// effects. The text is a name, or is enclosed in parentheses.
struct kernel_operand {
  std::string text;
  kernel_type type;
};

/// The call of a built-in element-wise function as an expression of type `result`, which can be an
/// operand itself. `name` is the `text` of its functor ("+", "where", "floor_divide"; "-" with one
/// operand is negation). The function follows the rules of the host: C++ conversions of operands,
/// comparisons by value, the NaN rules of minimum and maximum. There are four exceptions. Signed
/// integers wrap around, and / and % of integers by 0 give 0; both are undefined on the host. A
/// negative power of an integer, which is an error on the host, gives 0. Shifts use only the low 5
/// or 6 bits of the count; the host gives 0 or -1 if the count is negative or too large. Throws
/// device_error for a name that kernels do not have, for a wrong number of operands, for
/// floating-point operands of % & | ^ ~ << >>, and for complex operands of a function that is not
/// defined for them.
std::string function_text(std::string_view name, kernel_type result, const kernel_operand* operands,
                          std::size_t count);
/// `text`, an expression of type `from`, converted to `to` like a static_cast. Complex numbers
/// convert to complex types and, by comparison with 0, to b8.
std::string converted_text(const std::string& text, kernel_type from, kernel_type to);

/// The text before every kernel: the names of types (f32, i64, ...), GLOBAL, KERNEL,
/// GROUPS_OF(items, count) for a kernel whose groups have a fixed size and of which at least
/// `count` groups should fit into the registers, LOCAL, IN_LOCAL before the type that a pointer to
/// local memory points to, BARRIER(), WARP_BARRIER(), which synchronises at least 32 neighbouring
/// work items, UNROLL before a loop, GROUP_ID, GROUP_SIZE, ITEM_ID, GROUP_COUNT, and the functions
/// that function_text() calls.
std::string kernel_prologue(kernel_dialect dialect, bool has_double);
/// The same text with only the functions that `body` calls, which compiles faster.
std::string kernel_prologue(kernel_dialect dialect, bool has_double, std::string_view body);
/// A complete text: the prologue, a separator line, and the body, which is the same in all
/// dialects.
std::string whole_kernel(kernel_dialect dialect, bool has_double, std::string_view body);
/// The body of a complete text.
std::string_view kernel_body_of(std::string_view whole);

} // namespace stria::detail
