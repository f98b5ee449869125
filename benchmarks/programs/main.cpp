// SPDX-License-Identifier: BSL-1.0
// Compares the results of the versions of every program, and times the versions alternately.
// usage: stria_bench_programs [--list] [--expect folder] [--rounds n] [--threads n]
//                             [part of the name of a program]
//   --list     only prints program, size, n and steps, which numpy_programs.py reads
//   --expect   also compares with the results that numpy_programs.py has written to the folder
// Prints a line for each program and size: program, size, nanoseconds with stria, nanoseconds of
// the hand-written loops, their ratio (medians of all rounds), and ok or WRONG. The exit status is
// 1 if results differ.
#include "program.hpp"

#include <stria/stria.hpp>

#include <stria/io/npy.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <span>
#include <string>
#include <string_view>

#if defined(STRIA_USE_THREADS)
#include <stria/threads/parallel.hpp>
#if defined(_OPENMP)
#include <omp.h>
#endif
#endif

namespace {

using namespace programs;

double nanoseconds() {
#if defined(STRIA_USE_THREADS)
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
#else
  std::timespec t{}; // the processor time of this thread
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
#endif
}

double timed(const version& v) {
  const double start = nanoseconds();
  v.run();
  return nanoseconds() - start;
}

double median(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

bool is_file(const std::string& name) {
  std::FILE* const file = std::fopen(name.c_str(), "rb");
  return file != nullptr && std::fclose(file) == 0;
}

bool agree(std::span<const double> a, std::span<const double> b, double tolerance) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](double x, double y) {
    return x == y || std::abs(x - y) <= tolerance * std::max(1., std::abs(y));
  });
}

/// Whether all results are correct.
bool run(const program& p, const size& s, int rounds, const std::string& expected) {
  const version stria = p.stria(s), by_hand = p.by_hand(s);
  const auto results = stria.results();
  bool right = !results.empty() && agree(results, by_hand.results(), p.tolerance);
  if (const std::string file = expected + "/" + p.name + "-" + s.name + ".npy";
      !expected.empty() && is_file(file))
    right =
        right && agree(results, stria::load_npy<double, stria::dyn>(file).storage(), p.tolerance);

  std::vector<double> with_stria, with_loops, ratios;
  for (int k = 0; k < rounds; ++k) {
    with_stria.push_back(timed(stria));
    with_loops.push_back(timed(by_hand));
    ratios.push_back(with_stria.back() / with_loops.back());
  }
  std::printf("%s\t%s\t%.0f\t%.0f\t%.3f\t%s\n", p.name, s.name, median(with_stria),
              median(with_loops), median(ratios), right ? "ok" : "WRONG");
  std::fflush(stdout);
  return right;
}

} // namespace

int main(int argc, char** argv) {
  bool list = false;
  int rounds = 15;
  [[maybe_unused]] int threads = 1;
  std::string expected;
  std::string_view filter;
  for (int i = 1; i < argc; ++i) {
    const std::string_view a = argv[i];
    if (a == "--list")
      list = true;
    else if (a == "--expect" && i + 1 < argc)
      expected = argv[++i];
    else if (a == "--rounds" && i + 1 < argc)
      rounds = std::max(1, std::atoi(argv[++i]));
    else if (a == "--threads" && i + 1 < argc)
      threads = std::max(1, std::atoi(argv[++i]));
    else
      filter = a;
  }
#if defined(STRIA_USE_THREADS)
  stria::set_num_threads(threads);
#if defined(_OPENMP)
  omp_set_num_threads(threads);
#endif
#endif

  const program all[] = {
      cavity_flow(),    lattice_boltzmann(),
      gray_scott(),     fdtd(),
      n_body(),         wave(),
      boids(),          ising(),
      k_means(),        gpt(),
      convolutions(),   viterbi(),
      harris(),         page_rank(),
      floyd_warshall(), options(),
      shear_layer(),    cavity_edges(),
      flock(),          spins(),
      corners(),        life(),
      mandelbrot(),
  };
  bool right = true;
  for (const program& p : all) {
    if (std::string_view(p.name).find(filter) == std::string_view::npos)
      continue;
    for (const size& s : p.sizes)
      if (list)
        std::printf("%s\t%s\t%td\t%d\n", p.name, s.name, s.n, s.steps);
      else
        right = run(p, s, rounds, expected) && right;
  }
  return right ? 0 : 1;
}
