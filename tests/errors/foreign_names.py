#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Shows that every public function of operands refuses containers in words: that its name stands in
fn/foreign.hpp. usage: foreign_names.py --compiler COMPILER [--system FOLDER]..."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

TAKE_NO_OPERANDS = {
    # numbers and sizes
    "arange", "linspace", "logspace", "geomspace", "zeros", "ones", "full", "empty", "eye",
    "from_function", "axis_size",
    # what stands in a subscript
    "range", "rev", "ix_", "encode", "explain", "masks_from_lists", "parse_index", "plan_slice",
    # settings, exceptions
    "get_print_options", "set_print_options", "num_threads", "set_num_threads",
    "set_parallel_threshold", "raise",
    # what a constructor is told by
    "tensor", "fixed_string",
}
TAKE_CONTAINERS = {"as_tensor", "pad_sequences"}
REFUSE_BY_THEMSELVES = {"concat", "stack", "select"}
# A target and what would be assigned to it: the assignment has the sentences.
QUESTIONS = {"route_of", "explain_route"}
EXPECTED_OTHERS = TAKE_NO_OPERANDS | TAKE_CONTAINERS | REFUSE_BY_THEMSELVES | QUESTIONS

TOKENS = r"->|[<>()]|\b(?:class|struct|enum|concept|using)\b|(\w+)\s*(?=\()"
NO_NAMES = {"requires", "decltype", "noexcept", "sizeof"}


def declarations(text):
    """What is declared in namespace stria itself, up to its body or semicolon."""
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"(?<!\w)'(?:\\.|[^'\\\n])'", "0", text)
    open_braces = []  # for each the namespace's name, None for any other
    part = ""
    for piece in re.split(r"([{};])", text):
        if piece not in ("{", "}", ";"):
            part += piece
            continue
        namespace = re.search(r"\bnamespace\s+([\w:]*)\s*$", part) if piece == "{" else None
        if open_braces == ["stria"] and piece != "}" and not namespace:
            yield part
        if piece == "{":
            open_braces.append(namespace[1] if namespace else None)
        elif piece == "}":
            open_braces.pop()
        part = ""


def without_requirements(declaration):
    """Their `<` and `>` need not be brackets."""
    parts = re.split(r"\brequires\s*(?=\()", declaration)
    for k, part in enumerate(parts[1:], 1):
        nesting = 0
        for m in re.finditer(r"[()]", part):
            nesting += 1 if m[0] == "(" else -1
            if nesting == 0:
                parts[k] = part[m.end():]
                break
    return "".join(parts)


def function_name(declaration):
    """None for what is no function: a class, a concept, an alias, a variable."""
    if "operator" in declaration:
        return None
    declaration = without_requirements(declaration)
    nesting = 0
    for m in re.finditer(TOKENS, declaration):
        if m[1]:
            if nesting == 0 and m[1] not in NO_NAMES:
                return m[1]
        elif m[0] in "<(":
            nesting += 1
        elif m[0] in ">)":
            nesting -= 1
        elif m[0] != "->" and nesting == 0:
            return None
    return None


def public_names(text):
    return {name for name in map(function_name, declarations(text)) if name}


def preprocessed(compiler, system):
    """fn/foreign.hpp and all other headers of stria."""
    folders = [f"-I{ROOT / 'include'}", f"-I{ROOT / 'dsl'}"]
    # Where g++'s own headers stand, they are the last to be looked at.
    for folder in set(system) - {"/usr/include"}:
        folders += ["-isystem", folder]
    command = [compiler, "-std=c++23", *folders, "-E", "-x", "c++", "-"]
    out = subprocess.run(command, input="#include <stria/stria.hpp>\n", text=True, check=True,
                         capture_output=True).stdout
    foreign, others, lines = [], [], None
    for line in out.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            path = marker[1]
            lines = (foreign if path.endswith("/fn/foreign.hpp") else
                     others if "/stria/" in path else None)
        elif lines is not None:
            lines.append(line)
    return "\n".join(foreign), "\n".join(others)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--compiler", required=True)
    arguments.add_argument("--system", action="append", default=[])
    asked = arguments.parse_args()

    foreign, others = preprocessed(asked.compiler, asked.system)
    refused, declared = public_names(foreign), public_names(others)
    known = {"sum", "einsum", "where", "sqrt", "put_along_axis", "matmul"} | EXPECTED_OTHERS
    faults = [f"{name}: not found in the headers, which this script reads wrongly"
              for name in sorted(known - declared)]
    faults += [f"{name}: takes operands and is missing in fn/foreign.hpp, by which sum(v) of a "
               "std::vector has a sentence"
               for name in sorted(declared - refused - EXPECTED_OTHERS)]
    faults += [f"{name}: stands in fn/foreign.hpp alone" for name in sorted(refused - declared)]
    print("\n".join(faults) or f"{len(refused)} names in fn/foreign.hpp, {len(declared)} in all")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
