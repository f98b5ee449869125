// SPDX-License-Identifier: BSL-1.0
// expect-gcc: a table of text has rows and columns: an array of 2 axes, or of 1 for one column
// expect-clang: and columns: an array of 2 axes,
#include <stria/stria.hpp>

#include <stria/io/csv.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  save_csv("cube.csv", zeros<double>(2, 3, 4)); // the mistake
#else
  save_csv("cube.csv", zeros<double>(2, 3));
#endif
}
