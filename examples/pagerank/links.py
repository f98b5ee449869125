#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints the links between the pages of a repository, one pair per line. links.txt was recorded
with this script.

usage: links.py folder
"""

import pathlib
import re
import sys


def main(folder):
    root = pathlib.Path(folder).resolve()
    links = set()
    for page in root.rglob("*.md"):
        if "build" in page.parts or "node_modules" in page.parts:
            continue
        for link in re.findall(r"\]\(([^)#]+\.md)", page.read_text(encoding="utf-8")):
            to = (page.parent / link).resolve()
            if to != page and to.exists() and page.name != "CHANGELOG.md":
                links.add(tuple(p.relative_to(root).as_posix() for p in (page, to)))
    for link in sorted(links):
        print(*link)


if __name__ == "__main__":
    main(sys.argv[1])
