#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Calls the functions of python_module.cpp and compares them with NumPy.

usage: python_test.py <folder of the module>
"""

import gc
import sys
import unittest

import numpy as np

sys.path.insert(0, sys.argv[1])
import stria_test as st  # noqa: E402


class In(unittest.TestCase):
    def test_functions_of_the_page(self):  # docs/interop.md
        a = np.ones((2, 4), np.float32)
        st.scale(a[:, ::2], 3.0)
        np.testing.assert_array_equal(a, [[3, 1, 3, 1]] * 2)
        b = np.arange(12.0).reshape(4, 3)
        np.testing.assert_array_equal(st.rows(b), b.sum(axis=1))

    def test_no_copy(self):
        a = np.arange(5, dtype=np.float32)
        self.assertEqual(st.address(a), a.ctypes.data)
        self.assertEqual(st.address(a[2:]), a.ctypes.data + 8)
        self.assertEqual(st.address(a[::-1]), a.ctypes.data + 16)

    def test_any_strides(self):
        a = np.arange(60.0).reshape(6, 10)
        for x in [a, a.T, a[::2, 1::3], a[::-1, ::-2], np.asfortranarray(a), a[2:2], a[:, :0],
                  np.broadcast_to(np.arange(3.0), (4, 3)), np.lib.stride_tricks.sliding_window_view(
                      np.arange(9.0), 4)]:
            self.assertEqual(st.total(x), x.sum())
            np.testing.assert_array_equal(st.by_hand(x), x.sum(1))

    def test_writes(self):
        a = np.arange(12, dtype=np.float32).reshape(3, 4)
        b = a.copy()
        st.double_it(a[::2, ::-1])
        b[::2, ::-1] *= 2
        np.testing.assert_array_equal(a, b)

    def test_elements(self):
        z = np.array([1 + 2j, 3 - 4j])
        st.conjugate(z)
        np.testing.assert_array_equal(z, [1 - 2j, 3 + 4j])
        np.testing.assert_array_equal(st.invert(np.array([True, False])), [False, True])
        p = np.array(1.5)
        st.point(p)
        self.assertEqual(p, 2.5)
        a = np.array([1, 2, 3], dtype=np.int32)
        np.testing.assert_array_equal(st.negate(a), [-1, -2, -3])
        np.testing.assert_array_equal(a, [1, 2, 3])

    def test_extents(self):
        np.testing.assert_array_equal(st.rows_of_three(np.arange(6).reshape(2, 3)), [3, 5, 7])
        self.assertEqual(st.named(np.zeros((7, 2), np.float32)), 7)
        self.assertEqual(st.pairs(np.zeros((3, 2), np.float32)), 2)
        with self.assertRaisesRegex(ValueError, r"rows - 1"):
            st.pairs(np.zeros((3, 3), np.float32))
        np.testing.assert_array_equal(st.differences(np.array([1., 4., 9.])), [3, 5])
        with self.assertRaisesRegex(ValueError, r"shape \(3, 2\), which does not fit \(\?, 3\)"):
            st.rows_of_three(np.arange(6).reshape(3, 2))
        with self.assertRaisesRegex(ValueError, r"does not fit \(rows, 2\)"):
            st.named(np.zeros((7, 3), np.float32))

    def test_packed(self):
        a = np.zeros((4, 6), np.float32)
        self.assertEqual(st.packed(a), 24)
        self.assertEqual(st.packed(a[1:3]), 12)
        with self.assertRaisesRegex(ValueError, "strides are .6, 2. elements, which do not fit"):
            st.packed(a[:, ::2])

    def test_overloads(self):
        self.assertEqual(st.kind(np.zeros(2, np.float32)), "float32")
        self.assertEqual(st.kind(np.zeros(2)), "float64")
        with self.assertRaisesRegex(TypeError, "elements are int64, not float32"):
            st.kind(np.zeros(2, np.int64))
        self.assertEqual(st.maybe(None), -1)
        self.assertEqual(st.maybe(np.zeros(3)), 3)


class Refused(unittest.TestCase):
    def test_type(self):
        for x, name in [(np.zeros((2, 2), np.float32), "float32"), (np.zeros((2, 2), ">f8"), ">f8"),
                        (np.zeros((2, 2), int), "int64")]:
            with self.assertRaisesRegex(TypeError, f"stria: the array's elements are {name}, not "
                                                   "float64; a.astype"):
                st.total(x)
        for x, name in [([[1.0]], "list"), (None, "NoneType"), (3.0, "float")]:
            with self.assertRaisesRegex(TypeError, "stria: a NumPy array of float64 is needed, but "
                                                   f"this is {name}"):
                st.total(x)

    def test_rank(self):
        with self.assertRaisesRegex(ValueError, "stria: the array has the rank 1, not 2"):
            st.total(np.zeros(3))

    def test_read_only(self):
        a = np.zeros((2, 2), np.float32)
        a.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "stria: the array is read-only"):
            st.double_it(a)
        self.assertEqual(a.sum(), 0)
        b = np.ones((2, 2))
        b.flags.writeable = False
        self.assertEqual(st.total(b), 4)

    def test_strides(self):
        record = np.zeros(4, dtype=[("a", np.float32), ("b", np.int8)])
        with self.assertRaisesRegex(ValueError, "strides are not multiples of its elements' 4 bytes"):
            st.address(record["a"])
        # The stride of an axis of one element is not used.
        st.address(record["a"][:1])
        odd = np.frombuffer(bytearray(17), np.uint8)[1:].view(np.float64)
        with self.assertRaisesRegex(ValueError, "not a multiple of 8"):
            st.total(odd.reshape(1, 2))

    def test_errors_of_stria(self):
        a = np.arange(3.0)
        self.assertEqual(st.at(a, -1), 2)
        with self.assertRaisesRegex(IndexError, "stria: "):
            st.at(a, 3)
        with self.assertRaisesRegex(ValueError, "stria: .*3.*4"):
            st.add(a, np.zeros(4))
        with self.assertRaisesRegex(ValueError, "stria: "):
            st.sizes(-1)


class AnyRank(unittest.TestCase):
    def test_ranks(self):
        a = np.arange(24.0).reshape(2, 3, 4)
        for x in [a, a.T, a[0], a[:, ::-1, 1::2], a[1, 2, 3:4], a[:0], np.array(2.5),
                  np.broadcast_to(np.arange(3.0), (4, 3))]:
            self.assertEqual(st.any_total(x), x.sum())
        with self.assertRaisesRegex(ValueError, "stria: visit_rank: the tensor has the rank 9"):
            st.any_total(np.zeros((1,) * 9))
        with self.assertRaisesRegex(TypeError, "the array's elements are float32, not float64"):
            st.any_total(np.zeros(2, np.float32))
        with self.assertRaisesRegex(TypeError, "a NumPy array of float64 is needed, but this is list"):
            st.any_total([1.0])

    def test_shares(self):
        a = np.arange(12, dtype=np.float32).reshape(3, 4)
        b = st.any_scale(a[::2, ::-1], 2)
        self.assertEqual(b.ctypes.data, a[::2, ::-1].ctypes.data)
        self.assertEqual(b.strides, a[::2, ::-1].strides)
        self.assertEqual(a[0, 1], 2)
        self.assertEqual(a[1, 1], 5)
        b[0, 0] = 70
        self.assertEqual(a[0, 3], 70)
        a.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "stria: the array is read-only"):
            st.any_scale(a, 2)
        with self.assertRaisesRegex(ValueError, "stria: the array is read-only"):
            st.any_same(a)
        c = st.any_read_only(a)
        self.assertFalse(c.flags.writeable)
        self.assertEqual(c.ctypes.data, a.ctypes.data)

    def test_types(self):
        for name in ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 "
                     "complex64 complex128").split():
            a = np.array([[1, 0, 1]], name)
            self.assertEqual(st.any_type(a), (name, [1, 3]))
            b = st.any_same(a)
            self.assertEqual(b.dtype, a.dtype)
            np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(st.any_same(np.array(3)), np.array(3))
        self.assertEqual(st.any_type(np.zeros((0, 5))), ("float64", [0, 5]))
        for x in [np.zeros(2, np.float16), np.zeros(2, ">f8"), np.array(["a"]), np.array([None]),
                  np.zeros(2, [("a", "<f4")])]:
            with self.assertRaisesRegex(TypeError, "which an any_array cannot hold"):
                st.any_type(x)
        with self.assertRaisesRegex(TypeError, "stria: a NumPy array is needed, but this is int"):
            st.any_type(3)
        record = np.zeros(4, dtype=[("a", np.float32), ("b", np.int8)])
        with self.assertRaisesRegex(ValueError, "strides are not multiples of its elements' 4 bytes"):
            st.any_type(record["a"])
        even = np.ones(4, dtype=[("a", np.float32), ("b", np.int32)])
        self.assertEqual(st.any_reversed(even["b"]).tolist(), [1, 1, 1, 1])
        self.assertEqual(st.any_kind(np.zeros(2, np.float32)), "float32")
        self.assertEqual(st.any_kind(np.zeros(2)), "other")

    def test_results(self):
        for a in [np.arange(6).reshape(2, 3), np.arange(24, dtype=np.float32).reshape(2, 3, 4)]:
            b = st.any_reversed(a)
            np.testing.assert_array_equal(b, a[::-1])
            self.assertEqual(b.dtype, a.dtype)
        made = st.any_made()
        gc.collect()
        np.testing.assert_array_equal(made, np.array([[1, 2], [3, 4]], np.float32))
        a = np.arange(3, dtype=np.int32)
        for b in st.any_by_hand(a):
            self.assertEqual(b.ctypes.data, a.ctypes.data)

    def test_keeps(self):
        a = np.arange(1000.0)
        before = sys.getrefcount(a)
        st.any_keep(a)
        self.assertEqual(sys.getrefcount(a), before + 1)
        b = st.any_kept()
        self.assertEqual(b.ctypes.data, a.ctypes.data)
        st.any_drop_elsewhere()
        self.assertEqual(sys.getrefcount(a), before + 1)  # b keeps it
        del b
        gc.collect()
        self.assertEqual(sys.getrefcount(a), before)
        st.any_keep(a)  # kept until the end of the program


class Out(unittest.TestCase):
    def test_no_copy(self):
        at, a = st.make(3, 4)
        self.assertEqual(at, a.ctypes.data)
        np.testing.assert_array_equal(a, 10 * np.arange(3.0)[:, None] + np.arange(4.0))
        self.assertTrue(a.flags.writeable and a.flags.c_contiguous and not a.flags.owndata)
        part = a[1:]
        del a
        gc.collect()
        self.assertEqual(part[1, 3], 23)  # the views keep the capsule alive

    def test_small(self):
        np.testing.assert_array_equal(st.small(), [[1, 2], [3, 4]])
        self.assertEqual(st.small().dtype, np.int32)
        self.assertEqual(st.number(), 2.5)
        for number in (3, 3.0, np.float32(3), np.array(3.0)):
            self.assertEqual(st.half(number), 1.5)
        self.assertEqual(st.square(1 + 2j), -3 + 4j)
        with self.assertRaisesRegex(TypeError, "float64 is needed, but this is str"):
            st.half("3")
        self.assertIsInstance(st.sum_of(np.ones(3, np.float32)), float)
        self.assertEqual(st.sum_of(np.ones(3, np.float32)), 3)
        at, none = st.make(0, 4)
        self.assertEqual(none.shape, (0, 4))

    def test_expressions(self):
        a, b = np.arange(3.0), np.arange(4.0)
        np.testing.assert_array_equal(st.outer_sum(a, b), a[:, None] + b)
        c = st.every_other(a)
        c[0] = 9
        np.testing.assert_array_equal(a, [0, 1, 2])  # a view that is returned is copied
        np.testing.assert_array_equal(c, [9, 2])
        m = np.arange(12.0).reshape(3, 4)
        np.testing.assert_array_equal(st.product(m, m.T[::-1]), m @ m.T[::-1])
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        for got, wanted in zip(st.to_numpy(x), [x, x.T, x * 2]):
            np.testing.assert_array_equal(got, wanted)

    def test_members(self):
        self.assertEqual(st.grids(), 0)
        g = st.grid(2, 3)
        cells, row = g.cells, g.row(1)
        cells[1, 2] = 5
        self.assertEqual(row[2], 5)
        self.assertEqual(row.ctypes.data, cells.ctypes.data + 12)
        self.assertFalse(g.read_only.flags.writeable)
        self.assertEqual(g.read_only[1, 2], 5)
        copy = g.copy()
        copy[:] = 7
        self.assertEqual(cells.sum(), 5)
        del g, cells
        gc.collect()
        self.assertEqual(st.grids(), 1)  # the row keeps it alive
        self.assertEqual(row[2], 5)
        del row
        gc.collect()
        self.assertEqual(st.grids(), 0)

    def test_no_leaks(self):
        a = np.zeros(1000, np.float32)
        before = sys.getrefcount(a)
        for _ in range(100):
            st.address(a)
            try:
                st.total(a)
            except TypeError:
                pass
        self.assertEqual(sys.getrefcount(a), before)


class DLPack(unittest.TestCase):
    class Exporter:
        def __init__(self, capsule):
            self.capsule = capsule

        def __dlpack__(self, stream=None):
            return self.capsule

        def __dlpack_device__(self):
            return (1, 0)

    def test_out(self):
        a = np.arange(6.0).reshape(2, 3)
        at, capsule = st.dlpack(a)
        b = np.from_dlpack(self.Exporter(capsule))
        self.assertEqual(b.ctypes.data, at)
        np.testing.assert_array_equal(a, b)
        st.dlpack(a)  # not imported, so the capsule deletes it

    def test_in(self):
        a = np.arange(12.0).reshape(3, 4)
        for x in [a, a[::2, 1:], a.T]:
            at, sums = st.sum_of_dlpack(x.__dlpack__())
            self.assertEqual(at, x.ctypes.data)
            np.testing.assert_array_equal(sums, x.sum(0))
        before = sys.getrefcount(a)
        with self.assertRaisesRegex(ValueError, "float32, not float64"):
            st.sum_of_dlpack(a.astype(np.float32).__dlpack__())
        with self.assertRaisesRegex(ValueError, "rank 1, not 2"):
            st.sum_of_dlpack(a[0].__dlpack__())
        self.assertEqual(sys.getrefcount(a), before)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
