// SPDX-License-Identifier: BSL-1.0
// random/continuous.hpp: distributions of real numbers. Each is a class (a "law") that has
// parameters, checks them and draws numbers.
//
// A law has `name`, `parameters` (their names, for messages), `count`, `params` (made by `read`
// from the numbers of a call) and `fault` (a sentence that describes a mistake in params, or null).
// It is constructed from params that have no fault. law(g) draws one number.
// Tests: tests/random/laws.cpp.
#pragma once

#include <stria/random/exponential.hpp>

namespace stria::detail {

/// A parameter of any arithmetic type as a double.
template <class A> constexpr double as_real(const A& a) { return static_cast<double>(a); }

/// A uniform multiple of 2^-53 in (0, 1], so that its logarithm is finite.
template <bit_generator G> constexpr strict draw_above_zero(G& g) {
  return static_cast<double>(draw_bits<53>(g) + 1) * 0x1p-53;
}
/// 1 / a for a >= 0, but at most 1e300, so that its product with any logarithm is finite.
constexpr strict capped_inverse(strict a) {
  return a.value > 1e-300 ? strict(1.0) / a : strict(1e300);
}
template <bit_generator G> constexpr strict draw_standard_normal(G& g) {
  return pinned(draw_normal<double>(g));
}

// --- parameters ---

struct no_params {
  friend constexpr bool operator==(const no_params&, const no_params&) = default;
};
struct one_param {
  double a;
  friend constexpr bool operator==(const one_param&, const one_param&) = default;
};
struct two_params {
  double a, b;
  friend constexpr bool operator==(const two_params&, const two_params&) = default;
};
struct three_params {
  double a, b, c;
  friend constexpr bool operator==(const three_params&, const three_params&) = default;
};

struct law_without_parameters {
  static constexpr std::size_t count = 0;
  static constexpr bool discrete = false, has_defaults = false;
  static constexpr const char* parameters = "";
  using params = no_params;
  static constexpr params read() { return {}; }
  static constexpr const char* fault(const params&) { return nullptr; }
};
struct law_of_one {
  static constexpr std::size_t count = 1;
  static constexpr bool discrete = false, has_defaults = false;
  using params = one_param;
  static constexpr params read(const auto& a) { return {as_real(a)}; }
};
struct law_of_two {
  static constexpr std::size_t count = 2;
  static constexpr bool discrete = false, has_defaults = false;
  using params = two_params;
  static constexpr params read(const auto& a, const auto& b) { return {as_real(a), as_real(b)}; }
};
struct law_of_scale : law_of_one {
  static constexpr bool has_defaults = true;
  static constexpr const char* parameters = "scale";
  static constexpr params defaults{1};
  static constexpr const char* fault(const params& p) {
    return is_at_least_zero(p.a) ? nullptr : "scale must be a finite number, 0 or more";
  }
};
struct law_of_shape : law_of_one {
  static constexpr const char* parameters = "a";
  static constexpr const char* fault(const params& p) {
    return is_positive(p.a) ? nullptr : "a must be a finite number above 0";
  }
};
struct law_of_location : law_of_two {
  static constexpr bool has_defaults = true;
  static constexpr const char* parameters = "loc, scale";
  static constexpr params defaults{0, 1};
  static constexpr const char* fault(const params& p) {
    return !is_finite(p.a)          ? "loc must be a finite number"
           : !is_at_least_zero(p.b) ? "scale must be a finite number, 0 or more"
                                    : nullptr;
  }
};

// --- laws that transform one random number ---

struct standard_normal_law : law_without_parameters {
  static constexpr const char* name = "random::standard_normal";
  constexpr explicit standard_normal_law(const params&) {}
  template <class G> constexpr strict operator()(G& g) const { return draw_standard_normal(g); }
};

struct standard_exponential_law : law_without_parameters {
  static constexpr const char* name = "random::standard_exponential";
  constexpr explicit standard_exponential_law(const params&) {}
  template <class G> constexpr strict operator()(G& g) const { return draw_exponential(g); }
};

struct standard_cauchy_law : law_without_parameters {
  static constexpr const char* name = "random::standard_cauchy";
  constexpr explicit standard_cauchy_law(const params&) {}
  template <class G> constexpr strict operator()(G& g) const {
    const strict x = draw_standard_normal(g);
    return x / draw_standard_normal(g);
  }
};

class uniform_law : public law_of_two {
  strict low_, width_;

public:
  static constexpr const char* name = "random::uniform";
  static constexpr const char* parameters = "low, high";
  static constexpr const char* fault(const params& p) {
    return !is_finite(p.a) || !is_finite(p.b)              ? "low and high must be finite numbers"
           : !is_finite((strict(p.b) - strict(p.a)).value) ? "high - low is too large for a double"
           : p.b < p.a                                     ? "low is greater than high"
                                                           : nullptr;
  }
  constexpr explicit uniform_law(const params& p) : low_(p.a), width_(strict(p.b) - p.a) {}
  template <class G> constexpr strict operator()(G& g) const {
    return low_ + width_ * strict(draw_fraction<double>(g));
  }
};

class normal_law : public law_of_location {
  strict loc_, scale_;

public:
  static constexpr const char* name = "random::normal";
  constexpr explicit normal_law(const params& p) : loc_(p.a), scale_(p.b) {}
  template <class G> constexpr strict operator()(G& g) const {
    return loc_ + scale_ * draw_standard_normal(g);
  }
};

class lognormal_law : public law_of_location {
  strict mean_, sigma_;

public:
  static constexpr const char* name = "random::lognormal";
  static constexpr const char* parameters = "mean, sigma";
  static constexpr const char* fault(const params& p) {
    return !is_finite(p.a)          ? "mean must be a finite number"
           : !is_at_least_zero(p.b) ? "sigma must be a finite number, 0 or more"
                                    : nullptr;
  }
  constexpr explicit lognormal_law(const params& p) : mean_(p.a), sigma_(p.b) {}
  template <class G> constexpr strict operator()(G& g) const {
    return exponential(mean_ + sigma_ * draw_standard_normal(g));
  }
};

class exponential_law : public law_of_scale {
  strict scale_;

public:
  static constexpr const char* name = "random::exponential";
  constexpr explicit exponential_law(const params& p) : scale_(p.a) {}
  template <class G> constexpr strict operator()(G& g) const {
    return scale_ * draw_exponential(g);
  }
};

class laplace_law : public law_of_location {
  strict loc_, scale_;

public:
  static constexpr const char* name = "random::laplace";
  constexpr explicit laplace_law(const params& p) : loc_(p.a), scale_(p.b) {}
  template <class G> constexpr strict operator()(G& g) const {
    return loc_ + scale_ * draw_two_sided_exponential(g);
  }
};

class logistic_law : public law_of_location {
  strict loc_, scale_;

public:
  static constexpr const char* name = "random::logistic";
  constexpr explicit logistic_law(const params& p) : loc_(p.a), scale_(p.b) {}
  template <class G> constexpr strict operator()(G& g) const {
    // ln(U / (1 - U)) with U in the middle of one of 2^52 equal parts: exact and symmetric.
    const auto n = static_cast<double>(2 * draw_bits<52>(g) + 1);
    return loc_ + scale_ * logarithm(strict(n) / (strict(0x1p53) - n));
  }
};

class gumbel_law : public law_of_location {
  strict loc_, scale_;

public:
  static constexpr const char* name = "random::gumbel";
  constexpr explicit gumbel_law(const params& p) : loc_(p.a), scale_(p.b) {}
  template <class G> constexpr strict operator()(G& g) const {
    strict e = draw_exponential(g);
    if (e.value <= 0)
      e = 0x1p-59;
    return loc_ - scale_ * logarithm(e);
  }
};

class rayleigh_law : public law_of_scale {
  strict scale_;

public:
  static constexpr const char* name = "random::rayleigh";
  constexpr explicit rayleigh_law(const params& p) : scale_(p.a) {}
  template <class G> constexpr strict operator()(G& g) const {
    return scale_ * square_root(draw_exponential(g) * 2.0);
  }
};

class weibull_law : public law_of_shape {
  strict inverse_;

public:
  static constexpr const char* name = "random::weibull";
  static constexpr const char* fault(const params& p) {
    return is_at_least_zero(p.a) ? nullptr : "a must be a finite number, 0 or more";
  }
  constexpr explicit weibull_law(const params& p)
      : inverse_(p.a > 0 ? capped_inverse(p.a) : strict(0.0)) {}
  template <class G> constexpr strict operator()(G& g) const {
    const strict e = draw_exponential(g);
    // NumPy gives this result for a = 0, where the power would be infinite.
    if (inverse_.value <= 0)
      return 0.0;
    return strict_power(e, inverse_);
  }
};

class pareto_law : public law_of_shape {
  strict a_;

public:
  static constexpr const char* name = "random::pareto";
  constexpr explicit pareto_law(const params& p) : a_(p.a) {}
  template <class G> constexpr strict operator()(G& g) const {
    return exponential_minus_1(draw_exponential(g) / a_);
  }
};

class power_law : public law_of_shape {
  strict inverse_;

public:
  static constexpr const char* name = "random::power";
  constexpr explicit power_law(const params& p) : inverse_(capped_inverse(p.a)) {}
  template <class G> constexpr strict operator()(G& g) const {
    // U^(1/a) for a uniform U has the distribution of e^(-E/a) for an exponential E.
    return exponential(-(draw_exponential(g) * inverse_));
  }
};

class triangular_law {
  strict left_, mode_, right_, width_, share_;

public:
  static constexpr const char* name = "random::triangular";
  static constexpr std::size_t count = 3;
  static constexpr bool discrete = false, has_defaults = false;
  static constexpr const char* parameters = "left, mode, right";
  using params = three_params;
  static constexpr params read(const auto& a, const auto& b, const auto& c) {
    return {as_real(a), as_real(b), as_real(c)};
  }
  static constexpr const char* fault(const params& p) {
    return !is_finite(p.a) || !is_finite(p.b) || !is_finite(p.c)
               ? "left, mode and right must be finite numbers"
           : !is_finite((strict(p.c) - strict(p.a)).value)
               ? "right - left is too large for a double"
           : p.a > p.b  ? "left is greater than mode"
           : p.b > p.c  ? "mode is greater than right"
           : p.a >= p.c ? "left and right are equal"
                        : nullptr;
  }
  constexpr explicit triangular_law(const params& p)
      : left_(p.a), mode_(p.b), right_(p.c), width_(right_ - left_),
        share_((mode_ - left_) / width_) {}
  template <class G> constexpr strict operator()(G& g) const {
    const strict u = draw_fraction<double>(g);
    if (u <= share_)
      return left_ + square_root(u * share_) * width_;
    return right_ - square_root((strict(1.0) - u) * (strict(1.0) - share_)) * width_;
  }
};

// --- gamma and distributions derived from it ---

/// Draws gamma-distributed numbers of shape a and scale 1. From G. Marsaglia, W. W. Tsang: A Simple
/// Method for Generating Gamma Variables (2000). For a < 1, a number drawn for shape a + 1 is
/// multiplied by U^(1/a) for a uniform U.
class gamma_draw {
  strict d_{}, c_{}, inverse_{};

public:
  constexpr gamma_draw() = default;
  /// Shape 0 gives 0.
  constexpr explicit gamma_draw(strict a) {
    if (a.value < 1) {
      inverse_ = capped_inverse(a);
      a = a + 1.0;
    }
    d_ = a - 1.0 / 3;
    c_ = strict(1.0) / square_root(d_ * 9.0);
  }
  /// Draws a number that is to be multiplied by e^log_factor. log_factor is 0 for shapes of 1 and
  /// more.
  template <class G> constexpr strict draw(G& g, strict& log_factor) const {
    for (;;) {
      const strict x = draw_standard_normal(g), root = c_ * x + 1.0;
      if (root.value <= 0)
        continue;
      const strict v = root * root * root, u = draw_above_zero(g), square = x * x;
      if (u < strict(1.0) - square * square * 0.0331 ||
          logarithm(u) < square * 0.5 + d_ * ((strict(1.0) - v) + logarithm(v))) {
        log_factor = inverse_.value > 0 ? -(draw_exponential(g) * inverse_) : strict(0.0);
        return d_ * v;
      }
    }
  }
  template <class G> constexpr strict operator()(G& g) const {
    strict l;
    const strict x = draw(g, l);
    return inverse_.value > 0 ? x * exponential(l) : x;
  }
};

class standard_gamma_law : public law_of_one {
  gamma_draw draw_;

public:
  static constexpr const char* name = "random::standard_gamma";
  static constexpr const char* parameters = "shape";
  static constexpr const char* fault(const params& p) {
    return is_at_least_zero(p.a) ? nullptr : "shape must be a finite number, 0 or more";
  }
  constexpr explicit standard_gamma_law(const params& p) : draw_(p.a) {}
  template <class G> constexpr strict operator()(G& g) const { return draw_(g); }
};

class gamma_law : public law_of_two {
  gamma_draw draw_;
  strict scale_;

public:
  static constexpr const char* name = "random::gamma";
  static constexpr const char* parameters = "shape, scale";
  static constexpr const char* fault(const params& p) {
    return !is_at_least_zero(p.a)   ? "shape must be a finite number, 0 or more"
           : !is_at_least_zero(p.b) ? "scale must be a finite number, 0 or more"
                                    : nullptr;
  }
  constexpr explicit gamma_law(const params& p) : draw_(p.a), scale_(p.b) {}
  template <class G> constexpr strict operator()(G& g) const { return scale_ * draw_(g); }
};

class chi_square_law : public law_of_one {
  gamma_draw draw_;

public:
  static constexpr const char* name = "random::chi_square";
  static constexpr const char* parameters = "df";
  static constexpr const char* fault(const params& p) {
    return is_positive(p.a) ? nullptr : "df must be a finite number above 0";
  }
  constexpr explicit chi_square_law(const params& p) : draw_(strict(p.a) * 0.5) {}
  template <class G> constexpr strict operator()(G& g) const { return draw_(g) * 2.0; }
};

/// Draws two gamma-distributed numbers X and Y, of which X / (X + Y) or X / Y is used. Their
/// logarithms are compared, because both numbers may be too small for a double.
class gamma_ratio {
  gamma_draw x_, y_;

public:
  constexpr gamma_ratio(strict a, strict b) : x_(a), y_(b) {}
  /// Sets x and y to numbers with the ratio X : Y; at least one of them is not 0.
  template <class G> constexpr void draw(G& g, strict& x, strict& y) const {
    strict log_x, log_y;
    x = x_.draw(g, log_x);
    y = y_.draw(g, log_y);
    const strict most = log_x < log_y ? log_y : log_x;
    x = x * exponential(log_x - most);
    y = y * exponential(log_y - most);
  }
};

class beta_law : public law_of_two {
  gamma_ratio draw_;

public:
  static constexpr const char* name = "random::beta";
  static constexpr const char* parameters = "a, b";
  static constexpr const char* fault(const params& p) {
    return !is_positive(p.a)   ? "a must be a finite number above 0"
           : !is_positive(p.b) ? "b must be a finite number above 0"
                               : nullptr;
  }
  constexpr explicit beta_law(const params& p) : draw_(p.a, p.b) {}
  template <class G> constexpr strict operator()(G& g) const {
    strict x, y;
    draw_.draw(g, x, y);
    // Both numbers are halved, because for two shapes of 1e308 their sum would be infinite.
    return x * 0.5 / (x * 0.5 + y * 0.5);
  }
};

class f_law : public law_of_two {
  gamma_ratio draw_;
  strict ratio_, log_ratio_;
  bool extreme_; // x / y * ratio_ could be 0 times infinity

public:
  static constexpr const char* name = "random::f";
  static constexpr const char* parameters = "dfnum, dfden";
  static constexpr const char* fault(const params& p) {
    return !is_positive(p.a)   ? "dfnum must be a finite number above 0"
           : !is_positive(p.b) ? "dfden must be a finite number above 0"
                               : nullptr;
  }
  constexpr explicit f_law(const params& p)
      : draw_(strict(p.a) * 0.5, strict(p.b) * 0.5), ratio_(strict(p.b) / p.a),
        log_ratio_(logarithm(p.b) - logarithm(p.a)), extreme_(absolute(log_ratio_) > 500.0) {}
  template <class G> constexpr strict operator()(G& g) const {
    strict x, y;
    draw_.draw(g, x, y);
    return extreme_ ? exponential(logarithm(x) - logarithm(y) + log_ratio_) : x / y * ratio_;
  }
};

class standard_t_law : public law_of_one {
  gamma_draw draw_;
  strict half_;

public:
  static constexpr const char* name = "random::standard_t";
  static constexpr const char* parameters = "df";
  static constexpr const char* fault(const params& p) {
    return is_positive(p.a) ? nullptr : "df must be a finite number above 0";
  }
  constexpr explicit standard_t_law(const params& p)
      : draw_(strict(p.a) * 0.5), half_(p.a > 1e-300 ? p.a * 0.5 : 0.5e-300) {}
  template <class G> constexpr strict operator()(G& g) const {
    const strict x = draw_standard_normal(g);
    strict l;
    const strict y = draw_.draw(g, l);
    // For small shapes, the factor and even its square root may be outside the range of a double.
    const strict square = half_ / y;
    return x * (l.value < 0 ? exponential((logarithm(square) - l) * 0.5) : square_root(square));
  }
};

// --- angles ---

/// From D. J. Best, N. I. Fisher: Efficient Simulation of the von Mises Distribution (1979). The
/// cosine of a uniform angle is computed from a uniform point in the unit disk.
class vonmises_law : public law_of_two {
  strict mu_, kappa_, s_{};

