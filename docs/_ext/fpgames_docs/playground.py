"""A search of the reader's own: the position, the result of the program that ``playground_program`` makes, the tree.

All of it is pure, needs nothing but Python and the library, and runs in the browser: what the page calls is ``look``,
``answer`` and ``tree``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Any, TypedDict, cast

from toolz import identity

from fpgames import Outcome, Player, Rules, Tree, alpha_beta, best_move, maximise, minimax, minimise
from fpgames.draw import board_svg, squares_of
from fpgames.draw.cached_nodes import COUNTED
from fpgames.draw.cached_nodes import CachedNode as Drawable
from fpgames.draw.excerpt import DrawnNode, drawn_from
from fpgames.draw.layout import laid_out
from fpgames.draw.trees import picture_of_tree
from fpgames.games import game
from fpgames.rules import Diagram, Square
from fpgames.search import Deepened, Scored, ab_trace, minimax_trace, negamax, principal_variation, trace
from fpgames.search.open_recursion import has_mover_view, node_function_of
from fpgames.search.traces import BareTrace
from fpgames.stage import Stage, is_stage_of
from fpgames.tree.building import LINES
from fpgames.tree.unfolding import POSITIONS, VALUES, with_parts
from fpgames_docs.playground_program import PROGRAM, Place, State, code
from fpgames_docs.playground_proof import is_proven

_OF_LINES = cast("Stage[Any, Any]", principal_variation(identity)).function
Squares = tuple[Square, ...]


class Choice(TypedDict):
    """A legal move, and the places to click for it, one after the other.

    A place is named as a cell is in the picture, ``"row,column"``; ``"*,column"`` is a whole column.
    """

    text: str
    path: list[str]


class Position(TypedDict):
    """A position as the page shows it."""

    svg: str
    text: str
    status: str
    moves: list[Choice]


class Look(TypedDict):
    """What is known before anything is searched: the position and the program, or why there is none."""

    position: Position | None
    code: str
    wrong: str


class Result(TypedDict):
    """What a search found, or in one line why it did not."""

    value: str
    about: str
    leaves: int
    nodes: int
    seconds: float
    wrong: str
    line: str


# --- The position ---


def reached(state: Place) -> tuple[Rules[Any, Any], list[Any]]:
    """Return the rules, and the positions from the first to the one that is reached."""
    rules = game(state["game"])
    positions = [rules.read(state["position"]) if state["position"] else rules.start]
    for word in " ".join(state["moves"]).split():
        positions.append(rules.play(positions[-1], rules.read_move_in(positions[-1], word)))
    return rules, positions


def position(state: Place) -> Position:
    """Return what the page shows of a position."""
    rules, positions = reached(state)
    *earlier, p = positions
    svg = board_svg(rules, p, before=earlier[-1] if earlier else None)
    moves = rules.moves(p)
    return {
        "svg": svg,
        "text": rules.show(p).partition("\nmoves:")[0],
        "status": status(rules, p),
        "moves": [
            {"text": rules.show_move_in(p, move), "path": path}
            for move, path in zip(moves, ways(rules, p), strict=True)
        ],
    }


def status(rules: Rules[Any, Any], p: Any) -> str:
    """Return who moves, or how the game ended."""
    ends = {
        Outcome.FIRST_WON: "The first player has won.",
        Outcome.SECOND_WON: "The second player has won.",
        Outcome.DRAW: "The game is drawn.",
    }
    mover = {Player.FIRST: "The first player", Player.SECOND: "The second player"}[rules.player(p)]
    return str(rules.outcome(p).map(ends.__getitem__).value_or(f"{mover}{symbol(rules, p)} moves."))


_COLOURS = {"b": "black", "w": "white"}


def symbol(rules: Rules[Any, Any], p: Any) -> str:
    """Return what the player to move puts on the board, where it is a letter."""
    if rules.diagram is None:
        return ""
    for move in rules.moves(p):
        new = rules.diagram(rules.play(p, move))
        for i, j in squares_of(rules, p, move):
            symbol = new.rows[i][j]
            if symbol.isalpha():
                return f" ({_COLOURS.get(symbol.lower(), symbol) if new.style == 'pieces' else symbol})"
    return ""


def ways(rules: Rules[Any, Any], p: Any) -> list[list[str]]:
    """Return for each move the places to click, one after the other: as few as tell it from the other moves.

    A piece is always shown where it goes. No move's places begin those of another.
    """
    if rules.diagram is None:
        return [[] for _ in rules.moves(p)]
    diagram = rules.diagram(p)
    named = {name: (i, j) for i, row in enumerate(diagram.names) for j, name in enumerate(row) if name}
    paths = [_passed(rules, p, move, named) for move in rules.moves(p)]
    return [
        [_place(diagram, cell) for cell in _shortest(path, paths, len(path) if diagram.style == "pieces" else 1)]
        for path in paths
    ]


def _passed(rules: Rules[Any, Any], p: Any, move: Any, named: dict[str, Square]) -> Squares:
    """Return the cells that a move names, such as 22x13x6, or else those that it changes."""
    words = re.split("[-x]", rules.show_move_in(p, move))
    return tuple(named[word] for word in words) if named.keys() >= {*words} else squares_of(rules, p, move)


def _shortest(path: Squares, paths: list[Squares], least: int) -> Squares:
    """Return as many cells of a path as tell it from the others; one that others continue repeats its last."""
    others = [other for other in paths if other != path]
    for length in range(least, len(path) + 1):
        if all(other[:length] != path[:length] for other in others):
            return path[:length]
    return (*path, *path[-1:])


def _place(diagram: Diagram, cell: Square) -> str:
    i, j = cell
    return f"*,{j}" if diagram.style == "discs" else f"{i},{j}"  # discs fall down the column


def look(state: State) -> Look:
    """Return all that is known before a search."""
    found: Look = {"position": None, "code": "", "wrong": ""}
    try:
        found["position"] = position(state)
        found["code"] = code(state)
    except Exception as error:
        found["wrong"] = in_one_line(error)
    return found


# --- The result ---


def in_one_line(error: BaseException) -> str:
    """Return an error as Python's last line of a traceback says it."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")


