// SPDX-License-Identifier: BSL-1.0
// expect: a value of shape (3,) does not fit into the target of shape (2,)
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4> t;
  tensor<int, 3> u;
#ifndef TWIN
  assign_max(t[nd({{0}, {2}})], u); // the mistake
#else
  assign_max(t[nd({{0}, {2}})], u[range(_1, _)]);
#endif
  static_cast<void>(t);
}
