// SPDX-License-Identifier: BSL-1.0
// linalg/backend.hpp: declarations of the compiled functions of stria::linalg.
//
// These functions are the interface between the headers and the compiled library. Arrays are passed
// as pointers, sizes and strides. src/linalg/ defines the functions with Eigen, and
// src/linalg/lapack/ with LAPACK, for float, double, std::complex<float> and std::complex<double>.
// The files that are named below are those for Eigen. Another library can be used by defining the
// same functions. The functions are never called with a size of 0, except that the right side of
// least_squares may have no columns. Tests: tests/linalg/values.cpp.
#pragma once

#include <stria/base/index.hpp>

#include <complex>
#include <cstddef>

namespace stria::detail::linear {

/// The batch of a call: the sizes of its axes, and the number of matrices.
struct matrix_batch {
  const index* sizes;
  std::size_t rank;
  index count;
};

/// The offset of an entry of a batch; `steps` holds one stride for each axis of the batch.
constexpr index offset_in_batch(const matrix_batch& batch, const index* steps, index entry) {
  index offset = 0;
  for (std::size_t k = batch.rank; k-- > 0;) {
    offset += entry % batch.sizes[k] * steps[k];
    entry /= batch.sizes[k];
  }
  return offset;
}

/// The matrices of an operand, read-only. Element (i, j) of entry k is
/// data[offset_in_batch(k) + i * row + j * column]; strides may be 0 or negative. Results are
/// contiguous and row-major, entry by entry.
template <class T> struct matrix_operand {
  const T* data;
  const index* steps;
  index row, column;

  constexpr const T* at(const matrix_batch& batch, index entry) const {
    return data + offset_in_batch(batch, steps, entry);
  }
};

enum class linalg_trouble : unsigned char {
  none,
  singular,
  not_positive_definite,
  not_finite,
  no_convergence
};
/// The first entry of the batch that could not be computed, and the reason.
struct linalg_outcome {
  linalg_trouble trouble = linalg_trouble::none;
  index entry = 0;
};

template <class T> struct complex_pair {
  using real = T;
  using complex = std::complex<T>;
};
template <class T> struct complex_pair<std::complex<T>> {
  using real = T;
  using complex = std::complex<T>;
};
template <class T> using real_part_t = typename complex_pair<T>::real;
template <class T> using as_complex_t = typename complex_pair<T>::complex;

/// LU decomposition of square matrices of side n. Defined in src/linalg/lu.cpp.
template <class T> struct lu_kernels {
  using in = matrix_operand<T>;
  /// Solves a x = b, where b and x have k columns.
  static linalg_outcome solve(const matrix_batch&, index n, index k, in a, in b, T* x);
  /// Inverts all matrices of the batch; the inverse of a singular one is filled with NaN.
  static linalg_outcome invert(const matrix_batch&, index n, in a, T* inverse);
  static void determinant(const matrix_batch&, index n, in a, T* result);
  static void sign_and_log(const matrix_batch&, index n, in a, T* sign, real_part_t<T>* log);
  /// Factors m by n matrices: a = P L U. P is m by m, L is m by min(m, n), U is min(m, n) by n.
  static linalg_outcome factor(const matrix_batch&, index m, index n, in a, real_part_t<T>* p, T* l,
                               T* u);
  static linalg_outcome solve_triangular(const matrix_batch&, index n, index k, in a, in b,
                                         bool lower, bool unit_diagonal, T* x);
};

/// Defined in src/linalg/factor.cpp.
template <class T> struct factor_kernels {
  using in = matrix_operand<T>;
  /// Computes L with a = L L^H from the lower triangle or, if `upper`, U with a = U^H U from the
  /// upper one.
  static linalg_outcome cholesky(const matrix_batch&, index n, in a, bool upper, T* result);
  /// Factors m by n matrices: a = q r. q is m by k and r is k by n; k is m (complete) or min(m, n).
  static void qr(const matrix_batch&, index m, index n, in a, index k, T* q, T* r);
};

/// Defined in src/linalg/exponential.cpp.
template <class T> struct exponential_kernels {
  static linalg_outcome compute(const matrix_batch&, index n, matrix_operand<T> a, T* result);
};

/// Defined in src/linalg/svd.hpp.
template <class T> struct svd_kernels {
  using in = matrix_operand<T>;
  using real = real_part_t<T>;
  /// u is m by m (full) or m by min(m, n), s has min(m, n) elements, vh is n by n or min(m, n) by
  /// n. If u is null, only s is computed.
  static linalg_outcome decompose(const matrix_batch&, index m, index n, in a, bool full, T* u,
                                  real* s, T* vh);
  /// The pseudo-inverse, n by m. Singular values up to rtol times the largest one count as 0.
  static linalg_outcome pseudo_invert(const matrix_batch&, index m, index n, in a, real rtol,
                                      T* result);
  /// The least-squares solution of a x = b for one matrix a and k columns. `residuals` receives k
  /// sums of squares.
  static linalg_outcome least_squares(index m, index n, index k, in a, in b, real rcond, T* x,
                                      real* residuals, real* s, index* rank);
};

/// Hermitian matrices, of which one triangle is read. Values are ascending; if vectors is null,
/// only the values are computed. Defined in src/linalg/hermitian.cpp.
template <class T> struct hermitian_kernels {
  static linalg_outcome compute(const matrix_batch&, index n, matrix_operand<T> a, bool upper,
                                real_part_t<T>* values, T* vectors);
};

/// If vectors is null, only the values are computed. Defined in src/linalg/eigenvalues.cpp.
template <class T> struct eigen_kernels {
  static linalg_outcome compute(const matrix_batch&, index n, matrix_operand<T> a,
                                as_complex_t<T>* values, as_complex_t<T>* vectors);
};

} // namespace stria::detail::linear
