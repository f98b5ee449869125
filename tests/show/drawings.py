#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""drawings.py FOLDER: checks that the SVG files of tests/show/drawings.cpp are well-formed, that they show the
elements that NumPy selects with the subscripts in the titles, and that the pictures within them are correct.
"""

import base64
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path

import numpy as np

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
# Subscripts with masks. A title contains only the shape of a mask.
SUBSCRIPTS = {
    "mask": np.array([True, False, True, True]),
    "outer": np.ix_([0, 2, 3], [3, 1]),
    "lazy_mask": np.arange(16).reshape(4, 4) % 5 == 0,
}
problems = []


def check_selection(name, root):
    """Compares the cells of a drawing with an array of positions."""
    texts = {t.get("class"): t.text for t in root.iter(SVG + "text") if t.get("class")}
    title, (source, result) = texts["title"], texts["shapes"].split(" \u2192 ")
    source = eval(source)  # noqa: S307, written by the test beside this one
    array = np.arange(int(np.prod(source))).reshape(source)
    if name in SUBSCRIPTS:
        expected = array[SUBSCRIPTS[name]]
    elif "nd(" in title:
        return False
    else:
        expected = eval(title, {"t": array})  # noqa: S307
    if expected.shape != eval(result):  # noqa: S307
        problems.append(f"{name}: {title} has the shape {expected.shape}, not {result}")
    taken = [r for r in root.iter(SVG + "rect") if r.get("class") == "taken"]
    left = [r for r in root.iter(SVG + "rect") if r.get("class") == "left"]
    if not taken and not left:
        return array.size == 0 or array.size > 1024 or array.ndim > 4
    found = np.full(expected.size, -1)
    for r in taken:
        found[[int(k) for k in r.get("data-order").split()]] = int(r.get("data-place"))
    where = {}
    for r in taken + left:
        where.setdefault((r.get("x"), r.get("y")), []).append(r)
    if any(len(cells) != 1 for cells in where.values()) or len(where) != array.size:
        problems.append(f"{name}: {array.size} elements, {len(where)} cells at places of their own")
    return np.array_equal(found, expected.ravel())


def decoded(image):
    """A PNG of 8 bits without filters as (rows, columns, 3)."""
    data = base64.b64decode(image.get(HREF).split(",")[1])
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        n, = struct.unpack(">I", data[at:at + 4])
        kind, content = data[at + 4:at + 8], data[at + 8:at + 8 + n]
        assert zlib.crc32(kind + content) == struct.unpack(">I", data[at + 8 + n:at + 12 + n])[0]
        chunks[kind] = content
        at += 12 + n
    columns, rows, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert depth == 8
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(rows, -1)
    assert not lines[:, 0].any()
    if kind == 3:
        return np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)[lines[:, 1:]]
    return lines[:, 1:].reshape(rows, columns, 3)


def check_pictures(name, root):
    counted = np.arange(1200).reshape(40, 30)
    picture = decoded(next(root.iter(SVG + "image")))
    if name == "heat_picture":
        # The colour map has 256 steps, which divide the range from 0 to 255.
        expected = np.clip(counted[::-1] * 256 // 255, 0, 255)
        return np.array_equal(picture, np.repeat(expected[:, :, None], 3, 2))
    return picture.shape == (40, 30, 3) and np.array_equal(
        (picture == 128).all(2), counted > 600) and picture[0, 0].tolist() == [0, 0, 4]


files = sorted(Path(sys.argv[1]).glob("*.svg"))
for path in files:
    root = ElementTree.parse(path).getroot()
    name = path.stem
    if name.startswith("heat"):
        if "picture" in name and not check_pictures(name, root):
            problems.append(f"{name}: not the colours of the elements")
    elif name != "nd" and not check_selection(name, root):
        problems.append(f"{name}: not what NumPy selects")
    box = [float(x) for x in root.get("viewBox").split()]
    for r in root.iter(SVG + "rect"):
        x, y, w, h = (r.get(k) for k in ("x", "y", "width", "height"))
        if x is not None and (float(x) + float(w) > box[2] or float(y) + float(h) > box[3]):
            problems.append(f"{name}: a rectangle reaches out of the drawing")
            break
    if not re.fullmatch(r"[\d.]+", root.get("width")):
        problems.append(f"{name}: width {root.get('width')}")
for problem in problems:
    print(problem)
print(f"{len(files)} drawings, {len(problems)} problems")
sys.exit(1 if problems or len(files) < 25 else 0)
