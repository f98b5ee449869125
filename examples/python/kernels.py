#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Calls the module stria_kernels and NumPy with the same arrays, compares values and prints times.

usage: kernels.py <folder of the module> [size of the grid]

The exit status is 1 if a value differs.
"""

import sys
import time

import numpy as np

sys.path.insert(0, sys.argv[1])
import stria_kernels  # noqa: E402

SIZE = int(sys.argv[2]) if len(sys.argv) > 2 else 1000


def diffuse(u, rate, steps):
    for _ in range(steps):
        u[1:-1, 1:-1] += rate * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
                                 - 4 * u[1:-1, 1:-1])


def deposit(grid, positions, weights):
    cells = np.floor(positions).astype(np.intp)
    np.add.at(grid, (cells[:, 0], cells[:, 1]), weights)


def edges(u):
    return np.hypot(u[2:, 1:-1] - u[:-2, 1:-1], u[1:-1, 2:] - u[1:-1, :-2])


def timed(call, array):
    """The result of the call for a copy of the array, and the minimum time of five calls, in ms."""
    least = np.inf
    for _ in range(5):
        copy = array.copy()
        begin = time.perf_counter()
        result = call(copy)
        least = min(least, time.perf_counter() - begin)
    return copy if result is None else result, 1e3 * least


def compare(what, array, own, numpys):
    got, time_of_stria = timed(own, array)
    wanted, time_of_numpy = timed(numpys, array)
    np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-5)
    print(f"{what:28} stria {time_of_stria:8.2f} ms   NumPy {time_of_numpy:8.2f} ms")


def refused(error, call):
    try:
        call()
    except error as e:
        print(f"{error.__name__}: {e}")
        return
    raise AssertionError(f"no {error.__name__}")


def main():
    rng = np.random.default_rng(1)
    u = rng.random((SIZE, SIZE), dtype=np.float32)
    compare("10 steps of heat flow", u, lambda v: stria_kernels.diffuse(v, 0.2, 10),
            lambda v: diffuse(v, np.float32(0.2), 10))
    # The view is not contiguous. Nevertheless it is not copied.
    compare("the same on u[::2, ::-2]", u,
            lambda v: stria_kernels.diffuse(v[::2, ::-2], 0.2, 10),
            lambda v: diffuse(v[::2, ::-2], np.float32(0.2), 10))
    positions = (rng.random((SIZE * SIZE, 2)) * (SIZE - 1)).astype(np.float32)
    weights = rng.random(SIZE * SIZE, dtype=np.float32)
    compare("a weight for each particle", u,
            lambda grid: stria_kernels.deposit(grid, positions, weights),
            lambda grid: deposit(grid, positions, weights))
    compare("edges", u, stria_kernels.edges, edges)

    before = u.copy()
    refused(TypeError, lambda: stria_kernels.edges(u.astype(np.float64)))
    refused(ValueError, lambda: stria_kernels.edges(u[0]))
    positions[-1] = SIZE
    refused(IndexError, lambda: stria_kernels.deposit(u, positions, weights))
    np.testing.assert_array_equal(u, before)


if __name__ == "__main__":
    main()
