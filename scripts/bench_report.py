#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Makes the table, the pages and the charts from the measurements of scripts/bench.sh.

usage: bench_report.py RESULTS [--write FOLDER]

RESULTS  a folder of COMPILER-KIND.tsv files with the output of stria_bench; or a results.csv, to write the pages again
FOLDER   receives results.csv, results.md, ratios.svg, roofline.md, roofline.svg, scale.svg
"""

import collections
import csv
import html
import math
import pathlib
import platform
import re
import subprocess
import sys

COLUMNS = ["compiler", "weight", "id", "expression", "type", "size", "threads", "elements", "bytes",
           "contestant", "ns", "ratio", "low", "high", "values"]
LIMIT = 1.05
SIZES = ["L2", "L3", "DRAM"]
CHART = "L3"  # the size in ratios.svg
BUSY = 10  # two threads cannot take this many times as long as one, unless another process used the cores
COLORS = {"stria": "#1668a8", "stria clang": "#74add8", "plain": "#b9b9b9", "xtensor": "#d98b2b",
          "eigen": "#4a9c5d", "eigen-tensor": "#a5cf9f", "blitz": "#8d5fa8", "numpy": "#c0504d"}
PEERS = ["xtensor", "eigen", "eigen-tensor", "blitz", "numpy"]
FONT = 'font-family="Helvetica, Arial, sans-serif"'


def read_csv(path):
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for name in ("ns", "elements", "bytes", "ratio", "low", "high"):
            row[name] = float(row[name]) if row[name] else None
        row["threads"] = int(row["threads"])
    return rows


def without_busy(rows):
    """The rows without those that were measured while another process used the cores."""
    one = {(row["compiler"], row["contestant"], *key(row)): row["ns"] for row in rows if row["threads"] == 1}
    slow = {key(row) for row in rows if row["threads"] > 1
            and row["ns"] > BUSY * one.get((row["compiler"], row["contestant"], *key(row)[:3], 1), math.inf)}
    for found in sorted(slow):
        print("left out, because another process used the cores:", *found)
    return [row for row in rows if key(row) not in slow]


def read(folder):
    if folder.is_file():
        return without_busy(read_csv(folder))
    rows = []
    for path in sorted(folder.glob("*.tsv"), key=lambda p: (p.stem.startswith("numpy"), p.stem)):
        compiler = path.stem.rpartition("-")[0]
        for line in path.read_text().splitlines():
            cells = line.split("\t")
            if len(cells) != len(COLUMNS) - 1:
                continue
            row = dict(zip(COLUMNS, [compiler] + cells))
            for name in ("ns", "elements", "bytes", "ratio", "low", "high"):
                row[name] = float(row[name]) if row[name] else None
            row["threads"] = int(row["threads"])
            rows.append(row)
    hands = {}
    for row in rows:
        if row["contestant"] == "hand" and row["compiler"] == "g++":
            hands[key(row)] = row
    for row in rows:  # NumPy runs in a separate process, so its ratio is computed here
        hand = hands.get(key(row))
        if row["compiler"] == "numpy" and hand:
            row.update(ratio=row["ns"] / hand["ns"], expression=hand["expression"])
            row.update(elements=hand["elements"], bytes=hand["bytes"])
    return without_busy(sorted((row for row in rows if row["expression"]), key=place))


def place(row):
    """Sort key: workloads by number, then images and small ones; sizes in the order of SIZES; float first."""
    letter, digits, rest = re.match(r"([A-Za-z]+?)(\d*)([a-z]*)$", row["id"]).groups()
    size = SIZES.index(row["size"]) if row["size"] in SIZES else len(SIZES)
    return row["threads"], "WISN".find(letter), int(digits or 0), rest, row["type"] != "float", size


def key(row):
    return row["id"], row["type"], row["size"], row["threads"]


def table_of(rows):
    """{(id, type, size, threads): {contestant: row}}; stria compiled by clang is "stria clang"."""
    table = collections.OrderedDict()
    for row in rows:
        if row["id"] in ("triad", "scale"):
            continue
        name = row["contestant"]
        if row["compiler"].startswith("clang"):
            name += " clang"
        table.setdefault(key(row), {})[name] = row
    return table


def number(value):
    if value is None:
        return ""
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def print_table(table):
    peers = [p for p in PEERS if any(p in cells for cells in table.values())]
    heads = ["g++ ns", "ratio", "clang ns", "ratio", "plain"] + peers
    print(f"{'':5} {'workload':66} {'type':6} {'size':6} thr" + "".join(f"{h:>13}" for h in heads))
    for (name, kind, size, threads), cells in table.items():
        first = next(iter(cells.values()))
        values = []
        for own, hand in (("stria", "hand"), ("stria clang", "hand clang")):
            values.append(f"{cells[hand]['ns']:.4g}" if hand in cells else "")
            values.append(mark(cells.get(own)))
        values += [mark(cells.get(other)) for other in ["plain"] + peers]
        title = f"{name} {first['expression']}"[:66]
        print(f"{first['weight']:5} {title:66} {kind:6} {size:6} {threads:3}"
              + "".join(f"{v:>13}" for v in values))


def mark(row):
    if row is None:
        return ""
    return number(row["ratio"]) + ("" if row["values"] == "ok" else " " + row["values"])


def output_of(*words):
    try:
        run = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return run.stdout.strip() if run.returncode == 0 else ""


def first_line(text, pattern):
    found = re.search(pattern, text, re.M)
    return found.group(1).strip() if found else ""


def machine():
    """The machine and versions, as (name, value) pairs."""
    cpu = output_of("lscpu")
    lines = [("processor", first_line(cpu, r"^Model name:\s*(.*)$") or platform.machine()),
             ("cores", first_line(cpu, r"^CPU\(s\):\s*(.*)$"))]
    for level in ("L1d", "L2", "L3"):
        lines.append((level, first_line(cpu, rf"^{level} cache:\s*(.*)$")))
    flags = first_line(cpu, r"^Flags:\s*(.*)$").split()
    lines.append(("vectors", "AVX-512" if "avx512f" in flags else "AVX2" if "avx2" in flags else "SSE"))
    lines.append(("system", platform.system()))
    lines.append(("flags", "-std=c++23 -O3 -march=native"))
    for compiler in ("g++", "clang++-19"):
        lines.append((compiler, output_of(compiler, "--version").split("\n")[0]))
    for package in ("libbenchmark-dev", "libxsimd-dev", "libxtensor-dev", "libeigen3-dev",
                    "libblitz0-dev", "python3-numpy"):
        version = output_of("dpkg-query", "-W", "-f=${Version}", package)
        if version:
            lines.append((package, version))
    return [(what, value) for what, value in lines if value]


def svg(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" {FONT}>\n'
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n")


def text(x, y, what, size=11, anchor="start", fill="#333333", extra=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
            f'fill="{fill}" {extra}>{html.escape(what)}</text>')


def line(x1, y1, x2, y2, stroke="#dddddd", width=1, extra=""):
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}" '
            f'stroke-width="{width}" {extra}/>')


def ratio_chart(table, size):
    """A chart with a group of bars for each workload. A bar is the ratio to the hand-written loop on a logarithmic
    axis, for float on one thread."""
    groups = [(k, c) for k, c in table.items() if k[1:] == ("float", size, 1) and "stria" in c]
    if not groups:
        return None
    shown = [n for n in COLORS if any(n in c for _, c in groups)]
    left, top, bar, gap, right = 310, 74, 5, 7, 24
    low, high = 0.5, 64.0
    plot = 560

    def at(value):
        return left + plot * math.log(min(max(value, low), high) / low) / math.log(high / low)

    parts, y = [], top
    for k, cells in groups:
        present = [n for n in shown if n in cells]
        tall = len(present) * bar
        label = f"{k[0]}  {cells['stria']['expression']}"
        label = label if len(label) < 50 else label[:48] + "…"
        parts.append(text(left - 8, y + tall / 2 + 4, label, 10.5, "end"))
        for i, name in enumerate(present):
            value, x0 = cells[name]["ratio"], at(1.0)
            if value is None:
                continue
            x = at(value)
            pale = 'fill-opacity="0.3"' if cells[name]["values"] == "WRONG" else ""
            # A bar of ratio 1 is drawn as a stroke, so that it is visible.
            start, wide = min(x, x0), max(abs(x - x0), 1.6)
            parts.append(f'<rect x="{start:.1f}" y="{y + i * bar:.1f}" width="{wide:.1f}" '
                         f'height="{bar - 0.8}" fill="{COLORS[name]}" '
                         f"{pale}>"
                         f"<title>{html.escape(name)}: {number(value)}</title></rect>")
            if value > high:
                parts.append(text(left + plot + 3, y + i * bar + 5, number(value), 7, fill=COLORS[name]))
        y += tall + gap
    height = y + 30
    back = []
    for tick in (0.5, 1, 2, 4, 8, 16, 32, 64):
        back.append(line(at(tick), top - 6, at(tick), y, "#999999" if tick == 1 else "#e4e4e4"))
        back.append(text(at(tick), top - 10, f"{tick:g}", 10, "middle", "#666666"))
        back.append(text(at(tick), y + 14, f"{tick:g}", 10, "middle", "#666666"))
    back.append(line(at(LIMIT), top - 6, at(LIMIT), y, "#c62828", 1, 'stroke-dasharray="4 3"'))
    back.append(text(at(LIMIT) + 4, y + 26, f"{LIMIT}", 9, "start", "#c62828"))
    head = [text(12, 22, f"Time relative to the hand-written loop: 8 MiB, in the L3 cache, float, one thread", 15,
                 extra='font-weight="bold"'),
            text(12, 40, "shorter is better; logarithmic; pale: wrong values", 11, fill="#666666")]
    x = 330
    for name in shown:
        title = name if name != "stria" else "stria g++"
        head.append(f'<rect x="{x}" y="31" width="10" height="10" fill="{COLORS[name]}"/>')
        head.append(text(x + 14, 40, title, 11))
        x += 24 + 6.4 * len(title)
    return svg(left + plot + right + 20, height, head + back + parts)


def bandwidth(rows):
    """{size: {contestant: GB/s of the triad}}; the contestants are plain and non-temporal stores."""
    speeds = {}
    for row in rows:
        if row["id"] == "triad":
            speeds.setdefault(row["size"], {})[row["contestant"]] = row["bytes"] / row["ns"]
    return speeds


def roofline_chart(points, speeds):
    """The fraction of the triad's bandwidth that stria reaches, one row per workload."""
    left, top, step, plot = 310, 74, 17, 520
    most = max([1.2] + [min(f, 2.0) for _, values in points for f, _ in values.values()])

    def at(value):
        return left + plot * min(value, most) / most

    shade = {"L2": "#a8d5ba", "L3": "#4aa3c7", "DRAM": "#1f4e79"}
    parts, y = [], top
    for label, values in points:
        parts.append(text(left - 8, y + 4, label if len(label) < 50 else label[:48] + "…", 10.5, "end"))
        parts.append(line(left, y, left + plot, y, "#eeeeee"))
        for size, (fraction, hand) in values.items():
            if hand is not None:
                parts.append(line(at(hand), y - 5, at(hand), y + 5, shade[size], 1.6))
            parts.append(f'<circle cx="{at(fraction):.1f}" cy="{y}" r="4" fill="{shade[size]}">'
                         f"<title>{size}: {fraction:.2f}</title></circle>")
        y += step
    back = []
    for tick in (0.25 * i for i in range(int(4 * most) + 1)):
        back.append(line(at(tick), top - 10, at(tick), y, "#999999" if tick == 1 else "#e8e8e8"))
        back.append(text(at(tick), top - 14, f"{tick:g}", 10, "middle", "#666666"))
        back.append(text(at(tick), y + 12, f"{tick:g}", 10, "middle", "#666666"))
    head = [text(12, 22, "Fraction of the triad's bandwidth: float, one thread, g++", 15,
                 extra='font-weight="bold"')]
    x = 12
    for size in SIZES:
        if size in speeds and "hand" in speeds[size]:
            title = f"{size} (1 is {speeds[size]['hand']:.0f} GB/s)"
            head.append(f'<circle cx="{x + 5}" cy="37" r="4" fill="{shade[size]}"/>')
            head.append(text(x + 14, 41, title, 11))
            x += 34 + 6.2 * len(title)
    head.append(text(x + 4, 41, "dot: stria; stroke: the hand-written loop", 11, fill="#666666"))
    return svg(left + plot + 40, y + 28, head + back + parts)


