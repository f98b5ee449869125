// SPDX-License-Identifier: BSL-1.0
// expect: rank_cast is for an any_tensor; the rank of this operand is known
#include <stria/any_tensor.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 2> m(3, 3);
#ifndef TWIN
  auto x = rank_cast<2>(m); // the mistake
#else
  auto x = rank_cast<2>(any_tensor<const double>(m));
#endif
  static_cast<void>(x);
}
