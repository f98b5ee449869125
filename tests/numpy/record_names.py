#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes recorded_names.hpp: the results of NumPy for the calls in names.cpp.

usage: record_names.py > recorded_names.hpp
"""

import numpy as np

from record_parameters import write

nan, inf = np.nan, np.inf
a = ((np.arange(24) * 7 + 3) % 11).reshape(2, 3, 4)
m = np.array([[1.0, -2.0, 3.0], [-4.0, 5.5, 0.0]])
v = np.array([0.0, -0.0, 1.0, -1.5, 2.75, -1e300, 5e-324, 1e-310, 65536.25, nan, inf, -inf])
i = np.array([-7, -3, -1, 0, 1, 2, 6, 2147483647, -2147483648])
j = np.array([2, -2, 3, 5, -4, 1, 4, 7, 3])
t = np.array([-0.9, -0.25, 0.0, 0.5, 1.0])
z = np.array([1 + 2j, -3 + 0j, 0 - 1j, 2.5 + 0j])
ints = np.array([1, 5, 6, 7, 12, 255, 0])
by = np.array([0, 1, 2, 3, 4, 5, 6])


def started(f, start, p, axis):
    shape = list(p.shape)
    shape[axis] = 1
    return np.concatenate([np.full(shape, start, p.dtype), f(p, axis)], axis)


CASES = {
    "cumulative_sum": np.cumsum(a, 1),
    "cumulative_prod": np.cumprod(m, 0),
    "cumulative_flat": np.cumsum(m),
    "started_sum_0": started(np.cumsum, 0, a, 0),
    "started_sum_1": started(np.cumsum, 0, a, 1),
    "started_sum_2": started(np.cumsum, 0, a, 2),
    "started_prod": started(np.cumprod, 1, m, 1),
    "started_nan": started(np.cumsum, 0, v, 0),
    "started_back": started(np.cumsum, 0, m[:, ::-1], 1),
    "started_empty": started(np.cumsum, 0, m[:, :0], 1),
    "started_none": started(np.cumsum, 0, m[:0], 1),
    "started_bools": started(np.cumsum, 0, (a > 4).astype(int), 2),
    "fabs": np.fabs(v),
    "fabs_integers": np.fabs(i),
    "isposinf": np.isposinf(v),
    "isneginf": np.isneginf(v),
    "isreal": np.isreal(z),
    "iscomplex": np.iscomplex(z),
    "isreal_reals": np.isreal(v),
    "bitwise_count": np.array([bin(abs(int(e))).count("1") for e in i]),
    "ldexp": np.ldexp(v, 3),
    "ldexp_back": np.ldexp(v, -7),
    "ldexp_broadcast": np.ldexp(m[:, :, None], j[:4]),
    "ldexp_integers": np.ldexp(i.astype(float), j),
    "frexp": np.frexp(v)[0],
    "frexp_exponent": np.frexp(v)[1],
    "frexp_integers": np.frexp(i)[0],
    "frexp_integers_exponent": np.frexp(i)[1],
    "modf": np.modf(v)[0],
    "modf_whole": np.modf(v)[1],
    "modf_integers": np.modf(i)[0],
    "modf_integers_whole": np.modf(i)[1],
    "add": np.add(m, m[0]),
    "subtract": np.subtract(m[0], m),
    "multiply": np.multiply(a, a[0, :1]),
    "divide": np.divide(i, j),
    "divide_reals": np.divide(m, 2),
    "power": np.power(np.abs(m), 1.5),
    "mod": np.mod(i, j),
    "floor_divide": np.floor_divide(i, j),
    "negative": np.negative(v),
    "positive": np.positive(i),
    "absolute": np.absolute(z),
    "conjugate_imag": np.conjugate(z).imag,
    "angle": np.angle(z),
    "equal": np.equal(i, j),
    "not_equal": np.not_equal(v, v),
    "less": np.less(i, j),
    "less_equal": np.less_equal(v, v),
    "greater": np.greater(m, 0),
    "greater_equal": np.greater_equal(0, m),
    "logical_and": np.logical_and(m, m > 0),
    "logical_or": np.logical_or(v, v < 0),
    "logical_xor": np.logical_xor(i, j > 2),
    "logical_not": np.logical_not(m),
    "bitwise_and": np.bitwise_and(i, j),
    "bitwise_or": np.bitwise_or(i, j),
    "bitwise_xor": np.bitwise_xor(i, 5),
    "left_shift": np.left_shift(ints, by),
    "right_shift": np.right_shift(ints, by),
    "bitwise_not": np.bitwise_not(i),
    "arcsin": np.arcsin(t),
    "arccos": np.arccos(t),
    "arctan": np.arctan(t),
    "arcsinh": np.arcsinh(t),
    "arccosh": np.arccosh(t + 2),
    "arctanh": np.arctanh(t[:4]),
    "arctan2": np.arctan2(t, t[::-1]),
    "rint": np.rint(np.array([0.5, -0.5, 1.5, 2.5, -2.75, nan, inf])),
    "fix": np.fix(v),
    "degrees": np.degrees(t),
    "radians": np.radians(t),
}

if __name__ == "__main__":
    write("names", CASES)
