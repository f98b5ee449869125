# SPDX-License-Identifier: BSL-1.0
"""Shows stria's tensors, views, shapes, expressions and index items in gdb 12 and newer.

In gdb or in ~/.gdbinit: source .../stria_gdb.py. Nothing in the program is called, so core dumps
and optimised programs can be looked at. docs/debugging.md tells more.
"""

import re

import gdb
import gdb.printing
import gdb.types

NODE = "stria::operators::operand_base"  # every tensor, view and expression derives from it
MOST_NESTED = 8  # calls in the formula of an expression

# Type names in the debug information of both compilers -> as in repr().
ELEMENT_NAMES = {
    "long int": "long",
    "long unsigned int": "unsigned long",
    "long long int": "long long",
    "long long unsigned int": "unsigned long long",
    "short int": "short",
    "short unsigned int": "unsigned short",
}


class Invalid(Exception):
    """Raised for an invalid object: uninitialised or overwritten."""


# Types. gdb provides neither the arguments of a parameter pack nor, for most compilers, arguments that are
# objects, so they are parsed from the name of the type.


def bare(type_):
    """The type without typedefs, references and qualifiers."""
    return gdb.types.get_basic_type(type_)


def template_arguments(name):
    """`stria::tensor<float, stria::extent{2, 0}>` -> ["float", "stria::extent{2, 0}"]."""
    found, depth, begin = [], 0, name.find("<") + 1
    for k in range(begin, len(name)):
        depth += {"<": 1, "{": 1, "(": 1, ">": -1, "}": -1, ")": -1}.get(name[k], 0)
        if depth < 0 or (depth == 0 and name[k] == ","):
            found.append(name[begin:k].strip())
            begin = k + 1
        if depth < 0:
            break
    return [argument for argument in found if argument]


def nested_braces(text):
    """`a{b{1, c}, 2}` -> [["1", "c"], "2"]: a name before a brace is a type."""
    stack = [[]]
    for token in re.findall(r"[^{},]*\{|\}|[^{},]+", text):
        if token.endswith("{"):
            stack.append([])
            stack[-2].append(stack[-1])
        elif token == "}":
            stack.pop()
        elif token.strip():
            stack[-1].append(token.strip())
    return stack[0][0] if stack[0] and isinstance(stack[0][0], list) else []


def dim_text(variable):
    """The text of a dim, found by the name of its variable. If it cannot be found, the name itself: clang omits
    the namespace, and an optimised program omits the object."""
    try:
        symbol = gdb.lookup_global_symbol(variable) or gdb.lookup_static_symbol(variable)
        if symbol is None:
            symbol = gdb.lookup_symbol(variable)[0]
        if symbol is not None and not symbol.needs_frame and bare(symbol.type).name == "stria::dim":
            return symbol.value()["name"].string()
    except (gdb.error, UnicodeDecodeError):
        pass
    return variable.split("::")[-1]


def extent_text(size, braces):
    """An extent with names as in C++, `2 * m` or `ceil_div(n - 1, 2)`; see shape/arithmetic.hpp. Members that
    are 0 may be missing."""
    members = braces[1:] + ["0"] * (6 - len(braces))
    # `nullptr` or `0`, otherwise `&batch` or `(& app::batch)`.
    variables = [re.fullmatch(r"\(?& ?(.*?)\)?", members[k]) for k in (0, 3, 4)]
    plus, code, terms = int(members[1]), int(members[2]) + (1 << 19) + 1, []
    for variable in variables:
        digit, code = code & ((1 << 20) - 1), code >> 20
        if digit == 0 or variable is None:
            break
        name, times = dim_text(variable[1]), digit - (1 << 19)
        if digit == 1:  # multiplies the name before
            terms[-1] = (terms[-1][0], f"{terms[-1][1]} * {name}")
        else:
            terms.append((times, (f"{abs(times)} * " if abs(times) != 1 else "") + name))
    if not terms:
        return None
    # Terms that are subtracted come last.
    terms += [(plus, str(abs(plus)))] if plus else []
    text = "".join((" - " if times < 0 else " + ") + term for times, term in sorted(terms, key=lambda t: t[0] < 0))
    text = text[3:]
    return f"ceil_div({text}, {-1 - size})" if size < -2 else text


