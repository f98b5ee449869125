#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""cheat_sheet.py: joins the pictures of docs/guide/indexing.md, which explain_svg() drew, into docs/pictures/cheat_sheet.svg.

cheat_sheet.py --check   the test tree.cheat_sheet: the file is up to date
"""

import html
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COLUMNS, WIDTH, HEAD = 4, 386, 34
MONO = 'font-family="DejaVu Sans Mono, Consolas, monospace"'
# What has no picture: stria and NumPy.
LINES = [("_", ":"), ("range(b, e, s)", "b:e:s"), ("rev(b, e, s)", "b:e:-s"), ("newaxis", "None"), ("ellipsis", "..."), ("-_1", "the last axis"),
         ("t[_1, range(_2, _4)]", "t[1, 2:4], constants"), ("t[idx] += u", "np.add.at(t, idx, u)"), ("t[t > 0] = 0", "t[t > 0] = 0"),
         ("t[nd(i)] = u", "tensor_scatter_nd_update"), ("sum(t, _0)", "t.sum(axis=0)"), ("max(t, -_1, keepdims)", "t.max(-1, keepdims=True)")]


def pictures():
    """(name, the subscript in stria), in the order of the page."""
    page = (ROOT / "docs/guide/indexing.md").read_text(encoding="utf-8")
    for name, items in re.findall(r'explain_svg\("(index_\w+)\.svg", (?:t\.shape\(\)|\{[\d, ]+\}), (.*)\);', page):
        yield name, re.sub(r"^eval\((.*)\)$", r"\1", items)


def made():
    parts, y, row, tallest = [], 16, 0, 0
    cells = []
    for name, items in pictures():
        picture = (ROOT / f"docs/pictures/{name}.svg").read_text(encoding="utf-8")
        height = float(re.search(r'height="([\d.]+)"', picture)[1])
        body = re.sub(r"^<svg[^>]*>|</svg>\s*$|<defs>.*?</defs>\n?|<rect width=\"100%\"[^>]*/>\n?", "", picture, flags=re.DOTALL)
        cells.append((height + HEAD, f'<text x="16" y="20" font-size="15" font-weight="bold" fill="#1558a8" {MONO}>t[{html.escape(items)}]</text>\n'
                      f'<g transform="translate(0,{HEAD - 16})">{body.strip()}</g>'))
    lines = [f'<text x="16" y="20" font-size="15" font-weight="bold" fill="#1558a8">stria, and NumPy or TensorFlow</text>']
    for k, (own, other) in enumerate(LINES):
        lines.append(f'<text x="16" y="{48 + 20 * k}" {MONO}>{html.escape(own)}</text><text x="190" y="{48 + 20 * k}" fill="#555" {MONO}>{html.escape(other)}</text>')
    cells.append((60 + 20 * len(LINES), "\n".join(lines)))
    cells.sort(key=lambda cell: -cell[0])  # pictures of one height share a row
    for k, (height, body) in enumerate(cells):
        if k % COLUMNS == 0:
            y, tallest = y + tallest, height
        parts.append(f'<g transform="translate({k % COLUMNS * WIDTH},{y:g})">\n{body}\n</g>')
    marker = re.search(r"<defs>.*?</defs>", (ROOT / "docs/pictures/index_rev.svg").read_text(encoding="utf-8"), re.DOTALL)[0]
    size = f'{COLUMNS * WIDTH} {y + tallest:g}'
    width, height = size.split()
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {size}" '
            f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="#222">\n<rect width="100%" height="100%" fill="#fff"/>\n'
            + marker + "\n" + "\n".join(parts) + "\n</svg>\n")


def main(check):
    path = ROOT / "docs/pictures/cheat_sheet.svg"
    text = made()
    if not check:
        path.write_text(text, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != text:
        print("docs/pictures/cheat_sheet.svg is not up to date; run scripts/cheat_sheet.py")
        return 1
    return 0


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    sys.exit(main(bool(sys.argv[1:])))
