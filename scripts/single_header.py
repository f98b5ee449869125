#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes all headers that need no other library into one file.

usage: single_header.py [FILE]     FILE is build/stria_all.hpp by default

The file contains stria.hpp and all headers for which the compiler and its standard library suffice:
random numbers, printing and drawing, .npy, CSV and PNM files, std::ranges, and signal processing. It
needs neither Boost nor range-v3. docs/design/single_header.md explains the design.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r"\s*#\s*include\s*<(stria/[^>]+)>")
CONDITION = re.compile(r"\s*#\s*(if|ifdef|ifndef|else|elif|endif)\b")

# The optional headers (cmake/headers.cmake) that need no library.
WITHOUT_LIBRARIES = ["stria/signal.hpp"]
# Headers that not every compiler supports: header -> condition.
CONDITIONAL = {"stria/interop/mdspan.hpp": "__has_include(<mdspan>)"}

TOP = """\
#pragma once

// With STRIA_USE_HANA the constants _0, 12_c, ... are those of Boost.Hana, which must then be installed.
#if !defined(STRIA_USE_HANA) && !defined(STRIA_NO_HANA)
#define STRIA_NO_HANA
#endif
// With STRIA_USE_RANGE_V3 the ranges are views of range-v3, too.
#if !defined(STRIA_USE_RANGE_V3) && !defined(STRIA_NO_RANGE_V3)
#define STRIA_NO_RANGE_V3
#endif
#if defined(STRIA_USE_SIMD) || defined(STRIA_USE_CBLAS) || defined(STRIA_USE_INSTANTIATED)
#error "stria: SIMD, CBLAS and STRIA_USE_INSTANTIATED need compiled sources, so an installed stria"
#endif
"""


def path_of(header):
    for root in ("dsl", "include"):
        if (ROOT / root / header).is_file():
            return ROOT / root / header
    sys.exit(f"single_header: header <{header}> not found")


def expand(header, done):
    """The lines of `header` and of the headers that it includes, without the headers in `done`. Adds these headers to
    `done`. A header that is included inside an #if counts as done only in this branch, because other builds may skip
    the branch. Such a header may be in the file twice, so each header has a guard."""
    if header in done:
        return
    done.add(header)
    guard = "STRIA_HAS_" + re.sub(r"\W", "_", header.removeprefix("stria/")).upper()
    yield from ["", f"#if !defined({guard}) // <{header}>", f"#define {guard}"]
    branches = [done]
    for line in path_of(header).read_text(encoding="utf-8").splitlines():
        condition = CONDITION.match(line)
        included = INCLUDE.match(line)
        if condition and condition[1] == "endif":
            branches.pop()
        elif condition and condition[1].startswith("el"):
            branches[-1] = set(branches[-2])
        elif condition:
            branches.append(set(branches[-1]))
        if included:
            yield from expand(included[1], branches[-1])
        elif line.strip() != "#pragma once" and "SPDX-License-Identifier" not in line:
            yield line
    if len(branches) != 1:
        sys.exit(f"single_header: the #if and #endif of <{header}> do not match")
    yield "#endif"


def listed():
    """The headers that need at most Boost.Hana and range-v3."""
    optional = re.search(r'set\(STRIA_OPTIONAL "(.*)"\)', (ROOT / "cmake/headers.cmake").read_text(encoding="utf-8"))[1]
    headers = [path.relative_to(ROOT / root).as_posix() for root in ("dsl", "include")
               for path in sorted((ROOT / root).rglob("*.hpp"))]
    return [header for header in headers if not re.fullmatch(optional, header)]


def single_header():
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8").splitlines()
    version = dict(re.findall(r"#define STRIA_VERSION_(MAJOR|MINOR|PATCH) (\d+)",
                              path_of("stria/version.hpp").read_text(encoding="utf-8")))
    lines = ["// SPDX-License-Identifier: BSL-1.0",
             f"// stria {'.'.join(version[key] for key in ('MAJOR', 'MINOR', 'PATCH'))} in one file, "
             "written by scripts/single_header.py.", "//"]
    lines += [f"// {line}".rstrip() for line in licence]
    lines += TOP.splitlines()
    done = set()
    lines += expand("stria/stria.hpp", done)
    lines += ["", "// Programs that need no more than <stria/stria.hpp> compile faster with STRIA_CORE_ONLY.",
              "#if !defined(STRIA_CORE_ONLY)"]
    for header in listed() + WITHOUT_LIBRARIES:
        lines += expand(header, done)
    for header, condition in CONDITIONAL.items():
        lines += [f"#if {condition}", *expand(header, set(done)), "#endif"]
    lines += ["#endif // STRIA_CORE_ONLY", ""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def main(arguments):
    if len(arguments) > 1 or any(a.startswith("-") for a in arguments):
        sys.exit(__doc__.strip())
    path = Path(arguments[0]) if arguments else ROOT / "build" / "stria_all.hpp"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(single_header(), encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
