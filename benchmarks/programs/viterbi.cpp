// SPDX-License-Identifier: BSL-1.0
// The most likely path through a hidden Markov model (Viterbi).
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace {

using programs::index;
using namespace stria;

constexpr index symbols = 16;

struct with_stria {
  dtensor<double, 2> transition, emission; // logarithms
  std::vector<index> observed;
  explicit with_stria(const programs::size& s)
      : transition(
            log(reshape(as_tensor(programs::uniform<double>(1, s.n * s.n)), s.n, s.n) + 0.01)),
        emission(log(reshape(as_tensor(programs::uniform<double>(2, s.n * symbols)), symbols, s.n) +
                     0.01)),
        observed(programs::integers(3, symbols, s.steps)) {}

  auto operator()() const {
    const index n = transition.extent(0), length = std::ssize(observed);
    dtensor<double, 1> score = emission[observed[0]];
    dtensor<index, 2> from(length, n);
    const auto columns = eval(arange(n));
    for (index t = 1; t < length; ++t) {
      const auto scores = score[_, newaxis] + transition; // the axes are from and to
      from[t] = argmax(scores, _0);
      score = scores[from[t], columns] + emission[observed[static_cast<std::size_t>(t)]];
    }
    dtensor<index, 1> path(length);
    path[-1] = argmax(score);
    for (index t = length - 1; t > 0; --t)
      path[t - 1] = from(t, path(t));
    return std::tuple(std::move(path), max(score));
  }
};

struct by_hand {
  index n;
  std::vector<double> transition, emission;
  std::vector<index> observed;
  explicit by_hand(const programs::size& s)
      : n(s.n), transition(programs::uniform<double>(1, s.n * s.n)),
        emission(programs::uniform<double>(2, s.n * symbols)),
        observed(programs::integers(3, symbols, s.steps)) {
    for (double& x : transition)
      x = std::log(x + 0.01);
    for (double& x : emission)
      x = std::log(x + 0.01);
  }

  auto operator()() const {
    const std::size_t length = observed.size(), states = static_cast<std::size_t>(n);
    std::vector<double> score(emission.data() + observed[0] * n,
                              emission.data() + (observed[0] + 1) * n);
    std::vector<double> next(states);
    std::vector<index> from(length * states);
    for (std::size_t t = 1; t < length; ++t) {
      step(next.data(), from.data() + t * states, score.data(), emission.data() + observed[t] * n);
      std::swap(score, next);
    }
    std::vector<index> path(length);
    const auto best = std::max_element(score.begin(), score.end());
    path.back() = best - score.begin();
    for (std::size_t t = length - 1; t > 0; --t)
      path[t - 1] = from[t * states + static_cast<std::size_t>(path[t])];
    return std::tuple(std::move(path), *best);
  }

private:
  void step(double* __restrict next, index* __restrict from, const double* __restrict score,
            const double* __restrict emitted) const {
    for (index to = 0; to < n; ++to) {
      next[to] = score[0] + transition[static_cast<std::size_t>(to)];
      from[to] = 0;
    }
    for (index i = 1; i < n; ++i) {
      const double* const row = transition.data() + i * n;
      for (index to = 0; to < n; ++to) {
        const double s = score[i] + row[to];
        from[to] = s > next[to] ? i : from[to];
        next[to] = s > next[to] ? s : next[to];
      }
    }
    for (index to = 0; to < n; ++to)
      next[to] += emitted[to];
  }
};

} // namespace

programs::program programs::viterbi() {
  return make_program<with_stria, by_hand>("viterbi", "the likeliest path of a Markov model",
                                           {{"small", 64, 500}, {"large", 500, 40}}, 1e-10);
}
