#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes data/linalg.txt: the functions of numpy.linalg and a few of scipy.linalg.

usage: record_linalg.py      (needs SciPy)
"""

import numpy as np
import scipy
import scipy.linalg

from recording import case, inf, nan, write

la = np.linalg
rng = np.random.default_rng(21)


def quarters(*shape):
    """Elements that are exact in float."""
    return rng.integers(-8, 9, shape) / 4


def definite(a):
    return a @ a.conj().T + len(a) * np.eye(len(a))


def layouts(a):
    """The same matrix in several layouts: contiguous, as a part of a larger one, reversed, and transposed."""
    wide = np.zeros((2 * a.shape[0] + 1, 3 * a.shape[1] + 1), a.dtype)
    part = wide[1:2 * a.shape[0]:2, ::3][:, :a.shape[1]]
    part[...] = a
    back = np.ascontiguousarray(a[::-1, ::-1])[::-1, ::-1]
    turned = np.ascontiguousarray(a.T).T
    return [a, part, back, turned]


square = [np.array([[-3.0]]), np.array([[1.0, 2], [3, 4]]), quarters(3, 3), quarters(4, 4), quarters(5, 5),
          np.array([[0.0, 2, 1], [0, 0, 3], [4, 1, 5]]), np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 2]]), quarters(7, 7)]
numbers = [np.array([[1 + 2j]]), quarters(2, 2) + 1j * quarters(2, 2), quarters(4, 4) + 1j * quarters(4, 4)]
singular = [np.array([[1.0, 2], [2, 4]]), np.zeros((3, 3)), np.array([[0.0]])]
empty = [np.zeros((0, 0))]
tall = [quarters(4, 2), quarters(2, 5), quarters(3, 1), quarters(1, 4), quarters(6, 5)]
narrow = [quarters(3, 3).astype(np.float32), (quarters(2, 2) + 2 * np.eye(2)).astype(np.float32)]
whole = [np.array([[2, 1], [-1, 3]], np.int32), rng.integers(-9, 9, (3, 3)).astype(np.int32)]
batch = [quarters(2, 3, 3), quarters(2, 3, 3)[::-1], quarters(3, 2, 2)[:, ::-1], np.zeros((0, 3, 3)), quarters(2, 4, 4)[:1, ::2, ::2]]
oblong = [quarters(2, 3, 2), quarters(2, 2, 4)[::-1]]

with_layouts = [b for a in square[:6] for b in layouts(a)] + numbers + layouts(numbers[1])[1:] + [square[7]]
plain = with_layouts + narrow + whole + batch
anywhere = with_layouts + tall + [b for a in tall[:2] for b in layouts(a)[1:]] + narrow + batch + oblong

case("det", la.det, np.array([[nan, 1], [2, 3]]))
for a in plain + singular + empty:
    case("det", la.det, a)
    case("slogdet", lambda a: tuple(la.slogdet(a)), a)
for a in plain + singular + empty:
    case("inv", la.inv, a)
    if a.dtype != np.int32:  # stria computes the powers of integers in double
        for k in (0, 1, 3, -2):
            case("matrix_power", lambda a: la.matrix_power(a, k), a, power=k)
for a in plain:
    if a.ndim == 2 and a.size:
        b = quarters(len(a)).astype(a.dtype) if a.dtype != np.int32 else np.arange(len(a), dtype=np.int32)
        case("solve", la.solve, a, b)
        case("solve", la.solve, a, np.stack([b, b[::-1] * 2], 1)[:, ::-1])
for a in singular:
    case("solve", la.solve, a, np.ones(len(a)))
case("solve", la.solve, square[3], np.ones(3))
case("solve", la.solve, tall[0], np.ones(4))

for a in square[:7] + numbers:
    d = definite(a)
    for b in layouts(d):
        case("cholesky", la.cholesky, b)
    case("cholesky", la.cholesky, -d)
for a in empty + [np.array([[1.0, 2], [2, 1]]), np.stack([definite(square[2]), np.eye(3)]), tall[0],
                  definite(square[3]).astype(np.float32)]:
    case("cholesky", la.cholesky, a)

# The factors are unique up to signs, so their absolute values and their product are recorded.
for a in anywhere:
    if a.size:
        def factors(a):
            u, s, v = la.svd(a, full_matrices=False)
            return np.abs(u), s, np.abs(v), (u * s[..., None, :]) @ v

        def triangles(a):
            q, r = la.qr(a)
            return np.abs(q), np.abs(r), q @ r

        if a.ndim == 2:
            case("svd", factors, a)
            case("qr", triangles, a)
            if a is not numbers[2]:  # LAPACK compares complex pivots by |re| + |im|, Eigen by their absolute value
                case("lu", lambda a: scipy.linalg.lu(a), a)
    case("svdvals", lambda a: la.svd(a, compute_uv=False), a)
    case("pinv", la.pinv, a)
    for order in ("fro", "nuc", "1", "-1", "2", "-2", "inf", "-inf"):
        o = order if order in ("fro", "nuc") else float(order)
        if a.size:
            case("matrix_norm", lambda a: la.norm(a, o, axis=(-2, -1)), a, order=order)
for a in anywhere + singular:
    case("matrix_rank", la.matrix_rank, a)
for a in square + numbers + batch[:3] + singular[1:2] + empty + tall:
    if not a.size or np.all(la.cond(a) < 1e6) or a is singular[1]:
        case("cond", la.cond, a)
    if a.shape[-1] == a.shape[-2] and a.size and np.all(la.matrix_rank(a) == a.shape[-1]):
        for order in ("1", "inf", "fro", "-2"):
            case("cond", lambda a: np.real(la.cond(a, order if order == "fro" else float(order))), a, order=order)
for a in tall + square + numbers + [tall[0][::-1], tall[0][:, ::-1], tall[1].T, tall[4][::2], np.ones((4, 2))]:
    for b in (np.arange(len(a)) * 1.5 - 2, np.stack([np.arange(len(a)) - 1.0, np.ones(len(a))], 1)):
        case("lstsq", lambda a, b: la.lstsq(a, b, rcond=1e-12)[:2] + (np.int64(la.lstsq(a, b, rcond=1e-12)[2]),), a, b.astype(a.dtype))


def in_order(values):
    values = np.asarray(values).astype(complex)
    return values[np.lexsort((np.round(values.imag, 6), np.round(values.real, 6)))]


for a in square + numbers + [b for a in square[1:5] for b in layouts(a)[1:]] + [singular[0], tall[0]]:
    case("eigvals", lambda a: in_order(la.eigvals(a)), a)

    case("eig", lambda a: (in_order(la.eig(a)[0]), (lambda w, v: v * w @ la.inv(v))(*la.eig(a)).astype(complex)), a)
for p in ([1, -3, 2], [2, 0, -8], [1, 0, 4], [0, 0, 1, -1], [1, -1, 0, 0], [3], [0, 0], [1, -6, 11, -6], [1.5, 2, -3, 4, 5], [-1, 0, 0, 1], [1, 1],
          [0, 2, 4], [1, 2, 3, 4, 5, 6], [1e-3, 1, -1], [1, 0, 0, 0, -16], [1j, 2], [1, -1j, 2], [1, 2 + 1j, 0], [1, -10, 35, -50, 24], [4, 4, 2]):
    for a in (np.array(p, complex if np.iscomplexobj(p) else float), np.array(p + p[:1])[::-1].astype(complex)):
        found = np.roots(a)
        if all(abs(x - y) > 1e-3 or x == y == 0 for k, x in enumerate(found) for y in found[:k]):  # double roots are inexact
            case("roots", lambda a: in_order(np.roots(a)), a)
for a in square + numbers:
    h = a + a.conj().T
    for b in layouts(h):
        case("eigvalsh", la.eigvalsh, b)
        case("eigh", lambda a: (la.eigh(a)[0], (lambda w, v: (v * w) @ v.conj().T)(*la.eigh(a))), b)
for a in empty + [tall[0], batch[0] + batch[0].transpose(0, 2, 1)]:
    case("eigvalsh", la.eigvalsh, a)
for a in square + numbers + layouts(square[2])[1:] + layouts(square[3])[1:] + [singular[0], singular[1], empty[0], tall[0]]:
    case("expm", lambda a: scipy.linalg.expm(a / 4) if a.size else a, a)
for a in square + numbers + layouts(square[3])[1:]:
    t = a + 9 * np.eye(len(a))
    for b in layouts(t)[::2]:
        for lower in (0, 1):
            for unit in (0, 1):
                c = b if unit == 0 else b / 8
                case("triangular_solve",
                     lambda a, x: scipy.linalg.solve_triangular(a, x, lower=bool(lower), unit_diagonal=bool(unit)),
                     c, np.arange(len(a), dtype=a.dtype) - 1, lower=lower or None, unit=unit or None)
case("triangular_solve", lambda a, x: scipy.linalg.solve_triangular(a, x), np.zeros((2, 2)), np.ones(2))

write("linalg", f"NumPy {np.__version__} and SciPy {scipy.__version__}")
