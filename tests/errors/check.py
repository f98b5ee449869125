#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks that mistakes do not compile, and that the diagnostics explain them. cases.py describes the files.

usage: check.py [option]... [NAME]...    NAME is a topic (joining) or a case (concat_shapes); all unless given

A mistake must not compile. The diagnostics must contain every phrase and a message that begins with `stria:`,
the same with both compilers. They must have at most 10 lines with g++ and 14 with clang, and one of the first 3
lines (g++) or 2 (clang) must begin with the place of the mistake, `case.cpp:<line>:`. The limits are the same for
all cases. clang shows long texts in pieces, which are joined before phrases are searched. The correct code of a
topic must compile without a warning.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
from cases import HEADERS, HERE, BadCase, first_of_families, included, read_all

LIMITS = {"gcc": 10, "clang": 14}  # lines of diagnostics
FIRST = {"gcc": 3, "clang": 2}  # the mistake's line must be among this many lines
SKIPPED = 77  # CTest's code for a test that could not be run
WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-variable", "-Wno-unused-but-set-variable"]
WHOLE = "-std=c++2c"  # where clang has static_assert with computed text


@dataclass(frozen=True)
class Compiler:
    program: str
    family: str  # gcc or clang
    options: tuple = ()
    headers: Path | None = None  # the folder of precompiled headers

    @property
    def name(self):
        return Path(self.program).name

    @property
    def header(self):
        """The header that replaces HEADERS, with its precompiled form beside it."""
        return self.headers.resolve() / self.family / "headers.hpp"

    def run(self, path, *more):
        """(compiled, diagnostics). Paths in the diagnostics are relative to this folder, and `path` has no folder."""
        line = included(path.read_text(encoding="utf-8")) if self.headers else 0
        # Later options win, so `more` may select another standard.
        command = [self.program, "-std=c++23", "-fsyntax-only", "-fdiagnostics-color=never", *self.options,
                   *(["-include", str(self.header)] if line else []), *more, str(path)]
        done = subprocess.run(command, cwd=HERE, capture_output=True, text=True,
                              env=os.environ | {"LC_ALL": "C"}, check=False)
        said = (done.stdout + done.stderr).replace(f"{path.parent}{os.sep}", "")
        if line:
            said = said.replace(f"{self.header}:1:", f"{path.name}:{line}:")
            said = said.replace(f"{HERE}{os.sep}", "")  # clang makes the folders of precompiled headers absolute
        # clang shows the size of a text as an expression or as a number.
        return done.returncode == 0, re.sub(r"<(\d+)UL - 1>", lambda size: f"<{int(size[1]) - 1}>", said)

    def mistake(self, case, *more):
        """The same for the wrong code of a case; the diagnostics call its file `<name of the case>.cpp`."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder).resolve() / f"{case.name}.cpp"
            path.write_text(case.program, encoding="utf-8")
            return self.run(path, *(WARNINGS if case.warns else []), *more)

    def precompile(self):
        self.header.parent.mkdir(parents=True, exist_ok=True)
        self.header.write_text(HEADERS + "\n")
        to = f"{self.header}.{'gch' if self.family == 'gcc' else 'pch'}"
        subprocess.run([self.program, "-std=c++23", *self.options, "-x", "c++-header", str(self.header), "-o", to],
                       cwd=HERE, check=True)

    def has_computed_text(self):
        """Whether clang has static_assert with computed text. g++ does not need it: it shows texts in one piece."""
        if self.family != "clang":
            return False
        done = subprocess.run([self.program, WHOLE, "-dM", "-E", "-x", "c++", os.devnull],
                              capture_output=True, text=True, check=False)
        found = re.search(r"#define __cpp_static_assert (\d+)", done.stdout)
        return bool(found) and int(found[1]) >= 202306


def find_compiler(program, options=(), headers=None):
    found = shutil.which(program)
    if not found:
        sys.exit(f"check.py: compiler '{program}' not found")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    return Compiler(program, "clang" if "clang" in version.stdout else "gcc", tuple(options), headers)


def plain(said):
    """The diagnostics with the pieces of each text joined."""
    joined = re.sub(r'"\}, (?:stria::)?fixed_string<[^{]*>\{"', "", said)
    return re.sub(r"\\(['\"])", r"\1", joined)


def sentence(said):
    """The message that begins with `stria:`, or None."""
    text = plain(said)
    # It is a template argument, or the text of an assertion or an attribute.
    found = (re.search(r'\{"(stria: .*?)"\}', text) or
             re.search(r"error: (?:static assertion failed.*?: )?(stria: .*)", text))
    return found[1] if found else None


def begins_with_place(case, lines):
    return any(line.startswith(f"{case.name}.cpp:{case.line}:") for line in lines)


def problems_of(case, compiler):
    """The problems of a case with one compiler, and its diagnostics for the mistake."""
    problems = []
    phrases = case.phrases[compiler.family]
    compiled, said = compiler.mistake(case)
    if case.warns and not compiled:
        problems.append("the mistake does not compile, a warning was expected")
    if compiled and not case.warns:
        return ["the mistake compiles"], said
    lines = said.splitlines()
    text = plain(said)
    problems += [f"not in the diagnostics: '{phrase}'" for phrase in phrases if phrase not in text]
    if not case.warns and not sentence(said):
        problems.append("no message that begins with 'stria:'")
    limit, first = LIMITS[compiler.family], FIRST[compiler.family]
    if len(lines) > limit:
        problems.append(f"{len(lines)} lines of diagnostics, but at most {limit} are allowed")
    if phrases and not begins_with_place(case, lines[:first]):
        problems.append(f"{case.name}.cpp:{case.line}: does not begin one of the first {first} lines")
    return problems + (["the diagnostics:\n" + said] if problems else []), said


def report(place, compiler, problems, note=""):
    """Prints a verdict, and returns whether there are problems."""
    print(f"{place}: {compiler.name}: {'FAILED' if problems else 'ok'}{note}")
    print("".join(f"  {problem}\n" for problem in problems), end="", flush=True)
    return bool(problems)


def keep_said(folder, case, said):
    """Stores the diagnostics of a case, by the family of the compiler."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{case.name}.json").write_text(json.dumps(said), encoding="utf-8")


