// SPDX-License-Identifier: BSL-1.0
// Eigenvalues and eigenvectors of symmetric and Hermitian matrices, with Eigen.
#include "matrices.hpp"

#include <Eigen/Eigenvalues>

namespace stria::detail::linear {

template <class T>
linalg_outcome hermitian_kernels<T>::compute(const matrix_batch& batch, index n,
                                             matrix_operand<T> a, bool upper,
                                             real_part_t<T>* values, T* vectors) {
  own_matrix<wide_t<T>> m;
  Eigen::SelfAdjointEigenSolver<own_matrix<wide_t<T>>> solver(n);
  return for_entries(batch, [&](index entry) {
    // The solver reads the lower triangle, and the lower triangle of the adjoint holds the upper
    // triangle of the matrix.
    if (upper) {
      load(m, a.at(batch, entry), n, n, a.column, a.row);
      m = m.conjugate().eval();
    } else {
      load(m, a.at(batch, entry), n, n, a.row, a.column);
    }
    // The other triangle may hold anything, including NaN, so it is set to zero.
    m.template triangularView<Eigen::StrictlyUpper>().setZero();
    if (!m.allFinite())
      return linalg_trouble::not_finite;
    solver.compute(m, vectors == nullptr ? Eigen::EigenvaluesOnly : Eigen::ComputeEigenvectors);
    if (solver.info() != Eigen::Success)
      return linalg_trouble::no_convergence;
    std::transform(solver.eigenvalues().data(), solver.eigenvalues().data() + n, values,
                   [](double v) { return static_cast<real_part_t<T>>(v); });
    values += n;
    if (vectors != nullptr) {
      stored(vectors, n, n) = solver.eigenvectors().template cast<T>();
      vectors += n * n;
    }
    return linalg_trouble::none;
  });
}

STRIA_FOR_REAL_ELEMENTS(hermitian_kernels)
STRIA_FOR_COMPLEX_ELEMENTS(hermitian_kernels)

} // namespace stria::detail::linear
