// SPDX-License-Identifier: BSL-1.0
// expect-gcc: save_csv writes an array of 2 axes (rows and columns) or of 1 axis (one column)
// expect-clang: an array of 2 axes (rows and
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
