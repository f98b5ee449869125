#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes the pictures of this folder: PNG with zlib alone, JPEG with Pillow, and their pixels as .npy.

usage: make.py (in this folder)
"""

import struct
import zlib

import numpy as np
from PIL import Image

GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
SAMPLES = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGBA: 4}
ADAM7 = [(0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1)]


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def scan_lines(a, depth):
    """The rows of a (rows, columns, samples) as bytes, each preceded by the filter byte 0."""
    out = b""
    for row in a.reshape(a.shape[0], -1):
        if depth == 16:
            line = row.astype(">u2").tobytes()
        else:
            bits = (row[:, None] >> np.arange(depth - 1, -1, -1)) & 1
            line = np.packbits(bits.astype(np.uint8).ravel()).tobytes()
        out += b"\0" + line
    return out


def write_png(name, a, kind, depth, interlaced=False, extra=()):
    rows, columns = a.shape[:2]
    a = a.reshape(rows, columns, SAMPLES[kind])
    passes = [a[y::dy, x::dx] for y, x, dy, dx in ADAM7] if interlaced else [a]
    data = b"".join(scan_lines(p, depth) for p in passes if p.size)
    header = struct.pack(">IIBBBBB", columns, rows, depth, kind, 0, 0, int(interlaced))
    with open(name + ".png", "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"gAMA", struct.pack(">I", 100000))
                   + b"".join(chunk(*e) for e in extra)
                   + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def save(name, values):
    np.save(name + ".npy", np.ascontiguousarray(values))


rng = np.random.default_rng(11)


def samples(depth, *shape):
    return rng.integers(0, 1 << depth, shape)


for depth in (1, 2, 4, 8):
    a = samples(depth, 5, 11, 1)
    write_png(f"grey{depth}", a, GREY, depth, interlaced=depth == 4)
    save(f"grey{depth}", (a * (255 // ((1 << depth) - 1))).astype(np.uint8))
for name, kind, n, interlaced in [("grey16", GREY, 1, False), ("rgb16", RGB, 3, False),
                                  ("rgba16", RGBA, 4, True)]:
    a = samples(16, 6, 5, n)
    write_png(name, a, kind, 16, interlaced)
    save(name, a.astype(np.uint16))
a = samples(8, 9, 10, 3)
write_png("rgb8", a, RGB, 8, interlaced=True)
save("rgb8", a.astype(np.uint8))
a = samples(8, 4, 3, 4)
write_png("rgba8", a, RGBA, 8)
save("rgba8", a.astype(np.uint8))
a = samples(8, 4, 3, 2)
write_png("grey_alpha8", a, GREY_ALPHA, 8)
save("grey_alpha8", a[:, :, [0, 0, 0, 1]].astype(np.uint8))
colors = samples(8, 5, 3).astype(np.uint8)
alphas = np.array([0, 100], np.uint8)
a = rng.integers(0, 5, (3, 7))
write_png("palette4", a, PALETTE, 4, extra=[(b"PLTE", colors.tobytes())])
save("palette4", colors[a])
write_png("palette4_alpha", a, PALETTE, 4,
          extra=[(b"PLTE", colors.tobytes()), (b"tRNS", alphas.tobytes())])
save("palette4_alpha", np.concatenate(
    [colors[a], np.append(alphas, [255] * 3).astype(np.uint8)[a][:, :, None]], 2))

y, x = np.mgrid[:21, :26]
smooth = np.stack([8 * x + 30, 200 - 6 * y, 5 * (x + y)], 2).astype(np.uint8)
for name, picture, options in [("grey", Image.fromarray(smooth[:, :, 0]), {}),
                               ("rgb", Image.fromarray(smooth), {}),
                               ("progressive", Image.fromarray(smooth), {"progressive": True})]:
    picture.save(name + ".jpg", quality=85, **options)
    found = np.asarray(Image.open(name + ".jpg"))
    save("jpeg_" + name, found.reshape(found.shape[0], found.shape[1], -1))
Image.fromarray(smooth).convert("CMYK").save("cmyk.jpg")
