// SPDX-License-Identifier: BSL-1.0
// parallel_loop.hpp: BENCH_PARALLEL before a hand-written loop distributes it in programs that run
// on several threads.
#pragma once

#if defined(_OPENMP)
#define BENCH_PARALLEL _Pragma("omp parallel for schedule(static)")
#else
#define BENCH_PARALLEL
#endif
