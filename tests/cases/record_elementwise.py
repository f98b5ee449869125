#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes data/elementwise.txt: functions of single elements.

usage: record_elementwise.py
"""

import numpy as np

from recording import case, inf, matrices, nan, vectors, write

f = np.array([0.0, -0.0, 1.0, -1.5, 2.75, 1e-300, -1e300, 0.5, nan, inf, -inf, 3.25, -7.0, 1e16])
m = np.array([[0.25, -3.0, 1.5, 2.0], [nan, 0.5, -0.0, -inf], [7.0, inf, -2.5, 1e-3]])
plain = np.array([[0.25, -3.0, 1.5, 2.0], [-1.0, 0.5, -0.25, 6.5], [7.0, 4.0, -2.5, 1e-3]])
s = np.array([1.5, -2.25, 0.0, -0.0, nan, inf, -inf, 100.0, 3e-5], np.float32)
i = np.array([7, -3, 1, -1, 12, 2147483647, -2147483647, 100, -64, 5], np.int32)
u = np.array([1, 2, 3, 200, 255, 128, 7], np.uint8)
words = np.array([12, 18, 0, 35, 4294967295, 65536], np.uint32)
z = np.array([1 + 2j, -3 + 0j, -2j, complex(nan, 0), complex(2, nan), 0, complex(inf, 0)])


def popcount(a):
    """np.bitwise_count of NumPy 2, which counts the bits of the absolute value."""
    return np.array([bin(abs(int(x))).count("1") for x in a.ravel()], np.uint8).reshape(a.shape)


def unary(name, g, floats=True, integers=True, bytes_=False, numbers=False, single=True):
    for a in (vectors(f) + matrices(m) if floats else []) + (vectors(i)[:7] if integers else []):
        case(name, g, a)
    if single:
        case(name, g, s)
        case(name, g, s[::-2])
    if bytes_:
        for a in vectors(u)[:4]:
            case(name, g, a)
    if numbers:
        for a in vectors(z):
            case(name, g, a)


unary("reciprocal", np.reciprocal)
unary("signbit", np.signbit)
unary("deg2rad", np.deg2rad)
unary("rad2deg", np.rad2deg)
unary("sinc", np.sinc)
for a in vectors(np.linspace(-20, 30, 9)) + matrices(plain * 10) + [plain[::-1] * 100, f[2:3] * nan]:  # NumPy gives NaN for infinities
    case("i0", np.i0, a)
unary("isposinf", np.isposinf)
unary("isneginf", np.isneginf)
unary("frexp", np.frexp)
unary("modf", np.modf)
unary("isreal", np.isreal, numbers=True)
unary("iscomplex", np.iscomplex, numbers=True)
unary("nan_to_num", np.nan_to_num)
for a in matrices(m):
    case("nan_to_num", lambda a: np.nan_to_num(a, nan=0.5, posinf=9, neginf=-8), a, values=True)
for a in vectors(z):
    case("nan_to_num", np.nan_to_num, a)
unary("bitwise_count", popcount, floats=False, single=False, bytes_=True)
big = np.array([0, -1, 2**62, -2**62 + 1, 2**63 - 1, 255, -255], np.int64)
table = (np.arange(24, dtype=np.int32) * 37 % 101 - 50).reshape(4, 6)
for a in vectors(big):
    case("bitwise_count", popcount, a)
for a in matrices(table):
    case("bitwise_count", popcount, a)


def pairs(left, right):
    """Pairs of matrices, and of a matrix and a vector, that broadcast."""
    yield left, right
    yield left[::-1], right
    yield left[:, ::-1], right[::-1, ::-1]
    yield left, np.broadcast_to(right[1], right.shape)
    yield left[:, :1], right[1:2]
    yield left[1:2], right
    yield left, right[:, 1:2]
    yield left[::2], right[::2]
    yield left[::2, 1:3], right[1:, 2:][::-1]
    yield left[:0], right[:0]
    yield left[:, :0], right[:, :0]
    yield left[:0], right[:1]
    yield left, right[0]
    yield left[:, ::-1], right[2][::-1]
    yield left[:, ::2], right[1, ::2]
    yield left, right[2, :1]
    yield left[:0], right[0]
    yield left.T[:, :1], right[1, 1:]


def binary(name, g, x=m, y=None, vectors_=((s, s[::-1]),), **words):
    for a, b in pairs(x, plain[::-1, ::-1] if y is None else y):
        case(name, g, a, b, **words)
    for a, b in vectors_:
        case(name, g, a, b, **words)
        case(name, g, a[::-1], b[::2][:1], **words)
        case(name, g, a[::-2], b[::2], **words)
        case(name, g, a[:0], b[:0], **words)


nans = np.where(plain > 2, nan, plain)[:, ::-1]
j = np.array([2, -2, 0, 5, -4, 7, 30, 1, -12, 9], np.int32)
binary("fmax", np.fmax, y=nans, vectors_=((s, s[::-1]), (i, j)))
binary("fmin", np.fmin, y=nans, vectors_=((s, s[::-1]), (i, j)))
for n in ("logaddexp", "logaddexp2"):
    binary(n, getattr(np, n), vectors_=((s, s[::-1]), (i, j)))
    binary(n, getattr(np, n), x=m * 400, y=nans)
binary("heaviside", np.heaviside, y=nans, vectors_=((s, s[::-1]), (i, j)))
w = (np.arange(12, dtype=np.int64) * 35 % 77 - 30).reshape(3, 4)
t = np.array([[12, -18, 0, 35], [7, 2, 28, -10], [0, 5, 6, 30]])
for n in ("gcd", "lcm"):
    binary(n, getattr(np, n), x=w, y=t, vectors_=((i[[0, 1, 2, 3, 4, 7, 8, 9]], j[:8]), (words, words[::-1])))
binary("divmod", np.divmod, x=plain, y=np.where(plain == 0, 1, plain)[::-1, ::-1], vectors_=((i[[0, 1, 2, 4, 7, 8]], j[[0, 1, 3, 4, 5, 6]]),))
binary("divmod", np.divmod, x=w, y=np.where(t == 0, 7, t), vectors_=())
e = np.array([[3, -2, 0, 10], [-1075, 1024, 1, -3], [2000, -3000, 5, 7]], np.int32)
binary("ldexp", np.ldexp, y=e, vectors_=((s, e.ravel()[:9]), (s[::-1], e.ravel()[3:]))[:1])
binary("ldexp", np.ldexp, x=plain, y=e[::-1], vectors_=())

# --- comparisons ---
close = plain + np.array([0, 1e-9, 1e-6, 1e-4]) * np.array([[1], [-1], [2]])
close[1, 2] = nan
near = np.where(np.isnan(close), nan, plain)
near[0, 3] = close[0, 3] = inf
for k, words in enumerate(({}, {"rtol": 1e-3}, {"rtol": 0, "atol": 1e-5}, {"equal_nan": 1}, {"rtol": 1e-7, "atol": 0})):
    options = {n: bool(v) if n == "equal_nan" else v for n, v in words.items()}
    for name, g in (("isclose", np.isclose), ("allclose", np.allclose)):
        for a, b in list(pairs(near, close))[k % 2::2] + [(plain, plain + 1e-9), (near, near), (s, s * np.float32(1.0005)),
                                                          (i, i[::-1]), (i, i)]:
            case(name, lambda a, b: np.bool_(g(a, b, **options)) if name == "allclose" else g(a, b, **options), a, b,
                 **words)
for words in ({}, {"equal_nan": 1}):
    for a, b in ((near, near), (plain, plain), (plain, close), (plain, plain[::-1]), (plain[::-1], plain[::-1] + 0),
                 (plain, plain[:, :3]), (plain[:0], plain[:0]), (plain[:0], plain[:, :0]), (near, near + 0),
                 (plain[:, ::2], plain[:, ::2].copy()), (plain, plain[0]), (plain[:1], plain[0]),
                 (np.broadcast_to(plain[0], (3, 4)), np.repeat(plain[:1], 3, 0)), (s, s), (s, s[::-1]), (i, i),
                 (i, i[::-1]), (i[::2], i[::2] + 0)):
        if not words:
            case("array_equiv", lambda a, b: np.bool_(np.array_equiv(a, b)), a, b)
        case("array_equal", lambda a, b: np.bool_(np.array_equal(a, b, **{k: bool(v) for k, v in words.items()})), a, b,
             **words)

for a, b in pairs(plain, plain):
    case("array_equiv", lambda a, b: np.bool_(np.array_equiv(a, b)), a, b)

write("elementwise")
