#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""check_guide.py ROOT: the code of docs/fast.md is in tests/guide/fast.cpp, line for line, and so is what it prints;
that of docs/devices.md is in tests/guide/devices.cpp, that of docs/fft.md in tests/guide/fft.cpp, and that of
docs/linalg.md in tests/linalg/calls.cpp. Every other page of docs/guide and docs/coming-from with C++ is in a
stria_page() of tests/guide/CMakeLists.txt, and every picture of docs/pictures is shown on a page."""

import pathlib
import re
import sys


def lines_of(text):
    return "\n".join(line.strip() for line in text.splitlines()) + "\n"


def wrong_parts(page, source):
    """The parts of a page that a source does not have."""
    wrong = []
    for kind, block in re.findall(r"^```(cpp|text)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        if kind == "cpp":
            # What blank lines separate may be in different functions of the test.
            parts = [part for part in lines_of(block).split("\n\n") if part.strip()]
            wrong += [part for part in parts if "\n%s\n" % part.strip() not in lines_of(source)]
        else:
            printed = [re.escape('"%s\\n"' % line) for line in block.splitlines()]
            wrong += [] if re.search(r"\s+".join(printed), source) else [block]
    return wrong


def main(root):
    root = pathlib.Path(root)
    failed = 0
    for name, test in (("fast", "guide/fast"), ("devices", "guide/devices"), ("fft", "guide/fft"),
                       ("linalg", "linalg/calls")):
        page = (root / ("docs/%s.md" % name)).read_text(encoding="utf-8")
        source = (root / ("tests/%s.cpp" % test)).read_text(encoding="utf-8")
        for part in wrong_parts(page, source):
            print("tests/%s.cpp does not have this part of docs/%s.md:\n%s" % (test, name, part))
            failed = 1
    listed = (root / "tests/guide/CMakeLists.txt").read_text(encoding="utf-8")
    pages = [page for folder in ("guide", "coming-from") for page in sorted((root / "docs" / folder).glob("*.md"))]
    for page in pages:
        name = page.relative_to(root).as_posix()
        if "```cpp" in page.read_text(encoding="utf-8") and "stria_page(%s" % name not in listed:
            print("tests/guide/CMakeLists.txt has no stria_page(%s)" % name)
            failed = 1
    shown = "".join(page.read_text(encoding="utf-8") for page in (root / "docs").rglob("*.md")
                    if "node_modules" not in page.parts)
    for picture in sorted((root / "docs/pictures").iterdir()):
        if "pictures/" + picture.name not in shown:
            print("docs/pictures/%s is shown on no page" % picture.name)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
