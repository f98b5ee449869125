#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks how the headers behave in programs of other habits: names, macros, standards and warnings.

usage: check.py MODE... [--compiler PROGRAM]... [--system FOLDER]... [--checkout FOLDER] [--level O2]... [--few]

includes   The public headers include no header of the system beyond those that the standard headers and the
           libraries include which they need. In particular they include no header of POSIX.
names      After `using namespace stria;` a program may declare the names in names.txt, and index() of <strings.h>
           is not in the way of index_t.
macros     The macros of macros.hpp do not reach the headers: their text after preprocessing stays the same, and they
           compile with -std=gnu++23 and with -fno-char8_t.
standards  Before C++23, or with min or max as a macro, the compiler reports one sentence and stops.
warnings   The programs quiet*.cpp, optimised, with the headers by -I, cause no warning; with --few only quiet.cpp.
           -Wnull-dereference is not among the warnings: g++ warns about the null pointer of an empty tensor.
dangling   clang warns for each row of dangling.cpp that returns an expression of a local tensor, and for no other row.

Public headers are those that begin with the lines that check_tree.py calls SYSTEM_HEADER. A header that needs another
library is left out where that library is not installed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import check_tree  # noqa: E402

# Headers of the libraries that some of the public headers need.
LIBRARY = re.compile(r"(range/v3|Eigen|unsupported/Eigen|dlpack|fmt|nlohmann|nanobind|pybind11)/.+"
                     r"|(hdf5|jerror|jpeglib|mpi|png|zip)\.h|mdspan")
# They need Python.h as well.
PYTHON = re.compile(r"(nanobind|pybind11)/.+")
# They take seconds to compile, and their headers of stria declare few names.
SLOW = re.compile(r"(Eigen|unsupported/Eigen|nanobind|pybind11)/.+")
SLOW_OR_CORE = re.compile(rf"{SLOW.pattern}|range/v3/.+|mdspan")
# What headers include with certain options only, and a header for these.
OPTIONAL = {"omp.h"}
LEFT_OUT = {"stria/instantiated.hpp", "stria/instantiated_copies.hpp"}

LINES = 16  # of diagnostics, most of them the chain of includes

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Weffc++",
            "-Wfloat-equal", "-Wold-style-cast", "-Wdouble-promotion", "-Wformat=2",
            "-Wcast-align", "-Wnon-virtual-dtor", "-Woverloaded-virtual", "-Wundef", "-Wredundant-decls",
            "-Wswitch-enum", "-Wunused-macros"]
WARNINGS_OF = {
    "gcc": ["-Wuseless-cast", "-Wduplicated-cond", "-Wduplicated-branches", "-Wlogical-op", "-Wsuggest-override"],
    "clang": ["-Wdocumentation", "-Wcomma", "-Wextra-semi", "-Wimplicit-int-float-conversion", "-Wshadow-all",
              "-Wunreachable-code"],
}


