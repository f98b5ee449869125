# SPDX-License-Identifier: BSL-1.0
"""Mutation testing of dsl/ and of the layers tensor, evaluate, nest, assign, fold and subscript.

usage: mutate.py [--per-layer N] [--seed S] [--layers NAMES] [--files GLOB] [--log FILE] [--resume]
                 [--retry] [--wide] [--flags FLAGS] [--jobs J] [--minutes M] [--list]

A mutant is a header with one changed line: another operator, bound or constant, two swapped arguments,
or a removed check. clang++-19 -O0 compiles the tests with the mutant. They run in a fixed order: the
tests of the header (`check_tree.py tests`), then the other tests of the layer, the fastest first. The
first failure kills the mutant. In layers whose tests are slow to compile, many mutants share one
compilation and are selected by a run-time switch; a few tests are also compiled for each mutant that
survives. --retry compiles all tests of the layer, and uses switches for tests of other layers that use
the header; --wide compiles these tests, too. Verdicts:

  test       a test failed, crashed or did not end
  constant   a static assertion failed, or an expression was not a constant expression
  survived   all tests passed; the line is printed
  explained  tests/mutation/explained.txt explains why no test can fail: file, old line, new line,
             reason, separated by tabs. A row that is not a mutant of the headers is an error
  invalid    the mutant is not valid C++, or this compiler does not see the line; it is not counted

Mutants are drawn with a random seed, from each layer in turn (or from the comma-separated layers of
--layers), until each layer has N mutants that count. The log has one mutant per line, with fields
separated by tabs. --resume continues with the verdicts in the log, --retry tries the survivors in the
log again, --list prints the mutants that would be drawn. --flags are additional compiler flags, such as
-fsanitize=address to detect reads out of bounds, or -mavx2 for code with wider vectors.

    scripts/mutate.sh --per-layer 75 --log mutants.tsv
    scripts/mutate.sh --per-layer 75 --log mutants.tsv --resume --retry --wide"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
sys.dont_write_bytecode = True
import check_tree

EXPLAINED = ROOT / "tests/mutation/explained.txt"
LAYERS = {"dsl": "dsl/stria/*/*.hpp",
          "tensor": "include/stria/tensor/*.hpp", "evaluate": "include/stria/evaluate/*.hpp",
          "nest": "include/stria/evaluate/nest/*.hpp", "assign": "include/stria/assign/*.hpp",
          "fold": "include/stria/fold/*.hpp", "subscript": "include/stria/subscript/*.hpp"}
VERDICTS = ("test", "constant", "survived", "explained", "invalid")

# --- Tests ---------------------------------------------------------------------------------------

# By layer, fastest first (clang++-19 -O0: 0.3 s to 8 s).
TESTS = {
    "dsl": """dsl/slice_plan dsl/parse_index dsl/result_shape dsl/encode dsl/axis dsl/range dsl/item
        dsl/broadcast dsl/shape dsl/dense dsl/text dsl/checked dsl/slice_masks dsl/from_lists
        dsl/literal dsl/to_string dsl/constant dsl/extent dsl/errors dsl/message dsl/explain
        dsl/array_ref dsl/fixed_string dsl/short_list""",
    "tensor": """tensor/layout tensor/overlap tensor/buffer tensor/reshaped tensor/heap_list
        tensor/aligned_memory tensor/storage tensor/owning tensor/subscript assign/overlap laws/overlap
        laws/slicing""",
    "evaluate": """evaluate/walk expr/constant evaluate/unoptimised evaluate/materialize assign/in_place
        assign/overlap evaluate/short_loops evaluate/tiles evaluate/line""",
    "nest": """evaluate/store_plan fold/plan_fold evaluate/short_loops evaluate/tiles fold/reduce_loops fold/fold
        evaluate/route numpy/reduce/reduce""",
    "assign": """assign/noalias assign/compound assign/in_place assign/overlap assign/assign
        laws/scatter assign/masked assign/few assign/tie""",
    "fold": """fold/reduce_loops fold/fold fold/direct fold/plan_fold numpy/reduce/reduce fold/all_axes
        expr/constant_reduce""",
    "subscript": """laws/scatter subscript/mask_gather subscript/items subscript/places subscript/nd""",
}
# Tests of other layers, for --wide.
WIDE = {
    "dsl": """tensor/layout expr/strided_slice tensor/subscript expr/constant laws/slicing
        tensor/construct expr/broadcast assign/assign subscript/items numpy/extreme""",
    "tensor": """tensor/construct tensor/lifetime tensor/memory tensor/view assign/assign expr/sliced
        numpy/shape/reshape evaluate/tiles evaluate/line numpy/extreme faults/allocation""",
    "evaluate": """expr/no_target expr/lazy expr/operators expr/constant_reduce assign/assign laws/copies
        laws/broadcast assign/few fold/slabs fold/row_fold fold/reduce_loops fold/fold subscript/places
        faults/throwing faults/allocation""",
    "nest": """assign/in_place assign/overlap fold/slabs fold/row_fold laws/copies laws/broadcast
        assign/few kinds/reduce""",
    "assign": """expr/constant_assign laws/overlap laws/copies subscript/mask_gather subscript/items
        numpy/select/scatter_nd subscript/places subscript/nd laws/masks laws/gather faults/throwing
        faults/allocation""",
    "fold": """fold/slabs fold/row_fold numpy/statistics/statistics numpy/reduce/reduce_by numpy/extreme kinds/reduce
        laws/constant faults/throwing faults/allocation""",
    "subscript": """laws/masks laws/gather assign/masked numpy/select/take numpy/select/select numpy/select/scatter_nd numpy/extreme
        faults/allocation""",
}
# Tests of other folders need further libraries or options.
FOLDERS = {name.split("/")[0] for names in (*TESTS.values(), *WIDE.values()) for name in names.split()}
LEFT_OUT = {"tensor/unchecked", "evaluate/few_rows"}  # needs -DSTRIA_UNCHECKED; takes minutes
COMPILER = ["clang++-19", "-std=c++23", "-O0", "-DSTRIA_INLINE=inline", "-D_GLIBCXX_ASSERTIONS", "-w",
            "-fno-caret-diagnostics", "-fno-color-diagnostics", "-ferror-limit=200"]
COMPILE_SECONDS, RUN_SECONDS = 60, 60
# These tests are compiled with a mutant that survived with its switch, because constant expressions ignore switches.
CONSTANT_TESTS = "expr/constant expr/constant_assign expr/constant_reduce".split()
COMPUTED = re.compile(r"constexpr|concept|::|\w_of<|\bis_\w+<")
FEW_TESTS = 1  # tests that are compiled for each mutant of the slow layers
SWITCHED = 2  # mutants with a switch, for each mutant that counts
# The headers that are precompiled. The headers of stria are not among them, because mutants change them.
FOREIGN_HEADERS = """catch.hpp algorithm array cmath complex cstdint limits optional random span
    string string_view tuple vector"""
NOT_CONSTANT = re.compile(r"error: .*(static assertion failed|constant expression)")


def layer_of(file):
    return "dsl" if file.startswith("dsl/") else pathlib.Path(file).parent.name


def own_tests(file):
    """The tests that cover this header best: the test of its name, and those that its first comment names."""
    root, _, header = file.partition("/")
    for test in map(pathlib.PurePath, check_tree.tests_of(header, root, ROOT)):
        name = test.relative_to("tests").with_suffix("").as_posix()
        if test.suffix == ".cpp" and test.parts[1] in FOLDERS and name not in LEFT_OUT:
            yield name


def tests_of(file, wide):
    """The tests that a mutant of this header must pass, in the order of execution."""
    layer = layer_of(file)
    return list(dict.fromkeys([*own_tests(file), *TESTS[layer].split(), *(WIDE[layer].split() if wide else [])]))


# --- Mutants -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """The pattern to find, its replacement in a mutant, and its replacement in a header with
    switched mutants (scripts/mutants.hpp)."""
    found: re.Pattern
    mutated: Callable[[re.Match], str]
    switched: Callable[[re.Match, int], str]


def operators(names):
    """Replaces an operator by another one: `a < b` with a switch is `a < less<7>{} < b`."""
    for name, old, new in names:
        yield Rule(re.compile(rf" {re.escape(old)} "), lambda _, new=new: f" {new} ",
                   lambda _, n, name=name, old=old: f" {old} mutants::{name}<{n}>{{}} {old} ")


def constants(pairs):
    for pattern, text, old, new in pairs:
        yield Rule(re.compile(pattern), lambda _, text=text, new=new: text.format(new),
                   lambda _, n, text=text, old=old, new=new:
                   text.format(f"mutants::choose<{n}>({old}, {new})"))


def words(pairs):
    """Replaces a name, or a part of one between underscores, by its counterpart."""
    for one, other in [*pairs, *(pair[::-1] for pair in pairs)]:
        pattern = rf"((?:\w+(?:\.|->))*(?:\w*_)?)(?<![a-zA-Z0-9]){one}(?![a-zA-Z0-9])(\w*)"
        yield Rule(re.compile(pattern), lambda m, other=other: f"{m[1]}{other}{m[2]}",
                   lambda m, n, other=other: f"mutants::swap<{n}>({m[0]}, {m[1]}{other}{m[2]})")


RULES = [
    *constants([(r" = 0;", " = {};", 0, 1), (r"(?<!\w)true(?!\w)", "{}", "true", "false"),
                (r"(?<!\w)false(?!\w)", "{}", "false", "true")]),
    Rule(re.compile(r" ([+-]) 1(?!\w)"), lambda m: "",
         lambda m, n: f" {m[1]} mutants::choose<{n}>(1, 0)"),
    *operators([("less", "<", "<="), ("less_equal", "<=", "<"), ("greater", ">", ">="),
                ("greater_equal", ">=", ">"), ("equal", "==", "!="), ("not_equal", "!=", "=="),
                ("plus", "+", "-"), ("minus", "-", "+"), ("times", "*", "+"), ("by", "/", "*"),
                ("rest", "%", "/")]),
    *(Rule(re.compile(re.escape(old)), lambda _, new=new: new, lambda _, n: "")
      for old, new in ((" && ", " || "), (" || ", " && "), (" += ", " -= "), (" -= ", " += "))),
    *(Rule(re.compile(rf"{re.escape(old)}(\w+)(?![\w.\[(])"), lambda m, new=new: new + m[1],
           lambda m, n, name=name: f"mutants::{name}<{n}>({m[1]})")
      for name, old, new in (("up", "++", "--"), ("down", "--", "++"))),
    Rule(re.compile(r"(?<![\w.>)\]])(\w+)(\+\+|--)"),
         lambda m: m[1] + {"++": "--", "--": "++"}[m[2]],
         lambda m, n: f"mutants::{'up' if m[2] == '++' else 'down'}_after<{n}>({m[1]})"),
    Rule(re.compile(r"\[([\w.]+)\]\[([\w.]+)\]"), lambda m: f"[{m[2]}][{m[1]}]",
         lambda m, n: f"[mutants::swap<{n}>({m[1]}, {m[2]})][mutants::swap<{n}>({m[2]}, {m[1]})]"),
    Rule(re.compile(r"(?:(?<=[(,] )|(?<=\())([\w.]+), ([\w.]+)(?=[,)])"),
         lambda m: f"{m[2]}, {m[1]}",
         lambda m, n: f"mutants::swap<{n}>({m[1]}, {m[2]}), mutants::swap<{n}>({m[2]}, {m[1]})"),
    Rule(re.compile(r"(?:detail::)?(?:raise\w*|check_\w+)[<(].*;$"), lambda _: ";",
         lambda m, n: f"if (!mutants::is_on<{n}>()) {m[0]}"),
    *words([("begin", "end"), ("first", "last"), ("rows", "columns"), ("low", "high"),
            ("front", "back"), ("min", "max")])]

@dataclass(frozen=True)
class Mutant:
    file: str
    line: int  # from 1
    old: str
    new: str
    rule: Rule = field(compare=False)
    match: re.Match = field(compare=False)

    def key(self):
        return self.file, self.old.strip(), self.new.strip()


NO_MUTANTS = re.compile(r"\s*(#|template|static_assert|requires|using|friend|//)")
LITERAL = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'|//.*")


def mutants_of_line(line):
    """The mutants of a line, each with rule and match. Strings and comments are not changed."""
    if not line.strip() or NO_MUTANTS.match(line):
        return
    code = LITERAL.sub(lambda m: "\0" * len(m[0]), line)
    for rule in RULES:
        for m in rule.found.finditer(code):
            if "\0" in m[0]:
                continue
            new = line[:m.start()] + rule.mutated(m) + line[m.end():]
            if new != line:
                yield new, rule, m


def compiled_lines(files):
    """For each header, the lines that remain after preprocessing; other lines have no effect."""
    source = "".join(f'#include "{ROOT / file}"\n' for file in files)
    text = subprocess.run([*COMPILER, "-E", *include_flags(), "-x", "c++", "-"], input=source,
                          capture_output=True, text=True, check=True).stdout
    lines, here, number = {str(ROOT / file): set() for file in files}, None, 0
    for line in text.splitlines():
        if marker := re.match(r'# (\d+) "([^"]*)"', line):
            number, here = int(marker[1]), lines.get(marker[2])
            continue
        if here is not None and line.strip():
            here.add(number)
        number += 1
    return {file: lines[str(ROOT / file)] for file in files}


def mutants_of(file, seen):
    lines = (ROOT / file).read_text().splitlines()
    found = [Mutant(file, n, old, *rest) for n, old in enumerate(lines, 1) if n in seen
             for rest in mutants_of_line(old)]
    return list(dict.fromkeys(found))


def drawn_mutants(layers, pattern, seed):
    """For each layer, its mutants in the order in which they are tried."""
    drawn = {}
    for layer in layers:
        headers = LAYERS[layer]
        files = [str(p.relative_to(ROOT)) for p in sorted(ROOT.glob(headers))]
        files = [file for file in files if pathlib.PurePath(file).match(pattern)]
        found = [m for file, seen in compiled_lines(files).items() for m in mutants_of(file, seen)]
        random.Random(f"{seed} {layer}").shuffle(found)
        drawn[layer] = found
    return drawn


# --- Trying one ----------------------------------------------------------------------------------


def include_flags(overlay=None):
    folders = [overlay / "dsl", overlay / "include"] if overlay else []
    folders += [ROOT / "dsl", ROOT / "include", ROOT / "tests/support"]
    return [flag for folder in folders for flag in ("-I", str(folder))]


def run(command, seconds, **environment):
    """The exit status, or None after a timeout, and the output."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          errors="replace", env={**os.environ, **environment},
                          start_new_session=True) as process:
        try:
            said = process.communicate(timeout=seconds)[1]
            return process.returncode, said
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # also the child processes of the compiler
            process.communicate()
            return None, ""