class Extent:
    """The static knowledge of one axis: size -1 is known only at run time; name may be None."""

    def __init__(self, size, name=None):
        self.size, self.name = size, name

    @staticmethod
    def parse(braces):
        size = int(braces[0]) if braces else 0
        return Extent(max(size, -1), extent_text(size, braces) if size < -1 else None)

    def text(self, size):
        """`3`, `batch=4`; if the size is not known, `?`, `batch`."""
        if size is None:
            return self.name or "?"
        return f"{self.name}={size}" if self.name else str(size)


def parse_shape(braces, rank):
    """The extents of a static_shape; without names if the debug information lacks them."""
    axes = braces[0][:rank] if braces else []
    return [Extent.parse(axis) for axis in axes] if len(axes) == rank else [Extent(-1)] * rank


def static_sizes(extents):
    return [extent.size if extent.size >= 0 else None for extent in extents]


def shape_text(extents, sizes):
    inner = ", ".join(extent.text(size) for extent, size in zip(extents, sizes))
    return f"({inner},)" if len(sizes) == 1 else f"({inner})"


def element_name(type_):
    type_ = type_.strip_typedefs()
    name = str(type_.unqualified())
    name = ELEMENT_NAMES.get(name, name)
    if name.startswith("std::__cxx11::basic_string<char,"):
        name = "std::string"
    elif name.startswith("stria::tensor<"):
        name = f"tensor<{element_name(type_.template_argument(0))}>"
    return ("const " if type_ != type_.unqualified() else "") + name


# Elements in memory.


def count_of(sizes):
    count = 1
    for size in sizes:
        count *= size
    return count


def row_major(sizes):
    strides, step = [], 1
    for size in reversed(sizes):
        strides.insert(0, step)
        step *= size
    return strides


def std_array(value):
    """The integers in a std::array of any standard library."""
    array = value[value.type.strip_typedefs().fields()[0]]
    if array.type.strip_typedefs().code != gdb.TYPE_CODE_ARRAY:
        return []
    low, high = array.type.strip_typedefs().range()
    return [int(array[k]) for k in range(low, high + 1)]


