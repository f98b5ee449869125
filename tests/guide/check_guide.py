#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""check_guide.py ROOT: the code of docs/fast.md is in tests/guide/fast.cpp, line for line, and so is what it prints."""

import pathlib
import re
import sys


def lines_of(text):
    return "\n".join(line.strip() for line in text.splitlines()) + "\n"


def main(root):
    root = pathlib.Path(root)
    page = (root / "docs/fast.md").read_text(encoding="utf-8")
    source = (root / "tests/guide/fast.cpp").read_text(encoding="utf-8")
    wrong = []
    for kind, block in re.findall(r"^```(cpp|text)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        if kind == "cpp":
            # What blank lines separate may be in different functions of the test.
            parts = [part for part in lines_of(block).split("\n\n") if part.strip()]
            wrong += [part for part in parts if "\n%s\n" % part.strip() not in lines_of(source)]
        else:
            printed = [re.escape('"%s\\n"' % line) for line in block.splitlines()]
            wrong += [] if re.search(r"\s+".join(printed), source) else [block]
    for part in wrong:
        print("tests/guide/fast.cpp does not have this part of docs/fast.md:\n%s" % part)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
