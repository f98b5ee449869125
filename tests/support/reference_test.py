#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests that scripts/headers.py parses declarations, and that scripts/reference.py finds incomplete comments."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import headers
import reference

HEADER = '''// SPDX-License-Identifier: BSL-1.0
#pragma once
#define STRIA_INLINE inline
#define STRIA_PAIR(name, ...) \\
  struct name##_fn { int operator()(int a) const { return a; } }; \\
  template <class A> constexpr auto name(A&& a) { return a __VA_ARGS__; } \\
  template <class A> void name(const A&, int) = delete;
/// Not read.
namespace stria {
namespace detail {
/// Hidden.
int hidden(int);
}
/// Adds.
///
/// \\param a,b    numbers
/// \\returns      the sum,
///               of two
/// \\throws       nothing
/// \\complexity   O(1)
/// \\numpy        `np.add(a, b)`
/// \\usage        `add(1, 2)`
template <class A, class B = std::array<A, (2 > 1)>>
  requires(sizeof(A) > 1) && detail::some<A>
[[nodiscard]] constexpr auto add(A&& a, const std::vector<B, int>& b = {1, 2}) -> decltype(a + b) { return a < b ? a : b; }
/// Another name of add().
/// \\numpy   none
/// \\usage   `plus(1, 2)`
int plus(int a, int b);
/// Doubles e.g. numbers. More of it.
///
/// A paragraph.
/// \\param a   a number
STRIA_PAIR(twice, * 2)
#if defined(STRIA_NEVER)
int never();
#else
/// The type of `tag`.
struct tag_t {
  int value = 3; ///< A member.
  /// Calls.
  explicit constexpr operator bool() const { return true; }
  template <class T> decltype(auto) operator[](T) &&;
private:
  int hidden_member();
};
#endif
inline constexpr tag_t tag{}, other{3}; // one comment for both
/// A default tag.
/// \\usage `use(made)`
inline constexpr tag_t made(detail::tag);
/// Some colors.
enum class color : int { red, green = 2 /* not here */, blue };
using enum color;
template <> struct special<int> {};
template <class T> constexpr bool is_special<T*> = true;
inline namespace literals {
/// A literal.
constexpr int operator""_x(unsigned long long n) { return int(n); }
}
namespace operators {
template <class T> bool operator<<(T, T);
template <class T> bool operator>>=(T, T);
}
using std::swap;
tag_t(int) -> tag_t;
}
'''


class ReferenceTest(unittest.TestCase):
    def setUp(self):
        parser = headers.Parser("a.hpp", {})
        self.declarations = parser.parse(HEADER)
        self.entries = reference.entries_of(self.declarations)
        self.missing = {n: reference.missing_parts(e, self.entries) for n, e in self.entries.items()}

    def one(self, name):
        return next(d for d in self.declarations if d.name == name)

    def test_names(self):
        self.assertEqual(sorted(self.entries), sorted([
            "add", "plus", "twice", "tag_t", "tag", "other", "made", "color", "red", "green", "blue", 'operator""_x', "operator<<",
            "operator>>=", "swap"]))

    def test_function(self):
        add = self.one("add")
        self.assertEqual([(p.name, p.default) for p in add.parameters], [("a", ""), ("b", "{1, 2}")])
        self.assertEqual(add.requires, "(sizeof(A) > 1) && detail::some<A>")
        self.assertEqual(add.template, "class A, class B = std::array<A, (2 > 1)>")
        self.assertEqual(self.one("hidden").scope, "stria::detail")

    def test_class(self):
        tag = self.one("tag_t")
        self.assertEqual([(m.name, m.access, m.comment) for m in tag.members], [
            ("value", "public", "A member."), ("operator bool", "public", "Calls."), ("operator[]", "public", ""),
            ("hidden_member", "private", "")])
        self.assertEqual([m.name for m in self.one("color").members], ["red", "green", "blue"])

    def test_comment(self):
        comment = reference.read(self.one("add").comment)
        self.assertEqual(comment.summary, "Adds.")
        self.assertEqual(comment.parts["returns"], ["the sum, of two"])
        self.assertEqual(comment.parameters, [(["a", "b"], "numbers")])
        twice = reference.read(next(d for d in self.declarations if d.name == "twice").comment)
        self.assertEqual((twice.summary, twice.text), ("Doubles e.g. numbers.", ["More of it.", "A paragraph."]))

    def test_missing(self):
        self.assertEqual(self.missing["add"], [])
        self.assertEqual(self.missing["plus"], [])
        self.assertEqual(self.missing["twice"], ["\\returns", "\\throws or \\refuses", "\\complexity", "\\numpy", "\\usage"])
        self.assertEqual(self.missing["tag_t"], ["summary of operator[]"])
        self.assertEqual(self.missing["tag"], ["comment"])
        self.assertEqual(self.missing["made"], [])
        self.assertEqual(self.missing["color"], ["\\usage"])
        self.assertEqual(self.missing["red"], [])
        self.assertEqual(self.missing["swap"], ["summary"])

    def lacking(self, old, new):
        entries = reference.entries_of(headers.Parser("a.hpp", {}).parse(HEADER.replace(old, new)))
        return reference.missing_parts(entries["add"], entries)

    def test_each_part(self):
        for old, new, expected in [
            ("/// \\param a,b    numbers", "/// \\param a    a number", ["\\param b"]),
            ("/// \\returns      the sum,\n///               of two\n", "", ["\\returns"]),
            ("/// \\throws       nothing\n", "", ["\\throws or \\refuses"]),
            ("/// \\complexity   O(1)\n", "", ["\\complexity"]),
            ("/// \\numpy        `np.add(a, b)`\n", "", ["\\numpy"]),
            ("/// \\usage        `add(1, 2)`\n", "", ["\\usage"]),
            ("/// Adds.\n", "/// Adds\n", ["summary that ends with a full stop"]),
            ("/// \\throws       nothing", "/// \\throws nothing\n/// \\retruns x", ["known tag instead of \\retruns"]),
            ("/// Adds.\n", "/// \\internal\n/// Adds.\n", None),
        ]:
            with self.subTest(new):
                if expected is None:
                    self.assertNotIn("add", reference.entries_of(headers.Parser("a.hpp", {}).parse(HEADER.replace(old, new))))
                else:
                    self.assertEqual(self.lacking(old, new), expected)

    def test_examples(self):
        add, plus = self.entries["add"], self.entries["plus"]
        self.assertEqual(reference.missing_parts(add, self.entries, {}), ["example in tests/reference"])
        self.assertEqual(reference.missing_parts(add, self.entries, {"add": None}), [])
        self.assertEqual(reference.missing_parts(plus, self.entries, {}), [])  # another name of add()

    def test_wrong_examples(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for part in ("guide", "reference"):
                (root / "tests" / part).mkdir(parents=True)
            (root / "tests/guide/CMakeLists.txt").write_text("stria_page(tests/reference/a.md)\n", encoding="utf-8")
            block = "```cpp\nstd::cout << add(1, 2);\n```\n"
            for section, problem in [
                ("## add\n\n" + block + "```text\n3\n```\n", None),
                ("## add\n\n" + block, "has an output"),
                ("## plus\n\n" + block + "```text\n3\n```\n", "does not use plus"),
                ("## add\n\nWords.\n", "an example is"),
            ]:
                (root / "tests/reference/a.md").write_text(section, encoding="utf-8")
                problems = reference.read_examples(root)[1]
                self.assertEqual(len(problems), 1 if problem else 0, problems)
                self.assertIn(problem or "", "".join(problems))


if __name__ == "__main__":
    unittest.main(verbosity=0)