class Elements:
    """base[offset + sum of places times strides]; base is a pointer or an array."""

    def __init__(self, base, offset, sizes, strides):
        if base.type.code == gdb.TYPE_CODE_ARRAY and base.address is not None:
            base = base[0].address
        self.in_memory = base.type.code == gdb.TYPE_CODE_PTR
        self.base, self.offset, self.sizes, self.strides = base, offset, sizes, strides
        element = base.type.target().strip_typedefs().unqualified()
        # std::complex of libstdc++ contains a number that gdb can print.
        self.part = None
        if (element.name or "").startswith("std::complex<"):
            if gdb.types.has_field(element, "_M_value"):
                self.part = "_M_value"
                element = element["_M_value"].type.strip_typedefs()
        # Small integers are numbers, but gdb would print them as characters.
        self.small = element.sizeof == 1 and element.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_CHAR)
        self.stored = element
        self.shown = gdb.lookup_type("int") if self.small else element
        self.byte_order = byte_order()

    def check(self):
        """Raises for memory that cannot be read."""
        if self.in_memory and count_of(self.sizes) > 0:
            low, high = self.ends()
            for place in (low, high):
                address = int(self.base + place)
                if address == 0:
                    raise Invalid
                try:
                    gdb.selected_inferior().read_memory(address, 1)
                except gdb.MemoryError:
                    raise Invalid from None

    def ends(self):
        """The first and the last place in memory, for a non-empty array."""
        low = high = self.offset
        for size, stride in zip(self.sizes, self.strides):
            low += min(0, (size - 1) * stride)
            high += max(0, (size - 1) * stride)
        return low, high

    def element(self, place):
        value = self.base[place]
        if self.part:
            value = value[self.part]
        return value.cast(self.shown) if self.small else value

    def children(self):
        """The elements, or the contents of each row."""
        if not self.sizes:
            yield self.element(self.offset)
        elif count_of(self.sizes) > 0:
            for k in range(self.sizes[0]):
                place = self.offset + k * self.strides[0]
                if len(self.sizes) == 1:
                    yield self.element(place)
                else:
                    yield self.row(place, self.sizes[1:], self.strides[1:])

    def row(self, place, sizes, strides):
        """A row, or a block of rows, as an array; a text with dots if it is too large."""
        limit = most_elements()
        most = gdb.parameter("max-value-size")
        most = float("inf") if most is None or most < 0 else most
        dense = not self.small and all(
            size == 1 or stride == step
            for size, stride, step in zip(sizes, strides, row_major(sizes)))
        if len(sizes) == 1 and limit is not None and sizes[0] > limit:
            if not dense or sizes[0] * self.shown.sizeof > most:
                sizes = [limit + 1]  # gdb writes the dots
        count = count_of(sizes)
        small_enough = limit is None or count <= limit or len(sizes) == 1
        if not self.in_memory or not small_enough or count * self.shown.sizeof > most:
            return self.text(place, sizes, strides, count if limit is None else limit)[0]
        array = self.shown
        for size in reversed(sizes):
            array = array.array(size - 1)
        if dense:
            return (self.base + place).cast(array.pointer()).dereference()
        return gdb.Value(b"".join(self.bytes(place, sizes, strides)), array)

    def bytes(self, place, sizes, strides):
        """The memory of each shown element."""
        if sizes:
            for k in range(sizes[0]):
                yield from self.bytes(place + k * strides[0], sizes[1:], strides[1:])
        elif self.small:
            number = int(self.element(place))
            yield number.to_bytes(self.shown.sizeof, self.byte_order, signed=True)
        else:
            memory = gdb.selected_inferior().read_memory(int(self.base + place), self.stored.sizeof)
            yield memory.tobytes()

    def text(self, place, sizes, strides, left):
        """At most `left` elements in gdb's array form, and the remaining number."""
        if not sizes:
            return self.element(place).format_string(), left - 1
        parts = []
        for k in range(sizes[0]):
            if left == 0:
                return "{" + ", ".join(parts) + "...}", 0
            part, left = self.text(place + k * strides[0], sizes[1:], strides[1:], left)
            parts.append(part)
        return "{" + ", ".join(parts) + "}", left


def most_elements():
    """The limit of the current `print -elements N`; None means no limit."""
    if hasattr(gdb, "print_options"):
        limit = gdb.print_options()["max_elements"]
        return None if limit in (0, 2**32 - 1) else limit
    return gdb.parameter("print elements")


def byte_order():
    return "big" if "big endian" in gdb.execute("show endian", to_string=True) else "little"


# Operands.


class Operand:
    """A title, the shape if known, and elements if there are any; `formula` represents the operand within
    an expression."""

    def __init__(self, title, extents=None, sizes=None, elements=None, formula=None):
        self.extents, self.sizes, self.elements = extents, sizes, elements
        self.text = title if extents is None else f"{title} {shape_text(extents, sizes)}"
        self.formula = formula or self.text


def read_memory_operand(kind, value, read):
    """A tensor or a view; `read` returns its extents, sizes and elements."""
    title = f"{kind}<{element_name(bare(value.type).template_argument(0))}>"
    try:
        extents, sizes, elements = read(value)
        elements.check()
        return Operand(title, extents, sizes, elements)
    except (Invalid, gdb.MemoryError):
        return Operand(f"{title} <not a valid {kind}>")
    except gdb.error as problem:  # "value has been optimized out"
        return Operand(f"{title} <{problem}>")


