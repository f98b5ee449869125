// SPDX-License-Identifier: BSL-1.0
// device/complex_text.hpp: complex numbers in kernels: structures of two numbers, and functions of
// them.
#pragma once

#include <stria/device/kernel_text.hpp>

#include <span>
#include <string>
#include <string_view>

namespace stria::detail {

/// A function that the text of a kernel may call, written for each of the types. T is replaced by
/// the type, U by the unsigned type of its size, and C by the complex type of T; name_T becomes
/// name_i32 and so on. The text calls only functions of rows above this one.
struct function_row {
  std::string_view name, types, text;
  enum condition : unsigned char { always, with_f64, without_f64 } when = always;
};
/// The functions of complex numbers: complex_T, add_c_T and so on. If two rows have the same name,
/// `when` selects the one for devices with double.
std::span<const function_row> complex_functions();
/// The definition of the complex type whose parts have the type `part`, such as "f32".
std::string complex_definition(std::string_view part, kernel_dialect dialect);

/// The text of a complex number of the given type. `real` is the text of its real part.
std::string complex_text(kernel_type type, const std::string& real);
/// converted_text() from or to a complex type. Throws a device_error for a conversion from a
/// complex type to a real one other than b8.
std::string converted_complex_text(const std::string& text, kernel_type from, kernel_type to);
/// function_text() with a complex operand. The result is an expression of the type that the
/// function returns on the host. Throws a device_error for functions that have no definition for
/// complex numbers.
kernel_operand complex_function(std::string_view name, kernel_type result,
                                const kernel_operand* operands, std::size_t count);
/// The text of the sum ("add") or the product ("multiply") of two expressions of a complex type.
std::string complex_pair(std::string_view name, kernel_type type, const std::string& a,
                         const std::string& b);

} // namespace stria::detail
