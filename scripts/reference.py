#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Makes the reference from the documentation comments in the headers, and lists incomplete comments.

reference.py --count                    prints the number of complete public names, by header folder
reference.py --missing PATH...          lists what is missing for these headers, folders or names
reference.py --check                    the test tree.reference: the comment of every public name is complete, and
                                        every function has an example in tests/reference
reference.py --clang C++ [OPTION...]    the test reference.names: the compiler sees no public name that this script misses
reference.py --pages FOLDER             writes the pages

docs/design/reference.md describes the comments and how they are read.
"""

import argparse
import collections
import re
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "tests/guide")]
import headers  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
TAGS = ("param", "tparam", "returns", "throws", "refuses", "complexity", "numpy", "usage", "see", "internal")
# Namespaces whose names users do not write. The members of `operators` are found by argument-dependent lookup.
HIDDEN = {"detail", "functions"}


@dataclass
class Comment:
    summary: str = ""
    text: list = field(default_factory=list)  # further paragraphs
    parts: dict = field(default_factory=lambda: collections.defaultdict(list))  # tag -> texts
    parameters: list = field(default_factory=list)  # (names, text)
    template_parameters: list = field(default_factory=list)
    unknown: list = field(default_factory=list)

    @property
    def internal(self):
        return "internal" in self.parts

    @property
    def other_name_of(self):
        """The function for which this one is another name."""
        match = re.search(r"\b[Aa]nother name (?:of|for) `?([\w:]+)", self.summary)
        return match.group(1) if match else None


def read(text):
    """Parses a documentation comment."""
    comment = Comment()
    if not text:
        return comment
    paragraphs, current = [], []
    tag = None
    for line in text.splitlines():
        match = re.match(r"\s*[\\@](\w+)\b(?:\[[a-z,]+\])?\s*(.*)", line)
        if match and match.group(1) in TAGS:
            tag, rest = match.groups()
            comment.parts[tag].append(rest)
        elif match and match.group(1) not in ("f",):
            comment.unknown.append(match.group(1))
        elif tag is not None and line.strip():
            comment.parts[tag][-1] += " " + line.strip()
        elif tag is not None:
            tag = None
        elif line.strip():
            current.append(line.rstrip())
        elif current:
            paragraphs.append(current)
            current = []
    if current:
        paragraphs.append(current)
    if paragraphs:
        first = "\n".join(paragraphs[0])
        # The first sentence; an abbreviation does not end it.
        end = re.search(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)(?<!\.\.)\.(?=\s|$)", re.sub(r"`[^`]*`", lambda m: "x" * len(m.group()), first))
        cut = end.end() if end else len(first)
        comment.summary = " ".join(first[:cut].split())
        rest = first[cut:].strip()
        comment.text = ([rest] if rest else []) + ["\n".join(p) for p in paragraphs[1:]]
    for tag, target in (("param", comment.parameters), ("tparam", comment.template_parameters)):
        for part in comment.parts.get(tag, []):
            match = re.match(r"([\w.]+(?:\s*,\s*[\w.]+)*)\s*(.*)", part)
            if match:
                target.append(([n.strip() for n in match.group(1).split(",")], match.group(2)))
    return comment


@dataclass
class Entry:
    """A public name, with all of its declarations."""
    name: str  # without stria::
    declarations: list
    kind: str = ""
    target: str = ""  # of a using-declaration
    comments: list = field(default_factory=list)  # (declaration, comment), documented ones only

    @property
    def main(self):
        """The declaration with the most complete comment."""
        if not self.comments:
            return self.declarations[0], Comment()
        return max(self.comments, key=lambda c: (len(c[1].parts) + len(c[1].parameters) + len(c[1].template_parameters), bool(c[1].summary)))


def scope_parts(declaration):
    return declaration.scope.split("::") if declaration.scope else []


def is_public(declaration):
    parts = scope_parts(declaration)
    return parts[:1] == ["stria"] and not HIDDEN & set(parts)


def name_in_stria(declaration):
    parts = [p for p in scope_parts(declaration)[1:] if p not in ("operators", "literals")]
    return "::".join([*parts, declaration.name])


def entries_of(declarations):
    """Public names, in the order of the headers."""
    by_name = {}
    for d in declarations:
        if not is_public(d) or d.kind == "guide" or not d.name:
            continue
        if d.kind == "class" and (d.after == "specialised" or d.name.endswith("_fn")):  # function objects of expressions
            continue
        by_name.setdefault(name_in_stria(d), []).append(d)
    entries = {}
    for name, found in by_name.items():
        entry = Entry(name, found)
        real = [d for d in found if d.kind != "using" and not (d.kind == "class" and d.after == "declared")] or found
        entry.kind = real[0].kind
        if all(d.kind == "using" for d in found):
            entry.target = re.sub(r"^(::)?(stria::)?", "", found[0].type)
        for d in found:
            if d.comment:
                entry.comments.append((d, read(d.comment)))
        if entry.comments and all(c.internal for _, c in entry.comments):
            continue
        # A deleted or refusing overload alone does not make a public name.
        entries[name] = entry
    return entries


def find_target(entry, entries):
    """The entry to which a using-declaration or another name refers."""
    name = entry.target or entry.main[1].other_name_of
    if not name:
        return None
    scope = entry.name.rsplit("::", 1)[0] + "::" if "::" in entry.name else ""
    for candidate in (scope + name, name, name.removeprefix("stria::")):
        if candidate in entries and entries[candidate] is not entry:
            return entries[candidate]
    return None


REFUSING = re.compile(r"said_of_not_ours|accepted_or_refused|\brefus|\bignored\b")


def refuses_only(d):
    """An overload that exists for its error message."""
    return "delete" in d.after or bool(REFUSING.search(d.type + d.after.partition("->")[2])) or any(
        re.search(r"detail::(not_)?ours\b|detail::whatever|detail::braced\b|asked_by_name", p.text) for p in d.parameters)


def shown_overloads(entry):
    """The overloads that have a comment; the one with the most complete comment is the first."""
    main = entry.main
    return [main] + [c for c in entry.comments if c[0] is not main[0] and not refuses_only(c[0])]


@dataclass
class Example:
    """An example of one or more names: a section of a page in tests/reference."""
    place: str  # file and line
    code: list
    output: list | None
    source: str  # the file that the code quotes, which replaces the output
    reason: str  # why there is no output


def read_examples(root):
    """The examples of tests/reference by name, and what is wrong with them. docs/contributing/documentation.md describes the pages."""
    import snippets
    examples, problems = {}, []
    registered = (Path(root) / "tests/guide/CMakeLists.txt").read_text(encoding="utf-8")
    for path in sorted((Path(root) / "tests/reference").glob("*.md")):
        page = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        try:
            blocks = snippets.parse(text, page)
        except snippets.PageError as error:
            problems.append(str(error))
            continue
        if blocks and not re.search(rf"^ *stria_page\({page}[ )]", registered, re.MULTILINE):
            problems.append(f"{page}: tests/guide/CMakeLists.txt has no stria_page({page})")
        line = 1
        for section in re.split(r"^(?=## )", text, flags=re.MULTILINE):
            found = re.fullmatch(r"## ([^\n]+)\n+(?:([^`\n].*?)\n+)?```cpp(?: from=(\S+))?\n(.*?)^```\n(?:```text\n(.*?)^```\n)?\s*", section,
                                 re.MULTILINE | re.DOTALL)
            place = f"{page}:{line}"
            line += section.count("\n")
            if found is None:
                if section.startswith("## "):
                    problems.append(f"{place}: an example is a heading with names, one block of C++ and its output")
                continue
            names, reason, source, code, output = found.groups()
            if (output is None) == (source is None) or (source is not None) != (reason is not None):
                problems.append(f"{place}: an example has an output, or a sentence that says why it has none and code of a test, by from=FILE")
            example = Example(place, code.splitlines(), None if output is None else output.splitlines(), source, reason)
            for name in names.split(", "):
                if name in examples:
                    problems.append(f"{place}: {name} has an example in {examples[name].place}")
                short = name.rpartition("::")[2].removeprefix("operator").strip('"')
                before = r"(?<!\w)" * ('""' not in name)  # the suffix of a literal follows its digits
                if not re.search(rf"{before}{re.escape(short)}(?!\w)" if short.isidentifier() else re.escape(short), code):
                    problems.append(f"{place}: the example does not use {name}")
                examples[name] = example
    return examples, problems


def missing_parts(entry, entries, examples=None):
    """The parts that an entry lacks. Without `examples`, no example is required."""
    if entry.kind == "using":
        # A using-declaration of a name of another library (`std::…`, `boost::…`) needs a comment; names of stria have one already.
        if find_target(entry, entries) is not None:
            return []
        return [] if entry.comments else ["summary"]
    d, comment = entry.main
    if re.fullmatch(r"_\d", d.name):  # the constants _0 to _9
        return [] if comment.summary or d.name > "_1" else ["comment"]
    missing = []
    if not comment.summary:
        return ["comment"]
    if not comment.summary.endswith((".", ":", "?")):
        missing.append("summary that ends with a full stop")
    if comment.unknown:
        missing.append("known tag instead of \\" + comment.unknown[0])
    other = find_target(entry, entries)
    operator = d.name.startswith("operator")
    has = lambda tag: bool(comment.parts.get(tag))  # noqa: E731
    if d.kind == "function":
        if not other:
            # Parameters of tags and axes are often unnamed, so the documented name may differ from the declared one.
            said = [n for names, _ in comment.parameters for n in names]
            named = len(said) + sum(len(names) for names, _ in comment.template_parameters) * any(
                not p.name for p in d.parameters)
            # A pack may be empty.
            needed = [p for p in d.parameters if not p.pack]
            if named < len(needed) and not operator:
                lacking = [p.name or p.text for p in needed if p.name not in said]
                missing.append("\\param " + ", ".join(lacking))
            if not has("returns") and d.type != "void" and "-> void" not in d.after and not operator:
                missing.append("\\returns")
            if not has("throws") and not has("refuses") and not operator:
                missing.append("\\throws or \\refuses")
            if not has("complexity") and not operator:
                missing.append("\\complexity")
        if not has("numpy"):
            missing.append("\\numpy")
        if not has("usage") and not operator:
            missing.append("\\usage")
        if examples is not None and not other and entry.name not in examples:
            missing.append("example in tests/reference")
    elif d.kind in ("class", "alias", "concept", "enum", "variable"):
        # The type of a tag is documented with the tag.
        of_another = re.match(r"(The )?([Tt]ype|[Rr]esult)s? (of|that)\b|What \S+ returns?\b", comment.summary)
        if not has("usage") and not of_another:
            missing.append("\\usage")
        constructors = [m for m in d.members if m.text == "constructor" and public_member(m)]
        lacking = collections.Counter(
            m.name for m in d.members if m.kind == "function" and public_member(m) and not m.comment and m.name != "what"
            and not (m.text == "constructor" and len(constructors) == 1))
        missing += [f"summary of {name}" + (f" ({n} overloads)" if n > 1 else "") for name, n in lacking.items()]
    return missing


def public_member(m):
    """A member that the reference shows if it has a comment; a function must have one."""
    if m.access != "public" or m.kind not in ("function", "variable", "alias", "enumerator", "class", "enum"):
        return False
    if m.comment and read(m.comment).internal:
        return False
    if m.kind == "function":
        special = m.text == "constructor" and (not m.parameters or re.match(r"(const )?\w+(<.*>)?\s*&", m.parameters[0].text))
        if special or m.name.startswith("~") or "delete" in m.after or "default" in m.after or refuses_only(m):
            return False
        if m.name.startswith("operator=") or (m.friend and not m.comment):
            return False
    return True


# The command line.


class Reference:
    def __init__(self, root):
        self.root = Path(root)
        self.declarations, self.macros = headers.parse_headers(root)
        self.entries = entries_of(self.declarations)
        for macro in self.macros.values():
            # A macro for users has a comment with \usage.
            if macro.comment and read(macro.comment).parts.get("usage"):
                d = headers.Declaration("macro", macro.name, "stria", macro.header, macro.line, macro.comment)
                self.entries[macro.name] = Entry(macro.name, [d], "macro", comments=[(d, read(macro.comment))])
        self.examples, self.problems = read_examples(self.root)
        self.problems += [f"{e.place}: {name} is not a public name" for name, e in self.examples.items() if name not in self.entries]
        self.missing = {name: missing_parts(e, self.entries, self.examples) for name, e in self.entries.items()}

    def incomplete(self):
        return sorted(name for name, parts in self.missing.items() if parts)

    def place(self, name):
        d = self.entries[name].main[0]
        return f"{d.header}:{d.line}"


def count(reference):
    totals = collections.Counter()
    complete = collections.Counter()
    for name, parts in reference.missing.items():
        folder = str(Path(reference.entries[name].main[0].header).parent)
        totals[folder] += 1
        complete[folder] += not parts
    for folder in sorted(totals):
        print(f"{folder:32} {complete[folder]:4} of {totals[folder]:4}")
    print(f"{'all':32} {sum(complete.values()):4} of {sum(totals.values()):4}")


def list_missing(reference, wanted):
    found = 0
    for name in sorted(reference.missing, key=lambda n: (reference.entries[n].main[0].header, reference.entries[n].main[0].line)):
        header = reference.entries[name].main[0].header
        if wanted and not any(name == w or (header + "/").startswith(w.rstrip("/") + "/") for w in wanted):
            continue
        if reference.missing[name]:
            print(f"{reference.place(name)}: {name}: no {', no '.join(reference.missing[name])}")
            found += 1
    print(f"{found} incomplete names")


# The names that the compiler sees.


def completions(compiler, options, folder, expression):
    """The names that clang offers as completions of an expression."""
    source = Path(folder) / "complete.cpp"
    source.write_text(f"void complete() {{\n{expression}\n}}\n", encoding="utf-8")
    done = subprocess.run([compiler, *options, "-include-pch", f"{folder}/all.pch", "-fsyntax-only", "-Xclang",
                           f"-code-completion-at={source}:2:{len(expression) + 1}", str(source)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    names = set()
    for line in done.stdout.splitlines():
        match = re.match(r"COMPLETION: (\S.*?)(?: : |$)", line)
        if match and not match.group(1).startswith(("<deduction", "Pattern")):
            name = match.group(1)
            names.add(name if name.startswith("operator") else re.sub(r"<.*", "", name))
    return names, done.stderr


def headers_that_compile(root, compiler, options):
    """All headers whose required libraries are installed."""
    needs = {}
    for path in headers.headers_of(root):
        included = re.findall(r"#include <([^>]+)>", path.read_text(encoding="utf-8"))
        needs[path.relative_to(root).as_posix().split("/", 1)[1]] = included
    for name in needs:  # headers of pybind11 include Python.h
        needs[name] += ["Python.h"] * any(n.startswith("pybind11/") for n in needs[name])
    outside = sorted({n for included in needs.values() for n in included if not n.startswith("stria/")})
    probe = "".join(f"#if __has_include(<{n}>)\nfound {n}\n#endif\n" for n in outside)
    found = subprocess.run([compiler, *options, "-E", "-P", "-x", "c++", "-"], input=probe, stdout=subprocess.PIPE,
                           encoding="utf-8", check=True).stdout
    found = {line.removeprefix("found").replace(" ", "") for line in found.splitlines()}
    left = {name for name, included in needs.items() if all(n in found for n in included if not n.startswith("stria/"))}
    while True:  # remove headers that include a removed header
        keep = {name for name in left if all(n in left for n in needs[name] if n.startswith("stria/"))}
        if keep == left:
            return sorted(left)
        left = keep


def cross_check(reference, compiler, options):
    """Asks clang for the names of each namespace; the parser must have found each of them, public or internal."""
    root = reference.root
    options = ["-std=c++23", f"-I{root / 'dsl'}", f"-I{root / 'include'}", *options]
    for folder in ("/usr/include/eigen3", "/usr/include/hdf5/serial", sysconfig.get_path("include")):
        options += ["-isystem", folder] * Path(folder).is_dir()
    parsed, namespaces = collections.defaultdict(set), set()
    for d in reference.declarations:
        parts = [p for p in scope_parts(d) if p not in ("literals",)]
        parsed["::".join(parts)].add(d.name)
        for k in range(1, len(parts) + 1):
            namespaces.add("::".join(parts[:k]))
    classes = {d.qualified for d in reference.declarations if d.kind in ("class", "enum")}
    problems = seen = 0
    with tempfile.TemporaryDirectory() as folder:
        included = headers_that_compile(root, compiler, options)
        (Path(folder) / "all.hpp").write_text("".join(f"#include <{header}>\n" for header in included), encoding="utf-8")
        subprocess.run([compiler, *options, "-x", "c++-header", f"{folder}/all.hpp", "-o", f"{folder}/all.pch"], check=True)
        for scope in sorted(n for n in namespaces if n.startswith("stria") and not HIDDEN & set(n.split("::")) and n not in classes):
            names, said = completions(compiler, options, folder, scope + "::")
            if not names and scope == "stria":
                print(f"{compiler} has no completions after {scope}::\n{said[:2000]}")
                return 1
            seen += len(names)
            for name in sorted(names):
                if not (name in parsed[scope] or name in parsed[scope + "::operators"] or f"{scope}::{name}" in namespaces
                        or name in ("layout", "literals")):
                    print(f"{scope}::{name}: the compiler sees this name, scripts/headers.py does not")
                    problems += 1
    print(f"{seen} names seen by the compiler in {len(included)} headers, {problems} problems")
    return 1 if problems else 0


def main():
    if "--clang" in sys.argv:
        at = sys.argv.index("--clang")
        return cross_check(Reference(ROOT), sys.argv[at + 1], sys.argv[at + 2:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=ROOT, help="another checkout")
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--missing", nargs="*", metavar="PATH")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--pages", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    reference = Reference(given.root)
    if given.missing is not None:
        wanted = []
        for name in given.missing:
            path, root = Path(name).resolve(), given.root.resolve()
            wanted.append(path.relative_to(root).as_posix() if path.is_relative_to(root) and path.exists() else name)
        list_missing(reference, wanted)
        return 0
    if given.count:
        count(reference)
        return 0
    if given.check:
        list_missing(reference, [])
        for problem in reference.problems:
            print(problem)
        return 1 if reference.incomplete() or reference.problems else 0
    if given.pages:
        import reference_pages
        reference_pages.write(reference, given.pages)
        return 0
    parser.print_help()
    return 2


if __name__ == "__main__":
    sys.exit(main())
