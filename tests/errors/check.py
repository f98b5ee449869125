#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks that mistakes do not compile, and that the diagnostics explain them.

usage: check.py [--compiler PROGRAM]... [--include FOLDER]... [--system FOLDER]... FILE...
       check.py --table ... FILE...     prints a table of lines and bytes instead of a verdict
       check.py --show ... FILE...      prints the diagnostics
       check.py --twins ... FILE...     compiles only the twins, all of them as one program, which
                                        takes a fraction of the time
       check.py --whole ... FILE...     C++26: clang must show the message in one piece, within
                                        the limit of lines, and the place of the mistake
       check.py --precompile FOLDER ... compiles the headers for later runs with --headers FOLDER
       check.py --same --headers FOLDER ... FILE...     the diagnostics must be the same without
                                        the precompiled header
options: --headers FOLDER   use the precompiled header there for <stria/stria.hpp>, which reduces
                            the time to a sixth
         --mistakes         do not compile the twins, which halves the time
         --keep FOLDER      store the diagnostics there, for document.py

A file has this form (after the SPDX line), with one mistake and its correct twin:

    // expect: a phrase of the diagnostics; there may be several such lines,
    // expect-gcc: or -clang: for one compiler
    #include <stria/stria.hpp>
    int main() {
    #ifndef TWIN
      auto x = t[_9];              // the mistake
    #else
      auto x = t[_1];
    #endif
    }

The twin (-DTWIN) must compile without a warning. The mistake must not compile, and the diagnostics
must contain every phrase and a message that begins with `stria:`. They must have at most 10 lines
with g++ and 14 with clang, and one of the first 3 lines (g++) or 2 (clang) must begin with the
place of the mistake, `file.cpp:<line>:`. The limits are the same for all files. clang shows long texts
in pieces, which are joined before phrases are searched.

The mistake of a file with `// warns-clang: phrase` instead of `// expect:` compiles: the compiler must
warn of it with -Wall, in its own words, within the same limits. A compiler without such a line must
compile both the mistake and the twin.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

LIMITS = {"gcc": 10, "clang": 14}  # lines of diagnostics
FIRST = {"gcc": 3, "clang": 2}  # the mistake's line must be among this many lines
SKIPPED = 77  # CTest's code for a test that could not be run
CHECKOUT = Path(__file__).resolve().parents[2]

HEAD = re.compile(r"// (expect|warns)(?:-(gcc|clang))?: (.+)")
HEADERS = "#include <stria/stria.hpp>"  # what is precompiled
MARK = "// the mistake"


class BadCase(Exception):
    """Raised for a file that does not have the form above."""


@dataclass
class Case:
    path: Path
    phrases: dict = field(default_factory=lambda: {"gcc": [], "clang": []})
    warns: bool = False  # the mistake compiles
    mistake: int = 0  # its line number
    included: int = 0  # the line of the first header, if it is the one that can be precompiled


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
    kinds = set()
    for line in head:
        match = HEAD.match(line)
        if not match:
            break
        kinds.add(match[1])
        for family in [match[2]] if match[2] else LIMITS:
            case.phrases[family].append(match[3].strip())
    case.warns = kinds == {"warns"}
    if len(kinds) > 1:
        raise BadCase("'expect' and 'warns' in one file")
    for family, phrases in case.phrases.items():
        if not phrases and not case.warns:
            raise BadCase(f"no phrase for {family}: the file must begin with '// expect: phrase'")
        for phrase in phrases:
            if phrase in path.name or any(phrase in line for line in rest):
                raise BadCase(f"'{phrase}' occurs in the file itself, which compilers quote")
    first = next((n for n, line in enumerate(lines, 1) if line.startswith("#include")), 0)
    case.included = first if first and lines[first - 1] == HEADERS else 0

    def only(what, text):
        found = [n for n, line in enumerate(lines, 1) if text(line)]
        if len(found) != 1:
            raise BadCase(f"{len(found)} lines with '{what}', must be 1")
        return found[0]

    case.mistake = only(MARK, lambda line: line.rstrip().endswith(MARK))
    begin = only("#ifndef TWIN", lambda line: line.strip() == "#ifndef TWIN")
    middle = next((n for n in range(begin, len(lines) + 1) if lines[n - 1].strip() == "#else"), 0)
    if not begin < case.mistake < middle:
        raise BadCase(f"'{MARK}' must be between '#ifndef TWIN' and '#else'")
    return case


