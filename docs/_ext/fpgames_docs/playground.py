"""Run a search of the playground: show the position, run the program that the reader composed, and draw the tree.

The module is pure, needs only Python and the library, and runs in the browser. The page calls ``look``, ``answer`` and
``tree``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Any, TypedDict

from toolz import identity

from fpgames import Outcome, Player, Rules, Tree, minimax
from fpgames.draw import board_svg, squares_of
from fpgames.draw.cached_nodes import MAX_COUNTED
from fpgames.draw.cached_nodes import CachedNode as Drawable
from fpgames.draw.excerpt import DrawnNode, cached_excerpt
from fpgames.draw.layout import lay_out
from fpgames.draw.trees import picture_of_tree
from fpgames.games import game
from fpgames.rules import Diagram, Square, whose_turn
from fpgames.search import Deepened, Scored, SearchInfo, search_info, trace
from fpgames.search.open_recursion import node_function_of
from fpgames.stage import Stage
from fpgames.tree.unfolding import LabelKind, with_parts
from fpgames_docs.playground_program import PROGRAM, Place, State, code
from fpgames_docs.playground_proof import is_proven

Squares = tuple[Square, ...]


class Choice(TypedDict):
    """A legal move, and the cells to click for it, in order.

    A cell is named ``"row,column"``, as in the picture; ``"*,column"`` is any cell of a column.
    """

    text: str
    path: list[str]


class Position(TypedDict):
    """A position as the page shows it: its picture, its text, who moves, and the legal moves."""

    svg: str
    text: str
    status: str
    moves: list[Choice]


class Look(TypedDict):
    """The position and the program that the page shows before a search, or an error message in ``wrong``."""

    position: Position | None
    code: str
    wrong: str


class Result(TypedDict):
    """The result of a search, or an error message in ``wrong``.

    ``line`` is the line of the program that raised the error, or empty if there is no such line.
    """

    value: str
    about: str
    leaves: int
    nodes: int
    seconds: float
    wrong: str
    line: str


# --- The position ---


def reached(state: Place) -> tuple[Rules[Any, Any], list[Any]]:
    """Return the rules of the game, and all its positions, from the first position to the current position."""
    rules = game(state["game"])
    positions = [rules.read(state["position"]) if state["position"] else rules.start]
    for word in " ".join(state["moves"]).split():
        positions.append(rules.play(positions[-1], rules.read_move_in(positions[-1], word)))
    return rules, positions


def position(state: Place) -> Position:
    """Return the picture, text, status and moves of a position."""
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
            for move, path in zip(moves, click_paths(rules, p), strict=True)
        ],
    }


def status(rules: Rules[Any, Any], p: Any) -> str:
    """Return a sentence that says who is to move, or how the game ended."""
    ends = {
        Outcome.FIRST_WON: "The first player has won.",
        Outcome.SECOND_WON: "The second player has won.",
        Outcome.DRAW: "The game is drawn.",
    }
    mover = {Player.FIRST: "The first player", Player.SECOND: "The second player"}[whose_turn(rules, p)]
    return str(rules.outcome(p).map(ends.__getitem__).value_or(f"{mover}{symbol(rules, p)} moves."))


_COLOURS = {"b": "black", "w": "white"}


def symbol(rules: Rules[Any, Any], p: Any) -> str:
    """Return the letter or colour of the player to move, in brackets, or an empty text if the board shows neither."""
    if rules.diagram is None:
        return ""
    for move in rules.moves(p):
        new = rules.diagram(rules.play(p, move))
        for i, j in squares_of(rules, p, move):
            letter = new.rows[i][j]
            if letter.isalpha():
                return f" ({_COLOURS.get(letter.lower(), letter) if new.style == 'pieces' else letter})"
    return ""


def click_paths(rules: Rules[Any, Any], p: Any) -> list[list[str]]:
    """Return, for each move, its path: the shortest sequence of cells to click that identifies the move.

    In a game with pieces, the path always includes the target cell. No path is a prefix of another path.
    """
    if rules.diagram is None:
        return [[] for _ in rules.moves(p)]
    diagram = rules.diagram(p)
    cell_of = {name: (i, j) for i, row in enumerate(diagram.names) for j, name in enumerate(row) if name}
    paths = [_cells_of_move(rules, p, move, cell_of) for move in rules.moves(p)]
    return [
        [
            _cell_name(diagram, cell)
            for cell in _identifying_prefix(path, paths, len(path) if diagram.style == "pieces" else 1)
        ]
        for path in paths
    ]


def _cells_of_move(rules: Rules[Any, Any], p: Any, move: Any, cell_of: dict[str, Square]) -> Squares:
    """Return the cells that a move's notation names, as in 22x13x6, or else the cells that the move changes."""
    words = re.split("[-x]", rules.show_move_in(p, move))
    return tuple(cell_of[word] for word in words) if cell_of.keys() >= {*words} else squares_of(rules, p, move)


