// SPDX-License-Identifier: BSL-1.0
// Eigenvalues and eigenvectors of general matrices, with Eigen.
#include "matrices.hpp"

#include <Eigen/Eigenvalues>

#include <limits>
#include <type_traits>

namespace stria::detail::linear {

template <class T>
linalg_outcome eigen_kernels<T>::compute(const matrix_batch& batch, index n, matrix_operand<T> a,
                                         as_complex_t<T>* values, as_complex_t<T>* vectors) {
  using W = wide_t<T>;
  own_matrix<W> m;
  using solver_type =
      std::conditional_t<std::is_same_v<W, double>, Eigen::EigenSolver<own_matrix<W>>,
                         Eigen::ComplexEigenSolver<own_matrix<W>>>;
  solver_type solver(n);
  return for_entries(batch, [&](index entry) {
    load(m, a.at(batch, entry), n, n, a.row, a.column);
    if (!m.allFinite())
      return linalg_trouble::not_finite;
    const int exponent = take_out_complex_power(m);
    solver.compute(m, vectors != nullptr);
    const auto is_wrong = [&] {
      return solver.info() != Eigen::Success ||
             (vectors != nullptr && !solver.eigenvectors().allFinite());
    };
    if (is_wrong()) {
      // Quotients of very different elements may have overflowed. Elements below the rounding error
      // of the largest one do not matter.
      const double least = m.cwiseAbs().maxCoeff() * std::numeric_limits<double>::epsilon();
      m = (m.cwiseAbs().array() < least).select(W(0), m).eval();
      solver.compute(m, vectors != nullptr);
      if (is_wrong())
        return linalg_trouble::no_convergence;
    }
    std::transform(solver.eigenvalues().data(), solver.eigenvalues().data() + n, values,
                   [](const auto& v) { return static_cast<as_complex_t<T>>(v); });
    multiply_by_power(values, n, exponent);
    values += n;
    if (vectors != nullptr) {
      stored(vectors, n, n) = solver.eigenvectors().template cast<as_complex_t<T>>();
      vectors += n * n;
    }
    return linalg_trouble::none;
  });
}

STRIA_FOR_REAL_ELEMENTS(eigen_kernels)
STRIA_FOR_COMPLEX_ELEMENTS(eigen_kernels)

} // namespace stria::detail::linear
