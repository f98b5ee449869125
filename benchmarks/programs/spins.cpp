// SPDX-License-Identifier: BSL-1.0
// An Ising model whose sites are updated in four sublattices, every second row and column, none of
// which has neighbours in itself.
#include "program.hpp"

#include <stria/stria.hpp>

#include <array>
#include <cmath>

namespace {

using programs::index;
using namespace stria;

constexpr float beta = 0.44f; // near the critical temperature

struct with_stria {
  dtensor<float, 2> start;
  dtensor<float, 4> random; // step, sublattice, row, column
  explicit with_stria(const programs::size& s)
      : start(where(reshape(as_tensor(programs::uniform<float>(1, s.n * s.n)), s.n, s.n) < 0.5f,
                    1.f, -1.f)),
        random(reshape(as_tensor(programs::uniform<float>(2, s.steps * s.n * s.n)), s.steps, 4,
                       s.n / 2, s.n / 2)) {}

  auto operator()() const {
    auto spins = start;
    for (index step = 0; step < random.extent(0); ++step)
      for (index row = 0; row < 2; ++row)
        for (index column = 0; column < 2; ++column) {
          const auto i = range(row, _, 2), j = range(column, _, 2);
          const auto neighbours =
              roll(spins, 1, _0) + roll(spins, -1, _0) + roll(spins, 1, _1) + roll(spins, -1, _1);
          auto chosen = spins[i, j];
          const auto accepted =
              random[step, 2 * row + column] < exp(-2 * beta * chosen * neighbours[i, j]);
          chosen = where(accepted, -chosen, chosen);
        }
    return spins;
  }
};

struct by_hand {
  index n;
  std::vector<float> start, random;
  int steps;
  explicit by_hand(const programs::size& s)
      : n(s.n), random(programs::uniform<float>(2, s.steps * s.n * s.n)), steps(s.steps) {
    for (const float x : programs::uniform<float>(1, n * n))
      start.push_back(x < 0.5f ? 1.f : -1.f);
  }

  auto operator()() const {
    auto spins = start;
    std::array<float, 9> probability; // of each energy from -4 to 4
    for (int e = -4; e <= 4; ++e)
      probability[static_cast<std::size_t>(e + 4)] = std::exp(-2 * beta * static_cast<float>(e));
    const float* r = random.data();
    for (int step = 0; step < steps; ++step)
      for (index first = 0; first < 4; ++first, r += n * n / 4) {
        BENCH_PARALLEL
        for (index i = first / 2; i < n; i += 2) {
          float* const row = spins.data() + i * n;
          const float* const above = spins.data() + (i == 0 ? n - 1 : i - 1) * n;
          const float* const below = spins.data() + (i == n - 1 ? 0 : i + 1) * n;
          const float* const chance = r + i / 2 * (n / 2);
          for (index j = first % 2; j < n; j += 2) {
            const float energy = row[j] * (above[j] + below[j] + row[j == 0 ? n - 1 : j - 1] +
                                           row[j == n - 1 ? 0 : j + 1]);
            if (chance[j / 2] < probability[static_cast<std::size_t>(static_cast<int>(energy) + 4)])
              row[j] = -row[j];
          }
        }
      }
    return spins;
  }
};

} // namespace

programs::program programs::spins() {
  return make_program<with_stria, by_hand>("spins", "an Ising model of four sublattices",
                                           {{"small", 64, 40}, {"large", 512, 2}}, 0);
}
