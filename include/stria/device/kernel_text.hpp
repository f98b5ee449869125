// SPDX-License-Identifier: BSL-1.0
// device/kernel_text.hpp: the texts that kernels are made of, in OpenCL C and CUDA C++ alike.
#pragma once

#include <stria/device/context.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace stria::detail {

/// The element types of kernels. Bools are bytes that hold 0 or 1.
enum class kernel_type : unsigned char { b8, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, none };

template <class T> constexpr kernel_type kernel_type_of() {
  if constexpr (std::same_as<T, bool>)
    return kernel_type::b8;
  else if constexpr (std::same_as<T, float>)
    return kernel_type::f32;
  else if constexpr (std::same_as<T, double>)
    return kernel_type::f64;
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
/// Elements that a device computes with.
template <class T>
concept device_element = kernel_type_of<T>() != kernel_type::none && sizeof(T) <= 8;

/// The type's name in a kernel: "f32".
std::string_view type_text(kernel_type type);
/// The definition of a type of four neighbouring elements, x, y, z and w, that are read and written
/// at once: "f32x4".
std::string vector_definition(kernel_type type, kernel_dialect dialect);
/// A number as the text of a constant.
std::string constant_text(kernel_type type, double value);

/// An operand of a function in a kernel: the text of an expression without side effects, in
/// parentheses or a name, and its type.
struct kernel_operand {
  std::string text;
  kernel_type type;
};

/// The call of a built-in element-wise function, named as its functor's `text` ("+", "where",
/// "floor_divide"; "-" with one operand is the negation), as an expression of type `result` that
/// can be an operand. It has the host's meaning: C++'s conversions of operands, comparisons by
/// value, NaNs in extremes. Where the host has no result, a kernel has one: signed integers wrap,
/// integers divided by 0 are 0, as are integers to negative powers, and shifts use the low 5 or 6
/// bits of their count. `device_error` for a name that kernels do not have, for the wrong number of
/// operands and for floating-point operands of % & | ^ ~ << >>.
std::string function_text(std::string_view name, kernel_type result, const kernel_operand* operands,
                          std::size_t count);
/// `text`, an expression of type `from`, converted to `to` as static_cast does.
std::string converted_text(const std::string& text, kernel_type from, kernel_type to);

/// What stands above every kernel: the names of types (f32, i64, ...), GLOBAL, KERNEL, LOCAL,
/// BARRIER(), GROUP_ID, GROUP_SIZE, ITEM_ID, GROUP_COUNT and the functions that function_text
/// calls.
std::string kernel_prologue(kernel_dialect dialect, bool has_double);
/// The same, of the functions only those that `body` calls, which compiles faster.
std::string kernel_prologue(kernel_dialect dialect, bool has_double, std::string_view body);
/// A whole text: the prologue, a line of its own, and the body, which is the same in all dialects.
std::string whole_kernel(kernel_dialect dialect, bool has_double, std::string_view body);
/// The body of such a text.
std::string_view kernel_body_of(std::string_view whole);

} // namespace stria::detail
