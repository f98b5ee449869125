#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes docs/errors.md: the mistakes of this folder with the messages of g++ 12 and clang 19.

usage: document.py [options of check.py]     writes the page
       document.py --check ...               compares instead; exit status 77 without these two compilers
       document.py --topics                  checks that each mistake belongs to a topic
options: --said FOLDER     uses the diagnostics from check.py --keep instead of compiling again
"""

import argparse
import difflib
import json
import re
import statistics
import subprocess
import sys
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


def summary(cases, outputs):
    rows = [f"{len(cases)} mistakes:", "",
            "| | most lines | median | most bytes | median |", "| --- | ---: | ---: | ---: | ---: |"]
    for family, name in (("gcc", "g++ 12"), ("clang", "clang 19")):
        said = [outputs[case.path.stem][family] for case in cases]
        lines = [len(text.splitlines()) for text in said if text]
        size = [len(text) for text in said if text]
        rows.append(f"| {name} | {max(lines)} | {statistics.median_low(lines)} | {max(size)} | "
                    f"{statistics.median_low(size)} |")
    return "\n".join(rows)


def page(cases, outputs, whole):
    text = [HEAD.format(piece=34, whole=trimmed(whole), gcc=check.LIMITS["gcc"],
                        clang=check.LIMITS["clang"], summary=summary(cases, outputs))]
    by_topic = {title: [] for title, _, _ in TOPICS}
    for case in cases:
        by_topic[topic_of(case.path.stem)].append(case)
    for title, _, shown in TOPICS:
        text.append(f"## {title}\n")
        text.append("| mistake | message | g++: lines, bytes | clang: lines, bytes |\n"
                    "| --- | --- | ---: | ---: |")
        for case in by_topic[title]:
            said = outputs[case.path.stem]
            text.append(f"| {code_in_cell(mistake_of(case)[0])} | "
                        f"{in_cell(sentence_of(case, said))} | {figures(said['gcc'])} | "
                        f"{figures(said['clang'])} |")
        text.append("")
        for case in by_topic[title]:
            if case.path.stem in shown:
                said = outputs[case.path.stem]
                text.append(f"### {case.path.stem}\n\n```cpp\n{mistake_of(case)[1]}\n```\n")
                for family, name in (("gcc", "g++"), ("clang", "clang")):
                    if said[family]:
                        text.append(f"{name}:\n\n```\n{trimmed(said[family])}\n```\n")
    return "\n".join(text).rstrip() + "\n"


def version(compiler):
    said = subprocess.run([compiler.program, "-dumpversion"], capture_output=True, text=True,
                          check=True)
    return said.stdout.split(".")[0].strip()


def main():
    parser = check.arguments_of(argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0]))
    parser.add_argument("--topics", action="store_true", help="check only the names")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--said", type=Path, metavar="FOLDER", help="from check.py --keep")
    arguments = parser.parse_args()
    cases, compilers, options = check.read_arguments(arguments)
    if arguments.topics:
        for case in cases:
            topic_of(case.path.stem)
        print(f"{len(cases)} mistakes, each with a topic")
        return
    found = {compiler.family: version(compiler) for compiler in compilers}
    if found != PINNED:
        print(f"document.py: the page is written with {PINNED}, found {found}")
        sys.exit(check.SKIPPED)

    outputs = {}
    for case in cases:
        if arguments.said:
            kept = (arguments.said / f"{case.path.stem}.json").read_text(encoding="utf-8")
            outputs[case.path.stem] = json.loads(kept)
        else:
            outputs[case.path.stem] = {
                compiler.family: check.said_to(case, compiler, options) for compiler in compilers}
    clang = next(compiler for compiler in compilers if compiler.family == "clang")
    example = next(case for case in cases if case.path.stem == "add_shapes")
    whole = check.compile_case(example, clang, options, check.WHOLE)[1]

    text = page(cases, outputs, whole)
    if not arguments.check:
        PAGE.write_text(text, encoding="utf-8")
        return
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if old != text:
        diff = difflib.unified_diff(old.splitlines(), text.splitlines(), "docs/errors.md",
                                    "the compilers", lineterm="", n=1)
        print("\n".join(list(diff)[:40]))
        sys.exit("docs/errors.md differs from the output of the compilers; tests/errors/document.py writes it")


if __name__ == "__main__":
    main()
