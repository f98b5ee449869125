// SPDX-License-Identifier: BSL-1.0
// expect: strided_slice needs the masks as a type, mask<1, 0, 0, 0, 0>{}
#include <stria/stria.hpp>

#include <array>
using namespace stria;
int main() {
  tensor<float, 4> t;
  const std::array<stria::index, 1> begin{0}, end{2}, strides{1};
#ifndef TWIN
  auto x = strided_slice(t, begin, end, strides, slice_masks{.begin_mask = 1}); // the mistake
#else
  auto x = strided_slice(t, begin, end, strides, mask<1, 0, 0, 0, 0>{});
#endif
  static_cast<void>(x);
}
