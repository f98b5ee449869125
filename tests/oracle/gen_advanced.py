#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""gen_advanced.py: writes all cases of numpy_advanced.json as C++ subscripts with [].

    gen_advanced.py list  SUITE DATA        the files of the suite, joined by ";"
    gen_advanced.py write SUITE DATA OUT    writes them

Every case is read or written once, alternately with static extents and constants, and with dynamic
extents and integers. Index arrays are tensors, std::vector, std::array, range-v3 views and lazy
expressions; masks are tensors and comparisons.
"""

import sys

from emit import Part, drawn, dynamic_type, load, main, name, static_type, values
from gen_subscripts import Style

SCRIPT = "gen_advanced.py"
CELL = "std::int64_t"
PER_PART = 25

# Errors that the compiler reports for any extents.
COMPILE_TIME = {"multiple_ellipsis", "too_many_indices"}


def kind_of(cell, shape, static):
    return static_type(cell, shape) if static else dynamic_type(cell, len(shape))


def tensor(variable, cell, t, static, const=True):
    sizes = [] if static else t["shape"]
    fill = "iota" if "data" not in t else "filled"
    arguments = ([values(t, cell)] if "data" in t else []) + [str(n) for n in sizes]
    return "%sauto %s = %s<%s>(%s);" % ("const " if const else "", variable, fill,
                                        kind_of(cell, t["shape"], static), ", ".join(arguments))


class Items:
    """The items of a subscript: declarations, and the text between the brackets."""

    def __init__(self, index, static, turn, prefix="i"):
        self.static, self.turn, self.prefix = static, turn, prefix
        self.style = Style("constants" if static else "integers", turn)
        self.lines, self.written, self.exact = [], [], static
        for item in index:
            self.add(item)

    def add(self, item):
        kind = item["kind"]
        if kind == "int":
            self.written.append(self.style.value(item["value"]))
        elif kind == "slice":
            self.written.append(self.style.slice(item))
        elif kind in ("newaxis", "ellipsis"):
            self.written.append(kind)
        else:
            variable = "%s%d" % (self.prefix, len(self.lines))
            self.turn += 1
            (self.int_array if kind == "int_array" else self.mask)(variable, item)

    def int_array(self, variable, item):
        shape, data, turn = item["shape"], item["data"], self.turn
        cells = ["stria::index", "std::int32_t", "std::int16_t"]
        if all(v >= 0 for v in data):
            cells.append("std::uint8_t")
        cell = cells[turn % len(cells)]
        if len(shape) == 1 and turn % 2 == 0:
            if self.static:
                line = "const std::array<%s, %d> %s{%s};" % (cell, shape[0], variable, ", ".join(map(str, data)))
            else:
                line = "const std::vector<%s> %s{%s};" % (cell, variable, ", ".join(map(str, data)))
            self.lines.append(line)
            if turn % 4 == 0 and not self.static:
                self.written.append("%s | ranges::views::transform(same)" % variable)
            else:
                self.written.append(variable)
            return
        self.lines.append(tensor(variable, cell, item, self.static))
        self.written.append("%s * 1" % variable if turn % 5 == 0 else variable)

    def mask(self, variable, item):
        self.exact = False
        if self.turn % 3 == 0:
            self.lines.append(tensor(variable, "std::int32_t", item, self.static))
            self.written.append("%s > 0" % variable)
        elif len(item["shape"]) == 1 and self.turn % 3 == 1 and not self.static:
            bits = ", ".join("true" if v else "false" for v in item["data"])
            self.lines.append("const std::vector<bool> %s{%s};" % (variable, bits))
            self.written.append(variable)
        else:
            self.lines.append("const auto %s = mask_of<%s>(%s);" % (
                variable, kind_of("bool", item["shape"], self.static),
                ", ".join(["{%s}" % ", ".join(map(str, item["data"]))] +
                          ([] if self.static else [str(n) for n in item["shape"]]))))
            self.written.append(variable)

    def outer(self, lists):
        """np.ix_ of one-dimensional lists, which may be boolean."""
        self.lines, self.written, inner = [], [], []
        for l in lists:
            bits = bool(l) and isinstance(l[0], bool)
            item = {"kind": "bool_array" if bits else "int_array", "shape": [len(l)], "data": [int(v) for v in l]}
            self.add(item)
        inner, self.written = self.written, []
        self.written = ["ix_(%s)" % ", ".join(inner)]

    def __str__(self):
        return ", ".join(self.written)


def read_body(part, case, static, turn):
    want, shape = case["expect"], case["shape"]
    items = Items(case["index"], static, turn)
    if "ix" in case:
        items.outer(case["ix"])
    error = want.get("error")
    const = turn % 3 != 0
    lines = [tensor("t", CELL, {"shape": shape}, static, const)] + items.lines
    if error in COMPILE_TIME:
        lines.append("refuses_early<decltype(t[%s])>();" % items)
    elif error:
        lines.append("refuses_read(t, %s);" % items)
    else:
        part.answer(case["id"], CELL, want)
        known = "known<%s>" % ", ".join(map(str, want["shape"])) if items.exact else "ranked<%d>" % len(want["shape"])
        call = "t(%s)" if turn % 7 == 0 else "t[%s]"
        if turn % 5 == 1 and const:  # an expression gives the same elements as a tensor
            call = "(t * 1)[%s]"
        lines.append("%s<%s>(%s, want_%s);" % ("gives" if turn % 4 == 0 else "reads", known, call % items, name(case["id"])))
    return lines


MODES = {"set": "{} = {};", "add": "{} += {};", "sub": "{} -= {};", "max": "assign_max({}, {});",
         "min": "assign_min({}, {});"}


def assign_body(part, case, static, turn):
    want, shape, updates = case["expect"], case["shape"], case["updates"]
    items = Items(case["index"], static, turn)
    # As many integers as axes select an element; with an ellipsis, the result is a view of rank 0.
    if all(i["kind"] == "int" for i in case["index"]) and len(case["index"]) == len(shape):
        items.written.append("ellipsis")
    lines = [tensor("t", CELL, {"shape": shape}, static, False)] + items.lines
    if not updates["shape"] and turn % 2:
        value = str(updates["data"][0])
    else:
        lines.append(tensor("u", CELL, updates, static))
        value = "u * 1" if turn % 6 == 5 else "u"
    error = want.get("error")
    if error in COMPILE_TIME:
        lines.append("refuses_early<decltype(t[%s])>();" % items)
    elif error:
        lines.append("refuses_%s(t, %s, %s);" % (case["mode"], value, items))
    else:
        lines.append(MODES[case["mode"]].format("t[%s]" % items, value))
    part.answer(case["id"], CELL, {"shape": shape, "data": want["data"]} if not error else
                {"shape": shape, "runs": [[0, product(shape), 1]]})
    lines.append("holds(t, want_%s);" % name(case["id"]))
    return lines


def alias_body(part, case, static, turn):
    to = Items(case["index"], static, turn)
    source = Items(case["source_index"], static, turn + 1, "s")
    part.answer(case["id"], CELL, {"shape": case["shape"], "data": case["expect"]["data"]})
    return ([tensor("t", CELL, {"shape": case["shape"]}, static, False)] + to.lines + source.lines +
            ["t[%s] = t[%s];" % (to, source), "holds(t, want_%s);" % name(case["id"])])


def product(shape):
    n = 1
    for k in shape:
        n *= k
    return n


BODIES = {"read": read_body, "assign": assign_body, "alias": alias_body}


def signature(case):
    """Sorts cases so that those with the same dynamic types are adjacent."""
    return (case["op"], case.get("mode", ""), len(case["shape"]),
            [(i["kind"], len(i.get("shape", []))) for i in case["index"]], len(case.get("updates", {}).get("shape", [])),
            case["id"])


def advanced(data):
    cases = sorted(load(data, "numpy_advanced"), key=signature)
    assert len(cases) >= 1100, len(cases)
    cases, parts = drawn(cases), []
    for k, case in enumerate(cases):
        if k % PER_PART == 0:
            parts.append(Part(SCRIPT, "advanced", len(parts)))
        part, static = parts[-1], k % 2 == 0
        part.note("%s %s on %s" % (case["id"], case["numpy_text"], tuple(case["shape"])))
        lines = BODIES[case["op"]](part, case, static, k)
        part.body(case["id"], "static" if static else "dynamic", lines)
    return "%d of numpy_advanced through []" % len(cases), parts


if __name__ == "__main__":
    main(sys.argv, SCRIPT, {"advanced": advanced})
