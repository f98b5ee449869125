#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes laws.hpp: cells of the distributions of stria::random and their probabilities, from SciPy.

usage: record_laws.py > laws.hpp        (needs python3-scipy)
"""

import numpy as np
from scipy import stats as s

GRID = [1e-3] + [k / 50 for k in range(1, 50)] + [1 - 1e-3]

CONTINUOUS = {
    "standard_normal": s.norm(), "normal": s.norm(3, 2), "uniform": s.uniform(-2, 5),
    "standard_exponential": s.expon(), "exponential": s.expon(scale=2.5),
    "standard_gamma 0.05": s.gamma(0.05), "standard_gamma 0.7": s.gamma(0.7), "standard_gamma 1": s.gamma(1),
    "gamma": s.gamma(2.5, scale=3), "gamma large": s.gamma(1e6, scale=0.5),
    "beta 0.1 0.3": s.beta(0.1, 0.3), "beta 0.5 3": s.beta(0.5, 3), "beta 4 2": s.beta(4, 2),
    "chi_square": s.chi2(3), "chi_square 0.5": s.chi2(0.5), "f": s.f(5, 7), "standard_t": s.t(3),
    "standard_t 0.8": s.t(0.8), "lognormal": s.lognorm(0.5, scale=np.exp(1)), "laplace": s.laplace(-1, 2),
    "logistic": s.logistic(1, 2), "gumbel": s.gumbel_r(1, 2), "weibull": s.weibull_min(1.5),
    "weibull 0.4": s.weibull_min(0.4), "pareto": s.lomax(3), "power": s.powerlaw(2.5), "power 0.3": s.powerlaw(0.3),
    "rayleigh": s.rayleigh(scale=2), "triangular": s.triang(0.25, -1, 4), "standard_cauchy": s.cauchy(),
    "vonmises 0.5": s.vonmises(0.5), "vonmises 4": s.vonmises(4), "vonmises 200": s.vonmises(200),
}
DISCRETE = {
    "poisson 0.01": s.poisson(0.01), "poisson 3": s.poisson(3), "poisson 9.99": s.poisson(9.99),
    "poisson 10": s.poisson(10), "poisson 30": s.poisson(30), "poisson 1000": s.poisson(1000),
    "poisson 1e6": s.poisson(1e6),
    "binomial 1 0.3": s.binom(1, 0.3), "binomial 12 0.5": s.binom(12, 0.5), "binomial 40 0.9": s.binom(40, 0.9),
    "binomial 20 0.5": s.binom(20, 0.5), "binomial 100 0.35": s.binom(100, 0.35),
    "binomial 1e6 0.7": s.binom(10**6, 0.7), "binomial 1e9 2e-9": s.binom(10**9, 2e-9),
    "geometric 0.9": s.geom(0.9), "geometric 0.25": s.geom(0.25), "geometric 1e-4": s.geom(1e-4),
    "negative_binomial": s.nbinom(3, 0.3), "negative_binomial 0.7": s.nbinom(0.7, 0.05),
    "hypergeometric small": s.hypergeom(100, 30, 7), "hypergeometric": s.hypergeom(100, 30, 20),
    "hypergeometric most": s.hypergeom(100, 70, 85), "hypergeometric large": s.hypergeom(10**6, 4 * 10**5, 10**4),
}


def cells(law):
    """(last number, probability) of about fifty cells of similar probability."""
    result, reached = [], 0.0
    least = max(1 / 50, 1e-3)
    k = int(law.ppf(1e-3))
    top = int(law.ppf(1 - 1e-3))
    step = max(1, (top - k) // 200)
    while k < top:
        below = law.cdf(k)
        if below - reached >= (least if result else 5e-4):
            result.append((k, below - reached))
            reached = below
        k += step
    if 1 - reached < 5e-4 and result:
        last, p = result.pop()
        reached -= p
    result.append((2**62, 1 - reached))
    return result


def main():
    print("// SPDX-License-Identifier: BSL-1.0")
    print("// Written by record_laws.py from SciPy: do not edit.")
    print("#pragma once\n\n#include <string_view>\n#include <vector>\n")
    print("namespace test {\n")
    print("/// A cell of numbers up to and including `last`, and its probability.")
    print("struct cell {\n  double last, probability;\n};")
    print("struct law {\n  std::string_view name;\n  double mean, variance; // or NaN\n  std::vector<cell> cells;\n};\n")
    print("// clang-format off\ninline const std::vector<law> laws = {")
    for name, law in list(CONTINUOUS.items()) + list(DISCRETE.items()):
        mean, variance = (float(x) for x in law.stats(moments="mv"))
        # Infinite or missing moments, and those of heavy tails, cannot be tested with a sample.
        kurtosis = float(law.stats(moments="k"))
        if name.startswith("vonmises"):
            mean, variance, kurtosis = 0.0, float(law.expect(lambda x: x * x, lb=-np.pi, ub=np.pi)), 0.0
        if name.startswith("weibull 0.4") or not np.isfinite(kurtosis) or kurtosis > 100:
            mean = variance = float("nan")
        if name in CONTINUOUS:
            row = [(law.ppf(p), p - q) for p, q in zip(GRID, [0.0] + GRID)] + [(1e308, 1 - GRID[-1])]
        else:
            row = cells(law)
        values = ", ".join(f"{{{last:.17g}, {p:.17g}}}" for last, p in row)
        number = lambda x: "__builtin_nan(\"\")" if np.isnan(x) else f"{x:.17g}"
        print(f'  {{"{name}", {number(mean)}, {number(variance)}, {{{values}}}}},')
    print("};\n// clang-format on\n\n} // namespace test")


main()
