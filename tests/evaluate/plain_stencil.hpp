// SPDX-License-Identifier: BSL-1.0
// evaluate/plain_stencil.hpp: the mean of four neighbours with plain loops, compiled with -Og.
#pragma once

#include <cstddef>

namespace test {

/// Computes the inner elements of q, which has n rows of m elements, from those of p.
void plain_stencil(const float* p, float* q, std::ptrdiff_t n, std::ptrdiff_t m);

} // namespace test
