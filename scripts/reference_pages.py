# SPDX-License-Identifier: BSL-1.0
"""Writes the reference as Markdown, one page for each topic. scripts/reference.py calls it."""

import re
from pathlib import Path

# For each topic: title, introduction, headers (prefixes of their paths), names from other headers.
TOPICS = {
    "tensor": ("Tensors", "`tensor` owns its elements. Extents are integers, `dyn` or names.",
               ["tensor/tensor.hpp", "shape/", "base/index.hpp", "tensor/fwd.hpp", "tensor/operand.hpp"], []),
    "views": ("Views", "A view refers to elements that a tensor, a container or another library owns.",
              ["tensor/", "numpy/shape/as_view.hpp", "numpy/shape/member_view.hpp", "tensor/storage_order.hpp", "numpy/make/fortran.hpp"], []),
    "any": ("Run-time rank and element type", "Containers whose rank or element type is known at run time only.",
            ["numpy/shape/any_tensor.hpp", "numpy/shape/any_array.hpp"], []),
    "indexing": ("Indexing", "The items of a subscript, and the functions that select elements.",
                 ["token/", "subscript/", "numpy/select/take.hpp", "numpy/select/select.hpp", "numpy/select/axis_positions.hpp",
                  "numpy/select/nonzero.hpp", "numpy/select/unravel.hpp", "numpy/select/triangle_indices.hpp", "numpy/select/compress.hpp", "numpy/select/choose.hpp", "numpy/select/piecewise.hpp"], []),
    "strided-slice": ("StridedSlice", "The masks and plans behind a subscript, for programs that work with them directly.",
                      ["mask/", "plan/", "expr/strided_slice.hpp"], []),
    "creation": ("Creating tensors", "Functions that make tensors of a shape, a range of numbers or a function.",
                 ["numpy/make/make.hpp", "numpy/make/spaced.hpp", "numpy/make/meshgrid.hpp", "evaluate/as_tensor.hpp", "numpy/make/maker.hpp"],
                 ["identity", "tri", "vander"]),
    "operators": ("Operators", "All operators work element by element, broadcast their operands and are lazy.", ["expr/operators.hpp"], []),
    "math": ("Element-wise functions", "Each element of the result depends on one element of each operand. Operands broadcast.",
             ["numpy/elementwise/math.hpp", "numpy/elementwise/names.hpp", "numpy/elementwise/numeric.hpp", "numpy/elementwise/representation.hpp", "numpy/elementwise/close.hpp", "numpy/elementwise/constants.hpp", "expr/"],
             ["astype"]),
    "reductions": ("Reductions", "A reduction over all axes without `keepdims` is computed at once and returns a number. Over some axes, or "
                   "with `keepdims`, it is lazy.", ["numpy/reduce/reduce.hpp", "numpy/reduce/nan.hpp", "numpy/reduce/norms.hpp", "numpy/reduce/reduce_by.hpp",
                                                    "arguments/", "numpy/reduce/apply_along.hpp", "fold/all_axes.hpp"], ["logsumexp", "norm"]),
    "cumulative": ("Cumulative sums, differences, integrals", "Functions in which each element depends on its predecessors or neighbours along an axis.",
                   ["numpy/reduce/scan.hpp", "numpy/reduce/cumulative.hpp", "numpy/calculus/diff.hpp", "numpy/calculus/gradient.hpp"], ["ediff1d", "nancumsum", "nancumprod"]),
    "sorting": ("Sorting, searching, sets", "Order statistics, positions in sorted data, and rank-1 tensors as sets.",
                ["numpy/order/sort.hpp", "numpy/order/sorter.hpp", "numpy/order/partition.hpp", "numpy/order/lexsort.hpp", "numpy/order/sets.hpp"], ["searchsorted"]),
    "statistics": ("Statistics", "Moments, quantiles, correlations and histograms.",
                   ["numpy/statistics/statistics.hpp", "numpy/statistics/average.hpp", "numpy/statistics/quantile.hpp", "numpy/statistics/covariance.hpp", "numpy/statistics/histogram.hpp", "numpy/statistics/histogramdd.hpp",
                    "numpy/statistics/count.hpp", "numpy/statistics/digitize.hpp", "numpy/statistics/softmax.hpp"], []),
    "shape": ("Shapes and axes", "Reshaping, reordering, joining, splitting and extending. Where the result can be a view, it is one.",
              ["numpy/shape/reshape.hpp", "numpy/shape/permute.hpp", "numpy/shape/flip.hpp", "numpy/shape/roll.hpp", "numpy/join/tile.hpp", "numpy/join/split.hpp", "numpy/join/concat.hpp", "numpy/join/joins.hpp", "numpy/join/pad.hpp",
               "numpy/shape/broadcast_to.hpp", "numpy/join/edit.hpp", "numpy/shape/diagonal.hpp"],
              ["diagflat", "fliplr", "flipud", "matrix_transpose", "permute_dims"]),
    "products": ("Products, einsum, einops", "Matrix products, contractions, and rearrangements described by a string.",
                 ["numpy/product/matmul.hpp", "numpy/product/contract.hpp", "numpy/product/einsum.hpp", "numpy/patterns/rearrange.hpp", "numpy/patterns/", "numpy/product/"], ["inner", "vecdot"]),
    "assignment": ("Assignment and scatter", "Evaluation, assignment without temporaries, and writing to selected elements.",
                   ["assign/", "evaluate/", "numpy/select/scatter_nd.hpp", "numpy/select/put.hpp", "numpy/foreign.hpp"], ["put_along_axis"]),
    "random": ("Random numbers", "Namespace `stria::random`, header `<stria/random.hpp>`.", ["random/", "random.hpp"], []),
    "linalg": ("Linear algebra", "Namespace `stria::linalg`, header `<stria/linalg.hpp>`, CMake target `stria::linalg`.", ["linalg/", "linalg.hpp"], []),
    "fft": ("Fourier transforms", "Namespace `stria::fft`, header `<stria/fft.hpp>`, CMake target `stria::fft`.", ["fft/", "fft.hpp"], []),
    "signal": ("Signals, polynomials, interpolation", "Convolution, pooling, filters, windows, polynomials, interpolation and the resizing of images.",
               ["signal/", "signal.hpp", "numpy/calculus/polynomial.hpp", "numpy/calculus/convolve.hpp", "numpy/calculus/interp.hpp",
                "numpy/calculus/conv.hpp", "numpy/calculus/resize.hpp", "numpy/calculus/sample_loops.hpp", "numpy/calculus/map_coordinates.hpp"], ["fftconvolve", "signal::fftconvolve", "fft::fftconvolve"]),
    "gradients": ("Gradients", "Derivatives of functions of tensors. Header `<stria/grad.hpp>`.", ["grad/", "grad.hpp"], []),
    "ranges": ("Ranges", "Header `<stria/ranges.hpp>`.", ["ranges.hpp"], []),
    "files": ("Files", "NumPy files, text tables, images, HDF5 and other formats. Each header needs only its own library.", ["io/"], []),
    "interop": ("Interoperability", "Memory shared with Eigen, mdspan, DLPack and Python.", ["interop/"], []),
    "devices": ("Devices", "Tensors in the memory of a GPU. Header `<stria/device.hpp>`, CMake target `stria::device`.", ["device/", "device.hpp"], []),
    "printing": ("Printing and drawing", "Text, SVG drawings, heatmaps and progress bars.", ["show/"], []),
    "running": ("Threads, memory, routes", "How assignments run, and functions that report it.", ["math/", "threads/", "tensor/buffer.hpp", "tensor/memory.hpp", "tensor/kept_blocks.hpp", "evaluate/nest/", "fold/"],
                ["route", "route_of", "explain_route"]),
    "errors": ("Errors", "The exceptions, and what a refused call returns.", ["base/"], []),
    "macros": ("Macros, CMake targets and options", "What a program defines, asks for and links.", [], []),
}


