// SPDX-License-Identifier: BSL-1.0
// expect: the inner extents have different names
#include <stria/stria.hpp>
using namespace stria;
inline constexpr dim batch{"batch"}, features{"features"};
int main() {
  tensor<float, 2, batch> a(3);
  tensor<float, features, 2> b(3);
#ifndef TWIN
  auto x = matmul(a, b); // the mistake
#else
  auto x = matmul(a, transpose(a));
#endif
  static_cast<void>(x);
}
