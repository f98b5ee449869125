#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compiles and runs the code blocks of a Markdown page and compares their output with the page.

snippets.py run PAGE... [--compiler C++] [--flags "..."] [--update]
    for authors, without CMake: builds the page's programs in a temporary folder and checks them;
    --update copies the output of the blocks to the page and their pictures to docs/pictures
snippets.py generate PAGE FOLDER
    writes the programs of the page: FOLDER/page.cpp, FOLDER/program_1.cpp, ...
snippets.py check PAGE FOLDER --program BINARY... --commands FILE
    runs the built programs and compares their output with the page; compiles the `error` blocks with the
    command that FILE, a compile_commands.json, has for page.cpp

The format of a page is described in docs/contributing/documentation.md.
"""

import argparse
import difflib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDES = ("<stria/stria.hpp>", "<cstdio>", "<iostream>", "<string>", "<vector>")
WORDS = {"global", "program", "throws", "error", "quiet"}
SHOWN = {"text", "output"}
MARK = "\x1e"


class PageError(Exception):
    """A mistake in the format of a page."""


class Block:
    """A code block: `line` is the number of its first line of code, `shown` the text block that belongs to it."""

    def __init__(self, number, line, section, language, words, code):
        self.number, self.line, self.section = number, line, section
        self.language, self.words, self.code = language, words, code
        self.shown = None

    def kind(self):
        for word in ("program", "error", "throws", "global"):
            if word in self.words:
                return word
        return "statements"


def missing_line(block, source):
    """The first line of a block that does not occur in a source, or occurs there in another order; None if there
    is no such line.
    Spaces, trailing comments and the names of Python modules may differ."""
    def plain(lines):
        lines = (re.sub(r"(?<=[^\s/])\s*//.*", "", line.strip()) for line in lines)
        return [re.sub(r"\b(PYBIND11_MODULE|NB_MODULE)\(\w+", r"\1(", re.sub(r"\s+", " ", line)) for line in lines]

    rest = iter(plain(source.splitlines()))
    return next((line for line in plain(block) if line and line not in rest), None)


def quoted_file(words):
    """The file that a block quotes with the word from=FILE; None if there is no such word."""
    return next((word[len("from="):] for word in sorted(words) if word.startswith("from=")), None)


def parse(text, name):
    """The C++ blocks of a page that are compiled. A section begins at each `##` heading. A block that quotes a file
    is compared with the file."""
    blocks, section, last = [], 0, None
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        opening = re.match(r"( *)(`{3,})([^`]*)$", lines[at])
        if not opening:
            if lines[at].startswith("## "):
                section, last = section + 1, None
            at += 1
            continue
        indent, fence, info = opening.groups()
        end = at + 1
        while end < len(lines) and lines[end].strip() != fence:
            end += 1
        if end == len(lines):
            raise PageError(f"{name}:{at + 1}: this code block has no end")
        code = [line[len(indent):] if line[:len(indent)].isspace() else line for line in lines[at + 1:end]]
        language, *words = info.split() or [""]
        block = Block(len(blocks) + 1, at + 2, section, language, set(words), code)
        if language in SHOWN:
            if last is None:
                raise PageError(f"{name}:{at + 1}: no code block precedes this output in its section")
            if last.shown is not None:
                raise PageError(f"{name}:{at + 1}: the code block above already has an output")
            last.shown = block
        else:
            last = block
            if language == "cpp" and (file := quoted_file(block.words)):
                if len(block.words) > 1:
                    raise PageError(f"{name}:{at + 1}: a block that quotes a file has no other word")
                if not (ROOT / file).is_file():
                    raise PageError(f"{name}:{at + 1}: there is no file {file}")
                missing = missing_line(code, (ROOT / file).read_text(encoding="utf-8"))
                if missing is not None:
                    raise PageError(f"{name}:{at + 1}: {file} does not have this line here: {missing}")
                last = None
            elif language == "cpp":
                if block.words - WORDS:
                    raise PageError(f"{name}:{at + 1}: unknown word {sorted(block.words - WORDS)[0]!r} after cpp")
                blocks.append(block)
        at = end + 1
    for block in blocks:
        if block.kind() in ("throws", "error") and block.shown is None:
            raise PageError(f"{name}:{block.line}: a block that {block.kind()} needs a text block with the message")
        if block.kind() == "global" and block.shown is not None:
            raise PageError(f"{name}:{block.line}: declarations print nothing")
    return blocks


def split_includes(block):
    """The includes of a block, and its code with an empty line in place of each include."""
    includes = [line.strip() for line in block.code if re.match(r"\s*#\s*include\b", line)]
    code = ["" if re.match(r"\s*#\s*include\b", line) else line for line in block.code]
    return includes, code


def placed(block, page):
    _, code = split_includes(block)
    return [f'#line {block.line} "{page}"', *code]


def head_of(blocks):
    lines = [f"#include {header}" for header in INCLUDES]
    for block in blocks:
        for include in split_includes(block)[0]:
            if include not in lines:
                lines.append(include)
    lines += ["using namespace stria;", "namespace guide_page {",
              f'inline void mark(int number) {{ std::cout << std::flush; std::printf("\\x1e%d\\x1e", number); '
              "std::fflush(stdout); }",
              'inline void outcome(const char* text) { std::cout << std::flush; std::printf("%s", text); }', "}"]
    return lines


def program_of(blocks, page):
    """A program with all blocks that must compile. It has a function for each section. Each function prints marks
    between the blocks of its section."""
    parts = [b for b in blocks if b.kind() in ("statements", "throws", "global")]
    lines = head_of(parts)
    sections = []
    for section in sorted({b.section for b in parts}):
        own = [b for b in parts if b.section == section]
        for block in own:
            if block.kind() == "global":
                lines += placed(block, page)
        own = [b for b in own if b.kind() != "global"]
        if not own:
            continue
        sections.append(section)
        lines.append(f"static void section_{section}() {{")
        for block in own:
            lines.append(f"guide_page::mark({block.number});")
            if block.kind() == "statements":
                lines += placed(block, page)
            else:
                lines += ["try {", *placed(block, page), 'guide_page::outcome("\\x1dnothing thrown"); }',
                          'catch (const std::exception& e) { guide_page::outcome("\\x1dthrown:"); '
                          "guide_page::outcome(e.what()); }"]
        lines += ["guide_page::mark(0);", "}"]
    lines.append("int main() {")
    for section in sections:
        lines += [f"try {{ section_{section}(); }}",
                  'catch (const std::exception& e) { guide_page::outcome("\\x1dunexpected:"); '
                  "guide_page::outcome(e.what()); guide_page::mark(0); }"]
    lines += ["}", ""]
    return "\n".join(lines)


def error_program(blocks, wrong, page):
    """A program with a block that must not compile, and with the preceding blocks that it needs."""
    before = [b for b in blocks if b.number < wrong.number]
    globals_ = [b for b in before if b.kind() == "global"]
    own = [b for b in before if b.kind() == "statements" and b.section == wrong.section]
    lines = head_of([*globals_, *own, wrong])
    for block in globals_:
        lines += placed(block, page)
    if "global" in wrong.words:
        lines += placed(wrong, page)
    else:
        lines.append("static void section() {")
        for block in own:
            lines += placed(block, page)
        lines += ["{", *placed(wrong, page), "}", "}"]
    return "\n".join([*lines, '#line 1 "end"', "int main() {}", ""])


def programs_of(blocks, page):
    """The names and contents of the source files of a page."""
    files = {"page.cpp": program_of(blocks, page)}
    for number, block in enumerate((b for b in blocks if b.kind() == "program"), 1):
        files[f"program_{number}.cpp"] = "\n".join([f'#line {block.line} "{page}"', *block.code, ""])
    return files


def name_of(page):
    page = Path(page).resolve()
    return str(page.relative_to(ROOT)) if page.is_relative_to(ROOT) else page.name


def write_changed(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def generate(page, folder):
    blocks = parse(page.read_text(encoding="utf-8"), name_of(page))
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in programs_of(blocks, name_of(page)).items():
        (folder / name).write_text(text, encoding="utf-8")


# Comparing.


def fits(expected, printed):
    """`…` in an expected line matches any text."""
    return re.fullmatch(".*".join(re.escape(part) for part in expected.split("…")), printed) is not None


def difference(shown, printed):
    """The difference between the lines of a text block and the printed lines, as text; empty if there is none."""
    fitted = [e if fits(e, p) else p for e, p in zip(shown, printed)] + printed[len(shown):]
    return "\n".join(difflib.unified_diff(shown, fitted, "the page", "printed", lineterm="", n=99))


def lines_of(text):
    return [line.rstrip() for line in text.splitlines()]


class Checker:
    def __init__(self, page, update=False):
        self.page, self.name, self.update = page, name_of(page), update
        self.text = page.read_text(encoding="utf-8")
        self.blocks = parse(self.text, self.name)
        self.problems, self.updates = [], []

    def problem(self, block, text):
        self.problems.append(f"{self.name}:{block.line}: {text}")

    def compare(self, block, printed):
        if "quiet" in block.words:
            if block.shown:
                self.problem(block, "the output of a quiet block is not compared, so it must not be shown as text")
            return
        printed = lines_of(printed)
        shown = [line.rstrip() for line in block.shown.code] if block.shown else []
        changed = difference(shown, printed)
        if not changed:
            return
        if self.update and block.shown:
            self.updates.append((block.shown, printed))
        elif block.shown:
            self.problem(block.shown, f"this block prints something else:\n{changed}")
        else:
            self.problem(block, "prints this, which the page does not show (write a text block, or mark it quiet):\n"
                         + "\n".join(printed))

    def check_page_output(self, done):
        """Splits the output of the page's program at the marks and checks the part of each block."""
        pieces = done.stdout.split(MARK)
        by_number = {b.number: b for b in self.blocks}
        seen = set()
        for number, printed in zip(pieces[1::2], pieces[2::2]):
            if number == "0":
                continue
            block = by_number[int(number)]
            seen.add(block.number)
            printed, _, outcome = printed.partition("\x1d")
            if "\x1d" in outcome or outcome.startswith("unexpected:"):
                self.problem(block, "throws: " + outcome.split("unexpected:")[-1])
            elif block.kind() != "throws":
                self.compare(block, printed)
            elif not outcome.startswith("thrown:"):
                self.problem(block, "does not throw")
            elif printed:
                self.problem(block, "prints before it throws: " + printed)
            else:
                self.compare(block, outcome[len("thrown:"):])
        if done.returncode != 0:
            last = by_number.get(max(seen, default=0))
            self.problem(last or self.blocks[0], f"exit status {done.returncode} here or below\n{done.stderr}")
        elif not self.problems:
            for block in self.blocks:
                if block.kind() in ("statements", "throws") and block.number not in seen:
                    self.problem(block, "was not reached")

    def check_runs(self, binaries, folder):
        programs = [b for b in self.blocks if b.kind() == "program"]
        if len(binaries) != 1 + len(programs):
            self.problems.append(f"{self.name}: has {len(programs)} whole programs, {len(binaries) - 1} were built; "
                                 "run cmake again")
            return
        folder.mkdir(parents=True, exist_ok=True)
        for number, binary in enumerate(binaries):
            done = subprocess.run([str(Path(binary).resolve())], cwd=folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, encoding="utf-8", errors="replace", check=False)
            if number == 0:
                self.check_page_output(done)
            elif done.returncode != 0:
                self.problem(programs[number - 1], f"exit status {done.returncode}\n{done.stderr}")
            else:
                self.compare(programs[number - 1], done.stdout)

    def check_errors(self, command, folder):
        """Checks the `error` blocks. command(source) is a command that compiles a source without writing an output."""
        for block in (b for b in self.blocks if b.kind() == "error"):
            source = folder / f"error_{block.number}.cpp"
            write_changed(source, error_program(self.blocks, block, self.name))
            done = subprocess.run(command(source), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                                  errors="replace", check=False, env={**os.environ, "LC_ALL": "C"})
            if done.returncode == 0:
                self.problem(block, "compiles")
                continue
            places = re.findall(rf"{re.escape(self.name)}:(\d+):", done.stdout)
            if not any(block.line <= int(line) < block.line + len(block.code) for line in places):
                self.problem(block, "the compiler's message names no line of this block:\n" + done.stdout[:4000])
                continue
            # clang prints a long message in several pieces.
            done.stdout = re.sub(r'"\}, (stria::)?fixed_string<[^<>]*>\{"', "", done.stdout)
            said_in_code = done.stdout  # a sentence ends at a quotation mark without a backslash
            done.stdout = done.stdout.replace('\\"', '"')
            for line in block.shown.code:
                parts = [part.strip() for part in line.split("…") if part.strip()]
                if not any(all(part in said for part in parts) for said in done.stdout.splitlines()):
                    sentences = list(dict.fromkeys(re.findall(r'"(stria: (?:\\.|[^"\\])+)"', said_in_code)))
                    sentences = [sentence.replace('\\"', '"') for sentence in sentences]
                    if self.update and sentences:
                        self.updates.append((block.shown, sentences))
                        break
                    self.problem(block.shown, f"the compiler does not say {line.strip()!r}; it says:\n"
                                 + done.stdout[:4000])
                    break

    def check_pictures(self, folder):
        """Checks that the page's blocks write every SVG picture that the page shows from docs/pictures."""
        for name, stem in re.findall(r"\]\(([^)\s]*pictures/([^)/\s]+\.svg))\)", self.text):
            checked_in, drawn = (self.page.parent / name).resolve(), folder / stem
            if not drawn.exists():
                self.problems.append(f"{self.name}: no block writes the picture {stem}")
            elif self.update:
                write_changed(checked_in, drawn.read_text(encoding="utf-8"))
            elif not checked_in.exists() or checked_in.read_bytes() != drawn.read_bytes():
                self.problems.append(f"{self.name}: {name} is not what the page's blocks draw; run\n"
                                     f"    python3 tests/guide/snippets.py run --update {self.name}")

    def write_updates(self):
        lines = self.text.splitlines()
        for shown, printed in sorted(self.updates, key=lambda u: -u[0].line):
            lines[shown.line - 1:shown.line - 1 + len(shown.code)] = printed
        if self.updates:
            self.page.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def report(self):
        for problem in self.problems:
            print(problem)
        counts = [sum(b.kind() == kind for b in self.blocks) for kind in ("statements", "throws", "error", "program")]
        print(f"{self.name}: {counts[0]} blocks run, {counts[1]} throw, {counts[2]} do not compile, {counts[3]} whole "
              f"programs; {len(self.problems)} problems")
        return 1 if self.problems else 0


