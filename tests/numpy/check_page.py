#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""check_page.py ROOT: the calls in the columns `stria` and `instead` of docs/numpy.md are in tests/numpy/page.cpp, and those of
docs/coming-from/onnx.md in tests/numpy/onnx.cpp, which the full run compiles."""

import pathlib
import re
import sys

# Calls that need another library or a newer standard library than that of g++ 12, calls of NumPy, and
# printed text.
ELSEWHERE = ("npz_file", "f.names()", "f.load<", "save_npz", "from_dlpack", "to_dlpack", "load_image", "save_image", 'f["x"]',
             "f.dataset<", "fmt::format", "std::format", "np.random", "a * b[::-1]")


def calls(page):
    """The calls, subscripts and declarations that the columns show as `code`."""
    column = None
    for line in page.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not line.startswith("|"):
            column = None
        elif {"stria", "instead"} & set(cells[1:]):
            column = next(k for k, cell in enumerate(cells) if k > 0 and cell in ("stria", "instead"))
        elif column is not None and len(cells) > 1:
            for code in re.findall(r"`([^`]+)`", cells[column]):
                if re.search(r"[(\[=]", code) and re.search(r"\w", code) and not any(e in code for e in ELSEWHERE):
                    yield code.rstrip(";").rstrip()


def main(root):
    root = pathlib.Path(root)
    failed = False
    for page, program, least in (("docs/numpy.md", "page.cpp", 300), ("docs/coming-from/onnx.md", "onnx.cpp", 100)):
        text = re.sub("//.*", "", (root / "tests/numpy" / program).read_text(encoding="utf-8"))
        source = re.sub(r"\s+", "", text)
        found = list(calls((root / page).read_text(encoding="utf-8")))
        missing = [code for code in found if re.sub(r"\s+", "", code) not in source]
        for code in missing:
            print(f"tests/numpy/{program} does not have this call of {page}: {code}")
        assert len(found) > least, (page, len(found))
        failed = failed or bool(missing)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
