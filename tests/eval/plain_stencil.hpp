// SPDX-License-Identifier: BSL-1.0
// eval/plain_stencil.hpp: the mean of four neighbours by plain loops, compiled with -Og.
#pragma once

#include <cstddef>

namespace test {

/// The inner elements of q, of n rows of m elements, from those of p.
void plain_stencil(const float* p, float* q, std::ptrdiff_t n, std::ptrdiff_t m);

} // namespace test
