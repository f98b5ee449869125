// SPDX-License-Identifier: BSL-1.0
// Products of matrices with CBLAS.
#include <stria/numpy/product/multiply_loops.hpp>

#include <cblas.h>

namespace stria::detail {
namespace {

/// A matrix as CBLAS needs it: contiguous rows or columns, `step` elements apart.
struct lines {
  CBLAS_TRANSPOSE order;
  int step;

  lines(index row, index column, index rows, index columns)
      : order(column == 1 ? CblasNoTrans : CblasTrans) {
    const index own = column == 1 ? (rows > 1 ? row : columns) : (columns > 1 ? column : rows);
    step = static_cast<int>(own > 0 ? own : 1);
  }
};

} // namespace

void multiply_by_cblas(product_type type, void* c, const void* a, index a_row, index a_column,
                       const void* b, index b_row, index b_column, product_sizes n) {
  const lines left(a_row, a_column, n.rows, n.inner), right(b_row, b_column, n.inner, n.columns);
  const auto call = [&](auto gemm, auto one, auto zero, auto* to, auto* x, auto* y) {
    gemm(CblasRowMajor, left.order, right.order, static_cast<int>(n.rows),
         static_cast<int>(n.columns), static_cast<int>(n.inner), one, x, left.step, y, right.step,
         zero, to, static_cast<int>(n.columns));
  };
  const auto real = [&]<class T>(auto gemm, T one) {
    call(gemm, one, T(0), static_cast<T*>(c), static_cast<const T*>(a), static_cast<const T*>(b));
  };
  const float one32[] = {1, 0}, zero32[] = {0, 0};
  const double one64[] = {1, 0}, zero64[] = {0, 0};
  switch (type) {
  case product_type::float32: return real(cblas_sgemm, 1.f);
  case product_type::float64: return real(cblas_dgemm, 1.);
  case product_type::complex64: return call(cblas_cgemm, &one32[0], &zero32[0], c, a, b);
  case product_type::complex128: return call(cblas_zgemm, &one64[0], &zero64[0], c, a, b);
  }
}

} // namespace stria::detail
