// SPDX-License-Identifier: BSL-1.0
// Solving, inverses, determinants and triangular systems, with Eigen.
#include "matrices.hpp"

#include <Eigen/LU>

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace stria::detail::linear {

template <class M> bool has_zero_on_diagonal(const M& m) {
  using T = typename M::Scalar;
  for (index k = 0; k < std::min(m.rows(), m.cols()); ++k)
    if (m(k, k) == T(0))
      return true;
  return false;
}

/// LU factors of the transposed matrix. A row-major matrix has the memory layout of its transpose
/// in Eigen's column-major order. The determinant is the same, and the inverse is the transpose of
/// the inverse.
template <class T> class transposed_lu {
  own_matrix<T> m_;
  Eigen::PartialPivLU<own_matrix<T>> lu_;
  int exponent_ = 0;

public:
  explicit transposed_lu(index n) : m_(n, n), lu_(n) {}
  void compute(const T* a, index n, index row, index column) {
    load(m_, a, n, n, column, row);
    exponent_ = take_out_complex_power(m_);
    lu_.compute(m_);
  }
  bool singular() const { return has_zero_on_diagonal(lu_.matrixLU()); }
  /// The factors of the matrix divided by 2^exponent().
  const auto& lu() const { return lu_; }
  int exponent() const { return exponent_; }
};

template <class T>
linalg_outcome lu_kernels<T>::solve(const matrix_batch& batch, index n, index k, in a, in b, T* x) {
  transposed_lu<T> lu(n);
  own_matrix<T> right;
  return for_entries(batch, [&](index entry) {
    lu.compute(a.at(batch, entry), n, a.row, a.column);
    if (lu.singular())
      return linalg_trouble::singular;
    load(right, b.at(batch, entry), n, k, b.row, b.column);
    if (k == 1)
      Eigen::Map<own_matrix<T>>(x, n, 1) = lu.lu().transpose().solve(right);
    else
      stored(x, n, k) = lu.lu().transpose().solve(right);
    multiply_by_power(x, n * k, -lu.exponent());
    x += n * k;
    return linalg_trouble::none;
  });
}

template <class T>
linalg_outcome lu_kernels<T>::invert(const matrix_batch& batch, index n, in a, T* inverse) {
  transposed_lu<T> lu(n);
  linalg_outcome first;
  for (index entry = 0; entry < batch.count; ++entry, inverse += n * n) {
    lu.compute(a.at(batch, entry), n, a.row, a.column);
    if (!lu.singular()) {
      Eigen::Map<own_matrix<T>>(inverse, n, n) = lu.lu().inverse();
      multiply_by_power(inverse, n * n, -lu.exponent());
      continue;
    }
    std::fill_n(inverse, n * n, T(std::numeric_limits<real_part_t<T>>::quiet_NaN()));
    if (first.trouble == linalg_trouble::none)
      first = {linalg_trouble::singular, entry};
  }
  return first;
}

template <class T>
void lu_kernels<T>::determinant(const matrix_batch& batch, index n, in a, T* result) {
  transposed_lu<T> lu(n);
  for (index entry = 0; entry < batch.count; ++entry) {
    lu.compute(a.at(batch, entry), n, a.row, a.column);
    result[entry] = lu.lu().determinant();
    constexpr index most = 100'000; // makes every number infinite or 0
    multiply_by_power(result + entry, 1,
                      static_cast<int>(std::clamp(n * lu.exponent(), -most, most)));
  }
}

template <class T>
void lu_kernels<T>::sign_and_log(const matrix_batch& batch, index n, in a, T* sign,
                                 real_part_t<T>* log) {
  transposed_lu<T> lu(n);
  for (index entry = 0; entry < batch.count; ++entry) {
    lu.compute(a.at(batch, entry), n, a.row, a.column);
    sign_and_log_of<T>(
        n, static_cast<real_part_t<T>>(lu.lu().permutationP().determinant()),
        [&](index k) { return lu.lu().matrixLU()(k, k); }, sign[entry], log[entry]);
    log[entry] +=
        static_cast<real_part_t<T>>(static_cast<double>(n * lu.exponent()) * std::numbers::ln2);
  }
}

template <class T>
linalg_outcome lu_kernels<T>::factor(const matrix_batch& batch, index m, index n, in a,
                                     real_part_t<T>* p, T* l, T* u) {
  const index k = std::min(m, n);
  own_matrix<T> f;
  std::vector<index> order(static_cast<std::size_t>(m));
  Eigen::PartialPivLU<own_matrix<T>> square;
  return for_entries(batch, [&](index entry) {
    load(f, a.at(batch, entry), m, n, a.row, a.column);
    if (!f.allFinite())
      return linalg_trouble::not_finite;
    const int exponent = take_out_complex_power(f);
    for (index i = 0; i < m; ++i)
      order[static_cast<std::size_t>(i)] = i;
    if (m <= n) {
      // The first m columns determine the pivots.
      square.compute(f.leftCols(m));
      const auto& rows = square.permutationP();
      for (index i = 0; i < m; ++i)
        order[static_cast<std::size_t>(rows.indices()(i))] = i;
      f.leftCols(m) = square.matrixLU();
      if (n > m) {
        f.rightCols(n - m) = (rows * f.rightCols(n - m)).eval();
        f.leftCols(m).template triangularView<Eigen::UnitLower>().solveInPlace(f.rightCols(n - m));
      }
    } else {
      for (index j = 0; j < k; ++j) {
        index pivot = 0;
        f.col(j).tail(m - j).cwiseAbs().maxCoeff(&pivot);
        pivot += j;
        if (f(pivot, j) == T(0))
          continue;
        if (pivot != j) {
          f.row(j).swap(f.row(pivot));
          std::swap(order[static_cast<std::size_t>(j)], order[static_cast<std::size_t>(pivot)]);
        }
        f.col(j).tail(m - j - 1) /= f(j, j);
        if (j + 1 < k)
          f.bottomRightCorner(m - j - 1, k - j - 1).noalias() -=
              f.col(j).tail(m - j - 1) * f.row(j).tail(k - j - 1);
      }
    }
    std::fill_n(p, m * m, real_part_t<T>(0));
    for (index i = 0; i < m; ++i)
      p[order[static_cast<std::size_t>(i)] * m + i] = real_part_t<T>(1);
    auto lower = stored(l, m, k);
    lower.setZero();
    lower.template triangularView<Eigen::StrictlyLower>() = f.leftCols(k);
    lower.diagonal().setOnes();
    auto upper = stored(u, k, n);
    upper.setZero();
    upper.template triangularView<Eigen::Upper>() = f.topRows(k);
    multiply_by_power(u, k * n, exponent);
    p += m * m;
    l += m * k;
    u += k * n;
    return linalg_trouble::none;
  });
}

template <class T>
linalg_outcome lu_kernels<T>::solve_triangular(const matrix_batch& batch, index n, index k, in a,
                                               in b, bool lower, bool unit_diagonal, T* x) {
  own_matrix<T> m, right;
  return for_entries(batch, [&](index entry) {
    load(m, a.at(batch, entry), n, n, a.row, a.column);
    if (!unit_diagonal && has_zero_on_diagonal(m))
      return linalg_trouble::singular;
    load(right, b.at(batch, entry), n, k, b.row, b.column);
    if (lower && unit_diagonal)
      m.template triangularView<Eigen::UnitLower>().solveInPlace(right);
    else if (lower)
      m.template triangularView<Eigen::Lower>().solveInPlace(right);
    else if (unit_diagonal)
      m.template triangularView<Eigen::UnitUpper>().solveInPlace(right);
    else
      m.template triangularView<Eigen::Upper>().solveInPlace(right);
    stored(x, n, k) = right;
    x += n * k;
    return linalg_trouble::none;
  });
}

STRIA_FOR_REAL_ELEMENTS(lu_kernels)
STRIA_FOR_COMPLEX_ELEMENTS(lu_kernels)

} // namespace stria::detail::linear
