#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests that check_natvis.py finds each kind of problem."""

import sys
import unittest

sys.dont_write_bytecode = True
import check_natvis

HEADERS = {"view.hpp":
           "template <class T> class view : base<view<T>> {\n  T* base_ = nullptr;\n};\n",
           "values.hpp": "struct values {\n  std::array<int, 2> v{};\n};\n"}
GOOD = ('<AutoVisualizer xmlns="http://schemas.microsoft.com/vstudio/debugger/natvis/2010">'
        '<Type Name="stria::view&lt;*&gt;">'
        '<DisplayString>view {base_->v._Elems[0],d}</DisplayString>'
        '<Expand><Item Name="[a]" Condition="base_ != nullptr">base_[$i]</Item></Expand></Type>'
        '</AutoVisualizer>')
BAD = [  # a part of GOOD, its replacement, and a part of the message
    ("</Type>", "", "not well-formed"),
    ("<Type", "<Typo", "not well-formed"),
    ("stria::view", "stria::vista", "no header defines it"),
    ("{base_->v", "{base->v", "no member base"),
    ("_->v", "_->w", "nothing has a member w"),
    ("_ != nullptr", "x != nullptr", "no member basex"),
    ("base_[$i]", "v[$i]", "no member v"),
]


class CheckNatvis(unittest.TestCase):
    def test_good(self):
        self.assertEqual(check_natvis.check(GOOD, HEADERS), [])

    def test_bad(self):
        for part, instead, said in BAD:
            with self.subTest(instead=instead):
                self.assertIn(part, GOOD)
                problems = check_natvis.check(GOOD.replace(part, instead), HEADERS)
                self.assertTrue(any(said in problem for problem in problems), problems)

    def test_nothing(self):
        empty = GOOD[:GOOD.index("<Type")] + "</AutoVisualizer>"
        self.assertEqual(check_natvis.check(empty, HEADERS), ["no types: nothing was checked"])


if __name__ == "__main__":
    unittest.main()
