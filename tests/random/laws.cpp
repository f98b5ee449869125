// SPDX-License-Identifier: BSL-1.0
// Each distribution, compared with SciPy: moments, the frequencies of about fifty cells, and the
// Kolmogorov-Smirnov distance at their borders.
#include "laws.hpp"
#include "catch.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string_view>
#include <vector>

using namespace stria;
using stria::index;

namespace {

// With sanitizers the test takes ten times as long, so it draws fewer numbers, which find the same
// errors.
#if defined(__SANITIZE_ADDRESS__)
#define STRIA_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define STRIA_SANITIZED
#endif
#endif

/// The number of draws of each distribution, the same in every run.
#if defined(STRIA_SANITIZED)
constexpr index draws = 10'000;
#elif defined(__OPTIMIZE__)
constexpr index draws = 1'000'000;
#else
constexpr index draws = 40'000;
#endif

/// The limit that the sum over cells of (found - expected)^2 / expected exceeds one time in a
/// million, by the approximation of Wilson and Hilferty.
double chi_square_limit(double degrees) {
  const double v = 2 / (9 * degrees);
  return degrees * std::pow(1 - v + 4.75 * std::sqrt(v), 3);
}

struct found {
  double chi_square = 0, distance = 0, degrees = 0;
};
found compare(const test::law& law, const std::vector<double>& x) {
  std::vector<index> counts(law.cells.size());
  for (double v : x)
    ++counts[static_cast<std::size_t>(
        std::ranges::lower_bound(law.cells, v, {}, &test::cell::last) - law.cells.begin())];
  const auto n = static_cast<double>(x.size());
  found f;
  double expected_below = 0, below = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double expected = n * law.cells[k].probability, got = static_cast<double>(counts[k]);
    expected_below += expected;
    below += got;
    f.distance = std::max(f.distance, std::abs(below - expected_below) / n);
    if (expected > 10) {
      f.chi_square += (got - expected) * (got - expected) / expected;
      f.degrees += 1;
    }
  }
  f.degrees -= 1;
  return f;
}

void check_law(std::string_view name, const std::vector<double>& x) {
  const auto law = std::ranges::find(test::laws, name, &test::law::name);
  REQUIRE(law != test::laws.end());
  INFO(name);
  REQUIRE(x.size() > 1000);
  const auto n = static_cast<double>(x.size());
  const found f = compare(*law, x);
  CHECK(f.degrees >= 1);
  CHECK(f.chi_square < chi_square_limit(f.degrees));
  CHECK(f.distance * std::sqrt(n) < 1.95); // exceeded one time in a thousand
  if (std::isnan(law->mean))
    return;
  double mean = 0, second = 0, fourth = 0;
  for (double v : x)
    mean += v / n;
  for (double v : x) {
    const double square = (v - mean) * (v - mean);
    second += square / n;
    fourth += square * square / n;
  }
  CHECK(std::abs(mean - law->mean) < 4.5 * std::sqrt(law->variance / n));
  CHECK(std::abs(second - law->variance) < 4.5 * std::sqrt((fourth - second * second) / n));
}

template <class T> std::vector<double> numbers(const T& t) {
  std::vector<double> v;
  v.reserve(static_cast<std::size_t>(t.size()));
  for (auto x : t.storage())
    v.push_back(static_cast<double>(x));
  return v;
}

/// The distance of numbers of this mean and deviation from the normal distribution, times sqrt(n).
template <class T> double normal_distance(const T& t, double mean, double deviation) {
  auto x = numbers(t);
  std::ranges::sort(x);
  const auto n = static_cast<double>(x.size());
  double distance = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double p = std::erfc(-(x[k] - mean) / deviation / std::sqrt(2.0)) / 2;
    const double at = static_cast<double>(k) / n;
    distance = std::max({distance, p - at, at + 1 / n - p});
  }
  return distance * std::sqrt(n);
}

} // namespace

