#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs an example, which must succeed and print the expected output.

usage: check_output.py expected.out program [argument...]

`[...]` in the file matches any text within a line, such as a time or a speed.
"""

import difflib
import re
import subprocess
import sys


def same(expected, printed):
    parts = (re.escape(part) for part in expected.split("[...]"))
    return re.fullmatch(".*".join(parts), printed) is not None


def main(expected_file, *command):
    with open(expected_file, encoding="utf-8") as file:
        expected = file.read().splitlines()
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    printed = done.stdout.splitlines()
    print(done.stdout, end="")
    if done.returncode != 0:
        sys.exit(f"check_output: exit status {done.returncode}")
    # A matching line is printed as in the expected output, so that the difference has only lines
    # that do not match.
    fitted = [e if same(e, p) else p for e, p in zip(expected, printed)] + printed[len(expected):]
    difference = list(difflib.unified_diff(expected, fitted, expected_file, "printed", lineterm=""))
    if difference:
        sys.exit("\n".join(difference))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
