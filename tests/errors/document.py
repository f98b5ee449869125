#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes docs/errors.md: the mistakes of this folder with the messages of g++ 12 and clang 19.

usage: document.py [options of check.py]     writes the page
       document.py NAME...     compiles only these topics or cases and those that the page lacks, and takes the
                               others from the page: for one new mistake this takes half a minute
       document.py --check ...               compares instead; exit status 77 without these two compilers
       document.py --topics                  checks that each mistake is on the page, without compiling
options: --said FOLDER     uses the diagnostics from check.py --keep; those that are not there are
                           compiled and stored there
"""

import argparse
import dataclasses
import difflib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
import check

PAGE = check.HERE.parents[1] / "docs" / "errors.md"
PINNED = {"gcc": "12", "clang": "19"}

# The files in the order of the page.
TOPICS = """index_notation subscripts index_arrays masks construction creation braces assignment read_only updates
    scatter tie_swap loops any_tensor arithmetic elementwise map reductions statistics order shapes joining
    rearranging products einsum einops named_extents calculus learning gradients linalg random files tiles hdf5 images eigen dlpack device device_output
    dangling""".split()

HEAD = """<!-- SPDX-License-Identifier: BSL-1.0 -->
<!-- Written by tests/errors/document.py; the test errors.document compares it with the compilers. -->
# Compiler messages

Mistakes that are visible at compile time do not compile. The error points to the line of the mistake, and its message begins with
`stria:`. It says what was found, what was expected and what to do. Shapes are written as `(3, batch, ?)`, with
the names of named extents and `?` for sizes known at run time.

- g++ names your line in the second line of its output, or in the third if a subscript has several items. The message is
  the text in the longest line.
- clang names your line in the first. It shows at most {piece} characters of a text, so the message is in pieces,
  `fixed_string<34>{{"..."}}`. With `-std=c++26` it shows the whole message and then your line:

```
{whole}
```