TEST_CASE("real numbers have their distributions") {
  using draw = tensor<double, dyn> (*)(random::generator&, index);
  struct row {
    std::string_view name;
    draw numbers;
  };
#define STRIA_ROW(name, ...)                                                                       \
  row {                                                                                            \
    name, [](random::generator& g, index n) -> tensor<double, dyn> { return __VA_ARGS__; }         \
  }
  const row rows[] = {
      STRIA_ROW("standard_normal", random::standard_normal(g, n)),
      STRIA_ROW("normal", random::normal(g, 3., 2., n)),
      STRIA_ROW("uniform", random::uniform(g, -2., 3., n)),
      STRIA_ROW("standard_exponential", random::standard_exponential(g, n)),
      STRIA_ROW("exponential", random::exponential(g, 2.5, n)),
      STRIA_ROW("standard_gamma 0.05", random::standard_gamma(g, 0.05, n)),
      STRIA_ROW("standard_gamma 0.7", random::standard_gamma(g, 0.7, n)),
      STRIA_ROW("standard_gamma 1", random::standard_gamma(g, 1., n)),
      STRIA_ROW("gamma", random::gamma(g, 2.5, 3., n)),
      STRIA_ROW("gamma large", random::gamma(g, 1e6, 0.5, n)),
      STRIA_ROW("beta 0.1 0.3", random::beta(g, 0.1, 0.3, n)),
      STRIA_ROW("beta 0.5 3", random::beta(g, 0.5, 3., n)),
      STRIA_ROW("beta 4 2", random::beta(g, 4., 2., n)),
      STRIA_ROW("chi_square", random::chi_square(g, 3., n)),
      STRIA_ROW("chi_square 0.5", random::chisquare(g, 0.5, n)),
      STRIA_ROW("f", random::f(g, 5., 7., n)),
      STRIA_ROW("standard_t", random::standard_t(g, 3., n)),
      STRIA_ROW("standard_t 0.8", random::standard_t(g, 0.8, n)),
      STRIA_ROW("lognormal", random::lognormal(g, 1., 0.5, n)),
      STRIA_ROW("laplace", random::laplace(g, -1., 2., n)),
      STRIA_ROW("logistic", random::logistic(g, 1., 2., n)),
      STRIA_ROW("gumbel", random::gumbel(g, 1., 2., n)),
      STRIA_ROW("weibull", random::weibull(g, 1.5, n)),
      STRIA_ROW("weibull 0.4", random::weibull(g, 0.4, n)),
      STRIA_ROW("pareto", random::pareto(g, 3., n)),
      STRIA_ROW("power", random::power(g, 2.5, n)),
      STRIA_ROW("power 0.3", random::power(g, 0.3, n)),
      STRIA_ROW("rayleigh", random::rayleigh(g, 2., n)),
      STRIA_ROW("triangular", random::triangular(g, -1., 0., 3., n)),
      STRIA_ROW("standard_cauchy", random::standard_cauchy(g, n)),
      STRIA_ROW("vonmises 0.5", random::vonmises(g, 0., 0.5, n)),
      STRIA_ROW("vonmises 4", random::vonmises(g, 0., 4., n)),
      STRIA_ROW("vonmises 200", random::vonmises(g, 0., 200., n)),
  };
#undef STRIA_ROW
  std::uint64_t stream = 0;
  for (const row& r : rows) {
    random::generator g(2024, stream++);
    check_law(r.name, numbers(r.numbers(g, draws)));
  }
}

