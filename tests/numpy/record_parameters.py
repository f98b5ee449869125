#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes recorded_parameters.hpp: the results of NumPy for the calls in parameters.cpp.

usage: record_parameters.py > recorded_parameters.hpp
"""

import numpy as np

nan, inf = np.nan, np.inf
a = (np.arange(24) * 7 + 3) % 11
a = a.reshape(2, 3, 4)
x = np.array([[1.5, -2.25, nan, 3.0], [0.0, -0.0, 7.5, -inf], [2.0, 2.0, 1.0, inf]])
m = np.array([[1.0, -2.0, 3.0], [-4.0, 5.5, 0.0]])
v = np.array([0.5, -1.5, 2.5, 0.125, -0.375, 12345.678, -98765.4321, 1e300, nan, inf, -inf])
i = np.array([15, 25, -25, 35, 149, 151, -1250, 7, 0])
s = np.array([30.0, 10.0, 20.0, 20.0])
order = np.argsort(s, kind="stable")
z = np.array([1.235 - 2.345j, -0.5 + 1.5j])


def descending(p, axis=-1):
    return np.flip(np.sort(np.flip(p, axis), axis, kind="stable"), axis)


def descending_places(p, axis=-1):
    return p.shape[axis] - 1 - np.flip(np.argsort(np.flip(p, axis), axis, kind="stable"), axis)


CASES = {
    "roll_two": np.roll(a, (1, -2), (0, 2)),
    "roll_back": np.roll(a, (-5, 1, 7), (0, 1, 2)),
    "roll_again": np.roll(a, (1, 2), (1, 1)),
    "roll_same": np.roll(a, 1, (0, 1)),
    "descending_last": descending(a),
    "descending_0": descending(a, 0),
    "descending_nan": descending(x),
    "descending_places": descending_places(a, 1),
    "descending_places_nan": descending_places(x),
    "linspace": np.linspace(0, 1, 8, endpoint=False),
    "linspace_back": np.linspace(3, -3, 5, endpoint=False),
    "linspace_one": np.linspace(2, 3, 1, endpoint=False),
    "linspace_50": np.linspace(0, 1, endpoint=False),
    "linspace_integers": np.linspace(0, 10, 4, endpoint=False, dtype=int),
    "eye_1": np.eye(3, 4, 1),
    "eye_back": np.eye(3, 4, -2),
    "eye_out": np.eye(2, 2, 5),
    "clip_lo": np.clip(x, 1, None),
    "clip_hi": np.clip(x, None, 1),
    "clip_broadcast": np.clip(a, a[0], None),
    "diff_2": np.diff(a, 2, 1),
    "diff_3": np.diff(a, 3),
    "diff_0": np.diff(a, 0, 0),
    "diff_many": np.diff(a, 9, 0),
    "diff_bools": np.diff(a > 4, 2, -1),
    "diff_joined": np.diff(m, 1, 1, prepend=0.0, append=9.0),
    "searchsorted": np.searchsorted(s, [5.0, 10.0, 20.0, 25.0, 31.0, nan], "left", order),
    "searchsorted_right": np.searchsorted(s, [5.0, 10.0, 20.0, 25.0, 31.0, nan], "right", order),
    "tensordot_pair": np.tensordot(a, a, ((1,), (1,))),
    "tensordot_one": np.tensordot(m, m, (0, 0)),
    "tensordot_two": np.tensordot(a, a.transpose(2, 0, 1), ((0, 2), (1, 0))),
    "tensordot_none": np.tensordot(m, m[0], 0),
    "round_2": np.round(v, 2),
    "round_0": np.round(v, 0),
    "round_back": np.round(v, -3),
    "round_integers": np.round(i, 1),
    "round_integers_1": np.round(i, -1),
    "round_integers_2": np.round(i, -2),
    "round_complex_real": np.round(z, 2).real,
    "round_complex_imag": np.round(z, 2).imag,
    "sparse_0": np.meshgrid([1, 2, 3], [4, 5], sparse=True)[0],
    "sparse_1": np.meshgrid([1, 2, 3], [4, 5], sparse=True)[1],
    "sparse_ij_0": np.meshgrid([1, 2, 3], [4, 5], sparse=True, indexing="ij")[0],
    "sparse_of_three": np.meshgrid([1, 2, 3], [4, 5], [6], sparse=True)[2],
    "norm_of_vector": np.array([np.linalg.norm(m[0], p) for p in (0, 0.5, 1, 2, 3, inf, -inf, -1, -2)]),
    "norm_axis": np.linalg.norm(m, 1, axis=0),
    "norm_axis_keep": np.linalg.norm(m, inf, axis=1, keepdims=True),
    "norm_of_matrix": np.array([np.linalg.norm(m, p) for p in (1, -1, inf, -inf, "fro")]),
    "norm_of_axes": np.linalg.norm(a, 1, axis=(0, 2)),
    "norm_of_axes_turned": np.linalg.norm(a, 1, axis=(2, 0)),
    "norm_of_axes_keep": np.linalg.norm(a, -inf, axis=(1, 2), keepdims=True),
    "norm_of_complex": np.array([np.linalg.norm(z, p) for p in (1, 3, inf)]),
}


def text(value):
    value = float(value)
    if np.isnan(value):
        return "qnan"
    if np.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)


def write(name, cases):
    print("// SPDX-License-Identifier: BSL-1.0")
    print(f"// numpy/recorded_{name}.hpp: written by record_{name}.py.")
    print("#pragma once\n\n#include \"recorded_case.hpp\"\n\nnamespace test {\n")
    print(f"// clang-format off\ninline const std::map<std::string, recorded_case> recorded_{name}{{")
    for case, value in cases.items():
        value = np.asarray(value)
        shape = ", ".join(str(n) for n in value.shape)
        print(f"  {{\"{case}\", {{{{{shape}}}, {{{', '.join(text(e) for e in value.ravel())}}}}}}},")
    print("};\n// clang-format on\n\n} // namespace test")


if __name__ == "__main__":
    write("parameters", CASES)