def scale_chart(rows):
    points = collections.OrderedDict()
    for row in rows:
        if row["id"] == "scale":
            rank, kind = re.match(r"rank (\d), (.*)", row["expression"]).groups()
            points.setdefault(kind, collections.OrderedDict()).setdefault(int(rank), []).append(
                (row["elements"], row["ns"] / row["elements"]))
    if not points:
        return None
    shades = ["#08306b", "#08519c", "#2171b5", "#4292c6", "#41ab5d", "#78c679", "#fe9929", "#cc4c02"]
    width, height, parts = 470, 330, []
    parts.append(text(12, 22, "Cost per element of a*b + c*2 - a, float, one thread, g++", 15,
                      extra='font-weight="bold"'))
    costs = [v for lines in points.values() for values in lines.values() for _, v in values]
    low, high = min(costs) / 1.3, max(costs) * 1.3
    for panel, (kind, lines) in enumerate(points.items()):
        left, top, w, h = 60 + panel * width, 62, width - 90, height - 130

        def px(n):
            return left + w * (math.log10(n) - 3) / 5

        def py(v):
            return top + h * (1 - math.log(min(max(v, low), high) / low) / math.log(high / low))

        title = {"whole": "whole tensors", "reversed axes": "axes that cannot be joined"}.get(kind, kind)
        parts.append(text(left, top - 10, title, 12))
        for decade in range(3, 9):
            x = px(10 ** decade)
            parts.append(line(x, top, x, top + h, "#e8e8e8"))
            parts.append(text(x, top + h + 16, f"1e{decade}", 10, "middle", "#666666"))
        for tick in (m * 10.0 ** e for e in range(-3, 4) for m in (1, 2, 5)):
            if not low <= tick <= high:
                continue
            parts.append(line(left, py(tick), left + w, py(tick), "#e8e8e8"))
            parts.append(text(left - 6, py(tick) + 4, f"{tick:g}", 10, "end", "#666666"))
        parts.append(text(left + w / 2, top + h + 34, "elements", 11, "middle", "#666666"))
        parts.append(text(left - 40, top - 10, "ns", 11, "start", "#666666"))
        for rank, values in lines.items():
            shade = shades[rank - 1]
            path = " ".join(f"{px(n):.1f},{py(v):.1f}" for n, v in sorted(values))
            parts.append(f'<polyline points="{path}" fill="none" stroke="{shade}" stroke-width="1.8"/>')
            parts += [f'<circle cx="{px(n):.1f}" cy="{py(v):.1f}" r="2.3" fill="{shade}"/>' for n, v in values]
    x = 60
    parts.append(text(x, height - 12, "rank", 11))
    for rank, shade in enumerate(shades, 1):
        x += 38
        parts.append(line(x, height - 16, x + 14, height - 16, shade, 2.4))
        parts.append(text(x + 18, height - 12, str(rank), 11))
    return svg(width * len(points) + 10, height, parts)


