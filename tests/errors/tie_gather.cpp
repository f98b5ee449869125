// SPDX-License-Identifier: BSL-1.0
// expect: tie takes tensors and views that can be written, as in tie(u, v) = std::tuple(v,
// -u); this is const, a temporary, an expression or a selection by an index array
#include <stria/stria.hpp>

#include <tuple>
using namespace stria;
int main() {
  tensor<float, 4> u, v;
  tensor<bool, 4> mask;
#ifndef TWIN
  tie(u[mask], v) = std::tuple(v, u); // the mistake
#else
  tie(u, v) = std::tuple(where(mask, v, u), u);
#endif
}
