// SPDX-License-Identifier: BSL-1.0
// Times every workload. usage: stria_bench [--check limit] [--rounds n] [part of a row's name]
// One line a row: weight, name, nanoseconds by hand, stria / hand. Exit 1 if values differ, or if a
// goal is above the limit.
#include "harness.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace bench {

double table::median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

void table::report(weight w, std::string_view name, double hand, double ratio, bool equal) {
  const bool late = w == weight::goal && options_.limit > 0 && ratio > options_.limit;
  failed_ = failed_ || late || !equal;
  std::printf("%s\t%.*s\t%.4g\t%.2f%s\n", w == weight::goal ? "goal" : "info",
              static_cast<int>(name.size()), name.data(), hand * 1e9, ratio,
              !equal ? " WRONG"
              : late ? " LATE"
                     : "");
  std::fflush(stdout);
}

void fill(std::span<float> v, unsigned seed) {
  for (float& x : v) {
    seed = seed * 1664525u + 1013904223u;
    x = static_cast<float>(seed >> 28);
  }
}

} // namespace bench

int main(int argc, char** argv) {
  bench::options o;
  for (int i = 1; i < argc; ++i) {
    const std::string_view a = argv[i];
    if (a == "--check" && i + 1 < argc)
      o.limit = std::atof(argv[++i]);
    else if (a == "--rounds" && i + 1 < argc)
      o.rounds = std::atoi(argv[++i]);
    else
      o.filter = a;
  }
  bench::table t(o);
  fused(t);
  slices(t);
  broadcast(t);
  stencil(t);
  overlap(t);
  image(t);
  tiny(t);
  advanced(t);
  reductions(t);
  return t.failed() ? 1 : 0;
}
