// SPDX-License-Identifier: BSL-1.0
// linalg/matrices.hpp: copies the matrices of linalg/backend.hpp to Eigen matrices and back.
#pragma once

#include "shared.hpp"

#include <stria/linalg/backend.hpp>

#include <Eigen/Core>

#include <algorithm>

namespace stria::detail::linear {

/// The type in which large functions compute: double for float. With code for all four element
/// types, the library would be too large.
template <class T> struct wide_element {
  using type = double;
};
template <class T> struct wide_element<std::complex<T>> {
  using type = std::complex<double>;
};
template <class T> using wide_t = typename wide_element<T>::type;

template <class T> using own_matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
using row_major_map = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// Copies rows by columns elements in blocks. With a stride of a power of two, whole columns would
/// otherwise compete for a few cache lines.
template <class T, class U>
void load(own_matrix<T>& to, const U* from, index rows, index columns, index row, index column) {
  constexpr index block = 16;
  to.resize(rows, columns);
  if (row == 1) {
    for (index j = 0; j < columns; ++j)
      std::copy_n(from + j * column, rows, to.data() + j * rows);
    return;
  }
  for (index j = 0; j < columns; j += block)
    for (index i = 0; i < rows; i += block)
      for (index y = j; y < std::min(j + block, columns); ++y)
        for (index x = i; x < std::min(i + block, rows); ++x)
          to.data()[x + y * rows] = static_cast<T>(from[x * row + y * column]);
}

template <class T> row_major_map<T> stored(T* to, index rows, index columns) {
  return row_major_map<T>(to, rows, columns);
}

} // namespace stria::detail::linear

/// Instantiates the classes of backend.hpp for the element types.
#define STRIA_FOR_REAL_ELEMENTS(kernels)                                                           \
  template struct kernels<float>;                                                                  \
  template struct kernels<double>;
#define STRIA_FOR_COMPLEX_ELEMENTS(kernels)                                                        \
  template struct kernels<std::complex<float>>;                                                    \
  template struct kernels<std::complex<double>>;
