#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes data/fft.txt: the functions of numpy.fft, and fftconvolve of SciPy.

usage: record_fft.py      (needs SciPy)
"""

import numpy as np
import scipy
import scipy.signal
from numpy import fft

from recording import case, inf, matrices, nan, vectors, write

k = np.arange(12)
v = (k * 37 + 11) % 23 - 9.0
z = v + 1j * ((k * 53 + 5) % 19 - 7.0)
i = v.astype(np.int32)
m = ((np.arange(15) * 37 + 11) % 23 - 9.0).reshape(3, 5)
mz = m + 1j * m[::-1, ::-1]
c = (np.arange(24) * 29 % 31 - 12.0).reshape(2, 3, 4)
NORMS = ("backward", "ortho", "forward")
REAL_ONLY = ("rfft", "ihfft", "rfftn", "rfft2")

for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
    f = getattr(fft, name)
    operands = vectors(v)[:6] + [i, i[::-2], v[:0]] + ([] if name in REAL_ONLY else vectors(z)[:6])
    for a in operands:
        case(name, f, a)
        for n in (1, 5):
            case(name, lambda a: f(a, n), a, n=n)
    for a in (v, v[::-1], z[::2])[:2 if name in REAL_ONLY else 3]:
        for norm in NORMS[1:]:
            case(name, lambda a: f(a, norm=norm), a, norm=norm)
    case(name, lambda a: f(a, 0), v, n=0)
    for a in matrices(m)[1:8] + [m[:0], m[:, :0]] + ([] if name in REAL_ONLY else matrices(mz)[1:4]):
        for axis in (0, 1):
            case(name, lambda a: f(a, axis=axis), a, axis=axis)
            case(name, lambda a: f(a, 4, axis=axis), a, n=4, axis=axis)
for name in ("fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2"):
    f = getattr(fft, name)
    for a in matrices(m)[:6] + [m[:0], m[:, :0]] + ([] if name in REAL_ONLY else matrices(mz)[3:6]):
        case(name, f, a)
        case(name, lambda a: f(a, s=(4, 6)), a, s="4,6")
        case(name, lambda a: f(a, axes=(1, 0)), a, axes="1,0")
    for norm in NORMS[1:]:
        case(name, lambda a: f(a, norm=norm), m[::-1], norm=norm)
    for a in (c, c[::-1, :, ::-1], c[:, ::2]):
        case(name, f, a)
        case(name, lambda a: f(a, axes=(1, 0)), a, axes="1,0")
for n in range(1, 14):
    for d in (1.0, 0.25):
        case("fftfreq", lambda n: fft.fftfreq(int(n), d), np.int64(n), step=d)
        case("rfftfreq", lambda n: fft.rfftfreq(int(n), d), np.int64(n), step=d)
for name in ("fftshift", "ifftshift"):
    f = getattr(fft, name)
    for a in vectors(v) + vectors(z)[:4] + matrices(m) + [i, i[1::2], c, c[:, ::-1]]:
        case(name, f, a)
    for a in matrices(m):
        case(name, lambda a: f(a, axes=1), a, axis=1)
for mode in ("full", "same", "valid"):
    for a, b in ((v, v[:4]), (v[:4], v), (v[::-1], v[::3]), (v, v[:1]), (z, z[3:5]), (z[::-2], z[:3]), (i, i[:5]), (v[:0], v)):
        case("fftconvolve", lambda a, b: scipy.signal.fftconvolve(a, b, mode), a, b, mode=mode)
    for a, b in ((m, m[:2, :3]), (m[::-1], m[1:, ::-2]), (m.T, m.T[:2, :2]), (m, m[:1, :1]), (m[:2, :3], m)):
        case("fftconvolve", lambda a, b: scipy.signal.fftconvolve(a, b, mode), a, b, mode=mode)
        if b.shape[0] == 1:
            case("fftconvolve", lambda a, b: scipy.signal.fftconvolve(a, b, mode, axes=1), a, b, mode=mode, axis=1)

write("fft", f"NumPy {np.__version__} and SciPy {scipy.__version__}")
