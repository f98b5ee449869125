#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""address.py: writes the address of the repository, which docs/site.json states, into the files that cannot read it:
the pages, CITATION.cff and vcpkg.json.

address.py --check   the test tree.address: all of these files have the address of docs/site.json
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The line before the address, and what ends the address.
PLACES = r'(GIT_REPOSITORY +|git clone (?:--\S+ +\S+ +)*|^repository-code: "|"homepage": "|\[repository\]\()([^\s")]+?)(?=(?:\.git)?["\s)])'


def files():
    yield ROOT / "README.md"
    yield ROOT / "CITATION.cff"
    yield ROOT / "packaging/vcpkg/stria/vcpkg.json"
    for page in sorted((ROOT / "docs").rglob("*.md")):
        if "node_modules" not in page.parts:
            yield page


def main(check):
    address = json.loads((ROOT / "docs/site.json").read_text(encoding="utf-8"))["repository"]
    differ, places = [], 0
    for file in files():
        text = file.read_text(encoding="utf-8")
        new, count = re.subn(PLACES, lambda match: match[1] + address, text, flags=re.MULTILINE)
        places += count
        if new != text:
            differ.append(file)
            if not check:
                file.write_text(new, encoding="utf-8")
    for file in differ:
        print(f"{file.relative_to(ROOT)}: " + ("has another address than docs/site.json; run scripts/address.py" if check else "changed"))
    print(f"address.py: {places} places")
    return 1 if (check and differ) or places < 5 else 0


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    sys.exit(main(bool(sys.argv[1:])))
