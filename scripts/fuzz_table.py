#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Fills the table of fuzz targets in docs/reliability.md from build/fuzz/runs.tsv, which scripts/fuzz.sh
writes. The table shows executions, minutes and the commits that were built. Runs that stopped early are omitted. A +
after a commit means that the library, the target or a header of the tests differed from the commit.

usage: scripts/fuzz_table.py
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reliability.md"


def main():
    runs = {}
    for line in (ROOT / "build" / "fuzz" / "runs.tsv").read_text().splitlines():
        target, commit, executions, seconds, verdict = line.split("\t")
        if verdict == "ok":
            runs.setdefault(target, []).append((commit, int(executions), int(seconds)))

    def filled(match):
        target, compared = match[1], match[2].strip()
        own = runs.get(target, [])
        commits = list(dict.fromkeys(commit for commit, _, _ in own))
        executions = sum(n for _, n, _ in own)
        minutes = round(sum(s for _, _, s in own) / 60)
        return (f"| `{target}` | {compared} | {executions:,} | {minutes} | {', '.join(commits)} |"
                if own else match[0])

    text = PAGE.read_text()
    begin = text.index("| target | ")
    end = text.index("\n\n", begin)
    row = re.compile(r"^\| `(\w+)` \|([^|]*)\|[^|]*\|[^|]*\|[^|]*\|$", re.MULTILINE)
    PAGE.write_text(text[:begin] + row.sub(filled, text[begin:end]) + text[end:])


if __name__ == "__main__":
    main()
