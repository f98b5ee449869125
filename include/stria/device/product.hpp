// SPDX-License-Identifier: BSL-1.0
// device/product.hpp: products of matrices on a device.
#pragma once

#include <stria/device/kernel_text.hpp>
#include <stria/device/memory.hpp>

#include <vector>

namespace stria::detail {

/// A matrix in the memory of a device: its first element and the steps to the next row and column.
struct device_matrix_place {
  device_address base;
  index offset, row, column;
};

/// c = a * b for matrices of m x k and k x n elements of one type, as often as `offsets` has three
/// numbers that are added to the offsets of a, b and c. No size is 0.
struct matrix_products {
  kernel_type type;
  device_matrix_place a, b, c;
  index m, k, n;
  std::vector<index> offsets;

  std::size_t count() const { return offsets.size() / 3; }
};

/// Products of so many elements, m * k * n of all pairs together, are left to a library.
inline constexpr index large_product = index{64} * 64 * 64;
bool is_large(const matrix_products& p);

/// Large products of floats and doubles are computed by the device's library, where there is one
/// and it can read the operands as they lie. All others are computed by a kernel: sums of floats
/// are floats, each product rounded once with its sum.
void multiply_matrices(const std::shared_ptr<device_context>& context, const matrix_products& p);

/// One of the loops of a product of two arrays that is summed: its size, the steps of both and of
/// the result, and whether the result keeps it.
struct product_loop {
  index n, a, b, c;
  bool kept;
};
/// The same product as products of matrices: sizes, steps and offsets are set, and the first
/// elements stay. False where it is none, and where it is small.
bool as_matrix_products(std::vector<product_loop> loops, matrix_products& p);

} // namespace stria::detail