def write_csv(path, rows):
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            writer.writerow(["" if row[c] is None else
                             f"{row[c]:.5g}" if c == "ns" else
                             f"{row[c]:.3f}" if c in ("ratio", "low", "high") else
                             f"{row[c]:.0f}" if isinstance(row[c], float) else row[c] for c in COLUMNS])


def heading(title):
    return f"<!-- SPDX-License-Identifier: BSL-1.0 -->\n<!-- Written by scripts/bench.sh --write. -->\n# {title}\n\n"


def markdown_row(cells):
    return "| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |\n"


def machine_table():
    return "| | |\n| --- | --- |\n" + "".join(markdown_row([w, v]) for w, v in machine())


def ratio_of(row):
    if row is None or row["ratio"] is None:
        return ""
    return number(row["ratio"]) + (" wrong" if row["values"] == "WRONG" else "")


def write_results(path, table, about):
    """The page: a table of floats on one thread with a row for each workload. Everything else is in results.csv."""
    peers = [p for p in PEERS if any(p in cells for cells in table.values())]
    ratios = sorted(cells[own]["ratio"] for k, cells in table.items() for own in ("stria", "stria clang")
                    if k[1] == "float" and k[3] == 1 and own in cells)
    good = sum(r <= LIMIT for r in ratios)
    out = heading("Figures")
    out += ("The table shows the time of single statements, divided by that of a hand-written loop in the same program: 1.00 is as fast, and lower is\n"
            f"better. Of the {len(ratios)} figures of stria, {good} are at most {LIMIT}, and the median is {number(ratios[len(ratios) // 2])}. "
            "[Programs](programs.md) compares whole\nprograms.\n\n"
            "If a statement is slow, look at its route with `explain_route` first; [writing fast stria](../fast.md#asking-the-library) shows how, and\n"
            f"[notes.md](notes.md) explains the rows above {LIMIT}.\n\n"
            "The elements are floats, on one thread. The sizes are 256 KiB (L2), 8 MiB (L3) and 256 MiB (DRAM); images and small tensors have their own\n"
            "size, in the column L3. The figures are medians of interleaved repetitions by `scripts/bench.sh --peers --write`; “wrong” marks values that differ.\n"
            "NumPy runs in a separate process, and its values are not compared. [results.csv](results.csv) also has doubles, two threads and quartiles.\n\n")
    out += about + "\n![Ratios, L3](ratios.svg)\n\n"
    heads = ["", "workload", "g++: L2", "L3", "DRAM", "clang: L2", "L3", "DRAM"] + [f"{p}, L3" for p in peers]
    out += markdown_row(heads) + "| --- | --- |" + " ---: |" * (len(heads) - 2) + "\n"
    found = collections.OrderedDict()
    for (name, kind, size, threads), cells in table.items():
        if kind == "float" and threads == 1 and "stria" in cells:
            found.setdefault(name, {})["L3" if size not in SIZES else size] = cells
    for name, sizes in found.items():
        at = lambda size, what: ratio_of(sizes.get(size, {}).get(what))
        first = next(iter(sizes.values()))["stria"]["expression"]
        out += markdown_row([name, f"`{first}`", *(at(size, "stria") for size in SIZES), *(at(size, "stria clang") for size in SIZES),
                             *(at("L3", peer) for peer in peers)])
    path.write_text(out)


