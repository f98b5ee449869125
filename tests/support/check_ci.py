#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks what CI and the contributors' pages refer to: presets and files.

usage: check_ci.py CHECKOUT
"""

import json
import re
import sys
from pathlib import Path


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = Path(sys.argv[1]).resolve()
    presets = [json.loads((root / file).read_text(encoding="utf-8")) for file in ("CMakePresets.json", "cmake/presets.json")]
    named = {kind: {p["name"] for file in presets for p in file[kind + "Presets"]}
             for kind in ("configure", "build", "test", "workflow")}
    workflows = sorted((root / ".github" / "workflows").glob("*.yml"))
    pages = [root / "CONTRIBUTING.md", root / "CODE_OF_CONDUCT.md", *sorted((root / "docs/contributing").glob("*.md"))]
    problems, used = [], 0
    for path in workflows + pages:
        text = path.read_text(encoding="utf-8")
        for command, preset in re.findall(r"(cmake --workflow|cmake --build|cmake|ctest) --preset[ =]([\w-]+)", text):
            kind = {"cmake --workflow": "workflow", "cmake --build": "build", "cmake": "configure",
                    "ctest": "test"}[command]
            used += 1
            if preset not in named[kind]:
                problems.append(f"{path.relative_to(root)}: there is no {kind} preset {preset}")
        for script in re.findall(r"\b(?:scripts|tests)/[\w/]+\.(?:sh|py|cpp|hpp)\b", text):
            if not (root / script).exists() and script not in ("tests/assign/logged.cpp",):
                problems.append(f"{path.relative_to(root)}: there is no {script}")
        if path.suffix == ".md":
            for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
                if not (path.parent / target).exists():
                    problems.append(f"{path.relative_to(root)}: there is no {target}")
    if not workflows or used < 3:
        problems.append("no workflow, or one that uses no presets")
    for problem in problems:
        print(problem)
    print(f"{len(workflows)} workflows, {len(pages)} pages, {used} presets, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
