# SPDX-License-Identifier: BSL-1.0
"""One-line mutants of headers, each tried with the tests that mirror the header.

A mutant is killed if a covering test does not compile or fails. Survivors are printed with their
line; tests/mutation/explained.txt lists those that are equivalent: `file<TAB>old<TAB>new`."""
import argparse, concurrent.futures, pathlib, random, re, shutil, subprocess, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "),
         (" != ", " == "), (" && ", " || "), (" || ", " && "), (" + ", " - "), (" - ", " + "),
         (" * ", " + "), (" / ", " * "), (" % ", " / "), ("++", "--"), (" = 0;", " = 1;"),
         (" + 1", ""), (" - 1", ""), ("true", "false"), ("false", "true"), ("begin", "end")]
FALLBACK = {"dsl": ["dsl/slice_plan", "dsl/parse_index"], "layout": ["layout/overlap", "layout/buffer"],
            "eval": ["eval/tiles"], "assign": ["assign/assign", "assign/overlap"], "gather": ["laws/gather"]}


def layer_of(file):
    return "dsl" if file.startswith("dsl/") else file.split("/")[2]


def tests_of(file):
    own = ROOT / "tests" / layer_of(file) / (pathlib.Path(file).stem + ".cpp")
    names = [str(own.relative_to(ROOT))] if own.exists() else []
    for name in FALLBACK[layer_of(file)]:
        path = f"tests/{name}.cpp"
        if path not in names and (ROOT / path).exists():
            names.append(path)
    return names


def mutants_of(file):
    for n, line in enumerate((ROOT / file).read_text().splitlines()):
        code = line.split("//")[0]
        if not code.strip() or code.lstrip().startswith(("#", "template", "static_assert")):
            continue
        for old, new in RULES:
            for m in re.finditer(re.escape(old), code):
                yield file, n, line, line[:m.start()] + new + line[m.end():]
        if re.match(r"\s*(raise\w*|check_\w+)[<(].*;\s*$", code):
            yield file, n, line, line[:len(line) - len(line.lstrip())] + ";"


def run(command, seconds, **more):
    try:
        return subprocess.run(command, capture_output=True, timeout=seconds, **more).returncode
    except subprocess.TimeoutExpired:
        return -1


def try_tests(tree, tests, main):
    """What killed it: compiler, test, or nothing."""
    for test in tests:
        program = tree / "program"
        if run(["g++", "-std=c++23", "-O0", "-DSTRIA_INLINE=inline", "-I", tree / "dsl", "-I", tree / "include",
                "-I", ROOT / "tests/support", ROOT / test, ROOT / "tests/support/allocations.cpp", main,
                "-o", program], 300):
            return "compiler"
        if run([program], 60):
            return "test"
    return "survived"


def judge(mutant, main):
    file, n, old, new = mutant
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        for part in ("dsl", "include"):
            shutil.copytree(ROOT / part, tree / part)
        lines = (ROOT / file).read_text().splitlines()
        lines[n] = new
        (tree / file).write_text("\n".join(lines) + "\n")
        return mutant, try_tests(tree, tests_of(file), main)


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--count", type=int, default=300)
    ask.add_argument("--files", default="")
    ask.add_argument("--jobs", type=int, default=2)
    ask.add_argument("--minutes", type=float, default=600)
    ask.add_argument("--seed", type=int, default=1)
    args = ask.parse_args()
    files = [str(p.relative_to(ROOT)) for g in ("dsl/**/*.hpp", *(f"include/stria/{d}/*.hpp" for d in
             ("layout", "eval", "assign", "gather"))) for p in sorted(ROOT.glob(g))]
    if args.files:
        files = [f for f in files if pathlib.PurePath(f).match(args.files)]
    all_mutants = [m for f in files for m in mutants_of(f)]
    random.Random(args.seed).shuffle(all_mutants)
    explained_file = ROOT / "tests/mutation/explained.txt"
    explained = set(explained_file.read_text().splitlines()) if explained_file.exists() else set()
    end, counts = time.time() + 60 * args.minutes, {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        main_object = pathlib.Path(folder) / "main.o"
        subprocess.run(["g++", "-std=c++23", "-O0", "-c", ROOT / "tests/support/main.cpp", "-o", main_object], check=True)
        for test in sorted({t for m in all_mutants[:args.count] for t in tests_of(m[0])}):
            (pathlib.Path(folder) / "dsl").exists() or [shutil.copytree(ROOT / p, pathlib.Path(folder) / p) for p in ("dsl", "include")]
            if try_tests(pathlib.Path(folder), [test], main_object) != "survived":
                raise SystemExit(f"{test} fails without a mutant")
        work = lambda m: judge(m, main_object) if time.time() < end else (m, "not run")
        for (file, n, old, new), verdict in pool.map(work, all_mutants[:args.count]):
            if verdict == "survived" and "\t".join((file, old.strip(), new.strip())) in explained:
                verdict = "explained"
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict == "survived":
                print(f"{file}:{n + 1}: survived\n- {old.strip()}\n+ {new.strip()}", flush=True)
    print(f"{len(all_mutants)} mutants known; " + ", ".join(f"{v}: {c}" for v, c in sorted(counts.items())))
    raise SystemExit(1 if counts.get("survived") else 0)


main()
