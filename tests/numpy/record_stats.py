#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Records the results of NumPy for the statistics tests in this folder.

    python3 tests/numpy/record_stats.py

writes recorded_{average,histograms,nan,quantile,signals}.hpp. Each case is a name, a shape and values; names that begin with "in " are
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
        # NumPy interpolates between infinities and gets NaN.
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
        # Half-way cases of closest_observation differ since NumPy 2.1.
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


def averages():
    a = np.array([[7, 3.5, -1, 4], [9, 2, 6, -5], [0, 8, 2.5, 11]])
    w = np.array([[1, 2, 0.5, 1], [0.25, 1, 3, 0], [2, 2, 1, 1]])
    r = np.array([1, 2.5, 0.5])
    c = np.array([3, 1, 0, 2])
    x = np.array([1, 4, 2, 8, 5.5])
    y = np.array([2, 3, 1, 9, 4.5])
    z = np.array([[1 + 2j, 3 - 1j, 2], [0.5j, -1 + 1j, 4 - 2j]])
    o = np.array([[5], [7], [2]])
    cases = {
        "average": np.average(a),
        "average 0": np.average(a, axis=0),
        "average w": np.average(a, weights=w),
        "average w 0": np.average(a, axis=0, weights=w),
        "average w 1 keep": np.average(a, axis=1, weights=w, keepdims=True),
        "average r 0": np.average(a, axis=0, weights=r),
        "average c 1": np.average(a, axis=1, weights=c),
        "average c 1 keep": np.average(a, axis=1, weights=c, keepdims=True),
        "average c sum": np.average(a, axis=1, weights=c, returned=True)[1][0],
        "average w sum": np.average(a, axis=0, weights=w, returned=True)[1],
        "average sum": np.average(a, axis=0, returned=True)[1][0],
        "average reversed": np.average(a[::-1, ::2], axis=0, weights=r[::-1]),
        "average x": np.average(x, weights=y),
        "average z 1": np.average(z, axis=1, weights=[1, 2, 4]),
        "average int": np.average(np.array([1, 2, 4]), weights=[3, 1, 1]),
        "cov a": np.cov(a),
        "cov a columns": np.cov(a, rowvar=False),
        "cov a biased": np.cov(a, bias=True),
        "cov a ddof 2": np.cov(a, ddof=2),
        "cov columns biased": np.cov(a, rowvar=False, bias=True),
        "cov x": np.cov(x),
        "cov x ddof": np.cov(x, ddof=0),
        "cov x y": np.cov(x, y),
        "cov a w": np.cov(a, w),
        "cov a w columns": np.cov(a, w, rowvar=False),
        "cov z": np.cov(z),
        "cov int": np.cov(np.array([[1, 2, 4], [3, 0, 5]])),
        "corrcoef a": np.corrcoef(a),
        "corrcoef columns": np.corrcoef(a, rowvar=False),
        "corrcoef x y": np.corrcoef(x, y),
        "corrcoef x": np.corrcoef(x),
        "corrcoef z": np.corrcoef(z),
        "cov too few": np.cov(o),
    }
    write("average", {"a": a, "w": w, "r": r, "c": c, "x": x, "y": y, "z": z, "o": o}, cases)


