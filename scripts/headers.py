# SPDX-License-Identifier: BSL-1.0
"""Parses the declarations and documentation comments of C++ headers for scripts/reference.py.

This is not a complete C++ parser. It reads namespaces, classes, functions, variables, aliases, concepts and enumerations as the
headers of this repository write them, expands macros that declare names, and skips bodies and initialisers.
docs/design/reference.md gives the reasons.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

# The macros that are defined in the configuration that the reference shows.
KNOWN = {"__clang__", "__cpp_exceptions", "__cpp_multidimensional_subscript", "STRIA_HAS_POSIX_FILES", "__linux__",
         "__x86_64__", "__cpp_lib_to_chars", "DLPACK_MAJOR_VERSION", "FMT_VERSION"}

TOKEN = re.compile(r"""
    (?P<space>\s+)
  | (?P<trailing>///<[^\n]*(?:\n[ \t]*///<[^\n]*)*)
  | (?P<doc>///[^\n]*(?:\n[ \t]*///(?!<)[^\n]*)*)
  | (?P<block>/\*\*.*?\*/)
  | (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<string>(?:u8|[uUL])?(?:R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
  | (?P<number>\.?\d(?:[\w.']|[eEpP][+-])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<paste>\#\#)
  | (?P<operator><=>|->\*|\.\.\.|::|->|\+\+|--|<<=|<<|[-+*/%&|^=!<>]=|&&|\|\||[^\s\w])
""", re.VERBOSE | re.DOTALL)


class ParseError(Exception):
    """Raised for a header that this parser does not understand."""


@dataclass
class Token:
    kind: str
    text: str
    line: int
    space: bool = False  # whether space precedes it in the source

    def __eq__(self, other):
        return self.text == other if isinstance(other, str) else self is other

    __hash__ = object.__hash__


@dataclass
class Macro:
    name: str
    parameters: object  # a list of names, or None
    body: list
    comment: str
    line: int
    removed: bool = False
    header: str = ""


@dataclass
class Parameter:
    text: str
    name: str
    pack: bool
    default: str


@dataclass
class Declaration:
    kind: str  # function, class, variable, alias, concept, enum, using
    name: str  # unqualified
    scope: str  # the enclosing namespaces and classes, joined by ::
    header: str
    line: int
    comment: str
    template: str = ""  # the text between < and >
    requires: str = ""
    type: str = ""  # the result of a function, the type of a variable, the target of an alias
    parameters: list = field(default_factory=list)
    after: str = ""  # const, &&, noexcept, = delete ...
    bases: str = ""
    access: str = "public"
    friend: bool = False
    members: list = field(default_factory=list)
    text: str = ""

    @property
    def qualified(self):
        return f"{self.scope}::{self.name}"


def read_comment(token):
    """The text of a documentation comment without the comment marks."""
    if token.kind == "block":
        lines = [re.sub(r"^\s*\* ?", "", line) for line in token.text[3:-2].splitlines()]
        return "\n".join(line.rstrip() for line in lines).strip()
    mark = r"^\s*///<? ?"
    return "\n".join(re.sub(mark, "", line).rstrip() for line in token.text.splitlines()).strip()


def tokens_of(text, line=1):
    out = []
    at, space = 0, False
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise ParseError(f"line {line}: {text[at:at + 20]!r}")
        kind = match.lastgroup
        if kind in ("space", "comment"):
            space = True
        else:
            out.append(Token(kind, match.group(), line, space))
            space = False
        line += match.group().count("\n")
        at = match.end()
    return out


def is_true(condition, defined):
    condition = re.sub(r"//.*", "", condition)
    condition = re.sub(r"\bdefined\s*\(?\s*(\w+)\s*\)?", lambda m: str(m.group(1) in KNOWN or m.group(1) in defined),
                       condition)
    condition = re.sub(r"\b__has_(include|feature|builtin|cpp_attribute)\s*\([^)]*\)",
                       lambda m: str(m.group(1) == "include"), condition)
    condition = re.sub(r"\b\w+\s*\(\s*\d+(\s*,\s*\d+)*\s*\)", "True", condition)  # H5_VERSION_GE(1, 12, 0)
    condition = re.sub(r"\b(?!True|False)[A-Za-z_]\w*", lambda m: "1" if m.group() in KNOWN else "0", condition)
    condition = condition.replace("&&", " and ").replace("||", " or ")
    condition = re.sub(r"!(?!=)", " not ", condition)
    condition = re.sub(r"\b(\d+)[lLuU]+\b", r"\1", condition)
    return bool(eval(condition, {"__builtins__": {}}))  # noqa: S307, the headers of this repository


def preprocess(text):
    """The active text of a header, with its line numbers unchanged, and the macros that it defines."""
    lines = text.splitlines()
    out, macros, defined = [], [], set()
    stack = []  # [whether this branch is active, whether one has been active]
    at, comment = 0, []
    while at < len(lines):
        first = at
        line = lines[at]
        at += 1
        directive = re.match(r"\s*#\s*(\w+)\s*(.*)", line)
        if not directive:
            comment = comment + [line] if line.strip().startswith("///") else []
            out.append(line if all(b[0] for b in stack) else "")
            continue
        whole = line
        while whole.endswith("\\") and at < len(lines):
            whole = whole[:-1] + "\n" + lines[at]
            at += 1
        out += [""] * (at - first)
        word, rest = re.match(r"\s*#\s*(\w+)\s*(.*)", whole, re.DOTALL).groups()
        reading = all(b[0] for b in stack)
        if word in ("if", "ifdef", "ifndef"):
            if word != "if":
                rest = ("!" if word == "ifndef" else "") + f"defined({rest.strip()})"
            truth = is_true(rest, defined)
            stack.append([truth, truth])
        elif word in ("elif", "else"):
            truth = not stack[-1][1] and (word == "else" or is_true(rest, defined))
            stack[-1] = [truth, truth or stack[-1][1]]
        elif word == "endif":
            stack.pop()
        elif word == "define" and reading:
            name, parameters, body = re.match(r"(\w+)(\([^)]*\))?(.*)", rest, re.DOTALL).groups()
            names = None if parameters is None else [p.strip() for p in parameters[1:-1].split(",") if p.strip()]
            said = "\n".join(re.sub(r"^\s*/// ?", "", c) for c in comment)
            macros.append(Macro(name, names, tokens_of(body, first + 1), said, first + 1))
            defined.add(name)
            if comment:  # it documents the macro, not the next declaration
                for k in range(len(comment)):
                    out[first - 1 - k] = ""
        elif word == "undef" and reading:
            macros.append(Macro(rest.split()[0], None, [], "", first + 1, removed=True))
            defined.discard(rest.split()[0])
        comment = []
    return "\n".join(out), macros


def joined(tokens):
    """The text of tokens, with the spaces of the source."""
    kept = [t for t in tokens if t.kind not in ("doc", "trailing", "block")]
    return "".join((" " if t.space and k else "") + t.text for k, t in enumerate(kept))


CLOSING = {"(": ")", "[": "]", "{": "}"}


class Parser:
    def __init__(self, header, macros):
        """macros: the macros of all headers, by name."""
        self.header = header
        self.macros = dict(macros)
        self.declarations = []

    # Tokens.

    def skip_balanced(self, tokens, at):
        """The position after the bracket that closes tokens[at]."""
        depth = 0
        while at < len(tokens):
            if tokens[at].text in CLOSING:
                depth += 1
            elif tokens[at].text in CLOSING.values():
                depth -= 1
                if depth == 0:
                    return at + 1
            at += 1
        raise ParseError(f"{self.header}:{tokens[-1].line}: a bracket is not closed")

    def skip_angles(self, tokens, at):
        """The position after the > that closes the < at tokens[at]."""
        depth = 0
        while at < len(tokens):
            text = tokens[at].text
            if text in CLOSING:
                at = self.skip_balanced(tokens, at)
                continue
            if text == "<":
                depth += 1
            elif text in (">", ">="):
                depth -= 1
                if depth == 0:
                    return at + 1
            elif text in (";", "}"):
                break
            at += 1
        raise ParseError(f"{self.header}:{tokens[min(at, len(tokens) - 1)].line}: a < is not closed")

    def split(self, tokens, separator=","):
        """The parts between separators outside of brackets."""
        parts, part, at = [], [], 0
        while at < len(tokens):
            text = tokens[at].text
            if text in CLOSING:
                end = self.skip_balanced(tokens, at)
                part += tokens[at:end]
                at = end
                continue
            if text == "<" and part and part[-1].kind == "word":
                try:
                    end = self.skip_angles(tokens, at)
                    part += tokens[at:end]
                    at = end
                    continue
                except ParseError:
                    pass
            if text == separator:
                parts.append(part)
                part = []
            else:
                part.append(tokens[at])
            at += 1
        if part or parts:
            parts.append(part)
        return parts

    def expand(self, macro, arguments, line):
        """The expansion of a macro; each argument is a list of tokens."""
        values = {}
        for k, name in enumerate(macro.parameters):
            if name == "...":
                rest = arguments[k:]
                values["__VA_ARGS__"] = [t for n, a in enumerate(rest) for t in ([Token("operator", ",", line)] if n else []) + a]
            else:
                values[name] = arguments[k] if k < len(arguments) else []
        out = []
        body = macro.body
        k = 0
        while k < len(body):
            token = body[k]
            if token == "#" and k + 1 < len(body) and body[k + 1].text in values:
                out.append(Token("string", '"' + joined(values[body[k + 1].text]).replace('"', '\\"') + '"', line))
                k += 2
                continue
            if token.kind == "paste" and out and k + 1 < len(body):
                right = values.get(body[k + 1].text, [body[k + 1]])
                if right:
                    last = out.pop()
                    out.append(Token("word", last.text + right[0].text, line, last.space))
                    out += right[1:]
                k += 2
                continue
            if token == "__VA_OPT__" and k + 1 < len(body):
                end = self.skip_balanced(body, k + 1)
                if values.get("__VA_ARGS__"):
                    out += body[k + 2:end - 1]
                k = end
                continue
            if token.text in values and token.kind == "word":
                out += [Token(t.kind, t.text, line, t.space if n else token.space) for n, t in enumerate(values[token.text])]
            else:
                out.append(Token(token.kind, token.text, line, token.space))
            k += 1
        return out

    # Declarations.

    def parse(self, text):
        plain, macros = preprocess(text)
        self.local = sorted(macros, key=lambda m: m.line)
        self.documented_macros = [m for m in macros if not m.removed]
        tokens = tokens_of(plain)
        self.scope_body(tokens, 0, len(tokens), [], self.declarations, "public")
        return self.declarations

    def macro_at(self, token):
        """The definition of a macro that is valid on a line: the last definition above it in this header, otherwise that in another header."""
        found = None
        for macro in self.local:
            if macro.name == token.text and macro.line <= token.line:
                found = macro
        if found is not None:
            return None if found.removed else found
        return self.macros.get(token.text)

    def scope_body(self, tokens, at, end, scope, into, access):
        comment = None
        while at < end:
            token = tokens[at]
            if token.kind in ("doc", "block"):
                comment = token
                at += 1
                continue
            if token.kind == "trailing":
                if into and into[-1].line <= token.line and not into[-1].comment:
                    into[-1].comment = read_comment(token)
                at += 1
                continue
            if token == ";":
                at += 1
                continue
            if token.text in ("public", "private", "protected") and at + 1 < end and tokens[at + 1] == ":":
                access = token.text
                at += 2
                comment = None
                continue
            # Overloads for lvalues of a function that is declared besides (base/config.hpp).
            if token.text.startswith("STRIA_BORROWING") and at + 1 < end and tokens[at + 1] == "(":
                at = self.skip_balanced(tokens, at + 1)
                continue
            macro = self.macro_at(token) if token.kind == "word" else None
            if macro is not None and macro.parameters is not None and at + 1 < end and tokens[at + 1] == "(":
                stop = self.skip_balanced(tokens, at + 1)
                body = self.expand(macro, self.split(tokens[at + 2:stop - 1]), token.line)
                if body and not self.is_specifier(body):
                    # The comment before the call documents the first declaration of the expansion, and all other
                    # declarations of this name in the expansion.
                    inner = []
                    self.scope_body(body, 0, len(body), scope, inner, access)
                    self.give_comment(inner, comment)
                    into += inner
                at = stop
                comment = None
                continue
            at = self.declaration(tokens, at, end, scope, into, access, comment)
            comment = None

    @staticmethod
    def is_specifier(body):
        return body[0].text in ("__attribute__", "[") or all(t.text == ";" for t in body)

    @staticmethod
    def give_comment(declarations, comment):
        if comment is None:
            return
        named = [d for d in declarations if d.kind not in ("using",) and not {"detail", "functions"} & set(d.scope.split("::"))]
        # If there is a function, the comment belongs to it, not to the class of a function object (..._fn).
        named = [d for d in named if not d.name.endswith("_fn")] or named
        if named:
            named[0].comment = read_comment(comment)

    def requires_clause(self, tokens, at):
        """The position after a requires clause; tokens[at] is `requires`."""
        at += 1
        while True:
            while tokens[at] == "!":
                at += 1
            if tokens[at] == "(":
                at = self.skip_balanced(tokens, at)
            elif tokens[at] == "requires":
                at += 1
                if tokens[at] == "(":
                    at = self.skip_balanced(tokens, at)
                at = self.skip_balanced(tokens, at)
            else:
                while True:
                    if tokens[at] == "::":
                        at += 1
                    at += 1
                    if tokens[at] == "<":
                        at = self.skip_angles(tokens, at)
                    if tokens[at] == "(":
                        at = self.skip_balanced(tokens, at)
                    if tokens[at] != "::":
                        break
            if tokens[at].text not in ("&&", "||"):
                return at
            at += 1

    def declaration(self, tokens, at, end, scope, into, access, comment):
        said = read_comment(comment) if comment else ""
        start = at
        line = tokens[at].line
        make = lambda kind, name, **more: Declaration(kind, name, "::".join(scope), self.header, line, said,  # noqa: E731
                                                      access=access, **more)

        # Namespaces and linkage.
        word = tokens[at].text
        if word == "extern" and at + 2 < end and tokens[at + 1].kind == "string" and tokens[at + 2] == "{":
            stop = self.skip_balanced(tokens, at + 2)
            self.scope_body(tokens, at + 3, stop - 1, scope, into, access)
            return stop
        inline = word == "inline" and at + 1 < end and tokens[at + 1] == "namespace"
        if word == "namespace" or inline:
            at += 2 if inline else 1
            names = []
            while tokens[at] != "{":
                if tokens[at] == "=":
                    return self.to_semicolon(tokens, at)
                if tokens[at].kind == "word" and tokens[at] != "inline":
                    names.append(tokens[at].text)
                at += 1
            stop = self.skip_balanced(tokens, at)
            self.scope_body(tokens, at + 1, stop - 1, scope if inline else scope + names, into, access)
            return stop
        if word in ("static_assert", "asm"):
            return self.to_semicolon(tokens, at)

        template, requires = [], []
        while tokens[at] == "template":
            if tokens[at + 1] != "<":  # an explicit instantiation
                return self.to_semicolon(tokens, at)
            stop = self.skip_angles(tokens, at + 1)
            template += ([Token("operator", ",", line)] if template else []) + tokens[at + 2:stop - 1]
            at = stop
            if tokens[at] == "requires":
                stop = self.requires_clause(tokens, at)
                requires = tokens[at + 1:stop]
                at = stop
        head = {"template": joined(template), "requires": joined(requires)}
        specialised = start != at and not template

        friend = False
        while at < end:
            if tokens[at] == "[" and tokens[at + 1] == "[":
                at = self.skip_balanced(tokens, at)
            elif tokens[at] == "friend":
                friend = True
                at += 1
            elif tokens[at].text in ("inline", "constexpr", "consteval", "constinit", "static", "virtual", "mutable", "extern", "typedef",
                                     "thread_local"):
                at += 1
            elif tokens[at] == "explicit":
                at += 1
                if tokens[at] == "(":
                    at = self.skip_balanced(tokens, at)
            elif tokens[at].text in ("alignas", "__attribute__"):
                at = self.skip_balanced(tokens, at + 1)
            elif tokens[at].text.startswith("STRIA_") and tokens[at].text.isupper() and not (
                    tokens[at + 1] == "(" and self.macro_at(tokens[at]) and not self.is_specifier(self.macro_at(tokens[at]).body or [Token("", ";", 0)])):
                at += 1
            else:
                break

        word = tokens[at].text
        if word == "using":
            if tokens[at + 1] == "enum":
                named = tokens[self.to_semicolon(tokens, at) - 2].text
                for found in [d for d in into if d.kind == "enum" and d.name == named]:
                    into += [make("using", e.name, type=named) for e in found.members]
            if tokens[at + 1].text in ("namespace", "enum"):
                return self.to_semicolon(tokens, at)
            stop = self.to_semicolon(tokens, at)
            body = tokens[at + 1:stop - 1]
            equals = next((k for k, t in enumerate(body) if t == "="), None)
            if equals is None:
                for part in self.split(body):
                    name = [t for t in part if t.kind in ("word", "operator", "string")]
                    last = max((k for k, t in enumerate(name) if t == "::"), default=-1)
                    into.append(make("using", "".join(t.text for t in name[last + 1:]), type="".join(t.text for t in name)))
            else:
                into.append(make("alias", body[0].text, type=joined(body[equals + 1:]), **head))
            return stop
        if word == "concept":
            into.append(make("concept", tokens[at + 1].text, **head))
            return self.to_semicolon(tokens, at)
        if word in ("class", "struct", "union", "enum"):
            is_definition = self.class_definition(tokens, at, end, scope, into, make, head, friend)
            if is_definition:
                return is_definition
        return self.function_or_variable(tokens, at, end, scope, into, make, head, friend, specialised)

    def to_semicolon(self, tokens, at):
        while at < len(tokens) and tokens[at] != ";":
            at = self.skip_balanced(tokens, at) if tokens[at].text in CLOSING else at + 1
        return at + 1

    def class_definition(self, tokens, at, end, scope, into, make, head, friend):
        key = tokens[at].text
        k = at + 1
        if key == "enum" and tokens[k].text in ("class", "struct"):
            k += 1
        while tokens[k] == "[" or tokens[k].text in ("alignas", "__attribute__") or tokens[k].text.startswith("STRIA_"):
            if tokens[k] == "[":
                k = self.skip_balanced(tokens, k)
            else:
                k += 1
                if tokens[k] == "(":
                    k = self.skip_balanced(tokens, k)
        if tokens[k].kind != "word" and tokens[k] != "{":
            return None
        name = ""
        if tokens[k].kind == "word":
            name = tokens[k].text
            k += 1
            while tokens[k] == "::":
                name = tokens[k + 1].text
                k += 2
        special = False
        if tokens[k] == "<":
            k = self.skip_angles(tokens, k)
            special = True
        if tokens[k] == "final":
            k += 1
        if tokens[k] == ";":
            # Only declared here; the definition has the comment.
            if not special and not friend:
                into.append(make("class", name, after="declared", **head))
            return k + 1
        bases = k
        if tokens[k] == ":":
            while tokens[k] != "{":
                k = self.skip_angles(tokens, k) if tokens[k] == "<" else (
                    self.skip_balanced(tokens, k) if tokens[k] == "(" else k + 1)
        if tokens[k] != "{":
            return None
        stop = self.skip_balanced(tokens, k)
        declared = make("enum" if key == "enum" else "class", name, bases=joined(tokens[bases + 1:k]) if bases != k else "",
                        text=key, **head)
        if key == "enum":
            self.enumerators(tokens[k + 1:stop - 1], declared)
        else:
            self.scope_body(tokens, k + 1, stop - 1, scope + [name], declared.members,
                            "private" if key == "class" else "public")
            for member in declared.members:
                if member.kind == "function" and member.name == name:
                    member.text = "constructor"
        if special:
            declared.after = "specialised"
        into.append(declared)
        rest = self.to_semicolon(tokens, stop)
        return rest

    def enumerators(self, tokens, declared):
        comment = ""
        at = 0
        expects = True
        while at < len(tokens):
            token = tokens[at]
            if token.kind in ("doc", "block"):
                comment = read_comment(token)
            elif token.kind == "trailing":
                if declared.members and not declared.members[-1].comment:
                    declared.members[-1].comment = read_comment(token)
            elif token == ",":
                expects = True
            elif expects and token.kind == "word":
                declared.members.append(Declaration("enumerator", token.text, declared.qualified, self.header, token.line, comment))
                comment, expects = "", False
            at += 1

    def function_or_variable(self, tokens, at, end, scope, into, make, head, friend, specialised):
        first = at
        name, name_at, paren = None, None, None
        equals = None
        k = at
        while k < end:
            text = tokens[k].text
            if tokens[k].kind in ("doc", "block", "trailing"):
                k += 1
                continue
            if text == "operator":
                name_at = k
                k += 1
                while tokens[k] != "(" or (tokens[k] == "(" and tokens[k + 1] == ")" and tokens[k + 2] == "(" and k == name_at + 1):
                    if tokens[k] == "(":
                        k += 2
                        break
                    if tokens[k] == "<" and tokens[k - 1].kind == "word" and tokens[k - 1] != "operator":
                        k = self.skip_angles(tokens, k)
                    elif tokens[k] == "<" and k > name_at + 1:
                        k = self.skip_angles(tokens, k)
                    else:
                        k += 1
                name = "operator" + (" " if tokens[name_at + 1].kind == "word" else "") + "".join(
                    t.text + (" " if t.kind == "word" and tokens[name_at + 1].kind == "word" else "")
                    for t in tokens[name_at + 1:k]).rstrip()
                paren = k
                break
            if text in ("decltype", "noexcept", "alignas", "__attribute__", "explicit", "typeof") and tokens[k + 1] == "(":
                k = self.skip_balanced(tokens, k + 1)
                continue
            if text == "requires":
                k = self.requires_clause(tokens, k)
                continue
            if text == "[" and tokens[k + 1] == "[":
                k = self.skip_balanced(tokens, k)
                continue
            if text == "<" and k > first and tokens[k - 1].kind == "word":
                k = self.skip_angles(tokens, k)
                continue
            if text == "(":
                before = tokens[k - 1]
                if before.kind == "word" and k > first:
                    macro = self.macro_at(before)
                    if before.text.startswith("STRIA_") and macro is not None:
                        k = self.skip_balanced(tokens, k)
                        continue
                    name, name_at, paren = before.text, k - 1, k
                    if name_at > first and tokens[name_at - 1] == "~":
                        name, name_at = "~" + name, name_at - 1
                    break
                if before == ">" and k > first:  # a specialisation of a function, or a call
                    return self.end_of(tokens, k, end)
                return self.end_of(tokens, k, end)
            if text == "=":
                equals = k
                break
            if text in (";", "{"):
                break
            if text == ":" and k > first:  # a bit field
                break
            k += 1
        if k >= end:
            return end

        if paren is None:
            # A variable, or several.
            names = [j for j in range(first, k) if tokens[j].kind == "word"]
            stop = self.end_of(tokens, k, end)
            if not names:
                return stop
            last = names[-1]
            # `int a[3]`, and a specialisation `constexpr bool x<T> = ...`.
            j = k - 1
            while tokens[j] == "]":
                depth = 0
                while True:
                    depth += {"]": 1, "[": -1}.get(tokens[j].text, 0)
                    j -= 1
                    if depth == 0:
                        break
            special = tokens[j] == ">"
            if not special and j > first:
                last = j
                into.append(make("variable", tokens[last].text, type=joined(tokens[first:last]), **head))
                # Other declarators of the same declaration share the comment.
                for part in self.split(tokens[k:stop - 1] if tokens[stop - 1] == ";" else [])[1:]:
                    if part and part[0].kind == "word" and (len(part) == 1 or part[1].text in ("=", "{", "[")):
                        into.append(make("variable", part[0].text, type=joined(tokens[first:last]), **head))
            return stop

        if "::" in (tokens[name_at - 1].text,) and name_at > first:  # defined out of its class
            return self.end_of(tokens, paren, end)
        stop = self.skip_balanced(tokens, paren)
        parameters = [self.parameter(p) for p in self.split(tokens[paren + 1:stop - 1])]
        parameters = [p for p in parameters if p.text != "void"]
        finish = self.end_of(tokens, stop, end)
        after = []
        j = stop
        while j < finish - 1 and tokens[j].text not in (";", "{"):
            if tokens[j] == ":" :
                break
            if tokens[j].text.startswith("STRIA_") and tokens[j + 1] == "(":
                break
            if tokens[j].text in CLOSING:
                close = self.skip_balanced(tokens, j)
                after += tokens[j:close]
                j = close
                continue
            after.append(tokens[j])
            j += 1
        kind = "function"
        if parameters and not head["template"] and not friend and tokens[stop] == ";" and tokens[first - 1] == "constexpr" \
                and name_at > first and not any(p.name for p in parameters):
            # In `constexpr color_map grey("000000ffffff");` the name is a variable: a constexpr
            # function would have a body.
            into.append(make("variable", name, type=joined(tokens[first:name_at]), **head))
            return finish
        if name_at == first and not name.startswith(("operator", "~")) and name not in (scope[-1:] or [""]):
            kind = "guide"  # a deduction guide, or a macro that is called as a declaration
        if specialised:
            return finish
        into.append(make(kind, name, type=joined(tokens[first:name_at]), parameters=parameters, after=joined(after),
                         friend=friend, **head))
        return finish

    def end_of(self, tokens, at, end):
        """The position after a declaration, which ends with `;` or a body."""
        while at < end:
            text = tokens[at].text
            if text == ";":
                return at + 1
            if text == "{":
                stop = self.skip_balanced(tokens, at)
                # Further declarators may follow an initialiser, but not a body.
                if stop < end and tokens[stop].text in (";", ","):
                    at = stop
                    continue
                if stop < end and tokens[stop] == "{":  # the body after `: member{...}`
                    at = stop
                    continue
                if self.in_initialisers(tokens, at):
                    at = stop
                    continue
                return stop
            if text in CLOSING:
                at = self.skip_balanced(tokens, at)
                continue
            at += 1
        return end

    @staticmethod
    def in_initialisers(tokens, at):
        return False

    def parameter(self, tokens):
        default = next((k for k, t in enumerate(tokens) if t == "="), None)
        value = joined(tokens[default + 1:]) if default is not None else ""
        tokens = [t for t in (tokens if default is None else tokens[:default]) if t.kind not in ("doc", "trailing", "block")]
        tokens = [t for t in tokens if not (t.text.startswith("STRIA_") and t.text.isupper())]
        pack = any(t == "..." for t in tokens)
        name = ""
        if len(tokens) > 1 and tokens[-1].kind == "word" and tokens[-1].text not in (
                "int", "double", "float", "bool", "char", "long", "auto", "const", "unsigned", "short"):
            before = tokens[-2].text
            if before != "::" and not (len(tokens) == 2 and before in ("const", "class", "typename")):
                name = tokens[-1].text
                tokens = tokens[:-1]
        if not name:
            # `T (&a)[N]`
            for k, t in enumerate(tokens[:-2]):
                if t == "(" and tokens[k + 1].text in ("&", "&&", "*") and tokens[k + 2].kind == "word":
                    name = tokens[k + 2].text
                    break
        return Parameter(joined(tokens), name, pack, value)


def headers_of(root, folders=("dsl", "include")):
    return [path for folder in folders for path in sorted((Path(root) / folder).rglob("*.hpp"))]


def parse_headers(root):
    """All declarations of the headers, and the macros that are defined at the end."""
    root = Path(root)
    macros, texts = {}, {}
    for path in headers_of(root):
        texts[path] = path.read_text(encoding="utf-8")
        kept = {}
        for macro in preprocess(texts[path])[1]:
            macro.header = path.relative_to(root).as_posix()
            if macro.removed:
                kept.pop(macro.name, None)
            else:
                kept[macro.name] = macro
        macros.update(kept)
    declarations = []
    for path, text in texts.items():
        name = path.relative_to(root).as_posix()
        try:
            declarations += Parser(name, macros).parse(text)
        except (ParseError, IndexError) as error:
            raise ParseError(f"{name}: {error}") from error
    return declarations, macros