class Compiler:
    def __init__(self, program, checkout, system):
        found = shutil.which(program)
        if not found:
            sys.exit(f"check.py: compiler '{program}' not found")
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
        self.family = "clang" if "clang" in version.stdout else "gcc"
        self.name = Path(program).name
        self.command = [found, "-fdiagnostics-color=never", f"-I{checkout / 'dsl'}", f"-I{checkout / 'include'}",
                        *(f"-idirafter{folder}" for folder in system)]

    def run(self, text, *options, standard="-std=c++23"):
        """(return code, output, diagnostics) for a program."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "program.cpp").write_text(text, encoding="utf-8")
            done = subprocess.run([*self.command, standard, *options, "program.cpp"], cwd=folder, capture_output=True,
                                  text=True, env=os.environ | {"LC_ALL": "C"}, check=False)
        return done.returncode, done.stdout, done.stderr


# --- the public headers ---

class Headers:
    """The public headers, each with the headers of other libraries that it needs."""

    def __init__(self, checkout):
        on_disk, problems = check_tree.headers_on_disk(checkout)
        if problems:
            sys.exit("\n".join(problems))
        graph = {header: [target for _, target, _ in check_tree.includes(path)]
                 for header, (_, path) in on_disk.items()}
        self.problems = []
        self.standard = set()
        self.needs = {}
        for header, (_, path) in on_disk.items():
            # Headers of an older checkout do not have the mark.
            if header in LEFT_OUT or check_tree.SYSTEM_HEADER not in path.read_text(encoding="utf-8") and \
                    check_tree.layer(header) not in [*check_tree.UMBRELLAS, *check_tree.OPTIONAL, "random.hpp", "ranges.hpp"]:
                continue
            needed = {}
            for within in {header}.union(*(check_tree.reached(graph, target) for target in graph[header]
                                           if target in on_disk)):
                for target in graph.get(within, []):
                    if target in on_disk or target in OPTIONAL:
                        continue
                    if LIBRARY.fullmatch(target):
                        needed[target] = True
                    elif check_tree.STANDARD.fullmatch(target) or re.fullmatch(check_tree.HANA, target):
                        self.standard.add(target)
                    else:
                        self.problems.append(f"{within} includes <{target}>, which is neither a standard header nor "
                                             "one of a library")
            self.needs[header] = sorted(needed)
        self.problems = sorted(set(self.problems))


    def program(self, without=None):
        """A program of all public headers, except those that need a library whose name matches `without`."""
        return "".join(guarded(needed, header) for header, needed in self.needs.items()
                       if not any(without and without.fullmatch(library) for library in needed))

    def libraries(self, without=None):
        """A program of the libraries."""
        found = {library for needed in self.needs.values() for library in needed}
        return "".join(guarded([library], library) for library in sorted(found)
                       if not (without and without.fullmatch(library)))

    def standard_headers(self):
        return "".join(guarded([header], header) for header in sorted(self.standard))


def guarded(needed, header):
    python = ["Python.h"] if any(PYTHON.fullmatch(target) for target in needed) else []
    condition = " && ".join(f"__has_include(<{target}>)" for target in [*needed, *python])
    return f"#if {condition or 1}\n#include <{header}>\n#endif\n"


# --- includes ---

def files_of(compiler, text, checkout):
    """The files that a program includes, but for those of this checkout."""
    code, output, said = compiler.run(text, "-M")
    if code != 0:
        return None, said
    words = output.replace("\\\n", " ").split()[1:]
    return {os.path.realpath(word) for word in words
            if word != "program.cpp" and not Path(word).resolve().is_relative_to(checkout)}, ""


def check_includes(compiler, headers, checkout):
    problems = list(headers.problems)
    found, said = files_of(compiler, headers.program(), checkout)
    known, said_too = files_of(compiler, headers.standard_headers() + headers.libraries(), checkout)
    if found is None or known is None:
        return problems + ["the headers cannot be preprocessed:\n" + said + said_too]
    return problems + [f"the public headers include {file}, which the standard headers alone do not include"
                       for file in sorted(found - known)]


# --- names ---

def names():
    lines = (HERE / "names.txt").read_text(encoding="utf-8").splitlines()
    return [name for line in lines if not line.startswith("#") for name in line.split()]


def of_posix():
    """The names in the last group, which are those of structs and functions of POSIX."""
    return (HERE / "names.txt").read_text(encoding="utf-8").rpartition("#")[2].partition("\n")[2].split()


def check_names(compiler, headers, _):
    declared, used = [], []
    structs = of_posix()
    for number, name in enumerate(names()):
        if name in structs:
            declared.append(f"struct {name} {{ int member; }};")
            used.append(f"{name} used_{name}{{{number}}}; sum_of_uses += used_{name}.member;")
        elif number % 3 == 0:
            declared.append(f"using {name} = dtensor<float, 2>;")
            used.append(f"{name} used_{name}; sum_of_uses += static_cast<int>(used_{name}.size());")
        elif number % 3 == 1:
            declared.append(f"int {name}(int x) {{ return x + 1; }}")
            used.append(f"sum_of_uses += {name}({number});")
        else:
            declared.append(f"int {name} = {number};")
            used.append(f"{name} += 1; sum_of_uses += {name};")
    text = "\n".join([
        "#include <string.h>", "#include <strings.h>",
        headers.program(SLOW),
        "using namespace stria;",
        *declared,
        "int main() {", "int sum_of_uses = 0;", *used,
        "index_t n = sum_of_uses;",
        "return n == 0;", "}", ""])
    code, _, said = compiler.run(text, "-fsyntax-only")
    return [] if code == 0 else ["the program with its own names does not compile:\n" + "\n".join(
        [line for line in said.splitlines() if "error" in line][:20] or said.splitlines()[:20])]


# --- macros ---

def own_text(compiler, text, checkout):
    """The text of the headers of this checkout, after preprocessing."""
    code, output, said = compiler.run(text, "-E", standard="-std=gnu++23")
    if code != 0:
        return None, said
    texts, file = {}, None
    for line in output.splitlines():
        mark = re.match(r'# \d+ "([^"]*)"', line)
        if mark:
            path = Path(mark[1])
            file = str(path.relative_to(checkout)) if path.is_absolute() and path.is_relative_to(checkout) else None
        elif file and not line.startswith("#pragma"):
            # Lines and spaces are not compared, because g++ adds some where it expands macros of system headers.
            texts.setdefault(file, []).extend(re.findall(r"\w+|[^\w\s]", line))
    return texts, ""


def changes(plain, reached):
    """The changed tokens of each file, with their neighbours."""
    for file in sorted(plain.keys() | reached.keys()):
        before, after = plain.get(file, []), reached.get(file, [])
        if before == after:
            continue
        first = next((n for n, (a, b) in enumerate(zip(before, after)) if a != b), min(len(before), len(after)))
        yield (f"{file}: a macro of macros.hpp changes '{' '.join(before[max(first - 4, 0):first + 8])}' to "
               f"'{' '.join(after[max(first - 4, 0):first + 8])}'")


def check_macros(compiler, headers, checkout):
    macros = (HERE / "macros.hpp").read_text(encoding="utf-8")
    # Libraries need not compile after the macros, but for those of the core: Boost.Hana and range-v3.
    before = headers.libraries(SLOW_OR_CORE)
    plain, said = own_text(compiler, before + headers.program(SLOW), checkout)
    reached, said_too = own_text(compiler, before + macros + headers.program(SLOW), checkout)
    if plain is None or reached is None:
        return ["the headers cannot be preprocessed:\n" + (said + said_too)[:2000]]
    problems = list(changes(plain, reached))[:20]
    code, _, said = compiler.run(before + macros + headers.program(SLOW) + PROGRAM, "-fsyntax-only", "-fno-char8_t",
                                 standard="-std=gnu++23")
    if code != 0:
        problems.append("the headers do not compile after the macros:\n"
                        + "\n".join([line for line in said.splitlines() if "error" in line][:20]))
    return problems


PROGRAM = """
int main() {
  stria::tensor a{1, 2};
  return sum(a) != 3;
}
"""


# --- standards ---

def check_standards(compiler, *_):
    problems = []
    trials = [(header, "-std=c++20", []) for header in ("stria/stria.hpp", "stria/random.hpp", "stria/io/npy.hpp")]
    trials += [("stria/stria.hpp", "-std=c++17", []), ("stria/stria.hpp", "-std=c++23", ["-Dmax(a,b)=a"])]
    for header, standard, options in trials:
        code, _, said = compiler.run(f"#include <{header}>\nint main() {{ return 0; }}\n", "-fsyntax-only", *options,
                                     standard=standard)
        lines = said.splitlines()
        errors = [line for line in lines if re.search(r"\berror: ", line)]
        sentence = "is a macro; define NOMINMAX" if options else "needs C++23"
        # The second one is the missing header that stops the compiler.
        if code == 0 or not errors or "stria: " not in errors[0] or sentence not in errors[0] or len(errors) != 2 \
                or "fatal error" not in errors[1] or len(lines) > LINES:
            problems.append(f"<{header}> with {' '.join([standard, *options])} must report one sentence:\n"
                            + "\n".join(lines[:20]))
    return problems


# --- warnings ---

def check_warnings(compiler, _, __, levels, few):
    problems = []
    for path in [HERE / "quiet.cpp"] if few else sorted(HERE.glob("quiet*.cpp")):
        for level in levels:
            code, _, said = compiler.run(path.read_text(encoding="utf-8"), *WARNINGS, *WARNINGS_OF[compiler.family],
                                         "-Werror", f"-{level}", "-c", "-o", os.devnull)
            if code != 0:
                problems.append(f"{path.name} with -{level} causes warnings:\n" + said)
    return problems


# --- dangling ---

def check_dangling(compiler, *_):
    if compiler.family != "clang":
        return []
    text = (HERE / "dangling.cpp").read_text(encoding="utf-8")
    code, _, said = compiler.run(text, "-fsyntax-only", "-Wreturn-stack-address", "-Wdangling")
    if code != 0:
        return ["dangling.cpp does not compile:\n" + said]
    warned = {int(line) for line in re.findall(r"^program\.cpp:(\d+):\d+: warning: ", said, re.MULTILINE)}
    problems = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("DANGLES(") and number not in warned:
            problems.append(f"dangling.cpp:{number}: no warning for {line}")
        elif line.startswith("RIGHT(") and number in warned:
            problems.append(f"dangling.cpp:{number}: a false warning for {line}")
    return problems


CHECKS = {"includes": check_includes, "names": check_names, "macros": check_macros, "standards": check_standards,
          "warnings": check_warnings, "dangling": check_dangling}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modes", nargs="+", choices=CHECKS)
    parser.add_argument("--compiler", action="append", default=[])
    parser.add_argument("--system", action="append", default=[])
    parser.add_argument("--checkout", type=Path, default=HERE.parents[1])
    parser.add_argument("--level", action="append", default=[])
    parser.add_argument("--few", action="store_true")
    arguments = parser.parse_args()
    checkout = arguments.checkout.resolve()
    headers = Headers(checkout)
    failed = False
    for program in arguments.compiler or ["g++"]:
        compiler = Compiler(program, checkout, arguments.system)
        for mode in arguments.modes:
            more = [arguments.level or ["O2"], arguments.few] if mode == "warnings" else []
            problems = CHECKS[mode](compiler, headers, checkout, *more)
            failed = failed or bool(problems)
            print(f"{mode}: {compiler.name}: {'FAILED' if problems else 'ok'}")
            for problem in problems:
                print("  " + problem)
    return failed


if __name__ == "__main__":
    sys.exit(main())
