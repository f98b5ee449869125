// SPDX-License-Identifier: BSL-1.0
// The second file of use_part.cpp.
#include <stria/core.hpp>

double total_of_columns(const stria::dtensor<double, 2>& a);

double total_of_columns(const stria::dtensor<double, 2>& a) {
  const stria::dtensor<double, 1> columns = sum(a + 0., stria::_0);
  return sum(columns);
}