def write_roofline(folder, table, speeds, about):
    points = collections.OrderedDict()
    out = heading("Roofline")
    out += ("Most workloads do little work per element, so memory bandwidth limits them. The table shows the smallest number of\n"
            "bytes that each workload must move: its operands are read once and its result is written once. A cache line that is\n"
            "written without being read first also counts once. The bandwidth is the number of bytes divided by the time. The\n"
            "fraction is this bandwidth divided by that of a hand-written triad, `r = a + 2 b`, with arrays of the same size.\n"
            "A fraction above 1 is possible for a workload that reads more than it writes, because reads are cheaper. The\n"
            "fraction in parentheses is that of the hand-written loop. The elements are floats, on one thread, with g++;\n"
            "`scripts/bench.sh --write` measures the figures.\n\n")
    out += markdown_row(["size", "triad, GB/s", "with non-temporal stores"]) + "| --- | --- | --- |\n"
    for size in SIZES:
        if size in speeds:
            streamed = speeds[size].get("hand, streaming")
            out += markdown_row([size, f"{speeds[size]['hand']:.1f}", f"{streamed:.1f}" if streamed else ""])
    out += "\n" + about + "\n![Fractions of the triad's bandwidth](roofline.svg)\n\n"
    heads = ["", "workload", "bytes per element"] + [f"{size}, GB/s" for size in SIZES] + [f"{size}, fraction" for size in SIZES]
    out += markdown_row(heads) + "| --- | --- |" + " ---: |" * (len(heads) - 2) + "\n"
    found = collections.OrderedDict()
    for (name, kind, size, threads), cells in table.items():
        row = cells.get("stria")
        if kind != "float" or threads != 1 or size not in speeds or row is None or name.startswith("W16"):
            continue
        speed = row["bytes"] / row["ns"]
        fraction = speed / speeds[size]["hand"]
        hand = cells["hand"]["bytes"] / cells["hand"]["ns"] / speeds[size]["hand"] if "hand" in cells else None
        points.setdefault(f"{name}  {row['expression']}", {})[size] = (fraction, hand)
        found.setdefault((name, row["expression"]), {})[size] = (f"{row['bytes'] / row['elements']:.3g}", f"{speed:.1f}",
                                                                 f"{fraction:.2f} ({number(hand)})")
    for (name, expression), cells in found.items():
        values = [[cells.get(size, ("", "", ""))[k] for size in SIZES] for k in range(3)]
        out += markdown_row([name, f"`{expression}`", next(v for v in reversed(values[0]) if v), *values[1], *values[2]])
    (folder / "roofline.md").write_text(out)
    (folder / "roofline.svg").write_text(roofline_chart(list(points.items()), speeds))


