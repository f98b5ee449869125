#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests that check.py accepts a correct topic and finds each kind of problem.

usage: check_test.py [compiler...]     g++ and clang++-19 unless given
"""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import cases
import check

# The phrase is written in two parts, so that it does not occur in the program.
GOOD = """\
// SPDX-License-Identifier: BSL-1.0
// Words
// A comment is not part of the programs.

// expect: words for the reader
void case_of_words() {
  const int three = 3;
#ifdef WRONG
  static_assert(three < 3, "stria: words for " "the reader");
#else
  static_assert(2 < three, "words for " "the reader");
#endif
}
"""

# Found only by instantiation; clang names the caller in its fourth line.
TEMPLATE = """\
// Templates
template <int N> constexpr int at() {
  static_assert(N < 3, "stria: words for " "the reader");
  return N;
}
// expect: words for the reader
auto case_of_templates() {
#ifdef WRONG
  return at<3>();
#else
  return at<0>();
#endif
}
"""

# Both compilers warn of it.
WARNING = """\
// Warnings
// warns: address of
auto case_of_warnings() {
  int local = 3;
#ifdef WRONG
  return &local;
#else
  static_cast<void>(local);
  return static_cast<int*>(nullptr);
#endif
}
"""

PROGRAMS = sys.argv[1:] or ["g++", "clang++-19"]


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        self.compilers = [check.find_compiler(program) for program in PROGRAMS]

    def read(self, text):
        path = self.folder / "topic.cpp"
        path.write_text(text)
        return cases.read_topic(path)

    def case(self, text):
        return self.read(text).cases[0]

    def said(self, function, *arguments):
        """(result, what the function printed)"""
        with contextlib.redirect_stdout(io.StringIO()) as out:
            return function(*arguments), out.getvalue()

    def problems(self, text):
        """Compiler -> the problems found in the case of `text`."""
        return {c: check.problems_of(self.case(text), c)[0] for c in self.compilers}

    def assert_found(self, text, expected):
        for compiler, problems in self.problems(text).items():
            with self.subTest(compiler=compiler.name):
                self.assertIn(expected, "\n".join(problems))

    def test_a_good_case_passes(self):
        for text in (GOOD, WARNING):
            self.assertEqual(list(self.problems(text).values()), [[]] * len(self.compilers))
            self.assertFalse(self.said(check.check_correct, [self.read(text)], self.compilers)[0])

    def test_a_case_is_cut_into_a_program(self):
        topic = self.read(TEMPLATE + GOOD.split("\n", maxsplit=2)[2])
        self.assertEqual(topic.title, "Templates")
        self.assertEqual([case.name for case in topic.cases], ["case_of_templates", "case_of_words"])
        case = topic.cases[1]
        self.assertEqual(case.program.splitlines(), [
            *TEMPLATE.splitlines()[1:5], "void case_of_words() {", "  const int three = 3;",
            '  static_assert(three < 3, "stria: words for " "the reader");', "}"])
        self.assertEqual((case.place, case.line), ("topic.cpp:17", 7))
        self.assertEqual(case.wrong, 'static_assert(three < 3, "stria: words for " "the reader");')

    def test_a_mistake_that_compiles_is_found(self):
        self.assert_found(GOOD.replace("three < 3", "three < 4"), "the mistake compiles")

    def test_correct_code_that_does_not_compile_or_has_a_warning_is_found(self):
        for text in (GOOD.replace("2 < three", "4 < three"), GOOD.replace("#else", "#else\n  three == 3;")):
            for compiler in self.compilers:
                failed, said = self.said(check.check_correct, [self.read(text)], [compiler])
                self.assertTrue(failed)
                self.assertIn(f"topic.cpp: {compiler.name}: FAILED\n  the correct code does not compile:\n", said)

    def test_a_wrong_phrase_is_found(self):
        self.assert_found(GOOD.replace("expect: words", "expect: fewer words"),
                          "not in the diagnostics: 'fewer words for the reader'")

    def test_one_wrong_phrase_among_two_is_found(self):
        self.assert_found(GOOD.replace("// expect", "// expect: no such words\n// expect"),
                          "not in the diagnostics: 'no such words'")

    def test_too_many_lines_are_found(self):
        calls = "".join(f"  note({n});\n" for n in range(8))
        text = GOOD.replace("\n\n", "\n[[deprecated]] void note(int);\n\n", 1)
        self.assert_found(text.replace("#ifdef WRONG\n", "#ifdef WRONG\n" + calls), "are allowed")

    def test_a_late_place_is_found(self):
        for compiler, problems in self.problems(TEMPLATE).items():
            with self.subTest(compiler=compiler.name):
                late = any("case_of_templates.cpp:6: does not begin one of the first" in text for text in problems)
                self.assertEqual(late, compiler.family == "clang")
                self.assertFalse(any("not in the diagnostics" in text for text in problems))

    def test_another_line_than_the_last_is_found(self):
        text = GOOD.replace("#else", "  static_cast<void>(three);\n#else", 1)
        self.assert_found(text, "case_of_words.cpp:4: does not begin one of the first")

    def test_a_mistake_without_a_sentence_is_found(self):
        self.assert_found(GOOD.replace("stria: ", ""), "no message that begins with 'stria:'")

    def test_pieces_of_a_text_are_joined(self):
        said = "'refused<fixed_string<9>{\"stria: a \"}, fixed_string<5UL - 1>{\"\\\"b\\\"\"}>'"
        self.assertEqual(check.sentence(said), 'stria: a "b"')

    def test_different_sentences_are_found(self):
        text = GOOD.replace('"stria: words for "', 'WORDS', 1)
        text = text.replace("\n\n", "\n#ifdef __clang__\n#define WORDS \"stria: words for \"\n"
                            "#else\n#define WORDS \"stria: other words for \"\n#endif\n\n", 1)
        failed, _ = self.said(check.check, [self.case(text)], self.compilers)
        self.assertEqual(failed, len({compiler.family for compiler in self.compilers}) > 1)

    def test_a_warning_is_asked_of_one_compiler(self):
        text = WARNING.replace("// warns:", "// warns-clang:")
        self.assertEqual(list(self.problems(text).values()), [[]] * len(self.compilers))
        self.assert_found(WARNING.replace("return &local;", "return static_cast<int*>(nullptr);", 1),
                          "not in the diagnostics")

    def test_one_compiler_alone_can_be_asked(self):
        case = self.case(GOOD.replace("// expect: words for the reader",
                                      "// page: in full\n// expect-gcc: one thing\n// expect-clang: another"))
        self.assertEqual(case.phrases, {"gcc": ["one thing"], "clang": ["another"]})
        self.assertTrue(case.in_full)

    def test_the_headers_can_be_compiled_first(self):
        (self.folder / "include" / "stria").mkdir(parents=True)
        # The compilers show the place of a deprecated function; g++ also shows the line that includes it.
        (self.folder / "include" / "stria" / "stria.hpp").write_text(
            "#pragma once\n[[deprecated]] inline int number() { return 3; }\n")
        text = WARNING.replace("// warns: address of", "// warns: is deprecated")
        text = text.replace("// Warnings\n", "// Warnings\n#include <stria/stria.hpp>\n")
        text = text.replace("return &local;", "return number() ? nullptr : &local;")
        options = [f"-I{self.folder}/include"]
        for program in PROGRAMS:
            with self.subTest(compiler=program):
                compiler = check.find_compiler(program, options, self.folder / "headers")
                case = self.case(text)
                compiler.precompile()
                self.assertEqual(len(list(compiler.header.parent.iterdir())), 2)
                self.assertEqual(check.problems_of(case, compiler)[0], [])
                said = check.find_compiler(program, options).mistake(case)[1]
                self.assertIn("stria/stria.hpp:2:", said)
                self.assertEqual(compiler.mistake(case)[1], said)
                self.assertFalse(self.said(check.check_same, [case], [compiler])[0])
                # A topic with another include cannot be compared, so it counts as a failure.
                self.assertTrue(self.said(check.check_same, [self.case(GOOD)], [compiler])[0])

    def test_a_badly_written_topic_is_refused(self):
        for text, reason in [
            (GOOD.replace("// expect", "// hope"), "'#ifdef WRONG' is not part of a case"),
            (GOOD.replace("void case", "void* case"), "'// expect: words for the reader' is not part"),
            (GOOD.replace("// expect: words for the reader", "// page: in full"), "each compiler needs"),
            (GOOD.replace("// expect", "// expect-gcc"), "each compiler needs"),
            (GOOD.replace("const int", "/* words for the reader */ const int"), "occurs in the program"),
            (GOOD.replace("words for the reader", "case"), "occurs in the program"),
            (GOOD.replace("#ifdef", "#ifndef"), "must occur once"),
            (GOOD.replace("#else\n", ""), "must occur once"),
            (GOOD.replace("#endif", "#endif\n#ifdef OTHER\n#endif"), "must occur once"),
            (GOOD.replace("// expect", "// warns: one thing\n// expect"), "in one case"),
            (GOOD.replace("// SPDX", "\n// SPDX"), "must be the title"),
        ]:
            with self.subTest(reason=reason):
                with self.assertRaisesRegex(cases.BadCase, reason):
                    self.read(text)

    def test_the_first_of_each_family_is_chosen(self):
        second = GOOD.split("\n", maxsplit=3)[3]
        names = ["row_b", "column_a", "row_a"]
        topic = self.read("// Title\n" + "".join(second.replace("case_of_words", name) for name in names))
        self.assertEqual([case.name for case in cases.first_of_families([topic])], ["column_a", "row_a"])
        self.assertEqual([case.name for case in check.chosen([topic], ["row_b"])[0]], ["row_b"])
        self.assertEqual(check.chosen([topic], ["topic"]), (topic.cases, [topic]))
        with self.assertRaisesRegex(cases.BadCase, "the name row_b occurs twice"):
            cases.read_all([topic.path, topic.path])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
