#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints a table of the whole programs in benchmarks/programs.

Each ratio is the time with stria divided by that of the hand-written loops or of NumPy.

usage: programs_report.py FOLDER
       programs_report.py --chart PAGES [--check]

FOLDER  contains programs-COMPILER.tsv and, optionally, programs-numpy.tsv
PAGES   contains programs.md, whose table becomes the chart programs.svg; with --check, fails if the chart is another one
"""

import math
import re
import sys
from pathlib import Path


def rows(path):
    for line in path.read_text().splitlines() if path.exists() else []:
        name, size, *rest = line.split("\t")
        yield (name, size), rest


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def chart(page):
    """Bars for the large programs: how many times as long as stria the hand-written loops and NumPy take (g++)."""
    found = [(name, 1 / float(loops), 1 / float(numpy)) for name, loops, numpy in
             re.findall(r"^\| (\w+) \| large \| ([\d.]+) \| [\d.]+ \| ([\d.]+) \|", page, re.M)]
    found.sort(key=lambda row: -row[2])
    left, top, step, plot, low, high = 140, 64, 24, 560, 0.4, 128.0

    def at(value):
        return left + plot * math.log(value / low) / math.log(high / low)

    bottom = top + step * len(found)
    parts = ['<rect width="100%" height="100%" fill="#fff"/>',
             '<text x="12" y="22" font-size="15" font-weight="bold">Times as long as stria: large programs, g++, one thread</text>',
             '<rect x="12" y="34" width="10" height="10" fill="#8c8c8c"/><text x="27" y="43">hand-written loops</text>',
             '<rect x="150" y="34" width="10" height="10" fill="#1c67bd"/><text x="165" y="43">NumPy</text>',
             '<text x="220" y="43" fill="#666">logarithmic; longer is better for stria</text>']
    for tick in (0.5, 1, 2, 4, 8, 16, 32, 64, 128):
        parts.append(f'<path d="M{at(tick):.1f},{top - 4}V{bottom}" stroke="{"#555" if tick == 1 else "#e4e4e4"}"/>'
                     f'<text x="{at(tick):.1f}" y="{bottom + 16}" text-anchor="middle" fill="#666">{tick:g}</text>')
    for k, (name, loops, numpy) in enumerate(found):
        y = top + step * k
        parts.append(f'<text x="{left - 10}" y="{y + 14}" text-anchor="end">{name.replace("_", " ")}</text>')
        for value, shade, down in ((loops, "#8c8c8c", 2), (numpy, "#1c67bd", 11)):
            x = min(at(value), at(1))
            parts.append(f'<rect x="{x:.1f}" y="{y + down}" width="{max(abs(at(value) - at(1)), 1.5):.1f}" height="8" fill="{shade}"/>'
                         f'<text x="{max(at(value), at(1)) + 4:.1f}" y="{y + down + 8}" font-size="9" fill="#444">{value:.{0 if value > 9.5 else 1 if value > 0.95 else 2}f}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="740" height="{bottom + 28}" viewBox="0 0 740 {bottom + 28}" '
            'font-family="DejaVu Sans, Verdana, sans-serif" font-size="11" fill="#222">\n' + "\n".join(parts) + "\n</svg>\n")


def draw(folder, check):
    made = chart((folder / "programs.md").read_text(encoding="utf-8"))
    path = folder / "programs.svg"
    if not check:
        path.write_text(made, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != made:
        sys.exit(f"{path} is not the chart of programs.md: run scripts/programs_report.py --chart {folder}")


def main():
    if sys.argv[1:2] == ["--chart"]:
        draw(Path(sys.argv[2]), "--check" in sys.argv)
        return
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
