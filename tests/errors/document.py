#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes docs/errors.md: the mistakes of this folder with the messages of g++ 12 and clang 19.

usage: document.py [options of check.py]     writes the page
       document.py FILE...     compiles only these mistakes and those that the page lacks, and takes the
                               others from the page: for one new mistake this takes half a minute
       document.py --check ...               compares instead; exit status 77 without these two compilers
       document.py --topics                  checks that each mistake has a topic and is on the page
options: --said FOLDER     uses the diagnostics from check.py --keep; those that are not there are
                           compiled and stored there
"""

import argparse
import difflib
import json
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
import check

PAGE = check.CHECKOUT / "docs" / "errors.md"
PINNED = {"gcc": "12", "clang": "19"}

# A mistake belongs to the first topic with a prefix of its name. The page shows the last list of each topic in full.
TOPICS = [
    ("Subscripts", ["index_", "items_", "expression_slice", "step_", "range_", "slice_",
                    "rev_", "encode_", "explain_", "strided_", "element_"],
     ["index_float", "index_outside_second", "items_too_many", "step_zero"]),
    ("Index texts", ["text_"], ["text_unexpected"]),
    ("Index arrays, masks, `ix_` and `nd`", ["arrays_", "mask_", "nd_", "outer_", "gather_",
                                             "take_", "boolean_", "one_hot_", "select_"],
     ["arrays_broadcast", "mask_size"]),
    ("Making tensors", ["sizes_", "braces_", "call_braces", "construct_", "zeros_", "from_function_", "random_", "rank_cast_", "visit_rank_",
                        "diag_", "as_fortran_", "identity_", "linspace_", "indices_of_", "fftfreq_"],
     ["sizes_missing", "braces_too_many", "braces_nan", "construct_container"]),
    ("Assignment and scatter", ["assign_", "add_assign_", "noalias_", "tie_", "route_of_",
                                "scatter_", "swap_", "elements_", "any_tensor_", "result_",
                                "increment_", "decrement_", "read_", "exchange_", "rebindable_"],
     ["assign_slice_shape", "assign_const_view", "assign_to_expression"]),
    ("Operators and element-wise functions", ["add_", "modulo_", "bits_", "condition_", "map_",
                                              "clip_", "cast_", "equal_", "maximum_", "pow_", "sqrt_", "exp_", "where_",
                                              "logaddexp_", "floor_", "log1p_", "hypot_", "loop_"],
     ["add_row", "add_names", "condition_of_tensor"]),
    ("Reductions, order and counting", ["reduce_", "axis_", "none_of_", "sum_", "median_", "percentile_",
                                        "cumsum_", "diff_", "sort_", "partition_", "top_k_",
                                        "unique_", "searchsorted_", "bincount_", "histogram_",
                                        "digitize_", "average_", "std_dev_"],
     ["reduce_axis_outside", "sum_container"]),
    ("Shapes, joining and moving", ["reshape_", "transpose_", "permute_", "swapaxes_", "moveaxis_",
                                    "squeeze_", "expand_dims_", "broadcast_to_", "concat_",
                                    "stack_", "hstack_", "block_", "append_", "insert_", "delete_at_", "split_", "tile_", "repeat_", "pad_", "meshgrid_",
                                    "flip_", "rot90_", "roll_", "sliding_", "diagonal_", "triu_",
                                    "subviews_"],
     ["reshape_count"]),
    ("Products", ["matmul_", "inner_", "tensordot_", "trace_", "cross_", "einsum_"],
     ["matmul_inner", "matmul_names", "einsum_sizes"]),
    ("`rearrange`, `reduce` and `repeat` by pattern", ["einops_"], ["einops_divide"]),
    ("Interpolation, polynomials, transforms and linear algebra",
     ["interp_", "polyfit_", "polyval_", "trapezoid_", "fft_", "fftfreq_", "linalg_"], []),
    ("Printing and files", ["print_", "save_", "load_"], []),
    ("Memory of other libraries", ["eigen_", "dlpack_"], ["eigen_expression"]),
    ("Tensors on a device", ["device_"], ["device_add_host", "device_map_lambda"]),
    ("Dangling results", ["dangling_"], ["dangling_view"]),
]

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

The tests require at most {gcc} lines from g++ and {clang} from clang; the tables have the lines and bytes of each
output. The outputs on this page have no folders and no line numbers of the library. [design/refusals.md](design/refusals.md) explains
how the messages are made. Each mistake is a file in `tests/errors/`, with a correct twin that compiles.

{summary}
"""


