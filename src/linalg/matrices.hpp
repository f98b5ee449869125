// SPDX-License-Identifier: BSL-1.0
// linalg/matrices.hpp: copies the matrices of linalg/backend.hpp to Eigen matrices and back.
#pragma once

#include "shared.hpp"

#include <stria/linalg/backend.hpp>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

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

/// Multiplies numbers by a power of two.
template <class T> void multiply_by_power(T* p, index count, int exponent) {
  if (exponent == 0)
    return;
  for (index i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<T, real_part_t<T>>)
      p[i] = std::scalbn(p[i], exponent);
    else
      p[i] = T(std::scalbn(p[i].real(), exponent), std::scalbn(p[i].imag(), exponent));
  }
}
/// Divides a matrix by a power of 4 if the squares of its largest elements might overflow or
/// vanish, and returns the exponent of 2, or 0. The smallest element remains a normal number.
template <class T> int take_out_power(own_matrix<T>& m) {
  using real = real_part_t<T>;
  constexpr int far = std::numeric_limits<real>::max_exponent / 4;
  real top = 0, least = std::numeric_limits<real>::max();
  for (index i = 0; i < m.size(); ++i)
    for (const real part : {std::abs(std::real(m.data()[i])), std::abs(std::imag(m.data()[i]))}) {
      top = std::max(top, part);
      if (part > 0)
        least = std::min(least, part);
    }
  if (!(top > 0) || !std::isfinite(top))
    return 0;
  const int exponent = std::ilogb(top);
  if (std::abs(exponent) <= far)
    return 0;
  const int room = std::max(0, std::ilogb(least) - (std::numeric_limits<real>::min_exponent - 1));
  const int power = (exponent > 0 ? std::min(exponent - far, room) : exponent + far) / 2 * 2;
  multiply_by_power(m.data(), m.size(), -power);
  return power;
}
/// The same for complex matrices only. Eigen divides vectors of complex numbers by way of the
/// square of the divisor.
template <class T> int take_out_complex_power(own_matrix<T>& m) {
  if constexpr (std::is_same_v<T, real_part_t<T>>)
    return 0;
  else
    return take_out_power(m);
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
