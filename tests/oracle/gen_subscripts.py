#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""gen_subscripts.py: writes cases of the oracle corpora as C++ subscripts with [].

    gen_subscripts.py list  SUITE DATA        the files of a suite, joined by ";"
    gen_subscripts.py write SUITE DATA OUT    writes them

Suites: basic (cases drawn from all groups of numpy_basic), text (the same subscripts as texts "..."_ix) and
examples (every slice of examples.json, through [] and strided_slice).
"""

import math
import sys
import zlib

from emit import INT64_MIN, Part, constant, drawn, dynamic_type, load, main, number, numbers, static_type, values

SCRIPT = "gen_subscripts.py"
CELL = "std::int64_t"
# The number of cases drawn from each group of numpy_basic; None selects all.
DRAWN = {"errors": None, "extreme": None, "rank0": None, "vector_grid": 45, "rank1": 35, "rank2": 48,
         "rank3": 48, "rank4": 48, "rank5": 42, "rank6": 42}
TEXTS = 80
ELEMENT_TEXTS = 8
PER_PART = 25

# Errors that the compiler reports for any kind of items.
COMPILE_TIME = {"multiple_ellipsis", "too_many_indices"}


# --- the items of a subscript ---------------------------------------------------------------

class Style:
    """Writes the values of a subscript; a counter alternates between spellings."""

    def __init__(self, kind, seed):
        self.kind = kind  # "constants", "integers" or "mixed"
        self.count = seed

    def next(self):
        self.count += 1
        return self.count

    def value(self, n):
        turn = self.next()
        if self.kind == "constants" or (self.kind == "mixed" and turn % 2 == 0):
            return constant(n)
        if n == INT64_MIN or abs(n) > 2**31 - 1:
            return number(n)
        return ["%d", "std::int64_t{%d}", "std::int16_t{%d}" if n < 0 else "%du"][turn % 3] % n

    def bound(self, n):
        return "_" if n is None else self.value(n)

    def slice(self, item):
        b, e, s = item["begin"], item["end"], item["step"]
        turn = self.next()
        if b is None and e is None and s is None:
            return ["_", "all", "range(_, _)"][turn % 3]
        if s is not None and INT64_MIN < s < 0 and turn % 2 == 0:
            if s == -1:
                if b is None:
                    return "rev()" if e is None else "rev(%s)" % self.value(e)
                return "rev(%s, %s)" % (self.bound(b), self.bound(e))
            return "rev(%s, %s, %s)" % (self.bound(b), self.bound(e), self.value(-s))
        if s is None:
            return "range(%s, %s)" % (self.bound(b), self.bound(e))
        return "range(%s, %s, %s)" % (self.bound(b), self.bound(e), self.value(s))

    def items(self, index):
        out = []
        for item in index:
            kind = item["kind"]
            out.append(self.value(item["value"]) if kind == "int" else
                       self.slice(item) if kind == "slice" else kind)
        return ", ".join(out)


def is_element(index, rank):
    return len(index) == rank and all(i["kind"] == "int" for i in index)


def has_zero_step(index):
    return any(i["kind"] == "slice" and i["step"] == 0 for i in index)


# --- tensors and checks of their subscripts ------------------------------------------------

def declare(form, case):
    shape = case["shape"]
    sizes, kind = [], form
    if form == "static":
        kind = static_type(CELL, shape)
    elif form == "dynamic":
        kind, sizes = dynamic_type(CELL, len(shape)), shape
    else:  # partly static: every other extent from the second on
        kind = "tensor<%s>" % ", ".join([CELL] + [str(n) if k % 2 else "dyn" for k, n in enumerate(shape)])
        sizes = shape[::2]
    if "data" in case:
        args = ", ".join([values(case, CELL)] + [str(n) for n in sizes])
        return "auto t = filled<%s>(%s);" % (kind, args)
    return "auto t = iota<%s>(%s);" % (kind, ", ".join(map(str, sizes)))


def asked(subscript, index, rank, want, name, known):
    """The call that compares a subscript with its answer."""
    if index is not None and is_element(index, rank):
        return "gives_element(%s, want_%s);" % (subscript, name)
    shape = want["shape"]
    ext = "known<%s>" % ", ".join(map(str, shape)) if known else "ranked<%d>" % len(shape)
    return "gives<%s>(%s, want_%s);" % (ext, subscript, name)


def refusal(call, code, early=False):
    """The call that expects a refusal, by the compiler or at run time."""
    if early:
        return "refuses_early<decltype(%s)>();" % call
    error = "index_error" if code in ("out_of_bounds", "shrink_out_of_bounds") else "value_error"
    return "refuses<%s>([&] { static_cast<void>(%s); });" % (error, call)


def subscript_bodies(part, case, want, seed):
    """One case through [] with constants, with integers and, sometimes, with both."""
    index, shape, rank = case["index"], case["shape"], len(case["shape"])
    ident = case["id"].replace("-", "_")
    part.note("%s %s on %s" % (case["id"], case["numpy_text"], tuple(shape)))
    call = "t[%s]"
    if "error" in want:
        code = want["error"]
        # Constants on static extents are refused by the compiler, other combinations at run time.
        if code in COMPILE_TIME:
            forms = [("integers", "dynamic", True), ("constants", "static", True)]
        else:
            forms = [("integers", "dynamic", False), ("integers", "static", False),
                     ("constants", "dynamic", has_zero_step(index)), ("constants", "static", True)]
        for kind, form, early in forms:
            part.body(case["id"], "%s_%s" % (kind, form),
                      [declare(form, case), refusal(call % Style(kind, seed).items(index), code, early)])
        return
    part.answer(case["id"], CELL, want)
    forms = [("constants", "static", True), ("integers", "dynamic", False)]
    if seed % 4 == 0 and rank > 1 and index:
        forms.append(("mixed", "partly", False))
    for kind, form, known in forms:
        # t(...) means the same as t[...]; some cases use it.
        brackets = "t(%s)" if kind == "integers" and seed % 5 == 0 else call
        subscript = brackets % Style(kind, seed).items(index)
        part.body(case["id"], "%s_%s" % (kind, form),
                  [declare(form, case), asked(subscript, index, rank, want, ident, known)])


# --- suite basic --------------------------------------------------------------------------------

def signature(case):
    """The features of a case: kinds of items, open bounds, signs of steps, the outcome."""
    def of(item):
        if item["kind"] != "slice":
            return item["kind"]
        step = item["step"]
        return ("slice", item["begin"] is None, item["end"] is None,
                None if step is None else (step > 0) - (step < 0))
    return (tuple(of(i) for i in case["index"]), case["expect"].get("error"), 0 in case["shape"])


def draw(cases, count):
    """Deterministic order: shuffled by a checksum, cases with new features first."""
    order = sorted(cases, key=lambda c: zlib.crc32(c["id"].encode()))
    fresh, again, seen = [], [], set()
    for c in order:
        s = signature(c)
        (again if s in seen else fresh).append(c)
        seen.add(s)
    taken = (fresh + again)[:count]
    return sorted(taken, key=lambda c: c["id"])


def drawn_basic(data):
    cases = load(data, "numpy_basic")
    groups = {}
    for c in cases:
        groups.setdefault(c["group"], []).append(c)
    assert set(groups) == set(DRAWN), "a group that nobody draws from"
    taken = [c for g in sorted(groups) for c in draw(groups[g], DRAWN[g])]
    assert sum(c["expect"].get("error") not in COMPILE_TIME for c in taken) >= 300
    # Cases of one rank are adjacent, because they share the dynamic tensor.
    return sorted(taken, key=lambda c: (len(c["shape"]), c["id"]))


def basic(data):
    taken = drawn(drawn_basic(data))
    parts = []
    for k, case in enumerate(taken):
        if k % PER_PART == 0:
            parts.append(Part(SCRIPT, "basic", len(parts)))
        subscript_bodies(parts[-1], case, case["expect"], k)
    return "%d of numpy_basic through []" % len(taken), parts


# --- suite text -----------------------------------------------------------------------------------

def text(data):
    cases = [c for c in load(data, "numpy_basic") if c["index"]]
    groups = {}
    for c in cases:
        groups.setdefault(c["group"], []).append(c)
    share = math.ceil(TEXTS / len(groups))
    taken = {c["id"]: c for g in sorted(groups) for c in draw(groups[g], share)}
    # A text of integers alone selects an element, like the integers.
    whole = [c for c in cases if is_element(c["index"], len(c["shape"])) and "shape" in c["expect"]]
    taken.update({c["id"]: c for c in draw(whole, ELEMENT_TEXTS)})
    taken = sorted(taken.values(), key=lambda c: (len(c["shape"]), c["id"]))
    assert len(taken) >= 60, len(taken)
    parts = []
    for k, case in enumerate(taken):
        if k % PER_PART == 0:
            parts.append(Part(SCRIPT, "text", len(parts)))
        part, want, shape = parts[-1], case["expect"], case["shape"]
        ident, written = case["id"], case["numpy_text"][1:-1]
        if k % 3 == 0:
            written = written.replace("None", "newaxis")
        if k % 4 == 1:
            written = written.replace(", ", ",").replace(":", " : ")
        subscript = 't["%s"_ix]' % written
        part.note("%s %s on %s" % (ident, case["numpy_text"], tuple(shape)))
        if "error" in want:
            # All items of a text are constants.
            early = want["error"] in COMPILE_TIME or has_zero_step(case["index"])
            part.body(ident, "text_dynamic", [declare("dynamic", case), refusal(subscript, want["error"], early)])
            part.body(ident, "text_static", [declare("static", case), refusal(subscript, want["error"], True)])
            continue
        part.answer(ident, CELL, want)
        form = "static" if k % 2 == 0 else "dynamic"
        part.body(ident, "text_" + form, [
            declare(form, case),
            asked(subscript, case["index"], len(shape), want, ident, form == "static")])
    return "%d of numpy_basic through the text literal" % len(taken), parts


# --- suite examples ---------------------------------------------------------------------------------

MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")
TOO_LARGE = 10**8


def strided(case, form, tensor="t"):
    """The lines that call strided_slice, with bounds as arrays or as spans of static length."""
    op = case if case["form"] == "strided_slice" else case["encoded"]
    n = len(op["begin"])
    lines = ["[[maybe_unused]] const std::array<stria::index, %d> %s%s;" % (n, k, numbers(op[k]))
             for k in ("begin", "end", "strides")]
    wrap = "%s" if form == "arrays" else "std::span<const stria::index, %d>(%%s)" % n
    return lines, "strided_slice(%s, %s, mask<%s>{})" % (
        tensor, ", ".join(wrap % k for k in ("begin", "end", "strides")), ", ".join(str(op[m]) for m in MASKS))


def examples(data):
    cases = [c for c in load(data, "examples") if c["form"] in ("strided_slice", "index")]
    parts = []
    for k, case in enumerate(cases):
        if k % (PER_PART - 8) == 0:
            parts.append(Part(SCRIPT, "examples", len(parts)))
        part, want, shape = parts[-1], case["actual"], case["shape"]
        rank, ident = len(shape), case["id"].replace("-", "_")
        error = want.get("error")
        if math.prod(shape) > TOO_LARGE:
            # Too large for memory: only the types of the subscripts are checked.
            part.note("%s %s on %s" % (case["id"], case["numpy_text"], tuple(shape)))
            tensor = "std::declval<%s&>()" % static_type(CELL, shape)
            part.body(case["id"], "type", ["gives_type<known<%s>, decltype(%s[%s])>();" % (
                ", ".join(map(str, want["shape"])), tensor, Style("constants", k).items(case["index"]))])
            lines, call = strided(case, "arrays", tensor)
            part.body(case["id"], "strided_slice_type", lines + [
                "gives_type<ranked<%d>, decltype(%s)>();" % (len(want["shape"]), call)])
            continue
        if "index" in case:
            subscript_bodies(part, case, want, k)
        elif not error:
            part.answer(case["id"], CELL, want)
        for form, bounds in (("static", "arrays"), ("dynamic", "spans")):
            lines, call = strided(case, bounds)
            if error:
                last = refusal(call, error, error in COMPILE_TIME)
            else:
                last = asked(call, None, rank, want, ident, False)
            part.body(case["id"], "strided_slice_" + form, [declare(form, case)] + lines + [last])
    return "%d slices of the documents" % len(cases), parts


SUITES = {"basic": basic, "text": text, "examples": examples}


if __name__ == "__main__":
    main(sys.argv, SCRIPT, SUITES)
