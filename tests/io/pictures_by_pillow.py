#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""pictures_by_pillow.py FOLDER: uses Pillow to read the pictures that tests/io/image.cpp wrote
there.

The exit status is 77 if Pillow is not installed.
"""

import sys
from pathlib import Path

import numpy as np

try:
    from PIL import Image
except ImportError:
    print("there is no Pillow (Debian: python3-pil)")
    sys.exit(77)

FOLDER = Path(sys.argv[1])
COUNTED = (2 * np.arange(120)).reshape(6, 5, 4).astype(np.uint8)
PART = COUNTED[:, :, 3].astype(np.float64) / 100

EXPECTED = {
    "rgba.png": ("RGBA", COUNTED, 0),
    "rgb.png": ("RGB", COUNTED[:, ::-1, :3], 0),
    "grey.png": ("L", COUNTED[:, :, 2], 0),
    "float.png": ("L", np.round(np.clip(PART, 0, 1) * 255), 0),
    "rgb.ppm": ("RGB", COUNTED[:, :, :3], 0),
    "grey.pgm": ("L", COUNTED[::-1, :, 0], 0),
    "rgb.jpg": ("RGB", COUNTED[:, :, :3], 8),
}

problems = 0
for name, (mode, expected, tolerance) in EXPECTED.items():
    with Image.open(FOLDER / name) as picture:
        picture.load()
        found = np.asarray(picture).astype(int)
    if picture.mode != mode or found.shape != expected.shape \
            or np.abs(found - expected.astype(int)).max() > tolerance:
        problems += 1
        print(f"{name}: {picture.mode} {found.shape}, not as it was written")
left = sorted(path.name for path in FOLDER.iterdir() if path.name not in EXPECTED)
if left:
    problems += 1
    print(f"not expected: {left}")
print(f"{len(EXPECTED)} files, {problems} problems")
sys.exit(1 if problems else 0)
