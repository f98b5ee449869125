// SPDX-License-Identifier: BSL-1.0
// odr/second.cpp: everything, a second time.
#include "all_headers.hpp"

int second();

int second() { return 0; }