def of_run_time_axis(d):
    """Whether an overload is for axes that are known only at run time."""
    return "run_time_axes" in d.requires or any(re.match(r"(const )?(stria::)?axis\b", p.text) for p in d.parameters)


HEAD = ["---", "pageClass: reference", "---", ""]


def header_of(d):
    """The header as it is included."""
    return d.header.split("/", 1)[1]


def topic_of(entry):
    d = entry.main[0]
    if d.kind == "macro":
        return "macros"
    for topic, (_, _, _, names) in TOPICS.items():
        if entry.name in names:
            return topic
    header = header_of(d).removeprefix("stria/")
    best = max(((len(prefix), topic) for topic, (_, _, prefixes, _) in TOPICS.items() for prefix in prefixes
                if header.startswith(prefix)), default=None)
    return best[1] if best else None


WORDS = {"+": "plus", "-": "minus", "*": "times", "/": "divide", "%": "modulo", "&": "and", "|": "or", "^": "xor", "~": "invert",
         "!": "not", "=": "is", "<": "less", ">": "greater", "(": "call", ")": "", "[": "subscript", "]": ""}


def anchor_of(name):
    if "operator" in name:
        sign = name.split("operator", 1)[1].strip()
        prefix = name.split("operator", 1)[0].replace("::", "-").lower()
        return prefix + "operator-" + "-".join(filter(None, (WORDS.get(c, c if c.isalnum() or c == "_" else "") for c in sign)))
    return name.replace("::", "-").lower()


