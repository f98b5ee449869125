# SPDX-License-Identifier: BSL-1.0
"""recording.py: operands of many layouts, and files of cases in the format of cases.hpp."""

import pathlib
import warnings

import numpy as np

warnings.simplefilter("ignore")
nan, inf = np.nan, np.inf
FOLDER = pathlib.Path(__file__).parent / "data"
ROWS = []


def number(x):
    if isinstance(x, (complex, np.complexfloating)):
        return number(x.real) + " " + number(x.imag)
    if isinstance(x, (bool, np.bool_, int, np.integer)):
        return str(int(x))
    return repr(float(x)).removesuffix(".0")


def numbers(a):
    return "".join(" " + number(x) for x in a.ravel().tolist())


def kind(a):
    return a.dtype.str[1:]


def listed(values):
    return ",".join(map(str, values)) or "-"


def memory_of(a):
    """The contiguous array that owns the elements of a."""
    while isinstance(a.base, np.ndarray):
        a = a.base
    return a


def operand_text(a):
    memory = memory_of(a)
    if not memory.flags.c_contiguous or memory.dtype != a.dtype:
        memory = a = np.ascontiguousarray(a).reshape(a.shape)
    size = a.itemsize
    offset = (a.__array_interface__["data"][0] - memory.__array_interface__["data"][0]) // size
    if a.size == 0 or a is memory:
        strides, offset = "c", 0
        memory = a
    else:
        strides = listed(s // size for s in a.strides)
    return f"{kind(a)} {listed(a.shape)} {strides} {offset}{numbers(memory)}"


def result_text(a):
    a = np.asarray(a)
    return f"{kind(a)} {listed(a.shape)}{numbers(a)}"


def case(name, f, *operands, **words):
    """Records f(*operands) as a case of the function `name`. If f returns a tuple or a list, each of its items
    is one result."""
    operands = [np.asarray(a) for a in operands]
    before = [operand_text(a) for a in operands]
    try:
        result = f(*operands)
        results = list(result) if isinstance(result, (tuple, list)) else [result]
        after = ";".join(map(result_text, results))
    except (ValueError, IndexError, ZeroDivisionError, np.linalg.LinAlgError):
        after = "!"
    text = " ".join(f"{k}={v}" if v is not True else k for k, v in words.items() if v is not None)
    row = "|".join([name, ";".join(before), text, after])
    if row not in ROWS:
        ROWS.append(row)


def write(name, made_with=f"NumPy {np.__version__}"):
    FOLDER.mkdir(exist_ok=True)
    head = f"# Recorded by record_{name}.py with {made_with}.\n"
    (FOLDER / f"{name}.txt").write_text(head + "\n".join(ROWS) + "\n", encoding="utf-8")
    count = {}
    for row in ROWS:
        count[row.split("|")[0]] = count.get(row.split("|")[0], 0) + 1
    print(name, len(ROWS), "cases;", "less than 20:", {k: n for k, n in count.items() if n < 20})


# --- operands ---

def vectors(v):
    """The same vector, whole and in parts, with positive and negative steps."""
    return [v, v[::-1], v[::2], v[1::3], v[-2::-3], v[:1], v[:0], np.repeat(v, 2)[1::2]]


def matrices(m):
    """The same matrix, whole and in parts, transposed, repeated and empty."""
    return [m, m[::-1], m[:, ::-1], m[::2, 1::2], m.T, m.T[::-1, ::-2], m[1:2], m[:, 2:3], m[:0], m[:, :0],
            np.broadcast_to(m[0], m.shape), np.broadcast_to(m[:, :1], m.shape)]