def signals():
    x = np.array([-1, 0, 0.5, 1, 2.25, 3, 3.999, 4, 7, nan, -inf, inf])
    p = np.array([0, 1, 2, 2.5, 4.0])
    f = np.array([1, -1, 5, inf, inf])
    g = np.array([3, -2, 0.5, 8, 1])
    h = np.array([1 + 1j, 2, -3j, 4 - 1j, 0.5])
    q = np.array([190, -190, 350, -350, 20.0])
    t = np.array([-180, -170, -185, 185, -10, -5, 0, 365, 1000.5])
    cases = {
        "interp g": np.interp(x, p, g),
        "interp f": np.interp(x, p, f),
        "interp ends": np.interp(x, p, g, -9, 9),
        "interp right": np.interp(x, p, g, right=9),
        "interp complex": np.interp(x, p, h),
        "interp period": np.interp(t, q, g, period=360),
        "interp negative period": np.interp(t, q, g, period=-360),
        "interp one": np.interp(x[:9], [1], [5]),
        "interp number": np.interp(2.2, p, g),
        "interp int": np.interp(np.array([0, 1, 2, 3, 4]), [0, 4], [1, 3]),
        "interp 2d": np.interp(np.array([[0.5, 1.5], [3, 0.25]]), p, g),
    }
    u = np.array([1, 2, 4, 7, 11, 16.5])
    v = np.array([[[1, 2, 6, 3], [3, 4, 5, -1], [2, 2.5, 9, 0]],
                  [[7, 1, -2, 4], [0, 0.5, 8, 8], [1, 3, 2, 6]]])
    z = np.array([1 + 2j, 3 - 1j, 2, 0.5j, 7])
    k = np.array([0, 1, 1.5, 3.5, 4, 6])
    e = np.array([0, 2, 4, 6, 8, 10.0])
    i = np.array([3, 1, 9, -4, 7])
    cases.update({
        "gradient u": np.gradient(u),
        "gradient u 2": np.gradient(u, 2),
        "gradient u edge": np.gradient(u, edge_order=2),
        "gradient u k": np.gradient(u, k),
        "gradient u k edge": np.gradient(u, k, edge_order=2),
        "gradient u e": np.gradient(u, e),
        "gradient u e edge": np.gradient(u, e, edge_order=2),
        "gradient reversed": np.gradient(u[::-1], k),
        "gradient every second": np.gradient(u[::2], 0.5, edge_order=2),
        "gradient i": np.gradient(i),
        "gradient z": np.gradient(z, 0.5),
        "gradient v 0": np.gradient(v)[0],
        "gradient v 1": np.gradient(v)[1],
        "gradient v 2": np.gradient(v)[2],
        "gradient v axis 1": np.gradient(v, axis=1, edge_order=2),
        "gradient v axes a": np.gradient(v, 0.5, [1, 2, 4], axis=(0, 1))[0],
        "gradient v axes b": np.gradient(v, 0.5, [1, 2, 4], axis=(0, 1))[1],
        "gradient v last": np.gradient(v, [0, 1, 3, 7], axis=-1, edge_order=2),
        "trapezoid u": np.trapz(u),
        "trapezoid u 2": np.trapz(u, dx=2),
        "trapezoid u k": np.trapz(u, k),
        "trapezoid v": np.trapz(v),
        "trapezoid v 0": np.trapz(v, axis=0),
        "trapezoid v 1 x": np.trapz(v, [1, 2, 4], axis=1),
        "trapezoid v v": np.trapz(v, v * 2, axis=1),
        "trapezoid i": np.trapz(i),
        "trapezoid z": np.trapz(z, dx=0.25),
        "trapezoid reversed": np.trapz(u[::-1], k[::-1]),
        "trapezoid one": np.trapz([5]),
        "trapezoid none": np.trapz(np.zeros((2, 0))),
    })
    a = (np.arange(83) * 37 % 101 - 50) / 8
    b = np.array([0.5, -1, 2, 3, 0.25])
    c = np.array([1, 2, -1, 4])
    one = np.array([3.0])
    for mode in ("full", "same", "valid"):
        for n, l, r in (("a b", a, b), ("b a", b, a), ("u k", u, k), ("i c", i, c), ("c i", c, i),
                        ("z b", z, b), ("b z", b, z), ("z z", z, z), ("one b", one, b),
                        ("c[::2] b", c[::2], b), ("b c", b, c), ("h z", h[1:4] * 1j, z)):
            cases["convolve %s %s" % (n, mode)] = np.convolve(l, r, mode)
            cases["correlate %s %s" % (n, mode)] = np.correlate(l, r, mode)
    write("signals", {"x": x, "p": p, "f": f, "g": g, "h": h, "q": q, "t": t, "u": u, "v": v,
                      "z": z, "k": k, "e": e, "i": i, "a": a, "b": b, "c": c}, cases)


