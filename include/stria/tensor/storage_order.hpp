// SPDX-License-Identifier: BSL-1.0
// tensor/storage_order.hpp: tags for the order of elements in memory.
// Tests: tests/tensor/fortran.cpp, tests/tensor/as_view.cpp.
#pragma once

namespace stria {
namespace layout {

/// The type of `row_major`.
struct row_major_t {};
/// The type of `column_major`.
struct column_major_t {};

/// Row-major order, as an argument of zeros() and as_view(). This is the default.
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
