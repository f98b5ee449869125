#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes recorded_special_cases.hpp: numbers for the special cases in the text of the Array API standard.

usage: record_special_cases.py elementwise_functions.py > recorded_special_cases.hpp

The argument is src/array_api_stubs/_2024_12/elementwise_functions.py of github.com/data-apis/array-api. Each
sentence "If x1_i is ... and x2_i is ..., the result is ..." about real numbers is compared with a grid of
numbers; a few matching numbers become cases. Another permitted result is recorded as a second result.
"""

import math
import re
import sys
from pathlib import Path

nan, inf = math.nan, math.inf
GRID = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5, 2.0, -2.0, 3.0, -3.0, 1e300, -1e300, inf, -inf,
        nan, math.copysign(nan, -1.0)]
A_SENTENCE = 6
PI = {"π": 1.0, "π/2": 0.5, "π/4": 0.25, "3π/4": 0.75}


def literal(text):
    """A number in the notation of the standard."""
    named = {"NaN": nan, "+infinity": inf, "-infinity": -inf, "infinity": inf, "True": 1.0, "False": 0.0}
    return named[text] if text in named else float(text)


def same(a, b):
    return (a != a and b != b) or (a == b and math.copysign(1, a) == math.copysign(1, b))


def is_finite(v):
    return math.isfinite(v)


def is_whole(v):
    return math.isfinite(v) and v == math.floor(v)


def condition(text):
    """The condition of a sentence, as a function of the arguments by name."""
    text = text.strip()
    if m := re.fullmatch(r"(?:either )?``(x1_i)`` (?:is ``NaN`` )?or ``(x2_i)`` is ``NaN``", text):
        return lambda a: a["x1_i"] != a["x1_i"] or a["x2_i"] != a["x2_i"]
    if m := re.fullmatch(r"``(\w+)`` is ``NaN`` SIGN ``(\d)``", text):
        negative = m[2] == "1"
        return lambda a: a[m[1]] != a[m[1]] and (math.copysign(1, a[m[1]]) < 0) == negative
    if m := re.fullmatch(r"``(\w+)`` (equals|does not equal) ``(\w+)``", text):
        return lambda a: (a[m[1]] == a[m[3]]) == (m[2] == "equals")
    if re.fullmatch(r"``x2_i`` is ``-x1_i``", text):
        return lambda a: a["x2_i"] == -a["x1_i"]
    if text == "two integers are equally close to ``x_i``":
        return lambda a: is_finite(a["x_i"]) and a["x_i"] % 1 == 0.5
    m = re.fullmatch(r"(?:either )?``(abs\()?(\w+?)\)?`` (?:is )?(.*)", text)
    if not m:
        raise ValueError(text)
    name, rest = m[2], m[3]
    value = (lambda a: abs(a[name])) if m[1] else (lambda a: a[name])
    simple = {
        "a finite number": is_finite,
        "a finite number or ``NaN``": lambda v: is_finite(v) or v != v,
        "a nonzero finite number": lambda v: is_finite(v) and v != 0,
        "a positive finite number": lambda v: is_finite(v) and v > 0,
        "a negative finite number": lambda v: is_finite(v) and v < 0,
        "any value": lambda v: True,
        "not ``NaN``": lambda v: v == v,
        "an odd integer value": lambda v: is_whole(v) and v % 2 == 1,
        "not an odd integer value": lambda v: v == v and not (is_whole(v) and v % 2 == 1),
        "not an integer value": lambda v: v == v and not is_whole(v),
        "already integer-valued": is_whole,
    }
    if rest in simple:
        return lambda a: simple[rest](value(a))
    if n := re.fullmatch(r"(greater|less) than ``(.*?)``", rest):
        bound = literal(n[2])
        return lambda a: value(a) > bound if n[1] == "greater" else value(a) < bound
    if n := re.fullmatch(r"not equal to ``(.*?)``", rest):
        return lambda a: value(a) == value(a) and value(a) != literal(n[1])
    if n := re.fullmatch(r"(?:either )?``([^`]*)``(?: or ``([^`]*)``)?", rest):
        wanted = [literal(t) for t in n.groups() if t]
        return lambda a: any(same(value(a), w) for w in wanted)
    raise ValueError(text)


def conditions(text):
    text = re.sub(r"\(i\.e\., (?:greater|less) than ``0``\) ", "", text)
    text = text.replace(" (including ``NaN``)", "").replace(", including ``NaN``", "")
    text = re.sub(r"``NaN`` and the sign bit of ``\w+`` is ``(\d)``", r"``NaN`` SIGN ``\1``", text)
    parts = re.split(r",? and (?=``|two)|, (?=``)", text)
    return [condition(p) for p in parts]


def result(text):
    """The result as a function of the arguments, and another permitted result or None."""
    text = text.rstrip(".")
    other = None
    if m := re.search(r"libraries may return ``(.*?)`` to match", text):
        other = literal(m[1])
    text = re.sub(r"\.? ?\(\*\*note.*", "", text)
    text = re.sub(r", even if .*", "", text)
    if m := re.fullmatch(r"``NaN`` with a sign bit of ``(\d)``", text):
        value = math.copysign(nan, -1.0 if m[1] == "1" else 1.0)
        return (lambda a: value), other
    if m := re.search(r"approximation to ``([+-])(.*?)``", text):
        value = PI[m[2]] * math.pi * (1 if m[1] == "+" else -1)
        return (lambda a: value), other
    if m := re.fullmatch(r"(?:equivalent to )?``(-?)(?:\||abs\()?(x\d?_i)(\||\))?``", text):
        def number(a):
            v = math.fabs(a[m[2]]) if m[3] else a[m[2]]
            return -v if m[1] else v
        return number, other
    if text == "the even integer closest to ``x_i``":
        return (lambda a: math.copysign(round(a["x_i"]), a["x_i"])), other
    if m := re.fullmatch(r"``([^`]*)``", text):
        value = literal(m[1])
        if m[1] == "0": # of either sign
            other = -0.0
        return (lambda a: value), other
    return None, None


def cases(path):
    """(function, x1, x2, result, other permitted result) of each sentence."""
    function, sentences, unread = None, 0, []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if m := re.match(r"def (\w+)\(", line):
            function = m[1]
        m = re.match(r"\s+- If (.*?), the result is (.*)$", line)
        if not m or re.search(r"``[abcd]``", line) or function == "clip":
            continue
        value, other = result(m[2])
        if value is None:
            unread.append((function, line.strip()))
            continue
        holds = conditions(m[1])
        sentences += 1
        unary = "``x_i``" in line
        found = []
        for p in GRID + ([2.5, -2.5] if unary else []):
            for q in [0.0] if unary else GRID:
                a = {"x_i": p} if unary else {"x1_i": p, "x2_i": q}
                if all(h(a) for h in holds):
                    found.append((function, p, q, value(a), other))
        if not found:
            raise ValueError(f"{function}: no number for: {line.strip()}")
        step = max(1, -(-len(found) // A_SENTENCE))
        yield from found[::step]
    print(f"{sentences} sentences; not read: {unread}", file=sys.stderr)


def text(v):
    if v != v:
        return "-qnan" if math.copysign(1, v) < 0 else "qnan"
    return ("inf" if v > 0 else "-inf") if math.isinf(v) else repr(v)


def main():
    found = {}
    for function, p, q, value, other in cases(sys.argv[1]):
        other = value if other is None else other
        found.setdefault(function, {})[f"{{{text(p)}, {text(q)}, {text(value)}, {text(other)}}}"] = None
    print("// SPDX-License-Identifier: BSL-1.0")
    print("// numpy/recorded_special_cases.hpp: written by record_special_cases.py.")
    print("#pragma once\n\n#include \"numbers.hpp\"\n\n#include <map>\n#include <string>\n#include <vector>\n")
    print("namespace test {\n\n/// Arguments, of which a function of one number has the first, the result, and one that is as good.")
    print("struct special_case {\n  double x, y, result, other;\n};\n\n// clang-format off")
    print("inline const std::map<std::string, std::vector<special_case>> special_cases{")
    for function, rows in found.items():
        print(f"  {{\"{function}\", {{{', '.join(rows)}}}}},")
    print("};\n// clang-format on\n\n} // namespace test")


main()