def packs_of(template):
    return set(re.findall(r"\.\.\.\s*(\w+)", template))


def plain(text):
    """A type or value without the prefix `stria::`."""
    return re.sub(r"\bstria::", "", text)


def shown_parameters(d, names):
    """The parameters of a declaration with the names of its comment."""
    out = []
    left = [n for n in names if n not in {p.name for p in d.parameters}]
    positional = len(names) == len(d.parameters)
    for k, p in enumerate(d.parameters):
        if p.name in ("", "tag") and re.fullmatch(r"(const )?(\w+::)*\w+_t", p.text):  # a tag
            name = re.sub(r".*[: ]", "", p.text).removesuffix("_t")
        elif positional:
            name = names[k]
        elif p.name and (p.name in names or not left):
            name = p.name
        elif left:
            name = left.pop(0)
        else:
            name = p.name or re.sub(r"[^\w].*", "", re.sub(r"^(const |detail::)+", "", p.text)).lower().removesuffix("_t")
        name = name.rstrip("_.")
        if p.pack and k == len(d.parameters) - 1 and left and not positional:
            # The pack has all further parameters of the comment.
            out += [n.rstrip("_.") for n in [name, *left]]
            name, left = out.pop(), []
        if p.pack:
            name += "…"
        default = plain(p.default)
        if default and "detail::" not in default and "{}" not in default and len(default) < 24:
            name += f" = {default}"
        elif default:
            name = f"[{name}]"
        out.append(name)
    return out


def explicit_parameters(d):
    """The template parameters that a call must name, because they do not occur in the type of a parameter."""
    parts, depth, part = [], 0, ""
    for c in d.template + ",":
        depth += {"<": 1, "(": 1, "{": 1, ">": -1, ")": -1, "}": -1}.get(c, 0)
        if c == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += c
    types = " ".join(p.text for p in d.parameters)
    names = [re.findall(r"\w+", p)[-1] for p in parts if "=" not in p and len(re.findall(r"\w+", p)) > 1]
    return [n for n in names if not re.search(rf"\b{n}\b", types)]


def signature(entry_name, d, comment, all_names):
    scope, _, short = entry_name.rpartition("::")
    scope = scope + "::" if scope else ""
    names = [n for group, _ in comment.parameters for n in group] or all_names
    if d.kind == "function":
        optional = {n for group, text in comment.template_parameters for n in group
                    if re.search(r"\b(default|instead of|optional|deduced)\b", text)}
        packs = packs_of(d.template)
        documented = {n for group, _ in comment.template_parameters for n in group}
        explicit = [n for n in explicit_parameters(d) if n not in optional and (n not in packs or n in documented)]
        template = "<" + ", ".join(n + ("…" if n in packs else "") for n in explicit) + ">" if explicit else ""
        parameters = shown_parameters(d, names)
        sign = re.fullmatch(r"operator\s*(\W+)", short)
        if sign and sign.group(1) not in ("()", "[]", '""'):
            if len(parameters) == 2:
                return f"{parameters[0]} {sign.group(1)} {parameters[1]}"
            if len(parameters) == 1:
                return f"{sign.group(1)}{parameters[0]}"
        if short.startswith('operator""'):
            return f'"text"{short[10:]}' if "fixed_string" in d.template else f"12{short[10:]}"
        result = plain(d.type)
        result = re.sub(r"^\s*(\[\[\w+\]\]\s*)?", "", result)
        simple = result and result not in ("auto", "void", "decltype(auto)") and "detail::" not in result and "<" not in result and \
            re.fullmatch(r"[\w:]+( ?[&*])?", result)
        return f"{scope}{short}{template}({', '.join(parameters)})" + (f" -> {result}" if simple else "")
    if d.kind in ("class", "enum", "alias", "concept"):
        template = f"template <{plain(d.template)}> " if d.template and "detail::" not in d.template else ""
        if d.template and not template:
            names = [re.sub(r"\s*=.*", "", part).split()[-1] for part in re.sub(r"<[^<>]*>", "", d.template).split(",") if part.split()]
            template = f"template <class {', class '.join(names)}> "
        if d.kind == "alias":
            simple = "detail::" not in d.type and "decltype" not in d.type and len(d.type) < 60
            return f"{template}using {scope}{short}" + (f" = {plain(d.type)}" if simple else "")
        if d.kind == "enum":
            return f"enum class {scope}{short} {{ {', '.join(m.name for m in d.members)} }}"
        return f"{template}{d.text or d.kind} {scope}{short}"
    if d.kind == "using":
        return f"using {plain(d.type)}"
    return f"{scope}{short}"


