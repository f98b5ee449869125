#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Records arrays as printed by NumPy, with C++ code that makes the same arrays.

usage: cases.py > cases.hpp      writes the table (NumPy 1.24)
       cases.py --check FILE     exit status 1 if FILE differs from the table that this NumPy gives
"""

import sys
from dataclasses import dataclass, field

import numpy as np

nan, inf = np.nan, np.inf

CPP = {"bool": "bool", "int8": "std::int8_t", "int16": "std::int16_t", "int32": "std::int32_t",
       "int64": "std::int64_t", "uint8": "std::uint8_t", "uint16": "std::uint16_t",
       "uint32": "std::uint32_t", "uint64": "std::uint64_t", "float32": "float",
       "float64": "double", "complex64": "std::complex<float>",
       "complex128": "std::complex<double>"}


@dataclass
class Case:
    label: str
    array: np.ndarray
    cpp: str
    options: dict = field(default_factory=dict)
    prefix: str = ""  # of repr
    shape: str = ""


CASES = []


def real_literal(x, suffix):
    if np.isnan(x):
        return f"nan_of<{'float' if suffix else 'double'}>"
    if np.isinf(x):
        return ("-" if x < 0 else "") + f"inf_of<{'float' if suffix else 'double'}>"
    return float(x).hex() + suffix


def literal(x):
    kind, name = x.dtype.kind, x.dtype.name
    if kind == "b":
        return "true" if x else "false"
    if kind == "u":
        return f"{x}u"
    if kind == "i":
        return "INT64_MIN" if name == "int64" and x == np.iinfo(np.int64).min else str(x)
    suffix = "f" if name in ("float32", "complex64") else ""
    if kind == "f":
        return real_literal(x, suffix)
    return f"{{{real_literal(x.real, suffix)}, {real_literal(x.imag, suffix)}}}"


def sizes(shape):
    return "{" + ", ".join(map(str, shape)) + "}"


def case(label, dtype, values, **options):
    """An array of the listed values."""
    a = np.array(values, dtype)
    kind = CPP[a.dtype.name]
    if a.ndim == 0:
        cpp = f"tensor<{kind}>({kind}({literal(a[()]).strip('{}')}))"
    else:
        listed = ", ".join(literal(x) for x in a.ravel())
        cpp = f"listed<{kind}>({sizes(a.shape)}, {{{listed}}})"
    CASES.append(Case(label, a, cpp, options))


def steps(label, dtype, shape, first, step, **options):
    """first, first + step, ...: for large arrays."""
    n = int(np.prod(shape))
    a = (first + step * np.arange(n)).astype(dtype).reshape(shape)
    cpp = f"steps<{CPP[a.dtype.name]}>({sizes(shape)}, {float(first)!r}, {float(step)!r})"
    CASES.append(Case(label, a, cpp, options))


def expression(label, array, cpp, **options):
    CASES.append(Case(label, np.asarray(array), cpp, options))


def with_type(label, array, cpp, prefix, shape, **options):
    """repr: NumPy's array2string with another prefix and suffix."""
    CASES.append(Case(label, np.asarray(array), cpp, options, prefix, shape))


