// SPDX-License-Identifier: BSL-1.0
// expect: the shapes (batch,) and (features,) do not broadcast
#include <stria/stria.hpp>
using namespace stria;
inline constexpr dim batch{"batch"}, features{"features"};
int main() {
  tensor<int, batch> a(2);
  tensor<int, features> b(2);
#ifndef TWIN
  auto x = a + b; // the mistake
#else
  auto x = a + a;
#endif
  static_cast<void>(x);
}
