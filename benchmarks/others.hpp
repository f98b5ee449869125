// SPDX-License-Identifier: BSL-1.0
// others.hpp: what is measured beside the workloads. Each function gives the program's exit status.
#pragma once

#include "harness.hpp"

namespace bench {

/// Cost per element from 1e3 to 1e8 elements, for ranks 1 to 8.
int scale(suite&);
/// The bandwidth of r = a + 2 b by hand, for the sizes that the workloads use.
int triad(suite&);
/// Tensors of more than 2^32 elements: values at both ends, slices, sums. Takes 9 GiB.
int huge();
/// The speed of load_csv.
int csv();

} // namespace bench
