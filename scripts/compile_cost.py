#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Measures the cost of compiling with stria, xtensor and the Tensor module of Eigen.

usage: compile_cost.py [--check] [--runs N] [--peers] [--headers] [--compiler PROGRAM]...
       compile_cost.py --counts [--check | --record]

Prints user seconds, peak memory and object sizes, as medians of runs that alternate. It measures each include, the
program with ten slices in benchmarks/compile, and one further slice, copy, arithmetic expression, reduction and
scatter. The cost of a further statement is computed from a program with few such statements and one with many. With
--check the exit status is 1 if a figure is above its limit (LIMITS). The machine should be otherwise idle.

--headers also measures each public header separately.
--counts only prints how many templates clang instantiates for each of these. The numbers do not depend on the load of
the machine. With --check the exit status is 1 if a count is more than 5 % above that in benchmarks/compile/budget.json.
The status is 77, and nothing is counted, if the versions of clang, libstdc++ or Boost differ from those in that file.
"""

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import single_header

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "benchmarks" / "compile"
BUDGET = PROGRAMS / "budget.json"
SLACK = 1.05
FLAGS = ["-std=c++23", f"-I{ROOT / 'dsl'}", f"-I{ROOT / 'include'}", "-isystem/usr/include/eigen3"]
SYNTAX, OBJECT = ["-fsyntax-only"], ["-O2", "-c"]

# User seconds.
LIMITS = {"#include <stria/stria.hpp>": 0.7, "#include <stria/dsl.hpp>": 0.4, "a further slice": 0.02}

# These statements are the same in stria and in xtensor.
ARITHMETIC = ["r = " + e + ";" for e in (
    "a + b", "a * 2.f - b", "(a - b) * (a + b)", "a / (b + 1.f)", "-a * b + 3.f", "sqrt(a) + b",
    "abs(a - b) * 0.5f", "where(a > b, a, b)", "a * v + b", "maximum(a, b) - a")]

# Statements of different types. The cost of a statement is the difference between all ten and the first two, divided by 8.
LIBRARIES = {
    "stria": {
        "head": """#include <stria/stria.hpp>
