// SPDX-License-Identifier: BSL-1.0
// device/product.hpp: products of matrices on a device. Tests: tests/device/products.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/kernel_text.hpp>
#include <stria/device/memory.hpp>

#include <vector>

namespace stria::detail {

/// A matrix in the memory of a device: its first element, and the strides of rows and columns.
struct device_matrix_place {
  device_address base;
  index offset, row, column;
};

/// Products c = a * b of m x k and k x n matrices with one element type. `offsets` has three
/// numbers for each product, which are added to the offsets of a, b and c. No size is 0.
struct matrix_products {
  kernel_type type;
  device_matrix_place a, b, c;
  index m, k, n;
  std::vector<index> offsets;

  std::size_t count() const { return offsets.size() / 3; }
};

/// Products with at least this number of multiplications (the sum of m * k * n over all pairs) are
/// large, and a library computes them.
inline constexpr index large_product = index{64} * 64 * 64;
bool is_large(const matrix_products& p);

/// The library of the device computes large products of float and double, if there is a library and
/// it can read the operands in place. A kernel computes all others: it adds floats as floats, with
/// one rounding for each product and sum.
void multiply_matrices(const std::shared_ptr<device_context>& context, const matrix_products& p);

/// One loop of a contraction of two arrays: its size, the strides of both arrays and of the result,
/// and whether the result keeps the axis.
struct product_loop {
  index n, a, b, c;
  bool kept;
};
/// Expresses a contraction as products of matrices: sets sizes, strides and offsets, and leaves the
/// first elements unchanged. Returns false if the contraction is not a product of matrices, or is
/// small.
bool as_matrix_products(std::vector<product_loop> loops, matrix_products& p);

} // namespace stria::detail
