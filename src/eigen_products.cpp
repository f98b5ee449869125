// SPDX-License-Identifier: BSL-1.0
// Products of matrices by Eigen, compiled once for all programs that link them: Eigen's headers
// take longer to compile than stria's.
#include <stria/product/multiply.hpp>

#include <Eigen/Core>

#include <complex>

namespace stria::detail {
namespace {

using Eigen::Dynamic;

template <class T, int Order> auto map_of_lines(const T* p, index line, index rows, index columns) {
  using matrix = Eigen::Matrix<T, Dynamic, Dynamic, Order>;
  return Eigen::Map<const matrix, 0, Eigen::OuterStride<>>(p, rows, columns,
                                                           Eigen::OuterStride<>(line));
}

template <class T, class A, class B> void store_product(T* c, const A& a, const B& b) {
  using matrix = Eigen::Matrix<T, Dynamic, Dynamic, Eigen::RowMajor>;
  Eigen::Map<matrix>(c, a.rows(), b.cols()).noalias() = a * b;
}

template <class T>
void multiply_as(void* c, const void* a, index a_row, index a_column, const void* b, index b_row,
                 index b_column, product_sizes n) {
  const auto with_a = [&](const auto& left) {
    const auto* p = static_cast<const T*>(b);
    if (b_column == 1)
      store_product(static_cast<T*>(c), left,
                    map_of_lines<T, Eigen::RowMajor>(p, b_row, n.inner, n.columns));
    else
      store_product(static_cast<T*>(c), left,
                    map_of_lines<T, Eigen::ColMajor>(p, b_column, n.inner, n.columns));
  };
  const auto* p = static_cast<const T*>(a);
  if (a_column == 1)
    with_a(map_of_lines<T, Eigen::RowMajor>(p, a_row, n.rows, n.inner));
  else
    with_a(map_of_lines<T, Eigen::ColMajor>(p, a_column, n.rows, n.inner));
}

} // namespace

void multiply_by_eigen(product_type type, void* c, const void* a, index a_row, index a_column,
                       const void* b, index b_row, index b_column, product_sizes n) {
  switch (type) {
  case product_type::float32:
    return multiply_as<float>(c, a, a_row, a_column, b, b_row, b_column, n);
  case product_type::float64:
    return multiply_as<double>(c, a, a_row, a_column, b, b_row, b_column, n);
  case product_type::complex64:
    return multiply_as<std::complex<float>>(c, a, a_row, a_column, b, b_row, b_column, n);
  case product_type::complex128:
    return multiply_as<std::complex<double>>(c, a, a_row, a_column, b, b_row, b_column, n);
  }
}

} // namespace stria::detail
