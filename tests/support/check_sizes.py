#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Lists the products and sums of sizes that are computed without an overflow check, outside of
<stria/base/checked.hpp>, and the sizes that are rounded up or converted from floating point there.

usage: check_sizes.py [checkout]             fails if a place is missing in unchecked_sizes.txt, or an entry is obsolete
       check_sizes.py --list [checkout]      prints all places

A product or a sum of sizes from a caller or a file can overflow, so it is computed by multiply_fits,
add_or_raise and the like. Others cannot overflow, for example because they were checked before;
unchecked_sizes.txt lists these. It has sections: `# reason`, then lines `header: expression`.

`(n + unit - 1) / unit` and conversions from floating point are not listed, but fail: divide_up,
round_up, convert_fits and convert_or_raise do the same without an overflow.
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
SUM = re.compile(rf"{NAME}\)? \+ {CAST}\w[\w.>\-]*|\w[\w.>\-\])]* \+ {CAST}{NAME}|{NAME} \+= ")
# Places for which base/checked.hpp has a function that cannot overflow.
ROUNDED = re.compile(r"\+ [\w.:>\-]+ - 1\)+ (?:/|& ~) ?\w+")
CONVERTED = re.compile(r"static_cast<(?:stria::)?(?:index|std::ptrdiff_t|std::size_t|std::int64_t)>\("
                       r"(?:std::)?(?:floor|ceil|round|rint|trunc|nearbyint|sqrt|log2?|pow)\(")
FLOATING = re.compile(r"\b\d+\.|\.\d|<double>|<float>")


def code_lines(text):
    """(line number, line) without comments and directives."""
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        if not code.lstrip().startswith("#"):
            yield number, code


def unchecked(text):
    """(line number, expression) of each product and sum of sizes."""
    for number, code in code_lines(text):
        if FLOATING.search(code):
            continue
        for pattern in PRODUCT, SUM:
            for match in pattern.finditer(code):
                yield number, match[0].strip()


def written_anew(text):
    """(line number, expression, function of base/checked.hpp) where the function should be called."""
    for number, code in code_lines(text):
        for pattern, function in (ROUNDED, "divide_up or round_up"), (CONVERTED, "convert_fits"):
            for match in pattern.finditer(code):
                yield number, match[0], function


def headers_of(checkout):
    """(name, text) of each header but base/checked.hpp."""
    for root in ("dsl/stria", "include/stria"):
        for path in sorted((checkout / root).rglob("*.hpp")):
            header = path.relative_to(checkout / root).as_posix()
            if header != CHECKED:
                yield header, path.read_text(encoding="utf-8")


def found_in(checkout):
    """`header: expression` -> the number of its first line."""
    found = {}
    for header, text in headers_of(checkout):
        for number, expression in unchecked(text):
            found.setdefault(f"{header}: {expression}", number)
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
        header, expression = line.split(": ", 1)
        yield (f"{header}:{found[line]}: '{expression}' is not checked: use base/checked.hpp, or add it to {LIST} "
               "under the reason why it cannot overflow")
    for line in sorted(listed - set(found)):
        yield f"{LIST}: no header contains '{line}'"


def self_test():
    """Checks that the scan finds expressions; otherwise the test of the headers would be void."""
    for text, wanted in [("n = rows * columns;", ["rows * columns"]),
                         ("size(k) * other", ["size(k) * other"]),
                         ("x = 2 * sizeof(T);", ["2 * sizeof"]),
                         ("a.sizes[k] * static_cast<index>(b)", ["a.sizes[k] * static_cast<index>(b"]),
                         ("count *= 2;", ["count *="]),
                         ("// rows * columns", []),
                         ("const T* elements", []),
                         ("double y = 1.5 * rows;", []),
                         ("first + count", ["first + count"]),
                         ("a.size() + 1", ["a.size() + 1"]),
                         ("bytes += 2;", ["bytes +="])]:
        got = [expression for _, expression in unchecked(text)]
        if got != wanted:
            raise SystemExit(f"check_sizes.py: found {got} in '{text}', expected {wanted}")
    for text, wanted in [("(n + unit - 1) / unit", 1), ("(n + unit - 1) & ~unit", 1), ("(n + unit) / 2", 0),
                         ("static_cast<index>(std::floor(x))", 1), ("static_cast<index>(k)", 0)]:
        if len(list(written_anew(text))) != wanted:
            raise SystemExit(f"check_sizes.py: '{text}' has {wanted} calls that should be to base/checked.hpp")
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
        raise SystemExit("no product or sum of sizes was found: nothing was checked")
    problems = list(problems_of(found, listed_in((checkout / LIST).read_text(encoding="utf-8"))))
    for header, text in headers_of(checkout):
        problems += [f"{header}:{number}: '{expression}': call {function} of base/checked.hpp"
                     for number, expression, function in written_anew(text)]
    print("\n".join(problems) if problems else
          f"{len(found)} unchecked products and sums of sizes, each with its reason")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
