#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes data/statistics.txt: weighted means, covariances, quantiles and histograms.

usage: record_statistics.py
"""

import numpy as np

from recording import case, inf, matrices, nan, vectors, write

m = np.array([[7, 3.5, -1, 4, 2.25], [9, 2, 6, -5, 0.5], [0, 8, 2.5, 11, -3]])
n = np.array([[1, 2, 0.5, 1, 3], [0.25, 1, 3, 0, 1], [2, 2, 1, 1, 0.5]])
v = np.array([3, 1, 4, 1, 5, 9, 2, 6.5])
w = np.array([1, 0.5, 2, 0.25, 3, 1, 1, 0.75])
i = np.array([[3, -1, 4, 1], [5, 9, -2, 6]], np.int32)
z = np.array([[1 + 2j, 3 - 1j, 2], [0.5j, -1 + 1j, 4 - 2j]])
AXES = {"all": None, "0": 0, "1": 1}

# --- average ---
for a, b in list(zip(vectors(v)[:6], vectors(w)[:6])):
    case("average", lambda a: np.average(a), a, axis="all")
    case("average", lambda a, b: np.average(a, weights=b), a, b, axis="all")
for a, b in list(zip(matrices(m), matrices(n)))[:8] + [(m[:, :0], n[:, :0])]:
    for axis in AXES:
        if a.size or axis == "0":
            if a.size:  # otherwise NumPy divides by zero
                case("average", lambda a: np.average(a, axis=AXES[axis]), a, axis=axis)
            case("average", lambda a, b: np.average(a, weights=b, axis=AXES[axis]), a, b, axis=axis)
case("average", lambda a, b: np.average(a, weights=b, axis=0), m, w[:3], axis="0")
case("average", lambda a, b: np.average(a, weights=b, axis=1), m[:, ::-1], w[3:8], axis="1")
case("average", lambda a, b: np.average(a, weights=b, axis=1), m, w[:3], axis="1")
case("average", lambda a, b: np.average(a, weights=b), np.where(m > 8, nan, m), n, axis="all")
for a in (i, i[::-1], i.T, i[:, ::2]):
    for axis in AXES:
        case("average", lambda a: np.average(a, axis=AXES[axis]), a, axis=axis)

# --- cov, corrcoef ---
for name, f in (("cov", np.cov), ("corrcoef", np.corrcoef)):
    for a in vectors(v)[:5] + matrices(m)[:6] + [i, i[:, ::-1], i.T, z, z[::-1, ::-1], z.T, m * 1e6 + 1]:
        case(name, f, a)
    for a in matrices(m)[:6] + [i]:
        case(name, lambda a: f(a, rowvar=False), a, columns=True)
    for a, b in list(zip(vectors(v)[:5], vectors(w)[:5])) + list(zip(matrices(m)[:6], matrices(n)[:6])):
        case(name, f, a, b)
    case(name, f, m, n[:, :4])
for ddof in (0, 1, 2):
    for a in (v, v[::-2], m, m.T):
        case("cov", lambda a: np.cov(a, ddof=ddof), a, ddof=ddof)

# --- quantile ---
quantiles = np.array([0, 0.1, 0.25, 1 / 3, 0.5, 0.61, 0.875, 1])
methods = ("linear lower higher nearest midpoint inverted_cdf averaged_inverted_cdf interpolated_inverted_cdf hazen weibull "
           "median_unbiased normal_unbiased").split()
nans = np.where(m > 8, nan, m)
for method in methods:
    for a in vectors(v)[:6] + [m, m[::-1, ::-1]]:
        case("quantile", lambda a, q: np.quantile(a, q, method=method), a, quantiles, axis="all", method=method)
    for axis in ("0", "1"):
        case("quantile", lambda a, q: np.quantile(a, q, axis=AXES[axis], method=method), m, quantiles[::-2], axis=axis,
             method=method)
for a in matrices(m)[:8] + [nans, nans[::-1]]:
    for axis in AXES:
        case("quantile", lambda a, q: np.quantile(a, q, axis=AXES[axis]), a, quantiles[1::3], axis=axis, method="linear")
for q in ([1.5], [-0.1], [nan]):
    case("quantile", lambda a, q: np.quantile(a, q), v, np.array(q), axis="all", method="linear")

# --- histograms ---
x = np.array([0.5, 1, 2, 2.5, 4, 3, 1.5, 0, 3.75, 2])
y = np.array([1, 1, 0, 5, 2, 3, 2, 4, 0.5, 2.25])
edges = np.array([0, 1, 2.5, 4, 10])
samples = [(x, y), (x[::-1], y), (x[::2], y[::2]), (x[::-3], y[::-3]), (y, x), (x * 0, y), (x[:1], y[:1]), (x - 10, y * 100)]
for a, b in samples:
    case("histogram2d", lambda a, b: np.histogram2d(a, b, 3), a, b, bins=3)
    case("histogram2d", lambda a, b: np.histogram2d(a, b, 5, density=True), a, b, bins=5, density=True)
    case("histogram2d", lambda a, b, e: np.histogram2d(a, b, e), a, b, edges)
    case("histogram2d", lambda a, b, e, c: np.histogram2d(a, b, e, weights=c), a, b, edges, np.abs(a - b) + 1)
case("histogram2d", lambda a, b: np.histogram2d(a, b, 3), x, y[:4], bins=3)
case("histogram2d", lambda a, b: np.histogram2d(a, b, 3), np.where(x > 3, inf, x), y, bins=3)
s = np.stack([x, y, x * y - 3], -1)
for a in (s, s[::-1], s[:, ::-1], s[::2], s[::-3], s[:1], s[:, :2], s[:, 1:], s[:, :1], s * 1e-3):
    for bins in (1, 2, 4):
        case("histogramdd", lambda a: (lambda h: (h[0], *h[1]))(np.histogramdd(a, bins)), a, bins=bins)
    case("histogramdd", lambda a: (lambda h: (h[0], *h[1]))(np.histogramdd(a, 3, density=True)), a, bins=3, density=True)
    case("histogramdd", lambda a, c: (lambda h: (h[0], *h[1]))(np.histogramdd(a, 2, weights=c)), a,
         np.arange(float(len(a))) - 1, bins=2)
d = np.array([0.2, 6.4, 3.0, 1.6, -1, 10, 12, 2.5, nan, inf, -inf, 4, 1])
for a in vectors(d) + matrices(m)[:8]:
    for b in (edges, edges[::-1], edges[::2], edges[:0], edges[:1], np.array([0, 1, 1, 2.5])):
        case("digitize", np.digitize, a, b)
        case("digitize", lambda a, b: np.digitize(a, b, right=True), a, b, right=True)
for a in (i, i[::-1]):
    case("digitize", np.digitize, a, edges)
case("digitize", np.digitize, d, np.array([0.0, 2, 1]))

write("statistics")