def check(page, folder, binaries, commands):
    checker = Checker(page)
    built = folder / "page.cpp"
    if not built.exists() or built.read_text(encoding="utf-8") != program_of(checker.blocks, checker.name):
        sys.exit(f"snippets: the programs of {checker.name} are older than the page: build first")
    checker.check_runs(binaries, folder / "run")
    if any(b.kind() == "error" for b in checker.blocks):
        entry = next(e for e in json.loads(commands.read_text(encoding="utf-8"))
                     if Path(e["directory"], e["file"]).resolve() == built.resolve())
        words = shlex.split(entry["command"])
        compiler = next(i for i, w in enumerate(words) if re.search(r"(\+\+|g\+\+|clang\+\+|c\+\+)[-.\d]*$", w))
        kept, skip = [], False
        for word in words[compiler:]:
            if skip:
                skip = False
            elif word in ("-o", "-MF", "-MT") or (word == "-include" and "clang" not in words[compiler]):
                # g++ would read a header twice if ccache provides the precompiled header of another checkout.
                skip = True
            elif word not in ("-c", "-MD", "-MMD") and Path(entry["directory"], word).resolve() != built.resolve():
                kept.append(word)
        os.chdir(entry["directory"])
        checker.check_errors(lambda source: [*kept, "-fsyntax-only", str(source)], folder)
    checker.check_pictures(folder / "run")
    return checker.report()