def answer(state: State) -> Result:
    """Run the program and return what it found; the seconds are those of the search."""
    found: Result = {"value": "", "about": "", "leaves": 0, "nodes": 0, "seconds": 0, "wrong": "", "line": ""}
    program = ""
    try:
        program = code(state)
        names, rest = begun(program)
        began = perf_counter()
        _run(rest, names)
        found["seconds"] = perf_counter() - began
        found["value"], found["about"] = said(names, "best_move" in state["search"])
        found["leaves"], found["nodes"] = names["leaves"], names["nodes"]
    except Exception as error:
        found["wrong"] = in_one_line(error)
        found["line"] = _line(error, program)
    return found


def begun(program: str) -> tuple[dict[str, Any], list[ast.stmt]]:
    """Run a program up to its tree and its search; return the names that it has then, and the statements left."""
    names: dict[str, Any] = {"__name__": "__main__"}
    *first, search, _printed = ast.parse(program).body
    _run(first, names)
    if not isinstance(names["tree"], Tree):
        kind = type(names["tree"]).__name__
        raise TypeError(
            f"the stages end with a {kind}, not with a tree; what does not return a tree belongs to the search"
        )
    return names, [search]


def _run(statements: list[ast.stmt], names: dict[str, Any]) -> None:
    exec(compile(ast.Module(statements, []), PROGRAM, "exec"), names)


def _line(error: BaseException, program: str) -> str:
    """Return the last line of the program on the way to an error."""
    numbers = []
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == PROGRAM:
            numbers.append(trace.tb_lineno)
        trace = trace.tb_next
    return program.splitlines()[numbers[-1] - 1].strip() if numbers else ""


def said(names: dict[str, Any], move: bool) -> tuple[str, str]:
    """Return the words for what a search found, and a sentence about it."""
    rules, p, value = names["rules"], names["p"], names["value"]
    whose = valued_for(names["tree"], names["search"])
    if move and value in rules.moves(p):
        return rules.show_move_in(p, value), "The best move."
    if isinstance(value, Scored):
        line = list(_as_written(rules, p, value.line))
        favoured = _favours(value.value, whose, names)
        return value_text(value.value), f"{favoured}Expected line: {' '.join(line) or 'none'}."
    if isinstance(value, list) and value and all(isinstance(each, Deepened) for each in value):
        return value_text(value[-1].value), "Depth by depth: " + "; ".join(_deepened(each) for each in value) + "."
    return value_text(value), _favours(value, whose, names)


def _deepened(found: Deepened[Any]) -> str:
    return f"{found.depth}: {value_text(found.value)}, {found.nodes} nodes"


def value_text(value: object) -> str:
    """Return a value as the pages show it: four digits of a float, the rest is in what the program prints."""
    if isinstance(value, float):
        return f"{value + 0:.4g}"  # + 0: there is no -0
    if type(value) is tuple and len(value) > 1:  # of prefer_quick_wins
        return f"({', '.join(map(value_text, value))})"
    return str(value) if isinstance(value, int) else f"{value!r:.500}"  # an Outcome is an int


def _as_written(rules: Rules[Any, Any], p: Any, line: Iterable[Any]) -> Iterator[str]:
    for move in line:
        yield rules.show_move_in(p, move)
        p = rules.play(p, move)


def valued_for(tree: Tree[Any], search: object) -> Player | None:
    """Return whose value a search finds: None if it is a bound, or if the search is a plain function."""
    by, options = asked(search)
    if {"alpha", "beta"} & options.keys() or not (
        node_function_of(by) or any(is_stage_of(by, each) for each, *_ in _WALKS)
    ):
        return None
    return tree.player if is_stage_of(by, negamax) or has_mover_view(by) else Player.FIRST