def find_compiler(program):
    found = shutil.which(program)
    if not found:
        sys.exit(f"check.py: compiler '{program}' not found")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    return Compiler(program, "clang" if "clang" in version.stdout else "gcc")


def compile_case(case, compiler, options, *more, headers=None):
    """(compiled, diagnostics); runs in the folder of the file, so diagnostics name it without the folder."""
    use = headers if case.included else None
    # Later options win, so `more` may select another standard.
    command = [compiler.program, "-std=c++23", "-fsyntax-only", "-fdiagnostics-color=never",
               *options, *(["-include", str(header_in(use, compiler))] if use else []), *more,
               case.path.name]
    done = subprocess.run(command, cwd=case.path.parent, capture_output=True, text=True,
                          env=os.environ | {"LC_ALL": "C"}, check=False)
    said = in_one_way(done.stdout + done.stderr)
    return done.returncode == 0, as_included(said, case, compiler, use) if use else said


def in_one_way(said):
    """Normalises the size of a text, which clang shows as an expression or as a number."""
    return re.sub(r"<(\d+)UL - 1>", lambda size: f"<{int(size[1]) - 1}>", said)


def header_in(headers, compiler):
    """The header that replaces HEADERS, with its precompiled form beside it."""
    return headers.resolve() / compiler.family / "headers.hpp"


def as_included(said, case, compiler, headers):
    """The diagnostics as if the file had included the header itself."""
    said = said.replace(f"{header_in(headers, compiler)}:1:", f"{case.path.name}:{case.included}:")
    # clang makes the folders of precompiled headers absolute.
    return said.replace(str(case.path.parent) + os.sep, "")


WARNINGS = ["-Wall", "-Wextra"]
TWIN = ["-DTWIN", *WARNINGS, "-Werror"]
WHOLE = "-std=c++2c"  # where clang has static_assert with computed text


def said_to(case, compiler, options, headers=None):
    """The diagnostics for the mistake."""
    return compile_case(case, compiler, options, *warnings_of(case), headers=headers)[1]


def warnings_of(case):
    return WARNINGS if case.warns else []


def precompile(headers, compilers, options, where):
    """Precompiles the header that the files in the folder `where` include, for these compilers and options."""
    for compiler in compilers:
        header = header_in(headers, compiler)
        header.parent.mkdir(parents=True, exist_ok=True)
        header.write_text(HEADERS + "\n")
        # g++ uses the .gch, clang the .pch.
        to = f"{header}.{'gch' if compiler.family == 'gcc' else 'pch'}"
        subprocess.run([compiler.program, "-std=c++23", *options, "-x", "c++-header", str(header),
                        "-o", to], cwd=where, check=True)


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


def problems_of(case, compiler, options, headers=None, twin=True):
    """The problems of a case with one compiler, and its diagnostics for the mistake."""
    problems = []
    if twin:
        compiled, said = compile_case(case, compiler, options, *TWIN, headers=headers)
        if not compiled:
            problems.append("the twin does not compile:\n" + said)
    phrases = case.phrases[compiler.family]
    compiled, said = compile_case(case, compiler, options, *warnings_of(case), headers=headers)
    if case.warns and not compiled:
        problems.append("the mistake does not compile, a warning was expected")
    if compiled and not case.warns:
        return problems + ["the mistake compiles"], said
    lines = said.splitlines()
    text = plain(said)
    for phrase in phrases:
        if phrase not in text:
            problems.append(f"not in the diagnostics: '{phrase}'")
    if not case.warns and not sentence(said):
        problems.append("no message that begins with 'stria:'")
    limit = LIMITS[compiler.family]
    if len(lines) > limit:
        problems.append(f"{len(lines)} lines of diagnostics, but at most {limit} are allowed")
    place = f"{case.path.name}:{case.mistake}:"
    first = FIRST[compiler.family]
    if phrases and not any(line.startswith(place) for line in lines[:first]):
        problems.append(f"{place} does not begin one of the first {first} lines")
    if problems:
        problems.append("the diagnostics:\n" + said)
    return problems, said


