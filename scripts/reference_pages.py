# SPDX-License-Identifier: BSL-1.0
"""Writes the reference as Markdown, one page for each topic. scripts/reference.py calls it."""

import dataclasses
import re
from pathlib import Path

# For each topic: title, introduction, headers (prefixes of their paths), names from other headers.
TOPICS = {
    "tensor": ("Tensors", "`tensor` owns its elements. Extents are integers, `dyn` or names.",
               ["tensor/tensor.hpp", "shape/", "base/index.hpp", "tensor/fwd.hpp", "tensor/operand.hpp"], []),
    "views": ("Views", "A view refers to elements that a tensor, a container or another library owns.",
              ["tensor/", "numpy/shape/as_view.hpp", "numpy/shape/member_view.hpp"], []),
    "layouts": ("Orders of axes", "Row-major and column-major tensors and views.", ["tensor/storage_order.hpp", "numpy/make/fortran.hpp"],
                ["layout::row_major_t", "layout::column_major_t", "layout::row_major", "layout::column_major", "column_major", "row_major"]),
    "any": ("Run-time rank and element type", "Containers whose rank or element type is known at run time only.",
            ["numpy/shape/any_tensor.hpp", "numpy/shape/any_array.hpp"], []),
    "constants": ("Integer constants, text subscripts", "Integers that are known at compile time, as items and as axes, and subscripts in the notation of NumPy.", [],
                  ["constant", 'operator""_c', *(f"_{k}" for k in range(10)), "index_text", 'operator""_ix']),
    "indexing": ("Indexing", "The items of a subscript.", ["token/", "subscript/"], []),
    "take": ("Selecting elements", "Functions that select elements by positions, by masks or by conditions.",
             ["numpy/select/take.hpp", "numpy/select/select.hpp", "numpy/select/compress.hpp", "numpy/select/choose.hpp", "numpy/select/piecewise.hpp"], []),
    "positions": ("Positions", "Functions that return index arrays and flat positions.",
                  ["numpy/select/axis_positions.hpp", "numpy/select/nonzero.hpp", "numpy/select/unravel.hpp", "numpy/select/triangle_indices.hpp"], []),
    "strided-slice": ("StridedSlice", "The masks behind a subscript, for programs that work with them directly.",
                      ["mask/", "expr/strided_slice.hpp"], []),
    "plans": ("Slice plans", "The elements that the masks select, and their description in words.", ["plan/"], []),
    "creation": ("Creating tensors", "Functions that make tensors of a shape, of a value or of a function.",
                 ["numpy/make/make.hpp", "evaluate/as_tensor.hpp", "numpy/make/maker.hpp"], []),
    "spaced": ("Number ranges and grids", "Vectors of evenly spaced numbers, and coordinates of grids.", ["numpy/make/spaced.hpp", "numpy/make/meshgrid.hpp"], []),
    "matrices": ("Special matrices", "Identity, diagonal and triangular matrices.", [], ["identity", "tri", "vander", "eye", "diag", "diagflat", "triu", "tril"]),
    "operators": ("Operators", "All operators work element by element, broadcast their operands and are lazy.", ["expr/operators.hpp"], []),
    "compound": ("Compound assignment", "Operators that change the elements of a tensor or of a view. For `t[index]`, repeated positions accumulate.", [],
                 ["operator" + sign + "=" for sign in ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")]),
    "exponentials": ("Exponentials and logarithms", "Functions of real numbers also accept a number.", [],
                     ["exp", "exp2", "expm1", "log", "log1p", "log2", "log10", "logaddexp", "logaddexp2"]),
    "math": ("Powers and roots", "Each element of the result depends on one element of each operand. Operands broadcast. Functions of real numbers also "
             "accept a number.", ["numpy/elementwise/", "expr/"], ["astype"]),
    "arithmetic": ("Arithmetic functions", "Functions for the operators of arithmetic, and for divisions with remainder.", [],
                   ["add", "subtract", "multiply", "divide", "true_divide", "floor_divide", "remainder", "mod", "fmod", "divmod", "fma", "negative", "positive", "gcd", "lcm"]),
    "trigonometry": ("Trigonometric functions", "Angles are in radians.", [],
                     ["sin", "cos", "tan", "asin", "acos", "atan", "atan2", "arcsin", "arccos", "arctan", "arctan2", "deg2rad", "rad2deg", "degrees", "radians"]),
    "hyperbolic": ("Hyperbolic functions", "Functions of real and complex numbers.", [],
                   ["sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "arcsinh", "arccosh", "arctanh"]),
    "special": ("Special functions, constants", "Error function, gamma function and others.", ["numpy/elementwise/constants.hpp"],
                ["erf", "erfc", "tgamma", "lgamma", "i0", "sinc"]),
    "rounding": ("Rounding", "Functions that round, or that split a number.", [],
                 ["floor", "ceil", "trunc", "round", "rint", "fix", "around", "modf", "frexp", "ldexp", "nextafter"]),
    "magnitude": ("Absolute values, signs, limits", "Functions of the magnitude or the sign, and the larger or smaller of two elements.", [],
                  ["abs", "absolute", "fabs", "sign", "copysign", "signbit", "heaviside", "maximum", "minimum", "fmax", "fmin", "clip", "nan_to_num"]),
    "comparisons": ("Comparisons and logic", "Functions for the operators that return bools.", [],
                    ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and", "logical_or", "logical_xor", "logical_not"]),
    "tests": ("Tests of elements", "Closeness, equality, NaN and infinity.", ["numpy/elementwise/close.hpp"],
              ["isnan", "isinf", "isfinite", "isposinf", "isneginf", "iscomplex", "isreal"]),
    "bits": ("Bits", "Functions of the bits of integers.", [],
             ["bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "left_shift", "bitwise_right_shift", "right_shift", "bitwise_invert", "bitwise_not",
              "invert", "bitwise_count"]),
    "conversion": ("Conversion, choice, complex numbers", "Conversions of elements, a choice by a condition, functions of the program, and parts of complex numbers.", [],
                   ["cast", "astype", "where", "map", "real", "imag", "arg", "angle", "conj", "conjugate"]),
    "reductions": ("Reductions", "A reduction over all axes without `keepdims` is computed at once and returns a number. Over some axes, or "
                   "with `keepdims`, it is lazy.", ["numpy/reduce/reduce.hpp", "arguments/", "fold/all_axes.hpp"], []),
    "reductions-more": ("Norms and other reductions", "Norms, `logsumexp`, and reductions by a function of the program.",
                        ["numpy/reduce/norms.hpp", "numpy/reduce/reduce_by.hpp", "numpy/reduce/reduce_at.hpp", "numpy/reduce/apply_along.hpp"],
                        ["logsumexp", "norm", "argmin", "argmax", "none_of", "count_nonzero"]),
    "reductions-nan": ("Reductions without NaN", "Reductions that ignore NaN.", ["numpy/reduce/nan.hpp"], []),
    "cumulative": ("Cumulative sums", "Each element depends on its predecessors along an axis.", ["numpy/reduce/scan.hpp", "numpy/reduce/cumulative.hpp", "numpy/reduce/accumulate.hpp"],
                   ["nancumsum", "nancumprod"]),
    "calculus": ("Differences and integrals", "Each element depends on its neighbours along an axis.",
                 ["numpy/calculus/diff.hpp", "numpy/calculus/gradient.hpp"], ["ediff1d", "trapezoid", "trapz"]),
    "sorting": ("Sorting and searching", "Order statistics, and positions in sorted data.",
                ["numpy/order/sort.hpp", "numpy/order/sorter.hpp", "numpy/order/partition.hpp", "numpy/order/lexsort.hpp", "numpy/order/"], ["searchsorted"]),
    "sets": ("Sets", "Rank-1 tensors as sets.", ["numpy/order/sets.hpp"],
             [prefix + suffix for prefix in ("unique", "unique_values", "unique_counts", "unique_inverse", "unique_all") for suffix in ("", "_result")]),
    "statistics": ("Statistics", "Moments and correlations.",
                   ["numpy/statistics/statistics.hpp", "numpy/statistics/average.hpp", "numpy/statistics/covariance.hpp", "numpy/statistics/"], []),
    "quantiles": ("Quantiles", "Median, percentiles and quantiles.", ["numpy/statistics/quantile.hpp"], []),
    "histograms": ("Histograms", "Counts of values and of bins.",
                   ["numpy/statistics/histogram.hpp", "numpy/statistics/histogramdd.hpp", "numpy/statistics/count.hpp", "numpy/statistics/digitize.hpp"], []),
    "shape": ("Shapes", "Where the result can be a view, it is one.", ["numpy/shape/reshape.hpp", "numpy/shape/broadcast_to.hpp"],
              ["resize", "squeeze", "expand_dims", "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_arrays"]),
    "axes": ("Axes", "Reordering axes, and the order of elements along them. Where the result can be a view, it is one.",
             ["numpy/shape/permute.hpp", "numpy/shape/flip.hpp", "numpy/shape/roll.hpp", "numpy/shape/diagonal.hpp"],
             ["fliplr", "flipud", "matrix_transpose", "permute_dims"]),
    "joining": ("Joining", "Tensors that consist of others.", ["numpy/join/concat.hpp", "numpy/join/joins.hpp", "numpy/join/tile.hpp", "numpy/join/"], ["append"]),
    "splitting": ("Splitting", "Parts of a tensor.", ["numpy/join/split.hpp"], ["sliding_window", "unstack"]),
    "padding": ("Padding, inserting, deleting", "Tensors with more or fewer elements.", ["numpy/join/pad.hpp", "numpy/join/edit.hpp"], []),
    "products": ("Products", "Matrix products and contractions.", ["numpy/product/matmul.hpp", "numpy/product/contract.hpp", "numpy/product/"], ["inner", "vecdot"]),
    "einops": ("Einsum, einops", "Contractions and rearrangements described by a string.", ["numpy/product/einsum.hpp", "numpy/patterns/"], []),
    "assignment": ("Assignment", "Evaluation, assignment without temporaries, and writing to selected elements.",
                   ["assign/", "evaluate/", "numpy/select/put.hpp", "numpy/foreign.hpp"], ["put_along_axis"]),
    "scatter": ("Scatter", "Writing to index arrays, where repeated positions accumulate.", ["numpy/select/scatter_nd.hpp"], ["assign_max", "assign_min", "assign_with"]),
    "random": ("Random numbers", "Namespace `stria::random`, header `<stria/random.hpp>`.", ["random/", "random.hpp"], []),
    "random-positive": ("Random numbers: gamma and related distributions", "Namespace `stria::random`, header `<stria/random.hpp>`.", [],
                        ["random::" + name for name in ("standard_exponential", "exponential", "standard_gamma", "gamma", "beta", "chi_square", "chisquare", "f", "power",
                                                        "rayleigh")]),
    "random-real": ("Random numbers: other continuous distributions", "Namespace `stria::random`, header `<stria/random.hpp>`.", [],
                    ["random::" + name for name in ("standard_t", "lognormal", "laplace", "logistic", "gumbel", "weibull", "pareto", "triangular", "standard_cauchy", "vonmises")]),
    "random-discrete": ("Random numbers: integers and vectors", "Namespace `stria::random`, header `<stria/random.hpp>`.", [],
                        ["random::" + name for name in ("binomial", "poisson", "geometric", "negative_binomial", "hypergeometric", "dirichlet", "multinomial",
                                                        "multivariate_normal")]),
    "linalg": ("Linear algebra", "Namespace `stria::linalg`, header `<stria/linalg.hpp>`, CMake target `stria::linalg`.", ["linalg/", "linalg.hpp"], []),
    "linalg-norms": ("Linear algebra: norms, powers, products", "Namespace `stria::linalg`, header `<stria/linalg.hpp>`, CMake target `stria::linalg`.",
                     ["linalg/norm.hpp", "linalg/power.hpp", "linalg/products.hpp"], []),
    "linalg-factors": ("Linear algebra: factors, eigenvalues", "Namespace `stria::linalg`, header `<stria/linalg.hpp>`, CMake target `stria::linalg`.",
                       ["linalg/factor.hpp", "linalg/eigenvalues.hpp"], []),
    "linalg-svd": ("Linear algebra: singular values, least squares", "Namespace `stria::linalg`, header `<stria/linalg.hpp>`, CMake target `stria::linalg`.", ["linalg/svd.hpp"],
                   ["linalg::reduced", "linalg::complete", "linalg::reduced_t", "linalg::complete_t"]),
    "fft": ("Fourier transforms", "Namespace `stria::fft`, header `<stria/fft.hpp>`, CMake target `stria::fft`.", ["fft/", "fft.hpp"], []),
    "fft-axes": ("Fourier transforms along several axes", "Namespace `stria::fft`, header `<stria/fft.hpp>`, CMake target `stria::fft`.", [],
                 ["fft::" + name for name in ("fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2", "fftshift", "ifftshift")]),
    "signal": ("Filters and windows", "Header `<stria/signal.hpp>`. The names of namespace `stria::signal` are also names of `stria`.", ["signal/", "signal.hpp"], []),
    "convolution": ("Convolution and interpolation", "Functions of samples.", ["numpy/calculus/convolve.hpp", "numpy/calculus/interp.hpp"],
                    ["fftconvolve", "signal::fftconvolve", "fft::fftconvolve", "signal::convolve2d", "signal::correlate2d", "convolve2d", "correlate2d", "signal::boundary",
                     "signal::mode", "unwrap"]),
    "layers": ("Layers and images", "Convolutions of layers, pooling, and the resizing of images.",
               ["numpy/calculus/conv.hpp", "numpy/calculus/resize.hpp", "numpy/calculus/sample_loops.hpp", "numpy/calculus/map_coordinates.hpp"], []),
    "polynomials": ("Polynomials", "A polynomial is a vector of its coefficients, the highest power first.", ["numpy/calculus/polynomial.hpp"], []),
    "gradients": ("Gradients", "Derivatives of functions of tensors. Header `<stria/grad.hpp>`.", ["grad/", "grad.hpp"], []),
    "ranges": ("Ranges", "Header `<stria/ranges.hpp>`.", ["ranges.hpp"], []),
    "files": ("Files: tables and images", "Text tables, PNG, JPEG, PPM and PGM. Each header needs only its own library.", ["io/"], []),
    "npy": ("Files: .npy", "The file format of NumPy for one array.", ["io/npy", "io/map_npy.hpp"], []),
    "npz": ("Files: .npz and structs", "Archives of named arrays, and .npy files whose elements have fields.", ["io/npz.hpp", "io/npy_fields.hpp"], []),
    "hdf5-data": ("Files: data sets of HDF5", "Namespace `stria::hdf5`, header `<stria/io/hdf5.hpp>`, CMake target `stria::hdf5`.",
                  ["io/hdf5_dataset.hpp", "io/hdf5_selection.hpp", "io/hdf5_chunks.hpp", "io/hdf5_create.hpp"], []),
    "hdf5": ("Files: HDF5", "Namespace `stria::hdf5`, header `<stria/io/hdf5.hpp>`, CMake target `stria::hdf5`.", ["io/hdf5"], []),
    "interop": ("Interoperability", "Memory shared with Eigen, mdspan and Python.", ["interop/"], []),
    "dlpack": ("DLPack", "Memory shared through DLPack.", ["interop/dlpack"], []),
    "devices": ("Devices", "Tensors in the memory of a GPU. Header `<stria/device.hpp>`, CMake target `stria::device`.", ["device/", "device.hpp"], []),
    "device-copies": ("Devices: copies and memory", "Copies between the host and devices, streams, and memory of other libraries.", [],
                      ["to_device", "to_host", "host_copy", "stream", "event", "as_device_view", "device_pointer"]),
    "ranks": ("Several machines", "Tensors whose rows are divided among the ranks of MPI. Header `<stria/mpi.hpp>`, CMake target `stria::mpi`.", ["mpi/", "mpi.hpp"], []),
    "printing": ("Printing", "Text and HTML.", ["show/"], []),
    "drawing": ("Drawing", "SVG drawings, heatmaps and colours.",
                ["show/colormap.hpp", "show/heatmap.hpp", "show/explain_svg.hpp", "show/drawing.hpp"], ["drawn_subscript", "notebook_drawing"]),
    "progress": ("Progress of loops", "Header `<stria/show/progress.hpp>`.", ["show/progress.hpp"], []),
    "running": ("Threads, memory, routes", "How assignments run, and functions that report it.", ["math/", "threads/", "tensor/buffer.hpp", "tensor/memory.hpp", "tensor/kept_blocks.hpp", "evaluate/nest/", "fold/"],
                ["route", "route_of", "explain_route"]),
    "errors": ("Errors", "The exceptions, and what a refused call returns.", ["base/"], []),
    "macros": ("Macros, CMake targets and options", "What a program defines, asks for and links.", [], []),
}


def of_run_time_axis(d):
    """Whether an overload is for axes that are known only at run time."""
    return "run_time_axes" in d.requires or any(re.match(r"(const )?(stria::)?axis\b", p.text) for p in d.parameters)


# The headers that users include, the most usual one first. A name of another header has that header in its entry.
USERS_HEADERS = ["stria/stria.hpp", *(f"stria/{name}.hpp" for name in ("random", "linalg", "fft", "signal", "grad", "device", "ranges", "any_tensor")),
                 "stria/io/hdf5.hpp", "stria/io/image.hpp"]
# Summaries of overloads that the introduction of their topic covers.
UNSAID = ("Computes the function of a number.", "The same for a view.", "Along an axis known only at run time: `axis(k)`.")
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


def spelled_out(name, said):
    """A pack in a call: `sizes...` for a plural, `a, b, ...` for a letter, unless its comment speaks of one argument. A singular,
    such as `axis`, is one argument."""
    if len(name) == 1:
        return name if said.startswith(("a ", "an ", "the axes")) else f"{name}, {chr(ord(name) + 1)}, ..."
    return name + "..." * bool(re.search(r"(?:s|indices|axes)$", name) and name != "axis")


def shown_parameters(d, names, comment):
    """The parameters of a declaration with the names of its comment."""
    said = {n: text for group, text in comment.parameters for n in group}
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
        if p.pack and k == len(d.parameters) - 1 and not positional:
            # The pack has all further parameters of the comment. If there are none, it is not shown.
            one = name in names and said.get(name, "").startswith(("a ", "an "))
            further = [name] if one else [*([name] if name in names else []), *left]
            if not further and names:
                continue
            out += [n.rstrip("_.") for n in further[:-1]]
            name, left = further[-1] if further else name, []
        if p.pack:
            name = spelled_out(name, said.get(name, ""))
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
    names = all_names or [n for group, _ in comment.parameters for n in group]
    if d.kind == "function":
        optional = {n for group, text in comment.template_parameters for n in group
                    if re.search(r"\b(default|instead of|optional|deduced)\b", text)}
        packs = packs_of(d.template)
        documented = {n for group, _ in comment.template_parameters for n in group}
        explicit = [n for n in explicit_parameters(d) if n not in optional and (n not in packs or n in documented)]
        template = "<" + ", ".join(n + "..." * (n in packs) for n in explicit) + ">" if explicit else ""
        parameters = shown_parameters(d, names, comment)
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
        import reference as rules
        self.aliases = {}  # the other names of a function
        for name, entry in self.entries.items():
            other = rules.find_target(entry, self.entries)
            if other:
                self.aliases.setdefault(other.name, []).append(name)
        self.umbrellas = {name: self.included_by(name) for name in USERS_HEADERS}

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
        names = [n for group, _ in comment.parameters for n in group]
        form = signature(name, d, comment, names or [n for group, _ in (other.main[1].parameters if other else []) for n in group])
        lines += ["```cpp", *wrapped(form), "```", ""]
        if comment.summary:
            lines += [self.linked(comment.summary, name), ""]
        for paragraph in comment.text:
            lines += self.prose(paragraph, name) + [""]
        if other and entry.kind == "function":
            rows = self.rows(name, comment, None, ("numpy",))
            lines += (["| | |", "| --- | --- |", *rows, ""] if rows else []) + [f"Parameters, errors and an example: {self.link(other.name)}.", ""]
            return lines
        others = self.other_overloads(name, entry, form, names)
        lines += [*others, ""] if others else []
        lines += self.example(name, comment, other)
        parameters = comment.template_parameters + (comment.parameters or (other.main[1].parameters if other else []))
        rows = [f"| {', '.join(f'`{n}`' for n in group)} | {self.cell(text, name)} |" for group, text in parameters]
        rows += self.rows(name, comment, other, ("returns", "throws", "refuses", "complexity", "numpy"))
        rows.append(f"| Header | `<{self.header(d)}>` |")
        aliases = self.aliases.get(name)
        if aliases:
            rows.append(f"| Other names | {', '.join(self.link(a) for a in aliases)} |")
        see = [s.strip(" `().") for part in comment.parts.get("see", []) for s in part.split(",")]
        scope = name.rpartition("::")[0]
        see = [self.link(s) if s in self.places else self.link(f"{scope}::{s}") if f"{scope}::{s}" in self.places else "`" + s + "`" for s in see if s]
        if see:
            rows.append(f"| See also | {', '.join(see)} |")
        lines += ["| | |", "| --- | --- |", *rows, ""]
        if d.kind in ("class", "enum"):
            lines += self.members(name, d)
        return lines

    def rows(self, name, comment, other, tags):
        """Rows of the table of an entry."""
        labels = {"returns": "Result", "throws": "Throws", "refuses": "Does not compile", "complexity": "Complexity", "numpy": "NumPy"}
        rows = []
        for tag in tags:
            parts = [p for p in self.part(comment, other, tag) if p]
            if tag == "numpy":
                parts = ["–" if p == "none" else re.sub(r"^none[;,] ", "–; ", p) for p in parts]
            if tag == "refuses" and parts in (["nothing"], ["none"]):
                continue
            if parts:
                rows.append(f"| {labels[tag]} | {'; '.join(self.cell(p, name) for p in parts)} |")
        return rows

    def header(self, d):
        """The header that users include for a declaration."""
        own = header_of(d)
        return next((header for header, included in self.umbrellas.items() if own in included), own)

    def other_overloads(self, name, entry, form, names):
        """A line for each further form whose comment says something else. Overloads of the same form share a line, and so do those
        of devices. Overloads for run-time axes are omitted, because the descriptions of the axes cover them."""
        import reference as rules
        lines, on_devices, same_form = [], [], []
        for declared, said in rules.shown_overloads(entry)[1:]:
            if said.summary in ("", entry.main[1].summary, *UNSAID) or of_run_time_axis(declared):
                continue
            text = " ".join([said.summary, *(" ".join(t.split()) for t in said.text)])
            text = self.linked(text, name)
            for tag, label in (("throws", "Throws"), ("refuses", "Does not compile"), ("numpy", "NumPy"), ("usage", "Example")):
                for part in said.parts.get(tag, []):
                    if part and part != "none":
                        text += f" {label}: {self.linked(part, name)}."
            if header_of(declared).startswith("stria/device/") and not header_of(entry.main[0]).startswith("stria/device/"):
                on_devices += [text] if text not in on_devices else []
                continue
            same = names if len(declared.parameters) == len(entry.main[0].parameters) else [p.name for p in declared.parameters if p.name in names]
            documented = said if said.parameters else dataclasses.replace(said, parameters=entry.main[1].parameters)
            own = signature(name, declared, documented, [n for group, _ in said.parameters for n in group] or same)
            if own == form:
                same_form += [text] if text not in same_form else []
            elif f"- `{own}`: {text}" not in lines:
                lines.append(f"- `{own}`: {text}")
        return ([f"- {' '.join(same_form)}"] if same_form else []) + lines + ([f"- On a device: {' '.join(on_devices)}"] if on_devices else [])

    def example(self, name, comment, other):
        """The example of tests/reference with its output, or the pieces of code of the comment."""
        example = self.reference.examples.get(name)
        if example and example.output is not None:
            return ["```cpp", *example.code, "```", "```text", *example.output, "```", ""]
        if example:
            return [f"From `{example.source}`. {example.reason}", "", "```cpp", *example.code, "```", ""]
        usages = [u for u in comment.parts.get("usage", []) if u] or self.part(comment, other, "usage")
        code = [line for usage in usages for line in self.examples(usage)]
        return ["```cpp", *code, "```", ""] if code else []

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
        parameters = shown_parameters(m, names, said)
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
    "STRIA_USE_HDF5": "Lets `files::open` read data sets of HDF5; `stria::hdf5` defines it.",
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
