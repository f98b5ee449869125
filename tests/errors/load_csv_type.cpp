// SPDX-License-Identifier: BSL-1.0
// expect-gcc: tables of text hold integers, float and double, and no elements of this type
// expect-clang: integers, float and double, and
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
