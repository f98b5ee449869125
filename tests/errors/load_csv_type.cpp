// SPDX-License-Identifier: BSL-1.0
// expect-gcc: a CSV table holds integers, float or double, not elements of this type
// expect-clang: integers, float or double, not
#include <stria/stria.hpp>

#include <stria/io/csv.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  auto x = load_csv<bool>("flags.csv"); // the mistake
#else
  auto x = load_csv<int>("flags.csv");
#endif
  static_cast<void>(x);
}
