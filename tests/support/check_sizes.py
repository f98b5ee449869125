#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Lists the products of sizes that are computed without a check, outside of <stria/base/checked.hpp>.

usage: check_sizes.py [checkout]             fails where one is not in unchecked_sizes.txt, or is gone
       check_sizes.py --list [checkout]      prints all of them

A product of sizes that come from a caller or a file can overflow: it is computed by multiply_fits or
multiply_or_raise. A product of sizes whose product has been counted before cannot: unchecked_sizes.txt
names it, under the reason. That file has sections: `# reason`, then lines `header: product`.
"""

import re
import sys
from pathlib import Path

LIST = Path("tests/support/unchecked_sizes.txt")
CHECKED = "base/checked.hpp"

# A name of a size, with what is indexed or called: n.rows, sizes[k], extent(k), row_bytes.
NAME = (r"\b(?:\w+(?:\.|->))*(?:\w+_)?(?:sizes?|extents?|count|length|elements|bytes|rows|columns|samples)_?(?!\w)"
        r"(?:\([^()]*\)|\[[^\[\]]*\])?")
CAST = r"(?:static_cast<[\w:]+>\()?"
PRODUCT = re.compile(rf"{NAME}\)? \* {CAST}[\w.>\-]+|[\w.>\-\])]+ \* {CAST}(?:{NAME}|sizeof)|{NAME} \*= ")
FLOATING = re.compile(r"\d\.|\.\d|<double>|<float>")


def products(text):
    """(line number, product) of each line that multiplies sizes; comments and pointers left out."""
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        if FLOATING.search(code) or code.lstrip().startswith("#"):
            continue
        for match in PRODUCT.finditer(code):
            yield number, match[0].strip()


def found_in(checkout):
    """`header: product` -> the first line where it stands."""
    found = {}
    for root in ("dsl/stria", "include/stria"):
        for path in sorted((checkout / root).rglob("*.hpp")):
            header = path.relative_to(checkout / root).as_posix()
            if header == CHECKED:
                continue
            for number, product in products(path.read_text(encoding="utf-8")):
                found.setdefault(f"{header}: {product}", number)
    return found


def listed_in(text):
    """The lines of the list, each of which stands under a reason."""
    reason, listed = "", set()
    for line in text.splitlines():
        if line.startswith("# "):
            reason = line
        elif line.strip():
            if not reason:
                raise SystemExit(f"{LIST}: '{line}' stands under no reason")
            listed.add(line)
    return listed


def problems_of(found, listed):
    for line in sorted(set(found) - listed):
        header, product = line.split(": ", 1)
        yield (f"{header}:{found[line]}: '{product}' is not checked: use base/checked.hpp, or name it in {LIST} "
               "under the reason why it cannot overflow")
    for line in sorted(listed - set(found)):
        yield f"{LIST}: '{line}' is in no header any more"


def self_test():
    """The scan finds what it is for, or the test of the headers says nothing."""
    for text, wanted in [("n = rows * columns;", ["rows * columns"]),
                         ("size(k) * other", ["size(k) * other"]),
                         ("x = 2 * sizeof(T);", ["2 * sizeof"]),
                         ("a.sizes[k] * static_cast<index>(b)", ["a.sizes[k] * static_cast<index>(b"]),
                         ("count *= 2;", ["count *="]),
                         ("// rows * columns", []),
                         ("const T* elements", []),
                         ("double y = 1.5 * rows;", [])]:
        got = [product for _, product in products(text)]
        if got != wanted:
            raise SystemExit(f"check_sizes.py: in '{text}' {got} was found, not {wanted}")
    if len(list(problems_of({"a.hpp: x * size": 3}, {"b.hpp: y * size"}))) != 2:
        raise SystemExit("check_sizes.py: an unlisted and a stale product are two problems")


def main(arguments):
    self_test()
    show = "--list" in arguments
    places = [a for a in arguments if a != "--list"]
    checkout = Path(places[0]) if places else Path(__file__).resolve().parents[2]
    found = found_in(checkout)
    if show:
        print("\n".join(sorted(found)))
        return 0
    if not found:
        raise SystemExit("no product of sizes was found: nothing was checked")
    problems = list(problems_of(found, listed_in((checkout / LIST).read_text(encoding="utf-8"))))
    print("\n".join(problems) if problems else f"{len(found)} unchecked products of sizes, each with its reason")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
