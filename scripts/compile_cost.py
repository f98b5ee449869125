#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What it costs to compile with stria: user seconds of the compiler, medians of several runs.

usage: compile_cost.py [--check] [--runs N] [--compiler g++ --compiler clang++-19]

Prints the cost of each include by itself and of each further distinct slice expression, the slope
between programs of few and of many. With --check the exit status is 1 where a figure is above its
limit (LIMITS). The machine should be otherwise idle.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ["-std=c++23", "-fsyntax-only", f"-I{ROOT / 'dsl'}", f"-I{ROOT / 'include'}"]

# Seconds, for g++ 12.
LIMITS = {"<stria/stria.hpp>": 0.9, "<stria/dsl.hpp>": 0.4, "a further slice": 0.03}

# Slices of a rank-4 tensor that all have another type.
SLICES = [
    "t[_{0}, range(_1, _{1}), newaxis, ellipsis]",
    "t[range({0}, _), ellipsis, rev(-_{1})]",
    "t[ellipsis, newaxis, range(_{0}, {1}, _2)]",
    "t[rev(), _, range(_, _, _{0}), _{1}]",
    "t[newaxis, _{0}, rev(_, _{1}), ellipsis, newaxis]",
]


def slice_program(count):
    lines = ["#include <stria/stria.hpp>", "using namespace stria;",
             "void f(tensor<float, 9, 9, 9, 9>& t) {"]
    for i in range(count):
        text = SLICES[i % len(SLICES)].format(1 + i // len(SLICES), 1 + i // len(SLICES))
        lines.append(f"  auto v{i} = {text};")
        lines.append(f"  static_cast<void>(v{i});")
    return "\n".join(lines + ["}"])


def user_seconds(compiler, program, runs):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.cpp"
        path.write_text(program + "\n")
        times = []
        for _ in range(runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            subprocess.run([compiler, *FLAGS, str(path)], check=True, env={**os.environ,
                                                                           "CCACHE_DISABLE": "1"})
            times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return statistics.median(times)


def measure(compiler, runs):
    def include(header):
        return user_seconds(compiler, f"#include {header}", runs)

    few, many = 5, 25
    slope = (user_seconds(compiler, slice_program(many), runs)
             - user_seconds(compiler, slice_program(few), runs)) / (many - few)
    return {
        "<stria/dsl.hpp>": include("<stria/dsl.hpp>"),
        "<stria/stria.hpp>": include("<stria/stria.hpp>"),
        "a further slice": slope,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--compiler", action="append")
    options = parser.parse_args()
    failed = False
    for compiler in options.compiler or ["g++", "clang++-19"]:
        for what, seconds in measure(compiler, options.runs).items():
            limited = what in LIMITS and "clang" not in compiler
            above = limited and seconds > LIMITS[what]
            failed = failed or above
            print(f"{compiler:12} {what:20} {seconds:6.3f} s user"
                  + (f"  (limit {LIMITS[what]})" if limited else "") + ("  ABOVE" if above else ""))
    sys.exit(1 if failed and options.check else 0)


if __name__ == "__main__":
    main()
