#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Records the results of NumPy for the expressions in NP("...", ...) of the tests joins, sets, editing, indices and
polynomials. Writes them to shapes_recorded.inc.

usage: record_shapes.py            (NumPy 1.24; statements that begin with `def ` are run first)
"""

import re
import warnings
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
FILES = ["join/joins", "order/sets", "join/editing", "select/indices", "calculus/polynomials"]
NAMES = """
a = np.array([[1, 2, 3], [4, 5, 6]])
v = np.array([7, 8, 9])
r = np.array([[3, 1, 3, 2], [1, 2, 3, 0], [3, 1, 3, 2], [0, 0, 5, 1]])
c = np.arange(24).reshape(2, 3, 4)
e = np.zeros((0, 3), int)
o = np.zeros(0, int)
w = np.array([0.5, -1.5, np.nan, 2.0, -1.5, np.inf, 0.5, np.nan])
x = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
y = np.array([0.0, 0.8, 0.9, 0.1, -0.8, -1.0])
z = np.array([0, 0, 1, 0, 2, 0])
"""


def then(array, change):
    """The array after an in-place change."""
    array = array.copy()
    change(array)
    return array


def text(value):
    """Shape and elements; for a tuple or a list, those of each part."""
    if isinstance(value, (tuple, list)):
        return " | ".join(text(part) for part in value)
    array = np.asarray(value)
    return (" ".join(map(str, array.shape)) + ": "
            + " ".join(repr(float(x)) if array.dtype.kind == "f" else str(int(x)) for x in array.ravel()))


def main():
    warnings.simplefilter("ignore")
    space = {"np": np, "then": then}
    exec(NAMES, space)
    found = {}
    for name in FILES:
        path = HERE / f"{name}.cpp"
        source = path.read_text(encoding="utf-8") if path.exists() else ""
        for match in re.finditer(r'NP\(((?:\s*"[^"]*")+)', source):
            expression = "".join(re.findall(r'"([^"]*)"', match[1]))
            found.setdefault(expression, text(eval(expression, space)))
    lines = ["// SPDX-License-Identifier: BSL-1.0", f"// Written by record_shapes.py, NumPy {np.__version__}."]
    for expression, values in found.items():
        lines.append(f'{{"{expression}",\n "{values}"}},')
    (HERE / "shapes_recorded.inc").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(len(found), "expressions")


main()
