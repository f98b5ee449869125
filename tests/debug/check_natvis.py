#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks debug/stria.natvis: it is well-formed, and the headers define its types and the members in its
expressions. The first member of a chain such as `a.b.c` must be in a header that defines the type.

usage: check_natvis.py [checkout]
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

NAMESPACE = "{http://schemas.microsoft.com/vstudio/debugger/natvis/2010}"
WORDS = {"sizeof", "nullptr", "__int64"}
FOREIGN = {"_Elems"}  # of std::array in Visual Studio's library
EXPRESSION_TAGS = {"Size", "Rank", "ValuePointer", "Item", "ExpandedItem", "Exec"}


def expressions(type_):
    """All expressions of a Type: attributes, elements, and text in braces."""
    for node in type_.iter():
        tag = node.tag.replace(NAMESPACE, "")
        text = node.text or ""
        for name in ("Condition", "InitialValue"):
            if name in node.attrib:
                yield node.attrib[name]
        if tag == "DisplayString":
            yield from (part.split(",")[0] for part in re.findall(r"\{([^}]*)\}", text))
        elif tag in EXPRESSION_TAGS:
            yield text


def chains(expression, variables):
    """`sizes_.v._Elems[k]` -> ["sizes_", "v"], without the names of natvis itself."""
    for chain in re.findall(r"[A-Za-z_$][\w$]*(?:(?:\.|->)[A-Za-z_]\w*)*", expression):
        names = [name for name in re.split(r"\.|->", chain) if name not in FOREIGN]
        if names and names[0] not in WORDS | variables and not names[0].startswith("$"):
            yield names


def declares_member(text, name):
    declared = rf"[\w>*&] {name}(\[[^\]]*\])?(\s*=[^;]*|\{{[^}}]*\}})?;"
    return re.search(declared, text) is not None


def check(natvis, headers):
    """The problems in the text of a natvis file; `headers` maps a name to a text."""
    try:
        root = ElementTree.fromstring(natvis)
    except ElementTree.ParseError as problem:
        return [f"not well-formed: {problem}"]
    types = root.findall(f"{NAMESPACE}Type")
    problems = [] if types else ["no types: nothing was checked"]
    for type_ in types:
        name = re.match(r"(?:\w+::)*(\w+)", type_.attrib["Name"])[1]
        # The primary template, not a specialisation.
        own = [text for text in headers.values()
               if re.search(rf"\b(?:class|struct) {name}\b(?!\s*<)[^;{{]*\{{", text)]
        if not own:
            problems.append(f"{name}: no header defines it")
            continue
        variables = {node.attrib["Name"] for node in type_.iter(f"{NAMESPACE}Variable")}
        for expression in expressions(type_):
            for first, *others in chains(expression, variables):
                if not any(declares_member(text, first) for text in own):
                    problems.append(f"{name}: {expression}: it has no member {first}")
                problems += [f"{name}: {expression}: nothing has a member {other}"
                             for other in others
                             if not any(declares_member(text, other) for text in headers.values())]
    return problems


def main(arguments):
    if len(arguments) > 1:
        sys.exit(__doc__.strip())
    checkout = Path(arguments[0]) if arguments else Path(__file__).resolve().parents[2]
    headers = {str(path): path.read_text(encoding="utf-8")
               for root in ("dsl", "include") for path in (checkout / root).rglob("*.hpp")}
    problems = check((checkout / "debug/stria.natvis").read_text(encoding="utf-8"), headers)
    print("\n".join(problems + [f"{len(problems)} problems"]))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