class Workshop:
    """Compiles and runs tests with a folder of changed headers (the overlay) first in the include path."""

    def __init__(self, folder, args):
        self.folder = pathlib.Path(folder)
        self.wide = args.wide
        self.few = not args.wide and not args.retry
        self.compiler = [*COMPILER, *args.flags]
        self.objects = []
        for name in ("main", "allocations"):
            self.objects.append(self.folder / f"{name}.o")
            subprocess.run([*self.compiler, *include_flags(), "-c",
                            ROOT / f"tests/support/{name}.cpp", "-o", self.objects[-1]], check=True)
        (self.folder / "foreign.hpp").write_text(
            "".join(f"#include <{name}>\n" for name in FOREIGN_HEADERS.split()))
        self.foreign = self.folder / "foreign.pch"
        subprocess.run([*self.compiler, *include_flags(), "-x", "c++-header",
                        self.folder / "foreign.hpp", "-o", self.foreign], check=True)

    def compile(self, test, program, overlay):
        """None if the test compiles with the overlay, otherwise the output of the compiler."""
        status, said = run([*self.compiler, "-fuse-ld=lld", "-include-pch", self.foreign,
                            *include_flags(overlay), ROOT / f"tests/{test}.cpp", *self.objects,
                            "-o", program], COMPILE_SECONDS)
        return None if status == 0 else said

    def verdict(self, test, folder, overlay):
        """The verdict of one test on the overlay."""
        program = folder / "program"
        said = self.compile(test, program, overlay)
        if said is not None:
            return "constant" if NOT_CONSTANT.search(said) else "invalid"
        return "survived" if run([program, "--abort"], RUN_SECONDS)[0] == 0 else "test"

    def require_passing(self, tests):
        """Exits if a test fails without a mutant, because this test would kill all mutants."""
        for test in tests:
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                if self.verdict(test, pathlib.Path(folder), None) != "survived":
                    raise SystemExit(f"tests/{test}.cpp fails without a mutant")

    def judge(self, mutant, switches):
        """The verdict on a mutant, and the test that gave it."""
        tests = tests_of(mutant.file, self.wide)
        if killer := switches.killer_of(mutant):
            return "test", killer
        if layer_of(mutant.file) in Switches.LAYERS and self.few:
            tests = tests[:FEW_TESTS]
        elif switches.shows(mutant):
            tests = [*tests[:FEW_TESTS], *CONSTANT_TESTS]
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            folder = pathlib.Path(name)
            overlay = folder / "overlay"
            lines = (ROOT / mutant.file).read_text().splitlines()
            lines[mutant.line - 1] = mutant.new
            write(overlay / mutant.file, lines)
            for test in tests:
                verdict = self.verdict(test, folder, overlay)
                if verdict != "survived":
                    return verdict, test
        return "survived", ""


