// SPDX-License-Identifier: BSL-1.0
// Eigen
#include <stria/stria.hpp>

#include <stria/interop/eigen.hpp>
#include <stria/interop/eigen_tensor.hpp>

using namespace stria;

// page: in full
// expect: as_eigen takes a tensor or a view
void eigen_expression() {
  dtensor<double, 2> a(3, 4);
#ifdef WRONG
  auto x = as_eigen(a + 1.0);
#else
  auto x = as_eigen(a);
#endif
}

// expect: an Eigen matrix has one or two axes
void eigen_rank() {
  dtensor<double, 3> a(3, 4, 5);
#ifdef WRONG
  auto x = as_eigen(a);
#else
  auto x = as_eigen(a[_0]);
#endif
}

// expect: as_eigen_tensor takes a tensor or a view
void eigen_tensor_expression() {
  dtensor<double, 3> a(3, 4, 5);
#ifdef WRONG
  auto x = as_eigen_tensor(a + 1.0);
#else
  auto x = as_eigen_tensor(a);
#endif
}

// expect: as_view takes an Eigen object whose elements are in memory
void eigen_view_of_expression() {
  const Eigen::MatrixXd m = Eigen::MatrixXd::Zero(3, 4);
#ifdef WRONG
  auto x = as_view(m + m);
#else
  auto x = as_view(m);
#endif
}