def check(cases, compilers, keep=None):
    failed = False
    for case in cases:
        kept = {}
        for compiler in compilers:
            problems, said = problems_of(case, compiler)
            kept[compiler.family] = said
            failed |= report(f"{case.place}: {case.name}", compiler, problems,
                             f", {len(said.splitlines())} lines, {len(said)} bytes")
        if len({sentence(said) for said in kept.values()}) > 1 and not case.warns:
            failed = True
            print(f"{case.place}: {case.name}: FAILED, the compilers show different messages")
        if keep:
            keep_said(keep, case, kept)
    return failed


def check_correct(topics, compilers):
    """Compiles the correct code of each topic."""
    failed = False
    for topic in topics:
        for compiler in compilers:
            compiled, said = compiler.run(topic.path, *WARNINGS, "-Werror")
            failed |= report(topic.path.name, compiler, [] if compiled else [
                "the correct code does not compile:\n" + said])
    return failed


def check_same(cases, compilers):
    """Checks that precompiled headers do not change the diagnostics."""
    failed = False
    for case in cases:
        for compiler in compilers:
            plainly = Compiler(compiler.program, compiler.family, compiler.options).mistake(case)[1]
            quickly = compiler.mistake(case)[1]
            same = included(case.program) and plainly == quickly
            failed |= report(case.name, compiler, [] if same else [
                f"with the header:\n{plainly}\n--- precompiled:\n{quickly}"])
    return failed


def check_whole(cases, compilers):
    """C++26 has assertions with computed text: clang must show the message in one piece."""
    failed = False
    for case in cases:
        for compiler in compilers:
            expected = sentence(compiler.mistake(case)[1])
            said = compiler.mistake(case, WHOLE)[1]
            lines = said.splitlines()
            right = (expected and len(lines) <= LIMITS[compiler.family] and
                     any(line.endswith(expected) for line in lines) and begins_with_place(case, lines))
            failed |= report(case.name, compiler, [] if right else [f"not in one piece: {expected}\n{said}"],
                             f", {len(lines)} lines")
    return failed


