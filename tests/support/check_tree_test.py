#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests that check_tree.py finds violations of each rule."""

import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
import check_tree

TOP_LINES = f"// {check_tree.SPDX}\n#pragma once\n"

GOOD = {
    "dsl/stria/base/index.hpp": "#include <cstddef>\n",
    "dsl/stria/token/constant.hpp":
        "#include <stria/base/index.hpp>\n#include <boost/hana/negate.hpp>\n",
    "dsl/stria/dsl.hpp": "// all of it\n#include <stria/token/constant.hpp>\n",
    "include/stria/tensor/layout.hpp": "#include <stria/base/index.hpp>\n",
    "include/stria/tensor/view.hpp": "#include <stria/tensor/layout.hpp>\n// a constraint, not a question\n"
                                   "struct s {\n  void f()\n    requires(R > 0)\n  {\n    T::run();\n  }\n};\n",
    "include/stria/expr/function.hpp": "concept c = requires { F::text; };\n"
                                       "concept d = requires(T* to) { F::template block<T>(to); };\n",
    "include/stria/numpy/g.hpp": "#include <stria/tensor/view.hpp>\n",
    "include/stria/show/print.hpp": "#include <stria/tensor/view.hpp>\n#include <fmt/format.h>\n",
    "include/stria/show/repr.hpp": "#include <stria/show/print.hpp>\n",
    "include/stria/ranges.hpp": "#include <range/v3/view/stride.hpp>\n",
    "include/stria/stria.hpp": "#include <stria/dsl.hpp>\n#include <stria/tensor/view.hpp>\n",
}

