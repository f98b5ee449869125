// SPDX-License-Identifier: BSL-1.0
// expect: stria: grad: argument 1 has elements of type int; derivatives need floating-point
// numbers: cast<double>(n)
#include <stria/grad.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<int, 3> n;
#ifndef TWIN
  auto g = grad([](const auto& a) { return sum(a); }, n); // the mistake
#else
  auto g = grad([](const auto& a) { return sum(a); }, cast<double>(n));
#endif
  static_cast<void>(g);
}
