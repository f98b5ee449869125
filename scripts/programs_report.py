#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints a table of the whole programs in benchmarks/programs.

Each ratio is the time with stria divided by that of the hand-written loops or of NumPy.

usage: programs_report.py FOLDER

FOLDER  contains programs-COMPILER.tsv and, optionally, programs-numpy.tsv
"""

import math
import sys
from pathlib import Path


def rows(path):
    for line in path.read_text().splitlines() if path.exists() else []:
        name, size, *rest = line.split("\t")
        yield (name, size), rest


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def main():
    folder = Path(sys.argv[1])
    compilers = ["g++", "clang++-19"]
    figures = {c: dict(rows(folder / f"programs-{c}.tsv")) for c in compilers}
    numpy = {key: float(rest[0]) for key, rest in rows(folder / "programs-numpy.tsv")}
    keys = list(dict.fromkeys(key for c in compilers for key in figures[c]))
    by_hand = {c: {k: float(f[2]) for k, f in figures[c].items()} for c in compilers}
    by_numpy = {
        c: {k: float(f[0]) / numpy[k] for k, f in figures[c].items() if k in numpy}
        for c in compilers
    }
    tables = [by_hand[c] for c in compilers] + [by_numpy[c] for c in compilers]

    print("| program | size | hand-written, g++ | hand-written, clang | NumPy, g++ | NumPy, clang |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for key in keys:
        cells = [f"{t[key]:.2f}" if key in t else "–" for t in tables]
        print(f"| {key[0]} | {key[1]} | {' | '.join(cells)} |")
    print(f"| geometric mean | | {' | '.join(f'{mean(t.values()):.2f}' for t in tables)} |")

    for c in compilers:
        worst = sorted(by_hand[c].items(), key=lambda item: -item[1])[:3]
        print(f"\n{c}, worst: " + ", ".join(f"{k[0]} ({k[1]}) {r:.2f}" for k, r in worst))
        slow = sorted(by_numpy[c].items(), key=lambda item: -item[1])[:3]
        print(f"{c}, worst beside NumPy: " + ", ".join(f"{k[0]} ({k[1]}) {r:.2f}" for k, r in slow))
    for c in compilers:
        for key, f in figures[c].items():
            if f[3] != "ok":
                print(f"{c}: {key[0]} ({key[1]}): results differ")


if __name__ == "__main__":
    main()
