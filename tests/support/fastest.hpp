// SPDX-License-Identifier: BSL-1.0
// support/fastest.hpp: compares the times of two functions, run in turns.
#pragma once

#include <algorithm>
#include <chrono>
#include <utility>

namespace test {

/// The fastest times of f and g in seconds. Both run 30 times, in turns. While g takes more than
/// `ratio` times as long as f, further runs follow, up to 3000 in total, because other processes
/// may have delayed all of the previous ones.
template <class F, class G> std::pair<double, double> fastest(F f, G g, double ratio) {
  const auto seconds = [](auto& run) {
    const auto start = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  std::pair<double, double> best{1e9, 1e9};
  for (int k = 0; k < 30 || (k < 3000 && best.second > ratio * best.first); ++k) {
    best.first = std::min(best.first, seconds(f));
    best.second = std::min(best.second, seconds(g));
  }
  return best;
}

} // namespace test
