#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Lists the products of sizes that are computed without an overflow check, outside of <stria/base/checked.hpp>.

usage: check_sizes.py [checkout]             fails if a product is missing in unchecked_sizes.txt, or an entry is obsolete
       check_sizes.py --list [checkout]      prints all products

A product of sizes from a caller or a file can overflow, so it is computed by multiply_fits or
multiply_or_raise. Other products cannot overflow, for example because the product was checked before;
unchecked_sizes.txt lists these. It has sections: `# reason`, then lines `header: product`.
"""

import re
import sys
from pathlib import Path

LIST = Path("tests/support/unchecked_sizes.txt")
CHECKED = "base/checked.hpp"

# A name of a size, with a subscript or arguments: n.rows, sizes[k], extent(k), row_bytes.
NAME = (r"\b(?:\w+(?:\.|->))*(?:\w+_)?(?:sizes?|extents?|count|length|elements|bytes|rows|columns|samples)_?(?!\w)"
        r"(?:\([^()]*\)|\[[^\[\]]*\])?")
CAST = r"(?:static_cast<[\w:]+>\()?"
PRODUCT = re.compile(rf"{NAME}\)? \* {CAST}[\w.>\-]+|[\w.>\-\])]+ \* {CAST}(?:{NAME}|sizeof)|{NAME} \*= ")
FLOATING = re.compile(r"\d\.|\.\d|<double>|<float>")


def products(text):
    """(line number, product) of each line that multiplies sizes; without comments and pointers."""
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        if FLOATING.search(code) or code.lstrip().startswith("#"):
            continue
        for match in PRODUCT.finditer(code):
            yield number, match[0].strip()


def found_in(checkout):
    """`header: product` -> the number of its first line."""
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
    """The lines of the list, each of which must follow a reason."""
    reason, listed = "", set()
    for line in text.splitlines():
        if line.startswith("# "):
            reason = line
        elif line.strip():
            if not reason:
                raise SystemExit(f"{LIST}: '{line}' has no reason above it")
            listed.add(line)
    return listed


def problems_of(found, listed):
    for line in sorted(set(found) - listed):
        header, product = line.split(": ", 1)
        yield (f"{header}:{found[line]}: '{product}' is not checked: use base/checked.hpp, or add it to {LIST} "
               "under the reason why it cannot overflow")
    for line in sorted(listed - set(found)):
        yield f"{LIST}: no header contains '{line}'"


def self_test():
    """Checks that the scan finds products; otherwise the test of the headers would be void."""
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
            raise SystemExit(f"check_sizes.py: found {got} in '{text}', expected {wanted}")
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
