// SPDX-License-Identifier: BSL-1.0
#include <stria/stria.hpp>

#include <cstdio>

int main() {
  using namespace stria;
  const tensor a{{1, 2, 3}, {4, 5, 6}};
  std::printf("stria %s: %d\n", STRIA_VERSION_STRING, sum(a[_, rev()]));
  return sum(a) == 21 ? 0 : 1;
}
