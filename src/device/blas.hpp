// SPDX-License-Identifier: BSL-1.0
// device/blas.hpp: products of matrices in the form that BLAS libraries need.
#pragma once

#include <stria/device/product.hpp>

#include <optional>
#include <string>

namespace stria::detail {

/// A product with a row-major result. The rows of c are `ldc` elements apart. The rows of a and b,
/// or their columns if transposed, are `lda` and `ldb` elements apart.
struct blas_product {
  bool a_transposed, b_transposed;
  device_matrix_place a, b, c;
  index m, k, n, lda, ldb, ldc;
  bool swapped; // a is the right operand, so its offset is the second of three

  index offset_a(const matrix_products& p, std::size_t i) const {
    return a.offset + p.offsets[3 * i + (swapped ? 1 : 0)];
  }
  index offset_b(const matrix_products& p, std::size_t i) const {
    return b.offset + p.offsets[3 * i + (swapped ? 0 : 1)];
  }
  index offset_c(const matrix_products& p, std::size_t i) const {
    return c.offset + p.offsets[3 * i + 2];
  }
};
/// Returns nothing if the library has no routine for the elements, or for the strides of a matrix.
std::optional<blas_product> as_blas(const matrix_products& p);

/// Whether STRIA_DEVICE_BLAS is not 0.
bool asks_for_blas();
/// Describes a product: "a product of 64 x 32 and 32 x 64".
std::string describe(const matrix_products& p);

} // namespace stria::detail
