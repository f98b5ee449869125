// SPDX-License-Identifier: BSL-1.0
// expect: stria: grad: the function returns a tensor of shape (3, 4); a gradient needs one number,
// as sum(r) or mean(r)
#include <stria/grad.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const tensor<float, 3, 4> w;
#ifndef TWIN
  auto g = grad([](const auto& a) { return a * 2.f; }, w); // the mistake
#else
  auto g = grad([](const auto& a) { return sum(a * 2.f); }, w);
#endif
  static_cast<void>(g);
}
