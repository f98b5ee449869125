// SPDX-License-Identifier: BSL-1.0
// random/discrete.hpp: distributions of integers, as laws in the sense of random/continuous.hpp:
// binomial, poisson, geometric, negative binomial, hypergeometric. Tests: tests/random/laws.cpp.
#pragma once

#include <stria/base/index.hpp>
#include <stria/random/continuous.hpp>

#include <concepts>
#include <limits>

namespace stria::detail {

// Laws of integers draw a wide_index from 0 to `limit`, the largest value that both the element
// type and wide_index can hold. Larger numbers are replaced by the limit. The numbers have 64 bits
// on every machine, as they are not sizes of memory.

/// A parameter that is a count: floating-point numbers are rounded towards zero; -1 if the number
/// does not fit into a wide_index.
template <class A> constexpr wide_index as_count(const A& a) {
  if constexpr (std::integral<A>) {
    const auto n = static_cast<wide_index>(a);
    return (a < A{}) == (n < 0) && static_cast<A>(n) == a ? n : -1;
  } else {
    const auto x = static_cast<double>(a);
    return is_finite(x) && x > -1 && x < 0x1p63 ? static_cast<wide_index>(x) : -1;
  }
}

/// The table of 1 / k.
template <class Void> struct reciprocals {
  static constexpr std::size_t count = 128;
  double of[count]{};
  constexpr reciprocals() {
    for (std::size_t k = 1; k < count; ++k)
      of[k] = 1.0 / static_cast<double>(k);
  }
};
template <class Void> inline constexpr reciprocals<Void> the_reciprocals{};

// --- logarithms of probabilities ---
//
// From C. Loader: Fast and Accurate Computation of Binomial Probabilities (2000). Terms such as
// k ln(k / m) - k + m are computed without cancellation, so that numbers around 10^18 are
// distributed as accurately as small ones.

/// ln(k!) minus Stirling's formula, k ln k - k + ln(2 pi k) / 2.
constexpr strict stirling_rest(wide_index k) {
  constexpr double rests[16]{0,
                             0x1.4c071bcda0a5bp-4,
                             0x1.52a9b923ea649p-5,
                             0x1.c579a268d80b3p-6,
                             0x1.54a2662fd78a9p-6,
                             0x1.10b4e513fcbedp-6,
                             0x1.c6b167bebdf36p-7,
                             0x1.85d4d612e4a86p-7,
                             0x1.552805e7b3076p-7,
                             0x1.2f4871b12ab64p-7,
                             0x1.10f9d4c0743a7p-7,
                             0x1.f0593088014f8p-8,
                             0x1.c7018733aa9c6p-8,
                             0x1.a40514700f36cp-8,
                             0x1.86076c002d4a7p-8,
                             0x1.6c08f6f194a10p-8};
  if (k < 16)
    return rests[k];
  const strict r = strict(1.0) / static_cast<double>(k), z = r * r;
  return r *
         (strict(1.0 / 12) - z * (strict(1.0 / 360) - z * (strict(1.0 / 1260) - z * (1.0 / 1680))));
}

/// (1 + d) ln(1 + d) - d.
constexpr strict deviance(strict d) {
  constexpr double series[]{1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,
                            1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17};
  if (absolute(d).value < 0.1) {
    const strict v = d / (d + 2.0), z = v * v;
    return d * v + (d + 1.0) * 2.0 * v * z * polynomial(z, series, 8);
  }
  return (d + 1.0) * logarithm_plus_1(d) - d;
}

/// ln P(k) of the Poisson distribution with mean m > 0, where k = m + d.
constexpr strict log_poisson(wide_index k, strict m, strict d) {
  if (k == 0)
    return -m;
  return -stirling_rest(k) - m * deviance(d / m) -
         logarithm(strict(2 * strict_pi) * static_cast<double>(k)) * 0.5;
}

/// ln P(k) of the binomial distribution with n trials of probability p > 0, where q = 1 - p and
/// k = n p + d.
constexpr strict log_binomial(wide_index k, wide_index n, strict p, strict q, strict d) {
  const strict whole = static_cast<double>(n);
  if (k == 0)
    return whole * logarithm_plus_1(-p);
  if (k == n)
    return whole * logarithm(p);
  const strict mean = whole * p, other = whole * q, x = static_cast<double>(k),
               y = static_cast<double>(n - k);
  return stirling_rest(n) - stirling_rest(k) - stirling_rest(n - k) - mean * deviance(d / mean) -
         other * deviance(-d / other) - logarithm(x / whole * y * (2 * strict_pi)) * 0.5;
}

/// floor(x) of a number below 2^62.
constexpr wide_index floor_of(strict x) {
  const auto n = static_cast<wide_index>(x.value);
  return static_cast<double>(n) > x.value ? n - 1 : n;
}

/// from + floor(offset), or -1 if the sum is below 0 or above last.
constexpr wide_index moved_count(wide_index from, strict offset, wide_index last) {
  if (!(offset.value > -0x1p62 && offset.value < 0x1p62))
    return -1;
  const wide_index step = floor_of(offset);
  return step < 0 ? (step < -from ? -1 : from + step) : (step > last - from ? -1 : from + step);
}

/// The proposals of transformed rejection. From W. Hörmann: The Transformed Rejection Method for
/// Generating Poisson Random Variables (1993), The Generation of Binomial Random Variates (1993).
struct hat {
  strict a{}, b{}, quick{};

