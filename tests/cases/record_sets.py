#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes data/sets.txt: sets, orders and positions.

usage: record_sets.py
"""

import numpy as np

from recording import case, inf, matrices, nan, vectors, write

v = np.array([3.5, -1, 3.5, 0, 7, nan, -1, inf, 2, 7])
w = np.array([7, -1, 2.5, inf, nan, 0.0, -0.0])
i = np.array([5, 1, 5, -3, 2, 2, 9, 1], np.int32)
j = np.array([2, 9, -3, 40, 2], np.int32)
m = np.array([[1, 2, 1, 5.0], [3, -1, 3, 0.5], [1, 2, 1, 5], [1, 2, 0, inf]])
k = np.array([[3, 1, 3, 1], [1, 2, 1, 2], [3, 1, 3, 1], [0, 0, 0, 0]], np.int32)

SETS = {"isin": np.isin, "union1d": np.union1d, "intersect1d": np.intersect1d, "setdiff1d": np.setdiff1d,
        "setxor1d": np.setxor1d}
far = np.array([1000000, 3, -1000000, 0, 77, 5, 5, 12, -9, 4, 8, 31], np.int32)
for name, f in SETS.items():
    no_nan = v[~np.isnan(v)]
    for a in vectors(v if name == "isin" else no_nan):
        for b in (w, w[::-1], w[:0], w[2:3]) if name == "isin" else (w[:4], w[3::-1], w[:0], w[2:3]):
            case(name, f, a, b)
    for a in vectors(i) + [far, far[::-1]]:
        for b in (j, j[::-2], j[:0], far[::2]):
            case(name, f, a, b)
    for a in matrices(m):
        case(name, f, a, w[:4])
    case(name, f, i, w[:4])
for a in matrices(m):
    case("isin", lambda a, b: np.isin(a, b, invert=True), a, w, invert=True)

for a in matrices(m) + matrices(k) + [m[[0, 0, 0]], np.ones((3, 0)), np.ones((0, 3))]:
    for axis in (0, 1):
        if a.shape[1 - axis]:  # otherwise NumPy returns one empty slice or none; see tests/numpy
            case("unique", lambda a: np.unique(a, axis=axis), a, axis=axis)

for a in vectors(v) + vectors(np.array([0, -0.0, 2, 0, nan, -1])) + matrices(m - 1) + [i, i - 5, k, k.T, k[::-1, ::-1]]:
    case("flatnonzero", np.flatnonzero, a)
for shape in ((3, 4), (5,), (2, 3, 4), (1, 7), (4, 1, 2), (6, 2)):
    size = int(np.prod(shape))
    flat = np.array([0, size - 1, size // 2, 1 % size, size // 3])
    words = ",".join(map(str, shape))
    for a in (flat, flat[::-1], flat[1::2], flat[:0], np.array([size]), np.array([-1])):
        case("unravel_index", lambda a: np.unravel_index(a, shape), a, shape=words)
    places = np.stack(np.unravel_index(flat, shape))
    for p in (places, places[:, ::-1], places[:, ::2], places[:, :0], places + np.eye(len(shape), 1, 0, dtype=int) * size,
              places - np.eye(len(shape), 1, 0, dtype=int) * size):
        case("ravel_multi_index", lambda p: np.ravel_multi_index(tuple(p), shape), p, shape=words)
    for p in (places[:, 1:2], places[:, 1:4], places[:, -1:]):
        case("ravel_multi_index", lambda p: np.ravel_multi_index(tuple(p), shape), p, shape=words)

first, second = np.array([1, 5, 1, 4, 3, 4, 4, 1.5]), np.array([9, 4, 0, 4, 0, 2, 1, 4], np.int32)
keys = [(first, second), (first[::-1], second), (first[::2], second[::2]), (first[::-2], second[::-2]), (first[:0], second[:0]),
        (first[:1], second[:1]), (first * 0, second), (first, second * 0), (first * 0, second * 0)]
for a, b in keys:
    case("lexsort", lambda a, b: np.lexsort((b, a)), a, b)
    case("lexsort", lambda a: np.lexsort((a,)), a)
for a in vectors(v)[:5] + vectors(i.astype(float)):
    case("lexsort", lambda a: np.lexsort((a,)), a)

for a in vectors(v) + [i, i[::-1], i[::2], far, far[::-3]]:
    for kth in range(0, len(a), 3):
        case("argpartition", lambda a: (np.sort(a)[kth], np.sort(np.sort(a)[:kth])), a, kth=kth)

write("sets")