def integers():
    case("one integer", "int32", [7])
    case("integers", "int32", [1, 2, 3])
    case("a negative one", "int32", [1, -2, 3])
    case("widths", "int64", [0, 10, 200, 3000])
    case("a matrix", "int32", [[1, 2, 3], [4, 5, 6]])
    case("a matrix of widths", "int32", [[1, -20, 3], [400, 5, -6]])
    case("a column", "int32", [[1], [20], [300]])
    case("a row", "int32", [[1, 20, 300]])
    case("rank 3", "int32", np.arange(8).reshape(2, 2, 2))
    case("rank 4", "int32", np.arange(16).reshape(2, 2, 2, 2))
    case("rank 5", "int16", np.arange(6).reshape(1, 2, 1, 3, 1))
    for name in ["int8", "int16", "int32", "int64"]:
        i = np.iinfo(name)
        case(f"bounds of {name}", name, [i.min, 0, i.max])
        case(f"a matrix of {name}", name, [[1, i.min], [i.max, -1]])
    for name in ["uint8", "uint16", "uint32", "uint64"]:
        case(f"bounds of {name}", name, [0, 1, np.iinfo(name).max])
    case("an integer of rank 0", "int64", -42)
    case("a small integer of rank 0", "int8", 65)
    case("the smallest integer of rank 0", "int64", np.iinfo(np.int64).min)
    steps("wrapped integers", "int64", (40,), 0, 1)
    steps("wrapped wide integers", "int64", (20,), 1000000, 1)
    steps("a line that is just full", "int64", (25,), 10, 1)
    steps("one more", "int64", (26,), 10, 1)
    steps("a matrix of wrapped rows", "int64", (2, 30), 0, 1)
    steps("rank 3 of wrapped rows", "int64", (2, 2, 30), 0, 1)
    steps("1000 are printed", "int64", (1000,), 0, 1)
    steps("1001 are not", "int64", (1001,), 0, 1)
    steps("negative ones at the ends", "int64", (2001,), -1000, 1)
    steps("a long matrix", "int64", (1000, 2), 0, 1)
    steps("a wide matrix", "int64", (2, 1000), 0, 1)
    steps("a large matrix", "int64", (100, 100), 0, 1)
    steps("a large rank 3", "int64", (20, 20, 20), 0, 1)
    steps("a large rank 4", "int64", (7, 3, 8, 9), 0, 1)
    steps("6 elements are no long axis", "int64", (6, 200), 0, 1)
    steps("7 are", "int64", (7, 200), 0, 1)


def floats():
    for name in ["float32", "float64"]:
        case(f"whole numbers, {name}", name, [1, 2, 3])
        case(f"halves, {name}", name, [0.5, 1.5, -2.5])
        case(f"thirds, {name}", name, np.array([1, 2, 4], name) / 3)
        case(f"tenths, {name}", name, [0.1, 0.2, 0.30000000000000004])
        case(f"a matrix, {name}", name, [[1, 2.25], [-3.125, 100]])
        case(f"zeros of both signs, {name}", name, [0.0, -0.0])
        case(f"all negative, {name}", name, [-1, -2])
        case(f"nan, {name}", name, [nan])
        case(f"inf, {name}", name, [inf])
        case(f"-inf, {name}", name, [-inf])
        case(f"nan and inf, {name}", name, [nan, inf, -inf])
        case(f"nan among numbers, {name}", name, [1, nan, 3.25])
        case(f"inf among numbers, {name}", name, [1, inf, -3.25])
        case(f"-inf among wide numbers, {name}", name, [1000.5, -inf, nan])
        case(f"large, {name}", name, [1e8])
        case(f"almost large, {name}", name, [99999992])
        case(f"small, {name}", name, [1e-4])
        case(f"smaller, {name}", name, [9.9e-5, 1e-5])
        case(f"a thousand apart, {name}", name, [0.001, 1])
        case(f"more than that, {name}", name, [0.001, 1.5])
        case(f"tiny and huge, {name}", name, [1e-20, 1, 1e20])
        case(f"exponents and nan, {name}", name, [[1e-20, nan], [-inf, 1e20]])
        case(f"the largest, {name}", name, [np.finfo(name).max, -np.finfo(name).max])
        case(f"the smallest, {name}", name, [np.finfo(name).tiny, np.finfo(name).smallest_subnormal])
        for value in [0.0, -0.0, 1, -2.5, 0.1, 1e-4, 1e-5, 1e15, 1e16, 123456.789, nan, inf, -inf]:
            case(f"rank 0 of {value}, {name}", name, value)
    case("exponents of three digits", "float64", [1e-300, 1e300, 1])
    case("a sixteenth digit", "float64", [1234567.123456789, 1])
    case("powers of ten", "float64", [1, 10, 100])
    case("more powers of ten", "float64", [1, 10, 100, 1000, 10000])
    case("rounded at the eighth digit", "float64", [0.123456785, 0.123456775, 0.999999999])
    case("rank 0 of all digits", "float64", 1 / 3)
    case("rank 0 of all digits, float32", "float32", np.float32(1) / np.float32(3))
    case("rank 0 of 17 digits", "float64", 9999999999999998.0)
    case("rank 3", "float64", np.arange(8).reshape(2, 2, 2) / 4)
    case("rank 4", "float32", np.arange(12).reshape(2, 1, 2, 3) * 0.25)
    steps("wrapped", "float64", (30,), 0, 0.0625)
    steps("wrapped with signs", "float64", (30,), -1, 0.0625)
    steps("wrapped, float32", "float32", (24,), 0, 0.5)
    steps("wrapped exponents", "float64", (12,), 1e-9, 1e-9)
    steps("summarised", "float64", (1001,), 0, 0.5)
    steps("a summarised matrix", "float64", (60, 50), -1, 0.25)
    steps("a summarised rank 3", "float32", (12, 12, 12), 0, 0.5)


