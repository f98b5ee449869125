#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes data/editing.txt: functions that insert, delete, replace and choose elements.

usage: record_editing.py
"""

import numpy as np

from recording import case, inf, matrices, nan, vectors, write

m = (np.arange(12, dtype=float) * 5 % 13 - 4).reshape(3, 4)
m[1, 2] = nan
n = np.arange(12, dtype=float).reshape(3, 4) / 4
v = np.array([7, 8, nan, -9.5, 2])
w = np.array([0.5, -1, inf])
i = np.arange(6, dtype=np.int32).reshape(2, 3) - 2
j = np.array([9, -8, 7, 6], np.int32)


def numbers(values):
    return ",".join(map(str, values))


def then(a, change):
    """The array after a change in place; the layout stays the same."""
    memory = a.base if a.base is not None else a
    view = memory.copy()
    start = (a.__array_interface__["data"][0] - memory.__array_interface__["data"][0]) // a.itemsize
    flat = view.reshape(-1)
    target = np.lib.stride_tricks.as_strided(flat[start:], a.shape, a.strides) if a.size else a.copy()
    change(target)
    return np.array(target)


# --- append, insert, delete ---
for a in vectors(v) + matrices(m)[:10]:
    case("append", lambda a: np.append(a, 2.5), a, value=2.5)
    case("append", np.append, a, w)
    case("append", np.append, a, w[::-2])
    case("append", np.append, a, w[:0])
for a in (j, j[::-1], j[:0]):
    case("append", np.append, a, np.array([1, 2], np.int32))
    case("append", np.append, a, w)
for a, b in ((m, n), (m[::-1, ::-1], n), (m[:, ::2], n[:, 1::2]), (m[:0], n), (m, n[:0]), (m, n[:, :2]), (m[:1], n), (m[:, :2], n)):
    for axis in (0, 1):
        case("append", lambda a, b: np.append(a, b, axis), a, b, axis=axis)

for a in vectors(v):
    for k in (0, 1, -1, len(a), len(a) + 1):
        case("insert", lambda a: np.insert(a, k, 5.5), a, at=k, value=5.5)
    case("insert", lambda a, b: np.insert(a, 0, b), a, w, at=0)
    case("insert", lambda a, b: np.insert(a, len(a) // 2, b), a, w[::-1], at=len(a) // 2)
for a in (v, v[::-1], v[::2]):
    for places in ([0, 2, 2], [3, 0, 1], [-1, 1, -2]):
        case("insert", lambda a, b: np.insert(a, places, b), a, w, places=numbers(places))
for a in matrices(m):
    for axis in (0, 1):
        case("insert", lambda a: np.insert(a, 0, 9, axis), a, at=0, value=9, axis=axis)
        case("insert", lambda a: np.insert(a, a.shape[axis], -1, axis), a, at=a.shape[axis], value=-1, axis=axis)
    case("insert", lambda a, b: np.insert(a, 0, b, 1), a, w, at=0, axis=1)
for a in (j, j[::-2]):
    for k in (0, 1, -1, 3):
        case("insert", lambda a: np.insert(a, k, 5), a, at=k, value=5)

for a in vectors(v) + [j, j[::-1], j[:0]]:
    for k in (0, 1, -1, 3, -3):
        case("delete_at", lambda a: np.delete(a, k), a, at=k)
    for places in ([0, 2], [3, 0, 0], [-1], [1, -2]):
        case("delete_at", lambda a: np.delete(a, places), a, places=numbers(places))
for a in matrices(m):
    for axis in (0, 1):
        case("delete_at", lambda a: np.delete(a, 1, axis), a, at=1, axis=axis)
        case("delete_at", lambda a: np.delete(a, [0, -1], axis), a, places="0,-1", axis=axis)

# --- put, copyto, fill_diagonal ---
for a in vectors(v) + matrices(m)[:10] + [i, i[::-1, ::-1]]:
    for places in ([0], [1, 0], [-1, 2, 1], [4, 4, 0], [0, 99]):
        case("put", lambda a: then(a, lambda t: np.put(t, places, 7)), a, places=numbers(places), value=7)
        if a.dtype == float:
            case("put", lambda a, b: then(a, lambda t: np.put(t, places, b)), a, w, places=numbers(places))
for a in matrices(m)[:10]:
    c = np.ascontiguousarray(a)
    case("copyto", lambda a: then(a, lambda t: np.copyto(t, 3)), a, value=3)
    for b in (c[::-1] * 2, c[:, ::-1] - 1, c[:1], c[:, :1], c[:2]):
        case("copyto", lambda a, b: then(a, lambda t: np.copyto(t, b)), a, b)
    case("copyto", lambda a, b, c: then(a, lambda t: np.copyto(t, b, where=c)), a, c * 3, c > 1)
    case("copyto", lambda a, b, c: then(a, lambda t: np.copyto(t, b, where=c)), a, c[:1] * 3, (c <= 1)[:, :1])
    case("copyto", lambda a, b: then(a, lambda t: np.copyto(t, b)), a, v[:a.shape[1]])
for a in (i, i[:, ::-1]):
    case("copyto", lambda a: then(a, lambda t: np.copyto(t, 3)), a, value=3)
big = np.zeros((7, 3))
squares = [np.arange(16.0).reshape(4, 4), big, big.T, big[::-1], big[::2, ::-1], big[:0], big[:, :0], big[:1], big[:, 1:2], m,
           m[::-1, ::-1], m[:, ::2], m.T]
for a in squares + [i, i.T, i[:, ::-1]]:
    for wrap in (None, True):
        case("fill_diagonal", lambda a: then(a, lambda t: np.fill_diagonal(t, 5, wrap or False)), a, value=5, wrap=wrap)
        if a.dtype == float:
            case("fill_diagonal", lambda a, b: then(a, lambda t: np.fill_diagonal(t, b, wrap or False)), a, w, wrap=wrap)

# --- choose, piecewise, apply_along_axis ---
k = np.array([[0, 1, 1, 0], [1, 0, 0, 1], [0, 0, 1, 1]], np.int32)
for a in matrices(k):
    b, c = (np.broadcast_to(x[:1, :1], a.shape).copy() + np.arange(a.size).reshape(a.shape) for x in (m, n))
    case("choose", lambda a, b, c: np.choose(a, [b, c]), a, b, c)
    case("choose", lambda a, b, c: np.choose(a, [b, c]), a, b[:1], c[:, :1])
    case("choose", lambda a, b, c: np.choose(a, [b, c]), a * 2, b, c)
case("choose", lambda a, b, c: np.choose(a, [b, c]), k, m, n[::-1, ::-1])
case("choose", lambda a, b, c: np.choose(a, [b, c]), k[:1], m, n)
for a in vectors(v) + vectors(w) + vectors(np.linspace(-3, 4, 11)):
    for low, high in ((0, 1), (-2, 2.5), (2, 8)):
        case("piecewise", lambda a: np.piecewise(a, [a < low, a > high], [lambda x: -x, 9, lambda x: x / 2]), a, low=low,
             high=high)
for a in matrices(m) + [m[::2, ::-1]]:
    if a.size:
        for axis in (0, 1):
            case("apply_along_axis", lambda a: np.apply_along_axis(lambda r: r.max() - r[0], axis, a), a, axis=axis)
            case("apply_along_axis", lambda a: np.apply_along_axis(lambda r: r[::-1] * 2, axis, a), a, axis=axis, of="rows")
for a in (i, i[::-1], i.T, i[:, 1:]):
    for axis in (0, 1):
        case("apply_along_axis", lambda a: np.apply_along_axis(lambda r: r.max() - r[0], axis, a), a, axis=axis)

write("editing")
