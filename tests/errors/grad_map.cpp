// SPDX-License-Identifier: BSL-1.0
// expect: stria: grad: map() of a function that cannot be called with a dual number; custom_grad(f,
// pullback) states its derivative
#include <stria/grad.hpp>
#include <stria/stria.hpp>
using namespace stria;
int main() {
  const dtensor<float, 1> w(3);
  const auto twice = [](float x) { return 2 * x; };
#ifndef TWIN
  auto g = grad([&](const auto& a) { return sum(map(twice, a)); }, w); // the mistake
#else
  const auto f = custom_grad([&](const auto& a) { return map(twice, a); },
                             [](const auto& dy, const auto&) { return 2.f * dy; });
  auto g = grad([&](const auto& a) { return sum(f(a)); }, w);
#endif
  static_cast<void>(g);
}
