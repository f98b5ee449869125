// SPDX-License-Identifier: BSL-1.0
// Compares the values of every workload, and times it.
// usage: stria_bench [--check limit] [--rounds n] [--sizes L2,L3,DRAM] [--threads n]
//                    [part of the name of a row]
//        stria_bench --scale | --triad | --huge | --csv
// Prints a line for each contestant: weight, workload, expression, type, size, threads, elements,
// bytes to be moved, contestant, nanoseconds, the ratio to the hand-written loop (median, lower and
// upper quartile), and ok, LATE (the ratio of a goal is above the limit) or WRONG (the values
// differ). The exit status is 1 if values of stria differ, or if a goal is above the limit.
#include "harness.hpp"
#include "others.hpp"
#include "workloads/workloads.hpp"

#include <cstdio>
#include <cstdlib>

#if defined(STRIA_USE_THREADS)
#include <stria/threads/parallel.hpp>
#if defined(_OPENMP)
#include <omp.h>
#endif
#endif

int main(int argc, char** argv) {
  bench::options o;
  std::string_view other;
  for (int i = 1; i < argc; ++i) {
    const std::string_view a = argv[i];
    if (a == "--check" && i + 1 < argc)
      o.limit = std::atof(argv[++i]);
    else if (a == "--rounds" && i + 1 < argc)
      o.rounds = std::max(1, std::atoi(argv[++i]));
    else if (a == "--sizes" && i + 1 < argc)
      o.sizes = argv[++i];
    else if (a == "--threads" && i + 1 < argc)
      o.threads = std::max(1, std::atoi(argv[++i]));
    else if (a == "--scale" || a == "--triad" || a == "--huge" || a == "--csv")
      other = a;
    else
      o.filter = a;
  }
  char name[] = "stria_bench", order[] = "--benchmark_enable_random_interleaving=true";
  char* arguments[] = {name, order, nullptr};
  int count = 2;
  benchmark::Initialize(&count, arguments);
  bench::map_program();

  bench::suite s(o);
#if defined(STRIA_USE_THREADS)
  stria::set_num_threads(o.threads);
#if defined(_OPENMP)
  omp_set_num_threads(o.threads);
#endif
  fused(s);
  transcendental(s);
  broadcast(s);
  slices(s);
  stencil(s);
  sums(s);
  normalise(s);
#else
  if (o.threads > 1) {
    std::fprintf(stderr, "stria_bench: one thread; stria_bench_parallel takes --threads\n");
    return 2;
  }
  if (other == "--scale")
    return bench::scale(s);
  if (other == "--triad")
    return bench::triad(s);
  if (other == "--huge")
    return bench::huge();
  if (other == "--csv")
    return bench::csv();
  fused(s);
  transcendental(s);
  sums(s);
  broadcast(s);
  normalise(s);
  slices(s);
  stencil(s);
  transposed(s);
  overlap(s);
  places(s);
  masks(s);
  extremes(s);
  running(s);
  reductions(s);
  products(s);
  image(s);
  tiny(s);
#endif
  return s.failed() ? 1 : 0;
}