def sizes_of(value, extents):
    """The sizes of a tensor or a view, checked against the maximum that memory can hold."""
    if gdb.types.has_field(value["sizes_"].type, "v"):
        sizes = std_array(value["sizes_"]["v"])
    else:
        sizes = static_sizes(extents)
    if len(sizes) != len(extents) or any(size is None or size < 0 for size in sizes):
        raise Invalid
    if count_of(sizes) >= 2**63:
        raise Invalid
    return sizes


def read_tensor(value):
    arguments = template_arguments(bare(value.type).name)
    extents = [Extent.parse(nested_braces(text)) for text in arguments[1:]]
    sizes = sizes_of(value, extents)
    buffer = value["buffer_"]
    if gdb.types.has_field(buffer.type, "size_") and int(buffer["size_"]) != count_of(sizes):
        raise Invalid
    return extents, sizes, Elements(buffer["data_"], 0, sizes, row_major(sizes))


def read_view(value):
    layout = template_arguments(bare(value.type).name)[1]
    rank = int(re.match(r"stria::detail::static_layout<(\d+)", layout)[1])
    shape, *strides = nested_braces(layout)
    extents = parse_shape(shape, rank)
    sizes = sizes_of(value, extents)
    if gdb.types.has_field(value["strides_"].type, "v"):
        strides = std_array(value["strides_"]["v"])
    else:
        # All zeros: `()` or `{}`. The names of g++ omit the leading zeros that a broadcast adds.
        known = strides[0][:rank] if strides and isinstance(strides[0], list) else []
        strides = [0] * (rank - len(known)) + [int(stride) for stride in known]
    elements = Elements(value["base_"], int(value["offset_"]), sizes, strides)
    if count_of(sizes) > 0:
        low, high = elements.ends()
        if low < 0 or high >= int(value["storage_size_"]):
            raise Invalid
    return extents, sizes, elements


def is_node(type_):
    """Recognises an operand by its base classes."""
    type_ = bare(type_)
    return type_.code == gdb.TYPE_CODE_STRUCT and (
        type_.name == NODE
        or any(is_node(field.type) for field in type_.fields() if field.is_base_class))


def bases(value):
    return [value[field] for field in bare(value.type).fields() if field.is_base_class]


def operands_of(value):
    """The operands that a node holds, in its slots, its members or those of its moving_node."""
    def has_base(base, name):
        return bare(base.type).name.startswith(f"stria::detail::{name}<")
    slots = [base["value"] for base in bases(value) if has_base(base, "slot")]
    holders = [base for base in bases(value) if has_base(base, "moving_node")] + [value]
    members = [holder[field] for holder in holders for field in bare(holder.type).fields()
               if not field.is_base_class and hasattr(field, "bitpos") and is_node(field.type)]
    return slots + members


def node_name(type_):
    return re.match(r"(?:\w+::)*(\w+)", type_.name)[1]


def call_name(type_):
    """`add` for a map_node with add_fn, `sum` for a reduction with sum_op; otherwise the name of the node."""
    node = node_name(type_)
    if node not in ("map_node", "reduction", "statistic"):
        return node
    function = re.sub(r"stria::(detail::|elementwise::)?", "", template_arguments(type_.name)[0])
    known = re.fullmatch(r"(\w+)_(?:fn|op)(<.*>)?", function)
    return known[1] + (known[2] or "") if known else "map"


def broadcast(operands):
    """The broadcast extents and sizes of operands; None if those of one are not known."""
    if any(operand.extents is None for operand in operands):
        return None, None
    rank = max(len(operand.sizes) for operand in operands)
    extents, sizes = [Extent(1)] * rank, [1] * rank
    for operand in operands:
        first = rank - len(operand.sizes)
        for k, (extent, size) in enumerate(zip(operand.extents, operand.sizes), first):
            if sizes[k] == 1 or (sizes[k] is None and size != 1):
                sizes[k] = size
            if extents[k].name is None:
                extents[k] = extent
    return extents, sizes


