#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Calls the functions of python_device_module.cpp, with a fake driver that uses host memory.

usage: python_device_test.py <folder of the module>
"""

import gc
import sys
import unittest

import numpy as np

sys.path.insert(0, sys.argv[1])
import stria_device_test as st  # noqa: E402


class Carrier:
    """An array of another library, such as CuPy."""

    def __init__(self, a, **entries):
        self.array = a
        self.__cuda_array_interface__ = {
            "shape": a.shape, "typestr": a.dtype.str, "data": (a.ctypes.data, False),
            "version": 3, "strides": a.strides, **entries}
        for key in [key for key, value in entries.items() if value is Carrier]:
            del self.__cuda_array_interface__[key]


def parts(a):
    return a.ctypes.data, list(a.shape), [s // a.itemsize for s in a.strides]


class Out(unittest.TestCase):
    def test_device(self):
        self.assertEqual(st.name(), "Fake GPU")

    def test_entries(self):
        whole, row, constant, empty = st.described()
        address, d = whole
        stream = d["stream"]
        self.assertGreater(stream, 2)  # neither of the default streams
        self.assertEqual(d, {"shape": (2, 3), "strides": (12, 4), "typestr": "<f4",
                             "data": (address, False), "stream": stream, "version": 3})
        self.assertEqual(row[1]["shape"], (3,))
        self.assertEqual(row[1]["strides"], (-4,))
        self.assertEqual(row[1]["data"], (address + 20, False))
        self.assertEqual(row[0], address + 20)
        self.assertEqual(constant[1]["data"], (address, True))
        self.assertEqual(empty[1]["data"], (0, False))
        self.assertEqual(empty[1]["shape"], (0, 3))

    def test_complex(self):
        self.assertEqual(st.make_complex().__cuda_array_interface__["typestr"], "<c16")

    def test_lifetime(self):
        gc.collect()
        st.finish()  # frees what earlier tests have released
        before = st.allocations()
        a = np.arange(6, dtype=np.float32).reshape(2, 3)
        x = st.make(a)
        y = st.make_bytes(np.array([1, 2, 3], dtype=np.uint8))
        self.assertEqual(y.__cuda_array_interface__["typestr"], "|u1")
        self.assertEqual(st.allocations(), before + 2)
        np.testing.assert_array_equal(st.copy_of(x), a)
        del x, y
        gc.collect()
        st.finish()  # memory is freed after the work that uses it
        self.assertEqual(st.allocations(), before)

    def test_there_and_back(self):
        x = st.make(np.ones((4, 5), np.float32))
        address = x.__cuda_array_interface__["data"][0]
        waits = st.waits()
        self.assertEqual(st.parts(x), (address, [4, 5], [5, 1]))
        self.assertEqual(st.waits(), waits + 1)
        self.assertEqual(st.waited_for(), x.__cuda_array_interface__["stream"])


class In(unittest.TestCase):
    def test_function_of_the_page(self):  # docs/interop.md; the fake driver runs no kernels
        a = np.ones((2, 3), dtype=np.float32)
        d = st.twice(Carrier(a)).__cuda_array_interface__
        self.assertEqual((d["shape"], d["strides"], d["typestr"]), ((2, 3), (12, 4), "<f4"))
        self.assertNotEqual(d["data"][0], a.ctypes.data)
        with self.assertRaises(ValueError):
            st.twice(Carrier(np.ones((2, 4), dtype=np.float32)))

    def test_any_strides(self):
        a = np.arange(60, dtype=np.float32).reshape(6, 10)
        for x in [a, a.T, a[::2, 1::3], a[::-1, ::-2], np.asfortranarray(a)]:
            self.assertEqual(st.parts(Carrier(x)), parts(x))
        self.assertEqual(st.parts(Carrier(a, strides=None)), parts(a))
        self.assertEqual(st.parts(Carrier(a, strides=Carrier)), parts(a))
        self.assertEqual(st.parts(Carrier(a, version=2)), parts(a))
        self.assertEqual(st.parts(Carrier(a[2:2], data=(0, False)))[:2], (0, [0, 10]))
        b = np.array([True, False])
        self.assertEqual(st.bools(Carrier(b)), parts(b))

    def test_streams(self):
        a = np.zeros((2, 3), np.float32)
        waits = st.waits()
        st.parts(Carrier(a))
        st.parts(Carrier(a, stream=None))
        self.assertEqual(st.waits(), waits)
        for stream in [1, 2, 4096]:
            st.parts(Carrier(a, stream=stream))
            self.assertEqual(st.waited_for(), stream)
        self.assertEqual(st.waits(), waits + 3)
        with self.assertRaisesRegex(ValueError, "the stream is 0"):
            st.parts(Carrier(a, stream=0))

    def test_writes(self):
        a = np.zeros((2, 3), np.float32)
        self.assertEqual(st.written(Carrier(a)), parts(a))
        self.assertEqual(st.parts(Carrier(a, data=(a.ctypes.data, True))), parts(a))
        with self.assertRaisesRegex(ValueError, "read-only"):
            st.written(Carrier(a, data=(a.ctypes.data, True)))

    def test_refused(self):
        a = np.zeros((2, 4), np.float32)
        for x in [a, 3, "text", None]:
            with self.assertRaisesRegex(TypeError, f"this is .*{type(x).__name__}, which has no"):
                st.parts(x)
        with self.assertRaisesRegex(TypeError, "elements are '<f8', not '<f4'"):
            st.parts(Carrier(np.zeros((2, 2))))
        with self.assertRaisesRegex(TypeError, "elements are '>f4', not '<f4'"):
            st.parts(Carrier(np.zeros((2, 2), ">f4")))
        with self.assertRaisesRegex(ValueError, "rank 1, not 2"):
            st.parts(Carrier(np.zeros(3, np.float32)))
        with self.assertRaisesRegex(ValueError, r"shape \(2, 4\), which does not fit \(\?, 3\)"):
            st.written(Carrier(a))
        for entry, words in [({"version": 1}, "version"), ({"mask": a}, "mask"),
                             ({"strides": (17, 4)}, "not multiples of its elements' 4 bytes"),
                             ({"data": (0, False)}, "address is null"),
                             ({"data": (a.ctypes.data + 2, False)}, "not a multiple of 4"),
                             ({"data": a.ctypes.data}, "must be a pair"),
                             ({"shape": (-1, 4)}, "negative"),
                             ({"shape": Carrier}, "no entry 'shape'"),
                             ({"data": Carrier}, "no entry 'data'")]:
            with self.assertRaisesRegex(ValueError, words):
                st.parts(Carrier(a, **entry))
        for entry, words in [({"shape": [2, 4]}, "'shape' is not a tuple"),
                             ({"strides": [16, 4]}, "'strides' is not a tuple")]:
            with self.assertRaisesRegex(TypeError, words):
                st.parts(Carrier(a, **entry))
        x = Carrier(a)
        x.__cuda_array_interface__ = 5
        with self.assertRaisesRegex(TypeError, "not a dictionary"):
            st.parts(x)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
