# SPDX-License-Identifier: BSL-1.0
"""Prints the objects of objects.cpp with gdb and compares the output with the comments next to them.

usage: gdb -q -nx -batch -ex "python arguments = [PRINTERS, PROGRAM, SOURCE, FOLDER, WORDS]"
           -x show.py

A line `//: expression => text` always applies. A line `// g++ -O0: expression => text` applies if WORDS
contains all of these words. The expressions are printed at the next pause_with(), in the running program
and in a core dump, where gdb cannot call functions. At the entry of each function, its locals must be
printable although they are not constructed yet. The core dumps are written to FOLDER. The exit status is
77 if gdb may not run programs.
"""

import re
import sys
from pathlib import Path

import gdb

LINE = re.compile(r"\s*//([\w+\- ]*): (.+?) => (.*)")
FUNCTION = re.compile(r"\[\[gnu::noinline\]\] void (\w+)\(\) \{")


def expectations(source, words):
    """(function, [(expression, text)]) for each breakpoint, in order."""
    groups, here, function = [], [], None
    for line in source.splitlines():
        named, said = FUNCTION.match(line), LINE.fullmatch(line)
        if named:
            function = named[1]
        elif said and set(said[1].split()) <= words:
            here.append((said[2], said[3]))
        elif line.startswith("  pause_with("):
            groups.append((function, here))
            here = []
    return groups


def answer(command):
    try:
        return gdb.execute(command, to_string=True).strip()
    except gdb.error as problem:
        return f"error: {problem}"


def problems_with(where, function, expected):
    """The problems in the selected program, which has stopped below `function`."""
    gdb.execute(f"frame function {function}", to_string=True)
    for expression, text in expected:
        got = re.sub(r"^\$\d+ = ", "", answer(f"print {expression}"))
        if got != text:
            yield f"{where}: {expression}\n  expected {text}\n  got      {got}"


def run():
    try:
        gdb.execute("run", to_string=True)
    except gdb.error as problem:
        if "ptrace" in str(problem) or "not permitted" in str(problem):
            print(f"skipped: gdb may not run programs here: {problem}")
            gdb.execute("quit 77")
        raise


def main(printers, program, source, folder, words):
    gdb.execute(f"source {printers}")
    for setting in ("width 0", "confirm off", "debuginfod enabled off", "python print-stack full"):
        gdb.execute(f"set {setting}")
    groups = expectations(Path(source).read_text(encoding="utf-8"), set(words.split()))
    cores = Path(folder)
    cores.mkdir(parents=True, exist_ok=True)
    problems = []

    gdb.execute(f'file "{program}"', to_string=True)
    for function, _ in groups:
        gdb.execute(f"break -qualified {function}", to_string=True)
    gdb.execute("break -qualified stop", to_string=True)
    run()
    for function, expected in groups:
        before = answer("info locals")
        if before.startswith("error: ") or "Python Exception" in before or "Traceback" in before:
            problems.append(f"locals of {function} before they are made:\n{before}")
        gdb.execute("continue", to_string=True)
        problems += problems_with("running", function, expected)
        gdb.execute(f"generate-core-file {cores / function}.core", to_string=True)
        gdb.execute("continue", to_string=True)
    for function, expected in groups:
        core = cores / f"{function}.core"
        gdb.execute(f"core-file {core}", to_string=True)
        problems += problems_with("core dump", function, expected)
        core.unlink()

    print("\n".join(problems))
    count = sum(len(expected) for _, expected in groups)
    print(f"{count} expressions, {len(problems)} problems")
    return 1 if problems or count == 0 else 0


try:
    status = main(*arguments)  # set on the command line
except Exception as problem:  # gdb itself would go on and report success
    print(f"{type(problem).__name__}: {problem}")
    status = 1
sys.stdout.flush()
gdb.execute(f"quit {status}")
