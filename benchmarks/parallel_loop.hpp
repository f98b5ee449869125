// SPDX-License-Identifier: BSL-1.0
// parallel_loop.hpp: BENCH_PARALLEL before a hand-written loop runs the loop on several threads, in
// programs that are compiled with OpenMP.
#pragma once

#if defined(_OPENMP)
#define BENCH_PARALLEL _Pragma("omp parallel for schedule(static)")
#else
#define BENCH_PARALLEL
#endif
