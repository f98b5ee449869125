// SPDX-License-Identifier: BSL-1.0
// The matrix exponential, with products and solver of Eigen.
#include "matrices.hpp"

#include <Eigen/LU>

#include <cmath>
#include <type_traits>

namespace stria::detail::linear {

/// Scaling and squaring with the Padé approximant of degree 13. Source: N. J. Higham, The scaling
/// and squaring method for the matrix exponential revisited, 2005.
template <class T>
linalg_outcome exponential_kernels<T>::compute(const matrix_batch& batch, index n,
                                               matrix_operand<T> a, T* result) {
  using W = wide_t<T>;
  using matrix = own_matrix<W>;
  constexpr double b[] = {64764752532480000.,
                          32382376266240000.,
                          7771770303897600.,
                          1187353796428800.,
                          129060195264000.,
                          10559470521600.,
                          670442572800.,
                          33522128640.,
                          1323241920.,
                          40840800.,
                          960960.,
                          16380.,
                          182.,
                          1.};
  const auto c = [&](int k) { return b[k] / b[0]; };
  constexpr double largest = 5.371920351148152;
  const matrix one = matrix::Identity(n, n);
  matrix m, m2, m4, m6, even, odd, work;
  return for_entries(batch, [&](index entry) {
    load(m, a.at(batch, entry), n, n, a.row, a.column);
    if (!m.allFinite())
      return linalg_trouble::not_finite;
    // Scale the elements first, because the sum of a column may overflow.
    const double top = m.cwiseAbs().maxCoeff();
    int squarings = 0;
    if (top > 0) {
      const double norm = (m / top).cwiseAbs().colwise().sum().maxCoeff();
      const double steps = std::log2(norm / largest) + std::log2(top);
      squarings = steps > 0 ? static_cast<int>(std::ceil(steps)) : 0;
    }
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
