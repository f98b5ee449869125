// SPDX-License-Identifier: BSL-1.0
// The Ising model on a periodic square lattice: Metropolis sweeps over black and white sites.
#include "program.hpp"

#include <stria/stria.hpp>

#include <array>
#include <cmath>
#include <cstdint>

namespace {

using programs::index;
using namespace stria;

constexpr float beta = 0.44f; // near the critical temperature

struct with_stria {
  dtensor<std::int8_t, 2> start;
  dtensor<float, 4> random; // step, colour, row, column
  explicit with_stria(const programs::size& s)
      : start(reshape(where(as_tensor(programs::uniform<float>(1, s.n * s.n)) < 0.5f,
                            std::int8_t{1}, std::int8_t{-1}),
                      s.n, s.n)),
        random(reshape(as_tensor(programs::uniform<float>(2, s.steps * 2 * s.n * s.n)), s.steps, 2,
                       s.n, s.n)) {}

  auto operator()() const {
    auto spins = start;
    const auto i = arange(spins.extent(0));
    const auto colour = eval((i[_, newaxis] + i) % 2);
    for (index step = 0; step < random.extent(0); ++step)
      for (index c = 0; c < 2; ++c) {
        const auto neighbours =
            roll(spins, 1, _0) + roll(spins, -1, _0) + roll(spins, 1, _1) + roll(spins, -1, _1);
        const auto accepted = random[step, c] < exp(-2 * beta * (spins * neighbours));
        spins = where((colour == c) & accepted, -spins, spins);
      }
    return spins;
  }
};

struct by_hand {
  index n;
  std::vector<std::int8_t> start;
  std::vector<float> random;
  int steps;
  explicit by_hand(const programs::size& s)
      : n(s.n), random(programs::uniform<float>(2, s.steps * 2 * s.n * s.n)), steps(s.steps) {
    for (const float x : programs::uniform<float>(1, n * n))
      start.push_back(x < 0.5f ? 1 : -1);
  }

  auto operator()() const {
    auto spins = start;
    std::array<float, 9> probability; // of each energy from -4 to 4
    for (int e = -4; e <= 4; ++e)
      probability[static_cast<std::size_t>(e + 4)] = std::exp(-2 * beta * static_cast<float>(e));
    const float* r = random.data();
    for (int step = 0; step < steps; ++step)
      for (index colour = 0; colour < 2; ++colour, r += n * n) {
        BENCH_PARALLEL
        for (index i = 0; i < n; ++i) {
          std::int8_t* const row = spins.data() + i * n;
          const std::int8_t* const above = spins.data() + (i == 0 ? n - 1 : i - 1) * n;
          const std::int8_t* const below = spins.data() + (i == n - 1 ? 0 : i + 1) * n;
          for (index j = (i + colour) % 2; j < n; j += 2) {
            const int energy = row[j] * (above[j] + below[j] + row[j == 0 ? n - 1 : j - 1] +
                                         row[j == n - 1 ? 0 : j + 1]);
            if (r[i * n + j] < probability[static_cast<std::size_t>(energy + 4)])
              row[j] = static_cast<std::int8_t>(-row[j]);
          }
        }
      }
    return spins;
  }
};

} // namespace

programs::program programs::ising() {
  return make_program<with_stria, by_hand>("ising", "Metropolis sweeps of an Ising model",
                                           {{"small", 64, 40}, {"large", 512, 2}}, 0);
}
