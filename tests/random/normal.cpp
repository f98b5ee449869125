// SPDX-License-Identifier: BSL-1.0
// Normal numbers: the table is compared with its definition, and the numbers with the distribution.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

using namespace stria;

namespace {

double below(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

double place(std::uint64_t p) { return std::ldexp(static_cast<double>(p), -59); }
double height(std::uint64_t h) { return std::ldexp(static_cast<double>(h), -63); }

struct found {
  double mean, variance, skewness, kurtosis, distance;
  index beyond[4];
};
inline constexpr double limits[] = {2, 3, 3.654152885361009, 4.5};

/// The moments, the Kolmogorov-Smirnov distance, and the number of outliers.
found measure(std::vector<double> x) {
  const auto n = static_cast<double>(x.size());
  found f{};
  for (double v : x)
    f.mean += v / n;
  for (double v : x) {
    const double d = v - f.mean;
    f.variance += d * d / n;
    f.skewness += d * d * d / n;
    f.kurtosis += d * d * d * d / n;
    for (std::size_t k = 0; k < 4; ++k)
      f.beyond[k] += std::abs(v) > limits[k] ? 1 : 0;
  }
  std::ranges::sort(x);
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double p = below(x[k]), at = static_cast<double>(k) / n;
    f.distance = std::max({f.distance, p - at, at + 1 / n - p});
  }
  return f;
}

} // namespace

TEST_CASE("-ln of a height") {
  const std::uint64_t one = std::uint64_t{1} << 63U;
  CHECK(detail::minus_log(one) == 0);
  for (std::uint64_t h : {one - 1, one - (one >> 20U), one / 3 * 2, one / 2 + 1, one / 2, one / 5,
                          std::uint64_t{12345678901}, std::uint64_t{3}, std::uint64_t{1}}) {
    const long double wanted = 63 * std::log(2.0L) - std::log(static_cast<long double>(h));
    const long double got = std::ldexp(static_cast<long double>(detail::minus_log(h)), -58);
    CHECK(std::abs(got - wanted) < 1e-16L * (1 + wanted));
  }
}

TEST_CASE("all layers of the ziggurat have the same area, and they end at the top") {
  constexpr const detail::ziggurat& z = detail::the_ziggurat<void>;
  constexpr std::size_t n = detail::ziggurat_layers;
  const double r = place(z.places[1]), area = place(z.places[0]) * height(z.heights[1]);
  // The lowest layer: a box up to r, and the tail beyond it.
  CHECK(area == test::Approx(r * std::exp(-r * r / 2) + std::sqrt(2 * std::acos(-1.0)) * below(-r))
                    .epsilon(1e-14));
  for (std::size_t i = 1; i < n; ++i) {
    CHECK(height(z.heights[i]) ==
          test::Approx(std::exp(-place(z.places[i]) * place(z.places[i]) / 2)).epsilon(1e-14));
    CHECK(place(z.places[i]) * (height(z.heights[i + 1]) - height(z.heights[i])) ==
          test::Approx(area).epsilon(1e-12));
  }
  CHECK(z.places[n] == 0);
  CHECK(height(z.heights[n]) == 1);
}

TEST_CASE("normal numbers are normally distributed") {
  constexpr index n = 1'000'000;
  const auto check = [n](auto& engine, auto number) {
    using T = decltype(number);
    const auto t = random::normal<T>(engine, n);
    const found f = measure({t.storage().begin(), t.storage().end()});
    // Each moment is within four standard deviations of its expected value.
    const double root = std::sqrt(static_cast<double>(n));
    CHECK(std::abs(f.mean) * root < 4);
    CHECK(std::abs(f.variance - 1) * root < 4 * std::sqrt(2));
    CHECK(std::abs(f.skewness) * root < 4 * std::sqrt(6));
    CHECK(std::abs(f.kurtosis - 3) * root < 4 * std::sqrt(96));
    CHECK(f.distance * root < 1.95); // exceeded one time in a thousand
    for (std::size_t k = 0; k < 4; ++k) {
      const double expected = static_cast<double>(n) * 2 * below(-limits[k]);
      CHECK(std::abs(static_cast<double>(f.beyond[k]) - expected) < 4 * std::sqrt(expected));
    }
  };
  random::generator g(1);
  check(g, double());
  check(g, float());
  std::mt19937 narrow(1);
  check(narrow, double());
}

TEST_CASE("the tail beyond the last layer") {
  // Only the numbers beyond r: they have the distribution of the normal tail.
  random::generator g(5);
  constexpr index n = 100'000;
  std::vector<double> x(n);
  for (double& v : x)
    v = place(detail::draw_tail(g));
  std::ranges::sort(x);
  const double r = place(detail::ziggurat_tail);
  double distance = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double p = 1 - below(-x[k]) / below(-r);
    distance = std::max(distance, std::abs(p - static_cast<double>(k) / n));
  }
  CHECK(x.front() >= r);
  CHECK(x.back() > 5.5);
  CHECK(distance * std::sqrt(n) < 1.95);
}

TEST_CASE("consecutive numbers are independent") {
  random::generator g(9);
  const auto t = random::normal(g, 200'000);
  for (index lag : {1, 2, 4, 256}) {
    const double correlation = mean(t[range(lag, _)] * t[range(_, -lag)]);
    CHECK(std::abs(correlation) * std::sqrt(200'000) < 4);
  }
}