  /// Draws a number near `from + center` that lies between 0 and `last`. If `certain` is set, the
  /// caller accepts the number without a further test. Otherwise the caller accepts it if `height`
  /// is at most a fixed multiple of the number's probability.
  template <class G>
  constexpr wide_index propose(G& g, wide_index from, strict center, wide_index last, bool& certain,
                               strict& height) const {
    for (;;) {
      const strict v = draw_above_zero(g), u = strict(draw_fraction<double>(g)) - 0.5;
      const strict us = strict(0.5) - absolute(u);
      // These proposals are far in the tails and would be rejected. At us = 0 the proposal would be
      // infinite.
      if (us.value < 0.013 && v > us)
        continue;
      const wide_index k = moved_count(from, (a * 2.0 / us + b) * u + center, last);
      if (k < 0)
        continue;
      certain = us.value >= 0.07 && v <= quick;
      if (!certain)
        height = v / (a / (us * us) + b);
      return k;
    }
  }
};

/// Draws Poisson-distributed numbers with any mean below 2^63.
class poisson_draw {
  strict mean_, fraction_{}, first_{}, factor_{};
  hat hat_{};
  wide_index whole_ = 0;

public:
  constexpr explicit poisson_draw(double mean) : mean_(mean) {
    if (mean < 10) {
      first_ = exponential(-mean_);
      return;
    }
    whole_ = static_cast<wide_index>(mean);
    fraction_ = mean_ - static_cast<double>(whole_);
    hat_.b = square_root(mean_) * 2.53 + 0.931;
    hat_.a = hat_.b * 0.02483 - 0.059;
    hat_.quick = strict(0.9277) - strict(3.6224) / (hat_.b - 2.0);
    factor_ = strict(1.1239) + strict(1.1328) / (hat_.b - 3.4);
  }

