#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Summarises the output of stria_bench_rows by class and by size.

usage: rows_report.py [--above LIMIT] COMPILER.tsv...

--above LIMIT  also lists every row above the limit, worst first
"""

import argparse
import math
import pathlib
import sys

SIZES = ["tiny", "small", "L1", "L2", "L3", "DRAM"]


def read(path):
    """The rows of one compiler, each with the ratio stria / hand."""
    rows, hands = [], {}
    for line in path.read_text().splitlines():
        cells = line.split("\t")
        if len(cells) != 14:
            continue
        row = dict(id=cells[1], text=cells[2], type=cells[3], size=cells[4], ns=float(cells[9]),
                   ratio=float(cells[10]), ok=cells[13] == "ok", group=cells[1].partition("/")[0])
        key = (row["id"], row["type"], row["size"])
        if cells[8] == "hand":
            hands[key] = row["ns"]
        elif cells[8] == "stria":
            row["hand"] = hands[key]
            rows.append(row)
    return rows


def mean(rows):
    return math.exp(sum(math.log(r["ratio"]) for r in rows) / len(rows))


def named(r):
    return f'{r["id"]}, {r["type"]}, {r["size"]}'


def summary(compiler, rows):
    groups = list(dict.fromkeys(r["group"] for r in rows))
    sizes = [s for s in SIZES if any(r["size"] == s for r in rows)]
    print(f"{compiler}: {len(rows)} rows, stria / hand, geometric means")
    print(f"  {'':14}{'rows':>6}" + "".join(f"{s:>8}" for s in sizes + ["all"]))
    for name, part in [(g, [r for r in rows if r["group"] == g]) for g in groups] + [("all", rows)]:
        cells = [[r for r in part if r["size"] == s] for s in sizes] + [part]
        print(f"  {name:14}{len(part):6}" + "".join(f"{mean(c):8.2f}" if c else f"{'-':>8}" for c in cells))

    def share(text, part):
        print(f"  {text}: {len(part)} rows, {100 * len(part) / len(rows):.0f} %")

    share("at most 1.05", [r for r in rows if r["ratio"] <= 1.05])
    share("at most 1.25", [r for r in rows if r["ratio"] <= 1.25])
    share("above 2", [r for r in rows if r["ratio"] > 2])
    listed("the worst ten", sorted(rows, key=lambda r: -r["ratio"])[:10])
    wrong = [r for r in rows if not r["ok"]]
    if wrong:
        listed("WRONG VALUES", wrong)
    print()


def listed(title, rows):
    print(f"  {title}:")
    for r in rows:
        print(f'  {r["ratio"]:8.2f}  {r["hand"]:10.4g} ns hand-written  {named(r)}: {r["text"]}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--above", type=float)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    tables = {p.stem: read(p) for p in arguments.files}
    for compiler, rows in tables.items():
        if not rows:
            sys.exit(f"{compiler}: no rows")
        summary(compiler, rows)
    if arguments.above:
        for compiler, rows in tables.items():
            slow = sorted((r for r in rows if r["ratio"] > arguments.above), key=lambda r: -r["ratio"])
            listed(f"{compiler}: {len(slow)} rows above {arguments.above:g}", slow)


if __name__ == "__main__":
    main()
