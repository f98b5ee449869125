#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Calls the functions of gpu_arrays_module.cpp with arrays of CuPy and PyTorch, which needs a GPU.

usage: gpu_arrays_test.py <folder of the module>

scripts/device-bench.sh runs it. Each test needs its library: the program fails if neither is installed.
"""

import sys
import unittest

import numpy as np

sys.path.insert(0, sys.argv[1])
import stria_gpu_arrays as st  # noqa: E402

try:
    import cupy
except ImportError:
    cupy = None
try:
    import torch
except ImportError:
    torch = None

HOST = np.arange(60, dtype=np.float32).reshape(6, 10)


class WithCuPy(unittest.TestCase):
    def test_values(self):
        a = cupy.asarray(HOST)
        for x, h in [(a, HOST), (a.T, HOST.T), (a[::2, 1::3], HOST[::2, 1::3]), (a[::-1, ::-2], HOST[::-1, ::-2])]:
            np.testing.assert_array_equal(cupy.asnumpy(cupy.asarray(st.twice(x))), h * 2)
        sums = cupy.asarray(st.row_sums(cupy.asarray(HOST, dtype=cupy.float64)[:, ::3]))
        np.testing.assert_array_equal(cupy.asnumpy(sums), HOST[:, ::3].sum(1))

    def test_shared_memory(self):
        a = cupy.asarray(HOST)
        st.add_columns(a, 100)
        expected = HOST.copy()
        expected[:, ::2] += 100
        np.testing.assert_array_equal(cupy.asnumpy(a), expected)
        r = st.twice(a)
        x = cupy.asarray(r)
        self.assertEqual(x.data.ptr, r.__cuda_array_interface__["data"][0])

    def test_streams(self):
        # Work that the stream has not yet done when stria is called.
        with cupy.cuda.Stream(non_blocking=True):
            a = cupy.ones((2048, 2048), dtype=cupy.float32)
            for _ in range(20):
                a = a + 1
            x = cupy.asarray(st.twice(a))
            x = x + 1
            np.testing.assert_array_equal(cupy.asnumpy(x[5, :4]), np.full(4, 43, np.float32))
            self.assertEqual(float(x.min()), 43)

    def test_refused(self):
        with self.assertRaises(TypeError):
            st.twice(cupy.zeros((2, 2), dtype=cupy.int32))
        with self.assertRaises(ValueError):
            st.twice(cupy.zeros(3, dtype=cupy.float32))


class WithTorch(unittest.TestCase):
    def test_values(self):
        a = torch.tensor(HOST, device="cuda")
        for x, h in [(a, HOST), (a.T, HOST.T), (a[::2, 1::3], HOST[::2, 1::3])]:
            r = torch.as_tensor(st.twice(x), device="cuda")
            np.testing.assert_array_equal(r.cpu().numpy(), h * 2)

    def test_product(self):
        rng = np.random.default_rng(1)
        h, k = (rng.integers(-4, 5, s).astype(np.float32) for s in [(200, 130), (130, 90)])
        r = torch.as_tensor(st.product(torch.tensor(h, device="cuda"), torch.tensor(k, device="cuda")), device="cuda")
        np.testing.assert_array_equal(r.cpu().numpy(), h @ k)

    def test_shared_memory(self):
        a = torch.zeros((3, 4), device="cuda")
        st.add_columns(a, 1)
        np.testing.assert_array_equal(a.cpu().numpy(), [[1, 0, 1, 0]] * 3)


for library, tests in ((cupy, "WithCuPy"), (torch, "WithTorch")):
    if library is None:
        del globals()[tests]
if cupy is None and torch is None:
    sys.exit("gpu_arrays_test.py: neither CuPy nor PyTorch is installed")

if __name__ == "__main__":
    print("device:", st.name())
    unittest.main(argv=sys.argv[:1])