def bools():
    case("bools", "bool", [True, False])
    case("one bool", "bool", [True])
    case("true ones", "bool", [True, True])
    case("false ones", "bool", [False, False])
    case("a matrix of bools", "bool", [[True, False], [False, True]])
    case("true of rank 0", "bool", True)
    case("false of rank 0", "bool", False)
    case("wrapped bools", "bool", np.arange(30) % 3 == 0)
    case("rank 3 of bools", "bool", (np.arange(8) % 3 == 0).reshape(2, 2, 2))


def complexes():
    for name in ["complex64", "complex128"]:
        case(f"complex, {name}", name, [1 + 2j, 3 - 4j])
        case(f"complex fractions, {name}", name, [0.5 + 0.25j, -1.125 - 2j])
        case(f"complex nan and inf, {name}", name, [complex(nan, 1), complex(-inf, inf), 1j])
        case(f"complex exponents, {name}", name, [1e-10 + 1j, 1 + 1e10j])
        case(f"complex zeros, {name}", name, [complex(0.0, -0.0), complex(-0.0, 0.0)])
        case(f"a complex matrix, {name}", name, [[1, 1j], [-1, -1j]])
        for value in [1 + 2j, 2j, 0j, complex(-0.0, -0.0), 1.5 - 2.25j, complex(nan, inf),
                      1e16 + 1e-5j, complex(0, nan), complex(1, -inf)]:
            case(f"complex rank 0 of {value}, {name}", name, value)
    case("wrapped complex", "complex128", np.arange(12) * (1 - 0.5j))


def empties():
    for shape in [(0,), (0, 3), (3, 0), (2, 0, 4)]:
        for name in ["float64", "int32", "bool", "complex64"]:
            expression(f"empty {shape}, {name}", np.zeros(shape, name),
                       f"listed<{CPP[name]}>({sizes(shape)}, {{}})")


def options():
    third = np.array([1, 2, 4]) / 3
    for p in [0, 1, 3, 12, 17, 20]:
        case(f"precision {p}", "float64", third, precision=p)
    case("precision 0 and halves", "float64", [0.5, 1.5, 2.5], precision=0)
    case("precision of exponents", "float64", [1 / 3, 1e9 / 3], precision=3)
    case("precision 0 of exponents", "float64", [1.5e9, 2.5e-9], precision=0)
    case("precision does not touch rank 0", "float64", 1 / 3, precision=2)
    for mode in ["fixed", "unique", "maxprec", "maxprec_equal"]:
        case(f"{mode}", "float64", [0.1, 1 / 3, 2], floatmode=mode)
        case(f"{mode}, float32", "float32", np.array([0.1, 1 / 3, 2], "float32"), floatmode=mode)
        case(f"{mode} with exponents", "float64", [0.1, 1e10 / 3, 2], floatmode=mode)
        case(f"{mode}, precision 3, nan", "float64", [0.5, nan, 1e3 / 3, -inf], floatmode=mode,
             precision=3)
        case(f"{mode}, complex", "complex128", [0.5 + 1j / 3, 2], floatmode=mode, precision=4)
    case("unique at powers of two", "float64", [2.0**-44, 2.0**89, 1e23, 5e-324],
         floatmode="unique")
    case("fixed to 25 digits", "float64", [0.1], floatmode="fixed", precision=25)
    case("suppress", "float64", [1e-10, 1, 0.00012345], suppress=True)
    case("suppress with few digits", "float64", [0.006, 0.005, 0.004, 1], suppress=True,
         precision=2)
    case("suppress does not touch large", "float64", [1e-10, 1e8], suppress=True)
    for sign in "+ ":
        case(f"sign '{sign}'", "float64", [1, 2.5], sign=sign)
        case(f"sign '{sign}' and negative", "float64", [1, -2.5], sign=sign)
        case(f"sign '{sign}' and inf", "float64", [inf, nan, -inf, 1], sign=sign)
        case(f"sign '{sign}', complex", "complex128", [1 + 2j, -1 - 2j], sign=sign)
        case(f"sign '{sign}', exponents", "float64", [1, 1e10], sign=sign)
    case("nanstr and infstr", "float64", [1, nan, inf, -inf], nanstr="NA", infstr="infinity")
    case("a short nanstr", "float64", [1, nan], nanstr="-", infstr="oo")
    steps("threshold 5", "int64", (6,), 0, 1, threshold=5, edgeitems=2)
    steps("threshold 0", "int64", (3, 8), 0, 1, threshold=0)
    steps("edgeitems 1", "int64", (9, 9), 0, 1, threshold=10, edgeitems=1)
    steps("edgeitems 0", "int64", (4, 6), 0, 1, threshold=5, edgeitems=0)
    steps("no edge of a vector", "int64", (12,), 0, 1, threshold=5, edgeitems=0)
    steps("edgeitems 10", "int64", (1500,), 0, 1, edgeitems=10)
    steps("widths of the corners alone", "int64", (2000,), -5, 5, threshold=100, edgeitems=2)
    for width in [0, 1, 10, 20, 40, 120]:
        steps(f"linewidth {width}", "float64", (2, 9), 0, 0.5, linewidth=width)
    steps("linewidth and dots", "int64", (2000,), 100000, 1, linewidth=30, edgeitems=5)