def keep_said(folder, case, said):
    """Stores the diagnostics of a case, by the family of the compiler."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{case.path.stem}.json").write_text(json.dumps(said), encoding="utf-8")


def check(cases, compilers, options, headers, keep, twin=True):
    failed = False
    for case in cases:
        kept = {}
        for compiler in compilers:
            problems, said = problems_of(case, compiler, options, headers, twin)
            kept[compiler.family] = said
            failed = failed or bool(problems)
            verdict = "FAILED" if problems else "ok"
            print(f"{case.path.name}: {compiler.name}: {verdict}, "
                  f"{len(said.splitlines())} lines, {len(said)} bytes")
            for problem in problems:
                print("  " + problem)
        if len({sentence(said) for said in kept.values()}) > 1 and not case.warns:
            failed = True
            print(f"{case.path.name}: FAILED, the compilers show different messages")
        if keep:
            keep_said(keep, case, kept)
    return failed


def twins(cases, compilers, options, headers):
    """Compiles the twins as one program. If that fails, each is compiled alone, so that the program
    cannot fail because two files define the same name."""
    failed = False
    for compiler in compilers:
        together = [case for case in cases if case.included]
        # All headers come first, because names in a header may be ambiguous after a `using namespace`.
        lines = [line for case in together for line in case.path.read_text(encoding="utf-8").splitlines()]
        includes = "\n".join(dict.fromkeys(line for line in lines if line.startswith("#include")))
        text = "".join(f"#define main twin_{n}\n#include \"{case.path}\"\n#undef main\n"
                       for n, case in enumerate(together))
        with tempfile.TemporaryDirectory() as folder:
            program = Case(Path(folder) / "twins.cpp", included=1)
            # Their main() functions need no return statement.
            program.path.write_text(f"{includes}\n{text}int main() {{}}\n", encoding="utf-8")
            paths = [f"-I{cases[0].path.parent / option[2:]}" for option in options
                     if option.startswith("-I")]
            compiled, said = compile_case(program, compiler, [*paths, *options], *TWIN,
                                          "-Wno-return-type", headers=headers)
        verdict = "compile together" if compiled else "are compiled one by one"
        print(f"{compiler.name}: {len(together)} twins {verdict}")
        if not compiled:
            print("\n".join(said.splitlines()[:5]))
        for case in cases:
            if compiled and case.included:
                continue
            alone, said = compile_case(case, compiler, options, *TWIN, headers=headers)
            print(f"{case.path.name}: {compiler.name}: {'ok' if alone else 'FAILED'}")
            if not alone:
                failed = True
                print("  the twin does not compile:\n" + said)
    return failed


def same(cases, compilers, options, headers):
    """Checks that precompiled headers do not change the diagnostics."""
    failed = False
    for case in cases:
        for compiler in compilers:
            plainly = said_to(case, compiler, options)
            quickly = said_to(case, compiler, options, headers)
            right = bool(case.included) and plainly == quickly
            failed = failed or not right
            print(f"{case.path.name}: {compiler.name}: {'ok' if right else 'FAILED'}")
            if not right:
                print(f"--- with the header:\n{plainly}\n--- precompiled:\n{quickly}")
    return failed


def has_computed_text(compiler):
    """The clang compilers with computed text in assertions; g++ shows every text whole."""
    if compiler.family != "clang":
        return False
    done = subprocess.run([compiler.program, WHOLE, "-dM", "-E", "-x", "c++", os.devnull],
                          capture_output=True, text=True, check=False)
    found = re.search(r"#define __cpp_static_assert (\d+)", done.stdout)
    return bool(found) and int(found[1]) >= 202306


def whole(cases, compilers, options):
    """C++26 has assertions with computed text: clang must show the message in one piece."""
    failed = False
    for case in cases:
        for compiler in compilers:
            expected = sentence(said_to(case, compiler, options))
            said = compile_case(case, compiler, options, WHOLE)[1]
            lines = said.splitlines()
            place = f"{case.path.name}:{case.mistake}:"
            right = (expected and len(lines) <= LIMITS[compiler.family] and
                     any(line.endswith(expected) for line in lines) and
                     any(line.startswith(place) for line in lines))
            failed = failed or not right
            print(f"{case.path.name}: {compiler.name}: {'ok' if right else 'FAILED'}, "
                  f"{len(lines)} lines")
            if not right:
                print(f"  not in one piece: {expected}\n{said}")
    return failed


def show(cases, compilers, options):
    for case in cases:
        for compiler in compilers:
            print(f"--- {case.path.name}: {compiler.name}")
            print(said_to(case, compiler, options))


def table(cases, compilers, options):
    print("| mistake |" + "".join(f" {c.name} lines | bytes |" for c in compilers))
    print("| --- |" + " ---: | ---: |" * len(compilers))
    for case in cases:
        row = f"| {case.path.stem} |"
        for compiler in compilers:
            said = said_to(case, compiler, options)
            row += f" {len(said.splitlines())} | {len(said)} |"
        print(row)


def include_options(files, include, system):
    """-I and -isystem, relative to the files, so that the diagnostics contain no paths of this machine."""
    where = files[0].parent

    def relative(folder):
        return os.path.relpath(folder, where)

    # The compiler's own folders must not be passed again: that breaks #include_next.
    system = [Path(folder).resolve() for folder in system]
    system = [folder for folder in system if folder != Path("/usr/include")]
    return ([f"-I{relative(folder)}" for folder in include] +
            [f"-isystem{folder}" for folder in system])


def arguments_of(parser):
    """The options that check.py and document.py share."""
    parser.add_argument("--compiler", action="append", help="default: g++ and clang++-19")
    parser.add_argument("--include", action="append", help="default: dsl/ and include/")
    parser.add_argument("--system", action="append", default=[], help="for other libraries")
    parser.add_argument("file", nargs="*", type=Path, help="default: every *.cpp here")
    return parser


def read_arguments(arguments):
    """(cases, compilers, options of the compilers)"""
    files = [path.resolve() for path in arguments.file or
             sorted(Path(__file__).resolve().parent.glob("*.cpp"))]
    if not files:
        sys.exit("no files")
    compilers = [find_compiler(program) for program in arguments.compiler or ["g++", "clang++-19"]]
    include = arguments.include or [CHECKOUT / "dsl", CHECKOUT / "include"]
    options = include_options(files, include, arguments.system)
    cases = []
    for path in files:
        try:
            cases.append(read_case(path))
        except BadCase as problem:
            sys.exit(f"{path.name}: {problem}")
    return cases, compilers, options


def main():
    parser = arguments_of(argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0]))
    parser.add_argument("--table", action="store_true", help="print lines and bytes of each mistake")
    parser.add_argument("--show", action="store_true", help="print the diagnostics")
    parser.add_argument("--whole", action="store_true", help="clang, C++26: check for the whole message")
    parser.add_argument("--same", action="store_true", help="check that --headers changes nothing")
    parser.add_argument("--twins", action="store_true", help="compile only the twins, together")
    parser.add_argument("--precompile", type=Path, metavar="FOLDER", help="precompile the headers")
    parser.add_argument("--headers", type=Path, metavar="FOLDER", help="use the precompiled headers")
    parser.add_argument("--mistakes", action="store_true", help="do not compile the twins")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="store the diagnostics there")
    arguments = parser.parse_args()
    cases, compilers, options = read_arguments(arguments)
    if arguments.precompile:
        precompile(arguments.precompile.resolve(), compilers, options, cases[0].path.parent)
    elif arguments.same:
        sys.exit(same(cases, compilers, options, arguments.headers))
    elif arguments.twins:
        sys.exit(twins(cases, compilers, options, arguments.headers))
    elif arguments.table:
        table(cases, compilers, options)
    elif arguments.show:
        show(cases, compilers, options)
    elif arguments.whole:
        able = [compiler for compiler in compilers if has_computed_text(compiler)]
        sys.exit(whole(cases, able, options) if able else SKIPPED)
    else:
        sys.exit(check(cases, compilers, options, arguments.headers, arguments.keep,
                       not arguments.mistakes))


if __name__ == "__main__":
    main()
