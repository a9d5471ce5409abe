"""The program of a search of the reader's own: a position, stages and a search, each a text, as one text to run."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import TypedDict

PROGRAM = "<playground>"


class Place(TypedDict):
    """A game and a position of it.

    ``position`` is a text that the rules read, empty for the start of the game; ``moves`` are played from there, as
    people write them.
    """

    game: str
    position: str
    moves: list[str]


class State(Place):
    """All that the reader chooses, and all that a link holds.

    ``functions`` is Python that stands before the tree. ``levels`` and ``width`` say how much of the tree is drawn, and
    ``at`` from where: numbers of children, one below the other. ``beside`` is the link of a pipeline to compare with.
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
_OTHERS = {
    "functools": ("cache", "partial", "reduce"),
    "itertools": ("islice", "takewhile"),
    "math": ("inf",),
    "operator": ("attrgetter", "itemgetter", "methodcaller", "neg"),
    "toolz": ("compose", "compose_left", "identity"),
}
_GIVEN = {"rules", "p", "tree", "search"}  # what the program itself defines


@cache
def homes() -> dict[str, str]:
    """Return the modules of the names that a program may use without saying where they are from."""
    pairs = [(home, import_module(home).__all__) for home in _HOMES] + [*_OTHERS.items()]
    return {name: home for home, names in reversed(pairs) for name in names}


def used(code: str) -> set[str]:
    """Return the names that code takes from outside."""

    def within(table: symtable.SymbolTable) -> Iterator[str]:
        inside = table.get_type() != "module"
        for symbol in table.get_symbols():
            if symbol.is_referenced() and (symbol.is_global() if inside else not (symbol.is_assigned())):
                yield symbol.get_name()
        for child in table.get_children():
            yield from within(child)

    return {*within(symtable.symtable(code, PROGRAM, "exec"))} - defined(code)


def defined(code: str) -> set[str]:
    """Return the names that code defines at its top."""
    table = symtable.symtable(code, PROGRAM, "exec")
    return {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}


def expression(what: str, text: str) -> str:
    """Return an expression on one line, in parentheses where ``|`` would bind more tightly; refuse anything else."""
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
    """Return the program: what runs in the page, and what a reader copies."""
    functions = state["functions"].strip()
    try:
        ast.parse(functions)
    except SyntaxError as error:
        raise SyntaxError(f"your functions, line {error.lineno}: {error.msg}") from None
    numbered = [expression(f"stage {number}", text) for number, text in enumerate(state["stages"], 1)]
    stages = [expression("the tree", state["tree"]) + "(p)", *numbered]
    search = expression("the search", state["search"])
    names = used("\n".join([functions, *stages, search])) - _GIVEN - defined(functions)
    blocks = [
        imports(names | {"count_leaves", "count_nodes", "game"}),
        [f"rules = game({quoted(state['game'])})", *line_of(state)],
        [_pasted(functions)],
        [
            f"tree = {_in_turn(stages)}",
            f"search = {search}",
            "(value, nodes), leaves = count_leaves(count_nodes(search))(tree)",
            "print(value, leaves, nodes)",
        ],
    ]  # apart by empty lines, which end a loop and a function for the interpreter
    return "\n\n".join("\n".join(lines) for lines in blocks if any(lines)) + "\n"


def _pasted(code: str) -> str:
    """Return code with an empty line behind each function and none within: so an interpreter sees its end."""
    tree, lines = ast.parse(code), dict(enumerate(code.splitlines(), 1))
    strings = (each for each in ast.walk(tree) if isinstance(each, ast.Constant | ast.JoinedStr))
    within = {line for each in strings for line in range(each.lineno, (each.end_lineno or 0) + 1)}
    for statement in tree.body:
        end = statement.end_lineno or 0
        if hasattr(statement, "body"):
            for line in {*range(statement.lineno, end)} - within:
                if not lines[line].strip():
                    del lines[line]
            if end + 1 in lines and lines[end + 1].strip():
                lines[end] += "\n"
    return "\n".join(lines.values())


def quoted(text: str) -> str:
    """Return a text as Python writes it, in double quotes where it can."""
    shown = repr(text)
    return shown if '"' in shown else f'"{shown[1:-1]}"'.replace(r"\'", "'")


def line_of(state: Place) -> list[str]:
    """Return the lines that reach the position."""
    words = " ".join(state["moves"])
    begin = f"p = rules.read({quoted(state['position'])})" if state["position"] else "p = rules.start"
    if not words.strip():
        return [begin]
    return [begin, f"for move in {quoted(words)}.split():", "    p = rules.play(p, rules.read_move_in(p, move))"]


def _in_turn(stages: list[str]) -> str:
    short = " | ".join(stages)
    if len(short) <= 88:
        return short
    return "\n    | ".join(["(\n    " + stages[0], *stages[1:]]) + "\n)"


def imports(names: set[str]) -> list[str]:
    """Return the lines that import the names that are known."""
    known = homes()
    wanted: dict[str, list[str]] = {}
    for name in sorted(names & known.keys()):
        wanted.setdefault(known[name], []).append(name)
    ordered = sorted(wanted, key=lambda home: (home.startswith(("fpgames", "toolz")), home))
    return [f"from {home} import {', '.join(wanted[home])}" for home in ordered]
