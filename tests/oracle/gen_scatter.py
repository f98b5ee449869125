#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""gen_scatter.py: writes cases of scatter_nd.json and the scatters of examples.json as C++ with t[nd(idx)].

    gen_scatter.py list  SUITE DATA        the files of a suite, joined by ";"
    gen_scatter.py write SUITE DATA OUT    writes them

Suites: scatter (scatter_nd.json, scatter and gather, alternately with static and dynamic extents) and
scatter_examples (the examples of tensor_scatter_nd_update, in place, functional and read back).
"""

import math
import sys

from emit import Part, ctype, drawn, dynamic_type, load, main, static_type, values

SCRIPT = "gen_scatter.py"
INDEX = "stria::index"
PER_PART = 20


def tensor(variable, ctype_, t, form, const=True):
    """A declaration: static, dynamic, or dynamic except the last extent ("depth")."""
    shape, sizes = t["shape"], []
    if form == "static":
        kind = static_type(ctype_, shape)
    elif form == "depth":
        kind, sizes = "tensor<%s>" % ", ".join([ctype_] + ["dyn"] * (len(shape) - 1) + [str(shape[-1])]), shape[:-1]
    else:
        kind, sizes = dynamic_type(ctype_, len(shape)), shape
    return "%sauto %s = filled<%s>(%s);" % ("const " if const else "", variable, kind,
                                            ", ".join([values(t, ctype_)] + [str(n) for n in sizes]))


def write_to(op, target):
    return {"update": "%s = u;", "add": "%s += u;", "sub": "%s -= u;",
            "max": "assign_max(%s, u);", "min": "assign_min(%s, u);"}[op] % target


# --- suite scatter ------------------------------------------------------------------------------

def refused_early(case):
    """Whether the compiler refuses the case for all extents, and whether it refuses the case for
    some extents."""
    error = case["expect"].get("error")
    wrong_rank = error == "updates_shape" and len(case["updates"]["shape"]) != inner_rank(case)
    return error in ("depth_too_large", "indices_rank"), wrong_rank


def inner_rank(case):
    """The rank that updates must have: the batch axes, then the axes beyond the depth."""
    shape = case["indices"]["shape"]
    return len(shape) - 1 + len(case["tensor"]["shape"]) - shape[-1]


def with_batch_coordinates(case):
    """gather_nd with batch_dims as plain gather_nd: the batch coordinates precede each index."""
    batch, ix = case.get("batch_dims", 0), case["indices"]
    if not batch:
        return ix
    shape, depth, data = ix["shape"], ix["shape"][-1], []
    for k in range(math.prod(shape[:-1])):
        coordinates, rest = [], k
        for n in reversed(shape[:-1]):
            coordinates.insert(0, rest % n)
            rest //= n
        data += coordinates[:batch] + ix["data"][k * depth:(k + 1) * depth]
    return {"shape": shape[:-1] + [batch + depth], "data": data}


def body(part, case, turn):
    cell, op, want, ident = ctype(case["dtype"]), case["op"], case["expect"], case["id"]
    error, indices = want.get("error"), with_batch_coordinates(case)
    depth = indices["shape"][-1]
    # With static extents, the compiler would refuse the shape of the updates.
    form = "static" if turn % 2 == 0 and error != "updates_shape" else "dynamic"
    idx_form = "static" if form == "static" else ("depth" if turn % 4 == 1 or op == "gather_nd" else "dynamic")
    nd = "nd<%d>(idx)" % depth if idx_form == "dynamic" or turn % 3 == 0 else "nd(idx)"
    lines = [tensor("idx", INDEX, indices, idx_form)]
    part.note("%s %s %s %s at %s%s" % (ident, op, case["dtype"], case["tensor"]["shape"], case["indices"]["shape"],
                                       ": " + error if error else ""))
    early, early_or_late = refused_early(case)
    if op == "gather_nd":
        lines.insert(0, tensor("t", cell, case["tensor"], form))
        call = "gather_nd(t, idx)" if turn % 3 else "t[%s]" % nd
        if early:
            lines.append("refuses_early<decltype(t[%s])>();" % nd)
        elif error:
            lines.append("refuses<index_error>([&] { static_cast<void>(eval(%s)); });" % call)
        else:
            part.answer(ident, cell, want)
            lines.append("gathers<%d>(%s, want_%s);" % (len(want["shape"]), call, ident))
    else:
        lines.insert(0, tensor("t", cell, case["tensor"], form, const=False))
        lines.append(tensor("u", cell, case["updates"], form))
        change = write_to(op, "t[%s]" % nd)
        if error:
            kind = "shape_error" if error == "updates_shape" else "index_error"
            if early and depth > len(case["tensor"]["shape"]):
                lines.append("refuses_early<decltype(t[%s])>();" % nd)
            elif early:
                lines.append("refuses_early<decltype(%s)>();" % change.rstrip(";"))
            elif early_or_late:
                expression = write_to(op, "a[nd<%d>(i)]" % depth).rstrip(";").replace(" u", " b")
                lines.append("refuses_early_or_late<%s>([](auto& a, auto& i, auto& b) -> decltype(%s) "
                             "{ return %s; }, t, idx, u);" % (kind, expression, expression))
            else:
                lines.append("refuses<%s>([&] { %s });" % (kind, change))
            part.answer(ident, cell, case["tensor"])  # nothing has been written
        else:
            lines.append(change)
            part.answer(ident, cell, want)
        lines.append("holds(t, want_%s);" % ident)
    part.body(ident, "%s_%s" % (op, form), lines)


def scatter(data):
    taken = load(data, "scatter_nd")
    assert len(taken) >= 400, len(taken)

    # Cases with the same dynamic types are adjacent.
    def signature(c):
        return (c["dtype"], len(c["tensor"]["shape"]), len(c["indices"]["shape"]), c["indices"]["shape"][-1],
                c["op"], c["id"])
    taken.sort(key=signature)
    taken, parts = drawn(taken), []
    for k, c in enumerate(taken):
        if k % PER_PART == 0:
            parts.append(Part(SCRIPT, "scatter", len(parts)))
        body(parts[-1], c, k)
    return "%d of scatter_nd through t[nd(idx)]" % len(taken), parts


# --- suite scatter_examples ---------------------------------------------------------------------

def spelled(t, shape=None, fill=None):
    shape = t.get("shape", shape)
    fill = t.get("fill", fill)
    return {"shape": shape, "runs": [[fill, math.prod(shape), 0]]} if fill is not None else t


def braces(shape, data):
    if not shape:
        return str(data[0])
    step = len(data) // shape[0]
    return "{%s}" % ", ".join(braces(shape[1:], data[k * step:(k + 1) * step]) for k in range(shape[0]))


def scatter_examples(data):
    cases = [c for c in load(data, "examples") if c["form"] == "scatter_nd"]
    assert cases and all(c["op"] == "update" for c in cases)
    part = Part(SCRIPT, "scatter_examples", 0)
    cell = "float"
    for c in cases:
        before = spelled(c, c["shape"], c.get("tensor_fill"))
        updates, idx, ident = spelled(c["updates"]), c["indices"], c["id"].replace("-", "_")
        part.note("%s: %s" % (c["id"], c["quote"].split("\n")[0][:100]))
        part.answer(c["id"], cell, c["actual"])
        part.answer(c["id"] + "-before", cell, before)
        part.answer(c["id"] + "-updates", cell, updates)
        for form, idx_form in (("static", "static"), ("dynamic", "depth"), ("dynamic_depth", "dynamic")):
            kind = form.split("_")[0]
            nd = "nd<%d>(idx)" % idx["shape"][-1]
            ops = [tensor("t", cell, before, kind, const=False), tensor("idx", INDEX, idx, idx_form),
                   tensor("u", cell, updates, kind)]
            # The indices of the examples are distinct or write one value, so reading returns the updates.
            part.body(c["id"], "in_place_" + form, ops + [
                "t[%s] = u;" % nd, "holds(t, want_%s);" % ident,
                "gathers<%d>(gather_nd(t, %s), want_%s_updates);" % (
                    len(updates["shape"]), nd if idx_form == "dynamic" else "idx", ident)])
            part.body(c["id"], "functional_" + form, ops + [
                "gathers<%d>(tensor_scatter_nd_update(t, %s, u), want_%s);" % (len(before["shape"]), nd, ident),
                "holds(t, want_%s_before);" % ident])
        # The indices in braces, as in the document.
        part.body(c["id"], "in_place_braces", [
            tensor("t", cell, before, "static", const=False), tensor("u", cell, updates, "static"),
            "t[nd(%s)] = u;" % braces(idx["shape"], idx["data"]), "holds(t, want_%s);" % ident])
    return "the scatters of the documents", [part]


SUITES = {"scatter": scatter, "scatter_examples": scatter_examples}


if __name__ == "__main__":
    main(sys.argv, SCRIPT, SUITES)