def expressions():
    m = np.arange(12).reshape(3, 4)
    x = np.array([0.5, -1.5, 2.0])
    expression("a sum", m + 1, "m + 1")
    expression("a product", m * 0.5, "m * 0.5")
    expression("a broadcast", m[:, None] * x[:, None], "m[_, newaxis] * x[_, newaxis]")
    expression("a comparison", m > 5, "m > 5")
    expression("an element", m[1, 2] + 0, "m[1, 2] + sum(m * 0)")
    expression("a row", m[1], "m[1]")
    expression("a column", m[:, 1], "m[_, 1]")
    expression("a reversed view", m[::-1, ::2], "m[rev(), range(_, _, 2)]")
    expression("an empty view", m[:0], "m[range(0, 0)]")
    expression("a slice of an expression", (m * 2)[1:], "(m * 2)[range(1, _)]")
    expression("a transpose", m.T, "transpose(m)")
    expression("a gather", m[[2, 0]], "m[{2, 0}]")
    expression("a mask", m[m > 8], "m[m > 8]")
    expression("a reduction", m.sum(0), "sum(m, _0)")
    expression("a mean", m.mean(axis=1), "mean(m, _1)")
    expression("rank 0 of a sum", x.sum(), "squeeze(sum(x, keepdims), _0)")
    expression("rank 0 of a test", (x > 1).any(), "squeeze(any(x > 1, keepdims), _0)")
    expression("a reduction inside", x - x.mean(), "x - mean(x)")
    expression("a product of matrices", m @ m.T, "matmul(m, transpose(m))")
    expression("a broadcast scalar", np.broadcast_to(x[:1], (3, 1)), "broadcast_to(x[range(0, 1)], 3, 1)")
    expression("a root", np.sqrt(np.abs(x)), "sqrt(abs(x))")
    expression("an inner new axis", x[:, None], "x[_, newaxis]")
    expression("a large expression", np.arange(3000) * 2, "arange(3000) * 2")
    expression("named extents", np.full((2, 3), 0.25), "named(0.25)")
    expression("an expression of named extents", np.full((2, 3), 1.25), "named(0.25) + 1.0")