def wrapped(text, width=100):
    """The lines of a declaration, broken after commas."""
    lines = [""]
    for part in re.split(r"(?<=, )|(?<=> )(?=struct|class)", text):
        if len(lines[-1]) + len(part.rstrip()) > width:
            lines.append("    ")
        lines[-1] += part
    return [line.rstrip() for line in lines]


class Pages:
    def __init__(self, reference):
        self.reference = reference
        self.entries = reference.entries
        self.topics = {}
        for name, entry in self.entries.items():
            topic = topic_of(entry)
            if topic is None:
                raise SystemExit(f"reference: no topic for {name} of {entry.main[0].header}: scripts/reference_pages.py lists the topics")
            self.topics.setdefault(topic, []).append(name)
        self.places = {name: (topic, anchor_of(name)) for topic, names in self.topics.items() for name in names}
        order = {}
        for k, (title, _, prefixes, names) in enumerate(TOPICS.values()):
            order.update({p: i for i, p in enumerate(prefixes)})
        self.umbrella = self.included_by("stria/stria.hpp")

    def included_by(self, header, seen=None):
        seen = set() if seen is None else seen
        if header in seen:
            return seen
        seen.add(header)
        for folder in ("dsl", "include"):
            path = self.reference.root / folder / header
            if path.exists():
                for other in re.findall(r"#include <(stria/[^>]+)>", path.read_text(encoding="utf-8")):
                    self.included_by(other, seen)
        return seen

    def link(self, name, label=None):
        topic, anchor = self.places[name]
        return f"[`{label or name}`](/reference/{topic}#{anchor})"

    def linked(self, text, here):
        """Prose with links at the names of other entries: `name` and name()."""
        def by_name(match):
            name = next(g for g in match.groups() if g)
            bare = name.removesuffix("()")
            scope = here.rpartition("::")[0]
            for candidate in (f"{scope}::{bare}" if scope else bare, bare):
                if candidate in self.places and candidate != here:
                    return self.link(candidate, name)
            return f"`{name}`"
        out = []
        for k, part in enumerate(re.split(r"(`[^`]*`)", text)):
            if k % 2:
                out.append(re.sub(r"^`([\w:]+(?:\(\))?)`$", by_name, part))
            else:  # a call, or a name with an underscore
                part = part.replace("<", "&lt;").replace("{{", "&#123;&#123;")
                out.append(re.sub(r"(?<![\w/&:.])(?:((?:\w+::)*[a-z_]\w*\(\))|((?:\w+::)*[a-z]+(?:_[a-z0-9]+)+))(?![\w(/])", by_name, part))
        return "".join(out)

    def cell(self, text, here):
        return self.linked(text, here).replace("|", "\\|")

    def part(self, comment, other, tag):
        return comment.parts.get(tag) or (other.main[1].parts.get(tag) if other else None) or []

    def entry(self, name):
        import reference as rules
        entry = self.entries[name]
        d, comment = entry.main
        other = rules.find_target(entry, self.entries)
        lines = [f"## {self.escape(name)} {{#{anchor_of(name)}}}", ""]
        if entry.kind == "using" and other:
            lines += [f"The same as {self.link(other.name)}.", ""]
            return lines
        # The overloads for run-time axes are omitted, because the description of the axes covers them.
        overloads = [c for k, c in enumerate(rules.shown_overloads(entry)) if k == 0 or not of_run_time_axis(c[0])]
        names = [n for group, _ in comment.parameters for n in group]
        shown = []
        for declared, said in overloads:
            text = signature(name, declared, said, names)
            if text not in shown:
                shown.append(text)
        lines += ["```cpp", *(line for text in shown for line in wrapped(text)), "```", ""]
        if comment.summary:
            lines += [self.linked(comment.summary, name), ""]
        for paragraph in comment.text:
            lines += self.prose(paragraph, name) + [""]
        for declared, said in overloads[1:]:
            if said.summary and said.summary != comment.summary:
                text = " ".join([said.summary, *(" ".join(t.split()) for t in said.text)])
                lines += [f"- `{signature(name, declared, said, names)}`: {self.linked(text, name)}"]
                for tag, label in (("throws", "Throws"), ("refuses", "Does not compile"), ("numpy", "NumPy"), ("usage", "Example")):
                    for part in said.parts.get(tag, []):
                        if part and part != "none":
                            lines[-1] += f" {label}: {self.linked(part, name)}."
        if len(overloads) > 1:
            lines += [""]
        parameters = comment.template_parameters + (comment.parameters or (other.main[1].parameters if other else []))
        if parameters:
            lines += ["| parameter | |", "| --- | --- |"]
            for group, text in parameters:
                lines.append(f"| {', '.join(f'`{n}`' for n in group)} | {self.cell(text, name)} |")
            lines.append("")
        rows = []
        for tag, label in (("returns", "Result"), ("throws", "Throws"), ("refuses", "Does not compile"), ("complexity", "Complexity"),
                           ("numpy", "NumPy")):
            parts = [p for p in self.part(comment, other, tag) if p]
            if tag == "numpy":
                parts = ["–" if p == "none" else re.sub(r"^none[;,] ", "–; ", p) for p in parts]
            if tag == "refuses" and parts in (["nothing"], ["none"]):
                continue
            if parts:
                rows.append(f"| {label} | {'; '.join(self.cell(p, name) for p in parts)} |")
        header = header_of(d)
        include = f"`<{header}>`" + (", part of `<stria/stria.hpp>`" if header in self.umbrella else "")
        rows.append(f"| Header | {include} |" if d.kind != "macro" else f"| Header | `<{header}>` |")
        lines += ["| | |", "| --- | --- |", *rows, ""]
        usages = [u for c in [comment] for u in c.parts.get("usage", []) if u] or (self.part(comment, other, "usage"))
        if usages:
            code = []
            for usage in usages:
                code += self.examples(usage)
            lines += ["```cpp", *code, "```", ""]
        see = [s.strip(" `().") for part in comment.parts.get("see", []) for s in part.split(",")]
        see = [self.link(s) if s in self.places else (self.link(f"{name.rpartition('::')[0]}::{s}") if f"{name.rpartition('::')[0]}::{s}" in self.places else "`" + s + "`")
               for s in see if s]
        if see:
            lines += ["See also: " + ", ".join(see), ""]
        if d.kind in ("class", "enum"):
            lines += self.members(name, d)
        return lines

    def spellings(self, name):
        """The NumPy calls and the examples of an entry, for the search."""
        import reference as rules
        entry = self.entries[name]
        other = rules.find_target(entry, self.entries)
        parts = [p for tag in ("numpy", "usage") for p in self.part(entry.main[1], other, tag) if p and p != "none"]
        return [p.replace("`", "") for p in parts]

    @staticmethod
    def examples(usage):
        """The lines of an example such as "`a`, `b`, with a remark": one line for each piece of code. The text after a
        piece becomes a comment."""
        code, pieces = [], re.split(r"(`[^`]+`)", usage)
        for k, piece in enumerate(pieces):
            if k % 2:
                code.append(piece[1:-1])
            else:
                remark = piece.strip(" ,;.")
                if remark and code and remark not in ("and", "or"):
                    code[-1] += f"  // {remark}"
        return code or [usage]

    def prose(self, paragraph, name):
        if paragraph.startswith("```") or paragraph.startswith("    "):
            return paragraph.splitlines()
        return [self.linked(line, name) for line in paragraph.splitlines()]

    @staticmethod
    def escape(text):
        return text.replace("<", "&lt;").replace(">", "&gt;").replace("*", "\\*").replace("_", "\\_").replace("[]", "\\[\\]")

    def all_members(self, d, depth=0):
        """Members with comments, also those of bases in namespace detail."""
        members = list(d.members)
        if depth < 4:
            for base in re.findall(r"(?:public\s+)?(?:stria::)?(?:detail::|operators::)?(\w+)\s*(?=<|,|$)", d.bases):
                for found in self.reference.declarations:
                    # These two bases are skipped, because only the library uses their members.
                    if found.kind == "class" and found.name == base and found.after == "" and base not in ("operand_base", "any_operand"):
                        own = {m.name for m in members}
                        members += [m for m in self.all_members(found, depth + 1) if m.kind == "function"
                                    and (m.name not in own or m.name.startswith("operator"))]
                        break
        return members

    def members(self, name, d):
        import reference as rules
        short = name.rpartition("::")[2]
        out, seen = [], set()
        for m in self.all_members(d):
            if not m.comment or not rules.public_member(m):
                continue
            said = rules.read(m.comment)
            names = [n for group, _ in said.parameters for n in group]
            if m.kind == "function":
                text = self.member_signature(short, m, names, said)
            else:
                text = m.name
            key = (text, said.summary)
            if key in seen:
                continue
            seen.add(key)
            line = f"- `{text}`: {self.linked(' '.join([said.summary, *(' '.join(t.split()) for t in said.text)]), name)}"
            for group, part in said.parameters:
                line += f"\n  - {', '.join(f'`{n}`' for n in group)}: {self.linked(part, name)}"
            for tag, label in (("returns", "Result"), ("throws", "Throws"), ("refuses", "Does not compile"), ("complexity", "Complexity"),
                               ("numpy", "NumPy"), ("usage", "Example")):
                for part in said.parts.get(tag, []):
                    if part and part not in ("none", "nothing"):
                        line += f"\n  - {label}: {self.linked(part, name)}"
            out.append(line)
        return ["**Members**" if d.kind == "class" else "**Values**", "", *out, ""] if out else []

    @staticmethod
    def member_signature(short, m, names, said):
        parameters = shown_parameters(m, names)
        if m.text == "constructor":
            return f"{short}({', '.join(parameters)})"
        sign = re.fullmatch(r"operator\s*(\W+)", m.name)
        if sign:
            sign = sign.group(1)
            if sign == "[]":
                return f"[{', '.join(parameters)}]"
            if sign == "()":
                return f"({', '.join(parameters)})"
            return f"{sign} {', '.join(parameters)}".strip()
        explicit = [n for group, _ in said.template_parameters for n in group]
        template = "<" + ", ".join(explicit) + ">" if explicit else ""
        return f"{m.name}{template}" + (f"({', '.join(parameters)})" if not m.name.startswith("operator ") else "")

    # Pages.

    def page(self, topic):
        title, introduction, prefixes, _ = TOPICS[topic]
        names = self.topics.get(topic, [])

        def rank(name):
            d = self.entries[name].main[0]
            header = header_of(d).removeprefix("stria/")
            first = next((k for k, p in enumerate(prefixes) if header.startswith(p)), len(prefixes))
            return first, header, d.line
        names = sorted(names, key=rank)
        lines = [*HEAD, f"# {title} {{#page}}", "", introduction, ""]
        lines += self.table(names)
        if topic == "macros":
            lines += cmake_tables(self.reference.root)
        for name in names:
            lines += self.entry(name)
        return "\n".join(lines) + "\n"

    def table(self, names):
        if not names:
            return []
        lines = ["| name | |", "| --- | --- |"]
        import reference as rules
        for name in names:
            entry = self.entries[name]
            other = rules.find_target(entry, self.entries) if entry.kind == "using" else None
            summary = f"The same as {self.link(other.name)}." if other else self.cell(entry.main[1].summary, name)
            lines.append(f"| {self.link(name).replace('|', chr(92) + '|')} | {summary} |")
        return lines + [""]

    def index(self):
        lines = [*HEAD, "# Reference {#page}", "", "Every public name of stria by topic. The pages are generated from the comments in the headers.", "",
                 "Names without a namespace are in namespace `stria`. Programs usually include `<stria/stria.hpp>`; an entry names the header that is "
                 "sufficient.", "", "| topic | |", "| --- | --- |"]
        for topic, (title, introduction, _, _) in TOPICS.items():
            if topic in self.topics or topic == "macros":
                lines.append(f"| [{title}](/reference/{topic}) | {introduction.replace('|', chr(92) + '|')} |")
        lines += ["", "## All names", ""]
        letters = {}
        for name in sorted(self.places, key=lambda n: (n.rpartition("::")[2].lower(), n)):
            short = name.rpartition("::")[2]
            letters.setdefault(short[0].upper() if short[0].isalpha() and not short.startswith("operator") else "Operators and constants", []).append(name)
        for letter in sorted(letters, key=lambda k: (len(k) > 1, k)):
            lines += [f"**{letter}**", "", " · ".join(self.link(n) for n in letters[letter]), ""]
        return "\n".join(lines) + "\n"


