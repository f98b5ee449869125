#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks docs/array-api.md, the list of functions of the Python Array API standard, against the headers.

usage: check_array_api.py [checkout]

The page must have exactly one row for each function and constant of the standard, in its section. The headers
must declare the name in the given namespace, and the example must use it and be in tests/numpy/array_api.cpp, which is
compiled. A section about a separate namespace
is skipped if its header is missing.
"""

import re
import sys
from pathlib import Path

PAGE, CALLS = "docs/array-api.md", "tests/numpy/array_api.cpp"
# The functions of the standard, edition 2025.12, by the sections of the page.
STANDARD = {
    "Constants": "e inf nan newaxis pi",
    "Creation": """arange asarray empty empty_like eye from_dlpack full full_like linspace meshgrid ones ones_like
        tril triu zeros zeros_like""",
    "Data types": "astype can_cast finfo iinfo isdtype result_type",
    "Element-wise": """abs acos acosh add asin asinh atan atan2 atanh bitwise_and bitwise_left_shift bitwise_invert
        bitwise_or bitwise_right_shift bitwise_xor ceil clip conj copysign cos cosh divide equal exp expm1 floor
        floor_divide greater greater_equal hypot imag isfinite isinf isnan less less_equal log log1p log2 log10
        logaddexp logical_and logical_not logical_or logical_xor maximum minimum multiply negative nextafter
        not_equal positive pow real reciprocal remainder round sign signbit sin sinh square sqrt subtract tan tanh
        trunc""",
    "Indexing": "take take_along_axis",
    "Linear algebra": "matmul matrix_transpose tensordot vecdot",
    "Manipulation": """broadcast_arrays broadcast_shapes broadcast_to concat expand_dims flip moveaxis permute_dims
        repeat reshape roll squeeze stack tile unstack""",
    "Searching and counting": "argmax argmin count_nonzero nonzero searchsorted where",
    "Sets": "isin unique_all unique_counts unique_inverse unique_values",
    "Sorting": "argsort sort",
    "Statistics": "cumulative_prod cumulative_sum max mean min prod std sum var",
    "Utilities": "all any diff",
    "Linear algebra, the extension": """cholesky cross det diagonal eig eigh eigvals eigvalsh inv matmul matrix_norm
        matrix_power matrix_rank matrix_transpose outer pinv qr slogdet solve svd svdvals tensordot trace vecdot
        vector_norm""",
    "Fourier transforms, the extension": """fft ifft fftn ifftn rfft irfft rfftn irfftn hfft ihfft fftfreq
        rfftfreq fftshift ifftshift""",
}
# A function, declared directly or by a macro, or a constant.
DECLARED = re.compile(r"\b(?:auto|void|bool|double|index|[\w:]+<[^;{}()]*>)&? (\w+)\("
                      r"|\binline constexpr \w+ (\w+)\b")
BY_MACRO = re.compile(r"\bSTRIA_(?!FOREIGN)[A-Z_]+\(\s*(\w+)(?=[,)])")
NAMESPACE = re.compile(r"^(?:inline )?namespace ([\w:]+) \{|^\} // namespace [\w:]+", re.M)


def parts_of(text):
    """(namespace inside stria, text) of the parts of a header that are not in namespace detail."""
    spaces, begin = [], 0
    for match in [*NAMESPACE.finditer(text), None]:
        inside = [name for space in spaces for name in space.split("::")]
        if inside[:1] == ["stria"] and "detail" not in inside:
            yield "::".join(inside[1:]), text[begin:match.start() if match else len(text)]
        if match and match[1]:
            spaces.append(match[1])
        elif match:
            spaces.pop()
        begin = match.end() if match else 0


def declared_in(checkout):
    """The names that the headers declare; names of a nested namespace are qualified, as in fft::fft."""
    names = set()
    for root in ("dsl/stria", "include/stria"):
        for path in sorted((checkout / root).rglob("*.hpp")):
            for space, part in parts_of(path.read_text(encoding="utf-8")):
                code = re.sub("//.*", "", part)
                found = {match[1] or match[2] for match in DECLARED.finditer(code)}
                found.update(match[1] for match in BY_MACRO.finditer(code))
                names.update(f"{space}::{name}" if space else name for name in found)
    return names


def rows_of(page):
    """(section, standard's name, stria's name, example) of each row."""
    section = None
    for line in page.splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif match := re.fullmatch(r"\| `(\w+)` \| (?:`([\w:]+)`|–) \| .+ \| `(.+)` \|", line):
            yield section, *match.groups()
        elif line.startswith("| `"):
            yield section, line, None, ""


def problems_of(checkout):
    declared = declared_in(checkout)
    found = {}
    compiled = re.sub(r"\s", "", (checkout / CALLS).read_text(encoding="utf-8"))
    for section, standard, name, example in rows_of((checkout / PAGE).read_text(encoding="utf-8")):
        found.setdefault(section, []).append(standard)
        if re.sub(r"\s", "", example) not in compiled:
            yield f"{standard}: {CALLS} does not have the example {example}"
        if name is None:
            continue
        if not re.search(rf"(?<![\w:]){name}\b", example):
            yield f"{standard}: the example does not contain {name}: {example}"
        if name not in declared:
            yield f"{standard}: no header declares {name}"
    for section, names in STANDARD.items():
        for name in sorted(set(names.split()) ^ set(found.get(section, []))):
            yield f"{section}: {name} is {'missing' if name in names.split() else 'not a name of the standard'}"
    for section in found.keys() - STANDARD.keys():
        yield f"{section}: not a section of the standard"


def main():
    checkout = Path(sys.argv[1]) if len(sys.argv) > 1 else Path.cwd()
    problems = list(problems_of(checkout))
    for problem in problems:
        print(f"{PAGE}: {problem}")
    print(f"{sum(len(names.split()) for names in STANDARD.values())} names, {len(problems)} problems")
    return 1 if problems else 0


sys.exit(main())
