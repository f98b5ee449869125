// SPDX-License-Identifier: BSL-1.0
// PageRank over a list of links.
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>

namespace {

using programs::index;
using namespace stria;

constexpr double damping = 0.85;
constexpr index links = 8; // of a page, on average

struct with_stria {
  dtensor<index, 1> source, target;
  index n;
  int steps;
  explicit with_stria(const programs::size& s)
      : source(as_tensor(programs::integers(1, s.n, links * s.n))),
        target(as_tensor(programs::integers(2, s.n, links * s.n))), n(s.n), steps(s.steps) {}

  auto operator()() const {
    dtensor<double, 1> degree(n), rank(n);
    degree[source] += 1.;
    const auto share = eval(where(degree > 0., 1. / degree, 0.));
    rank = 1. / static_cast<double>(n);
    for (int step = 0; step < steps; ++step) {
      const double lost = sum(where(degree == 0., rank, 0.));
      const auto given = eval((rank * share)[source]);
      rank = (1 - damping + damping * lost) / static_cast<double>(n);
      rank[target] += damping * given;
    }
    return rank;
  }
};

struct by_hand {
  std::vector<index> source, target;
  std::size_t n;
  int steps;
  explicit by_hand(const programs::size& s)
      : source(programs::integers(1, s.n, links * s.n)),
        target(programs::integers(2, s.n, links * s.n)), n(static_cast<std::size_t>(s.n)),
        steps(s.steps) {}

  auto operator()() const {
    const double count = static_cast<double>(n);
    std::vector<double> degree(n), rank(n, 1 / count), given(n);
    for (const index s : source)
      degree[static_cast<std::size_t>(s)] += 1;
    for (int step = 0; step < steps; ++step) {
      double lost = 0;
      for (std::size_t i = 0; i < n; ++i) {
        lost += degree[i] == 0 ? rank[i] : 0;
        given[i] = degree[i] == 0 ? 0 : damping * rank[i] / degree[i];
      }
      std::fill(rank.begin(), rank.end(), (1 - damping + damping * lost) / count);
      for (std::size_t e = 0; e < source.size(); ++e)
        rank[static_cast<std::size_t>(target[e])] += given[static_cast<std::size_t>(source[e])];
    }
    return rank;
  }
};

} // namespace

programs::program programs::page_rank() {
  return make_program<with_stria, by_hand>("page_rank", "PageRank over a list of links",
                                           {{"small", 1000, 100}, {"large", 50'000, 4}}, 1e-10);
}
