// SPDX-License-Identifier: BSL-1.0
// expect: .npy files hold bool, integers, float, double and their complex numbers
#include <stria/stria.hpp>

#include <stria/io/npy.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  save_npy("words.npy", tensor<std::string, 2>()); // the mistake
#else
  save_npy("words.npy", tensor<float, 2>());
#endif
}
