// SPDX-License-Identifier: BSL-1.0
// use_stria.cpp: a program with tensors.
#include <stria/stria.hpp>

int main() {
  using namespace stria;
  tensor m{{1, 2, 3}, {4, 5, 6}};
  auto row = m[_1, rev()];
  m[0, 0] = row[_0] + row[_2];
  return m[0, 0] == 10 && row.extent(0) == 3 ? 0 : 1;
}
