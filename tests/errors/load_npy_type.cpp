// SPDX-License-Identifier: BSL-1.0
// expect: .npy files hold bool, integers, float, double and their complex numbers
#include <stria/stria.hpp>

#include <stria/io/npy.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  auto x = load_npy<std::string, dyn>("words.npy"); // the mistake
#else
  auto x = load_npy<float, dyn>("words.npy");
#endif
  static_cast<void>(x);
}
