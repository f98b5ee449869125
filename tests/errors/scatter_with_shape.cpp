// SPDX-License-Identifier: BSL-1.0
// expect: a value of shape (3,) does not fit into the target of shape (2,)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> t;
  tensor<int, 3> u;
#ifndef TWIN
  assign_with(t[nd({{0}, {2}})], u, [](int a, int b) { return a - b; }); // the mistake
#else
  assign_with(t[nd({{0}, {2}})], u[range(_1, _)], [](int a, int b) { return a - b; });
#endif
  static_cast<void>(t);
}
