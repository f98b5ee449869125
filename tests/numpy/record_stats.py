#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Records what NumPy computes for the tests of statistics beside this file.

    python3 tests/numpy/record_stats.py

writes recorded_*.hpp. Each case is a name, a shape and values; names that begin with "in " are
the inputs.
"""
import pathlib
import warnings

import numpy as np

warnings.simplefilter("ignore")
nan, inf = np.nan, np.inf
FOLDER = pathlib.Path(__file__).parent


def number(x):
    if np.isnan(x):
        return "qnan"
    if np.isinf(x):
        return "inf" if x > 0 else "-inf"
    return repr(float(x))


def text(name, value):
    a = np.asarray(value)
    if np.iscomplexobj(a):
        a = np.stack([a.real, a.imag], -1)
    shape = ", ".join(str(n) for n in a.shape)
    values = ", ".join(number(x) for x in a.ravel())
    return '    {"%s", {%s}, {%s}},\n' % (name, shape, values)


def write(what, inputs, cases):
    lines = [text("in " + n, v) for n, v in inputs.items()]
    lines += [text(n, v) for n, v in cases.items()]
    (FOLDER / ("recorded_%s.hpp" % what)).write_text(
        "// SPDX-License-Identifier: BSL-1.0\n"
        "// Recorded by record_stats.py with NumPy %s.\n#pragma once\n\n" % np.__version__
        + '#include "recorded.hpp"\n\n// clang-format off\n'
        + "inline const std::vector<test::recorded_case> recorded_%s{\n" % what
        + "".join(lines) + "};\n// clang-format on\n")


def nans():
    a = np.array([[[1, nan, 3, -2], [4, 5, nan, 0.5], [nan, nan, nan, nan]],
                  [[nan, 2, 2, -7], [inf, 1, nan, 8], [0, -0.5, nan, 3]]])
    b = np.array([[nan, inf, nan], [inf, inf, 1], [-inf, 2, nan], [3, nan, 4]])
    c = np.array([3.5, nan, -1, nan, 1e6, 1e6 + 1, 1e6 + 2, nan, 7])
    z = np.array([[1 + 2j, complex(nan, 1), 3], [complex(2, nan), 1j, 2 - 1j]])
    i = np.array([[3, -1, 4, 1], [5, 9, -2, 6]])
    f = {"nansum": np.nansum, "nanprod": np.nanprod, "nanmean": np.nanmean, "nanmin": np.nanmin,
         "nanmax": np.nanmax, "nanvar": np.nanvar, "nanstd": np.nanstd, "nanmedian": np.nanmedian}
    cases = {}
    for n, g in f.items():
        for axis in (None, 0, 1, 2, (0, 2), (0, 1), (1, 2)):
            cases["%s a %s" % (n, axis)] = g(a, axis=axis)
        cases[n + " a keep"] = g(a, axis=1, keepdims=True)
        cases[n + " reversed"] = g(a[::-1, ::2, ::-1], axis=-1)
        cases[n + " b"] = g(b)
        cases[n + " b 0"] = g(b, axis=0)
        cases[n + " b 1"] = g(b, axis=1)
        cases[n + " c"] = g(c)
        cases[n + " c * 2"] = g(c * 2 - 1)
        cases[n + " i 0"] = g(i, axis=0)
        cases[n + " i"] = g(i)
    for n in ("nansum", "nanprod", "nanmean", "nanvar", "nanstd"):
        cases[n + " z"] = f[n](z)
        cases[n + " z 0"] = f[n](z, axis=0)
    for n in ("nansum", "nanprod", "nanmean", "nanvar", "nanmedian"):
        cases[n + " empty"] = f[n](np.zeros((0, 3)), axis=0)
        cases[n + " empty all"] = f[n](np.zeros((0, 3)))
    for d in (1, 2, 3, 8):
        cases["nanvar c ddof %d" % d] = np.nanvar(c, ddof=d)
        cases["nanstd a 1 ddof %d" % d] = np.nanstd(a, axis=1, ddof=d)
    d = np.array([[nan, 2, -1, 4], [5, nan, nan, 4], [-3, 2, 7, 4]])
    for n, g in (("nanargmin", np.nanargmin), ("nanargmax", np.nanargmax)):
        cases[n + " d"] = g(d)
        cases[n + " d 0"] = g(d, axis=0)
        cases[n + " d 1"] = g(d, axis=1)
        cases[n + " b 1"] = g(b, axis=1)
        cases[n + " i 0"] = g(i, axis=0)
    for n, g in (("nancumsum", np.nancumsum), ("nancumprod", np.nancumprod)):
        for axis in (0, 1, 2):
            cases["%s a %d" % (n, axis)] = g(a, axis=axis)
        cases[n + " d"] = g(d)
        cases[n + " i"] = g(i)
        cases[n + " z 1"] = g(z, axis=1)
    for q in (0, 10, 37.5, 100):
        # NumPy interpolates between infinities, and finds NaN.
        cases["nanpercentile d %g" % q] = np.nanpercentile(d, q)
        cases["nanpercentile d 1 %g" % q] = np.nanpercentile(d, q, axis=1)
    cases["nanpercentile lower"] = np.nanpercentile(d, 40, axis=1, method="lower")
    cases["nanquantile list"] = np.nanquantile(d, [0.25, 0.5, 0.9], axis=0)
    cases["nanquantile keep"] = np.nanquantile(d, [[0.25, 0.5]], axis=0, keepdims=True)
    write("nan", {"a": a, "b": b, "c": c, "d": d, "z": z, "i": i}, cases)


METHODS = ("linear lower higher nearest midpoint inverted_cdf averaged_inverted_cdf "
           "closest_observation interpolated_inverted_cdf hazen weibull median_unbiased "
           "normal_unbiased").split()


def quantiles():
    a = np.array([[7, 3.5, -1, 4, 1.25], [9, 2, 6, -5, 3], [0, 8, 2.5, 2.5, 11]])
    b = np.array([3, 1, 4, 1, 5, 9, 2, 6.5])
    i = np.array([[5, 1, 9], [2, 8, 3]])
    n = np.array([1, nan, 2, 5])
    q = np.array([0, 0.1, 0.25, 1 / 3, 0.5, 0.61, 0.875, 1])
    cases = {}
    for m in METHODS:
        # Half-way cases of closest_observation are others since NumPy 2.1.
        p = q if m != "closest_observation" else q + np.array([0, 0, 0, 0, 0, 0, -0.01, 0])
        cases["b " + m] = np.quantile(b, p, method=m)
        cases["a 1 " + m] = np.percentile(a, 35, axis=1, method=m)
        cases["a 0 " + m] = np.percentile(a, 80, axis=0, method=m)
    cases["a list 0"] = np.quantile(a, q, axis=0)
    cases["a list 1"] = np.percentile(a, [20, 50], axis=1)
    cases["a keep"] = np.percentile(a, [20, 50], axis=1, keepdims=True)
    cases["a matrix"] = np.percentile(a, [[20, 50], [0, 100]], axis=(0, 1))
    cases["i 0"] = np.quantile(i, 0.3, axis=0)
    cases["i list"] = np.quantile(i, [0.3, 0.6])
    cases["n"] = np.quantile(n, [0.3, 0.6])
    cases["reversed"] = np.quantile(a[::-1, ::-2], [0.3, 0.6], axis=1)
    write("quantile", {"a": a, "b": b, "i": i, "n": n, "q": q}, cases)


if __name__ == "__main__":
    nans()
    quantiles()
