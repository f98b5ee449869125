// SPDX-License-Identifier: BSL-1.0
// device/blas.hpp: products of matrices as libraries take them.
#pragma once

#include <stria/device/product.hpp>

#include <optional>
#include <string>

namespace stria::detail {

/// A product whose result is row-major: rows of c are `ldc` apart, those of a and b as well, or
/// their columns where they are transposed.
struct blas_product {
  bool a_transposed, b_transposed;
  device_matrix_place a, b, c;
  index m, k, n, lda, ldb, ldc;
  bool swapped; // a is the right operand: of three offsets the second is a's

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
/// Nothing where the elements or the steps of a matrix are none that such libraries know.
std::optional<blas_product> as_blas(const matrix_products& p);

/// STRIA_DEVICE_BLAS is not 0.
bool asks_for_blas();
/// "a product of 64 x 32 and 32 x 64".
std::string describe(const matrix_products& p);

} // namespace stria::detail
