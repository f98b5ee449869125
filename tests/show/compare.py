#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints random arrays with random options, by NumPy and by stria, and compares the texts.

usage: compare.py PROGRAM FOLDER [SEED [COUNT]]

PROGRAM is the compiled compare.cpp. The cases and the texts that it prints are written to FOLDER.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np

TYPES = [np.float32, np.float64, np.complex64, np.complex128, np.int8, np.uint64, np.int64]
MODES = ["fixed", "unique", "maxprec", "maxprec_equal"]
CORNERS = [1e8, 99999999.5, 1e-4, 9.99e-5, 1e3, 1.0, 0.001, 123456.789, 5e-324, 1e308, 1.17e-38,
           3.4e38, 1e23]


def reals(rng, n, kind):
    least, most = (-45, 38) if kind == np.float32 else (-320, 308)
    families = [
        lambda: rng.standard_normal(n),
        lambda: rng.standard_normal(n) * 10.0 ** rng.integers(-12, 12),
        lambda: rng.standard_normal(n) * 10.0 ** rng.uniform(-8, 8, n),
        lambda: rng.integers(-1000, 1000, n),
        lambda: rng.integers(-100, 100, n) / rng.choice([2, 4, 8, 10, 100, 1000]),
        lambda: 2.0 ** rng.integers(-60, 60, n),
        lambda: rng.integers(0, 3, n) * 1.0 * rng.choice([-1, 1], n),
        lambda: rng.choice(CORNERS, n),
        lambda: np.frombuffer(rng.bytes(8 * n), float),
        lambda: 10.0 ** rng.uniform(least, most, n),
        lambda: rng.integers(-(10**9), 10**9, n) * 0.1,
    ]
    a = np.array(families[rng.integers(len(families))](), float)
    if rng.integers(3) == 0:
        mask = rng.random(n) < rng.choice([0.1, 0.5, 1.0])
        a[mask] = rng.choice([np.nan, np.inf, -np.inf, 0.0, -0.0], mask.sum())
    return a.astype(kind)


def array(rng):
    kind = TYPES[rng.integers(len(TYPES))]
    rank = rng.choice([0, 1, 1, 1, 2, 2, 3])
    shape = [int(n) for n in rng.choice([0, 1, 2, 3, 4, 5, 7, 12, 30], rank,
                                        p=[.03, .1, .15, .17, .15, .15, .1, .1, .05])]
    n = int(np.prod(shape))
    if kind in (np.float32, np.float64):
        a = reals(rng, n, kind)
    elif kind in (np.complex64, np.complex128):
        a = np.empty(n, kind)
        part = np.float32 if kind == np.complex64 else np.float64
        a.real, a.imag = reals(rng, n, part), reals(rng, n, part)
    elif rng.integers(2):
        bounds = np.iinfo(kind)
        a = rng.integers(bounds.min, bounds.max, n, dtype=kind, endpoint=True)
    else:
        a = rng.integers(0, 100, n).astype(kind)
    return a.reshape(shape)


def options(rng):
    o = dict(precision=8, threshold=1000, edgeitems=3, linewidth=75, suppress=False, sign="-",
             floatmode="maxprec")
    if rng.integers(2):
        o.update(precision=int(rng.integers(20)), suppress=bool(rng.integers(2)),
                 sign=str(rng.choice(["-", "+", " "])), floatmode=str(rng.choice(MODES)))
        if rng.integers(2):
            o.update(threshold=int(rng.choice([0, 3, 10, 50])), edgeitems=int(rng.integers(4)))
        if rng.integers(2):
            o.update(linewidth=int(rng.choice([0, 1, 5, 10, 20, 40, 120])))
    return o


def main(program, folder, seed="1", count="3000"):
    if not np.__version__.startswith("1."):
        print(f"the texts are those of NumPy 1, this is {np.__version__}")
        sys.exit(77)
    rng = np.random.default_rng(int(seed))
    np.seterr(all="ignore")
    Path(folder).mkdir(parents=True, exist_ok=True)
    cases, texts = Path(folder) / "cases", Path(folder) / "texts"
    expected = []
    with open(cases, "wb") as file:
        file.write(np.int64(int(count)).tobytes())
        for _ in range(int(count)):
            a, o = array(rng), options(rng)
            numbers = [TYPES.index(a.dtype.type), a.ndim, o["precision"], o["threshold"],
                       o["edgeitems"], o["linewidth"], o["suppress"], ord(o["sign"]),
                       MODES.index(o["floatmode"]), *a.shape]
            file.write(np.array(numbers, np.int64).tobytes() + a.tobytes())
            with np.printoptions(**o):
                for text in [str(a), np.array2string(a)]:
                    expected.append((text, a, o))
    subprocess.run([program, cases, texts], check=True)
    found = texts.read_bytes().decode().split("\0")[:-1]
    wrong = [(t, *e) for t, e in zip(found, expected) if t != e[0]]
    for text, numpy_text, a, o in wrong[:5]:
        print(f"{a.dtype} {a.shape} {o}\nNumPy:\n{numpy_text}\nstria:\n{text}\n")
    print(f"{len(expected)} texts, {len(wrong)} wrong")
    sys.exit(1 if wrong or len(found) != len(expected) else 0)


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