using namespace stria;
void use(const void*);
void f(tensor<float, 9, 9, 9, 9>& s, dtensor<float, 3>& t, dtensor<float, 2>& a,
       dtensor<float, 2>& b, dtensor<float, 2>& r, dtensor<float, 1>& v,
       const dtensor<index, 1>& i) {
""",
        "slice": ["auto x{n} = s[" + items + "]; use(&x{n});" for items in (
            "_1", "range(_2, _6)", "ellipsis, _3", "_, rev()", "newaxis, _4", "range(_, _, _2), _, _1",
            "_1, _2", "_, range(_1, _4), range(_2, _)", "ellipsis, rev(), range(_0, _3)",
            "_1, newaxis, _, rev(-_1, _1, _2)")],
        "copy": ["const dtensor<float, {rank}> x{n} = t[{items}]; use(&x{n});".replace(
            "{rank}", str(rank)).replace("{items}", items) for rank, items in (
                (2, "1"), (3, "range(2, 6)"), (2, "ellipsis, 3"), (3, "_, rev()"), (4, "newaxis"),
                (2, "range(_, _, 2), _, 1"), (1, "1, 2"), (3, "_, range(1, 4), range(2, _)"),
                (3, "ellipsis, rev(), range(0, 3)"), (3, "1, newaxis, _, rev(-1, 1, 2)"))],
        "expression": ARITHMETIC,
        "sliced": [
            "r = t[1] * 2.f + a;",
            "r[range(1, -1), range(1, -1)] = a[range(_, -2), range(1, -1)] + a[range(2, _), range(1, -1)]"
            " + a[range(1, -1), range(_, -2)] + a[range(1, -1), range(2, _)];",
            "t[_, range(_, _, 2)] = t[_, range(1, _, 2)] / 3.f;", "r = a[rev(), rev()] - b;",
            "t = t * a[newaxis] + 1.f;", "v = a[_, 0] - a[_, -1];", "r = v[_, newaxis] * v;",
            "r[range(1, _)] += a[range(_, -1)] * .5f;", "r = t[ellipsis, 1] + t[ellipsis, 2];",
            "r = transpose(t[_, 0]) * t[_, 1] - t[0];"],
        "reduction": ["r = " + e + ";" for e in (
            "sum(t, _0)", "sum(t, _1)", "max(t, _0)", "mean(t, _2)", "prod(t, _1)", "min(t, _2)",
            "sum(a * b, _0, keepdims)", "mean(a + b, _1, keepdims)", "max(a, _0, keepdims)",
            "sum(t * t, _2)")],
        "scatter": [e + ";" for e in (
            "a[i] = b", "a[i] += b", "a[_, i] = b", "a[i, i] = v", "a[i, range(0, 3)] = 1.f",
            "t[i] = a", "t[_, i] -= a", "a[a > 0.f] = 0.f", "v[i] *= 2.f", "t[i, i] = 2.f")],
    },
    "xtensor": {
        "head": """#include <xtensor/xindex_view.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
using namespace xt;
using xt::placeholders::_;
void use(const void*);
void f(xtensor<float, 4>& s, xtensor<float, 3>& t, xtensor<float, 2>& a, xtensor<float, 2>& b,
       xtensor<float, 2>& r, xtensor<float, 1>& v, const std::vector<long>& i) {
""",
        "slice": ["auto x{n} = view(s, " + items + "); use(std::addressof(x{n}));" for items in (
            "1", "range(2, 6)", "all(), all(), all(), 3", "all(), range(_, _, -1)", "newaxis(), 4",
            "range(_, _, 2), all(), 1", "1, 2", "all(), range(1, 4), range(2, _)",
            "all(), all(), range(_, _, -1), range(0, 3)", "1, newaxis(), all(), range(-1, 1, -2)")],
        "copy": ["const xtensor<float, {rank}> x{n} = view(t, {items}); use(&x{n});".replace(
            "{rank}", str(rank)).replace("{items}", items) for rank, items in (
                (2, "1"), (3, "range(2, 6)"), (2, "all(), all(), 3"), (3, "all(), range(_, _, -1)"),
                (4, "newaxis()"), (2, "range(_, _, 2), all(), 1"), (1, "1, 2"),
                (3, "all(), range(1, 4), range(2, _)"), (3, "all(), range(_, _, -1), range(0, 3)"),
                (3, "1, newaxis(), all(), range(-1, 1, -2)"))],
        "expression": ARITHMETIC,
        "sliced": [
            "r = view(t, 1) * 2.f + a;",
            "view(r, range(1, -1), range(1, -1)) = view(a, range(_, -2), range(1, -1))"
            " + view(a, range(2, _), range(1, -1)) + view(a, range(1, -1), range(_, -2))"
            " + view(a, range(1, -1), range(2, _));",
            "view(t, all(), range(_, _, 2)) = view(t, all(), range(1, _, 2)) / 3.f;",
            "r = view(a, range(_, _, -1), range(_, _, -1)) - b;", "t = t * view(a, newaxis()) + 1.f;",
            "v = view(a, all(), 0) - view(a, all(), -1);", "r = view(v, all(), newaxis()) * v;",
            "view(r, range(1, _)) += view(a, range(_, -1)) * .5f;",
            "r = view(t, all(), all(), 1) + view(t, all(), all(), 2);",
            "r = transpose(view(t, all(), 0)) * view(t, all(), 1) - view(t, 0);"],
        "reduction": ["r = " + e + ";" for e in (
            "sum(t, 0)", "sum(t, 1)", "amax(t, 0)", "mean(t, 2)", "prod(t, 1)", "amin(t, 2)",
            "sum(a * b, 0, keep_dims)", "mean(a + b, 1, keep_dims)", "amax(a, 0, keep_dims)",
            "sum(t * t, 2)")],
        "scatter": [e + ";" for e in (
            "view(a, keep_list) = b", "view(a, keep_list) += b", "view(a, all(), keep_list) = b",
            "index_view(a, pairs) = 3.f", "view(a, keep_list, range(0, 3)) = 1.f",
            "view(t, keep_list) = a", "view(t, all(), keep_list) -= a", "filter(a, a > 0.f) = 0.f",
            "view(v, keep_list) *= 2.f", "view(t, keep_list, keep_list) = 2.f")],
        "scatter head": """  auto keep_list = xt::keep(i);
  std::vector<std::array<std::size_t, 2>> pairs(3);
""",
    },
    "eigen": {
        "head": """#include <unsupported/Eigen/CXX11/Tensor>
#include <array>
template <int R> using tensor = Eigen::Tensor<float, R, Eigen::RowMajor>;
template <int R> using at = std::array<Eigen::Index, R>;
void use(const void*);
void f(tensor<4>& s, tensor<3>& t, tensor<2>& a, tensor<2>& b, tensor<2>& r, tensor<1>& v) {
""",
        "slice": ["auto x{n} = s." + call + "; use(&x{n});" for call in (
            "chip<0>(1)", "slice(at<4>{}, at<4>{})", "chip<3>(3)", "reverse(std::array<bool, 4>{})",
            "chip<0>(4).reshape(at<4>{})", "stridedSlice(at<4>{}, at<4>{}, at<4>{}).chip<2>(1)",
            "chip<0>(1).chip<0>(2)", "chip<1>(1)", "slice(at<4>{}, at<4>{}).reverse(std::array<bool, 4>{})",
            "chip<0>(1).stridedSlice(at<3>{}, at<3>{}, at<3>{})")],
        "copy": ["const tensor<{rank}> x{n} = t.{call}; use(&x{n});".replace(
            "{rank}", str(rank)).replace("{call}", call) for rank, call in (
                (2, "chip<0>(1)"), (3, "slice(at<3>{}, at<3>{})"), (2, "chip<2>(3)"),
                (3, "reverse(std::array<bool, 3>{})"), (4, "reshape(at<4>{})"),
                (2, "stridedSlice(at<3>{}, at<3>{}, at<3>{}).chip<2>(1)"), (1, "chip<0>(1).chip<0>(2)"),
                (2, "chip<1>(1)"), (3, "slice(at<3>{}, at<3>{}).reverse(std::array<bool, 3>{})"),
                (2, "chip<0>(1).stridedSlice(at<2>{}, at<2>{}, at<2>{})"))],
        "expression": ["r = " + e + ";" for e in (
            "a + b", "a * 2.f - b", "(a - b) * (a + b)", "a / (b + 1.f)", "-a * b + 3.f",
            "a.sqrt() + b", "(a - b).abs() * 0.5f", "(a > b).select(a, b)",
            "a * v.reshape(at<2>{}).broadcast(at<2>{}) + b", "a.cwiseMax(b) - a")],
        "reduction": ["r = " + e + ";" for e in (
            "t.sum(at<1>{0})", "t.sum(at<2>{0, 1}).reshape(at<2>{})", "t.maximum(at<1>{0})",
            "t.mean(at<1>{2})", "t.prod(at<1>{1})", "t.minimum(at<1>{2})",
            "(a * b).sum(at<1>{0}).reshape(at<2>{})", "(a + b).mean(at<1>{1}).reshape(at<2>{})",
            "a.maximum(at<1>{0}).reshape(at<2>{})", "(t * t).sum(at<1>{2})")],
    },
}
FAMILIES = {"slice": "a further slice", "copy": "a further copy of a slice",
            "expression": "a further expression", "sliced": "a further expression of slices",
            "reduction": "a further reduction",
            "scatter": "a further scatter"}
INCLUDES = {"stria": "<stria/stria.hpp>", "xtensor": "<xtensor/xtensor.hpp>",
            "eigen": "<unsupported/Eigen/CXX11/Tensor>"}
FEW, MANY = 2, 10


def program_of(library, family, count):
    parts = LIBRARIES[library]
    lines = [parts["head"] + parts.get(family + " head", "")]
    lines += ["  " + s.replace("{n}", str(n)) for n, s in enumerate(parts[family][:count])]
    return "\n".join(lines + ["}"])


def run(compiler, source, folder, flags):
    """User seconds, peak KiB and object size in bytes of one compilation."""
    output = folder / "program.o"
    command = [compiler, *FLAGS, *flags, str(source)] + (["-o", str(output)] if "-c" in flags else [])
    process = subprocess.Popen(command, env={**os.environ, "CCACHE_DISABLE": "1"}, cwd=folder)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"compile_cost.py: this command failed: {' '.join(command)}")
    return usage.ru_utime, usage.ru_maxrss, output.stat().st_size if "-c" in flags else 0


class Measured:
    """Programs that are compiled in turns, so that disturbances affect all of them."""

    def __init__(self, compiler, folder):
        self.compiler, self.folder, self.jobs, self.results = compiler, folder, {}, {}

    def add(self, key, text, flags):
        source = self.folder / f"program{len(self.jobs)}.cpp"
        source.write_text(text + "\n", encoding="utf-8")
        self.jobs[key] = (source, flags)

    def run(self, runs):
        samples = {key: [] for key in self.jobs}
        for _ in range(runs):
            for key, (source, flags) in self.jobs.items():
                samples[key].append(run(self.compiler, source, self.folder, flags))
        for key, rows in samples.items():
            self.results[key] = [statistics.median(column) for column in zip(*rows)]


def libraries(peers):
    return ["stria"] + (["xtensor", "eigen"] if peers else [])


def measure(compiler, options):
    with tempfile.TemporaryDirectory() as name:
        m = Measured(compiler, Path(name))
        for header in ("dsl", "core"):
            m.add(header, f"#include <stria/{header}.hpp>", SYNTAX)
        for library in libraries(options.peers):
            m.add((library, "include"), f"#include {INCLUDES[library]}", SYNTAX)
            m.add((library, "ten"), (PROGRAMS / f"{library}.cpp").read_text(encoding="utf-8"), OBJECT)
            for family in FAMILIES:
                if family in LIBRARIES[library]:
                    for count in (FEW, MANY):
                        m.add((library, family, count), program_of(library, family, count), OBJECT)
        if options.headers:
            for header in single_header.listed():
                m.add(("header", header), f"#include <{header}>", SYNTAX)
        m.run(options.runs)
        return m.results


def rows_of(results, options):
    """(name, library, seconds, KiB of memory, bytes of object code) for each line of the table."""
    for header in ("dsl", "core"):
        yield f"#include <stria/{header}.hpp>", "stria", *results[header]
    for library in libraries(options.peers):
        yield f"#include {INCLUDES[library]}", library, *results[library, "include"]
        yield "ten slices", library, *results[library, "ten"]
        if (library, "sliced", MANY) in results:
            yield "ten expressions of slices", library, *results[library, "sliced", MANY]
        for family, what in FAMILIES.items():
            if (library, family, FEW) in results:
                few, many = results[library, family, FEW], results[library, family, MANY]
                slope = [(b - a) / (MANY - FEW) for a, b in zip(few, many)]
                yield what, library, *slope
    for key, values in results.items():
        if key[0] == "header":
            yield f"#include <{key[1]}>", "stria", *values


def times(options):
    failed = False
    print(f"{'compiler':12} {'what':58} {'user s':>8} {'MiB':>7} {'KiB':>7}")
    for compiler in options.compiler or ["g++", "clang++-19"]:
        ten = {}
        for what, library, seconds, memory, size in rows_of(measure(compiler, options), options):
            limit = LIMITS.get(what) if library == "stria" else None
            above = limit is not None and seconds > limit
            failed = failed or above
            name = what if what.startswith("#") else f"{what}, {library}"
            print(f"{compiler:12} {name:58} {seconds:8.3f} {memory / 1024:7.1f} {size / 1024:7.1f}"
                  + (f"  (limit {limit})" if limit else "") + ("  ABOVE" if above else ""))
            if what.startswith("ten "):
                ten[what, library] = (seconds, memory)
        for (what, library), (seconds, memory) in ten.items():
            if library != "stria":
                own_seconds, own_memory = ten[what, "stria"]
                print(f"{compiler:12} {what}: stria takes {own_seconds / seconds:.2f} of "
                      f"{library}'s time and {own_memory / memory:.2f} of its memory")
    return failed


def instantiations(compiler, text, folder):
    """How many classes and functions a program instantiates."""
    source, trace = folder / "counted.cpp", folder / "counted.json"
    source.write_text(text + "\n", encoding="utf-8")
    # The same templates are instantiated as in an optimised build, but the optimiser does not run.
    subprocess.run([compiler, *FLAGS, "-O1", "-Xclang", "-disable-llvm-passes", "-c", "-ftime-trace",
                    "-ftime-trace-granularity=0", str(source), "-o", str(folder / "counted.o")],
                   check=True, cwd=folder, env={**os.environ, "CCACHE_DISABLE": "1"})
    # The trace is long, so its events are counted without parsing it.
    return len(re.findall('"name":"Instantiate(?:Class|Function)"', trace.read_text(encoding="utf-8")))


def versions(compiler):
    """The versions on which the counts depend."""
    text = "#include <version>\n#include <boost/version.hpp>\n"
    names = ["__clang_major__", "_GLIBCXX_RELEASE", "BOOST_VERSION"]
    done = subprocess.run([compiler, "-std=c++23", "-E", "-P", "-x", "c++", "-"], text=True,
                          input=text + " ".join(names), capture_output=True, check=True)
    return dict(zip(names, done.stdout.splitlines()[-1].split()))


def counts(options):
    compiler = (options.compiler or ["clang++-19"])[0]
    if not shutil.which(compiler):
        print(f"compile_cost.py: {compiler} not found")
        return 77
    measured_with = versions(compiler)
    if not options.record:
        recorded = json.loads(BUDGET.read_text(encoding="utf-8"))["measured with"]
        if measured_with != recorded:
            print(f"compile_cost.py: {measured_with}, but the budget was recorded with {recorded}")
            return 77
    now = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for header in ("dsl", "core", "stria"):
            text = f"#include <stria/{header}.hpp>"
            now[text] = instantiations(compiler, text, folder)
        now["ten slices"] = instantiations(
            compiler, (PROGRAMS / "stria.cpp").read_text(encoding="utf-8"), folder)
        for family, what in FAMILIES.items():
            few, many = (instantiations(compiler, program_of("stria", family, n), folder)
                         for n in (FEW, MANY))
            now[what] = round((many - few) / (MANY - FEW), 1)
    if options.record:
        record = {"measured with": measured_with, "instantiations": now}
        BUDGET.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    budget = json.loads(BUDGET.read_text(encoding="utf-8"))["instantiations"]
    failed = False
    print(f"{'templates instantiated for':34} {'now':>8} {'budget':>8}")
    for what, count in now.items():
        above = count > SLACK * budget[what]
        failed = failed or above
        print(f"{what:34} {count:8} {budget[what]:8}" + ("  ABOVE" if above else ""))
    return 1 if failed and options.check else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="fail if a limit is exceeded")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--peers", action="store_true", help="also measure xtensor and Eigen's Tensor module")
    parser.add_argument("--headers", action="store_true", help="also measure each header separately")
    parser.add_argument("--counts", action="store_true", help="count templates instead of seconds")
    parser.add_argument("--record", action="store_true", help="write the counts as the budget")
    parser.add_argument("--compiler", action="append", help="may be repeated; default: g++ and clang++-19")
    options = parser.parse_args()
    if options.counts:
        sys.exit(counts(options))
    sys.exit(1 if times(options) and options.check else 0)


if __name__ == "__main__":
    main()
