#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Loads with NumPy the files that tests/io/npy.cpp and npy_fields.cpp wrote into a folder, and compares them.

usage: read_written.py folder
"""

import sys
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[1])
COUNTED = np.arange(24).reshape(2, 3, 4)

EXPECTED = {
    "float32": COUNTED.astype(np.float32) / 8,
    "float64_slice": COUNTED[:, ::-1, 1].astype(np.float64),
    "int16": COUNTED.astype(np.int16) * -1000,
    "uint64": np.array([0, 1 << 63, (1 << 64) - 1], np.uint64),
    "bool": COUNTED % 3 == 0,
    "complex64": np.array([1 + 2j, -0.5j], np.complex64),
    "complex128": np.array([[1 + 2j], [3 - 4j]], np.complex128),
    "scalar": np.array(42, np.int32),
    "empty": np.zeros((0, 3), np.float32),
    "one_axis": np.arange(5, dtype=np.uint8),
    "points": np.array([(0.5, -1), (2, 3), (4, 5)], [("x", "<f8"), ("y", "<f8")]),
    "samples": np.array([[(1, [2, 3, 4], [[1, 2], [3, 4]], True, 5 + 6j)]],
                        [("id", "<i4"), ("weights", "<f4", (3,)), ("matrix", "<i2", (2, 2)),
                         ("good", "?"), ("z", "<c8")]),
}

problems = 0
for name, expected in EXPECTED.items():
    path = FOLDER / f"{name}.npy"
    found = np.load(path, allow_pickle=False)
    same = (found.dtype == expected.dtype and found.shape == expected.shape
            and np.array_equal(found, expected) and found.flags["C_CONTIGUOUS"])
    # The elements begin at a multiple of 64 bytes.
    aligned = (path.stat().st_size - expected.nbytes) % 64 == 0
    if not same or not aligned:
        problems += 1
        print(f"{name}: {found.dtype} {found.shape}, not {expected.dtype} {expected.shape}")
left = [path.name for path in FOLDER.iterdir() if path.stem not in EXPECTED]
if left:
    problems += 1
    print(f"not expected: {left}")
print(f"{len(EXPECTED)} files, {problems} problems")
sys.exit(1 if problems else 0)
