#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Packs the seeds of the fuzz targets, one archive for each target in this folder.

usage: seeds.py TARGET FOLDER     packs the files of a folder; scripts/fuzz.sh --keep does this
       seeds.py                   packs the seeds of csv, npy_any, npz, png, jpeg and ppm that this script makes:
                                  text tables, pictures, NumPy archives, some of them with wrong headers, and
                                  files of tests/io; other seeds are kept

The same files give the same archive. The seeds with hexadecimal names come from minimised corpora of
scripts/fuzz.sh.
"""

import io
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def unpack(target):
    """Name -> contents"""
    path = HERE / f"{target}.zip"
    if not path.exists():
        return {}
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(target, files):
    """Stores the files without compression, because Git compresses the archive."""
    with zipfile.ZipFile(HERE / f"{target}.zip", "w") as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), data)


if len(sys.argv) > 1:
    _, target, folder = sys.argv
    pack(target, {path.name: path.read_bytes() for path in Path(folder).glob(f"*.{target}")})
    sys.exit()

import numpy as np

made = {target: {} for target in ("csv", "npy_any", "npz", "png", "jpeg", "ppm")}

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
    made["csv"][f"{name}.csv"] = text.encode()

PICTURES = {
    "text_grey": b"P2\n# c\n3 2\n15\n0 1 2 3 4 15\n",
    "text_rgb": b"P3 1 1 255 1 2 3",
    "grey": b"P5\n2 2\n255\nabcd",
    "wide": b"P6 1 2 65535\n" + bytes(range(12)),
    "one": b"P6\n1 1\n1\n\0\1\0",
}
for name, data in PICTURES.items():
    made["ppm"][f"{name}.ppm"] = data
for old, new in (("png", "png"), ("jpg", "jpeg")):
    for path in (HERE.parents[1] / "io" / "pictures").glob(f"*.{old}"):
        made[new][f"{path.stem}.{new}"] = path.read_bytes()

for name in ("bool", "complex128_big", "fields", "int64_columns_big", "mixed", "no_points", "one_point",
             "points", "points_columns", "scalar", "text", "version3"):
    made["npy_any"][f"{name}.npy_any"] = (HERE.parents[1] / "io" / "data" / f"{name}.npy").read_bytes()

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
for name, save, arrays in (("stored", np.savez, ARRAYS), ("deflated", np.savez_compressed, ARRAYS),
                           ("zeros", np.savez_compressed, {"long": np.zeros(20000, np.uint8)})):
    file = io.BytesIO()
    save(file, **arrays)
    made["npz"][f"{name}.npz"] = file.getvalue()

# These archives have a member that declares more elements than it has. The last one also declares
# a wrong size of the member.
member = io.BytesIO()
np.save(member, counted.astype(np.uint8))
lying = member.getvalue().replace(b"(6,), }" + 12 * b" ", b"(1099511627776,), }")
assert b"(1099511627776,)" in lying and len(lying) == len(member.getvalue())
for name, method in (("lie_stored", zipfile.ZIP_STORED), ("lie_deflated", zipfile.ZIP_DEFLATED)):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as lies:
        lies.writestr(zipfile.ZipInfo("a.npy"), lying, method)
    made["npz"][f"{name}.npz"] = file.getvalue()
bytes_ = bytearray(made["npz"]["lie_deflated.npz"])
entry = bytes_.index(b"PK\x01\x02")
bytes_[entry + 24:entry + 28] = (4000000128).to_bytes(4, "little")
made["npz"]["lie_size.npz"] = bytes(bytes_)

for target, files in made.items():
    pack(target, unpack(target) | files)
