#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks what must not compile: that it does not, and that the reason can be read.

usage: check.py [--compiler PROGRAM]... [--include FOLDER]... [--system FOLDER]... FILE...
       check.py --table ... FILE...     a table of lines and bytes instead of a verdict
       check.py --show ... FILE...      what the compilers say

A file begins so (after the SPDX line), and holds one mistake beside its correct twin:

    // expect: a phrase of the diagnostics; several such lines may stand here,
    // expect-gcc: or -clang: for one compiler
    // lines-clang: 20             (optional; without it 12 lines for gcc, 16 for clang)
    #include <stria/stria.hpp>
    int main() {
    #ifndef TWIN
      auto x = t[_9];              // the mistake
    #else
      auto x = t[_1];
    #endif
    }

The twin (-DTWIN) must compile without a warning. The mistake must not compile; every phrase must
stand in the diagnostics, these must not be longer than the limit, and one of their first three
lines must begin with the mistake's place, `file.cpp:<line>:`.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

LIMITS = {"gcc": 12, "clang": 16}
FIRST = 3  # the mistake's line stands among so many lines
CHECKOUT = Path(__file__).resolve().parents[2]

HEAD = re.compile(r"// (expect|lines)(?:-(gcc|clang))?: (.+)")
MARK = "// the mistake"


class BadCase(Exception):
    """A test file that is not written as the text above says."""


@dataclass
class Case:
    path: Path
    phrases: dict = field(default_factory=lambda: {"gcc": [], "clang": []})
    limits: dict = field(default_factory=lambda: dict(LIMITS))
    mistake: int = 0  # its line number


@dataclass(frozen=True)
class Compiler:
    program: str
    family: str  # gcc or clang

    @property
    def name(self):
        return Path(self.program).name


def read_case(path):
    case = Case(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    rest = [line for line in lines if not HEAD.match(line)]
    head = lines[1:] if lines and "SPDX-License-Identifier" in lines[0] else lines
    for line in head:
        match = HEAD.match(line)
        if not match:
            break
        for family in [match[2]] if match[2] else LIMITS:
            if match[1] == "expect":
                case.phrases[family].append(match[3].strip())
            else:
                case.limits[family] = int(match[3])
    for family, phrases in case.phrases.items():
        if not phrases:
            raise BadCase(f"no phrase for {family}: the file must begin with '// expect: phrase'")
        for phrase in phrases:
            if phrase in path.name or any(phrase in line for line in rest):
                raise BadCase(f"'{phrase}' stands in the file itself, which compilers quote")

    def only(what, text):
        found = [n for n, line in enumerate(lines, 1) if text(line)]
        if len(found) != 1:
            raise BadCase(f"{len(found)} lines with '{what}', must be one")
        return found[0]

    case.mistake = only(MARK, lambda line: line.rstrip().endswith(MARK))
    begin = only("#ifndef TWIN", lambda line: line.strip() == "#ifndef TWIN")
    middle = next((n for n in range(begin, len(lines) + 1) if lines[n - 1].strip() == "#else"), 0)
    if not begin < case.mistake < middle:
        raise BadCase(f"'{MARK}' must stand between '#ifndef TWIN' and '#else'")
    return case


def find_compiler(program):
    found = shutil.which(program)
    if not found:
        sys.exit(f"check.py: no compiler '{program}'")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    return Compiler(program, "clang" if "clang" in version.stdout else "gcc")


def compile_case(case, compiler, options, *more):
    """(compiled, diagnostics); run beside the file, so that it is named without its folder."""
    command = [compiler.program, "-std=c++23", "-fsyntax-only", "-fdiagnostics-color=never",
               *more, *options, case.path.name]
    done = subprocess.run(command, cwd=case.path.parent, capture_output=True, text=True,
                          env=os.environ | {"LC_ALL": "C"}, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def problems_of(case, compiler, options):
    """What is wrong with a case under one compiler, and what the compiler said to the mistake."""
    problems = []
    compiled, said = compile_case(case, compiler, options,
                                  "-DTWIN", "-Wall", "-Wextra", "-Werror")
    if not compiled:
        problems.append("the twin does not compile:\n" + said)
    compiled, said = compile_case(case, compiler, options)
    if compiled:
        return problems + ["the mistake compiles"], said
    lines = said.splitlines()
    for phrase in case.phrases[compiler.family]:
        if phrase not in said:
            problems.append(f"not in the diagnostics: '{phrase}'")
    limit = case.limits[compiler.family]
    if len(lines) > limit:
        problems.append(f"{len(lines)} lines of diagnostics, at most {limit} are allowed")
    place = f"{case.path.name}:{case.mistake}:"
    if not any(line.startswith(place) for line in lines[:FIRST]):
        problems.append(f"{place} does not begin one of the first {FIRST} lines")
    if problems:
        problems.append("the compiler says:\n" + said)
    return problems, said


def check(cases, compilers, options):
    failed = False
    for case in cases:
        for compiler in compilers:
            problems, said = problems_of(case, compiler, options)
            failed = failed or bool(problems)
            verdict = "FAILED" if problems else "ok"
            print(f"{case.path.name}: {compiler.name}: {verdict}, "
                  f"{len(said.splitlines())} lines, {len(said)} bytes")
            for problem in problems:
                print("  " + problem)
    return failed


def show(cases, compilers, options):
    for case in cases:
        for compiler in compilers:
            print(f"--- {case.path.name}: {compiler.name}")
            print(compile_case(case, compiler, options)[1])


def table(cases, compilers, options):
    print("| mistake |" + "".join(f" {c.name} lines | bytes |" for c in compilers))
    print("| --- |" + " ---: | ---: |" * len(compilers))
    for case in cases:
        row = f"| {case.path.stem} |"
        for compiler in compilers:
            said = compile_case(case, compiler, options)[1]
            row += f" {len(said.splitlines())} | {len(said)} |"
        print(row)


def include_options(files, include, system):
    """-I and -isystem, relative to the files: no path of this machine in the diagnostics."""
    where = files[0].parent

    def relative(folder):
        return os.path.relpath(folder, where)

    # A compiler's own folders must not be named again: that breaks #include_next.
    system = [Path(folder).resolve() for folder in system]
    system = [folder for folder in system if folder != Path("/usr/include")]
    return ([f"-I{relative(folder)}" for folder in include] +
            [f"-isystem{folder}" for folder in system])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--compiler", action="append", help="g++ and clang++-19 unless given")
    parser.add_argument("--include", action="append", help="dsl/ and include/ unless given")
    parser.add_argument("--system", action="append", default=[], help="for other libraries")
    parser.add_argument("--table", action="store_true", help="lines and bytes of each mistake")
    parser.add_argument("--show", action="store_true", help="what the compilers say")
    parser.add_argument("file", nargs="*", type=Path, help="every *.cpp beside check.py unless given")
    arguments = parser.parse_args()

    files = [path.resolve() for path in arguments.file or
             sorted(Path(__file__).resolve().parent.glob("*.cpp"))]
    if not files:
        sys.exit("check.py: no files")
    compilers = [find_compiler(program) for program in arguments.compiler or ["g++", "clang++-19"]]
    include = arguments.include or [CHECKOUT / "dsl", CHECKOUT / "include"]
    options = include_options(files, include, arguments.system)
    cases = []
    for path in files:
        try:
            cases.append(read_case(path))
        except BadCase as problem:
            sys.exit(f"{path.name}: {problem}")
    if arguments.table:
        table(cases, compilers, options)
    elif arguments.show:
        show(cases, compilers, options)
    else:
        sys.exit(check(cases, compilers, options))


if __name__ == "__main__":
    main()