def said_shape(value):
    """The shape from the types of a node and its bases, with the sizes that it stores."""
    for type_ in [bare(value.type)] + [bare(base.type) for base in bases(value)]:
        for argument in template_arguments(type_.name):
            shape = re.match(r"stria::static_shape<(\d+)", argument)
            if shape:
                extents = parse_shape(nested_braces(argument), int(shape[1]))
                if gdb.types.has_field(bare(value.type), "sizes_"):
                    return extents, sizes_of(value, extents)
                return extents, static_sizes(extents)
    return None, None


def moved_shape(value, source):
    """The axes in the order of an axis_map, whose -1 is a new axis."""
    axes = [int(axis) for axis in nested_braces(template_arguments(bare(value.type).name)[1])[0]]
    return ([source.extents[k] if k >= 0 else Extent(1) for k in axes],
            [source.sizes[k] if k >= 0 else 1 for k in axes])


def sliced_shape(value, source):
    """The shape of a subscript with these items, as in NumPy."""
    code = template_arguments(bare(value.type).name)[1]
    codes = nested_braces(code)[0][:int(re.search(r"<(\d+)", code)[1])]

    def bound(k, place, part):
        """A bound of item k: in the type, or, if it is known only at run time (state 2), in a member."""
        if enumerator(codes[k][place][0]) == 2:
            return std_array(value["items_"]["values"][part])[k]
        return int(codes[k][place][1])

    # An item has a kind (0 slice, 1 integer, 2 None, 3 ellipsis) and three bounds, of which 0 is open.
    kinds = [enumerator(code[0]) for code in codes]
    axes = list(zip(source.extents, source.sizes))
    rest = len(axes) - sum(kind < 2 for kind in kinds)
    if 3 not in kinds:
        kinds.append(3)
    result, axis = [], 0
    for k, kind in enumerate(kinds):
        if kind == 3:
            result += axes[axis:axis + rest]
            axis += rest
        elif kind == 2:
            result.append((Extent(1), 1))
        elif kind == 1:
            axis += 1
        else:
            open_begin, open_end, open_step = (enumerator(bound[0]) == 0 for bound in codes[k][1:])
            extent, size = axes[axis]
            axis += 1
            if not (open_begin and open_end and open_step):
                part = slice(None if open_begin else bound(k, 1, "begin"),
                             None if open_end else bound(k, 2, "end"),
                             None if open_step else bound(k, 3, "strides"))
                extent = Extent(-1)
                size = None if size is None else len(range(size)[part])
            result.append((extent, size))
    return [extent for extent, _ in result], [size for _, size in result]


def enumerator(text):
    """The value of `(stria::item_kind)1` or `1`."""
    return int(re.search(r"-?\d+$", text)[0])


def shape_of_node(value, operands):
    node = node_name(bare(value.type))
    if node == "map_node":
        return broadcast(operands)
    if node in ("moved", "sliced"):
        if operands[0].extents is None:
            return None, None
        return (moved_shape if node == "moved" else sliced_shape)(value, operands[0])
    return said_shape(value)


def read_operand(value, depth=0):
    try:
        return read_known_operand(value, depth)
    except gdb.error as problem:
        return Operand(f"<{problem}>")


