// SPDX-License-Identifier: BSL-1.0
// The functions of linalg/backend.hpp, computed with LAPACK; chosen by -DSTRIA_LINALG=lapack.
//
// Functions compute in the element type, as in NumPy, except the matrix exponential, which computes
// in double.
#include "matrices.hpp"
#include "routines.hpp"

#include <type_traits>
#include <utility>

namespace stria::detail::linear {
namespace {

template <class T> inline constexpr bool is_complex_number = !std::is_same_v<T, real_part_t<T>>;

template <class T> class lu_factors {
  column_matrix<T> m_;
  std::vector<int> pivots_;
  bool singular_ = false;

public:
  /// Factors elements(), which the caller has filled.
  void compute(index m, index n) {
    pivots_.resize(static_cast<std::size_t>(std::min(m, n)));
    singular_ = lapack::getrf(lapack_size(m), lapack_size(n), m_.data(), pivots_.data()) > 0;
  }
  void compute_square(const T* a, index n, index row, index column) {
    m_.load(a, n, n, row, column);
    compute(n, n);
  }
  bool singular() const { return singular_; }
  column_matrix<T>& elements() { return m_; }
  const std::vector<int>& pivots() const { return pivots_; }
  /// The determinant of the permutation: 1 or -1.
  real_part_t<T> permutation() const {
    bool odd = false;
    for (std::size_t k = 0; k < pivots_.size(); ++k)
      odd ^= pivots_[k] != static_cast<int>(k) + 1;
    return odd ? real_part_t<T>(-1) : real_part_t<T>(1);
  }
};

template <class T> bool has_zero_on_diagonal(const column_matrix<T>& m, index n) {
  for (index k = 0; k < n; ++k)
    if (m(k, k) == T(0))
      return true;
  return false;
}

/// Thin or full singular value decompositions of m by n matrices.
template <class T> class singular_values {
  using real = real_part_t<T>;
  index m_, n_, k_;
  char job_;
  index u_columns_, vh_rows_;
  column_matrix<T> a_, u_, vh_;
  std::vector<real> s_, reals_;
  std::vector<int> integers_;
  workspace<T> work_;

  int call(T* work, int size) {
    return lapack::gesdd(job_, lapack_size(m_), lapack_size(n_), a_.data(), s_.data(), u_.data(),
                         vh_.data(), lapack_size(vh_rows_), work, size, reals_.data(),
                         integers_.data());
  }
  static std::size_t real_work(char job, index m, index n) {
    if (!is_complex_number<T>)
      return 1;
    const index k = std::min(m, n), large = std::max(m, n);
    return static_cast<std::size_t>(
        job == 'N' ? 7 * k : std::max(5 * k * k + 5 * k, 2 * large * k + 2 * k * k + k));
  }

public:
  /// job: 'N' for values only, 'S' for thin factors, 'A' for full ones.
  singular_values(index m, index n, char job)
      : m_(m), n_(n), k_(std::min(m, n)), job_(job), u_columns_(job == 'A' ? m : k_),
        vh_rows_(job == 'A' ? n : k_), s_(static_cast<std::size_t>(k_)),
        reals_(real_work(job, m, n)), integers_(static_cast<std::size_t>(8 * k_)),
        work_([&](T* work, int size) {
          a_.resize(m, n);
          u_.resize(m, u_columns_);
          vh_.resize(vh_rows_, n);
          call(work, size);
        }) {}
  linalg_trouble compute(const T* a, index row, index column) {
    a_.load(a, m_, n_, row, column);
    if (!a_.all_finite())
      return linalg_trouble::not_finite;
    return call(work_.data(), work_.size()) == 0 ? linalg_trouble::none
                                                 : linalg_trouble::no_convergence;
  }
  const std::vector<real>& s() const { return s_; }
  const column_matrix<T>& u() const { return u_; }
  column_matrix<T>& vh() { return vh_; }
  index u_columns() const { return u_columns_; }
  index vh_rows() const { return vh_rows_; }
  /// The number of values larger than `part` times the largest one.
  index count_larger(real part) const {
    index n = 0;
    while (n < k_ && s_[static_cast<std::size_t>(n)] > part * s_[0])
      ++n;
    return n;
  }
  /// Divides the first rows of vh by their singular values.
  void divide_vh(index rows) {
    for (index j = 0; j < n_; ++j)
      for (index i = 0; i < rows; ++i)
        vh_(i, j) /= s_[static_cast<std::size_t>(i)];
  }
};

} // namespace

template <class T>
linalg_outcome lu_kernels<T>::solve(const matrix_batch& batch, index n, index k, in a, in b, T* x) {
  lu_factors<T> lu;
  column_matrix<T> right;
  return for_entries(batch, [&](index entry) {
    lu.compute_square(a.at(batch, entry), n, a.row, a.column);
    if (lu.singular())
      return linalg_trouble::singular;
    right.load(b.at(batch, entry), n, k, b.row, b.column);
    lapack::getrs(lapack_size(n), lapack_size(k), lu.elements().data(), lu.pivots().data(),
                  right.data());
    right.store(x, n, k);
    x += n * k;
    return linalg_trouble::none;
  });
}

template <class T>
linalg_outcome lu_kernels<T>::invert(const matrix_batch& batch, index n, in a, T* inverse) {
  lu_factors<T> lu;
  workspace<T> work([&](T* w, int size) {
    const T one(1);
    const int pivot = 1;
    lapack::getri(lapack_size(n), const_cast<T*>(&one), &pivot, w, size);
  });
  linalg_outcome first;
  for (index entry = 0; entry < batch.count; ++entry, inverse += n * n) {
    lu.compute_square(a.at(batch, entry), n, a.row, a.column);
    if (!lu.singular()) {
      lapack::getri(lapack_size(n), lu.elements().data(), lu.pivots().data(), work.data(),
                    work.size());
      lu.elements().store(inverse, n, n);
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
  lu_factors<T> lu;
  for (index entry = 0; entry < batch.count; ++entry) {
    lu.compute_square(a.at(batch, entry), n, a.row, a.column);
    T product(lu.permutation());
    for (index k = 0; k < n; ++k)
      product *= lu.elements()(k, k);
    result[entry] = product;
  }
}

template <class T>
void lu_kernels<T>::sign_and_log(const matrix_batch& batch, index n, in a, T* sign,
                                 real_part_t<T>* log) {
  lu_factors<T> lu;
  for (index entry = 0; entry < batch.count; ++entry) {
    lu.compute_square(a.at(batch, entry), n, a.row, a.column);
    sign_and_log_of<T>(
        n, lu.permutation(), [&](index k) { return lu.elements()(k, k); }, sign[entry], log[entry]);
  }
}

template <class T>
linalg_outcome lu_kernels<T>::factor(const matrix_batch& batch, index m, index n, in a,
                                     real_part_t<T>* p, T* l, T* u) {
  const index k = std::min(m, n);
  lu_factors<T> lu;
  std::vector<index> order(static_cast<std::size_t>(m));
  return for_entries(batch, [&](index entry) {
    column_matrix<T>& f = lu.elements();
    f.load(a.at(batch, entry), m, n, a.row, a.column);
    if (!f.all_finite())
      return linalg_trouble::not_finite;
    lu.compute(m, n);
    for (index i = 0; i < m; ++i)
      order[static_cast<std::size_t>(i)] = i;
    for (std::size_t i = 0; i < lu.pivots().size(); ++i)
      std::swap(order[i], order[static_cast<std::size_t>(lu.pivots()[i] - 1)]);
    std::fill_n(p, m * m, real_part_t<T>(0));
    for (index i = 0; i < m; ++i)
      p[order[static_cast<std::size_t>(i)] * m + i] = real_part_t<T>(1);
    for (index i = 0; i < m; ++i)
      for (index j = 0; j < k; ++j)
        l[i * k + j] = i > j ? f(i, j) : T(i == j ? 1 : 0);
    for (index i = 0; i < k; ++i)
      for (index j = 0; j < n; ++j)
        u[i * n + j] = i <= j ? f(i, j) : T(0);
    p += m * m;
    l += m * k;
    u += k * n;
    return linalg_trouble::none;
  });
}

template <class T>
linalg_outcome lu_kernels<T>::solve_triangular(const matrix_batch& batch, index n, index k, in a,
                                               in b, bool lower, bool unit_diagonal, T* x) {
  column_matrix<T> m, right;
  return for_entries(batch, [&](index entry) {
    m.load(a.at(batch, entry), n, n, a.row, a.column);
    if (!unit_diagonal && has_zero_on_diagonal(m, n))
      return linalg_trouble::singular;
    right.load(b.at(batch, entry), n, k, b.row, b.column);
    lapack::trtrs(lower ? 'L' : 'U', unit_diagonal ? 'U' : 'N', lapack_size(n), lapack_size(k),
                  m.data(), right.data());
    right.store(x, n, k);
    x += n * k;
    return linalg_trouble::none;
  });
}

template <class T>
linalg_outcome factor_kernels<T>::cholesky(const matrix_batch& batch, index n, in a, bool upper,
                                           T* result) {
  column_matrix<T> m;
  return for_entries(batch, [&](index entry) {
    m.load(a.at(batch, entry), n, n, a.row, a.column);
    if (lapack::potrf(upper ? 'U' : 'L', lapack_size(n), m.data()) != 0)
      return linalg_trouble::not_positive_definite;
    for (index k = 0; k < n; ++k) // some versions of LAPACK accept NaN
      if (!(std::real(m(k, k)) > real_part_t<T>(0)))
        return linalg_trouble::not_positive_definite;
    for (index j = 0; j < n; ++j)
      for (index i = 0; i < n; ++i)
        if (upper ? i > j : i < j)
          m(i, j) = T(0);
    m.store(result, n, n);
    result += n * n;
    return linalg_trouble::none;
  });
}

template <class T>
void factor_kernels<T>::qr(const matrix_batch& batch, index m, index n, in a, index k, T* q, T* r) {
  const index reflectors = std::min(m, n);
  const int rows = lapack_size(m);
  column_matrix<T> f, wide;
  f.resize(m, n);
  wide.resize(m, k);
  std::vector<T> tau(static_cast<std::size_t>(reflectors));
  workspace<T> factor_work([&](T* work, int size) {
    lapack::geqrf(rows, lapack_size(n), f.data(), tau.data(), work, size);
  });
  const auto make_q = [&](T* work, int size) {
    lapack::orgqr(rows, lapack_size(k), lapack_size(reflectors), wide.data(), tau.data(), work,
                  size);
  };
  workspace<T> q_work(make_q);
  for (index entry = 0; entry < batch.count; ++entry, q += m * k, r += k * n) {
    f.load(a.at(batch, entry), m, n, a.row, a.column);
    lapack::geqrf(rows, lapack_size(n), f.data(), tau.data(), factor_work.data(),
                  factor_work.size());
    for (index i = 0; i < k; ++i)
      for (index j = 0; j < n; ++j)
        r[i * n + j] = i <= j ? f(i, j) : T(0);
    for (index j = 0; j < k; ++j)
      for (index i = 0; i < m; ++i)
        wide(i, j) = j < reflectors ? f(i, j) : T(0);
    make_q(q_work.data(), q_work.size());
    wide.store(q, m, k);
  }
}

/// Computes in double for all element types.
template <class T>
linalg_outcome exponential_kernels<T>::compute(const matrix_batch& batch, index n,
                                               matrix_operand<T> a, T* result) {
  using W = std::conditional_t<is_complex_number<T>, std::complex<double>, double>;
  const auto c = [](int k) { return exponential::coefficient(k); };
  const int side = lapack_size(n);
  const std::size_t count = static_cast<std::size_t>(n * n);
  column_matrix<W> m, m2, m4, m6, even, odd, work;
  for (column_matrix<W>* matrix : {&m, &m2, &m4, &m6, &even, &odd, &work})
    matrix->resize(n, n);
  const auto multiply = [&](column_matrix<W>& to, const column_matrix<W>& x,
                            const column_matrix<W>& y) {
    lapack::gemm('N', 'N', side, side, side, x.data(), side, y.data(), side, to.data(), side);
  };
  // Sets `to` to x6 m6 + x4 m4 + x2 m2 + x0 times the identity, or adds this sum to `to`.
  const auto combine = [&](column_matrix<W>& to, bool add, double x6, double x4, double x2,
                           double x0) {
    for (std::size_t i = 0; i < count; ++i)
      to.data()[i] =
          (add ? to.data()[i] : W(0)) + x6 * m6.data()[i] + x4 * m4.data()[i] + x2 * m2.data()[i];
    for (index k = 0; k < n; ++k)
      to(k, k) += x0;
  };
  lu_factors<W> lu;
  return for_entries(batch, [&](index entry) {
    m.load(a.at(batch, entry), n, n, a.row, a.column);
    if (!m.all_finite())
      return linalg_trouble::not_finite;
    double top = 0, norm = 0;
    for (std::size_t i = 0; i < count; ++i)
      top = std::max(top, std::abs(m.data()[i]));
    for (index j = 0; top > 0 && j < n; ++j) {
      double sum = 0;
      for (index i = 0; i < n; ++i)
        sum += std::abs(m(i, j) / top);
      norm = std::max(norm, sum);
    }
    const int squarings = exponential::squarings(top, norm);
    if (squarings > 0)
      for (std::size_t i = 0; i < count; ++i) {
        const W v = m.data()[i];
        if constexpr (is_complex_number<T>)
          m.data()[i] = W(std::ldexp(v.real(), -squarings), std::ldexp(v.imag(), -squarings));
        else
          m.data()[i] = std::ldexp(v, -squarings);
      }
    multiply(m2, m, m);
    multiply(m4, m2, m2);
    multiply(m6, m4, m2);
    combine(work, false, c(13), c(11), c(9), 0);
    multiply(even, m6, work);
    combine(even, true, c(7), c(5), c(3), c(1));
    multiply(odd, m, even);
    combine(work, false, c(12), c(10), c(8), 0);
    multiply(even, m6, work);
    combine(even, true, c(6), c(4), c(2), 1);
    lu.elements().resize(n, n);
    for (std::size_t i = 0; i < count; ++i) {
      lu.elements().data()[i] = even.data()[i] - odd.data()[i];
      work.data()[i] = even.data()[i] + odd.data()[i];
    }
    lu.compute(n, n);
    lapack::getrs(side, side, lu.elements().data(), lu.pivots().data(), work.data());
    for (int k = 0; k < squarings; ++k) {
      multiply(m, work, work);
      std::swap(m, work);
    }
    work.store(result, n, n);
    result += n * n;
    return linalg_trouble::none;
  });
}

template <class T>
linalg_outcome svd_kernels<T>::decompose(const matrix_batch& batch, index m, index n, in a,
                                         bool full, T* u, real* s, T* vh) {
  const index k = std::min(m, n);
  singular_values<T> svd(m, n, u == nullptr ? 'N' : full ? 'A' : 'S');
  return for_entries(batch, [&](index entry) {
    if (const linalg_trouble trouble = svd.compute(a.at(batch, entry), a.row, a.column);
        trouble != linalg_trouble::none)
      return trouble;
    s = std::copy_n(svd.s().data(), k, s);
    if (u != nullptr) {
      svd.u().store(u, m, svd.u_columns());
      svd.vh().store(vh, svd.vh_rows(), n);
      u += m * svd.u_columns();
      vh += svd.vh_rows() * n;
    }
    return linalg_trouble::none;
  });
}

template <class T>
linalg_outcome svd_kernels<T>::pseudo_invert(const matrix_batch& batch, index m, index n, in a,
                                             real rtol, T* result) {
  singular_values<T> svd(m, n, 'S');
  column_matrix<T> inverse;
  inverse.resize(n, m);
  return for_entries(batch, [&](index entry) {
    if (const linalg_trouble trouble = svd.compute(a.at(batch, entry), a.row, a.column);
        trouble != linalg_trouble::none)
      return trouble;
    const index rank = svd.count_larger(rtol);
    svd.divide_vh(rank);
    lapack::gemm('C', 'C', lapack_size(n), lapack_size(m), lapack_size(rank), svd.vh().data(),
                 lapack_size(svd.vh_rows()), svd.u().data(), lapack_size(m), inverse.data(),
                 lapack_size(n));
    inverse.store(result, n, m);
    result += n * m;
    return linalg_trouble::none;
  });
}

template <class T>
linalg_outcome svd_kernels<T>::least_squares(index m, index n, index k, in a, in b, real rcond,
                                             T* x, real* residuals, real* s, index* rank) {
  column_matrix<T> f, right, part, solution, product;
  f.load(a.data, m, n, a.row, a.column);
  right.load(b.data, m, k, b.row, b.column);
  if (!right.all_finite())
    return {linalg_trouble::not_finite, 0};
  singular_values<T> svd(m, n, 'S');
  if (const linalg_trouble trouble = svd.compute(a.data, a.row, a.column);
      trouble != linalg_trouble::none)
    return {trouble, 0};
  std::copy_n(svd.s().data(), std::min(m, n), s);
  *rank = svd.count_larger(rcond);
  const int rows = lapack_size(m), columns = lapack_size(n), sides = lapack_size(k);
  const int r = lapack_size(*rank);
  part.resize(std::max<index>(*rank, 1), k);
  solution.resize(n, k);
  product.resize(m, k);
  lapack::gemm('C', 'N', r, sides, rows, svd.u().data(), rows, right.data(), rows, part.data(),
               std::max(r, 1));
  svd.divide_vh(*rank);
  lapack::gemm('C', 'N', columns, sides, r, svd.vh().data(), lapack_size(svd.vh_rows()),
               part.data(), std::max(r, 1), solution.data(), columns);
  solution.store(x, n, k);
  lapack::gemm('N', 'N', rows, sides, columns, f.data(), rows, solution.data(), columns,
               product.data(), rows);
  for (index j = 0; j < k; ++j) {
    residuals[j] = 0;
    for (index i = 0; i < m; ++i)
      residuals[j] += std::norm(right(i, j) - product(i, j));
  }
  return {};
}

template <class T>
linalg_outcome hermitian_kernels<T>::compute(const matrix_batch& batch, index n,
                                             matrix_operand<T> a, bool upper,
                                             real_part_t<T>* values, T* vectors) {
  using real = real_part_t<T>;
  const char job = vectors == nullptr ? 'N' : 'V', triangle = upper ? 'U' : 'L';
  column_matrix<T> m;
  m.resize(n, n);
  // The sizes are those that the documentation of LAPACK prescribes.
  std::vector<int> integers(static_cast<std::size_t>(job == 'N' ? 1 : 3 + 5 * n));
  std::vector<real> reals(static_cast<std::size_t>(!is_complex_number<T> ? 1
                                                   : job == 'N'          ? n
                                                                         : 1 + 5 * n + 2 * n * n));
  const auto solve = [&](T* work, int size) {
    return lapack::evd(job, triangle, lapack_size(n), m.data(), values, work, size, reals.data(),
                       lapack_size(static_cast<index>(reals.size())), integers.data(),
                       lapack_size(static_cast<index>(integers.size())));
  };
  workspace<T> work(solve);
  return for_entries(batch, [&](index entry) {
    // The other triangle may hold anything, so only one triangle is read.
    const T* const from = a.at(batch, entry);
    bool finite = true;
    for (index j = 0; j < n; ++j)
      for (index i = 0; i < n; ++i) {
        const bool is_read = upper ? i <= j : i >= j;
        m(i, j) = is_read ? from[i * a.row + j * a.column] : T(0);
        finite &= is_finite(m(i, j));
      }
    if (!finite)
      return linalg_trouble::not_finite;
    if (solve(work.data(), work.size()) != 0)
      return linalg_trouble::no_convergence;
    values += n;
    if (vectors != nullptr) {
      m.store(vectors, n, n);
      vectors += n * n;
    }
    return linalg_trouble::none;
  });
}

template <class T>
linalg_outcome eigen_kernels<T>::compute(const matrix_batch& batch, index n, matrix_operand<T> a,
                                         as_complex_t<T>* values, as_complex_t<T>* vectors) {
  using real = real_part_t<T>;
  using complex = as_complex_t<T>;
  const char job = vectors == nullptr ? 'N' : 'V';
  column_matrix<T> m, right;
  m.resize(n, n);
  right.resize(n, n);
  std::vector<T> found(static_cast<std::size_t>(2 * n));
  std::vector<real> reals(static_cast<std::size_t>(2 * n));
  const auto solve = [&](T* work, int size) {
    return lapack::geev(job, lapack_size(n), m.data(), found.data(), right.data(), work, size,
                        reals.data());
  };
  workspace<T> work(solve);
  return for_entries(batch, [&](index entry) {
    m.load(a.at(batch, entry), n, n, a.row, a.column);
    if (!m.all_finite())
      return linalg_trouble::not_finite;
    if (solve(work.data(), work.size()) != 0)
      return linalg_trouble::no_convergence;
    if constexpr (is_complex_number<T>) {
      values = std::copy_n(found.data(), n, values);
      if (vectors != nullptr)
        right.store(vectors, n, n);
    } else {
      // A pair of conjugate values has the vectors x + i y and x - i y, in two columns x and y.
      const T* const imaginary = found.data() + n;
      for (index j = 0; j < n; ++j)
        values[j] = complex(found[static_cast<std::size_t>(j)], imaginary[j]);
      values += n;
      for (index j = 0; vectors != nullptr && j < n; ++j) {
        const bool is_pair = imaginary[j] != 0;
        for (index i = 0; i < n; ++i) {
          const complex v(right(i, j), is_pair ? right(i, j + 1) : real(0));
          vectors[i * n + j] = v;
          if (is_pair)
            vectors[i * n + j + 1] = std::conj(v);
        }
        j += is_pair;
      }
    }
    if (vectors != nullptr)
      vectors += n * n;
    return linalg_trouble::none;
  });
}

#define STRIA_FOR_ELEMENTS(kernels)                                                                \
  template struct kernels<float>;                                                                  \
  template struct kernels<double>;                                                                 \
  template struct kernels<std::complex<float>>;                                                    \
  template struct kernels<std::complex<double>>;
STRIA_FOR_ELEMENTS(lu_kernels)
STRIA_FOR_ELEMENTS(factor_kernels)
STRIA_FOR_ELEMENTS(exponential_kernels)
STRIA_FOR_ELEMENTS(svd_kernels)
STRIA_FOR_ELEMENTS(hermitian_kernels)
STRIA_FOR_ELEMENTS(eigen_kernels)

} // namespace stria::detail::linear
