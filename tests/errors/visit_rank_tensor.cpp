// SPDX-License-Identifier: BSL-1.0
// expect: visit_rank is for an any_tensor; the rank of this operand is known
#include <stria/any_tensor.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<double, 2> m(3, 3);
#ifndef TWIN
  auto x = visit_rank(m, [](auto v) { return v.size(); }); // the mistake
#else
  auto x = visit_rank(any_tensor<const double>(m), [](auto v) { return v.size(); });
#endif
  static_cast<void>(x);
}
