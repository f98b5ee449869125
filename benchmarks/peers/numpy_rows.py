#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Measures the workloads in NumPy. The output has the same columns as that of stria_bench, but no ratios.

usage: numpy_rows.py [--sizes L2,L3,DRAM] [--rounds n] [part of a name]

Where NumPy supports it, results are written into existing arrays (out=). The times are the processor time of the
thread.
"""

import sys
import time

import numpy as np

SIZES = {"L2": 1 << 18, "L3": 1 << 23, "DRAM": 1 << 28}


def options():
    chosen = {"sizes": "L2,L3,DRAM", "rounds": 15, "filter": ""}
    words = sys.argv[1:]
    while words:
        word = words.pop(0)
        if word == "--sizes":
            chosen["sizes"] = words.pop(0)
        elif word == "--rounds":
            chosen["rounds"] = int(words.pop(0))
        else:
            chosen["filter"] = word
    return chosen


def seconds(call, rounds):
    """The median of `rounds` timings. Each timing makes enough calls to take a millisecond."""
    start = time.thread_time()
    call()
    one = max(time.thread_time() - start, 1e-7)
    calls = max(1, int(1e-3 / one))
    rounds = max(3, min(rounds, int(1.5 / (one * calls))))
    times = []
    for _ in range(rounds):
        start = time.thread_time()
        for _ in range(calls):
            call()
        times.append((time.thread_time() - start) / calls)
    return sorted(times)[len(times) // 2]


def columns(size):
    return 4096 if size >= 1 << 28 else 1024 if size >= 1 << 23 else 256


def rows(size, dtype):
    """Pairs of the name of a workload and a function. The shapes are those of the C++ programs."""
    n = size // np.dtype(dtype).itemsize
    random = np.random.default_rng(1)

    def integers(*shape):
        return random.integers(0, 16, shape).astype(dtype)

    a, b, c, r = integers(n), integers(n), integers(n), np.empty(n, dtype)
    t = np.empty(n, dtype)

    def fused():
        np.multiply(a, b, out=r)
        np.multiply(c, dtype(2), out=t)
        np.add(r, t, out=r)
        np.subtract(r, a, out=r)

    yield "W1", fused
    x = (a / 4).astype(dtype)

    def transcendental():
        np.exp(x, out=r)
        np.sin(b, out=t)
        np.multiply(r, t, out=r)
        np.sqrt(x, out=t)
        np.add(r, t, out=r)

    yield "W2", transcendental

    def squares():
        np.subtract(a, b, out=t)
        return np.dot(t, t)

    yield "W3", squares
    mask_of = b - dtype(8)

    def masked():
        a[mask_of > 0] = 0

    yield "W14a", masked
    yield "W14b", lambda: mask_of[mask_of > 0]
    yield "W14c", lambda: np.copyto(r, np.where(a > b, a, b))
    yield "W15e", lambda: np.cumsum(a, out=r)
    yield "W11a", lambda: np.copyto(r[1:], r[:-1])
    yield "W11b", lambda: np.copyto(r[:-1], r[1:])

    n1 = columns(size)
    n0 = n // n1
    a2, b2, r2 = a.reshape(n0, n1), b.reshape(n0, n1), r.reshape(n0, n1)
    row, column = integers(n1), integers(n0)
    yield "W4", lambda: np.add(a2, row, out=r2)
    yield "W4c", lambda: np.add(a2, column[:, None], out=r2)
    yield "W5b", lambda: np.divide(a2, a2.sum(axis=1, keepdims=True), out=r2)
    yield "W5a", lambda: np.divide(a2, a2.sum(axis=0), out=r2)
    half = np.empty((n0, n1 // 2), dtype)
    yield "W6s", lambda: np.copyto(half, a2[:, ::2])
    inner, temporary = r2[1:-1, 1:-1], np.empty((n0 - 2, n1 - 2), dtype)

    def stencil():
        np.add(a2[:-2, 1:-1], a2[2:, 1:-1], out=inner)
        np.add(inner, a2[1:-1, :-2], out=inner)
        np.add(inner, a2[1:-1, 2:], out=inner)
        np.multiply(inner, dtype(0.25), out=inner)

    yield "W9a", stencil

    def in_place():
        np.add(r2[:-2, 1:-1], r2[2:, 1:-1], out=temporary)
        np.add(temporary, r2[1:-1, :-2], out=temporary)
        np.add(temporary, r2[1:-1, 2:], out=temporary)
        np.multiply(temporary, dtype(0.25), out=inner)

    yield "W9b", in_place
    yield "W15", a2.sum
    yield "W15a", lambda: a2.sum(axis=0)
    yield "W15b", lambda: a2.sum(axis=1)
    yield "W15h", a2.max
    yield "W15d", a2.argmax
    yield "W15k", lambda: np.cumsum(a2, axis=1, out=r2)
    yield "W15l", lambda: np.cumsum(a2, axis=0, out=r2)
    at0, at1 = random.integers(0, n0, n), random.integers(0, n1, n)
    yield "W12q", lambda: np.copyto(r, a2[at0, at1])

    def scatter():
        a2[at0, at1] = r

    yield "W13q", scatter
    del at0, at1
    wide, into = a.reshape(-1, 64), random.integers(0, n // 64, n // 64)
    yield "W12p", lambda: np.take(wide, into, axis=0, out=r.reshape(-1, 64), mode="clip")

    def scatter_rows():
        r.reshape(-1, 64)[into] = wide

    yield "W13p", scatter_rows

    m = int(n**0.5) // 16 * 16
    m -= 16 if m & (m - 1) == 0 else 0
    q, qt, qr = a[: m * m].reshape(m, m), b[: m * m].reshape(m, m), r[: m * m].reshape(m, m)
    yield "W10a", lambda: np.copyto(qr, qt.T)
    yield "W10b", lambda: np.add(q, qt.T, out=qr)

    n2, n1 = 256, 128 if size > 1 << 20 else 16
    cube = a.reshape(-1, n1, n2)
    cropped = np.empty((cube.shape[0], n1 // 2, n2 - 2), dtype)
    yield "W6", lambda: np.copyto(cropped, cube[:, ::2, 1:-1])
    yield "W7", lambda: np.copyto(r.reshape(cube.shape), cube[::-1, :, ::-1])
    n1 = 64 if size > 1 << 20 else 16
    r3 = r.reshape(-1, n1, n2)
    p, s, u = integers(r3.shape[0], n2), integers(2 * n1, n2), integers(3, n1, n2)

    def mix():
        np.multiply(p[:, None, :], s[None, ::2, :], out=r3)
        np.add(r3, u[1, ...], out=r3)

    yield "W8", mix


def small_rows(dtype):
    a, b, c, r = (np.arange(8, dtype=dtype) for _ in range(4))

    def fused():
        np.multiply(a, b, out=r)
        np.add(r, c, out=r)

    yield "N1", "n = 8", fused
    yield "N2", "n = 8", lambda: a * b + c

    def sliced():
        r[0:4] = a[2:6] + b[::-1][2:6]

    yield "N3", "n = 8", sliced
    yield "N4", "n = 8", lambda: (a * b).sum()
    for n, elementwise, product in ((3, "S1", "S2"), (4, "S3", "S4")):
        x, y, z = (np.ones((n, n), dtype) for _ in range(3))
        yield elementwise, "static", lambda: np.copyto(z, x * y + 2 * x - y.T)
        yield product, "static", lambda: np.copyto(z, x @ y + 2 * x - y.T)
    x, y, z = (np.ones((512, 512), dtype) for _ in range(3))
    yield "W16a", "L3", lambda: np.matmul(x, y, out=z)
    p, q, o = (np.ones((4096, 8, 8), dtype) for _ in range(3))
    yield "W16b", "L2", lambda: np.matmul(p, q, out=o)


def main():
    chosen = options()

    def show(name, size, dtype, call):
        kind = {4: "float", 8: "double"}[np.dtype(dtype).itemsize]
        wanted = chosen["filter"]
        if wanted not in f"{name}, {kind}, {size}" and wanted.split()[0] != name:
            return
        taken = seconds(call, chosen["rounds"])
        cells = ["info", name, "", kind, size, 1, 0, 0, "numpy", f"{taken * 1e9:.5g}", "", "", "", "ok"]
        print(*cells, sep="\t", flush=True)

    for dtype in (np.float32, np.float64):
        for size in chosen["sizes"].split(","):
            for name, call in rows(SIZES[size], dtype):
                show(name, size, dtype, call)
        for name, size, call in small_rows(dtype):
            show(name, size, dtype, call)


if __name__ == "__main__":
    main()