BAD = [  # an additional or changed file, and a part of the message
    ("dsl/stria/base/index.hpp", "#include <stria/token/constant.hpp>\n",
     "token is above base"),
    ("dsl/stria/mask/m.hpp", "#include <stria/tensor/view.hpp>\n",
     "dsl/ includes nothing from include/"),
    ("dsl/stria/mask/m.hpp", "#include <stria/tensor/gone.hpp>\n", "no such header"),
    ("dsl/stria/mask/m.hpp", "#include <range/v3/all.hpp>\n", "neither a header of the standard library"),
    ("dsl/stria/mask/m.hpp", "#include <boost/hana.hpp>\n", "neither a header of the standard library"),
    ("dsl/stria/mask/m.hpp", "#include <stdint.h>\n", "neither a header of the standard library"),
    ("dsl/stria/mask/m.hpp", '#include "index.hpp"\n', "write <index.hpp>"),
    ("dsl/stria/mask/m.hpp", "#include <stria/dsl.hpp>\n", "an umbrella is for users"),
    ("dsl/stria/tensor/v.hpp", "", "tensor is not a folder of dsl/"),
    ("include/stria/base/index.hpp", "", "the other include root has a header of the same name"),
    ("include/stria/tensor/view.hpp", "#include <stria/numpy/f.hpp>\n", "no such header"),
    ("include/stria/numpy/f.hpp", "#include <stria/show/print.hpp>\n", "show is above numpy"),
    ("include/stria/numpy/f.hpp", "#include <stria/ranges.hpp>\n", "ranges.hpp is above numpy"),
    ("include/stria/ranges.hpp", "#include <stria/math/simd.hpp>\n", "no such header"),
    ("include/stria/io/npy.hpp", "#include <stria/ranges.hpp>\n", "ranges.hpp is above io"),
    ("dsl/stria/dsl.hpp", "namespace stria {}\n", "dsl.hpp:3: an umbrella contains only"),
    ("include/stria/tensor/layout.hpp", "#include <stria/tensor/layout.hpp>\n",
     "a cycle of includes"),
    ("include/stria/tensor/layout.cpp", "", "not of the form"),
    ("dsl/stria/token/constant.hpp", "#include <cmath>\n", "includes cmath, and so does stria.hpp"),
    ("include/stria/numpy/f.hpp", "class f\n    : public computed<f, int> {\n};\n",
     "f is a node without STRIA_NO_TARGET"),
    ("include/stria/numpy/f.hpp", "class f\n    : public computed<f, int> {\n  STRIA_NO_TARGET(f);\n};\n",
     "tests/expr/protocol.cpp has no NODE(f, ...)"),
    ("include/stria/numpy/f.hpp", "// __builtin_mul_overflow\nbool b = __builtin_add_overflow(x, y, &z);\n",
     "f.hpp:4: use the overflow checks of <stria/base/checked.hpp>"),
    ("include/stria/evaluate/e.hpp", "inline constexpr index few = 64;\n",
     "e.hpp:3: the threshold few belongs to <stria/math/limits.hpp>"),
    ("include/stria/numpy/product/p_loops.hpp", "  static constexpr index depth = 256, columns = 512;\n",
     "p_loops.hpp:3: the threshold depth belongs to <stria/math/limits.hpp>"),
    ("include/stria/numpy/product/p_loops.hpp", "constexpr index one = 1,\n                columns = 512;\n",
     "p_loops.hpp:3: the threshold columns belongs to <stria/math/limits.hpp>"),
    ("include/stria/evaluate/nest/n.hpp", "  static constexpr int depth = 6;\n",
     "n.hpp:3: the threshold depth belongs to <stria/math/limits.hpp>"),
    ("include/stria/subscript/g.hpp", "  constexpr auto most = static_cast<index>(512 / sizeof(T));\n",
     "g.hpp:3: the threshold most belongs to <stria/math/limits.hpp>"),
    ("include/stria/fold/f.hpp", "// if (n < 10)\nif (x << 10 >= 1 && n <= 10)\n  f();\n",
     "f.hpp:4: the threshold 10 belongs to <stria/math/limits.hpp>"),
    ("include/stria/evaluate/e.hpp", "constexpr bool b = requires { N::fast; };\n",
     "e.hpp:3: requires { N::fast: use a constant with a default instead"),
    ("include/stria/evaluate/nest/e.hpp", "if constexpr (requires(const N& n) {\n  n.fast(); })\n",
     "e.hpp:3: requires(const N& n) { n.fast: use a constant with a default instead"),
    ("include/stria/assign/e.hpp", "inline constexpr bool b<F> =\n    requires { F::fast; } && d<F>;\n",
     "e.hpp:4: requires { F::fast: use a constant with a default instead"),
    ("include/stria/show/s.hpp", "concept c = requires {\n  { G::text } -> std::same_as<int>;\n};\n",
     "s.hpp:3: only <stria/expr/function.hpp> asks whether a function object has a member text"),
    ("include/stria/device/d.hpp", "constexpr bool b = requires(T* p) { typename T::v; F::template block<T>(p); };\n",
     "d.hpp:3: only <stria/expr/function.hpp> asks whether a function object has a member block"),
    ("include/stria/device/d.hpp", "concept c = requires(const N& n) { n.source(); };\n",
     "d.hpp:3: requires(const N& n) { n.source: use a constant with a default instead"),
    ("include/stria/expr/map.hpp", "constexpr bool b = requires { F::text; };\n",
     "map.hpp:3: requires { F::text: use a constant with a default instead"),
    ("include/stria/numpy/f.hpp", "template <class T> struct cast_fn {\n};\n",
     "numpy/f.hpp: tests/expr/functions.cpp has no row<cast_fn>(...)"),
    ("include/stria/numpy/f.hpp", "struct add_fn;\n#define STRIA_OWN(name, op) \\\n  struct name {  \\\n  };\nSTRIA_OWN(add_fn, +)\n",
     "numpy/f.hpp: tests/expr/functions.cpp has no row<add_fn>(...)"),
    ("include/stria/numpy/f.hpp", "#define STRIA_ONE(name) \\\n  struct name##_fn { \\\n  };\n"
                               "#define STRIA_TWO(name, ...) STRIA_ONE(name)\nSTRIA_TWO(\n    exp, 1)\n",
     "numpy/f.hpp: tests/expr/functions.cpp has no row<exp_fn>(...)"),
    ("include/stria/numpy/f.hpp", "void f() {\n  for (index i = 0; i < n; ++i)\n    g(i);\n}\n",
     "f.hpp:4: a loop over elements belongs to a header *_loops.hpp"),
    ("include/stria/numpy/f.hpp", "void f() {\n  for (T& x : t.storage())\n    g(x);\n}\n", "f.hpp:4: a loop over elements"),
    ("include/stria/numpy/f.hpp", "void f() {\n  while (g())\n    h();\n}\n", "f.hpp:4: a loop over elements"),
    ("include/stria/numpy/f.hpp", "void f() {\n  do {\n    h();\n  } while (g());\n}\n", "f.hpp:4: a loop over elements"),
    ("include/stria/numpy/f.hpp", "for (int m = n < 0 ? -n : n; m > 0; --m)\n  f();\n", "f.hpp:3: a loop over elements"),
    ("include/stria/numpy/f_loops.hpp", "#include <stria/numpy/g.hpp>\n", "loops do not depend on the functions"),
    ("include/stria/numpy/elementwise/math.hpp", "", "numpy/elementwise/math.hpp: OTHER_LOOPS lists 3 loops, but there are 0"),
]


