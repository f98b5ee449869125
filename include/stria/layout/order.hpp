// SPDX-License-Identifier: BSL-1.0
// layout/order.hpp: tags for the order of elements in memory.
#pragma once

namespace stria {
namespace layout {

/// The last axis is contiguous, as in C. NumPy: `order='C'`.
struct row_major_t {};
/// The first axis is contiguous, as in Fortran, MATLAB, Julia and Eigen. NumPy: `order='F'`.
struct column_major_t {};

inline constexpr row_major_t row_major{};
inline constexpr column_major_t column_major{};

} // namespace layout

using layout::column_major;
using layout::row_major;

} // namespace stria
