#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the session of docs/guide/repl.md and compares what it prints with the page.

usage: check_repl.py CHECKOUT CLANG_REPL
"""

import difflib
import os
import re
import subprocess
import sys
from pathlib import Path

PROMPT = "clang-repl> "


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    root = Path(sys.argv[1]).resolve()
    page = (root / "docs" / "guide" / "repl.md").read_text(encoding="utf-8")
    session = re.search(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    if not session or PROMPT not in session[1]:
        sys.exit("check_repl.py: the page has no session")
    lines = session[1].splitlines()
    typed = [line.removeprefix(PROMPT) for line in lines if line.startswith(PROMPT)]
    expected = [line for line in lines if not line.startswith(PROMPT)]
    run = subprocess.run([root / "scripts" / "repl.sh"], input="\n".join(typed) + "\n",
                         env={**os.environ, "CLANG_REPL": sys.argv[2]}, capture_output=True,
                         text=True, check=False)
    shown = run.stdout.strip().splitlines()
    for line in difflib.unified_diff(expected, shown, "the page", "the session", lineterm=""):
        print(line)
    refused = "(2, 3) and (2,) do not broadcast" in re.sub(r'"}, fixed_string<\d+>{"', "", run.stderr)
    if shown != expected or run.returncode != 0 or not refused:
        print(run.stderr)
        sys.exit(f"check_repl.py: status {run.returncode}"
                 + ("" if refused else ", the mistake was not refused"))
    print(f"{len(typed)} statements, {len(shown)} lines")


if __name__ == "__main__":
    main()
