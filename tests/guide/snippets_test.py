#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""snippets_test.py C++: tests that snippets.py finds the mistakes of a page. The pages are plain C++ with a replacement
of the library's header, so that they compile quickly."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
import snippets

COMPILER = "c++"
LIBRARY = '''#pragma once
#include <stdexcept>
#include <fstream>
/// Comment.
namespace stria { inline int twice(int x) { return 2 * x; } }
namespace stria {
inline int other();
extern int quoted;
}
'''

# The parts of a correct page.
GLOBAL = "```cpp global\ninline int offset() { return 40; }\n```\n"
FIRST = "```cpp\nint n = twice(1);\n```\n"
SECOND = '```cpp\n#include <string_view>\nstd::cout << n + offset() << "\\nand more in 0.1 s\\n";\n```\nIt prints\n'
SECOND_SHOWN = "```text\n42\nand more in … s\n```\n"
THROWS = '```cpp throws\nif (n) throw std::invalid_argument("no such thing");\n```\n'
THROWS_SHOWN = "```text\nno such thing\n```\n"
ERROR = "```cpp error\nint m = n + twice(undeclared_name);\n```\n"
ERROR_SHOWN = "```text\n… undeclared_name …\n```\n"
PROGRAM = '```cpp program\n#include <cstdio>\nint main() { std::puts("alone"); }\n```\n'
PROGRAM_SHOWN = "```text\nalone\n```\n"
FRESH = "## Next\n```cpp\nconst char* n = \"fresh\";\nstd::printf(\"%s\", n);\n```\n```output\nfresh\n```\n"
QUOTE = "```cpp from=include/stria/stria.hpp\n#include <stdexcept>\n/// Comment.\nnamespace stria {\n  extern  int quoted;  // an int\n}\n```\n"
HIDDEN = "<!-- Readers do not see this:\n```cpp global\ninline int unseen() { return 7; }\n```\n-->\n"
SEES_HIDDEN = "## Last\n```cpp\nstd::cout << unseen();\n```\n```text\n7\n```\n"
PICTURE = '```cpp\nstd::ofstream("p.svg") << "<svg/>";\n```\n![p](pictures/p.svg)\n'
GOOD = [GLOBAL, "## One\n", FIRST, SECOND, SECOND_SHOWN, THROWS, THROWS_SHOWN, ERROR, ERROR_SHOWN, PROGRAM,
        PROGRAM_SHOWN, FRESH, QUOTE, HIDDEN, SEES_HIDDEN, PICTURE]

