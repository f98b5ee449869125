// SPDX-License-Identifier: BSL-1.0
// The price of an Asian call option by Monte Carlo: the mean over random paths with 32 dates.
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace {

using programs::index;
using namespace stria;

constexpr index dates = 32;
constexpr double price = 100, strike = 105, interest = 0.03, volatility = 0.25, years = 1,
                 dt = years / dates;
const double drift = (interest - volatility * volatility / 2) * dt,
             deviation = volatility * std::sqrt(dt);

struct with_stria {
  tensor<double, dyn, dates> z;
  int repeats;
  explicit with_stria(const programs::size& s)
      : z(reshape(as_tensor(programs::normal<double>(1, s.n * dates)), s.n, 32_c)),
        repeats(s.steps) {}

  auto operator()() const {
    double value = 0, error = 0;
    for (int i = 0; i < repeats; ++i) {
      const auto paths = price * exp(cumsum(drift + deviation * z, _1));
      const auto payoff = eval(std::exp(-interest * years) * maximum(mean(paths, _1) - strike, 0.));
      value = mean(payoff);
      error = std_dev(payoff) / std::sqrt(static_cast<double>(payoff.size()));
    }
    return std::tuple(value, error);
  }
};

struct by_hand {
  std::vector<double> z;
  int repeats;
  explicit by_hand(const programs::size& s)
      : z(programs::normal<double>(1, s.n * dates)), repeats(s.steps) {}

  auto operator()() const {
    const std::size_t n = z.size() / dates;
    const double count = static_cast<double>(n);
    std::vector<double> payoff(n);
    double value = 0, error = 0;
    for (int i = 0; i < repeats; ++i) {
      BENCH_PARALLEL
      for (std::size_t path = 0; path < n; ++path) {
        double logarithm = 0, sum = 0;
        for (std::size_t k = 0; k < dates; ++k) {
          logarithm += drift + deviation * z[path * dates + k];
          sum += price * std::exp(logarithm);
        }
        payoff[path] = std::exp(-interest * years) * std::max(sum / dates - strike, 0.);
      }
      double total = 0, squares = 0;
      for (const double p : payoff)
        total += p;
      value = total / count;
      for (const double p : payoff)
        squares += (p - value) * (p - value);
      error = std::sqrt(squares / count) / std::sqrt(count);
    }
    return std::tuple(value, error);
  }
};

} // namespace

programs::program programs::options() {
  return make_program<with_stria, by_hand>("options", "an Asian option by Monte Carlo",
                                           {{"small", 1000, 20}, {"large", 50'000, 1}}, 1e-10);
}