def write(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


class Switches:
    """Test programs that contain many mutants of all headers, so that a test is compiled once for all of them. The
    environment variable STRIA_MUTANT selects a mutant at run time. Constant expressions use the unchanged code, so a
    mutant that survives may still be killed by a separate compilation."""
    # The layers whose tests are slow to compile.
    LAYERS = ("tensor", "evaluate", "nest", "assign", "fold", "subscript")

    def __init__(self, workshop, mutants, dropped):
        self.workshop = workshop
        self.overlay = workshop.folder / "switched"
        self.lock = threading.Lock()
        self.numbers = self.distinct(m for m in mutants if layer_of(m.file) in self.LAYERS)
        self.dropped = dropped  # a file
        known = set(dropped.read_text().splitlines()) if dropped.exists() else set()
        self.numbers = {m: n for m, n in self.numbers.items() if "\t".join(m.key()) not in known}
        self.programs, self.reached = {}, {}

    @staticmethod
    def distinct(mutants):
        """Numbers for the mutants that have a switch and do not overlap."""
        taken, numbers = {}, {}
        for m in mutants:
            spans = taken.setdefault((m.file, m.line), [])
            start, end = m.match.span()
            if m.rule.switched(m.match, 1) and all(end <= a or b <= start for a, b in spans):
                spans.append((start, end))
                numbers[m] = len(numbers) + 1
        return numbers

    def write_headers(self):
        by_file = {m.file: [] for m in self.numbers}
        for m in sorted(self.numbers, key=lambda m: -m.match.start()):
            by_file[m.file].append(m)
        for file, mutants in by_file.items():
            lines = (ROOT / file).read_text().splitlines()
            for m in mutants:
                line, (start, end) = lines[m.line - 1], m.match.span()
                lines[m.line - 1] = (line[:start] + m.rule.switched(m.match, self.numbers[m]) +
                                     line[end:])
            lines[0] = f'#include "{ROOT}/scripts/mutants.hpp"'
            write(self.overlay / file, lines)

    def drop(self, said):
        """Removes mutants whose lines do not compile with a switch; these are compiled separately. Mutants with swapped
        names are removed first, because the other name may have another type."""
        where = rf"switched/([\w./]+):(\d+):\d+: "
        said_at = re.findall(where + "error", said) or re.findall(where, said)
        places = {(file, int(line)) for file, line in said_at}
        bad = ({m for m in self.numbers if (m.file, m.line) in places} or
               {m for m in self.numbers for file, line in places
                if m.file == file and abs(m.line - line) < 4})
        bad = {m for m in bad if "swap" in m.rule.switched(m.match, 1)} or bad
        self.numbers = {m: n for m, n in self.numbers.items() if m not in bad}
        with self.dropped.open("a") as file:
            file.writelines("\t".join(m.key()) + "\n" for m in bad)
        return len(bad)

    def compile(self, test):
        program = self.overlay / test.replace("/", "_")
        said = ""
        while said is not None:
            self.write_headers()
            said = self.workshop.compile(test, program, self.overlay)
            if said is not None and not self.drop(said):
                return None
        reached = self.overlay / "reached.txt"
        if run([program, "--abort"], 6 * RUN_SECONDS, STRIA_MUTANTS_REACHED=str(reached))[0] != 0:
            return None
        self.reached[test] = {int(n) for n in reached.read_text().split()}
        return program

    def shows(self, mutant):
        """Whether the switch has the effect of the mutant. It has none in code that runs at compile time."""
        return mutant in self.numbers and not COMPUTED.search(mutant.old)

    def killer_of(self, mutant):
        """The first test that runs the line of the mutant and fails if the mutant is active."""
        for test in tests_of(mutant.file, not self.workshop.few):
            with self.lock:
                if mutant not in self.numbers:
                    return None
                if test not in self.programs:
                    self.programs[test] = self.compile(test)
            program, number = self.programs[test], self.numbers.get(mutant, 0)
            if program and number in self.reached[test] and run([program, "--abort"], RUN_SECONDS,
                               STRIA_MUTANT=str(number))[0] != 0:
                return test
        return None


# --- Log and summary -----------------------------------------------------------------------------


def read_log(path):
    """Verdicts by mutant. The key has the line number, because a file may contain the same line several times."""
    known = {}
    if path.exists():
        for line in path.read_text().splitlines():
            verdict, _, _, file, number, old, new = line.split("\t")
            known[file, old, new, int(number)] = verdict
    return known


def log_line(mutant, verdict, test, seconds):
    return "\t".join([verdict, test, f"{seconds:.1f}", mutant.file, str(mutant.line),
                      mutant.old.strip(), mutant.new.strip()]) + "\n"


def read_explained():
    if not EXPLAINED.exists():
        return set()
    lines = [line.split("\t") for line in EXPLAINED.read_text().splitlines()]
    return {tuple(fields[:3]) for fields in lines if len(fields) == 4}


def stale_rows():
    """The rows of explained.txt that have no mutant, for example because the header has changed."""
    rows = EXPLAINED.read_text().splitlines() if EXPLAINED.exists() else []
    return [f"{EXPLAINED.name}:{n}: {row}" for n, row in enumerate(rows, 1) if not has_mutant(*row.split("\t"))]


def has_mutant(file="", old="", new="", *reason):
    header = ROOT / file
    lines = header.read_text().splitlines() if header.is_file() else []
    return len(reason) == 1 and any(mutant.strip() == new for line in lines if line.strip() == old
                                    for mutant, *_ in mutants_of_line(line))


def summary(counts):
    rows = [("layer", "mutants", *VERDICTS, "killed")]
    total = dict.fromkeys(VERDICTS, 0)
    for layer, by in [*counts.items(), ("all", total)]:
        if by is not total:
            for verdict in VERDICTS:
                total[verdict] += by[verdict]
        valid = sum(by.values()) - by["invalid"]
        killed = 100 * (by["test"] + by["constant"]) / valid if valid else 0
        rows.append((layer, valid, *(by[v] for v in VERDICTS), f"{killed:.1f} %"))
    return "\n".join("".join(f"{cell!s:>10}" for cell in row) for row in rows)


class Session:
    """Draws mutants of each layer until the layer has enough mutants that count."""

    def __init__(self, args, workshop):
        self.args, self.workshop = args, workshop
        self.explained = read_explained()
        self.known = read_log(args.log) if args.resume else {}
        self.counts = {layer: dict.fromkeys(VERDICTS, 0) for layer in args.layers}
        self.end = time.time() + 60 * args.minutes
        self.lock = threading.Lock()
        if not args.resume:
            args.log.write_text("")
            args.log.with_suffix(".dropped").unlink(missing_ok=True)

    def is_full(self, layer):
        by = self.counts[layer]
        return sum(by.values()) - by["invalid"] >= self.args.per_layer

    def known_verdict(self, mutant):
        verdict = self.known.get((*mutant.key(), mutant.line))
        return None if verdict == "survived" and self.args.retry else verdict

    def try_one(self, mutant):
        layer = layer_of(mutant.file)
        if self.is_full(layer) or time.time() > self.end:
            return
        listed = mutant.key() in self.explained
        verdict = "survived" if listed else self.known_verdict(mutant)
        if verdict is None:
            start = time.time()
            verdict, test = self.workshop.judge(mutant, self.switches)
            with self.lock, self.args.log.open("a") as log:
                log.write(log_line(mutant, verdict, test, time.time() - start))
        if listed:
            verdict = "explained"
        elif verdict == "survived":
            print(f"{mutant.file}:{mutant.line}: survived\n- {mutant.old.strip()}\n"
                  f"+ {mutant.new.strip()}", flush=True)
        with self.lock:
            self.counts[layer][verdict] += 1

    def run(self, drawn):
        turns = [m for turn in zip_layers(drawn.values()) for m in turn]
        likely = [m for m in turns if m.key() not in self.explained and not self.known_verdict(m)]
        likely = likely[:SWITCHED * self.args.per_layer * len(drawn)]
        self.switches = Switches(self.workshop, likely, self.args.log.with_suffix(".dropped"))
        if not self.args.resume:
            self.workshop.require_passing({t for m in turns for t in tests_of(m.file, self.args.wide)})
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            list(pool.map(self.try_one, turns))
        print(summary(self.counts))
        return 1 if any(by["survived"] for by in self.counts.values()) else 0


def zip_layers(columns):
    """Lists of one mutant from each layer that has mutants left."""
    columns = list(columns)
    for n in range(max(map(len, columns), default=0)):
        yield [column[n] for column in columns if n < len(column)]


def main():
    ask = argparse.ArgumentParser(description=__doc__,
                                  formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--per-layer", type=int, default=70)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--layers", type=lambda names: names.split(","), default=list(LAYERS))
    ask.add_argument("--files", default="*")
    ask.add_argument("--log", type=pathlib.Path, default=pathlib.Path("mutants.tsv"))
    ask.add_argument("--resume", action="store_true")
    ask.add_argument("--retry", action="store_true")
    ask.add_argument("--wide", action="store_true")
    ask.add_argument("--flags", type=str.split, default=[])
    ask.add_argument("--jobs", type=int, default=1)
    ask.add_argument("--minutes", type=float, default=600)
    ask.add_argument("--list", action="store_true")
    args = ask.parse_args()
    if stale := stale_rows():
        raise SystemExit("These rows are not mutants of the headers:\n" + "\n".join(stale))
    drawn = drawn_mutants(args.layers, args.files, args.seed)
    if args.list:
        for layer, found in drawn.items():
            print(f"{layer}: {len(found)} mutants")
            for m in found[:args.per_layer]:
                print(f"{m.file}:{m.line}\n- {m.old.strip()}\n+ {m.new.strip()}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return Session(args, Workshop(folder, args)).run(drawn)


if __name__ == "__main__":
    sys.exit(main())
