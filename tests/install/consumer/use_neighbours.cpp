// SPDX-License-Identifier: BSL-1.0
// The headers of stria/interop/ and their libraries, found by the targets alone.
#include <stria/interop/dlpack.hpp>
#include <stria/interop/eigen.hpp>
#include <stria/stria.hpp>

using namespace stria;

int main() {
  tensor<float, 2, 2> a{{1.f, 2.f}, {3.f, 4.f}};
  as_eigen(a) = as_eigen(a) * as_eigen(a);
  const auto in = from_dlpack<const float, 2, dyn>(to_dlpack(eval(a + 1.f)));
  return sum(in.view()) == 58.f ? 0 : 1;
}
