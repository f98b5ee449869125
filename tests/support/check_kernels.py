#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks that statements of one program share their kernels, and the size of the code that a first statement needs.

usage: check_kernels.py [checkout] COMPILER

Expressions with the same operations and element types have the same program (evaluate/nest/program.hpp), for any ranks, extents
and slices. A kernel is compiled once for a program. The test compiles pairs of files. The second file of a pair has
the statement of the first one and further statements of the same program. Both must have the same kernels.

The first statement of a file also compiles the planner, the driver and the copies of operands (evaluate/nest/). The number of
templates (compile_cost.py --counts) does not show them. A further statement with another program compiles one kernel
and its description, and a reduction over another axis only the description. The limits of these sizes are today's
values for g++ 12 and clang 19, with about 3 %; the goals are smaller.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

KERNEL = re.compile(r"\b(store_panel|fold_kernels|fold_vectors|fold_one|run_in_order|run_nest)<")

HEAD = """#include <stria/stria.hpp>
using namespace stria;
using vector = dtensor<float, 1>;
using matrix = dtensor<float, 2>;
using cube = dtensor<float, 3>;
"""
# Each statement is in its own function, like the statements of a user. The goal, no further kernel, is met.
PAIRS = {
    "a store: slices": (
        ["(matrix& r, const matrix& a, const matrix& b) { r[range(1, 4)] = a[range(2, 5)] * b[range(0, 3)]; }"],
        ["(matrix& r, const matrix& a, const matrix& b) { r[_, range(0, 9, 2)] = a[_, range(1, 6)] * b[_, range(2, 7)]; }",
         "(vector& r, const matrix& a, const matrix& b) { r[range(1, 4)] = a[2, range(2, 5)] * b[range(0, 3), 1]; }",
         "(cube& r, const cube& a, const matrix& b) { r[_, range(1, 4)] = a[_, range(0, 3)] * b[range(1, 4)]; }",
         "(cube& r, const cube& a, const cube& b) { r[2] = transpose(a[1]) * b[_, 3]; }"]),
    "a reduction: axes and slices": (
        ["(vector& r, const matrix& a) { r = sum(a[range(1, 4)], _0); }"],
        ["(vector& r, const matrix& a) { r = sum(a[_, range(0, 9, 2)], _1); }",
         "(vector& r, const cube& a) { r = sum(a[_, range(1, 5)], _0, _2); }",
         "(matrix& r, const cube& a) { r = sum(a[range(1, 5)], _1); }",
         "(matrix& r, const cube& a) { r = sum(transpose(a), _0); }"]),
}
# The statement, and the limits of its code in bytes with g++ and with clang.
EXPRESSION = "(matrix& r, const matrix& a) { r = a * 2.f - a; }"
REDUCTION = "(matrix& r, const cube& a) { r = sum(a, _0); }"
FIRST = {
    "the first expression of a file": (EXPRESSION, (47500, 51800)),
    "the first reduction of a file": (REDUCTION, (40800, 44200)),
}
# The code of a file that uses the compiled part (stria::instantiated), with the goals.
COMPILED = {
    "an expression, with the compiled part": ([EXPRESSION], 16384),
    "an expression and two reductions of a product, with the compiled part": (
        [EXPRESSION,
         "(vector& r, vector& s, const matrix& a, const matrix& b) { r = sum(a * b, _0); s = sum(a * b, _1); }"], 25600),
}
# The statement, the one before it, the limits of the additional code, and the goal.
FURTHER = {
    "a further expression": ("(matrix& r, const matrix& a, const matrix& b, const matrix& c) { r = a * b + c; }",
                             EXPRESSION, (2640, 2960), 2560),
    "a further expression with where":
        ("(matrix& r, const matrix& a, const matrix& b) { r = where(a > 0.f, b, a + b); }",
         EXPRESSION, (3580, 3990), 3072),
    "a further reduction": ("(matrix& r, const cube& a) { r = max(a, _0); }", REDUCTION, (6740, 7800), 6144),
    "a further reduction of an expression": ("(matrix& r, const cube& a) { r = sum(a * a, _0); }",
                                             REDUCTION, (6430, 5900), 6144),
    "a reduction over another axis": ("(matrix& r, const cube& a) { r = sum(a, _1); }", REDUCTION, (1360, 1490), 1024),
}


def built(compiler, include, statements, folder):
    """The kernels in an object file, and the size of its code in bytes."""
    source = folder / "statements.cpp"
    source.write_text(HEAD + "".join(f"void f{k}{s}\n" for k, s in enumerate(statements)), encoding="utf-8")
    target = folder / "statements.o"
    subprocess.run([*compiler, "-std=c++23", "-O2", "-c", *include, str(source), "-o", str(target)], check=True)
    names = subprocess.run(["nm", "-C", "--defined-only", str(target)], check=True, capture_output=True, text=True).stdout
    kernels = {line.split(" ", 2)[-1] for line in names.splitlines() if KERNEL.search(line)}
    size = subprocess.run(["size", str(target)], check=True, capture_output=True, text=True).stdout.split("\n")[1].split()
    return kernels, int(size[0])


def main():
    *checkout, program = sys.argv[1:]
    root = Path(checkout[0] if checkout else Path(__file__).resolve().parents[2])
    include = [f"-I{root / 'dsl'}", f"-I{root / 'include'}"]
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    is_clang = "clang" in version
    problems = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (first, further) in PAIRS.items():
            few, few_bytes = built([program], include, first, Path(folder))
            more, more_bytes = built([program], include, first + further, Path(folder))
            added = sorted(more - few)
            each = (more_bytes - few_bytes) / len(further)
            print(f"{name}: {len(few)} kernels, {each:.0f} bytes for each further statement")
            if not few:
                print("  no kernels were found")
            for kernel in added:
                print(f"  a further kernel: {kernel[:300]}")
            problems += len(added) + (not few)
        first_bytes = {}
        for name, (statement, limits) in FIRST.items():
            _, size = built([program], include, [statement], Path(folder))
            first_bytes[statement] = size
            print(f"{name}: {size} bytes of code, at most {limits[is_clang]}")
            problems += size > limits[is_clang]
        for name, (statements, goal) in COMPILED.items():
            _, size = built([program, "-DSTRIA_USE_INSTANTIATED"], include, statements, Path(folder))
            print(f"{name}: {size} bytes of code; the goal is {goal}")
            problems += size > goal
        for name, (statement, before, limits, goal) in FURTHER.items():
            _, size = built([program], include, [before, statement], Path(folder))
            size -= first_bytes[before]
            print(f"{name}: {size} bytes of code, at most {limits[is_clang]}; the goal is {goal}"
                  + (", so lower the limit" if size <= goal < limits[is_clang] else ""))
            problems += size > limits[is_clang] or size <= goal < limits[is_clang]
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
