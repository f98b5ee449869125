// SPDX-License-Identifier: BSL-1.0
// expect: the ranks differ
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<int, 4, 2> t;
  tensor<int, 2> u;
#ifndef TWIN
  t[nd({{0}, {2}})] += u; // the mistake
#else
  t[nd({{0}, {2}})] += broadcast_to(u, _2, _2);
#endif
  static_cast<void>(t);
}
