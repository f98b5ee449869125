# SPDX-License-Identifier: BSL-1.0
"""Reads the mistakes of this folder. Each file is a topic: its title, the headers and declarations that
all its cases share, and the cases. A case is a function with one mistake and the correct code:

    // expect: a phrase of the diagnostics; there may be several such lines
    void index_outside() {
      tensor<int, 3> t;
    #ifdef WRONG
      auto x = t[_9];
    #else
      auto x = t[_2];
    #endif
    }

The compilers must name the last line of the wrong code. The lines before the function are

    // expect: phrase         also expect-gcc and expect-clang, for one compiler
    // warns-clang: phrase    instead: the wrong code compiles, and this compiler must warn of it with
                              -Wall (stria has no message); a compiler without such a line must compile it
    // page: in full          docs/errors.md shows the program and the diagnostics

A topic compiles as it is, so an editor shows no errors. check.py cuts one program for each mistake.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
FAMILIES = ("gcc", "clang")
HEADERS = "#include <stria/stria.hpp>"  # what is precompiled

KEY = r"// (expect|warns|page)(?:-(gcc|clang))?: ([^\n]+)\n"
CASE = re.compile(rf"((?:^{KEY})+)^(\w+ (\w+)\(\) {{)\n(.*?)^}}\n", re.MULTILINE | re.DOTALL)
BODY = re.compile(r"(.*)^#ifdef WRONG\n(.+)^#else\n.+^#endif\n(.*)", re.MULTILINE | re.DOTALL)


class BadCase(Exception):
    """Raised for a file that does not have the form above."""


@dataclass
class Case:
    name: str
    place: str  # the line of the function in the file of the topic
    program: str  # with the mistake
    wrong: str  # the mistake on one line
    line: int  # of the mistake in the program
    phrases: dict = field(default_factory=lambda: {family: [] for family in FAMILIES})
    warns: bool = False
    in_full: bool = False


@dataclass
class Topic:
    path: Path
    title: str
    cases: list


def included(text):
    """The line of the first header, if it is the one that can be precompiled, or 0."""
    first = re.search(r"^#include.*", text, re.MULTILINE)
    return text[:first.start()].count("\n") + 1 if first and first[0] == HEADERS else 0


def read_case(found, place, shared):
    """The case of a match of CASE, with the lines that the topic shares."""
    body = BODY.fullmatch(found[7])
    if not body or found[7].count("\n#e") != 2:
        raise BadCase(f"{place}: '#ifdef WRONG', '#else' and '#endif' must occur once, with code between")
    before, wrong, after = body.groups()
    until = f"{shared}{found[5]}\n{before}{wrong}"
    in_one_line = " ".join(line.strip() for line in wrong.splitlines())
    case = Case(found[6], place, f"{until}{after}}}\n", in_one_line, until.count("\n"))
    kinds = set()
    for kind, only, phrase in re.findall(KEY, found[1]):
        if kind == "page":
            case.in_full = True
            continue
        kinds.add(kind)
        for family in [only] if only else FAMILIES:
            case.phrases[family].append(phrase.strip())
        if phrase.strip() in case.name + ".cpp" or phrase.strip() in case.program:
            raise BadCase(f"{place}: '{phrase}' occurs in the program itself, which compilers quote")
    case.warns = kinds == {"warns"}
    if len(kinds) > 1:
        raise BadCase(f"{place}: 'expect' and 'warns' in one case")
    if not case.warns and not all(case.phrases.values()):
        raise BadCase(f"{place}: each compiler needs an '// expect: phrase'")
    return case


def read_topic(path):
    text = path.read_text(encoding="utf-8")
    title = re.match(r"(?:// SPDX.*\n)?// (.+)\n", text)
    if not title:
        raise BadCase(f"{path.name}: the first line must be the title of the topic")
    rest = CASE.sub("", text)
    if left := re.search(rf"^{KEY}|^#ifdef WRONG", rest, re.MULTILINE):
        raise BadCase(f"{path.name}: '{left[0].strip()}' is not part of a case")
    shared = "".join(line + "\n" for line in rest.splitlines() if line and not line.startswith("//"))
    cases = [read_case(found, f"{path.name}:{text[:found.start(5)].count(chr(10)) + 1}", shared)
             for found in CASE.finditer(text)]
    return Topic(path, title[1], cases)


def read_all(paths=None):
    """The topics of these files, or of all files of the folder, sorted."""
    topics = [read_topic(path) for path in paths or sorted(HERE.glob("*.cpp"))]
    names = set()
    for case in (case for topic in topics for case in topic.cases):
        if case.name in names:
            raise BadCase(f"{case.place}: the name {case.name} occurs twice")
        names.add(case.name)
    return topics


def first_of_families(topics):
    """The first case of each family, which are the cases whose names begin with the same word."""
    firsts = {}
    for case in sorted((case for topic in topics for case in topic.cases), key=lambda case: case.name):
        firsts.setdefault(case.name.split("_")[0], case)
    return list(firsts.values())
