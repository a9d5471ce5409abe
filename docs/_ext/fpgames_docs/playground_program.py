"""Write the Python program of a playground search from the reader's texts: position, tree, stages and search."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import TypedDict

PROGRAM = "<playground>"


class Place(TypedDict):
    """A game and one of its positions.

    ``position`` is a text that ``rules.read`` reads, or empty for the start of the game. ``moves`` are the moves played
    from this position, in the notation of the game.
    """

    game: str
    position: str
    moves: list[str]


class State(Place):
    """Everything that the reader chose in the playground, as stored in links to it.

    ``functions`` is Python code that the program runs before it builds the tree. ``levels`` and ``width`` limit the
    drawn part of the tree. ``at`` is the path from the root of the tree to the root of this part: the index of a child
    at each level. ``beside`` is the link of a second pipeline to compare with.
    """

    functions: str
    tree: str
    stages: list[str]
    search: str
    levels: int
    width: int
    at: list[str]
    beside: str


_HOMES = (
    "fpgames", "fpgames.search", "fpgames.tree", "fpgames.rules", "fpgames.state", "fpgames.rand", "fpgames.play", "fpgames.games",
)  # fmt: skip
_OTHER_HOMES = {
    "functools": ("cache", "partial", "reduce"),
    "itertools": ("islice", "takewhile"),
    "math": ("inf",),
    "operator": ("attrgetter", "itemgetter", "methodcaller", "neg"),
    "toolz": ("compose", "compose_left", "identity"),
}
_PREDEFINED = {"rules", "p", "tree", "search"}  # names that every program defines


@cache
def homes() -> dict[str, str]:
    """Return the names that the reader may use without importing them, each with its module."""
    pairs = [(home, import_module(home).__all__) for home in _HOMES] + [*_OTHER_HOMES.items()]
    return {name: home for home, names in reversed(pairs) for name in names}


def used(code: str) -> set[str]:
    """Return the names that code uses but does not define."""

    def names_in(table: symtable.SymbolTable) -> Iterator[str]:
        is_inner = table.get_type() != "module"
        for symbol in table.get_symbols():
            if symbol.is_referenced() and (symbol.is_global() if is_inner else not (symbol.is_assigned())):
                yield symbol.get_name()
        for child in table.get_children():
            yield from names_in(child)

    return {*names_in(symtable.symtable(code, PROGRAM, "exec"))} - defined(code)


def defined(code: str) -> set[str]:
    """Return the names that code defines at its top level."""
    table = symtable.symtable(code, PROGRAM, "exec")
    return {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}


def expression(what: str, text: str) -> str:
    """Return an expression on one line, in parentheses if the expression's operator binds less tightly than ``|``.

    If the text is empty or not an expression, raise an error whose message begins with ``what``.
    """
    text = text.strip()
    if not text:
        raise ValueError(f"{what} is empty")
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise SyntaxError(f"{what}, {text!r:.80}: {error.msg}") from None
    one_line = text if "\n" not in text and "#" not in text else ast.unparse(tree)
    looser = (ast.Lambda, ast.IfExp, ast.BoolOp, ast.Compare, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Starred)
    negated = isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not)
    return f"({one_line})" if isinstance(tree, looser) or negated else one_line


def code(state: State) -> str:
    """Return the program that the page runs and that a reader can copy."""
    functions = state["functions"].strip()
    try:
        ast.parse(functions)
    except SyntaxError as error:
        raise SyntaxError(f"your functions, line {error.lineno}: {error.msg}") from None
    numbered = [expression(f"stage {number}", text) for number, text in enumerate(state["stages"], 1)]
    stages = [expression("the tree", state["tree"]) + "(p)", *numbered]
    search = expression("the search", state["search"])
    names = used("\n".join([functions, *stages, search])) - _PREDEFINED - defined(functions)
    blocks = [
        imports(names | {"count_leaves", "count_nodes", "game"}),
        [f"rules = game({quoted(state['game'])})", *line_of(state)],
        [_with_paste_breaks(functions)],
        [
            f"tree = {_pipeline_source(stages)}",
            f"search = {search}",
            "(value, nodes), leaves = count_leaves(count_nodes(search))(tree)",
            "print(value, leaves, nodes)",
        ],
    ]  # an empty line follows each block, because an interactive interpreter needs one after a pasted loop or function
    return "\n\n".join("\n".join(lines) for lines in blocks if any(lines)) + "\n"


def _with_paste_breaks(code: str) -> str:
    """Return code with an empty line after each block, such as a function, and with none inside a block.

    An interactive interpreter ends a pasted block at the first empty line.
    """
    tree, lines = ast.parse(code), dict(enumerate(code.splitlines(), 1))
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr))
    string_lines = {line for node in strings for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    for statement in tree.body:
        end = statement.end_lineno or 0
        if hasattr(statement, "body"):
            for line in {*range(statement.lineno, end)} - string_lines:
                if not lines[line].strip():
                    del lines[line]
            if end + 1 in lines and lines[end + 1].strip():
                lines[end] += "\n"
    return "\n".join(lines.values())


def quoted(text: str) -> str:
    """Return a text as a Python string literal, in double quotes unless the text contains a double quote."""
    literal = repr(text)
    return literal if '"' in literal else f'"{literal[1:-1]}"'.replace(r"\'", "'")


def line_of(state: Place) -> list[str]:
    """Return the lines of the program that set ``p`` to the position."""
    words = " ".join(state["moves"])
    first = f"p = rules.read({quoted(state['position'])})" if state["position"] else "p = rules.start"
    if not words.strip():
        return [first]
    return [first, f"for move in {quoted(words)}.split():", "    p = rules.play(p, rules.read_move_in(p, move))"]


def _pipeline_source(stages: list[str]) -> str:
    one_line = " | ".join(stages)
    if len(one_line) <= 88:
        return one_line
    return "\n    | ".join(["(\n    " + stages[0], *stages[1:]]) + "\n)"


def imports(names: set[str]) -> list[str]:
    """Return the lines that import these names; names whose module is unknown are skipped."""
    known = homes()
    by_module: dict[str, list[str]] = {}
    for name in sorted(names & known.keys()):
        by_module.setdefault(known[name], []).append(name)
    ordered = sorted(by_module, key=lambda home: (home.startswith(("fpgames", "toolz")), home))
    return [f"from {home} import {', '.join(by_module[home])}" for home in ordered]
