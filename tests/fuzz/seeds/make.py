#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the seeds of the fuzz targets csv, npy_any, npz, png, jpeg and ppm into this folder: text
tables, NumPy archives, some of them with wrong headers, and files of tests/io. The seeds with
hexadecimal names come from minimised corpora of scripts/fuzz.sh."""

import io
import zipfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent

TABLES = {
    "plain": "1,2.5\n-3,4e2\n",
    "names": 'a,"b, ""c""","d\ne"\r\n1,2,3\r\n4,5,6\r\n',
    "missing": "1,,NA\n , \"\",nan\n",
    "blanks": " 1\t; +2 ;\"3\";\" 4\"\n.5;5.;-0;1E-3\n",
    "tabs": "1\t2\n\n3\t4\r\n\r\n",
    "spaces": "1 2\n3 4",
    "mark": "\ufeffx\n9223372036854775807\n-9223372036854775808\n",
    "ends": "1e308,5e-324,1e-400,inf\n-inf,1e-5000,0.1,9007199254740993\n",
    "ragged": "1,2,3\n4,5\n6,7,8,9\n",
    "large": "1,1e400\n",
    "quotes": '"a\n1,2\n',
    "return": "x,y\r",
}
for name, text in TABLES.items():
    (HERE / "csv" / f"{name}.csv").write_bytes(text.encode())

PICTURES = {
    "text_grey": b"P2\n# c\n3 2\n15\n0 1 2 3 4 15\n",
    "text_rgb": b"P3 1 1 255 1 2 3",
    "grey": b"P5\n2 2\n255\nabcd",
    "wide": b"P6 1 2 65535\n" + bytes(range(12)),
    "one": b"P6\n1 1\n1\n\0\1\0",
}
for name, data in PICTURES.items():
    (HERE / "ppm" / f"{name}.ppm").write_bytes(data)
for old, new in (("png", "png"), ("jpg", "jpeg")):
    for path in (HERE.parents[1] / "io" / "pictures").glob(f"*.{old}"):
        (HERE / new / f"{path.stem}.{new}").write_bytes(path.read_bytes())

for name in ("bool", "complex128_big", "fields", "int64_columns_big", "mixed", "no_points", "one_point",
             "points", "points_columns", "scalar", "text", "version3"):
    data = (HERE.parents[1] / "io" / "data" / f"{name}.npy").read_bytes()
    (HERE / "npy_any" / f"{name}.npy_any").write_bytes(data)

counted = np.arange(6)
ARRAYS = {
    "a": counted.astype(np.float32).reshape(2, 3) / 4,
    "columns": np.asfortranarray(counted.astype(np.float64).reshape(2, 3)),
    "big": np.array([1, -2, 300], ">i2"),
    "flags": np.array([True, False]),
    "scalar": np.array(42, np.int32),
    "none": np.zeros((0, 3), np.uint8),
    "größe": np.array([1 + 2j], np.complex64),
}
np.savez(HERE / "npz" / "stored.npz", **ARRAYS)
np.savez_compressed(HERE / "npz" / "deflated.npz", **ARRAYS)
np.savez_compressed(HERE / "npz" / "zeros.npz", long=np.zeros(20000, np.uint8))

# These archives have a member that declares more elements than it has. The last one also declares
# a wrong size of the member.
member = io.BytesIO()
np.save(member, counted.astype(np.uint8))
lying = member.getvalue().replace(b"(6,), }" + 12 * b" ", b"(1099511627776,), }")
assert b"(1099511627776,)" in lying and len(lying) == len(member.getvalue())
for name, method in (("lie_stored", zipfile.ZIP_STORED), ("lie_deflated", zipfile.ZIP_DEFLATED)):
    with zipfile.ZipFile(HERE / "npz" / f"{name}.npz", "w", method) as archive:
        archive.writestr(zipfile.ZipInfo("a.npy"), lying, method)
bytes_ = bytearray((HERE / "npz" / "lie_deflated.npz").read_bytes())
entry = bytes_.index(b"PK\x01\x02")
bytes_[entry + 24:entry + 28] = (4000000128).to_bytes(4, "little")
(HERE / "npz" / "lie_size.npz").write_bytes(bytes_)
