// SPDX-License-Identifier: BSL-1.0
// expect: as_tensor(c) copies the elements of a container
#include <stria/stria.hpp>

#include <vector>
using namespace stria;
int main() {
  const std::vector<double> c{1, 2};
#ifndef TWIN
  auto x = map([](double y) { return y; }, c); // the mistake
#else
  auto x = map([](double y) { return y; }, as_tensor(c));
#endif
  static_cast<void>(x);
}
