#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""check_readme.py ROOT: checks README.md.

- It has at most 150 lines.
- Its C++ blocks, the output below them, the sentence of the compiler message and the table are those of docs/index.md,
  which guide.index tests."""

import pathlib
import re
import sys


def blocks(text, language):
    return re.findall(r"^```%s[^\n]*\n(.*?)^```$" % language, text, re.MULTILINE | re.DOTALL)


def table(text):
    return [line for line in text.splitlines() if line.startswith("|")]


def problems(root):
    readme = (root / "README.md").read_text(encoding="utf-8")
    home = (root / "docs/index.md").read_text(encoding="utf-8")
    if len(readme.splitlines()) > 150:
        yield "README.md has more than 150 lines"
    if not blocks(readme, "cpp") or not table(readme):
        yield "README.md shows no program or no table"
    for language in ("cpp", "cmake"):
        for block in blocks(readme, language):
            if block not in blocks(home, language):
                yield "docs/index.md does not have this block of README.md:\n" + block
    for block in blocks(readme, "text"):
        sentence = re.search(r"stria: [^\"]*", block)
        if sentence and sentence[0] not in home:
            yield "docs/index.md does not have the message of README.md: " + sentence[0]
        if not sentence and block not in blocks(home, "text"):
            yield "docs/index.md does not have this output of README.md:\n" + block
    for line in table(readme):
        if line not in table(home):
            yield "docs/index.md does not have this row of README.md: " + line


def main(root):
    found = list(problems(pathlib.Path(root)))
    for sentence in found:
        print(sentence)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
