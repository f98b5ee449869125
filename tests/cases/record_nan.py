#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes data/nan.txt: reductions that skip NaNs.

usage: record_nan.py
"""

import numpy as np

from recording import case, inf, matrices, nan, vectors, write

v = np.array([3.5, nan, -1, 4, 1e6, 1e6 + 1, nan, 1e6 + 2, 7, 0.25])
m = np.array([[1, nan, 3, -2], [nan, 5, 2.5, 0.5], [-4, 2, nan, 8.0]])
holes = np.array([[nan, nan, nan], [1, nan, -2.5], [nan, 0.5, nan], [inf, -1, nan]])
c = np.array([[[1, nan, 3, -2], [4, 5, nan, 0.5], [nan, -1.5, nan, 2]], [[nan, 2, 2, -7], [6, 1, nan, 8], [0, -0.5, 9, 3]]])
i = (np.arange(12, dtype=np.int32) * 7 % 11 - 4).reshape(3, 4)
s = np.array([[1.5, nan, -2.25], [0.5, 100, nan]], np.float32)

ALL = {"nansum": np.nansum, "nanprod": np.nanprod, "nanmean": np.nanmean, "nanvar": np.nanvar, "nanstd_dev": np.nanstd,
       "nanmin": np.nanmin, "nanmax": np.nanmax, "nanargmin": np.nanargmin, "nanargmax": np.nanargmax,
       "nanmedian": np.nanmedian}
AXES = {"all": None, "0": 0, "1": 1, "-1": -1}


def record(name, f, a, axis, keep=False, **options):
    words = {k: v for k, v in options.items() if k in ("ddof", "q", "method")}
    if keep:
        options["keepdims"] = True
    case(name, lambda a: f(a, axis=AXES[axis], **options), a, axis=axis, keepdims=keep or None, **words)


for name, f in ALL.items():
    at = name.startswith("nanarg")
    smallest = name in ("nanmin", "nanmax") or at
    for a in vectors(v):
        record(name, f, a, "all")
    record(name, f, v[::-1], "0")
    record(name, f, v[1:2], "all")
    for a in matrices(m):
        record(name, f, a, "all")
        record(name, f, a, "0")
        record(name, f, a, "1")
    record(name, f, m, "-1")
    record(name, f, m[::-1, ::2], "-1", keep=not at)
    record(name, f, m, "0", keep=not at)
    for a in (holes, holes[::-1], holes.T) if not at else (holes[1:], holes[:0:-1]):
        record(name, f, a, "0")
        record(name, f, a, "1")
        record(name, f, a, "all")
    if at:
        record(name, f, holes, "1")
        record(name, f, holes, "0")
    for a in (c, c[::-1, :, ::-1], c[:, ::2], c.transpose(2, 0, 1)):
        for axis in AXES:
            record(name, f, a, axis)
    for a in (i, i[::-1, ::-2], i.T, i[:1]):
        for axis in ("all", "0", "1"):
            record(name, f, a, axis)
    for a in (s, s[:, ::-1]):
        for axis in ("all", "1"):
            record(name, f, a, axis)
for name in ("nanvar", "nanstd_dev"):
    for ddof in (1, 2, 3):
        record(name, ALL[name], v, "all", ddof=ddof)
        record(name, ALL[name], m, "0", ddof=ddof)
        record(name, ALL[name], m[:, ::-1], "1", ddof=ddof)

for q in (0, 10, 37.5, 50, 99, 100):
    for a in vectors(v):
        record("nanpercentile", np.nanpercentile, a, "all", q=q)
    for a in matrices(m)[:6] + [i.astype(float), m[:, 2:3], holes[1:3, ::-1]]:
        for axis in ("all", "0", "1"):
            record("nanpercentile", np.nanpercentile, a, axis, q=q)
for method in ("lower", "higher", "nearest", "midpoint", "hazen", "weibull"):
    record("nanpercentile", np.nanpercentile, v, "all", q=40, method=method)
    record("nanpercentile", np.nanpercentile, m, "1", q=40, method=method)
for q in (25, 60):
    record("nanpercentile", np.nanpercentile, i, "all", q=q)
    record("nanpercentile", np.nanpercentile, i[::-1], "0", q=q)

write("nan")
