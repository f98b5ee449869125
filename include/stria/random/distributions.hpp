// SPDX-License-Identifier: BSL-1.0
// random/distributions.hpp: tensors of random numbers of a distribution: exponential, gamma,
// poisson and others. Tests: tests/random/draws.cpp.
#pragma once

#include <stria/random/draw.hpp>

namespace stria {

namespace detail {

/// Two parameters that come before sizes. At least one of them must have a type that a size cannot
/// have.
template <class P, class Q>
concept parameters_by_type = is_parameter<P> && is_parameter<Q> && !(size_item<P> && size_item<Q>);

} // namespace detail

namespace random {

#define STRIA_DISTRIBUTION(name, law, element)                                                     \
  template <class T = element, extent... E, class G, class... A>                                   \
  constexpr auto name(G&& g, const A&... a) STRIA_RUN_OR_REFUSE(                                   \
      (detail::drawn_from<detail::law, T, detail::shape_of<E...>(), G, A...>), g, a...)

// Arguments of all distributions: the engine, every parameter in the order of NumPy, then the sizes
// as in zeros(). Extents may be template arguments instead. Parameters are checked before anything
// is drawn.

/// Draws normally distributed numbers with mean 0 and standard deviation 1: another name for
/// `normal(g, sizes...)`.
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes (rank 0 without sizes)
/// \throws       value_error if a size is negative
/// \refuses      other element types; a const engine
/// \complexity   O(size of the result)
/// \numpy        `rng.standard_normal(size)`
/// \usage        `random::standard_normal(g, 3, 4)`
STRIA_DISTRIBUTION(standard_normal, standard_normal_law, double);
/// Draws exponentially distributed numbers with mean 1.
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes (rank 0 without sizes)
/// \throws       value_error if a size is negative
/// \refuses      other element types; a const engine
/// \complexity   O(size of the result)
/// \numpy        `rng.standard_exponential(size)`
/// \usage        `random::standard_exponential(g, 100)`
STRIA_DISTRIBUTION(standard_exponential, standard_exponential_law, double);
/// Draws exponentially distributed numbers.
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param scale  the mean, 0 or more; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros(); parameters may be omitted (scale 1) if there are no sizes
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, or a size is negative;
///               shape_error if parameters do not broadcast
/// \refuses      other element types; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.exponential(scale, size)`
/// \usage        `random::exponential(g, 2, 3, 4)`
STRIA_DISTRIBUTION(exponential, exponential_law, double);
/// Draws gamma-distributed numbers of scale 1.
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param shape  the shape, 0 or more; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, or a size is negative;
///               shape_error if parameters do not broadcast
/// \refuses      other element types; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.standard_gamma(shape, size)`
/// \usage        `random::standard_gamma(g, 2, 100)`
STRIA_DISTRIBUTION(standard_gamma, standard_gamma_law, double);
/// Draws gamma-distributed numbers.
///
/// \tparam T           the element type: double (default) or float
/// \tparam E           extents, instead of sizes
/// \param g            an engine: a generator, or one of <random>
/// \param shape,scale  the shape and the scale, 0 or more; numbers, or operands that broadcast
/// \param sizes        sizes as in zeros()
/// \returns            tensor of the given sizes; without sizes, of the broadcast shape of the
///                     parameters
/// \throws             value_error if a parameter is outside its range, or a size is negative;
///                     shape_error if parameters do not broadcast
/// \refuses            other element types; a const engine; missing parameters
/// \complexity         O(size of the result)
/// \numpy              `rng.gamma(shape, scale, size)`
/// \usage              `random::gamma(g, 2, 1.5, 100)`
STRIA_DISTRIBUTION(gamma, gamma_law, double);
/// Draws numbers of the beta distribution, which lie between 0 and 1.
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param a,b    the two shapes, above 0; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, or a size is negative;
///               shape_error if parameters do not broadcast
/// \refuses      other element types; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.beta(a, b, size)`
/// \usage        `random::beta(g, 2, 3, 100)`
STRIA_DISTRIBUTION(beta, beta_law, double);
/// Draws numbers of the chi-square distribution.
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param df     the degrees of freedom, above 0; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, or a size is negative;
///               shape_error if parameters do not broadcast
/// \refuses      other element types; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.chisquare(df, size)`
/// \usage        `random::chi_square(g, 3, 100)`
STRIA_DISTRIBUTION(chi_square, chi_square_law, double);
/// Draws numbers of the chi-square distribution: another name for chi_square().
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param df     the degrees of freedom, above 0; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, or a size is negative;
///               shape_error if parameters do not broadcast
/// \refuses      other element types; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.chisquare(df, size)`
/// \usage        `random::chisquare(g, 3, 100)`
/// \see          chi_square
STRIA_DISTRIBUTION(chisquare, chi_square_law, double);
/// Draws numbers of the F distribution.
///
/// \tparam T           the element type: double (default) or float
/// \tparam E           extents, instead of sizes
/// \param g            an engine: a generator, or one of <random>
/// \param dfnum,dfden  the degrees of freedom of numerator and denominator, above 0; numbers, or
///                     operands that broadcast
/// \param sizes        sizes as in zeros()
/// \returns            tensor of the given sizes; without sizes, of the broadcast shape of the
///                     parameters
/// \throws             value_error if a parameter is outside its range, or a size is negative;
///                     shape_error if parameters do not broadcast
/// \refuses            other element types; a const engine; missing parameters
/// \complexity         O(size of the result)
/// \numpy              `rng.f(dfnum, dfden, size)`
/// \usage              `random::f(g, 2, 9, 100)`
STRIA_DISTRIBUTION(f, f_law, double);
/// Draws numbers of Student's t distribution.
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param df     the degrees of freedom, above 0; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, or a size is negative;
///               shape_error if parameters do not broadcast
/// \refuses      other element types; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.standard_t(df, size)`
/// \usage        `random::standard_t(g, 5, 100)`
STRIA_DISTRIBUTION(standard_t, standard_t_law, double);
/// Draws numbers of the log-normal distribution: e to the power of normally distributed numbers.
///
/// \tparam T          the element type: double (default) or float
/// \tparam E          extents, instead of sizes
/// \param g           an engine: a generator, or one of <random>
/// \param mean,sigma  mean and standard deviation (0 or more) of the normal distribution; numbers,
///                    or operands that broadcast
/// \param sizes       sizes as in zeros(); parameters may be omitted (mean 0 and sigma 1) if there
///                    are no sizes
/// \returns           tensor of the given sizes; without sizes, of the broadcast shape of the
///                    parameters
/// \throws            value_error if a parameter is outside its range, or a size is negative;
///                    shape_error if parameters do not broadcast
/// \refuses           other element types; a const engine; missing parameters
/// \complexity        O(size of the result)
/// \numpy             `rng.lognormal(mean, sigma, size)`
/// \usage             `random::lognormal(g, 0, 0.5, 100)`
STRIA_DISTRIBUTION(lognormal, lognormal_law, double);
/// Draws numbers of the Laplace (double exponential) distribution.
///
/// \tparam T         the element type: double (default) or float
/// \tparam E         extents, instead of sizes
/// \param g          an engine: a generator, or one of <random>
/// \param loc,scale  the centre, and the scale, 0 or more; numbers, or operands that broadcast
/// \param sizes      sizes as in zeros(); parameters may be omitted (loc 0 and scale 1) if there
///                   are no sizes
/// \returns          tensor of the given sizes; without sizes, of the broadcast shape of the
///                   parameters
/// \throws           value_error if a parameter is outside its range, or a size is negative;
///                   shape_error if parameters do not broadcast
/// \refuses          other element types; a const engine; missing parameters
/// \complexity       O(size of the result)
/// \numpy            `rng.laplace(loc, scale, size)`
/// \usage            `random::laplace(g, 0, 2, 100)`
STRIA_DISTRIBUTION(laplace, laplace_law, double);
/// Draws numbers of the logistic distribution.
///
/// \tparam T         the element type: double (default) or float
/// \tparam E         extents, instead of sizes
/// \param g          an engine: a generator, or one of <random>
/// \param loc,scale  the centre, and the scale, 0 or more; numbers, or operands that broadcast
/// \param sizes      sizes as in zeros(); parameters may be omitted (loc 0 and scale 1) if there
///                   are no sizes
/// \returns          tensor of the given sizes; without sizes, of the broadcast shape of the
///                   parameters
/// \throws           value_error if a parameter is outside its range, or a size is negative;
///                   shape_error if parameters do not broadcast
/// \refuses          other element types; a const engine; missing parameters
/// \complexity       O(size of the result)
/// \numpy            `rng.logistic(loc, scale, size)`
/// \usage            `random::logistic(g, 0, 2, 100)`
STRIA_DISTRIBUTION(logistic, logistic_law, double);
/// Draws numbers of the Gumbel distribution.
///
/// \tparam T         the element type: double (default) or float
/// \tparam E         extents, instead of sizes
/// \param g          an engine: a generator, or one of <random>
/// \param loc,scale  the mode, and the scale, 0 or more; numbers, or operands that broadcast
/// \param sizes      sizes as in zeros(); parameters may be omitted (loc 0 and scale 1) if there
///                   are no sizes
/// \returns          tensor of the given sizes; without sizes, of the broadcast shape of the
///                   parameters
/// \throws           value_error if a parameter is outside its range, or a size is negative;
///                   shape_error if parameters do not broadcast
/// \refuses          other element types; a const engine; missing parameters
/// \complexity       O(size of the result)
/// \numpy            `rng.gumbel(loc, scale, size)`
/// \usage            `random::gumbel(g, 0, 2, 100)`
STRIA_DISTRIBUTION(gumbel, gumbel_law, double);
/// Draws numbers of the Weibull distribution of scale 1.
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param a      the shape, 0 or more; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, or a size is negative;
///               shape_error if parameters do not broadcast
/// \refuses      other element types; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.weibull(a, size)`
/// \usage        `random::weibull(g, 1.5, 100)`
STRIA_DISTRIBUTION(weibull, weibull_law, double);
/// Draws numbers of the Pareto II (Lomax) distribution, which begins at 0.
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param a      the shape, above 0; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, or a size is negative;
///               shape_error if parameters do not broadcast
/// \refuses      other element types; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.pareto(a, size)`
/// \usage        `random::pareto(g, 3, 100)`
STRIA_DISTRIBUTION(pareto, pareto_law, double);
/// Draws numbers from 0 to 1 with the density a x^(a - 1).
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param a      the exponent plus 1, above 0; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, or a size is negative;
///               shape_error if parameters do not broadcast
/// \refuses      other element types; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.power(a, size)`
/// \usage        `random::power(g, 2, 100)`
STRIA_DISTRIBUTION(power, power_law, double);
/// Draws numbers of the Rayleigh distribution.
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param scale  the mode, 0 or more; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros(); parameters may be omitted (scale 1) if there are no sizes
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, or a size is negative;
///               shape_error if parameters do not broadcast
/// \refuses      other element types; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.rayleigh(scale, size)`
/// \usage        `random::rayleigh(g, 2, 100)`
STRIA_DISTRIBUTION(rayleigh, rayleigh_law, double);
/// Draws numbers of the triangular distribution.
///
/// \tparam T               the element type: double (default) or float
/// \tparam E               extents, instead of sizes
/// \param g                an engine: a generator, or one of <random>
/// \param left,mode,right  the ends and the peak of the density: left <= mode <= right, left <
///                         right; numbers, or operands that broadcast
/// \param sizes            sizes as in zeros()
/// \returns                tensor of the given sizes; without sizes, of the broadcast shape of the
///                         parameters
/// \throws                 value_error if a parameter is outside its range, or a size is negative;
///                         shape_error if parameters do not broadcast
/// \refuses                other element types; a const engine; missing parameters
/// \complexity             O(size of the result)
/// \numpy                  `rng.triangular(left, mode, right, size)`
/// \usage                  `random::triangular(g, 0, 1, 3, 100)`
STRIA_DISTRIBUTION(triangular, triangular_law, double);
/// Draws numbers of the Cauchy distribution of mode 0 and scale 1.
///
/// \tparam T     the element type: double (default) or float
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes (rank 0 without sizes)
/// \throws       value_error if a size is negative
/// \refuses      other element types; a const engine
/// \complexity   O(size of the result)
/// \numpy        `rng.standard_cauchy(size)`
/// \usage        `random::standard_cauchy(g, 100)`
STRIA_DISTRIBUTION(standard_cauchy, standard_cauchy_law, double);
/// Draws angles of the von Mises distribution, from -pi to pi.
///
/// \tparam T        the element type: double (default) or float
/// \tparam E        extents, instead of sizes
/// \param g         an engine: a generator, or one of <random>
/// \param mu,kappa  the mean angle, and the concentration, 0 or more; numbers, or operands that
///                  broadcast
/// \param sizes     sizes as in zeros()
/// \returns         tensor of the given sizes; without sizes, of the broadcast shape of the
///                  parameters
/// \throws          value_error if a parameter is outside its range, or a size is negative;
///                  shape_error if parameters do not broadcast
/// \refuses         other element types; a const engine; missing parameters
/// \complexity      O(size of the result)
/// \numpy           `rng.vonmises(mu, kappa, size)`
/// \usage           `random::vonmises(g, 0, 4, 100)`
STRIA_DISTRIBUTION(vonmises, vonmises_law, double);

// Distributions of integers. Parameters cause a value_error if a number might not fit into the
// element type. poisson() ignores this if its probability is below 10^-17. negative_binomial() has
// the rule of NumPy, which ignores larger probabilities for small n (10^-5 for n = 1), and
// geometric() does not check this. A number that does not fit becomes the largest value of the
// type.

/// Draws the number of successes in n trials.
///
/// \tparam T     the element type: an integer type, with 64 bits by default
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param n,p    the number of trials, 0 or more, and the probability of a success; numbers, or
///               operands that broadcast
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, if the numbers would not fit into
///               T, or if a size is negative; shape_error if parameters do not broadcast
/// \refuses      element types that are not integers; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.binomial(n, p, size)`
/// \usage        `random::binomial(g, 9, 0.5, 100)`
STRIA_DISTRIBUTION(binomial, binomial_law, detail::wide_index);
/// Draws numbers of the Poisson distribution.
///
/// \tparam T     the element type: an integer type, with 64 bits by default
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param lam    the mean, 0 or more; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros(); parameters may be omitted (lam 1) if there are no sizes
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, if the numbers would not fit into
///               T, or if a size is negative; shape_error if parameters do not broadcast
/// \refuses      element types that are not integers; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.poisson(lam, size)`
/// \usage        `random::poisson(g, 4.5, 100)`
STRIA_DISTRIBUTION(poisson, poisson_law, detail::wide_index);
/// Draws the number of trials up to and including the first success.
///
/// \tparam T     the element type: an integer type, with 64 bits by default
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param p      the probability of a success, above 0 and at most 1; numbers, or operands that
///               broadcast
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, or a size is negative;
///               shape_error if parameters do not broadcast
/// \refuses      element types that are not integers; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.geometric(p, size)`
/// \usage        `random::geometric(g, 0.25, 100)`
STRIA_DISTRIBUTION(geometric, geometric_law, detail::wide_index);
/// Draws the number of failures before n successes.
///
/// \tparam T     the element type: an integer type, with 64 bits by default
/// \tparam E     extents, instead of sizes
/// \param g      an engine: a generator, or one of <random>
/// \param n,p    the number of successes, above 0 (need not be an integer), and the probability of
///               one, above 0; numbers, or operands that broadcast
/// \param sizes  sizes as in zeros()
/// \returns      tensor of the given sizes; without sizes, of the broadcast shape of the parameters
/// \throws       value_error if a parameter is outside its range, if the numbers would not fit into
///               T, or if a size is negative; shape_error if parameters do not broadcast
/// \refuses      element types that are not integers; a const engine; missing parameters
/// \complexity   O(size of the result)
/// \numpy        `rng.negative_binomial(n, p, size)`
/// \usage        `random::negative_binomial(g, 3, 0.5, 100)`
STRIA_DISTRIBUTION(negative_binomial, negative_binomial_law, detail::wide_index);
/// Draws the number of good elements in a sample drawn without replacement.
///
/// \tparam T                  the element type: an integer type, with 64 bits by default
/// \tparam E                  extents, instead of sizes
/// \param g                   an engine: a generator, or one of <random>
/// \param ngood,nbad,nsample  the numbers of good and bad elements, at most 2^61, and the size of
///                            the sample, at most ngood + nbad; numbers, or operands that broadcast
/// \param sizes               sizes as in zeros()
/// \returns                   tensor of the given sizes; without sizes, of the broadcast shape of
///                            the parameters
/// \throws                    value_error if a parameter is outside its range, if the numbers would
///                            not fit into T, or if a size is negative; shape_error if parameters
///                            do not broadcast
/// \refuses                   element types that are not integers; a const engine; missing
///                            parameters
/// \complexity                O(size of the result)
/// \numpy                     `rng.hypergeometric(ngood, nbad, nsample, size)`
/// \usage                     `random::hypergeometric(g, 5, 7, 4, 100)`
STRIA_DISTRIBUTION(hypergeometric, hypergeometric_law, detail::wide_index);

#undef STRIA_DISTRIBUTION

/// Draws uniformly distributed numbers in [low, high). Rounding can make a number equal to high.
///
/// \tparam T        the element type: double (default) or float
/// \tparam E        extents, instead of sizes
/// \param g         an engine: a generator, or one of <random>
/// \param low,high  the bounds, numbers or operands that broadcast; at least one is a
///                  floating-point number or an operand, because two integers would be sizes
/// \param sizes     sizes as in zeros()
/// \returns         tensor of the given sizes; without sizes, of the broadcast shape of the bounds
/// \throws          value_error if a bound or high - low is not finite, low is greater than high,
///                  or a size is negative; shape_error if the bounds do not broadcast
/// \refuses         other element types; a const engine
/// \complexity      O(size of the result)
/// \numpy           `rng.uniform(low, high, size)`
/// \usage           `random::uniform(g, -1., 1., 3, 4)`
template <class T = double, extent... E, class G, class Low, class High, class... S>
  requires(detail::parameters_by_type<Low, High>)
constexpr auto uniform(G&& g, const Low& low, const High& high, const S&... sizes)
    STRIA_RUN_OR_REFUSE(
        (detail::drawn_from<detail::uniform_law, T, detail::shape_of<E...>(), G, Low, High, S...>),
        g, low, high, sizes...);

/// Draws normally distributed numbers with a given mean and standard deviation.
///
/// \tparam T         the element type: double (default) or float
/// \tparam E         extents, instead of sizes
/// \param g          an engine: a generator, or one of <random>
/// \param loc,scale  mean and standard deviation (0 or more), numbers or operands that broadcast;
///                   at least one is a floating-point number or an operand, because two integers
///                   would be sizes
/// \param sizes      sizes as in zeros()
/// \returns          tensor of the given sizes; without sizes, of the broadcast shape of the
///                   parameters
/// \throws           value_error if a parameter is not finite, or if the scale or a size is
///                   negative; shape_error if the parameters do not broadcast
/// \refuses          other element types; a const engine
/// \complexity       O(size of the result)
/// \numpy            `rng.normal(loc, scale, size)`
/// \usage            `random::normal(g, 5., 2., 100)`
template <class T = double, extent... E, class G, class Loc, class Scale, class... S>
  requires(detail::parameters_by_type<Loc, Scale>)
constexpr auto normal(G&& g, const Loc& loc, const Scale& scale, const S&... sizes)
    STRIA_RUN_OR_REFUSE(
        (detail::drawn_from<detail::normal_law, T, detail::shape_of<E...>(), G, Loc, Scale, S...>),
        g, loc, scale, sizes...);

} // namespace random
} // namespace stria
