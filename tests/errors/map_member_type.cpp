// SPDX-License-Identifier: BSL-1.0
// expect: map: the member `is_expensive` of the function object must be a static constexpr bool
#include <stria/stria.hpp>
using namespace stria;
template <class Bool> struct slow {
  static constexpr Bool is_expensive = 1;
  float operator()(float x) const { return x * x; }
};
int main() {
  const dtensor<float, 1> a(2);
#ifndef TWIN
  auto x = map(slow<int>(), a); // the mistake
#else
  auto x = map(slow<bool>(), a);
#endif
  static_cast<void>(x);
}