def read_known_operand(value, depth):
    type_ = bare(value.type)
    if type_.name.startswith("stria::tensor<"):
        return read_memory_operand("tensor", value, read_tensor)
    if type_.name.startswith("stria::view<"):
        return read_memory_operand("view", value, read_view)
    if type_.name.startswith("stria::detail::ref<"):
        return read_operand(value["node"].dereference(), depth)
    if type_.name.startswith("stria::detail::scalar<"):
        return Operand("scalar", [], [], formula=value["value"].format_string())
    if depth == MOST_NESTED:
        return Operand("...")
    operands = [read_operand(operand, depth + 1) for operand in operands_of(value)]
    formula = f"{call_name(type_)}({', '.join(operand.formula for operand in operands)})"
    try:
        extents, sizes = shape_of_node(value, operands)
    except (Invalid, gdb.error, ValueError, IndexError):  # not readable, or said in fewer words
        extents, sizes = None, None
    return Operand("expression", extents, sizes, formula=formula)


# The printers.


class OperandPrinter:
    """`tensor<float> (2, 3) = {{1, 2, 3}, {4, 5, 6}}`; an expression is its formula."""

    def __init__(self, value):
        self.operand = read_operand(value)

    def to_string(self):
        text, formula = self.operand.text, self.operand.formula
        return text if formula == text else f"{text}: {formula}"

    def children(self):
        if self.operand.elements:
            for k, child in enumerate(self.operand.elements.children()):
                yield f"[{k}]", child

    def display_hint(self):
        return "array"


class TextPrinter:
    def __init__(self, text):
        self.text = text

    def to_string(self):
        return self.text


def extent_of(value):
    size, dim = int(value["size"]), value["name"]
    if size < -2 or (size == -2) != (int(dim) != 0):
        raise Invalid
    return Extent(max(size, -1), dim["name"].string() if size == -2 else None)


def print_extent(value):
    extent = extent_of(value)
    return TextPrinter(extent.text(*static_sizes([extent])))


def print_shape(value):
    rank = int(bare(value.type).template_argument(0))
    extents = [extent_of(value["axes"][k]) for k in range(rank)]
    return TextPrinter(shape_text(extents, static_sizes(extents)))


def bound_text(value):
    type_ = bare(value.type)
    if type_.name.endswith("::open_bound"):
        return ""
    if type_.name.endswith("::runtime_bound"):
        return str(int(value["n"]))
    return str(int(type_.template_argument(0)))


def print_range(value):
    begin, end, step = (bound_text(value[part]) for part in ("begin", "end", "step"))
    return TextPrinter(f"{begin}:{end}" + (f":{step}" if step else ""))


def print_operand(value):
    return OperandPrinter(value) if is_node(value.type) else None


def printer(kind, make):
    """The result of `make` for an object or the target of a reference."""
    def on_object(value):
        try:
            if value.type.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
                value = value.referenced_value()
            return make(value)
        except (Invalid, gdb.MemoryError, UnicodeError):
            return TextPrinter(f"<not a valid {kind}>")
        except gdb.error as problem:  # "value has been optimized out"
            return TextPrinter(f"<{problem}>")

    return on_object


def printers():
    found = gdb.printing.RegexpCollectionPrettyPrinter("stria")

    def add(kind, pattern, make):
        found.add_printer(kind, pattern, printer(kind, make))

    add("extent", r"^stria::extent$", print_extent)
    add("shape", r"^stria::static_shape<", print_shape)
    add("dim", r"^stria::dim$", lambda value: TextPrinter(value["name"].string()))
    add("all", r"^stria::all_t$", lambda value: TextPrinter(":"))
    add("newaxis", r"^stria::newaxis_t$", lambda value: TextPrinter("None"))
    add("ellipsis", r"^stria::ellipsis_t$", lambda value: TextPrinter("..."))
    add("range", r"^stria::range_t<", print_range)
    add("constant", r"^boost::hana::integral_constant<long",
        lambda value: TextPrinter(f"{int(bare(value.type).template_argument(1))}_c"))
    add("tensor", r"^stria::tensor<", OperandPrinter)
    add("view", r"^stria::view<", OperandPrinter)
    add("expression", r"^stria::(?!operators::|detail::subscriptable)", print_operand)
    return found


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
