// SPDX-License-Identifier: BSL-1.0
// odr/first.cpp: includes every header. second.cpp does, too, so a function that lacks `inline`
// fails to link.
#include "all_headers.hpp"

int second();

int main() { return second(); }
