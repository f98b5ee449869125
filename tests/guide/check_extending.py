#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Applies the diffs of docs/contributing/extending.md to a copy and compiles the tests in them.

usage: check_extending.py CHECKOUT FOLDER COMPILER [options of the compiler]
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

DIFFS = 5


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    root, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    page = (root / "docs" / "contributing" / "extending.md").read_text(encoding="utf-8")
    diffs = re.findall(r"^```diff\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    if len(diffs) != DIFFS:
        sys.exit(f"check_extending.py: {len(diffs)} diffs, not {DIFFS}")
    for diff in diffs:
        shutil.rmtree(folder, ignore_errors=True)
        for part in ("dsl", "include", "tests"):
            shutil.copytree(root / part, folder / part)
        applied = subprocess.run(["patch", "-p1", "--no-backup-if-mismatch"], cwd=folder, input=diff, text=True,
                                 capture_output=True, check=False)
        if applied.returncode != 0:
            print(diff)
            sys.exit("check_extending.py: the diff does not apply:\n" + applied.stdout)
        programs = re.findall(r"^\+\+\+ b/(tests/\S+\.cpp)", diff, re.MULTILINE)
        if not programs:
            sys.exit("check_extending.py: a diff has no test")
        for program in programs:
            compiled = subprocess.run(
                sys.argv[3:] + ["-std=c++23", "-O0", "-DSTRIA_INLINE=inline", "-Wall", "-Wextra", "-Werror",
                                "-fsyntax-only", "-Idsl", "-Iinclude", "-Itests/support", program],
                cwd=folder, text=True, capture_output=True, check=False)
            if compiled.returncode != 0:
                sys.exit(f"check_extending.py: {program} does not compile:\n{compiled.stderr[:3000]}")
            print(f"{program} compiles")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