BAD = [  # a part of the page, its replacement, and a part of the message
    (SECOND_SHOWN, "```text\n41\nand more in … s\n```\n", "this block prints something else"),
    (SECOND_SHOWN, "```text\n42\n```\n", "this block prints something else"),
    (SECOND_SHOWN, "", "prints this, which the page does not show"),
    (THROWS, "```cpp throws\nif (!n) throw 1;\n```\n", "does not throw"),
    (THROWS, '```cpp throws\nthrow std::invalid_argument("another thing");\n```\n', "this block prints something else"),
    (THROWS, '```cpp\nif (n) throw std::invalid_argument("no such thing");\n```\n', "throws: no such thing"),
    (THROWS_SHOWN, "", "needs a text block with the message"),
    (ERROR, "```cpp error\nint m = n + twice(3);\n```\n", "compiles"),
    (ERROR_SHOWN, "```text\nundeclared_name is a misprint\n```\n", "the compiler does not say"),
    (ERROR_SHOWN, "", "needs a text block with the message"),
    (FIRST, "```cpp\nlong n = twice(1\n```\n", "does not compile"),
    (FRESH, "## Next\n```cpp\nstd::printf(\"%d\", n);\n```\n```text\n2\n```\n", "does not compile"),
    (PROGRAM, "```cpp program\nint main() { return 3; }\n```\n", "exit status 3"),
    (PROGRAM, '```cpp program\n#include <cstdio>\nint main() { std::puts("not alone"); }\n```\n',
     "this block prints something else"),
    (FRESH, "## Next\n```cpp\nstd::exit(0);\n```\n```cpp\ntwice(1);\n```\n", "was not reached"),
    (FRESH, "## Next\n```cpp\nstd::fflush(stdout), std::abort();\n```\n", "exit status"),
    (FRESH, "## Next\n```text\nfresh\n```\n", "no code block precedes this output"),
    (FRESH, FRESH + "```text\nfresh\n```\n", "already has an output"),
    (FRESH, "## Next\n```cpp thorws\n1;\n```\n", "unknown word 'thorws'"),
    (PICTURE, "```cpp\n1;\n", "has no end"),
    (FRESH, FRESH.replace("cpp", "cpp quiet"), "the output of a quiet block is not compared"),
    (PICTURE, '```cpp\nstd::ofstream("p.svg") << "<svg></svg>";\n```\n![p](pictures/p.svg)\n',
     "is not what the page's blocks draw"),
    (HIDDEN, "", "does not compile"),
    (QUOTE, QUOTE.replace("int quoted", "long quoted"), "does not have this line here: extern long quoted;"),
    (QUOTE, QUOTE.replace("}", "#include <fstream>\n}"), "does not have this line here: #include <fstream>"),
    (QUOTE, QUOTE.replace("Comment", "Remark"), "does not have this line here: /// Remark."),
    (QUOTE, QUOTE.replace("stria.hpp", "absent.hpp"), "there is no file include/stria/absent.hpp"),
    (QUOTE, QUOTE.replace("cpp", "cpp quiet"), "a block that quotes a file has no other word"),
    (QUOTE, QUOTE + "```text\n1\n```\n", "no code block precedes this output"),
    (PICTURE, "![p](pictures/p.svg)\n", "no block writes the picture p.svg"),
]


class SnippetsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        (self.root / "dsl").mkdir()
        (self.root / "include/stria").mkdir(parents=True)
        (self.root / "include/stria/stria.hpp").write_text(LIBRARY)
        (self.root / "docs/pictures").mkdir(parents=True)
        (self.root / "docs/pictures/p.svg").write_text("<svg/>")
        self.page = self.root / "docs/page.md"

    def tearDown(self):
        self.folder.cleanup()

    def run_page(self, parts, update=False):
        self.page.write_text("".join(parts))
        said = io.StringIO()
        with mock.patch.object(snippets, "ROOT", self.root), mock.patch("tempfile.gettempdir", lambda: str(self.root)), \
             contextlib.redirect_stdout(said), mock.patch.object(snippets.sys, "argv",
                 ["snippets.py", "run", str(self.page), "--compiler", COMPILER, "--flags=-w",
                  *(["--update"] if update else [])]):
            status = snippets.main()
        return status, said.getvalue()

    def test_good(self):
        status, said = self.run_page(GOOD)
        self.assertEqual(status, 0, said)
        self.assertIn("5 blocks run, 1 throw, 1 do not compile, 1 whole programs; 0 problems", said)

    def test_bad(self):
        for part, instead, expected in BAD:
            with self.subTest(instead):
                status, said = self.run_page([instead if p is part else p for p in GOOD])
                self.assertEqual(status, 1, said)
                self.assertIn(expected, said)

    def test_update(self):
        wrong = [p.replace("42", "41").replace("alone\n```", "x\ny\n```") if p in (SECOND_SHOWN, PROGRAM_SHOWN) else p
                 for p in GOOD]
        (self.root / "docs/pictures/p.svg").write_text("stale")
        self.run_page(wrong, update=True)
        self.assertEqual(self.page.read_text(), "".join(GOOD).replace("in … s\n```", "in 0.1 s\n```"))
        self.assertEqual((self.root / "docs/pictures/p.svg").read_text(), "<svg/>")


if __name__ == "__main__":
    COMPILER = sys.argv.pop(1)
    unittest.main(verbosity=0)
