// SPDX-License-Identifier: BSL-1.0
// harness.cpp: runs one row at a time with Google Benchmark. The repetitions of all contestants are
// in random order.
#include "harness.hpp"

#if defined(__linux__)
#include <link.h>
#endif
#include <time.h>
#include <cstdio>
#include <map>

namespace bench {

namespace {

double now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double quantile(std::vector<double> v, double q) {
  std::sort(v.begin(), v.end());
  return v[static_cast<std::size_t>(q * static_cast<double>(v.size() - 1) + 0.5)];
}

// Stores the seconds per call in each repetition.
class keeper : public benchmark::BenchmarkReporter {
  bool real_;

public:
  std::map<std::string, std::vector<double>> seconds;
  explicit keeper(bool real) : real_(real) {}
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& r : runs)
      if (r.run_type == Run::RT_Iteration)
        seconds[r.run_name.function_name].push_back(
            (real_ ? r.real_accumulated_time : r.cpu_accumulated_time) /
            static_cast<double>(r.iterations));
  }
};

// Estimates the time of a call. The number of calls is increased until they take long enough to be
// measured.
double estimate(const contestant& c) {
  const auto& call = c.bare ? c.bare : c.once;
  for (long calls = 1;; calls *= 4) {
    const double start = now();
    for (long i = 0; i < calls; ++i)
      call();
    const double taken = now() - start;
    if (taken > 1e-4)
      return taken / static_cast<double>(calls);
  }
}

struct measured {
  double seconds, ratio, low, high;
};

std::vector<measured> measure(const options& o, const std::vector<contestant>& all) {
  benchmark::ClearRegisteredBenchmarks();
  for (const contestant& c : all) {
    const double one = estimate(c);
    // Thread time has a resolution of nanoseconds, but reading it takes several hundred
    // nanoseconds, so each measurement takes a millisecond or more.
    const long calls = std::max(1L, static_cast<long>(1e-3 / one));
    const double budget = o.most_seconds / (one * static_cast<double>(calls));
    const int rounds = std::clamp(static_cast<int>(budget), std::min(3, o.rounds), o.rounds);
    auto* b = benchmark::RegisterBenchmark(c.name.c_str(), c.loop);
    b->Iterations(calls)->Repetitions(rounds);
    if (o.threads > 1)
      b->UseRealTime();
  }
  keeper kept(o.threads > 1);
  benchmark::RunSpecifiedBenchmarks(&kept);
  const std::vector<double>& base = kept.seconds[all.front().name];
  std::vector<measured> r;
  for (const contestant& c : all) {
    const std::vector<double>& s = kept.seconds[c.name];
    // The repetitions are spread evenly over the time of the row. Each time is divided by that of
    // the first contestant at about the same moment.
    std::vector<double> ratios;
    for (std::size_t i = 0; i < s.size(); ++i)
      ratios.push_back(s[i] / base[i * base.size() / s.size()]);
    r.push_back(
        {quantile(s, 0.5), quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75)});
  }
  return r;
}

} // namespace

// Otherwise a masked load (AVX-512) with an empty mask from a page that nothing has touched yet
// takes about 150 ns each time: the processor suppresses the page fault in microcode, and the page
// stays unmapped. clang makes such loads from constants of the program.
void map_program() {
#if defined(__linux__)
  dl_iterate_phdr(
      [](dl_phdr_info* program, std::size_t, void*) {
        constexpr std::size_t page = 4096;
        for (int k = 0; k < program->dlpi_phnum; ++k) {
          const auto& part = program->dlpi_phdr[k];
          if (part.p_type != PT_LOAD || (part.p_flags & PF_R) == 0 || part.p_memsz == 0)
            continue;
          const auto* const from =
              reinterpret_cast<const volatile char*>(program->dlpi_addr + part.p_vaddr);
          for (std::size_t at = 0; at < part.p_memsz; at += page)
            static_cast<void>(from[at]);
          static_cast<void>(from[part.p_memsz - 1]);
        }
        return 1; // the first one is the program itself
      },
      nullptr);
#endif
}

bool suite::wants(const size& s) const {
  return options_.sizes.find(s.name) != std::string_view::npos;
}

// The rows whose hand-written loops can run on several threads.
constexpr std::string_view on_threads[] = {"W1",  "W2", "W3", "W4",  "W4c", "W5b", "W6",
                                           "W6s", "W7", "W8", "W9a", "W15", "W15b"};

bool suite::wants(const heading& h) const {
  if (options_.threads > 1 &&
      std::find(std::begin(on_threads), std::end(on_threads), h.id) == std::end(on_threads))
    return false;
  const std::string name = h.id + " " + h.expression + ", " + h.type + ", " + h.size;
  return name.find(options_.filter) != std::string::npos;
}

void suite::run(const heading& h, std::vector<contestant>& all, const std::vector<bool>& equal) {
  std::vector<measured> m = measure(options_, all);
  const auto worst = [&] {
    double r = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].name == "stria")
        r = std::max(r, m[i].ratio);
    return r;
  };
  // A row that was disturbed by other programs is repeated up to twice.
  const bool goal = h.w == weight::goal && options_.limit > 0 && options_.threads == 1;
  for (int again = 0; again < 2 && goal && worst() > options_.limit; ++again) {
    const std::vector<measured> before = m;
    const double ratio = worst();
    m = measure(options_, all);
    if (worst() > ratio)
      m = before;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    // The values of other contestants, such as a plain float sum, may be wrong.
    const bool own = i == 0 || all[i].name == "stria";
    const bool late = goal && all[i].name == "stria" && m[i].ratio > options_.limit;
    failed_ = failed_ || late || (own && !equal[i]);
    std::printf("%s\t%s\t%s\t%s\t%s\t%d\t%.0f\t%.0f\t%s\t%.5g\t%.3f\t%.3f\t%.3f\t%s\n",
                h.w == weight::goal && options_.threads == 1 ? "goal" : "info", h.id.c_str(),
                h.expression.c_str(), h.type.c_str(), h.size.c_str(), options_.threads, h.elements,
                h.bytes, all[i].name.c_str(), m[i].seconds * 1e9, m[i].ratio, m[i].low, m[i].high,
                !equal[i] ? "WRONG"
                : late    ? "LATE"
                          : "ok");
  }
  std::fflush(stdout);
}

} // namespace bench
