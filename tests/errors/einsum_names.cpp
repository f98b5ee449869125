// SPDX-License-Identifier: BSL-1.0
// expect: the label i has two names; the shapes are (batch, 3), (3, features)
#include <stria/stria.hpp>
using namespace stria;
inline constexpr dim batch{"batch"}, features{"features"};
int main() {
  tensor<float, batch, 3> a(2);
  tensor<float, 3, features> b(2);
  tensor<float, 3, batch> c(2);
#ifndef TWIN
  auto x = einsum<"ij,ji->ij">(a, b); // the mistake
#else
  auto x = einsum<"ij,ji->ij">(a, c);
#endif
  static_cast<void>(x), static_cast<void>(b), static_cast<void>(c);
}
