// SPDX-License-Identifier: BSL-1.0
// layout/order.hpp: tags for the order of elements in memory.
#pragma once

namespace stria {
namespace layout {

/// Row-major order: the last axis is contiguous, as in C.
///
/// \numpy  `order='C'`
struct row_major_t {};
/// Column-major order: the first axis is contiguous, as in Fortran, MATLAB, Julia and Eigen.
///
/// \numpy  `order='F'`
struct column_major_t {};

/// Row-major order, as an argument of zeros() and as_view(). Tensors are row-major by default.
///
/// \numpy  `order='C'`
/// \usage  `as_view(p, {2, 3}, row_major)`
inline constexpr row_major_t row_major{};
/// Column-major order, as an argument of zeros() and as_view().
///
/// \numpy  `order='F'`
/// \usage  `as_view(p, {2, 3}, column_major)`
inline constexpr column_major_t column_major{};

} // namespace layout

using layout::column_major;
using layout::row_major;

} // namespace stria
