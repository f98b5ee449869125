#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints the contents of iris.out, computed by NumPy.

usage: iris.py data
"""

import sys

import numpy as np


def main(path):
    with open(path, encoding="utf-8") as file:
        names = file.readline().strip().split(",")[2:]
    table = np.genfromtxt(path, delimiter=",", skip_header=1)
    x, kind = table[:, :4], table[:, 4].astype(int)
    mean = np.array([x[kind == k].mean(0) for k in range(3)])
    deviation = np.array([x[kind == k].std(0, ddof=1) for k in range(3)])
    print("mean, standard deviation  sepal length  sepal width  petal length  petal width")
    for k in range(3):
        print(f"{names[k]:10} ({np.sum(kind == k)} flowers) "
              + "".join(f"   {m:.3f} {d:.3f}" for m, d in zip(mean[k], deviation[k])))
    c = np.corrcoef(x, rowvar=False)
    print(f"correlation of petal length and petal width: {c[2, 3]:.3f}")
    unit = np.sqrt((deviation ** 2).mean(0))
    guess = (((x[:, None] - mean) / unit) ** 2).sum(2).argmin(1)
    print("species (rows) and the species with the nearest mean (columns)")
    for k in range(3):
        print(f"{names[k]:10} " + " ".join(f"{np.sum((kind == k) & (guess == j)):3d}" for j in range(3)))


if __name__ == "__main__":
    main(sys.argv[1])
