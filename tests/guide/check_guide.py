#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""check_guide.py ROOT: checks the code and the pictures of the pages.

- The code of docs/fast.md and its output are in tests/guide/fast.cpp, line for line; those of docs/devices.md are in
  tests/guide/devices.cpp, those of docs/fft.md in tests/guide/fft.cpp, and those of docs/linalg.md in
  tests/linalg/calls.cpp.
- Every other page of docs with C++ is in a stria_page() of tests/guide/CMakeLists.txt, except pages whose C++ blocks
  all quote files.
- Every picture of docs/pictures is shown on a page.
- If a table of docs/coming-from has a column `stria`, the code in the column is in a block of the page.
- Each section of docs/gallery.md quotes the sources that it links to and their output, and its picture exists and is
  small. Each example has a section."""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
import snippets


# Pages that are compared with a source of the tests or the examples.
COMPARED = {"docs/%s.md" % name for name in ("fast", "devices", "fft", "linalg", "gallery", "errors")}


def lines_of(text):
    return "\n".join(line.strip() for line in text.splitlines()) + "\n"


def wrong_parts(page, source):
    """The parts of a page that a source does not have."""
    wrong = []
    for kind, block in re.findall(r"^```(cpp|text)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        if kind == "cpp":
            # Parts separated by blank lines may be in different functions of the test.
            parts = [part for part in lines_of(block).split("\n\n") if part.strip()]
            wrong += [part for part in parts if "\n%s\n" % part.strip() not in lines_of(source)]
        else:
            printed = [re.escape('"%s\\n"' % line) for line in block.splitlines()]
            wrong += [] if re.search(r"\s+".join(printed), source) else [block]
    return wrong


def untested_cells(page):
    """The code in the `stria` columns of a page's tables that does not occur in any C++ block of the page."""
    blocks = " ".join(re.findall(r"^```cpp[^\n]*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    blocks = re.sub(r"\s+", " ", blocks)
    untested, column = [], None
    for line in page.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not line.startswith("|"):
            column = None
        elif "stria" in cells:
            column = cells.index("stria")
        elif column is not None and column < len(cells):
            untested += [code for code in re.findall(r"`([^`]+)`", cells[column]) if code.rstrip(";") not in blocks]
    return untested


def wrong_in_gallery(root):
    """The problems in docs/gallery.md, one sentence for each."""
    page = (root / "docs/gallery.md").read_text(encoding="utf-8")
    wrong = []
    shown = set()
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        title = section.splitlines()[0]
        files = [root / "docs" / link for link in re.findall(r"\]\(([^)]*)\)", section)]
        wrong += ["%s: %s is not there" % (title, file) for file in files if not file.exists()]
        sources = [file for file in files if file.suffix in (".cpp", ".hpp") and file.exists()]
        shown |= {file.parent.name for file in sources}
        code = "".join(file.read_text(encoding="utf-8") for file in sources)
        printed = "".join(out.read_text(encoding="utf-8") for file in sources
                          if (out := file.with_suffix(".out")).exists())
        for kind, block in re.findall(r"^```(cpp|text)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL):
            parts = lines_of(block).split("\n\n") if kind == "cpp" else [block]
            text = lines_of(code) if kind == "cpp" else printed
            wrong += ["%s: no source has or prints this:\n%s" % (title, part) for part in parts
                      if "\n%s\n" % part.strip("\n") not in "\n" + text]
        wrong += ["%s: %s has more than 60 KiB" % (title, file) for file in files
                  if "gallery" in file.parts and file.exists() and file.stat().st_size > 60 * 1024]
    examples = {file.parent.name for file in (root / "examples").glob("*/*.cpp")}
    return wrong + ["%s has no section" % name for name in sorted(examples - shown)]


def main(root):
    root = pathlib.Path(root).resolve()
    failed = 0
    for name, test in (("fast", "guide/fast"), ("devices", "guide/devices"), ("fft", "guide/fft"),
                       ("linalg", "linalg/calls")):
        page = (root / ("docs/%s.md" % name)).read_text(encoding="utf-8")
        source = (root / ("tests/%s.cpp" % test)).read_text(encoding="utf-8")
        for part in wrong_parts(page, source):
            print("tests/%s.cpp does not have this part of docs/%s.md:\n%s" % (test, name, part))
            failed = 1
    listed = (root / "tests/guide/CMakeLists.txt").read_text(encoding="utf-8")
    for page in sorted((root / "docs").rglob("*.md")):
        name = page.relative_to(root).as_posix()
        fences = re.findall(r"^ *`{3,}cpp.*$", page.read_text(encoding="utf-8"), re.MULTILINE)
        if not fences or "node_modules" in page.parts:
            continue
        if name in COMPARED:
            for fence in fences:
                if fence != "```cpp":
                    print("%s: a block that begins with %s is not compared" % (name, fence))
                    failed = 1
            continue
        try:
            blocks = snippets.parse(page.read_text(encoding="utf-8"), name)
        except snippets.PageError as error:
            print(error)
            failed = 1
            continue
        if re.search(r"stria_page\(%s[ )]" % re.escape(name), listed):
            continue
        for block in blocks:
            print("%s:%d: nothing tests this block: tests/guide/CMakeLists.txt has no stria_page(%s), "
                  "and it quotes no file by from=" % (name, block.line, name))
            failed = 1
    for page in sorted((root / "docs/coming-from").glob("*.md")):
        if page.stem == "onnx":  # tests/numpy/check_page.py compares it with tests/numpy/onnx.cpp
            continue
        for code in untested_cells(page.read_text(encoding="utf-8")):
            print("no block of %s has what its table shows: %s" % (page.relative_to(root), code))
            failed = 1
    shown = "".join(page.read_text(encoding="utf-8") for page in (root / "docs").rglob("*.md")
                    if "node_modules" not in page.parts)
    for picture in sorted(file for file in (root / "docs/pictures").rglob("*") if file.is_file()):
        name = picture.relative_to(root / "docs").as_posix()
        if name not in shown:
            print("docs/%s is shown on no page" % name)
            failed = 1
    for sentence in wrong_in_gallery(root):
        print("docs/gallery.md: %s" % sentence)
        failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
