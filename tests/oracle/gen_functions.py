#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""gen_functions.py: writes cases of ufunc_broadcast.json as C++ calls.

    gen_functions.py list  SUITE DATA        the files of the suite, joined by ";"
    gen_functions.py write SUITE DATA OUT    writes them

Each case is called once, alternately with static and with dynamic extents. Every third operand is a lazy
expression and every fourth is a view with a negative stride.
"""

import sys

from emit import Part, constant, drawn, dynamic_type, load, main, name, static_type, values

SCRIPT = "gen_functions.py"
PER_PART = 25
TYPES = {"int32": "std::int32_t", "int64": "std::int64_t", "float64": "double", "bool": "bool"}

BINARY = {"add": "%s + %s", "subtract": "%s - %s", "multiply": "%s * %s", "divide": "%s / %s",
          "equal": "%s == %s", "not_equal": "%s != %s", "less": "%s < %s", "less_equal": "%s <= %s",
          "greater": "%s > %s", "greater_equal": "%s >= %s", "logical_and": "%s && %s",
          "logical_or": "%s || %s", "logical_xor": "%s != %s", "maximum": "maximum(%s, %s)",
          "minimum": "minimum(%s, %s)", "power": "pow(%s, %s)", "floor_divide": "floor_divide(%s, %s)",
          "remainder": "remainder(%s, %s)"}
UNARY = {"negative": "-%s", "absolute": "abs(%s)", "sign": "sign(%s)", "square": "square(%s)",
         "trunc": "trunc(%s)", "rint": "round(%s)"}
REDUCE = {"sum": "sum", "prod": "prod", "mean": "mean", "min": "min", "max": "max", "argmin": "argmin",
          "argmax": "argmax", "any": "any", "all": "all_of"}


def operand(variable, t, static, turn):
    """The declarations of an operand, and the expression that names it."""
    cell, shape = TYPES[t["dtype"]], t["shape"]
    kind = static_type(cell, shape) if static else dynamic_type(cell, len(shape))
    sizes = "" if static else "".join(", %d" % n for n in shape)
    if cell == "bool":
        line = "const auto %s = mask_of<%s>({%s}%s);" % (variable, kind, ", ".join(map(str, t["data"])), sizes)
    else:
        line = "const auto %s = filled<%s>(%s%s);" % (variable, kind, values(t, cell), sizes)
    if turn % 3 == 1 and cell != "bool":
        return [line], "(%s * %s{1})" % (variable, cell)
    if turn % 4 == 2 and shape:
        # The elements are reversed twice, so they are in the old order, in a view with a negative stride.
        return [line, "const auto %s_back = eval(flip(%s, _0));" % (variable, variable)], "flip(%s_back, _0)" % variable
    return [line], variable


def axes(value):
    if value is None:
        return []
    return [constant(k) for k in (value if isinstance(value, list) else [value])]


def sizes(shape, static):
    return [constant(n) if static else str(n) for n in shape]


def call(case, a, static):
    """The call as an expression."""
    op, attrs, inputs = case["op"], case["attrs"], case["inputs"]
    if op in BINARY:
        return BINARY[op] % (a[0], a[1])
    if op in UNARY:
        return UNARY[op] % a[0]
    if op == "clip":
        cell = TYPES[inputs[0]["dtype"]]
        return "clip(%s, %s{%s}, %s{%s})" % (a[0], cell, attrs["min"], cell, attrs["max"])
    if op == "where":
        return "where(%s)" % ", ".join(a)
    if op in REDUCE:
        tags = ["keepdims"] if attrs.get("keepdims") else []
        # `None` reduces all axes, as a call without axes does. `()` would reduce no axis in NumPy.
        assert attrs["axis"] != []
        return "%s(%s)" % (REDUCE[op], ", ".join([a[0]] + axes(attrs["axis"]) + tags))
    if op == "broadcast_to":
        return "broadcast_to(%s)" % ", ".join([a[0]] + sizes(attrs["shape"], static))
    if op in ("concatenate", "stack"):
        return "%s(%s)" % ("concat" if op == "concatenate" else op, ", ".join(axes(attrs["axis"]) + a))
    if op == "tile":
        return "tile(%s)" % ", ".join([a[0]] + sizes(attrs["reps"], static))
    if op == "pad":
        if "constant_value" in attrs:
            value = ", %s" % attrs["constant_value"]
        else:
            value = ""
        widths = ", ".join("{%d, %d}" % tuple(w) for w in attrs["pad_width"])
        return "pad(%s, {%s}, pad_mode::%s%s)" % (a[0], widths, attrs["mode"], value)
    if op == "roll":
        if attrs.get("axis") is None:
            shift = attrs["shift"]
            return "roll(%s, %d)" % (a[0], shift[0] if isinstance(shift, list) else shift)
        text = a[0]
        both = [v if isinstance(v, list) else [v] for v in (attrs["shift"], attrs["axis"])]
        for shift, axis in zip(*both):
            text = "roll(%s, %d, %s)" % (text, shift, constant(axis))
        return text
    if op == "flip":
        return "flip(%s)" % ", ".join([a[0]] + axes(attrs.get("axis")))
    if op == "repeat":
        n = attrs["repeats"]
        if isinstance(n, list):
            n = "std::vector<int>{%s}" % ", ".join(map(str, n))
        else:
            n = constant(n) if static else str(n)
        return "repeat(%s)" % ", ".join([a[0], n] + axes(attrs.get("axis")))
    if op == "cumsum":
        return "cumsum(%s)" % ", ".join([a[0]] + axes(attrs.get("axis")))
    if op == "einsum":
        return 'einsum<"%s">(%s)' % (attrs["equation"], ", ".join(a))
    if op == "transpose":
        return "transpose(%s)" % ", ".join([a[0]] + axes(attrs.get("perm")))
    raise ValueError(op)


def known_shape(case):
    """Calls with static extents whose result is static."""
    return case["op"] not in ("pad", "repeat") or (case["op"] == "repeat" and
                                                   not isinstance(case["attrs"]["repeats"], list))


def body(part, case, turn):
    static = turn % 2 == 0
    want = case["expect"]
    lines, names = [], []
    for k, t in enumerate(case["inputs"]):
        more, text = operand("a%d" % k, t, static, turn + k)
        lines += more
        names.append(text)
    text = call(case, names, static)
    if "error" in want:
        arguments = ", ".join("a%d" % k for k in range(len(names)))
        formal = ", ".join("const auto& x%d" % k for k in range(len(names)))
        inner = call(case, ["x%d" % k for k in range(len(names))], static)
        lines.append("refuses_computing([](%s) -> decltype(%s) { return %s; }, %s);" %
                     (formal, inner, inner, arguments))
    else:
        cell = TYPES[want["dtype"]]
        part.answer(case["id"], "std::int32_t" if cell == "bool" else cell, want)
        known = static and known_shape(case)
        shape = "known<%s>" % ", ".join(map(str, want["shape"])) if known else "ranked<%d>" % len(want["shape"])
        lines.append("computes<%s, %s>(%s, want_%s);" % (shape, cell, text, name(case["id"])))
    part.body(case["id"], "static" if static else "dynamic", lines)


def functions(data):
    cases = load(data, "ufunc_broadcast")
    assert len(cases) >= 390, len(cases)
    cases.sort(key=lambda c: (c["op"], len(c["inputs"]), [(t["dtype"], len(t["shape"])) for t in c["inputs"]], c["id"]))
    cases, parts = drawn(cases), []
    for k, case in enumerate(cases):
        if k % PER_PART == 0:
            parts.append(Part(SCRIPT, "functions", len(parts)))
        parts[-1].note("%s %s %s on %s" % (case["id"], case["op"], case["attrs"],
                                           ", ".join(str(t["shape"]) for t in case["inputs"])))
        body(parts[-1], case, k)
    return "%d of ufunc_broadcast" % len(cases), parts


if __name__ == "__main__":
    main(sys.argv, SCRIPT, {"functions": functions})
