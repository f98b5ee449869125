#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""check_readme.py ROOT: checks that README.md shows examples/first/first.cpp and its output unchanged."""

import pathlib
import sys


def main(root):
    root = pathlib.Path(root)
    readme = (root / "README.md").read_text(encoding="utf-8")
    source = (root / "examples/first/first.cpp").read_text(encoding="utf-8")
    program = "".join(line for line in source.splitlines(True)[2:])
    printed = (root / "examples/first/first.out").read_text(encoding="utf-8")
    wrong = [what for what, text in (("first.cpp", "```cpp\n%s```\n" % program),
                                     ("first.out", "```text\n%s```\n" % printed)) if text not in readme]
    for what in wrong:
        print("README.md does not show examples/first/%s as it is" % what)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
