// SPDX-License-Identifier: BSL-1.0
// others.hpp: further measurements. Each function returns the exit status of the program.
#pragma once

#include "harness.hpp"

namespace bench {

/// Measures the time per element for 1e3 to 1e8 elements and ranks 1 to 8.
int scale(suite&);
/// Measures the bandwidth of a hand-written r = a + 2 b, for the sizes of the workloads.
int triad(suite&);
/// Checks tensors of more than 2^32 elements: values at both ends, slices, sums. Needs 9 GiB.
int huge();
/// Measures the speed of load_csv.
int csv();

} // namespace bench
