// SPDX-License-Identifier: BSL-1.0
// harness.hpp: a loop written by hand against the same line in stria, in turns.
#pragma once

#include <time.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// Processor time of this thread: what other programs take from the machine does not count.
inline double seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// All memory may have been read and written.
[[gnu::always_inline]] inline void clobber() { asm volatile("" ::: "memory"); }

template <class F> [[gnu::noinline]] double time_of(F& f, long repeat) {
  const double start = seconds();
  for (long i = 0; i < repeat; ++i) {
    f();
    clobber();
  }
  return (seconds() - start) / static_cast<double>(repeat);
}

enum class weight { goal, info };

struct options {
  std::string_view filter;
  double limit = 0; // of the rows that are goals; 0: none
  int rounds = 31;
  double round_seconds = 1e-3;
};

class table {
  options options_;
  bool failed_ = false;

public:
  explicit table(const options& o) : options_(o) {}
  bool failed() const { return failed_; }
  bool wants(std::string_view name) const {
    return name.find(options_.filter) != std::string_view::npos;
  }

  /// One row. Both functions write `out`; they must leave the same values there, or, where sums are
  /// not exact, values that differ by no more than `tolerance` of their size.
  template <class T, class Hand, class Stria>
  void compare(weight w, std::string_view name, std::span<T> out, Hand hand, Stria stria,
               double tolerance = 0) {
    if (!wants(name))
      return;
    const std::vector<T> before(out.begin(), out.end());
    hand();
    const std::vector<T> expected(out.begin(), out.end());
    std::copy(before.begin(), before.end(), out.begin());
    stria();
    const bool equal = agree<T>(out, expected, tolerance);
    measured best = measure(hand, stria);
    // A row that other programs disturbed gets two more chances.
    for (int again = 0;
         again < 2 && w == weight::goal && best.ratio > options_.limit && options_.limit > 0;
         ++again) {
      const measured m = measure(hand, stria);
      if (m.ratio < best.ratio)
        best = m;
    }
    report(w, name, best.hand, best.ratio, equal);
  }

private:
  struct measured {
    double hand, ratio;
  };
  template <class T>
  static bool agree(std::span<const T> x, std::span<const T> y, double tolerance) {
    if (tolerance == 0)
      return std::memcmp(x.data(), y.data(), x.size_bytes()) == 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!(std::abs(x[i] - y[i]) <= tolerance * std::max(1.0, std::abs(double(x[i])))))
        return false;
    return true;
  }
  void report(weight w, std::string_view name, double hand, double ratio, bool equal);
  static double median(std::vector<double> v);

  template <class Hand, class Stria> measured measure(Hand& hand, Stria& stria) {
    long repeat = 1;
    while (time_of(hand, repeat) * static_cast<double>(repeat) < options_.round_seconds)
      repeat *= 2;
    std::vector<double> hands, ratios;
    for (int i = 0; i < options_.rounds; ++i) {
      // Whoever goes first changes with every round.
      double h, s;
      if (i % 2 == 0) {
        h = time_of(hand, repeat);
        s = time_of(stria, repeat);
      } else {
        s = time_of(stria, repeat);
        h = time_of(hand, repeat);
      }
      hands.push_back(h);
      ratios.push_back(s / h);
    }
    return {median(hands), median(ratios)};
  }
};

/// Small integers, so that sums and products are exact however they are ordered or contracted.
void fill(std::span<float> v, unsigned seed);

} // namespace bench

// The workloads, one function a file.
void fused(bench::table&);
void slices(bench::table&);
void broadcast(bench::table&);
void stencil(bench::table&);
void overlap(bench::table&);
void image(bench::table&);
void tiny(bench::table&);
void advanced(bench::table&);
void reductions(bench::table&);
