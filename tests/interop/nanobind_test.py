#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tensors and views through nanobind. usage: nanobind_test.py FOLDER, which contains the module."""

import gc
import sys
import unittest

import numpy as np

FOLDER = sys.argv.pop(1)
sys.path.insert(0, FOLDER)
import stria_nanobind_test as module  # noqa: E402


class Nanobind(unittest.TestCase):
    def test_functions_of_the_page(self):  # docs/interop.md
        a = np.ones((2, 4), np.float32)
        module.scale(a[:, ::2], 3.0)
        np.testing.assert_array_equal(a, [[3, 1, 3, 1]] * 2)
        b = np.arange(12.0).reshape(4, 3)
        np.testing.assert_array_equal(module.rows(b), b.sum(axis=1))

    def test_a_view_writes_into_the_array(self):
        a = np.zeros((3, 4))
        module.add_one(a)
        module.add_one(a[::2, ::-1])
        np.testing.assert_array_equal(a, [[2] * 4, [1] * 4, [2] * 4])
        module.add_one(a.T)
        self.assertEqual(a.sum(), 32)

    def test_no_array_is_converted(self):
        for wrong in (np.zeros((3, 4), np.float32), np.zeros(3), [[1.0]], 1.0, None):
            with self.assertRaises(TypeError):
                module.add_one(wrong)
        read_only = np.zeros((2, 2))
        read_only.flags.writeable = False
        with self.assertRaises(TypeError):
            module.add_one(read_only)

    def test_overloads_by_element_type_and_rank(self):
        self.assertEqual(module.total(np.ones((2, 3), np.float32)), 6)
        self.assertEqual(module.total(np.arange(4, dtype=np.int32)), -6)
        fixed = np.ones((2, 2), np.float32)
        fixed.flags.writeable = False
        self.assertEqual(module.total(fixed), 4)

    def test_static_extents_are_checked(self):
        self.assertEqual(module.three_columns(np.zeros((5, 3))), 5)
        with self.assertRaises(TypeError):
            module.three_columns(np.zeros((5, 4)))

    def test_an_array_keeps_what_an_expression_was_computed_into(self):
        a = module.doubled(np.arange(3.0))
        gc.collect()
        np.testing.assert_array_equal(a, [0, 2, 4])
        self.assertTrue(a.flags.writeable)
        self.assertEqual(len(module.doubled(np.zeros(0))), 0)

    def test_a_tensor_as_an_argument_is_a_copy(self):
        a = np.ones((2, 3))
        b = module.taken(a[:, ::-1])
        np.testing.assert_array_equal(a, np.ones((2, 3)))
        np.testing.assert_array_equal(b, [[7, 7, 7], [1, 1, 1]])

    def test_results(self):
        a = np.arange(4.0)
        b = module.reversed_view(a)
        np.testing.assert_array_equal(b, [3, 2, 1, 0])
        self.assertFalse(np.shares_memory(a, b))
        fixed = module.fixed()
        self.assertEqual(fixed.dtype, np.int32)
        np.testing.assert_array_equal(fixed, [[1, 2], [3, 4]])
        np.testing.assert_array_equal(module.fixed_by_reference(), [5, 6])
        self.assertEqual(module.complex_sum(np.array([1 + 2j, 3])), 4 + 2j)
        self.assertEqual(module.number(2.0), 2.5)
        self.assertTrue(module.any_of_bool(np.array([False, True])))

    def test_a_reference_keeps_its_object(self):
        h = module.holder()
        a, column, copy = h.get(), h.column(), h.copy()
        del h
        gc.collect()
        np.testing.assert_array_equal(column, [2, 5])
        a[0, 1] = 9
        self.assertEqual(column[0], 9)
        self.assertEqual(copy[0, 1], 2)


if __name__ == "__main__":
    unittest.main()
