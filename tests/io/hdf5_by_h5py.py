#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes HDF5 files with h5py for tests/io/hdf5.cpp, and reads the files that the test wrote.

usage: hdf5_by_h5py.py write|read folder
"""

import shutil
import sys
from pathlib import Path

import h5py
import numpy as np

FOLDER = Path(sys.argv[2])
COUNTED = np.arange(24).reshape(2, 3, 4)
TYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32",
         "float64"]
ARRAYS = {name: (COUNTED - 5).astype(name) if name[0] != "u" else (COUNTED + 100).astype(name)
          for name in TYPES}
ARRAYS |= {
    "bool": COUNTED % 3 == 0,
    "complex64": (COUNTED - 2j * COUNTED).astype(np.complex64),
    "complex128": COUNTED + 0.5j,
    "scalar": np.array(42, np.int32),
    "empty": np.zeros((0, 3), np.float32),
    "group/deeper/größe": np.arange(3, dtype=np.uint8),
}
CHUNKED = np.arange(70 * 50, dtype=np.float32).reshape(70, 50) / 8


def write():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for libver in ("earliest", "latest"):
        with h5py.File(FOLDER / f"h5py_{libver}.h5", "w", libver=libver) as f:
            for name, a in ARRAYS.items():
                f[name] = a
                if a.dtype.itemsize > 1:
                    f[f"big/{name}"] = a.astype(a.dtype.newbyteorder(">"))
            f.create_dataset("chunked", data=CHUNKED, chunks=(16, 7), compression="gzip",
                             shuffle=True, fletcher32=True)
            f.create_dataset("unwritten", (1000, 4), "i4", chunks=(10, 4), fillvalue=-7)
            f["text"] = ["a", "b"]
            f["half"] = np.zeros(3, np.float16)
            f["long"] = np.zeros(3, np.longdouble)
            f["pairs"] = np.zeros(3, [("a", "i4"), ("b", "f4")])
            f["null"] = h5py.Empty("f4")
            f["colour"] = np.array([0, 1], h5py.enum_dtype({"RED": 0, "GREEN": 1}, "i1"))
            f.attrs["title"] = "größe"
            f.attrs["ascii"] = np.bytes_("plain")
            f.attrs["names"] = ["x", "", "zeta"]
            f.attrs["fixed"] = np.array([b"ab", b"cde"], "S3")
            d = f["chunked"]
            d.attrs["scale"] = 2.5
            d.attrs["big"] = np.array(-3, ">i2")
            d.attrs["one"] = np.array([7], np.int32)
            d.attrs["origin"] = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
            d.attrs["valid"] = True
            d.attrs["z"] = 1 - 2j
    return 0


def check(problems, what, found, expected):
    if isinstance(expected, np.ndarray) or isinstance(expected, np.generic):
        same = (getattr(found, "dtype", None) == expected.dtype and found.shape == expected.shape
                and np.array_equal(found, expected))
    else:
        same = type(found) is type(expected) and found == expected
    if not same:
        problems.append(what)
        print(f"{what}: {found!r} and not {expected!r}")


def read():
    problems = []
    with h5py.File(FOLDER / "stria.h5", "r") as f:
        for name, a in ARRAYS.items():
            check(problems, name, f[name][()], a[()])
        d = f["chunked"]
        expected = CHUNKED.copy()
        expected[2:4, ::-1] = np.arange(50)
        expected[:, 3] = -1
        expected[5, 6] += 100
        expected[60:50:-3, 4:9] = np.arange(20).reshape(4, 5)
        check(problems, "chunked", d[()], expected)
        for what, found, want in (("chunks", d.chunks, (16, 7)), ("filter", d.compression, "gzip"),
                                  ("level", d.compression_opts, 6), ("shuffle", d.shuffle, True),
                                  ("checksum", d.fletcher32, True),
                                  ("plain", f["int8"].chunks, None),
                                  ("guessed", f["guessed"].chunks, (500, 100)),
                                  ("keys", sorted(f["group/deeper"]), ["größe"])):
            check(problems, what, found, want)
        check(problems, "guessed", f["guessed"][()], np.ones((1000, 100), np.float32))
        check(problems, "title", f.attrs["title"], "größe")
        check(problems, "names", list(f.attrs["names"]), ["x", "", "zeta"])
        check(problems, "scale", d.attrs["scale"], np.float64(2.5))
        check(problems, "count", d.attrs["count"], np.uint16(9))
        check(problems, "valid", d.attrs["valid"], np.bool_(True))
        check(problems, "z", d.attrs["z"], np.complex128(1 - 2j))
        check(problems, "origin", d.attrs["origin"],
              np.array([[1, 2, 3], [4, 5, 6]], np.float32))
        check(problems, "group", f["group"].attrs["note"], "of a group")
    print(f"{len(ARRAYS) + 2} arrays, {len(problems)} problems")
    return 1 if problems else 0


sys.exit({"write": write, "read": read}[sys.argv[1]]())
