#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks which programs use the compiled part of an installed stria, and which combinations of files link.

usage: check_part.py PREFIX COMPILER...

The first compiler installed stria; others are tested with the same part. Files that use the part must not contain its
functions. Files with options that the part does not support must compile them, and need no library. Files with and
without the part work in one program. Files with different settings do not link. If nothing but headers is installed, the
programs must work without the part.
"""

import platform
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCES = Path(__file__).resolve().parent / "consumer"
MAIN, OTHER = SOURCES / "use_part.cpp", SOURCES / "use_part_too.cpp"
PART = ("store_by_plan<", "drive_fold<", "row_writer<")
COPIES = ("pack_rows<unsigned int,", "pack_rows<unsigned long,")
THREADS = ["-DSTRIA_USE_THREADS", "-pthread"]


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def processor_has(extension):
    try:
        return extension in Path("/proc/cpuinfo").read_text(encoding="utf-8").split()
    except OSError:
        return False


class Check:
    def __init__(self, prefix, folder):
        self.folder, self.problems, self.objects = folder, 0, 0
        library = next(prefix.glob("lib*/**/libstria.a"), None)
        package = next(prefix.glob("*/pkgconfig/stria.pc"), None) or next(prefix.glob("lib*/**/stria.pc"))
        text = package.read_text(encoding="utf-8")
        self.flags = [f"-I{prefix / 'include'}"] + [w for w in text.split() if w.startswith("-D")]
        self.library = [f"-L{library.parent}", "-lstria"] if library else []

    def fail(self, text, output=""):
        self.problems += 1
        print(f"{text}\n{output[:2000]}")

    def compiled(self, compiler, source, options):
        self.objects += 1
        target = self.folder / f"{self.objects}.o"
        done, output = run(compiler, "-std=c++23", *self.flags, *options, "-c", source, "-o", target)
        if not done:
            self.fail(f"{compiler} {' '.join(options)} does not compile {source.name}", output)
        return target if done else None

    def contains(self, target, names):
        _, symbols = run("nm", "-C", "--defined-only", target)
        return [name for name in names if f"stria::detail::{name}" in symbols]

    def links(self, compiler, objects, options, with_library=True):
        program = self.folder / "program"
        done, output = run(compiler, *options, *objects, *(self.library if with_library else []), "-o", program)
        return done, output

    def works(self, what, compiler, objects, options, with_library=True):
        if None in objects:
            return
        done, output = self.links(compiler, objects, options, with_library)
        if done:
            done, output = run(self.folder / "program")
        if not done:
            self.fail(f"{what}: does not work", output)

    def uses(self, compiler, options, names=PART, runs=True):
        """A program of which both files use the part."""
        what = f"{compiler} {' '.join(options)}"
        main = self.compiled(compiler, MAIN, options)
        if main and self.library and self.contains(main, names):
            self.fail(f"{what}: contains {self.contains(main, names)}")
        if runs:
            self.works(what, compiler, [main, self.compiled(compiler, OTHER, options)], options)
        return main

    def has_headers(self, compiler, options):
        """A program with the headers alone, although the part is installed. Options may be unsupported."""
        if not run(compiler, *options, "-x", "c++", "-include", "cstdio", "/dev/null", "-o", "/dev/null", "-c")[0]:
            return
        what = f"{compiler} {' '.join(options)}"
        other = self.compiled(compiler, OTHER, options)
        if other and not self.contains(other, PART[1:2]):
            self.fail(f"{what}: does not contain {PART[1]}")

    def refused(self, what, compiler, objects, options):
        if None in objects:
            return
        done, output = self.links(compiler, objects, options)
        if done or "stria_needs_the_same_macros_and_options" not in output:
            self.fail(f"{what}: {'links' if done else 'another error'}", output)


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__.strip())
    prefix, first, *others = arguments
    with tempfile.TemporaryDirectory() as folder:
        check = Check(Path(prefix), Path(folder))
        plain = check.uses(first, ["-O1"])
        for compiler in others:
            check.uses(compiler, ["-O1"])
            check.uses(compiler, ["-O0"])
        check.uses(first, ["-O1", *THREADS])
        check.uses(first, ["-O1", "-D_GLIBCXX_ASSERTIONS"], runs=False)
        if platform.machine() == "x86_64":
            check.uses(first, ["-O1", "-mavx2"], PART + COPIES, processor_has("avx2"))
            check.uses(first, ["-O1", "-march=x86-64-v4"], PART + COPIES, processor_has("avx512dq"))
        for options in (["-DSTRIA_HEADER_ONLY"], ["-fsanitize=address"], ["-fsanitize=thread"], ["-fno-exceptions"],
                        ["-D_GLIBCXX_DEBUG"], ["-stdlib=libc++"]):
            check.has_headers(first, ["-O1", *options])

        # The rule that all files have the same definitions of a function.
        alone = check.compiled(first, OTHER, ["-O0", "-DSTRIA_HEADER_ONLY"])
        check.works("one file with the part", first, [plain, alone], [])
        check.works("one file with the part, linked first", first, [alone, plain], [])
        if platform.system() == "Linux":
            pie = ["-fPIE", "-pie"]
            plain = check.compiled(first, MAIN, ["-O0", "-fPIE"])
            for options in (THREADS, ["-DSTRIA_USE_CBLAS"], ["-DSTRIA_HEADER_ONLY", "-DSTRIA_USE_SIMD"], ["-mavx"]):
                if options != ["-mavx"] or platform.machine() == "x86_64":
                    other = check.compiled(first, OTHER, ["-O0", "-fPIE", *options])
                    check.refused(f"files with and without {options}", first, [plain, other], [*pie, "-pthread"])
        print(f"{check.objects} files, {check.problems} problems")
        return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
