#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints the contents of pagerank.out, computed by NumPy as the solution of a dense linear system.

usage: pagerank.py links
"""

import sys

import numpy as np

DAMPING = 0.85


def main(links):
    with open(links, encoding="utf-8") as file:
        pairs = [line.split() for line in file]
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    n = len(names)
    moves = np.zeros((n, n))  # moves[i, j]: from page j to page i
    for source, target in pairs:
        moves[names.index(target), names.index(source)] += 1
    degree = moves.sum(0)
    moves = np.where(degree > 0, moves / np.maximum(degree, 1), 1 / n)
    rank = np.linalg.solve(np.eye(n) - DAMPING * moves, np.full(n, (1 - DAMPING) / n))
    print(f"{n} pages, {len(pairs)} links, {np.sum(degree == 0)} pages without a link")
    for page in np.argsort(-rank)[:8]:
        print(f"{rank[page]:.4f}  {names[page]}")
    print(f"sum {rank.sum():.4f}")


if __name__ == "__main__":
    main(sys.argv[1])