  template <class G> constexpr wide_index operator()(G& g, wide_index last) const {
    if (mean_.value < 10) {
      constexpr const auto& inverse = the_reciprocals<typename always_void<G>::type>;
      for (;;) {
        const strict u = draw_fraction<double>(g);
        strict p = first_, sum = first_;
        for (std::size_t k = 0; k < inverse.count;) {
          if (u < sum)
            return static_cast<wide_index>(k) < last ? static_cast<wide_index>(k) : last;
          if (++k < inverse.count) {
            p = p * (mean_ * inverse.of[k]);
            sum = sum + p;
          }
        }
      }
    }
    for (;;) {
      bool certain = false;
      strict height;
      const wide_index k = hat_.propose(g, whole_, fraction_ + 0.43,
                                        std::numeric_limits<wide_index>::max(), certain, height);
      if (certain || logarithm(height * factor_) <=
                         log_poisson(k, mean_, strict(static_cast<double>(k - whole_)) - fraction_))
        return k < last ? k : last;
    }
  }
};

/// Draws binomially distributed numbers for n >= 0 and 0 <= p <= 1.
class binomial_draw {
  wide_index n_;
  bool flipped_;
  strict p_, q_, mean_, first_{}, odds_{}, fraction_{}, factor_{}, log_mode_{};
  hat hat_{};
  wide_index whole_ = 0;

public:
  constexpr binomial_draw(wide_index n, double p)
      : n_(n), flipped_(p > 0.5), p_(flipped_ ? strict(1.0) - p : strict(p)),
        q_(flipped_ ? strict(p) : strict(1.0) - p), mean_(p_ * static_cast<double>(n)) {
    if (n == 0 || p_.value <= 0)
      return;
    if (mean_.value < 10) {
      first_ = exponential(logarithm_plus_1(-p_) * static_cast<double>(n));
      odds_ = p_ / q_;
      return;
    }
    whole_ = static_cast<wide_index>(mean_.value);
    fraction_ = mean_ - static_cast<double>(whole_);
    const strict deviation = square_root(mean_ * q_);
    hat_.b = deviation * 2.53 + 1.15;
    hat_.a = hat_.b * 0.0248 - 0.0873 + p_ * 0.01;
    hat_.quick = strict(0.92) - strict(4.2) / hat_.b;
    factor_ = (strict(2.83) + strict(5.1) / hat_.b) * deviation;
    // The mode, floor((n + 1) p), is whole_ or the next one.
    const wide_index mode = whole_ + ((fraction_ + p_).value >= 1 ? 1 : 0);
    log_mode_ = log_probability(mode);
  }
  template <class G> constexpr wide_index operator()(G& g) const {
    const wide_index k = draw(g);
    return flipped_ ? n_ - k : k;
  }

private:
  constexpr strict log_probability(wide_index k) const {
    return log_binomial(k, n_, p_, q_, strict(static_cast<double>(k - whole_)) - fraction_);
  }
  template <class G> constexpr wide_index draw(G& g) const {
    if (n_ == 0 || p_.value <= 0)
      return 0;
    if (mean_.value < 10) {
      constexpr const auto& inverse = the_reciprocals<typename always_void<G>::type>;
      for (;;) {
        const strict u = draw_fraction<double>(g);
        strict p = first_, sum = first_;
        for (std::size_t k = 0; k < inverse.count;) {
          const auto i = static_cast<wide_index>(k);
          if (u < sum)
            return i;
          if (i == n_)
            break;
          if (++k < inverse.count) {
            p = p * (odds_ * static_cast<double>(n_ - i) * inverse.of[k]);
            sum = sum + p;
          }
        }
      }
    }
    for (;;) {
      bool certain = false;
      strict height;
      const wide_index k = hat_.propose(g, whole_, fraction_ + 0.5, n_, certain, height);
      if (certain || logarithm(height * factor_) <= log_probability(k) - log_mode_)
        return k;
    }
  }
};

// --- laws ---

/// True if the limit is at least ten standard deviations above the mean. NumPy has the same rule
/// for 64-bit integers.
constexpr bool poisson_fits(double mean, wide_index limit) {
  return (square_root(mean) * 10.0 + mean).value <= static_cast<double>(limit);
}

class poisson_law : public law_of_one {
  poisson_draw draw_;

public:
  static constexpr bool discrete = true, has_defaults = true;
  static constexpr const char* name = "random::poisson";
  static constexpr const char* parameters = "lam";
  static constexpr params defaults{1};
  static constexpr const char* fault(const params& p, wide_index limit) {
    return !is_at_least_zero(p.a)      ? "lam must be a finite number, 0 or more"
           : !poisson_fits(p.a, limit) ? "lam is too large for the element type"
                                       : nullptr;
  }
  constexpr explicit poisson_law(const params& p) : draw_(p.a) {}
  template <class G> constexpr wide_index operator()(G& g, wide_index limit) const {
    return draw_(g, limit);
  }
};

struct binomial_params {
  wide_index n;
  double p;
  friend constexpr bool operator==(const binomial_params&, const binomial_params&) = default;
};
constexpr bool is_probability(double p) { return is_finite(p) && p >= 0 && p <= 1; }

class binomial_law {
  binomial_draw draw_;

public:
  static constexpr std::size_t count = 2;
  static constexpr bool discrete = true, has_defaults = false;
  static constexpr const char* name = "random::binomial";
  static constexpr const char* parameters = "n, p";
  using params = binomial_params;
  static constexpr params read(const auto& n, const auto& p) { return {as_count(n), as_real(p)}; }
  static constexpr const char* fault(const params& p, wide_index limit) {
    return p.n < 0                ? "n must be an integer from 0 to 2^63 - 1"
           : !is_probability(p.p) ? "p must be from 0 to 1"
           : p.n > limit          ? "n is too large for the element type"
                                  : nullptr;
  }
  constexpr explicit binomial_law(const params& p) : draw_(p.n, p.p) {}
  template <class G> constexpr wide_index operator()(G& g, wide_index) const { return draw_(g); }
};

class geometric_law : public law_of_one {
  strict p_, rate_{};

public:
  static constexpr bool discrete = true;
  static constexpr const char* name = "random::geometric";
  static constexpr const char* parameters = "p";
  static constexpr const char* fault(const params& p, wide_index) {
    return is_probability(p.a) && p.a > 0 ? nullptr : "p must be above 0 and at most 1";
  }
  constexpr explicit geometric_law(const params& p) : p_(p.a) {
    if (p.a < 1)
      rate_ = -logarithm_plus_1(-p_);
  }
  template <class G> constexpr wide_index operator()(G& g, wide_index limit) const {
    const strict e = draw_exponential(g);
    if (p_.value >= 1)
      return 1;
    // The number is 1 + the integer part of an exponentially distributed number with this rate.
    const strict x = e / rate_;
    if (!(x.value < 0x1p62))
      return limit;
    const wide_index k = static_cast<wide_index>(x.value);
    return k < limit ? k + 1 : limit;
  }
};

class negative_binomial_law : public law_of_two {
  gamma_draw draw_;
  strict scale_;

public:
  static constexpr bool discrete = true;
  static constexpr const char* name = "random::negative_binomial";
  static constexpr const char* parameters = "n, p";
  static constexpr const char* fault(const params& p, wide_index limit) {
    if (!is_positive(p.a))
      return "n must be a finite number above 0";
    if (!is_probability(p.b) || p.b <= 0)
      return "p must be above 0 and at most 1";
    // An upper bound for the means of the Poisson distributions, as in NumPy.
    const strict n = p.a, most = (strict(1.0) - p.b) / p.b * (n + square_root(n) * 10.0);
    return !is_finite(most.value) || !poisson_fits(most.value, limit)
               ? "n is too large, or p too small, for the element type"
               : nullptr;
  }
  constexpr explicit negative_binomial_law(const params& p)
      : draw_(p.a), scale_((strict(1.0) - p.b) / p.b) {}
  template <class G> constexpr wide_index operator()(G& g, wide_index limit) const {
    const double mean = (scale_ * draw_(g)).value;
    return mean < 0x1p62 ? poisson_draw(mean)(g, limit) : limit;
  }
};

struct hypergeometric_params {
  wide_index good, bad, sample;
  friend constexpr bool operator==(const hypergeometric_params&,
                                   const hypergeometric_params&) = default;
};

/// From E. Stadlober: Ratio of Uniforms as a Convenient Method for Sampling Classical Discrete
/// Distributions (1989); the elements of a small sample are drawn one by one.
class hypergeometric_law {
  wide_index good_, bad_,
      sample_; // at most half of all are drawn, and at most half of all are good
  wide_index asked_good_;
  bool more_good_, more_drawn_, small_;
  strict p_{}, q_{}, fraction_{}, width_{}, log_mode_{};
  wide_index whole_ = 0;