  /// Converts an angle between -3 pi and 3 pi to one from -pi to pi.
  static constexpr strict wrapped(strict angle) {
    return angle.value > strict_pi    ? angle - 2 * strict_pi
           : angle.value < -strict_pi ? angle + 2 * strict_pi
                                      : angle;
  }
  static constexpr strict reduced(strict mu) {
    // The exact remainder of a division by 2 pi, one bit of the quotient per step.
    const bool negative = mu.value < 0;
    double rest = absolute(mu).value, step = 2 * strict_pi;
    while (step <= rest * 0.5)
      step *= 2;
    for (; step >= 2 * strict_pi; step *= 0.5)
      if (rest >= step)
        rest = (strict(rest) - step).value;
    return wrapped(negative ? -rest : rest);
  }

public:
  static constexpr const char* name = "random::vonmises";
  static constexpr const char* parameters = "mu, kappa";
  static constexpr const char* fault(const params& p) {
    return !is_finite(p.a)          ? "mu must be a finite number"
           : !is_at_least_zero(p.b) ? "kappa must be a finite number, 0 or more"
                                    : nullptr;
  }
  constexpr explicit vonmises_law(const params& p) : mu_(reduced(p.a)), kappa_(p.b) {
    if (p.b < 1e-5) {
      s_ = kappa_.value > 1e-300 ? strict(1.0) / kappa_ + kappa_ : strict(1e300);
    } else if (p.b <= 1e6) {
      const strict r = square_root(kappa_ * kappa_ * 4.0 + 1.0) + 1.0;
      const strict rho = (r - square_root(r * 2.0)) / (kappa_ * 2.0);
      s_ = (rho * rho + 1.0) / (rho * 2.0);
    }
  }
  template <class G> constexpr strict operator()(G& g) const {
    if (kappa_.value < 1e-8)
      return strict(strict_pi) * (strict(2.0) * strict(draw_fraction<double>(g)) - 1.0);
    if (kappa_.value > 1e6) // this is a normal distribution, to the precision of a double
      return wrapped(mu_ + draw_standard_normal(g) / square_root(kappa_));
    for (;;) {
      strict x, y, r;
      do {
        x = strict(2.0) * strict(draw_fraction<double>(g)) - 1.0;
        y = strict(2.0) * strict(draw_fraction<double>(g)) - 1.0;
        r = x * x + y * y;
      } while (r.value > 1 || r.value <= 0);
      const strict z = (x * x - y * y) / r;
      strict w = (s_ * z + 1.0) / (s_ + z);
      w = w.value > 1 ? strict(1.0) : w.value < -1 ? strict(-1.0) : w;
      const strict t = kappa_ * (s_ - w), v = draw_above_zero(g);
      if (t * (strict(2.0) - t) - v >= 0.0 || logarithm(t / v) + 1.0 >= t) {
        const strict angle = arc_cosine(w);
        return wrapped(mu_ + (draw_bits<1>(g) != 0 ? angle : -angle));
      }
    }
  }
};

} // namespace stria::detail
