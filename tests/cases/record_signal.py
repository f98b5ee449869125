#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes data/signal.txt: windows of NumPy, convolutions of scipy.signal and filters of scipy.ndimage.

usage: record_signal.py      (needs SciPy)
"""

import numpy as np
import scipy
from scipy import ndimage, signal

from recording import case, matrices, nan, vectors, write

v = (np.arange(13) * 37 + 11) % 23 - 9.0
m = ((np.arange(20) * 37 + 11) % 23 - 9.0).reshape(4, 5)
b = np.array([[1, 2, -1], [0.5, 0, 3]])
i = m.astype(np.int32)
z = m + 1j * m[::-1]
c = (np.arange(24) * 29 % 31 - 12.0).reshape(2, 3, 4)

for n in list(range(22)) + [51]:
    for f in (np.hanning, np.hamming, np.blackman, np.bartlett):
        case(f.__name__, f, np.int64(n))
for n in (0, 1, 2, 3, 7, 8, 16):
    for beta in (0.0, 2.5, 8.6, 14.0):
        case("kaiser", lambda n: np.kaiser(n, beta), np.int64(n), beta=beta)
for f in (signal.convolve2d, signal.correlate2d):
    for mode in ("full", "same", "valid"):
        for edge in ("fill", "wrap", "symm"):
            for x, y in ((m, b), (m[::-1], b), (m[:, ::-1], b[::-1, ::-1]), (m.T, b.T), (m[::2, ::2], b[:, :1]), (m, b[:1, 1:2]),
                         (np.broadcast_to(m[0], m.shape), b), (i, i[:2, :2]), (z, z[1:3, ::3])):
                case(f.__name__, lambda x, y: f(x, y, mode, edge), x, y, mode=mode, edge=edge)
        case(f.__name__, lambda x, y: f(x, y, mode, "fill", 2.5), m, b, mode=mode, edge="fill", fill=2.5)
        case(f.__name__, lambda x, y: f(x, y, mode), np.where(m > 11, nan, m), b, mode=mode, edge="fill")
    case(f.__name__, lambda x, y: f(x, y, "valid"), b, b[:, ::-1], mode="valid", edge="fill")
some = vectors(v)[:6] + [v[:0]]
for a in some + matrices(m)[:8] + [m[:0], c, c[::-1, :, ::-1]]:
    for sigma in (0.3, 1, 2.5):
        case("gaussian_filter", lambda a: ndimage.gaussian_filter(a, sigma), a, sigma=sigma)
    for size in (1, 2, 3, 5):
        case("median_filter", lambda a: ndimage.median_filter(a, size), a, size=size)
    for factor in (0.5, 1, 1.7, 3):
        if a.size:
            case("zoom", lambda a: ndimage.zoom(a, factor, order=1), a, factor=factor)
for a in matrices(m)[:6]:
    case("gaussian_filter", lambda a: ndimage.gaussian_filter(a, (1.5, 0.5)), a, sigmas="1.5,0.5")
    case("median_filter", lambda a: ndimage.median_filter(a, (1, 4)), a, sizes="1,4")
    case("zoom", lambda a: ndimage.zoom(a, (0.75, 2), order=1), a, factors="0.75,2")
for a in (i, i[::-1], i.T):
    for size in (2, 3):
        case("median_filter", lambda a: ndimage.median_filter(a, size), a, size=size)

write("signal", f"NumPy {np.__version__} and SciPy {scipy.__version__}")
