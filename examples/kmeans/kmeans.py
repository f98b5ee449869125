#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints the contents of kmeans.out, computed by NumPy. It needs Pillow to read the photograph.

usage: kmeans.py photograph [every n-th pixel in each direction]
"""

import sys

import numpy as np
from PIL import Image

COLOURS = 12


def nearest(p, centres):
    return ((p[:, None] - centres) ** 2).sum(-1).argmin(1)


def inertia(p, centres):
    return ((p - centres[nearest(p, centres)]) ** 2).sum()


def main(photograph, step):
    photo = np.asarray(Image.open(photograph))[::step, ::step] / 255
    p = photo.reshape(-1, 3)
    centres = np.quantile(p, (np.arange(COLOURS) + 0.5) / COLOURS, 0)
    print("turn  inertia")
    for turn in range(1, 21):
        of = nearest(p, centres)
        if turn % 5 == 1:
            print(f"{turn:4d}  {inertia(p, centres):7.0f}")
        total = np.zeros_like(centres)
        np.add.at(total, of, p)
        centres = total / np.maximum(np.bincount(of, minlength=COLOURS), 1)[:, None]
    print(f"last  {inertia(p, centres):7.0f}\n\nred   green blue  part of the photograph")
    part = np.bincount(nearest(p, centres), minlength=COLOURS) / len(p)
    for k in range(COLOURS):
        print("  ".join(f"{x:.2f}" for x in centres[k]) + f"  {100 * part[k]:4.1f} %")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2)
