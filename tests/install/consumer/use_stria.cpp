// SPDX-License-Identifier: BSL-1.0
// use_stria.cpp: a program with tensors.
#if defined(WITH_RANGES)
#include <stria/ranges.hpp>
#endif
#include <stria/stria.hpp>

int main() {
  using namespace stria;
  tensor m{{1, 2, 3}, {4, 5, 6}};
  auto row = m[_1, rev()];
  m[0, 0] = row[_0] + row[_2];
  // Large enough to be computed by a BLAS library, if there is one.
  const dtensor<double, 2> product = matmul(ones<double>(40, 50), full<double>(2., 50, 60));
#if defined(WITH_RANGES)
  static_assert(std::derived_from<decltype(elements(m)), ::ranges::view_base>);
#endif
  return m[0, 0] == 10 && row.extent(0) == 3 && product(39, 59) == 100 ? 0 : 1;
}
