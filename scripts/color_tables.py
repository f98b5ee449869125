#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the tables of include/stria/show/color_tables.hpp, or compares them with matplotlib.

usage: color_tables.py print|check

print  prints the tables as C++ text. viridis, magma and inferno come from matplotlib; coolwarm is computed
       after K. Moreland, "Diverging Color Maps for Scientific Visualization" (2009).
check  prints the largest difference between each table of the header and matplotlib, in steps of 1/255
"""

import pathlib
import re
import sys

import numpy as np
from matplotlib import cm

HEADER = pathlib.Path(__file__).resolve().parents[1] / "include/stria/show/color_tables.hpp"

RGB_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.089])


def to_lab(rgb):
    c = rgb / 255
    linear = np.where(c > 0.04045, ((c + 0.055) / 1.055) ** 2.4, c / 12.92)
    t = RGB_TO_XYZ @ linear / WHITE
    x, y, z = np.where(t > 0.008856, np.cbrt(t), 7.787 * t + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def from_lab(lab):
    y = (lab[0] + 16) / 116
    t = np.array([lab[1] / 500 + y, y, y - lab[2] / 200])
    xyz = WHITE * np.where(t > 0.206893, t ** 3, (t - 16 / 116) / 7.787)
    c = np.linalg.inv(RGB_TO_XYZ) @ xyz
    return 255 * np.where(c > 0.0031308, 1.055 * np.maximum(c, 0) ** (1 / 2.4) - 0.055, 12.92 * c)


def to_msh(lab):
    m = np.linalg.norm(lab)
    return np.array([m, np.arccos(lab[0] / m), np.arctan2(lab[2], lab[1])])


def from_msh(msh):
    m, s, h = msh
    return m * np.array([np.cos(s), np.sin(s) * np.cos(h), np.sin(s) * np.sin(h)])


def turned_hue(saturated, m):
    spin = saturated[1] * np.sqrt(m ** 2 - saturated[0] ** 2) / (saturated[0] * np.sin(saturated[1]))
    return saturated[2] + (spin if saturated[2] > -0.3 * np.pi else -spin)


def coolwarm():
    cool, warm = (to_msh(to_lab(np.array(c))) for c in ([59., 76, 192], [180., 4, 38]))
    m = max(cool[0], warm[0], 88)

    def color(x):
        end, share = (cool, 2 * x) if x < 0.5 else (warm, 2 - 2 * x)
        middle = np.array([m, 0, turned_hue(end, m)])
        return from_lab(from_msh((1 - share) * end + share * middle))

    return np.array([np.clip(np.round(color(k / 255)), 0, 255) for k in range(256)]).astype(np.uint8)


def of_matplotlib(name):
    return np.round(np.array(cm.get_cmap(name)(np.arange(256)))[:, :3] * 255).astype(np.uint8)


def main(what):
    if what == "print":
        for name in ("viridis", "magma", "inferno", "coolwarm"):
            table = coolwarm() if name == "coolwarm" else of_matplotlib(name)
            text = table.tobytes().hex()
            print(f"inline constexpr std::string_view {name}_table =")
            for k in range(0, len(text), 96):
                print(f'    "{text[k:k + 96]}"' + (";" if k + 96 == len(text) else ""))
    else:
        header = HEADER.read_text(encoding="utf-8")
        for name, body in re.findall(r"string_view (\w+)_table =\s*([^;]*);", header):
            table = np.frombuffer(bytes.fromhex("".join(re.findall(r'"(\w*)"', body))), np.uint8)
            difference = np.abs(table.reshape(256, 3).astype(int) - of_matplotlib(name))
            print(f"{name}: at most {difference.max()}, {difference.mean():.3f} in the mean")


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("print", "check"):
        sys.exit(__doc__.strip())
    main(sys.argv[1])
