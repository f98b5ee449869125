#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Computes the block of attention.hpp with NumPy, and writes expected.hpp. attention.cpp compares
its results with those in expected.hpp.

usage: expected.py > expected.hpp
"""

import numpy as np

HEADS = 3


def table(seed, *sizes):
    """The same sixteenths as in attention.cpp. They are exact in float and double."""
    i = np.full(sizes, seed)
    for at in np.indices(sizes):
        i = i * 5 + at * 7 + 3
    return (i % 31 - 15) / 16


def project(x, w):
    b, t, _ = x.shape
    return (x @ w).reshape(b, t, HEADS, -1).transpose(0, 2, 1, 3)


def softmax(s):
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def layer_norm(x, gain, shift):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * gain + shift


def block(x, query, key, value, output, gain, shift):
    q, k, v = project(x, query), project(x, key), project(x, value)
    t = np.arange(x.shape[1])
    s = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    a = softmax(np.where(t[:, None] >= t, s, -np.inf))
    y = np.einsum("bhts,bhsd->bhtd", a, v).transpose(0, 2, 1, 3).reshape(x.shape)
    return layer_norm(x + y @ output, gain, shift), a


def show(name, values):
    print("inline constexpr float %s[] = {" % name)
    numbers = ["%.9gf" % v if "." in "%.9g" % v or "e" in "%.9g" % v else "%.9g.f" % v
               for v in values.ravel()]
    for i in range(0, len(numbers), 6):
        print("    " + ", ".join(numbers[i:i + 6]) + ",")
    print("};")


def main():
    b, t, m = 2, 5, 12
    output, attention = block(table(1, b, t, m), *(table(k, m, m) for k in (2, 3, 4, 5)),
                              1 + table(6, m), table(7, m))
    print("// SPDX-License-Identifier: BSL-1.0")
    print("// expected.hpp: what expected.py computes; written by it.")
    print("#pragma once\n\nnamespace expected {\n\n// clang-format off")
    show("output", output)
    show("attention", attention)
    print("// clang-format on\n\n} // namespace expected")


if __name__ == "__main__":
    main()