def _identifying_prefix(path: Squares, paths: list[Squares], min_length: int) -> Squares:
    """Return the shortest prefix of a path, of at least ``min_length`` cells, that is a prefix of no other path.

    If the whole path is a prefix of another path, return it with its last cell repeated.
    """
    others = [other for other in paths if other != path]
    for length in range(min_length, len(path) + 1):
        if all(other[:length] != path[:length] for other in others):
            return path[:length]
    return (*path, *path[-1:])


def _cell_name(diagram: Diagram, cell: Square) -> str:
    i, j = cell
    return (
        f"*,{j}" if diagram.style == "discs" else f"{i},{j}"
    )  # a disc falls, so a click on any cell of the column plays the move


def look(state: State) -> Look:
    """Return the position and the program of a state, or an error message in ``wrong``."""
    result: Look = {"position": None, "code": "", "wrong": ""}
    try:
        result["position"] = position(state)
        result["code"] = code(state)
    except Exception as error:
        result["wrong"] = in_one_line(error)
    return result


# --- The result ---


def in_one_line(error: BaseException) -> str:
    """Return the type and the message of an error in one line, like the last line of a traceback."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")


def answer(state: State) -> Result:
    """Run the program and return its result; ``seconds`` is the time of the search alone."""
    result: Result = {"value": "", "about": "", "leaves": 0, "nodes": 0, "seconds": 0, "wrong": "", "line": ""}
    program = ""
    try:
        program = code(state)
        names, rest = run_setup(program)
        began = perf_counter()
        _run(rest, names)
        result["seconds"] = perf_counter() - began
        result["value"], result["about"] = describe_value(names, "best_move" in state["search"])
        result["leaves"], result["nodes"] = names["leaves"], names["nodes"]
    except Exception as error:
        result["wrong"] = in_one_line(error)
        result["line"] = _failing_line(error, program)
    return result


def run_setup(program: str) -> tuple[dict[str, Any], list[ast.stmt]]:
    """Run a program without its last two statements, the search and the output.

    Return the variables of the program, and the statement that searches.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    *first, search, _printed = ast.parse(program).body
    _run(first, names)
    if not isinstance(names["tree"], Tree):
        kind = type(names["tree"]).__name__
        raise TypeError(
            f"the stages return a {kind}, not a tree; move the part that does not return a tree to the search"
        )
    return names, [search]


def _run(statements: list[ast.stmt], names: dict[str, Any]) -> None:
    exec(compile(ast.Module(statements, []), PROGRAM, "exec"), names)


def _failing_line(error: BaseException, program: str) -> str:
    """Return the last of the program's lines in an error's traceback, or an empty text if there is no such line."""
    numbers = []
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == PROGRAM:
            numbers.append(trace.tb_lineno)
        trace = trace.tb_next
    return program.splitlines()[numbers[-1] - 1].strip() if numbers else ""


def describe_value(names: dict[str, Any], move: bool) -> tuple[str, str]:
    """Return two texts: the value or the move that a search found, and sentences about this result.

    ``move`` says whether the search looks for a move.
    """
    rules, p, value = names["rules"], names["p"], names["value"]
    view = view_of(names["tree"], names["search"])
    if move and value in rules.moves(p):
        return rules.show_move_in(p, value), "The best move."
    if isinstance(value, Scored):
        line = list(_written_moves(rules, p, value.line))
        verdict = _verdict(value.value, view, names)
        return value_text(value.value), f"{verdict}Expected line: {' '.join(line) or 'none'}."
    if isinstance(value, list) and value and all(isinstance(result, Deepened) for result in value):
        return value_text(value[-1].value), "Depth by depth: " + "; ".join(_depth_text(depth) for depth in value) + "."
    return value_text(value), _verdict(value, view, names)


def _depth_text(result: Deepened[Any]) -> str:
    return f"{result.depth}: {value_text(result.value)}, {result.nodes} nodes"


def value_text(value: object) -> str:
    """Return a value as text, with floats rounded to four significant digits."""
    if isinstance(value, float):
        return f"{value + 0:.4g}"  # adding 0 turns -0.0 into 0.0
    if type(value) is tuple and len(value) > 1:  # a pair that prefer_quick_wins made
        return f"({', '.join(map(value_text, value))})"
    return str(value) if isinstance(value, int) else f"{value!r:.500}"  # Outcome is a subclass of int


def _written_moves(rules: Rules[Any, Any], p: Any, line: Iterable[Any]) -> Iterator[str]:
    for move in line:
        yield rules.show_move_in(p, move)
        p = rules.play(p, move)


def view_of(tree: Tree[Any], search: Callable[..., Any]) -> Player | None:
    """Return the player for whom a higher value of the search is better, or None if the value may mean something else.

    In a search with a window, the value may be only a bound. The value of an arbitrary function may mean anything.
    """
    _, info = value_search(search)
    if info is None or info.has_window or info.view is None:
        return None
    return tree.player if info.view == "mover" else Player.FIRST


