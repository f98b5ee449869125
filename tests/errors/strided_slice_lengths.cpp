// SPDX-License-Identifier: BSL-1.0
// expect: begin, end and strides as std::arrays (or spans) of one length
#include <stria/stria.hpp>
using namespace stria;
int main() {
  tensor<float, 4> a;
  constexpr std::array<stria::index, 1> one{1};
  [[maybe_unused]] constexpr std::array<stria::index, 2> two{1, 1};
#ifndef TWIN
  auto x = strided_slice(a, one, two, one, mask<0, 0, 0, 0, 0>{}); // the mistake
#else
  auto x = strided_slice(a, one, one, one, mask<0, 0, 0, 0, 0>{});
#endif
  static_cast<void>(x);
}