def topic_of(name):
    for title, prefixes, _ in TOPICS:
        if any(name.startswith(prefix) for prefix in prefixes):
            return title
    sys.exit(f"document.py: no topic for {name}")


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


def mistake_of(case):
    """The wrong code on one line, and the complete program."""
    lines = case.path.read_text(encoding="utf-8").splitlines()
    at = {line.strip(): n for n, line in enumerate(lines)}
    begin, middle, end = (at[word] for word in ("#ifndef TWIN", "#else", "#endif"))
    wrong = [line.removesuffix(check.MARK).rstrip() for line in lines[begin + 1:middle]]
    program = lines[:begin] + wrong + lines[end + 1:]
    hidden = ("//", "#", "using namespace", "  static_cast<void>")
    program = [line for line in program if line and not line.startswith(hidden)]
    return " ".join(line.strip() for line in wrong), "\n".join(program)


def in_cell(text):
    return re.sub(r"([|*_<\\\[\]])", r"\\\1", text)


def code_in_cell(code):
    return "`" + code.replace("|", "\\|") + "`"


def sentence_of(case, said):
    if case.warns:
        found = re.search(r"warning: (.*?)(?: \[-W.*\])?$", said["clang"], re.MULTILINE)
        return "clang warns: " + (found[1] if found else "?")
    return check.sentence(said["gcc"])


def figures(said):
    return f"{len(said.splitlines())}, {len(said)}" if said else "–"


@dataclass(frozen=True)
class Entry:
    """A mistake on the page: its row in the table of its topic, and its section, which may be empty."""
    row: str
    section: str


def key_of(case):
    """The beginning of the row of a case."""
    return f"| {code_in_cell(mistake_of(case)[0])} | "


def entry_of(case, said):
    """The entry for the diagnostics of both compilers."""
    row = (f"{key_of(case)}{in_cell(sentence_of(case, said))} | {figures(said['gcc'])} | "
           f"{figures(said['clang'])} |")
    shown = next(shown for title, _, shown in TOPICS if title == topic_of(case.path.stem))
    if case.path.stem not in shown:
        return Entry(row, "")
    section = [f"### {case.path.stem}\n\n```cpp\n{mistake_of(case)[1]}\n```\n"]
    for family, name in (("gcc", "g++"), ("clang", "clang")):
        if said[family]:
            section.append(f"{name}:\n\n```\n{trimmed(said[family])}\n```\n")
    return Entry(row, "\n".join(section))


def entries_on(text, cases):
    """The entries on the page, by the name of the case. A case that the page lacks, or whose code has
    changed, has none."""
    parts = re.split(r"^## (.*)$", text, flags=re.MULTILINE)
    rows = {title: re.findall(r"^\| `.*\|$", part, re.MULTILINE)
            for title, part in zip(parts[1::2], parts[2::2])}
    sections = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL))
    found = {}
    for title, _, shown in TOPICS:
        of_topic = [case for case in cases if topic_of(case.path.stem) == title]
        wanted = Counter(key_of(case) for case in of_topic)
        for case in of_topic:
            key, name = key_of(case), case.path.stem
            own = [row for row in rows.get(title, []) if row.startswith(key)]
            begin = f"\n```cpp\n{mistake_of(case)[1]}\n```\n"
            if len(own) != wanted[key] or (name in shown and
                                           not sections.get(name, "").startswith(begin)):
                continue
            # Cases with the same code are in the same order on the page.
            place = [other for other in of_topic if key_of(other) == key].index(case)
            section = f"### {name}\n{sections[name]}".rstrip() + "\n" if name in shown else ""
            found[name] = Entry(own[place], section)
    return found