The tests require at most {gcc} lines from g++ and {clang} from clang. The outputs on this page have no folders and no line numbers of the library. [design/refusals.md](design/refusals.md) explains
how the messages are made. The mistakes and the correct code are in `tests/errors/`, one file for each section."""


def trimmed(said):
    """The diagnostics without folders and without the line numbers of the library, which change often."""
    said = re.sub(r"(\.\./)+(dsl|include)/", "", said)
    lines = []
    library = False
    for line in said.splitlines():
        position = re.match(r"(\S+?):\d+:", line)
        if position:
            library = position[1].startswith("stria/")
        line = re.sub(r"(stria/[\w/]+\.hpp):\d+(:\d+)?", r"\1", line)
        if library:
            line = re.sub(r"^ +\d* \|", "      |", line)
        lines.append(line.rstrip())
    return "\n".join(lines).strip()


def program_of(case):
    """The program without headers."""
    hidden = ("//", "#", "using namespace")
    return "\n".join(line for line in case.program.splitlines() if not line.startswith(hidden))


def in_cell(text):
    return re.sub(r"([|*_<\\\[\]])", r"\\\1", text)


def sentence_of(case, said):
    if case.warns:
        found = re.search(r"warning: (.*?)(?: \[-W.*\])?$", said["clang"], re.MULTILINE)
        return "clang warns: " + (found[1] if found else "?")
    return check.sentence(said["gcc"])


@dataclasses.dataclass(frozen=True)
class Entry:
    """A mistake on the page: its row in the table of its topic, and its section, which may be empty."""
    row: str
    section: str


def row_begin(case):
    return "| `" + case.wrong.replace("|", "\\|") + "` | "


def section_begin(case):
    return f"### {case.name}\n\n```cpp\n{program_of(case)}\n```\n"


def entry_of(case, said):
    """The entry for the diagnostics of both compilers."""
    row = f"{row_begin(case)}{in_cell(sentence_of(case, said))} |"
    section = [section_begin(case)]
    for family, name in (("gcc", "g++"), ("clang", "clang")):
        if said[family]:
            section.append(f"{name}:\n\n```\n{trimmed(said[family])}\n```\n")
    return Entry(row, "\n".join(section) if case.in_full else "")


def entries_on(text, topics):
    """The entries on the page, by the name of the case. A case that the page lacks, or whose code has
    changed, has none."""
    found = {}
    for topic in topics:
        part = (text.split(f"\n## {topic.title}\n", maxsplit=1) + [""])[1].split("\n## ")[0]
        table, *sections = re.split(r"^(?=### )", part, flags=re.MULTILINE)
        rows = table.splitlines()
        for case in topic.cases:
            row = next((row for row in rows if row.startswith(row_begin(case))), None)
            section = next((one for one in sections if one.startswith(section_begin(case))), "")
            if row and bool(section) == case.in_full:
                rows.remove(row)  # cases with the same code are in the same order on the page
                found[case.name] = Entry(row, section.rstrip() + "\n" if section else "")
    return found


def tables(topics, entries):
    text = []
    for topic in topics:
        of_topic = [entries[case.name] for case in topic.cases]
        text.append(f"## {topic.title}\n\n| mistake | message |\n| --- | --- |")
        text += [entry.row for entry in of_topic]
        text.append("")
        text += [entry.section for entry in of_topic if entry.section]
    return "\n".join(text).rstrip() + "\n"


def body(topics, entries):
    return f"\n\n{len(entries)} mistakes:\n\n{tables(topics, entries)}"


def check_topics(text, topics):
    """Checks that the page has these cases and no others, without compiling them."""
    entries = entries_on(text, topics)
    lacks = [case.name for topic in topics for case in topic.cases if case.name not in entries]
    if lacks:
        sys.exit(f"document.py: docs/errors.md lacks {' '.join(lacks)}; document.py NAME adds a mistake")
    if not text.endswith(body(topics, entries)):
        sys.exit("document.py: docs/errors.md has more than the mistakes of this folder, or in another "
                 "order; document.py NAME, with any of them, writes the others again")
    print(f"{len(entries)} mistakes, each on the page")


def compile_cases(cases, compilers):
    """The diagnostics of each case."""
    with tempfile.TemporaryDirectory() as folder:
        if len(cases) > 8:  # precompiled headers take longer for fewer
            compilers = [dataclasses.replace(compiler, headers=Path(folder)) for compiler in compilers]
            for compiler in compilers:
                compiler.precompile()
        return {case.name: {compiler.family: compiler.mistake(case)[1] for compiler in compilers}
                for case in cases}


def version(compiler):
    said = subprocess.run([compiler.program, "-dumpversion"], capture_output=True, text=True,
                          check=True)
    return said.stdout.split(".")[0].strip()


def main():
    parser = check.arguments_of(argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0]))
    parser.add_argument("--topics", action="store_true", help="check only which mistakes the page has")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--said", type=Path, metavar="FOLDER", help="from check.py --keep")
    arguments = parser.parse_args()
    topics, compilers = check.read_arguments(arguments)
    if odd := {topic.path.stem for topic in topics}.symmetric_difference(TOPICS):
        sys.exit(f"document.py: TOPICS and the files differ in {' '.join(sorted(odd))}")
    topics.sort(key=lambda topic: TOPICS.index(topic.path.stem))
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if arguments.topics:
        check_topics(old, topics)
        return
    found = {compiler.family: version(compiler) for compiler in compilers}
    if found != PINNED:
        print(f"document.py: the page is written with {PINNED}, found {found}")
        sys.exit(check.SKIPPED)

    cases, _ = check.chosen(topics, [])
    entries = {}
    if arguments.said:
        for case in cases:
            kept = arguments.said / f"{case.name}.json"
            if kept.exists():
                entries[case.name] = entry_of(case, json.loads(kept.read_text(encoding="utf-8")))
    elif arguments.name:
        entries = entries_on(old, topics)
        for case in check.chosen(topics, arguments.name)[0]:
            entries.pop(case.name, None)
    missing = [case for case in cases if case.name not in entries]
    for case, said in zip(missing, compile_cases(missing, compilers).values()):
        entries[case.name] = entry_of(case, said)
        if arguments.said:
            check.keep_said(arguments.said, case, said)
    clang = next(compiler for compiler in compilers if compiler.family == "clang")
    example = check.chosen(topics, ["add_shapes"])[0][0]
    whole = clang.mistake(example, check.WHOLE)[1]
    head = HEAD.format(piece=34, whole=trimmed(whole), gcc=check.LIMITS["gcc"], clang=check.LIMITS["clang"])
    text = head + body(topics, entries)
    if not arguments.check:
        PAGE.write_text(text, encoding="utf-8")
        return
    if old != text:
        diff = difflib.unified_diff(old.splitlines(), text.splitlines(), "docs/errors.md",
                                    "the compilers", lineterm="", n=1)
        print("\n".join(list(diff)[:40]))
        sys.exit("docs/errors.md differs from the output of the compilers; tests/errors/document.py writes it")


if __name__ == "__main__":
    main()
