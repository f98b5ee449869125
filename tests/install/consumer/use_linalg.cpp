// SPDX-License-Identifier: BSL-1.0
// Links stria::linalg, whose sources this project compiles; no header of Eigen is needed.
#include <stria/linalg.hpp>

#ifdef EIGEN_WORLD_VERSION
#error "a header of Eigen"
#endif

using namespace stria;

int main() {
  const dtensor<double, 2> a{{4., 1.}, {1., 3.}};
  const auto x = linalg::solve(a, tensor{1., 2.});
  const auto values = linalg::eigvalsh(a);
  return linalg::vector_norm(matmul(a, x) - tensor{1., 2.}) < 1e-15 &&
                 abs(sum(values) - 7.) < 1e-14 && abs(linalg::det(a) - 11.) < 1e-14
             ? 0
             : 1;
}
