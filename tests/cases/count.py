#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Counts the recorded cases of each function in data/*.txt.

usage: count.py             fails if one of the functions below has fewer than 20 different cases
       count.py --table     prints the counts, and what the cases contain
"""

import pathlib
import re
import sys

LEAST = 20
FUNCTIONS = {
    "elementwise": "logaddexp logaddexp2 reciprocal signbit fmax fmin deg2rad rad2deg sinc heaviside gcd lcm bitwise_count frexp "
                   "ldexp modf isreal iscomplex isposinf isneginf nan_to_num i0 divmod array_equiv allclose isclose array_equal",
    "nan": "nansum nanprod nanmean nanvar nanstd_dev nanmin nanmax nanargmin nanargmax nanmedian nanpercentile",
    "shapes": "broadcast_arrays vstack hstack dstack column_stack block atleast_1d atleast_2d atleast_3d resize array_split identity",
    "editing": "append insert delete_at put copyto fill_diagonal choose piecewise apply_along_axis",
    "sets": "isin intersect1d union1d setdiff1d setxor1d unique flatnonzero unravel_index ravel_multi_index lexsort argpartition",
    "statistics": "average cov corrcoef quantile digitize histogram2d histogramdd",
    "samples": "interp gradient trapezoid convolve correlate polyfit polyval poly polydiv vander unwrap inner cummax cummin",
    "linalg": "cholesky det slogdet inv solve lstsq qr svd svdvals eig eigvals eigh eigvalsh pinv matrix_rank matrix_norm "
              "matrix_power cond expm lu triangular_solve roots",
    "fft": "fft ifft rfft irfft hfft ihfft fftn ifftn rfftn irfftn fftfreq rfftfreq fftshift ifftshift fft2 ifft2 rfft2 irfft2 "
           "fftconvolve",
    "signal": "convolve2d correlate2d gaussian_filter median_filter zoom hanning hamming blackman bartlett kaiser",
}
# Kinds of cases: the number of a field of the line (function|operands|words|results), and a pattern that occurs in
# it.
KINDS = {
    "empty": (1, r"(?:^|;)\w\d+ (?:\d+,)*0(?:,\d+)* "),
    "NaN": (1, r"\bnan\b"),
    "negative steps": (1, r"(?:^|;)\w\d+ \S+ (?:\d+,)*-\d"),
    "broadcast": (1, r"(?:^|;)\w\d+ \S+ (?:-?\d+,)*0(?:,-?\d+)* "),
    "integers": (1, r"(?:^|;)[iu]\d"),
    "complex": (1, r"(?:^|;)c\d"),
    "errors": (3, r"^!$"),
}


def rows_of(name):
    path = pathlib.Path(__file__).parent / "data" / f"{name}.txt"
    rows = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            rows.setdefault(line.split("|")[0], set()).add(line)
    return rows


def main():
    few, functions, cases = [], 0, 0
    for name, listed in FUNCTIONS.items():
        rows = rows_of(name)
        for function in listed.split():
            lines = rows.get(function, set())
            functions, cases = functions + 1, cases + len(lines)
            if len(lines) < LEAST:
                few.append(f"{name}: {function}: {len(lines)}")
            if "--table" in sys.argv:
                fields = [line.split("|") for line in lines]
                counts = {n: sum(bool(re.search(k, f[at])) for f in fields) for n, (at, k) in KINDS.items()}
                print(f"{function:18} {len(lines):4}   {', '.join(f'{c} {n}' for n, c in counts.items() if c)}")
    for line in few:
        print(f"fewer than {LEAST} cases: {line}")
    print(f"{functions} functions, {cases} cases")
    return 1 if few else 0


sys.exit(main())
