#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes archives with NumPy for tests/io/npz.cpp, and reads the archives that the test wrote.

usage: npz_by_numpy.py write|read folder
"""

import shutil
import sys
import zipfile
from pathlib import Path

import numpy as np

FOLDER = Path(sys.argv[2])
COUNTED = np.arange(24).reshape(2, 3, 4)
ARRAYS = {
    "float32": COUNTED.astype(np.float32) / 8,
    "columns": np.asfortranarray(COUNTED.astype(np.float64)),
    "big": np.array([1, -2, 300], ">i2"),
    "bool": np.array([True, False]),
    "complex128": np.array([1 + 2j, 3 - 4j]),
    "scalar": np.array(42, np.int32),
    "empty": np.zeros((0, 3), np.float32),
    "größe": np.arange(3, dtype=np.uint8),
    "long": np.zeros(100000),
}


def write():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    np.savez(FOLDER / "numpy_stored.npz", **ARRAYS)
    np.savez_compressed(FOLDER / "numpy_deflated.npz", **ARRAYS)
    return 0


def read():
    problems = 0
    for method, name in ((zipfile.ZIP_STORED, "stored"), (zipfile.ZIP_DEFLATED, "deflated")):
        path = FOLDER / f"stria_{name}.npz"
        with zipfile.ZipFile(path) as archive:
            if archive.testzip() or any(i.compress_type != method for i in archive.infolist()):
                problems += 1
                print(f"{path.name}: {archive.infolist()}")
        found = np.load(path, allow_pickle=False)
        if list(found.files) != list(ARRAYS):
            problems += 1
            print(f"{path.name}: {found.files}")
        for key in found.files:
            expected = ARRAYS[key]
            if (found[key].dtype != expected.dtype.newbyteorder("=")
                    or found[key].shape != expected.shape
                    or not np.array_equal(found[key], expected)):
                problems += 1
                print(f"{path.name}: {key}: {found[key]!r}")
    print(f"{len(ARRAYS)} arrays twice, {problems} problems")
    return 1 if problems else 0


sys.exit({"write": write, "read": read}[sys.argv[1]]())