def write(checkout, files):
    for name, text in files.items():
        path = checkout / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TOP_LINES + text)


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.checkout = Path(folder.name)
        write(self.checkout, GOOD)

    def said(self, check=check_tree.check_arrows):
        return "\n".join(check(self.checkout)[1])

    def test_a_good_tree_passes(self):
        self.assertEqual(check_tree.check_arrows(self.checkout), (len(GOOD), []))

    def test_every_wrong_arrow_is_found(self):
        for name, text, expected in BAD:
            with self.subTest(file=name, text=text):
                write(self.checkout, GOOD | {name: text})
                self.assertIn(expected, self.said())
                (self.checkout / name).unlink()

    def test_answers_of_nodes(self):
        operand = ("struct operand_base {\n  static constexpr bool in_rows = false;\n  static constexpr int passes = 0;\n};\n"
                   "struct member_access {\n  template <operand E> static constexpr bool in_rows = E::in_rows;\n"
                   "  template <operand E> static constexpr int passes = E::passes;\n};\n")
        node = "class f : public node<f> {\n  static constexpr bool is_odd = 1, %s = g<a, b>;\n  STRIA_NO_TARGET(f);\n};\n"
        base = "class computed : public node<f> {\n  static constexpr int passes = 1;\n};\n"
        rows = "ANSWER(in_rows);\nANSWER(passes);\nNODE(f, is_ready, in_the_loop, 1,\n     \"%s\", f());\n"
        for text, name, row, expected in [
                (operand, "in_rows", "in_rows passes:2", ""),
                (operand, "in_rows", "passes", "f.hpp: tests/expr/protocol.cpp has no NODE(f, ...) with the answer in_rows"),
                (operand, "in_row", "passes", "f.hpp: in_row of f is nearly the answer in_rows"),
                (operand, "passes", "passes:2", ""),
                (operand.replace("E::passes", "1"), "in_rows", "in_rows passes", "member_access does not read passes"),
                (operand, "in_rows", "in_rows", "has no NODE(computed, ...) with the answer passes"),
        ]:
            with self.subTest(name=name, row=row):
                write(self.checkout, {"include/stria/tensor/operand.hpp": text, "include/stria/numpy/f.hpp": node % name + base,
                                      "tests/expr/protocol.cpp": rows % row})
                (self.assertIn if expected else self.assertEqual)(expected, self.said())
        write(self.checkout, {"tests/expr/protocol.cpp": (rows % "in_rows passes").replace("ANSWER(in_rows);", "")})
        self.assertIn("tests/expr/protocol.cpp has no ANSWER(in_rows)", self.said())

    def test_a_function_object_with_a_row_passes(self):
        write(self.checkout, {"include/stria/numpy/f.hpp": "struct sin_fn;\nstruct add_fn {\n};\n"})
        self.assertIn("has no row<add_fn>", self.said())
        write(self.checkout, {"tests/expr/functions.cpp": 'row<add_fn>("+", "pure");\n'})
        self.assertIn("tests/grad/rules.cpp has no row<add_fn>", self.said())
        write(self.checkout, {"tests/grad/rules.cpp": "row<add_fn>(rule);\n"})
        self.assertEqual("", self.said())

    def test_functions_may_loop_over_axes(self):
        write(self.checkout, {
            "include/stria/numpy/f.hpp": "for (std::size_t k = 0; k < R; ++k)\n  for (const index n : sizes)\n    f(); // while (x)\n"
                                      'const char* s = "while (b != 0) {";\n',
            "include/stria/numpy/f_loops.hpp": "for (index i = 0; i < n; ++i)\n  f(i);\n"})
        self.assertEqual("", self.said())

    def test_a_function_that_takes_containers_is_found(self):
        function = ("template <class A, class X>\nconstexpr auto sort(A&& a, X)\n"
                    "    STRIA_RUN_OR_REFUSE((detail::sorted<A, X>), a);\n")
        macro = "#define STRIA_F(name)  \\\n  constexpr auto name(A&& a) { return 1; }"
        body = "if constexpr (!ok)\n    __builtin_unreachable();\n"
        for text, expected in [
                (function, "f.hpp:5: sort has no STRIA_FOREIGN...(sort)"),
                (function + "STRIA_FOREIGN_FIRST(sort);\n", ""),
                (function + "// STRIA_FOREIGN_FIRST(sort);\n", "sort has no"),
                ("namespace detail {\n" + function + "} // namespace detail\n", ""),
                ("template <class T> constexpr T cast(const A& a) {\n}\n", "cast has no"),
                ("STRIA_FOREIGN_TEMPLATED(class T, cast, not_ours);\ntemplate <class T> T cast(A) {\n}\n", ""),
                (macro + "\n", "the functions of STRIA_F have no STRIA_FOREIGN"),
                (macro + "  \\\n  STRIA_FOREIGN_UNARY(name);\n", ""),
                ("template <class A> struct a {\n  auto f() {\n    " + body + "  }\n};\n",
                 "for refused calls"),
        ]:
            with self.subTest(text=text), mock.patch.object(check_tree, "NOT_FOREIGN", set()):
                write(self.checkout, {
                    "include/stria/numpy/f.hpp": f"namespace stria {{\n{text}}} // namespace stria\n",
                    "include/stria/stria.hpp": "#include <stria/numpy/f.hpp>\n"})
                said = self.said(check_tree.check_refusals)
                (self.assertIn if expected else self.assertEqual)(expected, said)

    def test_a_header_without_a_test_is_found(self):
        header, test = "include/stria/numpy/f.hpp", "tests/numpy/f.cpp"
        for comment, tests, expected in [
                ("", [], "numpy/f.hpp: there is no test of this name"),
                ("", [test], ""),
                ("", ["tests/show/f.cpp"], "numpy/f.hpp: there is no test of this name"),
                ("// numpy/f.hpp: f(a).\n//\n// Tests: tests/numpy/g.cpp,\n// tests/laws/h.cpp. See also g().\n",
                 ["tests/numpy/g.cpp", "tests/laws/h.cpp"], ""),
                ("// numpy/f.hpp: f(a). Tests: tests/numpy/g.cpp, tests/laws/h.cpp.\n", ["tests/numpy/g.cpp"],
                 "numpy/f.hpp: tests/laws/h.cpp does not exist"),
                ("// numpy/f.hpp: f(a), see tests/numpy/g.cpp.\n", ["tests/numpy/g.cpp"], "numpy/f.hpp: there is no test"),
                ("#pragma once\n// Tests: tests/numpy/g.cpp.\n", ["tests/numpy/g.cpp"], "numpy/f.hpp: there is no test"),
        ]:
            with self.subTest(comment=comment, tests=tests), tempfile.TemporaryDirectory() as folder:
                checkout = Path(folder)
                write(checkout, {name: "" for name in tests})
                (checkout / header).parent.mkdir(parents=True)
                (checkout / header).write_text(f"// {check_tree.SPDX}\n{comment}")
                said = "\n".join(check_tree.check_tests(checkout)[1])
                (self.assertIn if expected else self.assertEqual)(expected, said)
                with mock.patch.object(check_tree, "UNTESTED", {"stria/numpy/f.hpp": "a reason"}):
                    said = "\n".join(check_tree.check_tests(checkout)[1])
                    self.assertEqual("UNTESTED lists this header" in said, "there is no test" not in expected)

    def test_the_tests_of_nested_folders_and_of_dsl(self):
        write(self.checkout, {"include/stria/numpy/order/sort.hpp": "", "include/stria/numpy/order/unique.hpp": "",
                              "tests/numpy/order/sort.cpp": "", "tests/numpy/unique.cpp": "", "tests/dsl/index.cpp": ""})
        for header, root, expected in [("numpy/order/sort.hpp", "include", ["tests/numpy/order/sort.cpp"]),
                                       ("numpy/order/unique.hpp", "include", ["tests/numpy/unique.cpp"]),
                                       ("base/index.hpp", "dsl", ["tests/dsl/index.cpp"]),
                                       ("token/constant.hpp", "dsl", [])]:
            self.assertEqual(expected, check_tree.tests_of("stria/" + header, root, self.checkout))

    def test_a_missing_spdx_line_is_found(self):
        (self.checkout / "tests").mkdir()
        (self.checkout / "tests/t.cpp").write_text("int main() {}\n")
        self.assertIn("tests/t.cpp: the first line is not 'SPDX", self.said())

    def test_nothing_is_not_enough(self):
        with tempfile.TemporaryDirectory() as empty:
            self.assertIn("nothing was checked", check_tree.check_arrows(Path(empty))[1][0])


if __name__ == "__main__":
    unittest.main()
