// SPDX-License-Identifier: BSL-1.0
// Cholesky and QR factors, with Eigen.
#include "matrices.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

namespace stria::detail::linear {

template <class T>
linalg_outcome factor_kernels<T>::cholesky(const matrix_batch& batch, index n, in a, bool upper,
                                           T* result) {
  own_matrix<T> m;
  Eigen::LLT<own_matrix<T>> llt;
  return for_entries(batch, [&](index entry) {
    // LLT reads the lower triangle, and the lower triangle of the adjoint holds the upper triangle
    // of the matrix.
    if (upper) {
      load(m, a.at(batch, entry), n, n, a.column, a.row);
      m = m.conjugate().eval();
    } else {
      load(m, a.at(batch, entry), n, n, a.row, a.column);
    }
    const int exponent = take_out_complex_power(m);
    llt.compute(m);
    if (llt.info() != Eigen::Success)
      return linalg_trouble::not_positive_definite;
    // Eigen accepts a NaN as a pivot.
    for (index k = 0; k < n; ++k)
      if (!(std::real(llt.matrixLLT()(k, k)) > real_part_t<T>(0)))
        return linalg_trouble::not_positive_definite;
    auto to = stored(result, n, n);
    if (upper)
      to = own_matrix<T>(llt.matrixL()).adjoint();
    else
      to = own_matrix<T>(llt.matrixL());
    multiply_by_power(result, n * n, exponent / 2);
    result += n * n;
    return linalg_trouble::none;
  });
}

template <class T>
void factor_kernels<T>::qr(const matrix_batch& batch, index m, index n, in a, index k, T* q, T* r) {
  own_matrix<wide_t<T>> f;
  own_matrix<wide_t<T>> wide;
  Eigen::HouseholderQR<own_matrix<wide_t<T>>> qr(m, n);
  for (index entry = 0; entry < batch.count; ++entry, q += m * k, r += k * n) {
    load(f, a.at(batch, entry), m, n, a.row, a.column);
    const int exponent = take_out_power(f);
    qr.compute(f);
    wide.setIdentity(m, k);
    wide.applyOnTheLeft(qr.householderQ());
    stored(q, m, k) = wide.template cast<T>();
    auto upper = stored(r, k, n);
    upper.setZero();
    upper.template triangularView<Eigen::Upper>() = qr.matrixQR().topRows(k).template cast<T>();
    multiply_by_power(r, k * n, exponent);
  }
}

STRIA_FOR_REAL_ELEMENTS(factor_kernels)
STRIA_FOR_COMPLEX_ELEMENTS(factor_kernels)

} // namespace stria::detail::linear
