#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the .npy files of this folder with NumPy. tests/io/npy.cpp and npy_fields.cpp have the expected contents."""

from pathlib import Path

import numpy as np
from numpy.lib import format as npy

HERE = Path(__file__).resolve().parent


def write(name, array, version=(1, 0)):
    with open(HERE / f"{name}.npy", "wb") as file:
        npy.write_array(file, array, version)


counted = np.arange(24).reshape(2, 3, 4)
write("float32", np.array([[0.5, -1.25, 3e38], [np.inf, -0.0, 1e-45]], np.float32))
write("float64_columns", np.asfortranarray(counted / 8))
write("int64_columns_big", np.asfortranarray(counted[0].astype(">i8") * -(1 << 40)))
write("int16_big", np.array([1, -2, 300, -32768], ">i2"))
write("uint8", counted[0].astype(np.uint8))
write("uint64", np.array([0, 1 << 63, (1 << 64) - 1], np.uint64))
write("bool", np.array([[True, False], [False, True], [True, True]]))
write("complex64", np.array([1 + 2j, -0.5j], np.complex64))
write("complex128_big", np.array([[1 + 2j], [3 - 4j]], ">c16"))
write("scalar", np.array(42, np.int32))
write("empty", np.zeros((0, 3), np.float32))
write("version2", counted[0, 0].astype(np.int32), (2, 0))
write("version3", counted[0, 0].astype(np.int32), (3, 0))
write("columns_of_one_axis", np.asfortranarray(np.arange(3, dtype=np.int8)))
point = np.dtype([("x", "<f8"), ("y", "<f8")])
points = np.zeros((2, 3), point)
points["x"], points["y"] = counted[0, :2, :3], -counted[1, :2, :3]
write("points", points)
write("points_columns", np.asfortranarray(points))
# Fields with gaps, the opposite byte order, arrays, a text, a field of fields and a title.
mixed = np.zeros(3, np.dtype([("id", "<i4"), ("name", "<U3"), ("weights", ">f4", (2, 2)),
                              ("at", point), ("good", "?"), (("a title", "z"), "<c16"),
                              ("path", point, (2,))], align=True))
mixed["id"] = [7, 8, 9]
mixed["name"] = ["ab", "c", "def"]
mixed["weights"] = counted[0].reshape(3, 2, 2) / 4
mixed["at"]["x"], mixed["at"]["y"] = [1, 2, 3], [4, 5, 6]
mixed["good"] = [True, False, True]
mixed["z"] = [1 + 2j, 3, -4j]
write("mixed", mixed)
write("no_points", np.zeros((0, 2), point))
write("one_point", points[1, 2])
# Types that stria does not read.
write("float16", np.arange(3, dtype=np.float16))
write("text", np.array(["ab", "c"]))
write("fields", np.zeros(2, [("a", "<f4"), ("b", "<i4")]))