# The command `run`, which works without CMake.


def newest(*folders):
    return max(path.stat().st_mtime for folder in folders for path in folder.rglob("*.hpp"))


def run(page, compiler, flags, update):
    page = page.resolve()
    checker = Checker(page, update)
    work = Path(tempfile.gettempdir()) / f"stria-snippets-{os.getuid()}" / re.sub(r"\W", "_", str(ROOT))
    folder = work / re.sub(r"\W", "_", checker.name)
    (folder / "run").mkdir(parents=True, exist_ok=True)
    for old in (folder / "run").iterdir():
        if old.is_file():
            old.unlink()
    options = [compiler, "-std=c++23", "-O0", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Wno-unused",
               f"-I{ROOT}/dsl", f"-I{ROOT}/include", *flags]
    sources = [flag for flag in flags if flag.endswith((".cpp", ".o", ".a", ".so")) or flag.startswith("-l")]
    options = [option for option in options if option not in sources]

    # A precompiled header of the library for these options.
    header = work / ("h" + re.sub(r"\W", "_", " ".join(options))[-150:]) / "all.hpp"
    compiled = header.with_suffix(".hpp.gch")
    header.parent.mkdir(parents=True, exist_ok=True)
    if not compiled.exists() or compiled.stat().st_mtime < newest(ROOT / "dsl", ROOT / "include"):
        header.write_text("".join(f"#include {name}\n" for name in INCLUDES), encoding="utf-8")
        own = str(os.getpid())
        subprocess.run([*options, "-x", "c++-header", str(header), "-o", str(compiled) + own], check=True)
        os.replace(str(compiled) + own, compiled)
    gcc = "clang" not in compiler
    header_options = ["-include", str(header)] if gcc else ["-include-pch", str(compiled)]

    binaries = []
    for name, text in programs_of(checker.blocks, checker.name).items():
        source, binary = folder / name, folder / Path(name).stem
        write_changed(source, text)
        given = header_options if name == "page.cpp" else []
        done = subprocess.run([*options, *given, "-Werror", str(source), *sources, "-o", str(binary)], check=False,
                              cwd=folder)
        if done.returncode != 0:
            print(f"{checker.name}: {name} does not compile")
            return 1
        binaries.append(binary)
    checker.check_runs(binaries, folder / "run")
    checker.check_errors(lambda source: [*options, *header_options, "-fsyntax-only", str(source)], folder)
    checker.check_pictures(folder / "run")
    checker.write_updates()
    return checker.report()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run")
    running.add_argument("pages", nargs="+", type=Path, metavar="PAGE")
    running.add_argument("--compiler", default="clang++-19")
    running.add_argument("--flags", default="", help="options, and sources or libraries to link")
    running.add_argument("--update", action="store_true")
    generating = commands.add_parser("generate")
    generating.add_argument("page", type=Path)
    generating.add_argument("folder", type=Path)
    checking = commands.add_parser("check")
    checking.add_argument("page", type=Path)
    checking.add_argument("folder", type=Path)
    checking.add_argument("--program", nargs="+", required=True)
    checking.add_argument("--commands", type=Path)
    given = parser.parse_args()
    try:
        if given.command == "run":
            return max(run(page, given.compiler, shlex.split(given.flags), given.update) for page in given.pages)
        if given.command == "generate":
            return generate(given.page, given.folder)
        return check(given.page, given.folder, given.program, given.commands)
    except PageError as error:
        print(error)
        return 1


if __name__ == "__main__":
    sys.exit(main())
