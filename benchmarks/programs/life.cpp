// SPDX-License-Identifier: BSL-1.0
// Conway's Game of Life, with one byte for each cell. The cells at the border stay dead.
#include "program.hpp"

#include <stria/stria.hpp>

#include <cstdint>
#include <utility>

namespace {

using programs::index;
using namespace stria;

struct with_stria {
  dtensor<bool, 2> start;
  int steps;
  explicit with_stria(const programs::size& s) : start(s.n, s.n), steps(s.steps) {
    const auto m = range(1, -1);
    start[m, m] = reshape(as_tensor(programs::uniform<float>(1, s.n * s.n)), s.n, s.n)[m, m] < 0.3f;
  }

  auto operator()() const {
    auto b = start, next = start;
    const auto m = range(1, -1);
    const auto low = range(_, -2);
    const auto high = range(2, _);
    for (int step = 0; step < steps; ++step) {
      const auto neighbours = b[low, low] + b[low, m] + b[low, high] + b[m, low] + b[m, high] +
                              b[high, low] + b[high, m] + b[high, high];
      next[m, m] = (neighbours == 3) | (b[m, m] & (neighbours == 2));
      std::swap(b, next);
    }
    return b;
  }
};

struct by_hand {
  index n;
  std::vector<std::uint8_t> start;
  int steps;
  explicit by_hand(const programs::size& s)
      : n(s.n), start(static_cast<std::size_t>(s.n * s.n)), steps(s.steps) {
    const auto random = programs::uniform<float>(1, n * n);
    for (index i = 1; i < n - 1; ++i)
      for (index j = 1; j < n - 1; ++j) {
        const auto at = static_cast<std::size_t>(i * n + j);
        start[at] = random[at] < 0.3f;
      }
  }

  auto operator()() const {
    auto b = start, next = start;
    for (int step = 0; step < steps; ++step) {
      advance(next.data(), b.data());
      std::swap(b, next);
    }
    return b;
  }

private:
  void advance(std::uint8_t* __restrict next, const std::uint8_t* __restrict b) const {
    BENCH_PARALLEL
    for (index i = 1; i < n - 1; ++i)
      for (index j = 1; j < n - 1; ++j) {
        const std::uint8_t* const p = b + i * n + j;
        const auto neighbours = static_cast<std::uint8_t>(p[-n - 1] + p[-n] + p[-n + 1] + p[-1] +
                                                          p[1] + p[n - 1] + p[n] + p[n + 1]);
        next[i * n + j] = (neighbours == 3) | (p[0] & (neighbours == 2));
      }
  }
};

} // namespace

programs::program programs::life() {
  return make_program<with_stria, by_hand>("life", "the Game of Life in bytes",
                                           {{"small", 128, 1000}, {"large", 2000, 10}}, 0);
}