# The macros that a program may define before it includes a header. They must be the same in all files of a program.
CONFIGURATION = {
    "STRIA_UNCHECKED": "Removes the bounds check of single elements (`a[i, j]` with integers). Everything else stays checked.",
    "STRIA_USE_SIMD": "Computes `exp`, `sin` and similar functions with SIMD instructions; `stria::simd` defines it.",
    "STRIA_USE_THREADS": "Runs large loops on several threads; `stria::parallel` defines it.",
    "STRIA_USE_CBLAS": "Multiplies matrices by CBLAS; `stria::blas` defines it.",
    "STRIA_USE_INSTANTIATED": "Takes common code from the compiled part instead of compiling it again. Installed targets and `stria::instantiated` define it.",
    "STRIA_HEADER_ONLY": "Compiles everything in each file, also if the compiled part is linked; `stria::header_only` defines it.",
    "STRIA_NO_HANA": "Uses integral constants of stria instead of those of Boost.Hana.",
    "STRIA_NO_RANGE_V3": "Makes `<stria/ranges.hpp>` work with `std::ranges` alone.",
    "STRIA_WARNINGS": "Lets warnings apply to the headers of stria, which are system headers otherwise.",
}


def tested_macros(root):
    """The macros that headers test, and that no header defines."""
    tested, defined = set(), set()
    for folder in ("dsl", "include"):
        for path in (root / folder).rglob("*.hpp"):
            text = path.read_text(encoding="utf-8")
            tested |= set(re.findall(r"defined\(?\s*(STRIA_\w+)|#\s*ifn?def\s+(STRIA_\w+)", text))
            defined |= set(re.findall(r"#\s*define\s+(STRIA_\w+)", text))
    return {a or b for a, b in tested} - defined