def summary(rows):
    text = [f"{len(rows)} mistakes:", "",
            "| | most lines | median | most bytes | median |", "| --- | ---: | ---: | ---: | ---: |"]
    cells = [re.search(r" \| ([^|]*) \| ([^|]*) \|$", row) for row in rows]
    for column, name in ((1, "g++ 12"), (2, "clang 19")):
        known = [cell[column].split(", ") for cell in cells if cell[column] != "–"]
        lines, size = ([int(figure[k]) for figure in known] for k in (0, 1))
        text.append(f"| {name} | {max(lines)} | {statistics.median_low(lines)} | {max(size)} | "
                    f"{statistics.median_low(size)} |")
    return "\n".join(text)


def tables(cases, entries):
    text = []
    for title, _, _ in TOPICS:
        of_topic = [entries[case.path.stem] for case in cases
                    if topic_of(case.path.stem) == title]
        text.append(f"## {title}\n")
        text.append("| mistake | message | g++: lines, bytes | clang: lines, bytes |\n"
                    "| --- | --- | ---: | ---: |")
        text += [entry.row for entry in of_topic]
        text.append("")
        text += [entry.section for entry in of_topic if entry.section]
    return "\n".join(text).rstrip() + "\n"


def page(cases, entries, whole):
    head = HEAD.format(piece=34, whole=trimmed(whole), gcc=check.LIMITS["gcc"],
                       clang=check.LIMITS["clang"],
                       summary=summary([entries[case.path.stem].row for case in cases]))
    return f"{head}\n{tables(cases, entries)}"


def check_topics(cases):
    """Checks the names, and that the page has these cases and no others, without compiling them."""
    text = PAGE.read_text(encoding="utf-8")
    entries = entries_on(text, cases)
    lacks = [case.path.stem for case in cases if case.path.stem not in entries]
    if lacks:
        sys.exit(f"document.py: docs/errors.md lacks {' '.join(lacks)}; document.py FILE adds a mistake")
    rows = [entries[case.path.stem].row for case in cases]
    if not text.endswith(f"\n\n{summary(rows)}\n\n{tables(cases, entries)}"):
        sys.exit("document.py: docs/errors.md has more than the mistakes of this folder, or in another "
                 "order; document.py FILE, with any of them, writes the others again")
    print(f"{len(cases)} mistakes, each with a topic and on the page")


def compiled(cases, compilers, options):
    """The diagnostics of each case."""
    with tempfile.TemporaryDirectory() as folder:
        headers = None
        if len(cases) > 8:  # precompiled headers take longer for fewer
            headers = Path(folder)
            check.precompile(headers, compilers, options, cases[0].path.parent)
        return {case.path.stem: {compiler.family: check.said_to(case, compiler, options, headers)
                                 for compiler in compilers} for case in cases}


def version(compiler):
    said = subprocess.run([compiler.program, "-dumpversion"], capture_output=True, text=True,
                          check=True)
    return said.stdout.split(".")[0].strip()


def main():
    parser = check.arguments_of(argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0]))
    parser.add_argument("--topics", action="store_true", help="check only names and rows")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--said", type=Path, metavar="FOLDER", help="from check.py --keep")
    arguments = parser.parse_args()
    named = {path.stem for path in arguments.file}
    arguments.file = []
    cases, compilers, options = check.read_arguments(arguments)
    if named - {case.path.stem for case in cases}:
        sys.exit("document.py: a file is not in tests/errors")
    if arguments.topics:
        check_topics(cases)
        return
    found = {compiler.family: version(compiler) for compiler in compilers}
    if found != PINNED:
        print(f"document.py: the page is written with {PINNED}, found {found}")
        sys.exit(check.SKIPPED)

    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    entries = {}
    if arguments.said:
        for case in cases:
            kept = arguments.said / f"{case.path.stem}.json"
            if kept.exists():
                said = json.loads(kept.read_text(encoding="utf-8"))
                entries[case.path.stem] = entry_of(case, said)
    elif named:
        entries = entries_on(old, cases)
    missing = [case for case in cases if case.path.stem not in entries or case.path.stem in named]
    for name, said in compiled(missing, compilers, options).items():
        case = next(case for case in missing if case.path.stem == name)
        entries[name] = entry_of(case, said)
        if arguments.said:
            check.keep_said(arguments.said, case, said)
    clang = next(compiler for compiler in compilers if compiler.family == "clang")
    example = next(case for case in cases if case.path.stem == "add_shapes")
    whole = check.compile_case(example, clang, options, check.WHOLE)[1]

    text = page(cases, entries, whole)
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
