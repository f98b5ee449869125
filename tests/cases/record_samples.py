#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes data/samples.txt: interpolation, derivatives, integrals, convolutions and polynomials.

usage: record_samples.py
"""

import numpy as np

from recording import case, inf, matrices, nan, vectors, write

trapezoid = np.trapezoid if hasattr(np, "trapezoid") else np.trapz
x = np.array([-1, 0, 0.5, 1, 2.25, 3, 3.999, 4, 7, nan, -inf, inf])
p = np.array([0, 1, 2, 2.5, 4.0])
g = np.array([3, -2, 0.5, 8, 1])
q = np.array([190, -190, 350, -350, 20.0])
u = np.array([1, 2, 4, 7, 11, 16.5, 16, 13])
k = np.array([0, 1, 1.5, 3.5, 4, 6, 6.25, 9])
m = np.array([[1, 2, 6, 3, -1], [3, 4, 5, -1, 0.5], [2, 2.5, 9, 0, 7.0]])
i = np.array([3, 1, 9, -4, 7], np.int32)
j = np.array([2, -1, 4], np.int32)
z = np.array([1 + 2j, 3 - 1j, 2, 0.5j, 7])

# --- interp ---
for a in vectors(x) + matrices(m):
    case("interp", np.interp, a, p, g)
    case("interp", lambda a, p, g: np.interp(a, p, g, -9, 9), a, p, g, left=-9, right=9)
    case("interp", np.interp, a, p[::2], g[::-2])
    case("interp", lambda a, p, g: np.interp(a, p, g, period=360), np.where(np.isfinite(a), a, 3) * 97, q, g, period=360)
    # No NaNs: if there is only one sample, NumPy returns it for them.
    case("interp", np.interp, np.where(np.isnan(a), 8, a), p[2:3], g[2:3])
case("interp", np.interp, x, p, g[:4])
case("interp", np.interp, x, p[:0], g[:0])
case("interp", np.interp, x, p, np.array([1, -1, nan, inf, inf]))

# --- gradient, trapezoid ---
for a in vectors(u)[:6] + [u[:2], u[:3][::-1], np.where(u > 16, nan, u)]:
    for order in (1, 2):
        case("gradient", lambda a: np.gradient(a, edge_order=order), a, order=order)
        case("gradient", lambda a: np.gradient(a, 0.5, edge_order=order), a, order=order, step=0.5)
        c = k[:a.size] if a.size <= k.size else None
        if c is not None:
            case("gradient", lambda a, c: np.gradient(a, c, edge_order=order), a, c, order=order)
for a in (m, m[::-1], m[:, ::-2], m.T, m[:2], m[:, :0], m[:, 1:2], np.broadcast_to(m[0], m.shape)):
    for axis in (0, 1):
        for order in (1, 2):
            if a.size or axis == 0:
                case("gradient", lambda a: np.gradient(a, axis=axis, edge_order=order), a, order=order, axis=axis)
    if a.size:
        case("gradient", np.gradient, a, order=1)
case("gradient", lambda a: np.gradient(a, edge_order=1), i, order=1)
case("gradient", lambda a: np.gradient(a, edge_order=2), i[::-1], order=2)
for a in vectors(u) + [np.where(u > 16, nan, u), np.where(u > 16, inf, u)]:
    case("trapezoid", trapezoid, a)
    case("trapezoid", lambda a: trapezoid(a, dx=0.25), a, step=0.25)
    if a.size <= k.size:
        case("trapezoid", trapezoid, a, k[:a.size])
for a in matrices(m):
    for axis in (0, 1):
        case("trapezoid", lambda a: trapezoid(a, axis=axis), a, axis=axis)
    case("trapezoid", trapezoid, a, k[:a.shape[1]])
case("trapezoid", trapezoid, m, k[:3])  # three coordinates, because two would be broadcast
for a in vectors(i)[:6]:
    case("trapezoid", trapezoid, a)

for name, f in (("cummax", np.maximum.accumulate), ("cummin", np.minimum.accumulate)):
    for a in vectors(u) + vectors(i)[:6] + [np.where(u == 11, nan, u), (np.arange(70) * 37 % 101 - 50) / 8]:
        case(name, f, a, axis=0)
    for a in matrices(m) + [np.where(m > 6, nan, m)]:
        for axis in (0, 1):
            case(name, lambda a: f(a, axis), a, axis=axis)

# --- convolve, correlate ---
b = np.array([0.5, -1, 2, 3, 0.25])
long = (np.arange(70) * 37 % 101 - 50) / 8
for name, f in (("convolve", np.convolve), ("correlate", np.correlate)):
    for mode in ("full", "same", "valid"):
        for l, r in ((u, b), (b, u), (u[::-1], b), (u[::2], b[::-1]), (u[:1], b), (u, u), (long, b[:2]), (long[::-3], b[::-2]),
                     (np.where(u > 16, nan, u), b[:2]), (u, b[:0]), (u[:0], b), (i, j), (i[::-1], j[::-2]), (z, z[:2]),
                     (z[::-1], z[::2])):
            case(name, lambda l, r: f(l, r, mode), l, r, mode=mode)

# --- polynomials ---
w = np.array([0.5, -1.5, nan, 2.0, inf])
for c in vectors(b) + [b[1:3], np.zeros(3)]:
    for a in (u, u[::-2], u[:0], w, m, m[:, ::-1], m.T[::2]):
        case("polyval", np.polyval, c, a)
for c in (j, j[::-1], j[:0]):
    for a in (i, i[::-2]):
        case("polyval", np.polyval, c, a)
for a in vectors(u)[:7] + vectors(i)[:7] + [w]:
    for n in (0, 1, 3, 5):
        case("vander", lambda a: np.vander(a, n), a, columns=n)
        case("vander", lambda a: np.vander(a, n, True), a, columns=n, increasing=True)
    case("vander", np.vander, a)
for a, c in ((k, u), (k[::-1], u), (k[::2], u[::-2]), (k[:5], b[::-1]), (k - 4, np.round(u * u)), (k[::-1] / 8, u[::-1])):
    for degree in (0, 1, 2, 3):
        case("polyfit", lambda a, c: np.polyfit(a, c, degree), a, c, degree=degree)
    case("polyfit", lambda a, c, w: np.polyfit(a, c, 1, w=w), a, c, np.arange(1.0, a.size + 1), degree=1)
    case("polyfit", lambda a, c: np.polyfit(a, c, 1), a, np.stack([c, a * 2 - 1], 1), degree=1)
case("polyfit", lambda a, c: np.polyfit(a, c, -1), k, u, degree=-1)
for a in vectors(b)[:6] + vectors(u)[:6] + [j, j[::-1], i, i[::-2], z, z[::-1], z[::2], b * 0, b[1:4]]:
    case("poly", np.poly, a)
for a, c in ((u, b), (u[::-1], b), (b, u), (u, b[:1]), (u, b[::-2]), (u[::2], b[1:3]), (b, b), (b[::-1], b), (b[:1], b[:1]), (j, j[1:]), (i, j),
             (i[::-1], j[::-1]), (i, j[:2]), (u * 0, b), (np.polymul(u, b), b), (np.polymul(u, b), u), (u[:3], b[2:]), (u, u[::-1]),
             (u, k[1:4]), (k, b), (k[::-1], b[:2])):
    case("polydiv", np.polydiv, a, c)
phases = np.array([0, 1, 2, -1, 0, 4, 9, 9.5, -3, -9, 3.25]) * 1.5
for a in vectors(phases) + [w * 3, np.array([0, np.pi, 0, -np.pi, 2 * np.pi])]:
    case("unwrap", np.unwrap, a)
    case("unwrap", lambda a: np.unwrap(a, 4.0), a, discont=4)
    case("unwrap", lambda a: np.unwrap(a, period=4.0), a, period=4)
for a in matrices(m * 2.5):
    for axis in (0, 1):
        case("unwrap", lambda a: np.unwrap(a, axis=axis), a, axis=axis)

# --- inner ---
for a, c in ((u, k), (u[::-1], k), (u[::3], k[::-3]), (u[:0], k[:0]), (u, k[:4]), (w, b), (m, m), (m, m[::-1, ::-1]), (m.T, m.T),
             (m[:, ::2], m[:2, ::-2]), (m[:0], m), (m[:, :0], m[:, :0]), (m, m[:, :3]), (m, b), (m[::-1], b[::-1]), (m[:, ::2], b[:3]),
             (np.broadcast_to(m[0], m.shape), m), (m, np.broadcast_to(b, m.shape)), (i, i[::-1]), (i[::2], j), (i, j),
             (np.where(m > 6, inf, m), m), (m[:0], b), (z, z[::-1]), (z[:0], z[:0])):
    case("inner", np.inner, a, c)

write("samples")