def histograms():
    a = np.array([0.5, 1, 1.5, 1.5, 2, 2.25, 3, 3, 3.75, 4, 0, -1, 7])
    w = np.array([1, 2, 0.5, 1, 1, 0, 3, -1, 2, 2, 1, 1, 0.25])
    i = np.array([5, 3, 0, 3, 7, 3, 1, 0])
    x = np.array([0.5, 1, 2, 2.5, 4, 3, 1.5, 0])
    y = np.array([1, 1, 0, 5, 2, 3, 2, 4])
    v = np.array([1, 2, 0.5, 1, 1, 2, 3, 1])
    s = np.stack([x, y, x * y], -1)
    e = np.array([0, 1, 1, 2.5, 4])
    d = np.array([0.2, 6.4, 3.0, 1.6, -1, 10, 12, 2.5, nan])
    b = np.array([0, 1, 2.5, 4, 10])
    cases = {}
    for n, bins, keys in (("10", 10, {}), ("3", 3, {}), ("e", e, {}), ("4 0 4", 4, {"range": (0, 4)})):
        h = np.histogram(a, bins, **keys)
        cases["histogram " + n], cases["edges " + n] = h
        cases["histogram w " + n] = np.histogram(a, bins, weights=w, **keys)[0]
        if n != "e":
            cases["density " + n] = np.histogram(a, bins, density=True, **keys)[0]
    cases["density w 3"] = np.histogram(a, 3, weights=w, density=True)[0]
    cases["density w 4 0 4"] = np.histogram(a, 4, (0, 4), weights=w, density=True)[0]
    cases["density b"] = np.histogram(a, b, density=True)[0]
    cases["histogram i 4"], cases["edges i 4"] = np.histogram(i, 4)
    cases["histogram same"], cases["edges same"] = np.histogram([5.0, 5.0], 2)
    cases["histogram none"], cases["edges none"] = np.histogram(np.zeros(0), 3)
    cases["histogram 2d"], cases["edges 2d"] = np.histogram(s, 6)
    cases["histogram2d"], cases["xedges"], cases["yedges"] = np.histogram2d(x, y)
    cases["histogram2d 3"] = np.histogram2d(x, y, 3)[0]
    cases["histogram2d 2 3"] = np.histogram2d(x, y, [2, 3])[0]
    cases["histogram2d b 3"] = np.histogram2d(x, y, [b, 3])[0]
    cases["histogram2d b"] = np.histogram2d(x, y, b)[0]
    cases["histogram2d v"] = np.histogram2d(x, y, [2, 3], weights=v)[0]
    cases["histogram2d 3 density"] = np.histogram2d(x, y, 3, density=True)[0]
    cases["histogram2d density"] = np.histogram2d(x, y, [b, 3], density=True)[0]
    cases["histogram2d v density"] = np.histogram2d(x, y, [b, 3], weights=v, density=True)[0]
    h, edges = np.histogramdd(s, 2)
    cases["histogramdd 2"] = h
    cases["histogramdd edges"] = edges[2]
    cases["histogramdd 2 3 4"] = np.histogramdd(s, [2, 3, 4])[0]
    cases["histogramdd b 2 b"] = np.histogramdd(s, [b, 2, b])[0]
    cases["histogramdd v"] = np.histogramdd(s, 2, weights=v)[0]
    cases["histogramdd v density"] = np.histogramdd(s, [2, b, 3], weights=v, density=True)[0]
    cases["histogramdd density"] = np.histogramdd(s, [b, 2, 2], density=True)[0]
    cases["digitize"] = np.digitize(d, b)
    cases["digitize right"] = np.digitize(d, b, right=True)
    cases["digitize falling"] = np.digitize(d, b[::-1])
    cases["digitize falling right"] = np.digitize(d, b[::-1], right=True)
    cases["digitize e"] = np.digitize(a, e)
    cases["digitize i"] = np.digitize(i.reshape(2, 4), [0, 3, 5])
    cases["digitize none"] = np.digitize(d, [])
    cases["bincount i"] = np.bincount(i)
    cases["bincount i v"] = np.bincount(i, v)
    cases["bincount i v 12"] = np.bincount(i, v, 12)
    cases["bincount none"] = np.bincount(np.zeros(0, int), np.zeros(0), 2)
    write("histograms", {"a": a, "w": w, "i": i, "x": x, "y": y, "v": v, "s": s, "e": e, "d": d,
                         "b": b}, cases)


if __name__ == "__main__":
    nans()
    quantiles()
    averages()
    signals()
    histograms()