def reprs():
    m = np.arange(12).reshape(3, 4)
    x = np.array([0.5, -1.5, 2.0])
    with_type("repr", m, "m", "tensor<int, 3, 4>(", "(3, 4)")
    with_type("repr of doubles", x, "x", "tensor<double, 3>(", "(3,)")
    with_type("repr of rank 0", 2.5, "tensor<double>(2.5)", "tensor<double>(", "()")
    with_type("repr of a bool of rank 0", True, "tensor<bool>(true)", "tensor<bool>(", "()")
    with_type("repr of rank 0 heeds the options", 1 / 3, "tensor<double>(1.0 / 3)",
              "tensor<double>(", "()", precision=3)
    with_type("repr of nothing", np.zeros((0, 3)), "dtensor<double, 2>(0, 3)",
              "tensor<double, dyn, dyn>(", "(0, 3)")
    with_type("repr of a view", m[:, 1], "m[_, 1]", "view<int, 3>(", "(3,)")
    with_type("repr of a view at run time", m[1:2], "m[range(one, 2)]", "view<int, dyn, 4>(",
              "(1, 4)")
    with_type("repr of an expression", x * 2, "x * 2", "expression<double, 3>(", "(3,)")
    with_type("repr of names", np.full((2, 3), 0.25), "named(0.25)",
              "tensor<double, batch, 3>(", "(batch=2, 3)")
    with_type("a long repr", np.arange(30), "steps<int>({30}, 0, 1)", "tensor<int, dyn>(",
              "(30,)")
    with_type("a summarised repr", np.arange(2000).reshape(2, 1000),
              "steps<int>({2, 1000}, 0, 1)", "tensor<int, dyn, dyn>(", "(2, 1000)")
    with_type("a repr of three axes", np.arange(8).reshape(2, 2, 2),
              "steps<int>({2, 2, 2}, 0, 1)", "tensor<int, dyn, dyn, dyn>(", "(2, 2, 2)")
    with_type("the shape on its own line", np.arange(19), "steps<int>({19}, 0, 1)",
              "tensor<int, dyn>(", "(19,)")
    for width in range(40, 45):
        with_type(f"repr in lines of {width}", np.arange(4), "steps<int>({4}, 0, 1)",
                  "tensor<int, dyn>(", "(4,)", linewidth=width)


def expected(c):
    options = dict(c.options)
    with np.printoptions(**options):
        if not c.prefix:
            return str(c.array)
        width = options.get("linewidth", 75)
        body = np.array2string(c.array, separator=", ", prefix=c.prefix, suffix=",")
        text = c.prefix + body + ","
        last = len(text) - (text.rfind("\n") + 1)
        shape = f"shape={c.shape})"
        apart = "\n" + " " * len(c.prefix) if last + len(shape) + 1 > width else " "
        return text + apart + shape


def option_text(options):
    def value(key, v):
        if key == "floatmode":
            return f"float_mode::{v}"
        if key == "sign":
            return f"'{v}'"
        if isinstance(v, str):
            return f'"{v}"'
        return str(v).lower()

    order = ["precision", "threshold", "edgeitems", "linewidth", "suppress", "sign", "floatmode",
             "nanstr", "infstr"]
    return "{" + ", ".join(f".{k} = {value(k, options[k])}" for k in order if k in options) + "}"


def table():
    for group in [integers, floats, bools, complexes, empties, options, expressions, reprs]:
        group()
    lines = ["// SPDX-License-Identifier: BSL-1.0",
             "// show/cases.hpp: written by cases.py with NumPy; not for editing.",
             "// clang-format off", ""]
    for c in CASES:
        call = "with_type" if c.prefix else "printed"
        arguments = f", {option_text(c.options)}" if c.options else ""
        lines.append(f'PRINT_CASE("{c.label}", {call}({c.cpp}{arguments}),')
        lines.append(f'R"({expected(c)})")')
    return "\n".join(lines) + "\n"


def main(arguments):
    if not np.__version__.startswith("1."):
        print(f"the texts are those of NumPy 1, this is {np.__version__}")
        sys.exit(77)
    text = table()
    if not arguments:
        sys.stdout.write(text)
    elif len(arguments) == 2 and arguments[0] == "--check":
        with open(arguments[1], encoding="utf-8") as file:
            if file.read() != text:
                sys.exit(f"{arguments[1]} is not what NumPy {np.__version__} prints")
        print(f"{len(CASES)} cases as NumPy {np.__version__} prints them")
    else:
        sys.exit(__doc__.strip())


if __name__ == "__main__":
    main(sys.argv[1:])