TEST_CASE("integers have their distributions") {
  using draw = tensor<index, dyn> (*)(random::generator&, index);
  struct row {
    std::string_view name;
    draw numbers;
  };
#define STRIA_ROW(name, ...)                                                                       \
  row {                                                                                            \
    name, [](random::generator& g, index n) -> tensor<index, dyn> { return __VA_ARGS__; }          \
  }
  const row rows[] = {
      STRIA_ROW("poisson 0.01", random::poisson(g, 0.01, n)),
      STRIA_ROW("poisson 3", random::poisson(g, 3, n)),
      STRIA_ROW("poisson 9.99", random::poisson(g, 9.99, n)),
      STRIA_ROW("poisson 10", random::poisson(g, 10, n)),
      STRIA_ROW("poisson 30", random::poisson(g, 30, n)),
      STRIA_ROW("poisson 1000", random::poisson(g, 1000, n)),
      STRIA_ROW("poisson 1e6", random::poisson(g, 1e6, n)),
      STRIA_ROW("binomial 1 0.3", random::binomial(g, 1, 0.3, n)),
      STRIA_ROW("binomial 12 0.5", random::binomial(g, 12, 0.5, n)),
      STRIA_ROW("binomial 40 0.9", random::binomial(g, 40, 0.9, n)),
      STRIA_ROW("binomial 20 0.5", random::binomial(g, 20, 0.5, n)),
      STRIA_ROW("binomial 100 0.35", random::binomial(g, 100, 0.35, n)),
      STRIA_ROW("binomial 1e6 0.7", random::binomial(g, 1'000'000, 0.7, n)),
      STRIA_ROW("binomial 1e9 2e-9", random::binomial(g, 1e9, 2e-9, n)),
      STRIA_ROW("geometric 0.9", random::geometric(g, 0.9, n)),
      STRIA_ROW("geometric 0.25", random::geometric(g, 0.25, n)),
      STRIA_ROW("geometric 1e-4", random::geometric(g, 1e-4, n)),
      STRIA_ROW("negative_binomial", random::negative_binomial(g, 3, 0.3, n)),
      STRIA_ROW("negative_binomial 0.7", random::negative_binomial(g, 0.7, 0.05, n)),
      STRIA_ROW("hypergeometric small", random::hypergeometric(g, 30, 70, 7, n)),
      STRIA_ROW("hypergeometric", random::hypergeometric(g, 30, 70, 20, n)),
      STRIA_ROW("hypergeometric most", random::hypergeometric(g, 70, 30, 85, n)),
      STRIA_ROW("hypergeometric large", random::hypergeometric(g, 400'000, 600'000, 10'000, n)),
  };
#undef STRIA_ROW
  std::uint64_t stream = 100;
  for (const row& r : rows) {
    random::generator g(2024, stream++);
    check_law(r.name, numbers(r.numbers(g, draws)));
  }
}

TEST_CASE("other engines and float give the same distributions") {
  std::mt19937 narrow(5);
  constexpr index n = draws / 4;
  check_law("gamma", numbers(random::gamma<float>(narrow, 2.5, 3., n)));
  check_law("standard_exponential", numbers(random::standard_exponential<float>(narrow, n)));
  check_law("poisson 30", numbers(random::poisson<std::uint8_t>(narrow, 30, n)));
  check_law("binomial 100 0.35", numbers(random::binomial<std::int8_t>(narrow, 100, 0.35, n)));
}

TEST_CASE("numbers beyond the precision of double are distributed down to their last bit") {
  random::generator g(7);
  constexpr index n = draws / 4;
  const double two_62 = 0x1p62;
  const auto check = [](const auto& t, double mean, double deviation) {
    CHECK(normal_distance(t, mean, deviation) < 1.95);
    const double odd = static_cast<double>(count_nonzero(t % 2 != 0));
    CHECK(std::abs(odd - static_cast<double>(n) / 2) < 4.5 * std::sqrt(n) / 2);
  };
  check(random::poisson(g, 1e18, n), 1e18, 1e9);
  check(random::binomial(g, index{1} << 62, 0.3, n), two_62 * 0.3, std::sqrt(two_62 * 0.21));
  check(random::binomial(g, index{1} << 62, 0.7, n), two_62 * 0.7, std::sqrt(two_62 * 0.21));
  // A sample of a quarter of 2^60, of which a half is good.
  check(random::hypergeometric(g, index{1} << 59, index{1} << 59, index{1} << 58, n), 0x1p57,
        std::sqrt(0x1p56 * 0.75));
  // Rare among many: close to the Poisson distribution.
  check_law("poisson 3", numbers(random::binomial(g, index{3} << 60, 0x1p-60, n)));
}

TEST_CASE("vectors have the means and covariances of their distributions") {
  random::generator g(11);
  constexpr index n = draws / 4;
  const auto root = std::sqrt(static_cast<double>(n));

  const auto shares = random::dirichlet(g, tensor{0.3, 1.2, 2.5}, n);
  const double total = 4, alpha[] = {0.3, 1.2, 2.5};
  CHECK(max(abs(sum(shares, _1) - 1.)) < 1e-15);
  for (index k = 0; k < 3; ++k) {
    const double m = alpha[k] / total, v = m * (1 - m) / (total + 1);
    CHECK(std::abs(mean(shares[_, k]) - m) * root < 4.5 * std::sqrt(v));
    CHECK(std::abs(var(shares[_, k]) - v) * root < 10 * v);
  }
  // A single share has a beta distribution.
  check_law("beta 0.1 0.3", numbers(eval(random::dirichlet(g, tensor{0.1, 0.3}, n)[_, 0])));

  const tensor p{0.2, 0.35, 0.45};
  const auto counts = cast<double>(random::multinomial(g, 40, p, n));
  for (index i = 0; i < 3; ++i)
    for (index k = 0; k < 3; ++k) {
      const double wanted = 40 * p[i] * ((i == k ? 1 : 0) - p[k]);
      const double got = mean((counts[_, i] - 40 * p[i]) * (counts[_, k] - 40 * p[k]));
      CHECK(std::abs(got - wanted) * root < 60);
    }

  const tensor m{1., -2., 5.};
  const tensor cov{{4., 1.2, -0.6}, {1.2, 1., 0.3}, {-0.6, 0.3, 9.}};
  const auto x = random::multivariate_normal(g, m, cov, n);
  for (index i = 0; i < 3; ++i) {
    CHECK(std::abs(mean(x[_, i]) - m[i]) * root < 4.5 * std::sqrt(cov[i, i]));
    for (index k = 0; k < 3; ++k)
      CHECK(std::abs(mean((x[_, i] - m[i]) * (x[_, k] - m[k])) - cov[i, k]) * root <
            4.5 * std::sqrt(cov[i, i] * cov[k, k] + cov[i, k] * cov[i, k]));
  }
  CHECK(normal_distance(eval(x[_, 2]), 5, 3) < 1.95);
}

TEST_CASE("choice follows the probabilities, with and without replacement") {
  random::generator g(13);
  constexpr index n = draws / 4;
  const tensor p{0.1, 0.2, 0.3, 0.4};
  const auto again = bincount(random::choice(g, arange<index>(4), p, n));
  double chi = 0;
  for (index k = 0; k < 4; ++k)
    chi += std::pow(static_cast<double>(index{again[k]}) - static_cast<double>(n) * p[k], 2) /
           (static_cast<double>(n) * p[k]);
  CHECK(chi < chi_square_limit(3));

  // Two without replacement: P(i, k) is p_i p_k / (1 - p_i); without probabilities 1/12.
  std::map<index, double> weighted, plain;
  const index pairs = n / 10;
  for (index i = 0; i < pairs; ++i) {
    const auto a = random::choice(g, arange<index>(4), 2, p, random::replace(false));
    const auto b = random::choice(g, arange<index>(4), 2, random::without_replacement);
    ++weighted[a[0] * 4 + a[1]];
    ++plain[b[0] * 4 + b[1]];
  }
  CHECK(weighted.size() == 12);
  CHECK(plain.size() == 12);
  double chi_weighted = 0, chi_plain = 0;
  for (index i = 0; i < 4; ++i)
    for (index k = 0; k < 4; ++k)
      if (i != k) {
        const double w = static_cast<double>(pairs) * p[i] * p[k] / (1 - p[i]),
                     e = static_cast<double>(pairs) / 12;
        chi_weighted += std::pow(weighted[i * 4 + k] - w, 2) / w;
        chi_plain += std::pow(plain[i * 4 + k] - e, 2) / e;
      }
  CHECK(chi_weighted < chi_square_limit(11));
  CHECK(chi_plain < chi_square_limit(11));
}

TEST_CASE("all orders are equally likely") {
  random::generator g(17);
  constexpr index n = draws / 10;
  std::map<index, double> shuffled, rows;
  for (index i = 0; i < n; ++i) {
    tensor<index, 4> a{0, 1, 2, 3};
    random::shuffle(g, a);
    ++shuffled[a[0] * 64 + a[1] * 16 + a[2] * 4 + a[3]];
    const auto b = random::permuted(g, tensor<index, 3, 2>{{0, 0}, {1, 1}, {2, 2}}, _0);
    ++rows[b[0, 0] + 3 * b[1, 0] + 9 * b[0, 1] + 27 * b[1, 1]];
  }
  const auto chi = [](const std::map<index, double>& found) {
    const double e = static_cast<double>(n) / static_cast<double>(found.size());
    double sum = 0;
    for (const auto& [order, count] : found)
      sum += (count - e) * (count - e) / e;
    return sum;
  };
  CHECK(shuffled.size() == 24);
  CHECK(rows.size() == 36); // the columns are permuted independently
  CHECK(chi(shuffled) < chi_square_limit(23));
  CHECK(chi(rows) < chi_square_limit(35));
}
