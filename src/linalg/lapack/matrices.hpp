// SPDX-License-Identifier: BSL-1.0
// Column-major copies of the matrices of linalg/backend.hpp, as LAPACK needs them.
#pragma once

#include "../shared.hpp"

#include <stria/base/errors.hpp>
#include <stria/linalg/backend.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace stria::detail::linear {

/// Converts a size to an integer of LAPACK. Throws a value_error if it does not fit.
inline int lapack_size(index n) {
  if (n > std::numeric_limits<int>::max())
    raise<value_error>(message("stria: linalg: the size ")
                       << n << " exceeds the 32-bit integers of LAPACK");
  return static_cast<int>(n);
}

inline bool is_finite(float x) { return std::isfinite(x); }
inline bool is_finite(double x) { return std::isfinite(x); }
template <class T> bool is_finite(const std::complex<T>& z) {
  return std::isfinite(z.real()) && std::isfinite(z.imag());
}

/// A column-major matrix; its storage is reused for the next matrix of a batch.
template <class T> class column_matrix {
  std::vector<T> elements_;
  index rows_ = 0;

public:
  void resize(index rows, index columns) {
    rows_ = rows;
    elements_.resize(static_cast<std::size_t>(rows * columns));
  }
  T* data() { return elements_.data(); }
  const T* data() const { return elements_.data(); }
  T& operator()(index i, index j) { return elements_[static_cast<std::size_t>(i + j * rows_)]; }
  const T& operator()(index i, index j) const {
    return elements_[static_cast<std::size_t>(i + j * rows_)];
  }
  bool all_finite() const {
    return std::all_of(elements_.begin(), elements_.end(), [](const T& v) { return is_finite(v); });
  }

  /// Calls f(i, j) for each element of a rows by columns matrix, block by block. If the size of a
  /// row or a column is a power of two, whole columns would compete for a few cache lines.
  template <class F> static void each(index rows, index columns, const F& f) {
    constexpr index block = 16;
    for (index j = 0; j < columns; j += block)
      for (index i = 0; i < rows; i += block)
        for (index y = j; y < std::min(j + block, columns); ++y)
          for (index x = i; x < std::min(i + block, rows); ++x)
            f(x, y);
  }
  template <class U> void load(const U* from, index rows, index columns, index row, index column) {
    resize(rows, columns);
    each(rows, columns,
         [&](index i, index j) { (*this)(i, j) = static_cast<T>(from[i * row + j * column]); });
  }
  /// Writes the first rows and columns to a contiguous row-major matrix.
  template <class U> void store(U* to, index rows, index columns) const {
    each(rows, columns,
         [&](index i, index j) { to[i * columns + j] = static_cast<U>((*this)(i, j)); });
  }
};

/// The work array of a routine: call(work, -1) asks for its size, call(work, size) computes.
template <class T> class workspace {
  std::vector<T> elements_;

public:
  template <class Call> explicit workspace(const Call& call) {
    T wanted(1);
    call(&wanted, -1);
    // The routine returns the size as a number of type T. A float may have rounded a large size
    // down.
    const double size = std::ceil(static_cast<double>(std::real(wanted)) *
                                  (1 + std::numeric_limits<real_part_t<T>>::epsilon()));
    elements_.resize(static_cast<std::size_t>(
        lapack_size(size < 1 ? 1 : static_cast<index>(std::min(size, 0x1p62)))));
  }
  T* data() { return elements_.data(); }
  int size() const { return static_cast<int>(elements_.size()); }
};

} // namespace stria::detail::linear
