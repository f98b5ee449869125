// SPDX-License-Identifier: BSL-1.0
// expect: the array is a temporary, and iterators or pointers would outlive it
#include <stria/stria.hpp>
using namespace stria;
int main() {
  dtensor<float, 2> t(2, 3);
  const auto p = parse_index("1, 1:");
#ifndef TWIN
  auto last = plan_slice(t.shape(), p.begin, p.end, p.strides, p.masks).axes().end(); // the mistake
#else
  const auto plan = plan_slice(t.shape(), p.begin, p.end, p.strides, p.masks);
  auto last = plan.axes().end();
#endif
  static_cast<void>(last);
}