def cmake_tables(root):
    """The macros, targets and options that projects use."""
    unknown = tested_macros(root) ^ set(CONFIGURATION)
    if unknown:
        raise SystemExit(f"reference: CONFIGURATION of scripts/reference_pages.py and the headers differ in {', '.join(sorted(unknown))}")
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    options = []
    for name, said, default in re.findall(r'^\s*option\((STRIA_\w+) "([^"]+)" ([^)]+)\)', text, re.MULTILINE):
        default = "`ON` for the top-level project" if "PROJECT_IS_TOP_LEVEL" in default else f"`{default}`"
        options.append(f"| `{name}` | {said} | {default} |")
    targets = re.findall(r"^\s*add_library\((stria::\w+) ALIAS", text, re.MULTILINE)
    products = (root / "cmake/products.cmake").read_text(encoding="utf-8")
    parts = re.search(r"set\(STRIA_PARTS ([^)]+)\)", products)
    targets += re.findall(r"stria_add_\w+\((stria::ranges)\)", products) + [f"stria::{part}" for part in (parts.group(1).split() if parts else [])]
    return ["## Configuration macros {#configuration}", "",
            "A program defines them for all of its files, before the first header.", "", "| macro | |", "| --- | --- |",
            *(f"| `{name}` | {said} |" for name, said in CONFIGURATION.items()), "",
            "## CMake targets {#cmake-targets}", "", ", ".join(f"`{t}`" for t in dict.fromkeys(targets)) + ".", "",
            "[The page about linking](/linking) describes what each of them needs and adds.", "",
            "## CMake options {#cmake-options}", "", "| option | | default |", "| --- | --- | --- |", *options, ""]


def write(reference, folder):
    pages = Pages(reference)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.md"):
        old.unlink()
    for topic in TOPICS:
        (folder / f"{topic}.md").write_text(pages.page(topic), encoding="utf-8")
    (folder / "index.md").write_text(pages.index(), encoding="utf-8")
    incomplete = len(reference.incomplete())
    print(f"reference: {len(pages.places)} names in {len(TOPICS)} pages; {incomplete} incomplete")
    return pages