def _favours(value: object, whose: Player | None, names: dict[str, Any]) -> str:
    number = (
        value[0] if isinstance(value, tuple) and len(value) == 2 else value
    )  # of prefer_quick_wins: how good, how soon
    if whose is None or isinstance(number, bool) or not isinstance(number, int | float):
        return ""
    worth = number if whose is Player.FIRST else -number
    outcome = Outcome((worth > 0) - (worth < 0))
    best = f"{_PLAYERS[outcome]} player" if outcome else ""
    between = 0 < abs(worth) < 1  # as the static values of positions that are not decided: no end of the game is that
    if not between and is_proven(names["tree"], outcome, budget=2 * names["nodes"] + 1000):
        good = f"Won for the {best}. " if best else "A draw. "
    else:
        good = f"Good for the {best}. " if best else "Even. "
    return good if whose is Player.FIRST else f"{good}The value is the second player's. "


_PLAYERS = {Outcome.FIRST_WON: "first", Outcome.SECOND_WON: "second"}


# --- The picture of the tree ---


class Opening(TypedDict):
    """A node of a picture: the way to it, numbers of children, None where nothing can be opened; its move and value."""

    way: list[str] | None
    name: str


class Drawn(TypedDict):
    """A picture of a tree, its nodes, and the moves to its root; a move that has no name is an empty text."""

    svg: str
    nodes: list[Opening]
    line: list[str]


def tree(state: State) -> Drawn:
    """Return a picture of the tree that the search sees, with values where the search is one that has a trace."""
    names, _ = begun(code(state))
    here, line = Drawable(explained(names["tree"], names["search"]), None), list[str]()
    for number in state["at"]:
        here = _child(here, number)
        line.append(here.shown.edge)
    root = drawn_from(here, state["levels"], state["width"])
    return {
        "svg": picture_of_tree(root, laid_out([root])),
        "nodes": [*_openings(here, root, state["at"])],
        "line": line,
    }


def _child(here: Drawable[Any], number: str) -> Drawable[Any]:
    below = here.children(COUNTED)
    if not number.isdecimal() or int(number) >= len(below):
        raise ValueError(f"the tree has no child {number!r:.20} there; expected a number less than {len(below)}")
    return below[int(number)]


def _openings(here: Drawable[Any], drawn: DrawnNode, way: list[str]) -> Iterator[Opening]:
    """Yield the nodes in the order of the picture; what a search has cut off cannot be opened."""
    yield {
        "way": None if drawn.shown.cut else way,
        "name": " ".join(filter(None, (drawn.shown.edge, drawn.shown.text))),
    }
    for child in drawn.children:
        below = enumerate(here.children(COUNTED))
        number, node = next(((n, each) for n, each in below if each.shown is child.shown), (-1, here))
        yield from _openings(node, child, [*way, str(number)])


_WALKS: tuple[tuple[Callable[..., object], BareTrace, dict[str, Any]], ...] = (
    (minimax, minimax_trace, {}),
    (negamax, minimax_trace, {}),
    (maximise, minimax_trace, {"player": Player.FIRST}),
    (minimise, minimax_trace, {"player": Player.SECOND}),
    (alpha_beta, ab_trace, {}),
)
"""The library's searches that a trace of its can show, with that trace and its options."""


def explained(tree: Tree[Any], search: object) -> Tree[Any]:
    """Return the tree as the search walked it, if that has a trace.

    Other searches, also those composed with one of these, find other values, so theirs have no trace: a tree of positions.
    """
    static = _static(tree, search)
    by, options = asked(search)
    traces = [(traced, own) for each, traced, own in _WALKS if is_stage_of(by, each)]
    if static is None or not (traces or node_function_of(by)):
        game = tree.unfolding.game
        return tree if game.rules is None else with_parts(tree, label_of=game.position_of, labels=POSITIONS)
    if not traces:
        return trace(cast("Callable[[Tree[Any]], Any]", by), static=static)(tree)
    ((traced, own),) = traces
    walked: Tree[Any] = traced(static=static, **own, **options)(tree)
    return walked


def asked(search: object) -> tuple[object, dict[str, Any]]:
    """Return the function that finds the value, and its options: of a best move or a line, that of its own search."""
    if search is best_move:
        return minimax, {}
    if is_stage_of(search, best_move, _OF_LINES):
        by, options = asked(dict(search.options).get("search", minimax))
        return (None, {}) if {"alpha", "beta"} & options.keys() else (by, options)  # that window is one of lines
    return search, dict(search.options) if isinstance(search, Stage) else {}


def _static(tree: Tree[Any], search: object) -> Callable[[Any], Any] | None:
    """Return the value of a leaf, a function of its label; None if the labels are no values."""
    labels = tree.unfolding.labels
    if labels == LINES and isinstance(search, Stage) and search.args:
        of_position = search.args[0]  # of principal_variation
        return lambda node: of_position(node.position)
    return identity if labels.name == VALUES.name else None
