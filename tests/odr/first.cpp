// SPDX-License-Identifier: BSL-1.0
// odr/first.cpp: everything, once; a function that should be inline and is not fails to link.
#include "all_headers.hpp"

int second();

int main() { return second(); }