  constexpr strict log_probability(wide_index k) const {
    const strict d = strict(static_cast<double>(k - whole_)) - fraction_;
    return log_binomial(k, good_, p_, q_, d) + log_binomial(sample_ - k, bad_, p_, q_, -d);
  }
  template <class G> constexpr wide_index draw_one_by_one(G& g) const {
    wide_index good = 0;
    auto all = static_cast<std::uint64_t>(good_) + static_cast<std::uint64_t>(bad_);
    for (wide_index k = 0; k < sample_; ++k, --all)
      good += draw_below(g, all) < static_cast<std::uint64_t>(good_ - good) ? 1 : 0;
    return good;
  }
  template <class G> constexpr wide_index draw_by_ratio(G& g) const {
    const wide_index last = good_ < sample_ ? good_ : sample_;
    for (;;) {
      const strict u = draw_above_zero(g), v = strict(draw_fraction<double>(g)) - 0.5;
      const wide_index k = moved_count(whole_, fraction_ + 0.5 + width_ * v / u, last);
      if (k < 0)
        continue;
      const strict t = log_probability(k) - log_mode_;
      if (u * (strict(4.0) - u) - 3.0 <= t)
        return k;
      if (u * (u - t) >= 1.0)
        continue;
      if (logarithm(u) * 2.0 <= t)
        return k;
    }
  }

public:
  static constexpr std::size_t count = 3;
  static constexpr bool discrete = true, has_defaults = false;
  static constexpr const char* name = "random::hypergeometric";
  static constexpr const char* parameters = "ngood, nbad, nsample";
  using params = hypergeometric_params;
  static constexpr params read(const auto& good, const auto& bad, const auto& sample) {
    return {as_count(good), as_count(bad), as_count(sample)};
  }
  static constexpr const char* fault(const params& p, wide_index limit) {
    constexpr wide_index most = wide_index{1} << 61;
    return p.good < 0 || p.good > most          ? "ngood must be an integer from 0 to 2^61"
           : p.bad < 0 || p.bad > most          ? "nbad must be an integer from 0 to 2^61"
           : p.sample < 0                       ? "nsample must be an integer, 0 or more"
           : p.sample > p.good + p.bad          ? "nsample is greater than ngood + nbad"
           : p.good > limit && p.sample > limit ? "the numbers are too large for the element type"
                                                : nullptr;
  }
  constexpr explicit hypergeometric_law(const params& p)
      : good_(p.good < p.bad ? p.good : p.bad), bad_(p.good < p.bad ? p.bad : p.good),
        sample_(p.sample), asked_good_(p.good), more_good_(p.good > p.bad),
        more_drawn_(p.sample > p.good + p.bad - p.sample), small_(false) {
    const wide_index all = p.good + p.bad;
    if (more_drawn_)
      sample_ = all - p.sample;
    small_ = sample_ < 10 || good_ == 0;
    if (small_)
      return;
    const strict n = static_cast<double>(all), s = static_cast<double>(sample_);
    p_ = s / n;
    q_ = strict(static_cast<double>(all - sample_)) / n;
    const strict mean = p_ * static_cast<double>(good_);
    whole_ = static_cast<wide_index>(mean.value);
    fraction_ = mean - static_cast<double>(whole_);
    const strict variance = mean * (strict(static_cast<double>(bad_)) / n) * (n - s) / (n - 1.0);
    width_ = square_root(variance + 0.5) * 0x1.b72cd3f331398p+0 + 0x1.cc3ebd3bc711ap-1;
    // The mode is floor((s + 1) (good + 1) / (n + 2)).
    const wide top = wide_product(static_cast<std::uint64_t>(sample_) + 1,
                                  static_cast<std::uint64_t>(good_) + 1);
    log_mode_ = log_probability(static_cast<wide_index>(top / (static_cast<wide>(all) + 2)));
  }
  template <class G> constexpr wide_index operator()(G& g, wide_index) const {
    wide_index k = good_ == 0 || sample_ == 0 ? 0 : small_ ? draw_one_by_one(g) : draw_by_ratio(g);
    // The number k was drawn for the smaller group and the smaller sample. It is converted to the
    // number for the given group and sample.
    if (more_good_)
      k = sample_ - k;
    return more_drawn_ ? asked_good_ - k : k;
  }
};

} // namespace stria::detail
