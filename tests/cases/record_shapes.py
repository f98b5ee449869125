#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes data/shapes.txt: joins, splits and changes of shape.

usage: record_shapes.py
"""

import numpy as np

from recording import case, matrices, nan, vectors, write

m = (np.arange(12, dtype=float) * 5 % 13 - 4).reshape(3, 4)
m[1, 2] = nan
n = np.arange(12, dtype=float).reshape(3, 4) / 4
v = np.array([7, 8, nan, -9.5])
i = np.arange(6, dtype=np.int32).reshape(2, 3) - 2
j = np.array([9, -8, 7], np.int32)
c = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
none = np.zeros((0, 4))


def pairs():
    for a in matrices(m)[:8] + [m[:0], m[:, :0]]:
        yield a, np.ascontiguousarray(a)[::-1]
    yield m, none
    yield m[:1], m
    yield m, m[:, :2]
    yield m[:, ::-2], n[:, ::2]
    yield v, v[::-1]
    yield v[::-2], v[:2]
    yield v[:0], v
    yield v[:0], v[:0]
    yield v[:1], v
    yield m, v
    yield m[:, ::-1], v[::-1]
    yield none, v
    yield i, i[::-1]
    yield i[:, ::-1], i + 5
    yield c, c[::-1]
    yield c[:, :, ::-1], c * 2
    yield i, m
    yield m, m[0:2]


for a, b in pairs():
    case("vstack", lambda a, b: np.vstack((a, b)), a, b)
    if a.ndim == b.ndim:  # otherwise neither NumPy nor the compiler accepts them
        case("hstack", lambda a, b: np.hstack((a, b)), a, b)
    case("dstack", lambda a, b: np.dstack((a, b)), a, b)
    case("column_stack", lambda a, b: np.column_stack((a, b)), a, b)
    case("block", lambda a, b: np.block([a, b]), a, b, rows=1)
    case("broadcast_arrays", np.broadcast_arrays, a, b)
    if a.ndim == b.ndim == 2:
        case("block", lambda a, b: np.block([[a, b], [b, a]]), a, b, rows=2)
        case("block", lambda a, b: np.block([[a], [b]]), a, b, rows="column")
case("column_stack", lambda a, b: np.column_stack((a, b)), m, np.array([1.5, -2, 3]))
case("column_stack", lambda a, b: np.column_stack((a, b)), m[::-1], v[:3])
for a in (m[:1], m[:, :1], m[1:2, 2:3], m):
    for b in (n, n[::-1, ::-1], n[:1], n[:, 3:], v, v[:1], v[::-1]):
        case("broadcast_arrays", np.broadcast_arrays, a, b)
for name, f in (("atleast_1d", np.atleast_1d), ("atleast_2d", np.atleast_2d), ("atleast_3d", np.atleast_3d)):
    for a in [np.float64(2.5), np.int32(-3), np.float64(nan)] + vectors(v) + matrices(m) + [i, i.T, j, j[::-1], c, c[:, ::-1]]:
        case(name, f, np.asarray(a))

for a in vectors(v) + matrices(m) + [i, i[:, ::-1]]:
    for shape in ((5,), (2, 3), (4, 0), (1, 2, 7)):
        case("resize", lambda a: np.resize(a, shape), a, shape=",".join(map(str, shape)))
w = np.arange(17.0)
for a in (w, w[::-1], w[::2], w[1::-1], w[:3], w[:0], w[:1], (w * 3).astype(np.int32)):
    for k in (1, 2, 3, 5, 8):
        case("array_split", lambda a: np.array_split(a, k), a, parts=k)
    for at in ((1, 4), (0,), (3, 2), (2, 30), (-3, -1)):
        case("array_split", lambda a: np.array_split(a, list(at)), a, at=",".join(map(str, at)))
for a in matrices(m)[:8]:
    for k in (1, 2, 3, 4):
        case("array_split", lambda a: np.array_split(a, k, 1), a, parts=k, axis=1)
case("array_split", lambda a: np.array_split(a, 0), w, parts=0)
for k in range(20):
    case("identity", np.identity, np.int64(k))
case("identity", lambda k: np.identity(k, np.int32), np.int64(3), dtype="i4")
case("identity", lambda k: np.identity(k, np.int32), np.int64(0), dtype="i4")
case("identity", np.identity, np.int64(-1))

write("shapes")