def show(cases, compilers):
    for case in cases:
        for compiler in compilers:
            print(f"--- {case.name}: {compiler.name}\n{compiler.mistake(case)[1]}")


def table(cases, compilers):
    print("| mistake |" + "".join(f" {c.name} lines | bytes |" for c in compilers))
    print("| --- |" + " ---: | ---: |" * len(compilers))
    for case in cases:
        said = [compiler.mistake(case)[1] for compiler in compilers]
        print(f"| {case.name} |" + "".join(f" {len(text.splitlines())} | {len(text)} |" for text in said))


def chosen(topics, names):
    """The cases of these names, which are those of topics or cases, and the topics that have them."""
    known = {name for topic in topics for name in (topic.path.stem, *(case.name for case in topic.cases))}
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"no topic or case {' '.join(unknown)}")
    cases = [case for topic in topics for case in topic.cases
             if not names or topic.path.stem in names or case.name in names]
    kept = {case.name for case in cases}
    return cases, [topic for topic in topics if any(case.name in kept for case in topic.cases)]


def arguments_of(parser):
    """The options that check.py and document.py share."""
    parser.add_argument("--compiler", action="append", help="default: g++ and clang++-19")
    parser.add_argument("--system", action="append", default=[], help="a folder of other libraries' headers")
    parser.add_argument("name", nargs="*", help="a topic or a case, default: all")
    return parser


def read_arguments(arguments, headers=None):
    """(topics, compilers)"""
    # Relative to this folder, so that the diagnostics contain no absolute paths.
    options = ["-I../../dsl", "-I../../include"]
    # The compiler's own folders must not be passed again: that breaks #include_next.
    system = dict.fromkeys(Path(folder).resolve() for folder in arguments.system)
    options += [f"-isystem{folder}" for folder in system if folder != Path("/usr/include")]
    try:
        topics = read_all()
    except BadCase as problem:
        sys.exit(str(problem))
    programs = arguments.compiler or ["g++", "clang++-19"]
    return topics, [find_compiler(program, options, headers) for program in programs]


def main():
    parser = arguments_of(argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0]))
    parser.add_argument("--table", action="store_true", help="print lines and bytes of each mistake")
    parser.add_argument("--show", action="store_true", help="print the diagnostics")
    parser.add_argument("--whole", action="store_true", help="clang, C++26: check for the whole message, within "
                        "the limit of lines, and for the place of the mistake")
    parser.add_argument("--same", action="store_true", help="check that --headers changes nothing")
    parser.add_argument("--few", metavar="K/N", help="check only the mistake of the first case of each family, "
                        "which is those whose names begin with the same word, and of these the K-th of N parts")
    parser.add_argument("--precompile", action="store_true", help="precompile the headers into --headers")
    parser.add_argument("--headers", type=Path, metavar="FOLDER", help="use the precompiled header there for "
                        "<stria/stria.hpp>, which reduces the time to a sixth")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="store the diagnostics there, for document.py")
    arguments = parser.parse_args()
    topics, compilers = read_arguments(arguments, arguments.headers)
    cases, topics = chosen(topics, arguments.name)
    if arguments.precompile:
        for compiler in compilers:
            compiler.precompile()
    elif arguments.same:
        sys.exit(check_same(cases, compilers))
    elif arguments.table:
        table(cases, compilers)
    elif arguments.show:
        show(cases, compilers)
    elif arguments.whole:
        able = [compiler for compiler in compilers if compiler.has_computed_text()]
        sys.exit(check_whole(cases, able) if able else SKIPPED)
    elif arguments.few:
        part, parts = map(int, arguments.few.split("/"))
        sys.exit(check(first_of_families(topics)[part::parts], compilers, arguments.keep))
    else:
        failed = check_correct(topics, compilers)
        sys.exit(check(cases, compilers, arguments.keep) or failed)


if __name__ == "__main__":
    main()
