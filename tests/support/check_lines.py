#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks that the code that evaluates statements does not grow.

usage: check_lines.py [checkout]

The headers are those of the folders that evaluate, every header outside of dsl/ that one of them includes, directly or
indirectly, wherever it is, and explain_route(). All their lines count: code, comments and empty ones. The thresholds
are the names of math/limits.hpp that these headers use. The limits are today's numbers. If a number falls by more than
the slack, the limit must fall too.
"""

import re
import sys
from pathlib import Path

FOLDERS = ["tensor", "expr", "evaluate", "subscript", "assign", "fold"]
EXPLAIN = "show/explain_route.hpp"
LIMITS = "math/limits.hpp"
MOST_LINES, LINES_SLACK = 24315, 250
MOST_THRESHOLDS, THRESHOLDS_SLACK = 34, 3

INCLUDE = re.compile(r"^\s*#\s*include\s*<stria/([^>]+)>", re.MULTILINE)


def reached(root, first):
    """The headers below `root` that these headers include, with themselves."""
    found, left = set(first), list(first)
    while left:
        for name in INCLUDE.findall((root / left.pop()).read_text(encoding="utf-8")):
            if name not in found and (root / name).exists():
                found.add(name)
                left.append(name)
    return found


def check(what, number, most, slack):
    print(f"{number} {what}, at most {most}")
    if number > most:
        print(f"  {number - most} too many")
    elif number < most - slack:
        print(f"  lower the limit to {number}")
    return not most - slack <= number <= most


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]) / "include" / "stria"
    first = [path.relative_to(root).as_posix() for folder in FOLDERS for path in (root / folder).rglob("*.hpp")]
    headers = reached(root, first) | {EXPLAIN}
    texts = {header: (root / header).read_text(encoding="utf-8") for header in headers}
    folders = {}
    for header, text in texts.items():
        folder = header.rpartition("/")[0] or "."
        folders[folder] = folders.get(folder, 0) + text.count("\n")
    for folder, lines in sorted(folders.items()):
        print(f"{lines:6} {folder}")
    thresholds = set(re.findall(r"\blimits::(\w+)", "".join(text for header, text in texts.items() if header != LIMITS)))
    problems = check("lines", sum(folders.values()), MOST_LINES, LINES_SLACK)
    problems |= check("thresholds", len(thresholds), MOST_THRESHOLDS, THRESHOLDS_SLACK)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