def without_notes(notes, table):
    """The names of rows above the limit that no heading of the notes mentions."""
    explained = set()
    if notes.exists():
        for title in re.findall(r"^### ([^:\n]*)", notes.read_text(), re.M):
            explained.update(title.split())
    high = {}
    for (name, *_), cells in table.items():
        worst = max([cells[c]["ratio"] for c in ("stria", "stria clang") if c in cells], default=0)
        if worst > LIMIT and name not in explained:
            high[name] = max(worst, high.get(name, 0))
    return [f"{name} ({number(ratio)})" for name, ratio in sorted(high.items(), key=lambda x: -x[1])]


def main():
    words = sys.argv[1:]
    if not words or words[0].startswith("-"):
        sys.exit(__doc__)
    rows = read(pathlib.Path(words[0]))
    table = table_of(rows)
    print_table(table)
    if "--write" not in words:
        return
    folder = pathlib.Path(words[words.index("--write") + 1])
    folder.mkdir(parents=True, exist_ok=True)
    chart = ratio_chart(table, CHART)
    if chart:
        (folder / "ratios.svg").write_text(chart)
    about = machine_table()
    page = folder / "results.md"
    if pathlib.Path(words[0]).is_file() and page.exists():  # the machine on which the rows were measured
        about = re.search(r"^\| \| \|\n(?:\|.*\n)+", page.read_text(), re.M)[0]
    write_csv(folder / "results.csv", rows)
    write_results(page, table, about)
    speeds = bandwidth(rows)
    if speeds:
        write_roofline(folder, table, speeds, about)
    chart = scale_chart(rows)
    if chart:
        (folder / "scale.svg").write_text(chart)
    missing = without_notes(folder / "notes.md", table)
    if missing:
        print(f"above {LIMIT}, without a section in {folder / 'notes.md'}:", ", ".join(missing))


if __name__ == "__main__":
    main()
