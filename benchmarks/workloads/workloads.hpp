// SPDX-License-Identifier: BSL-1.0
// workloads/workloads.hpp: one function for each file.
#pragma once

#include "../harness.hpp"

void fused(bench::suite&);
void transcendental(bench::suite&);
void broadcast(bench::suite&);
void slices(bench::suite&);
void stencil(bench::suite&);
void transposed(bench::suite&);
void overlap(bench::suite&);
void places(bench::suite&);
void masks(bench::suite&);
void sums(bench::suite&);
void extremes(bench::suite&);
void running(bench::suite&);
void reductions(bench::suite&);
void normalise(bench::suite&);
void products(bench::suite&);
void image(bench::suite&);
void tiny(bench::suite&);
