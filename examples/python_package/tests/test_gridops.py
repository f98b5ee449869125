# SPDX-License-Identifier: BSL-1.0
"""Compares gridops with NumPy. pytest finds these functions; python tests/test_gridops.py calls them without
pytest."""

import gridops
import numpy as np


def example(shape=(40, 50)):
    return np.random.default_rng(1).random(shape)


def test_smooth_in_place():
    u = example()
    expected = u.copy()
    for _ in range(3):
        expected[1:-1] = (expected[:-2] + expected[1:-1] + expected[2:]) / 3
        expected[:, 1:-1] = (expected[:, :-2] + expected[:, 1:-1] + expected[:, 2:]) / 3
    gridops.smooth(u, times=3)
    np.testing.assert_allclose(u, expected, rtol=1e-12)


def test_smooth_writes_through_a_slice():
    u = example()
    before = u.copy()
    expected = before[::2, ::-1].copy()
    gridops.smooth(u[::2, ::-1])
    gridops.smooth(expected)
    np.testing.assert_array_equal(u[::2, ::-1], expected)
    np.testing.assert_array_equal(u[1::2], before[1::2])


def test_deposit():
    points = example((1000, 2)) * (7, 9)
    weights = example((1000,))
    expected = np.zeros((7, 9))
    np.add.at(expected, tuple(np.floor(points).astype(int).T), weights)
    np.testing.assert_allclose(gridops.deposit(points, weights, 7, 9), expected, rtol=1e-12)


def test_slope():
    u = example()
    expected = np.hypot(*(g[1:-1, 1:-1] for g in np.gradient(u)))
    np.testing.assert_allclose(gridops.slope(u), expected, rtol=1e-12)


def raises(error, call):
    try:
        call()
    except error:
        return True
    return False


def test_refuses_what_does_not_fit():
    u = example()
    assert raises(TypeError, lambda: gridops.slope(u.astype(np.float32)))
    assert raises(ValueError, lambda: gridops.slope(u[0]))
    assert raises(IndexError, lambda: gridops.deposit(np.full((1, 2), 9.0), np.ones(1), 9, 9))


if __name__ == "__main__":
    tests = [test for name, test in sorted(globals().items()) if name.startswith("test_")]
    for test in tests:
        test()
    print(f"{len(tests)} tests passed")
