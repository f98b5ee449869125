#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the names that clang's code completion offers with the names that users may use.

usage: check_completion.py CHECKOUT CLANG

After `stria::` no name may end in _fn. The members offered after a tensor and a view must be those
listed here. Operators, constructors, destructors, the names of base classes and private members are
left out, as in editors.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

# The members of tensors and views.
MEMORY = {"data", "extent", "extents", "is_contiguous", "layout", "rank", "shape", "size", "storage",
          "strides"}
MEMBERS = {
    "stria::tensor<double, 3, 4>": MEMORY,
    "stria::dtensor<float, 2>": MEMORY,
    "stria::view<double, stria::tensor<double, 3, 4>::layout>": MEMORY | {"base", "offset"},
    "stria::fortran_tensor<double, 3, 4>": MEMORY | {"base", "offset", "view"},
}
# Some names that must be offered, so that an empty list does not pass.
EXPECTED = {"all_of", "arange", "einsum", "elementwise", "ellipsis", "mean", "range", "sin", "sum",
            "tensor", "view", "where", "zeros"}

HEADER = "#include <stria/stria.hpp>\n"


def offered(root, clang, lines, column):
    """(name, notes, rest) of each thing offered at this column of the last line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.cpp"
        path.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
        said = subprocess.run(
            [clang, "-std=c++23", "-fsyntax-only", f"-I{root / 'dsl'}", f"-I{root / 'include'}",
             "-Xclang", f"-code-completion-at={path}:{len(lines) + 1}:{column}", path],
            capture_output=True, text=True, check=False)
    found = re.findall(r"^COMPLETION: (.*?)(?: \(([\w,]+)\))? : (.*)$", said.stdout, re.MULTILINE)
    if not found:
        sys.exit(f"check_completion.py: {clang} offers nothing:\n{said.stderr}")
    return [(name, set(notes.split(",")), rest) for name, notes, rest in found]


def names_in_namespace(root, clang):
    lines = ["void f() {", "  stria::"]
    return {name for name, _, _ in offered(root, clang, lines, len(lines[-1]) + 1)}


def members(root, clang, type_name):
    lines = [f"void f({type_name}& t) {{", "  t."]
    found = set()
    for name, notes, rest in offered(root, clang, lines, len(lines[-1]) + 1):
        if notes & {"Inaccessible", "Hidden"} or rest.endswith("::"):
            continue
        if re.match(r"operator\b|~", name) or name == type_name:
            continue
        found.add(name)
    return found


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    root, clang = Path(sys.argv[1]).resolve(), sys.argv[2]
    problems = []
    names = names_in_namespace(root, clang)
    problems += [f"stria::{name} is offered" for name in sorted(names) if name.endswith("_fn")]
    problems += [f"stria::{name} is not offered" for name in sorted(EXPECTED - names)]
    for type_name, expected in MEMBERS.items():
        found = members(root, clang, type_name)
        problems += [f"{type_name}: {name} is offered" for name in sorted(found - expected)]
        problems += [f"{type_name}: {name} is not offered" for name in sorted(expected - found)]
    for problem in problems:
        print(problem)
    print(f"{len(names)} names, {len(MEMBERS)} types, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
