#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks the headers against the rules of the tree.

usage: check_tree.py arrows|refusals|tests [checkout]

arrows   Headers include only what the tables below allow, without cycles. Every source has an SPDX line.
         Every node has STRIA_NO_TARGET and a line in tests/expr/protocol.cpp for each answer that it declares, and no
         member whose name is nearly that of an answer. Only base/checked.hpp uses overflow
         builtins. Thresholds of the folders that evaluate are in math/limits.hpp. No `requires` tests for a member;
         only expr/function.hpp asks for members of function objects, and each function object has a line in
         tests/expr/functions.cpp and in tests/grad/rules.cpp. Headers of numpy/ other than *_loops.hpp have no loops
         over elements.
refusals Each public function of operands in stria.hpp refuses containers with a message, through a line with its name
         (STRIA_FOREIGN..., tensor/foreign.hpp). Calls are refused by the macros of base/config.hpp.
tests    Each header has a test of its name in the folder below tests/ that mirrors its own, or its first comment names
         tests, as in `Tests: tests/expr/lazy.cpp, tests/laws/copies.cpp.`
"""

import difflib
import re
import sys
from pathlib import Path

# Folders from low to high: a header may include its own folder and the ones before it. Everything
# under include/ may include everything under dsl/.
ORDER = [
    ("dsl", ["base", "shape", "token", "mask", "plan"]),
    ("include", ["tensor", "expr", "math", "threads", "evaluate", "subscript", "assign", "arguments", "fold", "numpy", "parts", "random",
                 "random.hpp", "signal", "fft", "grad", "io", "show", "linalg", "device", "mpi", "interop", "ranges.hpp"]),
]
# Folders that every program can do without. Their nodes have no line in tests/expr/protocol.cpp.
OPTIONAL = ["parts", "io", "show", "linalg", "device", "mpi", "interop"]

# Headers that contain only includes; only other umbrellas include them.
UMBRELLAS = ["version.hpp", "instantiated.hpp", "instantiated_copies.hpp", "dsl.hpp", "core.hpp", "stria.hpp", "device.hpp", "mpi.hpp", "any_tensor.hpp", "fft.hpp", "signal.hpp", "linalg.hpp", "grad.hpp"]

# How a header that programs include begins, so that it gives no warnings (base/config.hpp).
SYSTEM_HEADER = "#if !defined(STRIA_WARNINGS)\n#pragma GCC system_header\n#endif\n"

# Umbrellas with code, with the reasons.
UMBRELLA_CODE = {
    "version.hpp": "only macros, for users and for the umbrellas",
    "instantiated.hpp": "declarations of templates of all folders",
    "instantiated_copies.hpp": "those that depend on the size of vectors",
    "core.hpp": "the macro that leaves out the second part of stria.hpp",
    "stria.hpp": "the bodies of []: one link is the shortest chain of includes that g++ can show",
}

# Headers of other libraries, by folder; all other folders may only include Boost.Hana.
HANA = r"boost/hana/.+"
EXTERNAL = {
    "ranges.hpp": r"range/v3/.+",
    "math": r".+",
    "threads": r".+",
    "show": r"(fmt/.+|nlohmann/json\.hpp)",
    "io": r"(hdf5|jerror|jpeglib|png|zip)\.h",
    "mpi": r"mpi\.h",
    "interop": r".+",
}

# Standard headers that are too expensive to compile for what stria uses of them: stria.hpp must not include them,
# directly or indirectly. See docs/compile-time.md.
HEAVY = {"algorithm", "chrono", "cmath", "complex", "format", "functional", "iomanip", "iostream",
         "iterator", "map", "memory", "numeric", "ostream", "ranges", "sstream", "unordered_map",
         "vector"}
# Headers that stria.hpp includes only on demand: if {fmt} was included first, or stria::parallel is
# linked, or the file uses the compiled part.
ONLY_ON_DEMAND = {"stria/show/fmt.hpp", "stria/instantiated.hpp", "stria/instantiated_copies.hpp", "stria/threads/parallel.hpp"}

STANDARD = re.compile(r"[a-z_0-9]+")  # <vector>, <cstdint>; not <stdint.h>
INCLUDE = re.compile(r'\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
# Base classes of operands. A class that derives from one is a node and must refuse assignments, unless it
# is a target, a handle or another base of this kind.
NODE_BASES = ["subscriptable", "node", "moving_node", "made_first", "computed", "computed_along", "h5_operand"]
PROTOCOL = "tests/expr/protocol.cpp"
NO_NODES = NODE_BASES + ["view", "device_view", "gather", "h5_slice", "dataset", "stored_view", "grad_leaf", "grad_variable", "grad_part"]
NODE = re.compile(r"\b(?:class|struct) (\w+)(?:<[^{};]*?>)?\s*:\s*public (?:\w+::)*(?:"
                  + "|".join(NODE_BASES) + ")<")

# The answers of an operand are the constants of operand_base. The library reads them through member_access.
OPERAND = "stria/tensor/operand.hpp"
ANSWER_DEFAULT = re.compile(r"^  static constexpr (?:bool|int) (\w+) = (?:false|0);$", re.MULTILINE)
ANSWER_READ = re.compile(r"template <operand E> static constexpr (?:bool|int) (\w+) = E::\1;")
# A constant of a class: the last name before the value.
OWN_CONSTANT = re.compile(r"\bstatic constexpr (?:bool|int) (\w+ =[^;]*);")
NODE_ROW = re.compile(r"\bNODE\((\w+),\s*\w+,\s*\w+,\s*\d+,\s*\"([^\"]*)\"")

# The only header that computes with overflow checks.
CHECKED = "stria/base/checked.hpp"
OVERFLOW = re.compile(r"__builtin_\w+_overflow")

# The only header with thresholds of the folders that evaluate. A threshold is a number from 3 on in the value of a
# constant, or from 10 on in a comparison.
LIMITS = "stria/math/limits.hpp"
LIMITED = ["math", "threads", "evaluate", "assign", "fold", "subscript"]
UNLIMITED = {"stria/math/simd.hpp": "the ranges of the vector functions"}
CONSTANT = re.compile(r"\bconstexpr (?:index|int|auto|double|std::size_t) (\w+ =[^;]*);")
DECLARED = re.compile(r"(\w+) =(?!=)((?:(?!\w+ =(?!=)).)*)", re.S)
NUMBER = re.compile(r"(?<![\w.])(?:[3-9]|[1-9]\d+)\b(?![.\d])")
COMPARED = re.compile(r"(?<![<>])[<>]=? (?:index\{)?([1-9]\d+)\b(?! *<<)")
# Numbers that are no choice: sizes of vectors and words, capacities, and forms that the code is written for.
VECTOR_SIZES = {"vector_bytes", "register_bytes", "register_vectors", "block_bytes", "pack_size", "packed_alignment",
                "turned_rows", "turned_length"}
STRUCTURE = {
    ("stria/evaluate/nest/copy_blocks.hpp", "16"): "bytes of a vector",
    ("stria/evaluate/nest/copy_blocks.hpp", "32"): "bytes of a vector",
    ("stria/evaluate/nest/lanes.hpp", "256"): "the loops over lanes are unrolled for up to so many",
    ("stria/fold/operations.hpp", "step"): "the elements that the statements of the loop compare",
    ("stria/fold/operations.hpp", "254"): "a byte counts as many elements",
    ("stria/numpy/product/einsum_plan.hpp", "limit"): "the largest number of labels, and of operands",
    ("stria/numpy/product/einsum_plan.hpp", "64"): "letters, one bit each",
    ("stria/numpy/product/multiply_loops.hpp", "rows"): "the rows of a tile that fit into registers",
    ("stria/numpy/patterns/einops_plan.hpp", "limit"): "the largest number of names",
    ("stria/numpy/patterns/einops_text.hpp", "limit"): "the largest number of names",
    ("stria/numpy/reduce/scan_loops.hpp", "scan_block"): "the four steps of a scan are for 16 elements",
    ("stria/subscript/mask_bits.hpp", "few"): "bits of a word",
    ("stria/subscript/mask_copy.hpp", "count"): "elements of a vector",
    ("stria/subscript/mask_copy.hpp", "64"): "bits of a word",
    ("stria/subscript/mask_gather.hpp", "64"): "bits of a word",
}

# In these folders, properties of the library's own classes are constants with defaults, because a misspelt member
# in a `requires` would silently select a slower route. `requires` is for classes of users.
ANSWERED = ["tensor", "expr", "math", "threads", "evaluate", "subscript", "assign", "arguments", "fold", "device"]
# A constraint, `requires(...)`, is followed by the body of its function on a new line.
ASKED_MEMBER = re.compile(r"\brequires *(?:\([^()]*\) *)?\{\s*(?:requires |typename )?"
                          r"\(?\*?(?!std\b)\w+(?:<[^<>]*>)?(?:::(?:template )?|\.|->)\w+")
ASKS_USERS = {
    "stria/tensor/overlap.hpp": "whether two addresses can be compared",
    "stria/tensor/operand.hpp": "a container",
    "stria/tensor/braces.hpp": "what a class converts to",
    "stria/tensor/foreign.hpp": "a message, if there is one",
    "stria/arguments/declare.hpp": "whether a function can be called with so many arguments",
    "stria/expr/complete_node.hpp": "reports which member is missing",
    "stria/expr/function.hpp": "the members of function objects",
    "stria/expr/operators.hpp": "whether two element types have a common type",
    "stria/expr/selected.hpp": "whether two element types have a common type",
    "stria/assign/swap.hpp": "what a class converts to",
    "stria/assign/scatter.hpp": "a function's call",
}

# The only header that asks whether a function object has a member. The members are those that it asks for.
FUNCTION_HEADER = "stria/expr/function.hpp"
FUNCTION_MEMBER = re.compile(r"\bF::(?:template )?(\w+)")
REQUIRES = re.compile(r"\brequires *(?:\((?:[^()]|\([^()]*\))*\) *)?\{")
# Classes that are not function objects.
SAME_MEMBERS = {"stria/tensor/foreign.hpp": "a verdict has a text"}
# The function objects of the library: classes NAME_fn, which are also made by macros.
FUNCTIONS = ["tests/expr/functions.cpp", "tests/grad/rules.cpp"]
FUNCTION_OBJECT = re.compile(r"\bstruct (\w+_fn)\b[^;{}()]*\{")
MACRO = re.compile(r"(?m)^#define (\w+)\((\w+)[^\n)]*\)((?:[^\n]*\\\n)*[^\n]*)")
MACRO_CALL = re.compile(r"\b(STRIA_\w+)\(\s*(\w+)\s*[,)]")

# Headers of numpy/ contain names and nodes, and those named *_loops.hpp the loops over elements. A loop with a counter of
# type std::size_t runs over axes or arguments, and so does a loop over a list that is not the storage of a tensor.
LOOPS = re.compile(r"stria/numpy/.*(_loops|einsum_plan|einops_\w+)\.hpp")
LOOP = re.compile(r"\b(?:for|(?<!\} )while) \(|\bdo \{")
OVER_AXES = re.compile(r"for \((?:std::size_t \w+ = |[^;?]* : (?!.*\bstorage\(\)))")
# The other loops of numpy/ that are not over elements: header: (number of loops, what they are for).
OTHER_LOOPS = {
    "stria/numpy/shape/any_tensor.hpp": (1, "axes whose number is known only at run time"),
    "stria/numpy/reduce/apply_along.hpp": (1, "a call of the user's function for each row"),
    "stria/numpy/select/choose.hpp": (2, "a block of an element-wise function"),
    "stria/numpy/join/concat.hpp": (2, "operands and axes"),
    "stria/numpy/calculus/diff.hpp": (1, "an assignment for each order"),
    "stria/numpy/product/einsum.hpp": (1, "axes"),
    "stria/numpy/order/lexsort.hpp": (1, "a sort for each key"),
    "stria/numpy/make/maker.hpp": (1, "arguments"),
    "stria/numpy/elementwise/math.hpp": (3, "steps of an integer power, and bits of a number"),
    "stria/numpy/elementwise/numeric.hpp": (3, "steps of i0 and powers of ten of one number"),
    "stria/numpy/calculus/polynomial.hpp": (11, "an expression for each coefficient, row or column"),
    "stria/numpy/product/matmul.hpp": (2, "axes"),
    "stria/numpy/patterns/pack.hpp": (2, "names and sizes of the text"),
    "stria/numpy/select/put.hpp": (1, "an assignment for each diagonal"),
    "stria/numpy/patterns/rearrange.hpp": (1, "axes"),
    "stria/numpy/join/split.hpp": (1, "a view for each part"),
    "stria/numpy/select/take.hpp": (1, "axes"),
    "stria/numpy/join/tile.hpp": (1, "arguments"),
    "stria/numpy/select/unravel.hpp": (1, "axes"),
}

# Declarations in namespace stria itself, as formatted by clang-format. Only they begin in the first column.
FUNCTION = re.compile(r"(?:template <.*> )?(?:(?:constexpr|inline) )*[\w:]+(?:<.*>)?[&*]? (\w+)\(")
# A macro that declares functions named by its parameter.
FUNCTION_MACRO = re.compile(r"#define (\w+)\((?:[^\n]*\\\n)*?[^\n]*\bauto name\((?:[^\n]*\\\n)*[^\n]*")
# A declaration by arguments/declare.hpp refuses such calls, too.
FOREIGN = re.compile(r"(?m)^ *STRIA_(?:FOREIGN|DECLARE)\w*\((?:[^(),]+, )?(\w+)[,)]")
REFUSES = re.compile(r"STRIA_FOREIGN|STRIA_REFUSE_OTHERS|STRIA_DECLARE")
# Functions and macros without a STRIA_FOREIGN line.
TAKE_NO_OPERANDS = {
    # numbers and sizes
    "arange", "linspace", "logspace", "geomspace", "zeros", "ones", "full", "empty", "eye",
    "from_function", "axis_size", "STRIA_MATH_OF_NUMBER", "STRIA_OF_NUMBERS",
    "identity", "tri", "diag_indices", "tril_indices", "triu_indices", "mask_indices", "indices_of",
    "broadcast_shapes",
    # items of a subscript
    "range", "rev", "ix_", "encode", "explain", "masks_from_lists", "parse_index", "plan_slice",
    # settings
    "get_print_options", "set_print_options",
    "set_memory_limit", "release_memory", "kept_memory", "set_memory_source",
}
TAKE_CONTAINERS = {"as_tensor", "as_view", "pad_sequences"}
REFUSE_BY_THEMSELVES = {"concat", "concatenate", "select", "stack", "STRIA_DISTRIBUTION", "STRIA_JOINING", "swap", "tie"}
# Functions of a target and a value: the assignment has the messages.
QUESTIONS = {"route_of", "explain_route"}
IN_NUMPY_FOREIGN = {"STRIA_ASSIGN_WITH"}
# Further overloads of functions whose line is elsewhere.
OVERLOADS = {
    "STRIA_TRAPEZOID_ALONG_AXIS", "STRIA_JOINING_ALONG_AXIS", "STRIA_DECLARE_BRACED", "clip", "max", "min",
}
NOT_FOREIGN = (TAKE_NO_OPERANDS | TAKE_CONTAINERS | REFUSE_BY_THEMSELVES | QUESTIONS
               | IN_NUMPY_FOREIGN | OVERLOADS)

# Headers in which refused calls have no body.
UNREACHABLE = "__builtin_unreachable"
REFUSING = {
    "stria/base/config.hpp": "the macros",
    "stria/base/refuse.hpp": "the results of refused calls",
    "stria/stria.hpp": "the bodies of []",
    "stria/tensor/tensor.hpp": "an impossible size, not a refusal",
}

# The tests that the first comment of a header names.
NAMED_TESTS = re.compile(r"\bTests: (tests/[\w/]+\.\w+(?:, tests/[\w/]+\.\w+)*)\.(?: |$)")
# Headers without a test, with the reasons.
UNTESTED = {
    "stria/tensor/fwd.hpp": "only declarations",
    "stria/tensor/opaque.hpp": "prevents optimisations, and changes no value",
}

SPDX = "SPDX-License-Identifier: BSL-1.0"
SOURCES = [".hpp", ".cpp", ".py", ".sh", ".cmake", ".in"]


def layer(header):
    """stria/numpy/order/sort.hpp -> numpy; stria/ranges.hpp -> ranges.hpp."""
    return header.split("/")[1]


def ranks():
    """Folder -> its position in the order."""
    flat = [folder for _, folders in ORDER for folder in folders]
    return {folder: height for height, folder in enumerate(flat)}


def headers_on_disk(checkout):
    """Header, as written in an #include -> (root, path)."""
    found = {}
    problems = []
    for root, _ in ORDER:
        for path in sorted((checkout / root).rglob("*")):
            if path.is_dir():
                continue
            header = path.relative_to(checkout / root).as_posix()
            if not re.fullmatch(r"stria/([a-z0-9_]+/){0,2}[a-z0-9_]+\.hpp", header):
                problems.append(f"{root}/{header}: not of the form stria/folder/name.hpp")
            elif header in found:
                problems.append(f"{root}/{header}: the other include root has a header of the same name")
            else:
                found[header] = (root, path)
    return found, problems


