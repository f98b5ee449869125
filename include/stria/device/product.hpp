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

/// c = a * b for matrices of m x k and k x n elements of one type, as often as `batch` has pairs of
/// numbers that are added to the offsets of a and b; the results are row-major, one after the
/// other. Sums of floats are floats, each product rounded once with its sum.
void multiply_matrices(const std::shared_ptr<device_context>& context, kernel_type type,
                       device_address c, const device_matrix_place& a, const device_matrix_place& b,
                       index m, index k, index n, const std::vector<index>& batch);

} // namespace stria::detail
