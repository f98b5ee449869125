// SPDX-License-Identifier: BSL-1.0
// The matrix exponential, with the products and the solver of Eigen.
#include "matrices.hpp"

#include <Eigen/LU>

#include <cmath>
#include <type_traits>

namespace stria::detail::linear {

template <class T>
linalg_outcome exponential_kernels<T>::compute(const matrix_batch& batch, index n,
                                               matrix_operand<T> a, T* result) {
  using W = wide_t<T>;
  using matrix = own_matrix<W>;
  const auto c = [](int k) { return exponential::coefficient(k); };
  const matrix one = matrix::Identity(n, n);
  matrix m, m2, m4, m6, even, odd, work;
  return for_entries(batch, [&](index entry) {
    load(m, a.at(batch, entry), n, n, a.row, a.column);
    if (!m.allFinite())
      return linalg_trouble::not_finite;
    const double top = m.cwiseAbs().maxCoeff();
    const double norm = top > 0 ? (m / top).cwiseAbs().colwise().sum().maxCoeff() : 0;
    const int squarings = exponential::squarings(top, norm);
    if (squarings > 0)
      m = m.unaryExpr([&](const W& v) {
             if constexpr (std::is_same_v<W, double>)
               return std::ldexp(v, -squarings);
             else
               return W(std::ldexp(v.real(), -squarings), std::ldexp(v.imag(), -squarings));
           }).eval();
    m2.noalias() = m * m;
    m4.noalias() = m2 * m2;
    m6.noalias() = m4 * m2;
    work = c(13) * m6 + c(11) * m4 + c(9) * m2;
    even.noalias() = m6 * work;
    even += c(7) * m6 + c(5) * m4 + c(3) * m2 + c(1) * one;
    odd.noalias() = m * even;
    work = c(12) * m6 + c(10) * m4 + c(8) * m2;
    even.noalias() = m6 * work;
    even += c(6) * m6 + c(4) * m4 + c(2) * m2 + one;
    work = Eigen::PartialPivLU<matrix>(even - odd).solve(even + odd);
    for (int k = 0; k < squarings; ++k) {
      m.noalias() = work * work;
      work.swap(m);
    }
    stored(result, n, n) = work.template cast<T>();
    result += n * n;
    return linalg_trouble::none;
  });
}

STRIA_FOR_REAL_ELEMENTS(exponential_kernels)
STRIA_FOR_COMPLEX_ELEMENTS(exponential_kernels)

} // namespace stria::detail::linear