def _verdict(value: object, view: Player | None, names: dict[str, Any]) -> str:
    number = (
        value[0] if isinstance(value, tuple) and len(value) == 2 else value
    )  # prefer_quick_wins makes pairs of a value and a number of moves
    if view is None or isinstance(number, bool) or not isinstance(number, int | float):
        return ""
    first_value = number if view is Player.FIRST else -number
    outcome = Outcome((first_value > 0) - (first_value < 0))
    best = f"{_PLAYERS[outcome]} player" if outcome else ""
    undecided = 0 < abs(first_value) < 1  # a value other than -1, 0 and 1 comes from an unfinished game
    if not undecided and is_proven(names["tree"], outcome, budget=2 * names["nodes"] + 1000):
        verdict = f"Won for the {best}. " if best else "A draw. "
    else:
        verdict = f"Good for the {best}. " if best else "Even. "
    return verdict if view is Player.FIRST else f"{verdict}The value is the second player's. "


_PLAYERS = {Outcome.FIRST_WON: "first", Outcome.SECOND_WON: "second"}


# --- The picture of the tree ---


class Opening(TypedDict):
    """A node of a picture: its move and value, and the path to it from the tree's root, as child indices.

    The path is None if the node cannot be opened.
    """

    way: list[str] | None
    name: str


class Drawn(TypedDict):
    """A picture of a part of the tree, the nodes of the part, and the moves from the tree's root to the part's root.

    In ``line``, an empty text stands for a move that the tree does not name.
    """

    svg: str
    nodes: list[Opening]
    line: list[str]


def tree(state: State) -> Drawn:
    """Return a picture of the tree that the search walks, with the values found at its nodes if they can be traced."""
    names, _ = run_setup(code(state))
    here, line = Drawable(traced_tree(names["tree"], names["search"]), None), list[str]()
    for number in state["at"]:
        here = _child(here, number)
        line.append(here.content.edge)
    root = cached_excerpt(here, state["levels"], state["width"])
    return {
        "svg": picture_of_tree(root, lay_out([root])),
        "nodes": [*_openable_nodes(here, root, state["at"])],
        "line": line,
    }


def _child(here: Drawable[Any], number: str) -> Drawable[Any]:
    children = here.children(MAX_COUNTED)
    if not number.isdecimal() or int(number) >= len(children):
        raise ValueError(f"the tree has no child {number!r:.20} there; expected a number less than {len(children)}")
    return children[int(number)]


def _openable_nodes(here: Drawable[Any], drawn: DrawnNode, way: list[str]) -> Iterator[Opening]:
    """Yield an ``Opening`` for each node of a picture, in preorder.

    ``here`` is the node of the tree that ``drawn`` shows, and ``way`` is the path to this node from the tree's root. A
    node that the search cut off has no path, so it cannot be opened.
    """
    yield {
        "way": None if drawn.content.cut else way,
        "name": " ".join(filter(None, (drawn.content.edge, drawn.content.text))),
    }
    for child in drawn.children:
        numbered = enumerate(here.children(MAX_COUNTED))
        number, node = next(((n, other) for n, other in numbered if other.content is child.content), (-1, here))
        yield from _openable_nodes(node, child, [*way, str(number)])


def traced_tree(tree: Tree[Any], search: Callable[..., Any]) -> Tree[Any]:
    """Return the trace of a search, or the tree of positions without values if the search cannot be traced.

    A composition of a traceable search and another function cannot be traced: it does not return the search's values.
    """
    static = _static(tree)
    function, info = value_search(search)
    if static is None or info is None:
        game = tree.unfolding.game
        return tree if game.rules is None else with_parts(tree, label_of=game.position_of, labels=LabelKind.POSITIONS)
    return trace(function, static=static)(tree)


def value_search(search: Callable[..., Any]) -> tuple[Callable[..., Any], SearchInfo | None]:
    """Return the search that finds the value, and what is known of this search; None if it cannot be traced.

    In ``best_move`` and ``principal_variation``, the search that finds the value is their option ``search``.
    """
    info = search_info(search) if isinstance(search, Stage) and search.parts == (search,) else None
    if info is None or not info.returns.startswith(("Move", "Variation")):
        return search, info if node_function_of(search) else None
    inner: Any = info.options.get("search", minimax)
    search, info = value_search(inner)
    # best_move and principal_variation set the window, and refuse a search that has one
    return search, None if info is None or info.has_window else info


def _static(tree: Tree[Any]) -> Callable[[Any], Any] | None:
    """Return a function from the label of a leaf to the leaf's value, or None if the tree's labels give no values."""
    labels = tree.unfolding.labels
    return identity if labels in (LabelKind.VALUES, LabelKind.MAPPED) else None
