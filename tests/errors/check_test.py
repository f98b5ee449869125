#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests that check.py accepts a correct case and finds each kind of problem.

usage: check_test.py [compiler...]     g++ and clang++-19 unless given
"""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import check

# The phrase is written in two parts, so that it does not occur in the file.
GOOD = """\
// SPDX-License-Identifier: BSL-1.0
// expect: words for the reader
int main() {
#ifndef TWIN
  static_assert(3 < 3, "stria: words for " "the reader"); // the mistake
#else
  static_assert(2 < 3, "words for " "the reader");
#endif
}
"""

# Found only by instantiation; clang names the caller in its fourth line.
TEMPLATE = """\
// expect: words for the reader
template <int I> constexpr int at() {
  static_assert(I < 3, "stria: words for " "the reader");
  return I;
}
int main() {
#ifndef TWIN
  return at<3>(); // the mistake
#else
  return at<0>();
#endif
}
"""

# Both compilers warn of it.
WARNING = """\
// warns: address of
int* at() {
  int local = 3;
#ifndef TWIN
  return &local; // the mistake
#else
  static_cast<void>(local);
  return nullptr;
#endif
}
"""

PROGRAMS = sys.argv[1:] or ["g++", "clang++-19"]


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "case.cpp"

    def read(self, text):
        self.path.write_text(text)
        return check.read_case(self.path)

    def problems(self, text):
        """Compiler -> the problems found in `text`."""
        case = self.read(text)
        compilers = [check.find_compiler(program) for program in PROGRAMS]
        return {c: check.problems_of(case, c, [])[0] for c in compilers}

    def assert_found(self, text, expected):
        for compiler, problems in self.problems(text).items():
            with self.subTest(compiler=compiler.name):
                self.assertIn(expected, "\n".join(problems))

    def test_a_good_case_passes(self):
        for compiler, problems in self.problems(GOOD).items():
            with self.subTest(compiler=compiler.name):
                self.assertEqual(problems, [])

    def test_a_mistake_that_compiles_is_found(self):
        self.assert_found(GOOD.replace("3 < 3", "1 < 3"), "the mistake compiles")

    def test_a_twin_that_does_not_compile_is_found(self):
        self.assert_found(GOOD.replace("2 < 3", "4 < 3"), "the twin does not compile")

    def test_a_twin_with_a_warning_is_found(self):
        twin = GOOD.replace("#else", "#else\n  int unused = 0;")
        self.assert_found(twin, "the twin does not compile")

    def test_a_wrong_phrase_is_found(self):
        self.assert_found(GOOD.replace("expect: words", "expect: fewer words"),
                          "not in the diagnostics: 'fewer words for the reader'")

    def test_one_wrong_phrase_among_two_is_found(self):
        self.assert_found("// expect: no such words\n" + GOOD.split("\n", maxsplit=1)[1],
                          "not in the diagnostics: 'no such words'")

    def test_too_many_lines_are_found(self):
        calls = "".join(f"  note({n});\n" for n in range(8))
        text = GOOD.replace("int main() {\n", "[[deprecated]] void note(int);\nint main() {\n")
        self.assert_found(text.replace("#else", calls + "#else"), "are allowed")

    def test_a_late_place_is_found(self):
        for compiler, problems in self.problems(TEMPLATE).items():
            with self.subTest(compiler=compiler.name):
                late = any("does not begin one of the first" in text for text in problems)
                self.assertEqual(late, compiler.family == "clang")
                self.assertFalse(any("not in the diagnostics" in text for text in problems))

    def test_a_mistake_without_a_sentence_is_found(self):
        text = GOOD.replace("stria: ", "")
        self.assert_found(text, "no message that begins with 'stria:'")

    def test_pieces_of_a_text_are_joined(self):
        said = "'refused<fixed_string<9>{\"stria: a \"}, fixed_string<5UL - 1>{\"\\\"b\\\"\"}>'"
        self.assertEqual(check.sentence(said), 'stria: a "b"')

    def test_different_sentences_are_found(self):
        text = GOOD.replace('"stria: words for "', 'WORDS')
        text = text.replace("int main", "#ifdef __clang__\n#define WORDS \"stria: words for \"\n"
                            "#else\n#define WORDS \"stria: other words for \"\n#endif\nint main", 1)
        case = self.read(text)
        compilers = [check.find_compiler(program) for program in PROGRAMS]
        families = {compiler.family for compiler in compilers}
        with contextlib.redirect_stdout(io.StringIO()):
            failed = check.check([case], compilers, [], None, None)
        self.assertEqual(failed, len(families) > 1)

    def test_a_warning_is_asked_of_one_compiler(self):
        text = WARNING.replace("// warns:", "// warns-clang:")
        for compiler, problems in self.problems(text).items():
            with self.subTest(compiler=compiler.name):
                self.assertEqual(problems, [])
        self.assert_found(WARNING.replace("return &local;", "return nullptr;", 1),
                          "not in the diagnostics")

    def test_one_compiler_alone_can_be_asked(self):
        case = self.read("// expect-gcc: one thing\n// expect-clang: another\n" +
                         GOOD.split("\n", maxsplit=2)[2])
        self.assertEqual(case.phrases, {"gcc": ["one thing"], "clang": ["another"]})

    def test_the_headers_can_be_compiled_first(self):
        folder = Path(self.path.parent) / "headers"
        (Path(self.path.parent) / "include" / "stria").mkdir(parents=True)
        header = Path(self.path.parent) / "include" / "stria" / "stria.hpp"
        # The compilers show the place of a deprecated function; g++ also shows the line that includes it.
        header.write_text("#pragma once\n[[deprecated]] inline int number() { return 3; }\n")
        text = WARNING.replace("// warns: address of", "// warns: is deprecated")
        text = text.replace("int* at", "#include <stria/stria.hpp>\nint* at")
        text = text.replace("return &local;", "return number() ? nullptr : &local;")
        options = ["-Iinclude"]
        for compiler in [check.find_compiler(program) for program in PROGRAMS]:
            with self.subTest(compiler=compiler.name):
                case = self.read(text)
                check.precompile(folder, [compiler], options, self.path.parent)
                self.assertEqual(len(list((folder / compiler.family).iterdir())), 2)
                self.assertEqual(check.problems_of(case, compiler, options, folder)[0], [])
                said = check.said_to(case, compiler, options)
                self.assertIn("stria/stria.hpp:2:", said)
                self.assertEqual(check.said_to(case, compiler, options, folder), said)
                with contextlib.redirect_stdout(io.StringIO()):
                    self.assertFalse(check.same([case], [compiler], options, folder))
                    # A file with another include cannot be compared, so it counts as a failure.
                    case = self.read(GOOD)
                    self.assertTrue(check.same([case], [compiler], options, folder))

    def test_twins_are_compiled_together(self):
        include = Path(self.path.parent) / "include" / "stria"
        include.mkdir(parents=True)
        (include / "stria.hpp").write_text("#pragma once\n")
        cases = []
        for name, right in [("first", "2 < 3"), ("second", "2 < 3"), ("third", "4 < 3")]:
            path = Path(self.path.parent) / f"{name}.cpp"
            text = GOOD.replace("int main", "#include <stria/stria.hpp>\nstruct same {};\nint main")
            # Without this guard the first two files define the same class.
            text = text.replace("struct same {};", "#ifndef once\n#define once\nstruct same {};\n#endif")
            path.write_text(text.replace("2 < 3", right))
            cases.append(check.read_case(path))
        again = Path(self.path.parent) / "again.cpp"
        again.write_text(GOOD.replace("int main", "#include <stria/stria.hpp>\nstruct same {};\nint main"))
        for compiler in [check.find_compiler(program) for program in PROGRAMS]:
            def said(chosen):
                with contextlib.redirect_stdout(io.StringIO()) as out:
                    failed = check.twins(chosen, [compiler], ["-Iinclude"], None)
                return failed, out.getvalue()

            with self.subTest(compiler=compiler.name):
                failed, text = said(cases[:2])
                self.assertFalse(failed)
                self.assertIn("2 twins compile together", text)
                failed, text = said(cases)
                self.assertTrue(failed)
                self.assertIn("third.cpp: " + compiler.name + ": FAILED", text)
                # Two files that define the same class are correct if each is compiled alone.
                failed, text = said([cases[0], check.read_case(again)])
                self.assertFalse(failed)
                self.assertIn("2 twins are compiled one by one", text)

    def test_a_badly_written_file_is_refused(self):
        for text, reason in [
            (GOOD.replace("// expect", "// hope"), "no phrase"),
            (GOOD.replace("int main", "// words for the reader\nint main"), "occurs in the file"),
            (GOOD.replace("words for the reader", "case"), "occurs in the file"),
            (GOOD.replace(" // the mistake", ""), "0 lines"),
            (GOOD.replace("#ifndef TWIN", "#if !TWIN"), "0 lines"),
            (GOOD.replace("#else", "#elif 1"), "must be between"),
            ("// warns: one thing\n" + GOOD.split("\n", maxsplit=1)[1], "in one file"),
        ]:
            with self.subTest(reason=reason):
                with self.assertRaisesRegex(check.BadCase, reason):
                    self.read(text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