def includes(path):
    """(line number, header, quoted) of each #include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1] or match[2], match[2] is not None


def arrow_problem(header, root, target, on_disk, height):
    """The reason why `header` may not include `target`, a header of stria; None if it may."""
    if target not in on_disk:
        return "no such header"
    target_root = on_disk[target][0]
    here, there = layer(header), layer(target)
    umbrella = here in UMBRELLAS
    if root == "dsl" and target_root != "dsl":
        return "dsl/ includes nothing from include/"
    if there in UMBRELLAS:
        return None if umbrella else "an umbrella is for users; include the headers that are used"
    if umbrella:
        return None
    if LOOPS.fullmatch(header) and there == "numpy" and not LOOPS.fullmatch(target):
        return "loops do not depend on the functions that use them"
    if here == there:
        return None
    if height[there] > height[here]:
        return f"{there} is above {here} in the order of the folders"
    return None


def external_problem(header, target):
    """The reason why `header` may not include `target`, a header of another library; None if it may."""
    if STANDARD.fullmatch(target) or re.fullmatch(HANA, target):
        return None
    if re.fullmatch(EXTERNAL.get(layer(header), r"(?!)"), target):
        return None
    return "neither a header of the standard library nor a single header of Boost.Hana"


def beyond_includes(path):
    """The number of the first line of an umbrella that is code; None if there is none."""
    text = path.read_text().replace(SYSTEM_HEADER, "\n" * SYSTEM_HEADER.count("\n"))
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("//")[0].strip()
        if line and line != "#pragma once" and not INCLUDE.match(line):
            return number
    return None


def cycle(graph):
    """The headers of an include cycle; [] if there is none."""
    done, trail = set(), []

    def visit(header):
        if header in trail:
            return trail[trail.index(header):] + [header]
        if header in done:
            return []
        trail.append(header)
        for target in graph.get(header, []):
            ring = visit(target)
            if ring:
                return ring
        trail.pop()
        done.add(header)
        return []

    for header in sorted(graph):
        ring = visit(header)
        if ring:
            return ring
    return []


def reached(graph, first):
    """The headers that `first` includes, directly or indirectly."""
    found, todo = set(), [first]
    while todo:
        header = todo.pop()
        if header not in found and header not in ONLY_ON_DEMAND:
            found.add(header)
            todo += graph.get(header, [])
    return found


def without_spdx(checkout):
    """Sources whose first line (the second after #!) is not an SPDX line."""
    for folder in ["", ".ci", "cmake", "debug", "packaging", "scripts", "dsl", "include", "tests", "examples",
                   "benchmarks"]:
        files = (checkout / folder).rglob("*") if folder else checkout.glob("*")
        for path in sorted(files):
            if path.suffix not in SOURCES and path.name != "CMakeLists.txt" or not path.is_file():
                continue
            lines = path.read_text(encoding="utf-8").splitlines()[:2]
            if lines and lines[0].startswith("#!"):
                lines = lines[1:]
            if not lines or SPDX not in lines[0]:
                yield path.relative_to(checkout).as_posix()


def node_classes(path):
    """The node classes of a header that are not targets."""
    for match in NODE.finditer(path.read_text(encoding="utf-8")):
        if match[1] not in NO_NODES:
            yield match[1]


def nodes_with_answers(checkout):
    """The node classes that have a line in tests/expr/protocol.cpp."""
    protocol = checkout / PROTOCOL
    return set(re.findall(r"\bNODE\((\w+),", protocol.read_text(encoding="utf-8"))) if protocol.exists() else set()


def answers(checkout):
    """The names of the answers, and the problems of their lists."""
    path = checkout / "include" / OPERAND
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    base, _, rest = text.partition("struct member_access {")
    names, read = ANSWER_DEFAULT.findall(base), set(ANSWER_READ.findall(rest))
    protocol = checkout / PROTOCOL
    listed = set(re.findall(r"\bANSWER\((\w+)\);", protocol.read_text(encoding="utf-8"))) if protocol.exists() else set()
    problems = [f"include/{OPERAND}: member_access does not read {name}" for name in names if name not in read]
    problems += [f"{PROTOCOL} has no ANSWER({name})" for name in names if name not in listed]
    return names, problems


def node_answers(path, names):
    """(class, name) for each constant of a node, or of a base of nodes, that is an answer or has nearly its name."""
    text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    for match in NODE.finditer(text):
        body = text[match.end():text.find("\n};", match.end())]
        for constant in OWN_CONSTANT.finditer(body):
            for name, _ in DECLARED.findall(constant[1]):
                if difflib.get_close_matches(name, names, 1, 0.8):
                    yield match[1], name


def answer_problems(checkout, on_disk):
    """Answers without a line in PROTOCOL, and members with nearly the name of an answer."""
    names, problems = answers(checkout)
    protocol = checkout / PROTOCOL
    rows = NODE_ROW.findall(protocol.read_text(encoding="utf-8")) if protocol.exists() else []
    shown = {(node, word.split(":")[0]) for node, words in rows for word in words.split()}
    yield from problems
    for header, (root, path) in on_disk.items():
        for node, name in node_answers(path, names) if names and layer(header) not in OPTIONAL else []:
            if name not in names:
                yield f"{root}/{header}: {name} of {node} is nearly the answer {difflib.get_close_matches(name, names)[0]}"
            elif (node, name) not in shown and not (node in NO_NODES and any(name == word for _, word in shown)):
                yield f"{root}/{header}: {PROTOCOL} has no NODE({node}, ...) with the answer {name}"


def open_nodes(path):
    """Nodes without STRIA_NO_TARGET in a header; an assignment to them would do nothing."""
    text = path.read_text(encoding="utf-8")
    for match in NODE.finditer(text):
        end = text.find("\n};", match.end())
        said = re.search(rf"STRIA_NO_TARGET(_BECAUSE)?\({match[1]}[,)]", text[match.end():end])
        if match[1] not in NO_NODES and not said:
            yield match[1]


def own_overflow_checks(path):
    """The numbers of the lines that use an overflow builtin."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if OVERFLOW.search(line.split("//")[0]):
            yield number


def asked_members(path):
    """(line, text) of each `requires` that tests whether a member exists."""
    text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    for match in ASKED_MEMBER.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, " ".join(match[0].split())


def braces(text, start):
    """The text from `start`, which is behind an opening brace, to the closing brace."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[start:at]
    return text[start:]


def asked_functions(path, members):
    """(line, member) of each `requires` that tests whether a function object has one of these members."""
    text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    for match in REQUIRES.finditer(text):
        for member in re.findall(r"(?:::(?:template )?|\.)(\w+)", braces(text, match.end())):
            if member in members:
                yield text.count("\n", 0, match.start()) + 1, member


def maker_macros(texts):
    """Macro -> the name of the function object that its first argument X makes, such as X or X_fn."""
    macros = {m[1]: (m[2], m[3]) for text in texts for m in MACRO.finditer(text)}
    made = {}

    def form(name):
        if name not in made:
            made[name] = None
            first, body = macros.get(name, ("", ""))
            own = re.search(rf"\bstruct ({first}(?:##\w+)?) ", body) if first else None
            inner = [form(call[1]) for call in MACRO_CALL.finditer(body) if call[2] == first]
            made[name] = own[1].replace("##", "").replace(first, "{}", 1) if own else next(filter(None, inner), None)
        return made[name]

    return {name: form(name) for name in macros if form(name)}


def function_objects(texts):
    """Name of each function object -> its header."""
    makers = maker_macros(texts.values())
    found = {}
    for header, text in texts.items():
        code = MACRO.sub("", text)
        for match in FUNCTION_OBJECT.finditer(code):
            found.setdefault(match[1], header)
        for match in MACRO_CALL.finditer(code):
            name = makers.get(match[1], "").format(match[2])
            if name.endswith("_fn"):
                found.setdefault(name, header)
    return found


def function_problems(checkout, on_disk):
    """Questions to function objects outside FUNCTION_HEADER, and function objects without a row in FUNCTIONS."""
    texts = {header: re.sub(r"//.*", "", path.read_text(encoding="utf-8")) for header, (_, path) in on_disk.items()}
    members = set(FUNCTION_MEMBER.findall(texts.get(FUNCTION_HEADER, "")))
    for header, (root, path) in on_disk.items():
        if header != FUNCTION_HEADER and header not in SAME_MEMBERS:
            for number, member in asked_functions(path, members):
                yield (f"{root}/{header}:{number}: only <{FUNCTION_HEADER}> asks whether a function object has a "
                       f"member {member}")
    for table in FUNCTIONS:
        rows = checkout / table
        answered = set(re.findall(r"\brow<(\w+)", rows.read_text(encoding="utf-8"))) if rows.exists() else set()
        for name, header in function_objects(texts).items():
            if name not in answered:
                yield f"{on_disk[header][0]}/{header}: {table} has no row<{name}>(...)"


def own_thresholds(path):
    """(line, name or number) of each threshold."""
    text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    for constant in CONSTANT.finditer(text):
        for name, value in DECLARED.findall(constant[1]):
            if NUMBER.search(value) and name not in VECTOR_SIZES:
                yield text.count("\n", 0, constant.start()) + 1, name
    for compared in COMPARED.finditer(text):
        yield text.count("\n", 0, compared.start()) + 1, compared[1]


def own_loops(path):
    """The numbers of the lines with loops that are not over axes or arguments."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code = re.sub(r'"(?:[^"\\]|\\.)*"', '""', line).split("//")[0]
        for match in LOOP.finditer(code):
            if not OVER_AXES.match(code, match.start()):
                yield number


def loop_problems(header, path):
    """Loops of a header of numpy/ that OTHER_LOOPS does not list, or lists although they do not exist."""
    found, (listed, _) = list(own_loops(path)), OTHER_LOOPS.get(header, (0, ""))
    if len(found) > listed:
        for number in found:
            yield (f":{number}: a loop over elements belongs to a header *_loops.hpp; "
                   f"OTHER_LOOPS lists {listed} other loops")
    elif len(found) < listed:
        yield f": OTHER_LOOPS lists {listed} loops, but there are {len(found)}"


def check_arrows(checkout):
    on_disk, problems = headers_on_disk(checkout)
    if not on_disk:
        problems.append("no headers under dsl/ and include/: nothing was checked")
    height = ranks()
    answered = nodes_with_answers(checkout)
    graph = {}
    for header, (root, path) in on_disk.items():
        here = layer(header)
        folders = dict(ORDER)[root] + UMBRELLAS
        if here not in folders:
            problems.append(f"{root}/{header}: {here} is not a folder of {root}/ in check_tree.py")
            continue
        if here in UMBRELLAS and here not in UMBRELLA_CODE and beyond_includes(path):
            problems.append(f"{root}/{header}:{beyond_includes(path)}: "
                            "an umbrella contains only includes")
        problems += [f"{root}/{header}: {name} is a node without STRIA_NO_TARGET({name});"
                     for name in open_nodes(path)]
        if here not in OPTIONAL:
            problems += [f"{root}/{header}: {PROTOCOL} has no NODE({name}, ...)"
                         for name in node_classes(path) if name not in answered]
        if header != CHECKED:
            problems += [f"{root}/{header}:{number}: use the overflow checks of <{CHECKED}>"
                         for number in own_overflow_checks(path)]
        loops = LOOPS.fullmatch(header)
        if (here in LIMITED or loops) and header != LIMITS and header not in UNLIMITED:
            problems += [f"{root}/{header}:{number}: the threshold {name} belongs to <{LIMITS}>"
                         for number, name in own_thresholds(path) if (header, name) not in STRUCTURE]
        if here == "numpy" and not loops:
            problems += [f"{root}/{header}{problem}" for problem in loop_problems(header, path)]
        if (here in ANSWERED or loops) and header not in ASKS_USERS:
            problems += [f"{root}/{header}:{number}: {text}: use a constant with a default instead"
                         for number, text in asked_members(path)]
        for number, target, quoted in includes(path):
            place = f"{root}/{header}:{number}: includes {target}"
            if quoted:
                problems.append(f'{place}: write <{target}>, not "{target}"')
            elif not target.startswith("stria/"):
                problem = external_problem(header, target)
                if problem:
                    problems.append(f"{place}: {problem}")
            else:
                graph.setdefault(header, []).append(target)
                problem = arrow_problem(header, root, target, on_disk, height)
                if problem:
                    problems.append(f"{place}: {problem}")
    problems += answer_problems(checkout, on_disk)
    problems += function_problems(checkout, on_disk)
    for header in sorted(reached(graph, "stria/stria.hpp") & on_disk.keys()):
        root, path = on_disk[header]
        problems += [f"{root}/{header}:{number}: includes {target}, and so does stria.hpp"
                     for number, target, _ in includes(path) if target in HEAVY]
    ring = cycle(graph)
    if ring:
        problems.append("a cycle of includes: " + " -> ".join(ring))
    problems += [f"{path}: the first line is not '{SPDX}'" for path in without_spdx(checkout)]
    return len(on_disk), problems


def public_functions(path):
    """(line number, name) of each function in namespace stria itself."""
    spaces = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        opened = re.match(r"(?:inline )?namespace ([\w:]*) ?\{", line)
        if opened:
            spaces.append(opened[1])
        elif line.startswith("} // namespace"):
            spaces.pop()
        elif spaces == ["stria"] and FUNCTION.match(line):
            yield number, FUNCTION.match(line)[1]


def check_refusals(checkout):
    on_disk, problems = headers_on_disk(checkout)
    graph = {h: [target for _, target, _ in includes(path)] for h, (_, path) in on_disk.items()}
    checked = {h: on_disk[h][1] for h in sorted(reached(graph, "stria/stria.hpp") & on_disk.keys())}
    texts = {h: path.read_text(encoding="utf-8") for h, path in checked.items()}
    refused = {name for text in texts.values() for name in FOREIGN.findall(text)} | NOT_FOREIGN
    found = set()
    for header, path in checked.items():
        for number, name in public_functions(path):
            found.add(name)
            if name not in refused:
                problems.append(f"{header}:{number}: {name} has no STRIA_FOREIGN...({name}), which "
                                f"gives {name}(v) of a std::vector a message")
        for macro in FUNCTION_MACRO.finditer(texts[header]):
            found.add(macro[1])
            if not REFUSES.search(macro[0]) and macro[1] not in NOT_FOREIGN:
                problems.append(f"{header}: the functions of {macro[1]} have no STRIA_FOREIGN...(name)")
    problems += [f"{name}: in a list of check_tree.py, but in no header that stria.hpp includes"
                 for name in sorted(NOT_FOREIGN - found)]
    for header, (root, path) in on_disk.items():
        if UNREACHABLE in path.read_text(encoding="utf-8") and header not in REFUSING:
            problems.append(f"{root}/{header}: {UNREACHABLE}: use STRIA_RUN_OR_REFUSE or "
                            "STRIA_UNLESS_REFUSED for refused calls")
    return len(checked), problems


def first_comment(path):
    """The first comment of a header behind the SPDX line, without `//`."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    code = next((number for number, line in enumerate(lines) if not line.startswith("//")), len(lines))
    return " ".join(line[2:].strip() for line in lines[:code])


def test_of_name(header, root, checkout):
    """The test of the header's name: of stria/numpy/order/sort.hpp, tests/numpy/order/sort.cpp or tests/numpy/sort.cpp,
    and of a header of dsl/, tests/dsl/NAME.cpp; None if there is none."""
    path = Path(header)
    folders = ["dsl"] if root == "dsl" else path.parts[1:-1]
    for depth in range(len(folders), 0, -1):
        test = Path("tests", *folders[:depth], path.stem + ".cpp")
        if (checkout / test).exists():
            return test.as_posix()
    return None


def tests_of(header, root, checkout):
    """The tests of a header: the one of its name, and those that its first comment names."""
    own = test_of_name(header, root, checkout)
    named = NAMED_TESTS.search(first_comment(checkout / root / header))
    return ([own] if own else []) + (named[1].split(", ") if named else [])


def check_tests(checkout):
    on_disk, problems = headers_on_disk(checkout)
    for header, (root, path) in on_disk.items():
        tests = tests_of(header, root, checkout)
        if not tests and header not in UNTESTED:
            problems.append(f"{root}/{header}: there is no test of this name; name the tests at the end of the first "
                            "comment, as in `Tests: tests/expr/lazy.cpp, tests/laws/copies.cpp.`")
        elif tests and header in UNTESTED:
            problems.append(f"{root}/{header}: UNTESTED lists this header, which has tests")
        problems += [f"{root}/{header}: {test} does not exist" for test in tests if not (checkout / test).exists()]
    return len(on_disk), problems


def main(arguments):
    checks = {"arrows": check_arrows, "refusals": check_refusals, "tests": check_tests}
    if not 1 <= len(arguments) <= 2 or arguments[0] not in checks:
        sys.exit(__doc__.strip())
    default = Path(__file__).resolve().parents[2]
    checkout = Path(arguments[1]) if len(arguments) == 2 else default
    count, problems = checks[arguments[0]](checkout)
    for problem in problems:
        print(problem)
    print(f"{count} headers, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
