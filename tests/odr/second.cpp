// SPDX-License-Identifier: BSL-1.0
// odr/second.cpp: includes every header a second time.
#include "all_headers.hpp"

int second();

int second() { return 0; }
