// SPDX-License-Identifier: BSL-1.0
// linalg/svd.hpp: singular values with Eigen, and functions of them; compiled by svd_real.cpp and
// svd_complex.cpp.
#pragma once

#include "matrices.hpp"

#include <Eigen/SVD>

namespace stria::detail::linear {

/// Computes singular values by divide and conquer or, if that fails, by the slower but more robust
/// Jacobi method.
template <class T> class singular_values {
  using matrix = own_matrix<T>;
  Eigen::BDCSVD<matrix> fast_;
  Eigen::JacobiSVD<matrix> sure_;
  bool is_fast_ = true;

public:
  linalg_trouble compute(const matrix& m, unsigned what) {
    if (!m.allFinite())
      return linalg_trouble::not_finite;
    is_fast_ = true;
    fast_.compute(m, what);
    if (fast_.info() == Eigen::Success && fast_.singularValues().allFinite())
      return linalg_trouble::none;
    is_fast_ = false;
    sure_.compute(m, what);
    return sure_.info() == Eigen::Success && sure_.singularValues().allFinite()
               ? linalg_trouble::none
               : linalg_trouble::no_convergence;
  }
  const auto& s() const { return is_fast_ ? fast_.singularValues() : sure_.singularValues(); }
  const matrix& u() const { return is_fast_ ? fast_.matrixU() : sure_.matrixU(); }
  const matrix& v() const { return is_fast_ ? fast_.matrixV() : sure_.matrixV(); }
};

inline constexpr unsigned thin = Eigen::ComputeThinU | Eigen::ComputeThinV;

/// The number of values greater than `part` times the largest one.
template <class S> index count_larger(const S& s, double part) {
  const double limit = part * s(0);
  index n = 0;
  while (n < s.size() && s(n) > limit)
    ++n;
  return n;
}

template <class T>
linalg_outcome svd_kernels<T>::decompose(const matrix_batch& batch, index m, index n, in a,
                                         bool full, T* u, real* s, T* vh) {
  const index k = std::min(m, n), columns = full ? m : k, rows = full ? n : k;
  const unsigned what = u == nullptr ? 0 : full ? Eigen::ComputeFullU | Eigen::ComputeFullV : thin;
  own_matrix<wide_t<T>> f;
  singular_values<wide_t<T>> svd;
  return for_entries(batch, [&](index entry) {
    load(f, a.at(batch, entry), m, n, a.row, a.column);
    if (const linalg_trouble trouble = svd.compute(f, what); trouble != linalg_trouble::none)
      return trouble;
    std::transform(svd.s().data(), svd.s().data() + k, s,
                   [](double v) { return static_cast<real>(v); });
    s += k;
    if (u != nullptr) {
      stored(u, m, columns) = svd.u().template cast<T>();
      stored(vh, rows, n) = svd.v().adjoint().template cast<T>();
      u += m * columns;
      vh += rows * n;
    }
    return linalg_trouble::none;
  });
}

template <class T>
linalg_outcome svd_kernels<T>::pseudo_invert(const matrix_batch& batch, index m, index n, in a,
                                             real rtol, T* result) {
  own_matrix<wide_t<T>> f;
  singular_values<wide_t<T>> svd;
  return for_entries(batch, [&](index entry) {
    load(f, a.at(batch, entry), m, n, a.row, a.column);
    if (const linalg_trouble trouble = svd.compute(f, thin); trouble != linalg_trouble::none)
      return trouble;
    const index rank = count_larger(svd.s(), static_cast<double>(rtol));
    const auto inverse = svd.s().head(rank).cwiseInverse().asDiagonal();
    f.noalias() = svd.v().leftCols(rank) * (inverse * svd.u().leftCols(rank).adjoint());
    stored(result, n, m) = f.template cast<T>();
    result += n * m;
    return linalg_trouble::none;
  });
}

template <class T>
linalg_outcome svd_kernels<T>::least_squares(index m, index n, index k, in a, in b, real rcond,
                                             T* x, real* residuals, real* s, index* rank) {
  own_matrix<wide_t<T>> f, right, solution;
  load(f, a.data, m, n, a.row, a.column);
  load(right, b.data, m, k, b.row, b.column);
  if (!right.allFinite())
    return {linalg_trouble::not_finite, 0};
  singular_values<wide_t<T>> svd;
  if (const linalg_trouble trouble = svd.compute(f, thin); trouble != linalg_trouble::none)
    return {trouble, 0};
  std::transform(svd.s().data(), svd.s().data() + std::min(m, n), s,
                 [](double v) { return static_cast<real>(v); });
  *rank = count_larger(svd.s(), static_cast<double>(rcond));
  const auto inverse = svd.s().head(*rank).cwiseInverse().asDiagonal();
  solution = svd.v().leftCols(*rank) * (inverse * (svd.u().leftCols(*rank).adjoint() * right));
  stored(x, n, k) = solution.template cast<T>();
  right.noalias() -= f * solution;
  for (index j = 0; j < k; ++j)
    residuals[j] = static_cast<real>(right.col(j).squaredNorm());
  return {};
}

} // namespace stria::detail::linear
