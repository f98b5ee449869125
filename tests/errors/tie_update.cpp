// SPDX-License-Identifier: BSL-1.0
// expect: tie has no compound assignments
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 3> u, v;
#ifndef TWIN
  tie(u, v) += 1.f; // the mistake
#else
  tie(u, v) = std::tuple(u + 1.f, v + 1.f);
#endif
}
