// SPDX-License-Identifier: BSL-1.0
// random/distributions.hpp: tensors of numbers of a distribution: exponential, gamma, poisson, ...
#pragma once

#include <stria/random/draw.hpp>

namespace stria {

namespace detail {

/// Two parameters before sizes, where these could begin as well: one of them at least can be no
/// size.
template <class P, class Q>
concept parameters_by_type = is_parameter<P> && is_parameter<Q> && !(size_item<P> && size_item<Q>);

} // namespace detail

namespace random {

#define STRIA_DISTRIBUTION(name, law, element)                                                     \
  template <class T = element, extent... E, class G, class... A>                                   \
  constexpr auto name(G&& g, const A&... a) STRIA_RUN_OR_REFUSE(                                   \
      (detail::drawn_from<detail::law, T, detail::shape_of<E...>(), G, A...>), g, a...)

// All of them: first the engine, then the parameters in NumPy's order, all of them and whatever
// their types, then sizes as in zeros; extents may be template arguments. Parameters that are
// tensors or expressions broadcast, to the sizes where there are any; each element has its own
// distribution then. Parameters that are wrong, NaN and infinite ones included, are `value_error`
// before anything is drawn.

/// Normal numbers of mean 0 and standard deviation 1, float or double. `standard_normal(g,
/// sizes...)` is `normal(g, sizes...)`. NumPy: `rng.standard_normal(shape)`.
STRIA_DISTRIBUTION(standard_normal, standard_normal_law, double);
/// Exponential numbers of mean 1, float or double. NumPy: `rng.standard_exponential(shape)`.
STRIA_DISTRIBUTION(standard_exponential, standard_exponential_law, double);
/// Exponential numbers of mean scale >= 0, float or double. NumPy: `rng.exponential(scale, shape)`.
STRIA_DISTRIBUTION(exponential, exponential_law, double);
/// Gamma numbers of shape >= 0 and scale 1, float or double. NumPy: `rng.standard_gamma(shape,
/// size)`.
STRIA_DISTRIBUTION(standard_gamma, standard_gamma_law, double);
/// Gamma numbers of shape >= 0 and scale >= 0, float or double. NumPy: `rng.gamma(shape, scale,
/// size)`.
STRIA_DISTRIBUTION(gamma, gamma_law, double);
/// Beta numbers of a > 0 and b > 0, float or double. NumPy: `rng.beta(a, b, shape)`.
STRIA_DISTRIBUTION(beta, beta_law, double);
/// Chi-square numbers of df > 0 degrees of freedom, float or double. NumPy: `rng.chisquare(df,
/// shape)`.
STRIA_DISTRIBUTION(chi_square, chi_square_law, double);
/// chi_square by NumPy's name. NumPy: `rng.chisquare(df, shape)`.
STRIA_DISTRIBUTION(chisquare, chi_square_law, double);
/// F numbers of dfnum > 0 and dfden > 0 degrees of freedom, float or double. NumPy: `rng.f(dfnum,
/// dfden, shape)`.
STRIA_DISTRIBUTION(f, f_law, double);
/// Student's t numbers of df > 0 degrees of freedom, float or double. NumPy: `rng.standard_t(df,
/// shape)`.
STRIA_DISTRIBUTION(standard_t, standard_t_law, double);
/// e to the power of normal numbers of this mean and standard deviation sigma >= 0, float or
/// double. NumPy: `rng.lognormal(mean, sigma, shape)`.
STRIA_DISTRIBUTION(lognormal, lognormal_law, double);
/// Laplace numbers around loc, of scale >= 0, float or double. NumPy: `rng.laplace(loc, scale,
/// shape)`.
STRIA_DISTRIBUTION(laplace, laplace_law, double);
/// Logistic numbers around loc, of scale >= 0, float or double. NumPy: `rng.logistic(loc, scale,
/// shape)`.
STRIA_DISTRIBUTION(logistic, logistic_law, double);
/// Gumbel numbers of mode loc, of scale >= 0, float or double. NumPy: `rng.gumbel(loc, scale,
/// shape)`.
STRIA_DISTRIBUTION(gumbel, gumbel_law, double);
/// Weibull numbers of shape a >= 0 and scale 1, float or double. NumPy: `rng.weibull(a, shape)`.
STRIA_DISTRIBUTION(weibull, weibull_law, double);
/// Pareto numbers of shape a > 0 that begin at 0 (Lomax), float or double. NumPy: `rng.pareto(a,
/// shape)`.
STRIA_DISTRIBUTION(pareto, pareto_law, double);
/// Numbers from 0 to 1 of density a x^(a - 1), a > 0, float or double. NumPy: `rng.power(a,
/// shape)`.
STRIA_DISTRIBUTION(power, power_law, double);
/// Rayleigh numbers of scale >= 0, float or double. NumPy: `rng.rayleigh(scale, shape)`.
STRIA_DISTRIBUTION(rayleigh, rayleigh_law, double);
/// Numbers from left to right, most of them at mode, float or double; left <= mode <= right, left <
/// right. NumPy: `rng.triangular(left, mode, right, shape)`.
STRIA_DISTRIBUTION(triangular, triangular_law, double);
/// Cauchy numbers of mode 0 and scale 1, float or double. NumPy: `rng.standard_cauchy(shape)`.
STRIA_DISTRIBUTION(standard_cauchy, standard_cauchy_law, double);
/// Angles from -pi to pi around mu, of concentration kappa >= 0, float or double. NumPy:
/// `rng.vonmises(mu, kappa, shape)`.
STRIA_DISTRIBUTION(vonmises, vonmises_law, double);

// Those of integers are of type index, or of integer type T, to which the numbers must fit for
// certain or but for chances of 10^-17: a larger number than any T is the largest T.

/// The successes in n >= 0 trials of probability p, of an integer type T. n may be as large as
/// 2^63 - 1. NumPy: `rng.binomial(n, p, shape)`.
STRIA_DISTRIBUTION(binomial, binomial_law, index);
/// Poisson numbers of mean lam >= 0, of an integer type T. NumPy: `rng.poisson(lam, shape)`.
STRIA_DISTRIBUTION(poisson, poisson_law, index);
/// The number of trials of probability 0 < p <= 1 up to the first success, of an integer type T.
/// NumPy: `rng.geometric(p, shape)`.
STRIA_DISTRIBUTION(geometric, geometric_law, index);
/// The failures before n > 0 successes of probability 0 < p <= 1, of an integer type T; n need not
/// be whole. NumPy: `rng.negative_binomial(n, p, shape)`.
STRIA_DISTRIBUTION(negative_binomial, negative_binomial_law, index);
/// The good ones among nsample that are drawn from ngood + nbad, of an integer type T. NumPy:
/// `rng.hypergeometric(ngood, nbad, nsample, shape)`.
STRIA_DISTRIBUTION(hypergeometric, hypergeometric_law, index);

#undef STRIA_DISTRIBUTION

/// Uniform numbers in [low, high), float or double. low and high are known from sizes by their
/// types: one of them at least is a floating-point number or an operand. NumPy: `rng.uniform(low,
/// high, shape)`.
template <class T = double, extent... E, class G, class Low, class High, class... S>
  requires(detail::parameters_by_type<Low, High>)
constexpr auto uniform(G&& g, const Low& low, const High& high, const S&... sizes)
    STRIA_RUN_OR_REFUSE(
        (detail::drawn_from<detail::uniform_law, T, detail::shape_of<E...>(), G, Low, High, S...>),
        g, low, high, sizes...);

/// Normal numbers of mean loc and standard deviation scale >= 0, float or double. loc and scale are
/// known from sizes by their types: one of them at least is a floating-point number or an operand.
/// NumPy: `rng.normal(loc, scale, shape)`.
template <class T = double, extent... E, class G, class Loc, class Scale, class... S>
  requires(detail::parameters_by_type<Loc, Scale>)
constexpr auto normal(G&& g, const Loc& loc, const Scale& scale, const S&... sizes)
    STRIA_RUN_OR_REFUSE(
        (detail::drawn_from<detail::normal_law, T, detail::shape_of<E...>(), G, Loc, Scale, S...>),
        g, loc, scale, sizes...);

} // namespace random
} // namespace stria
