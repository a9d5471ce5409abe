"""The page to play with: three searches walk one tree, leaf by leaf; the walks are the library's, recorded here.

Everything but ``setup`` is pure and knows nothing of Sphinx. The page itself is in ``docs/explore``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fpgames import Player, Tree, alpha_beta, game_tree, map_tree, minimax, node, prune
from fpgames.games.tictactoe import rules, to_record
from fpgames.games.tictactoe.record import diagram
from fpgames.search import ab_maximise, ab_minimise, ab_trace, minimax_trace
from fpgames.tree import Node

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SOURCE = Path(__file__).parent.parent / "explore"
MOST_LEAVES = 800  # a tree of more cannot be read

# What is said of a position, and the moves that lead to it.
POSITIONS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("three cells left: article 1's position", (4, 0, 2, 5, 3, 6)),
    ("two threats at once: X has won", (0, 4, 8, 2, 6)),
    ("X can win at once", (0, 3, 1, 4)),
    ("X wins with two moves", (4, 1, 0, 8)),
    ("O must parry a threat", (4, 0, 2)),
    ("opposite corners, O in the centre", (0, 4, 8)),
    ("centre and corner", (4, 0)),
    ("the empty board", ()),
)
FIRST_SHOWN = (3, 4)  # a position, and a depth at which all three walks differ


def searches(player: Player | None) -> dict[str, Callable[[Tree[Any]], Any]]:
    """The three walkers, for whoever moves at the root."""
    return {"minimax": minimax, "lists": ab_maximise if player is Player.FIRST else ab_minimise, "window": alpha_beta}


class Numbered(NamedTuple):
    """A tree whose labels are the numbers of its nodes, root first, parents before their children."""

    tree: Tree[int]
    labels: list[Node[int, int]]
    parents: list[int]
    leaves: list[int]


def numbered(depth: int, p: int) -> Numbered:
    """The game tree below a position, down to a depth."""
    labels: list[Node[int, int]] = []
    parents: list[int] = []
    leaves: list[int] = []

    def built(tree: Tree[Node[int, int]], parent: int) -> Tree[int]:
        number = len(labels)
        labels.append(tree.label)
        parents.append(parent)
        children = [built(child, number) for child in tree.children]
        if not children:
            leaves.append(number)
        return node(number, children, player=tree.player)

    return Numbered(built(prune(depth)(game_tree(rules)(p)), -1), labels, parents, leaves)


def preorder(tree: Tree[Any]) -> Iterator[Tree[Any]]:
    """Every tree in a tree, parents before their children."""
    yield tree
    for child in tree.children:
        yield from preorder(child)


def asked(search: Callable[[Tree[Any]], Any], tree: Tree[int], values: dict[int, Any]) -> list[int]:
    """The nodes whose labels a search asks for, in the order in which it does."""
    order: list[int] = []  # filled in here, never seen from outside before the end: a state thread

    def recorder(number: int) -> Any:
        order.append(number)
        return values[number]

    search(map_tree(recorder)(tree))
    return order


def cuts(seen: set[int], parents: list[int]) -> list[int]:
    """The first of the children that each node was left at, if it was: one for each cut."""
    first = {parents[number]: number for number in range(len(parents) - 1, 0, -1) if number not in seen}
    return sorted(child for parent, child in first.items() if parent in seen)


def above(numbers: list[int], parents: list[int]) -> set[int]:
    """Nodes, and all that stand over them."""
    seen = {-1}
    for number in numbers:
        while number not in seen:
            seen.add(number)
            number = parents[number]
    return seen - {-1}


def walks(moves: tuple[int, ...], depth: int) -> dict[str, Any]:
    """A tree and what the three searches do in it, as lists with one entry for each node unless said otherwise.

    ``leaves`` are the leaves' nodes. ``walks`` says of each search which leaves it asked for, counted from 0, and which
    nodes are the first behind a cut. ``trace`` is what ``ab_trace`` knows, ``null`` where it knows nothing.
    """
    p = reduce(rules.play, moves, rules.start)
    tree, labels, parents, leaves = numbered(depth, p)
    static = {number: rules.static(labels[number].position) for number in leaves}
    traces = (trace(static=static.__getitem__)(tree) for trace in (minimax_trace, ab_trace))
    by_minimax, by_window = ([traced.label for traced in preorder(traced_tree)] for traced_tree in traces)
    number_of = {number: leaf for leaf, number in enumerate(leaves)}
    orders = {name: asked(search, tree, static) for name, search in searches(tree.player).items()}
    return {
        "depth": depth,
        "parent": parents,
        "move": [label.line[-1] if label.line else -1 for label in labels],
        "board": [board(label.position) for label in labels],
        "won": {number: line for number, label in enumerate(labels) if (line := won(label.position))},
        "value": [traced.value for traced in by_minimax],
        "leaves": leaves,
        "walks": {
            name: {"order": [number_of[number] for number in order], "cuts": cuts(above(order, parents), parents)}
            for name, order in orders.items()
        },
        "trace": {name: [getattr(traced, name) for traced in by_window] for name in ("value", "alpha", "beta", "cut")},
    }


def board(p: int) -> str:
    """Nine cells in reading order."""
    return "".join(to_record(p).grid)


def won(p: int) -> list[int]:
    """The cells of a line of three."""
    return sorted(3 * row + column for row, column in diagram(to_record(p)).won)


def explored(words: str, moves: tuple[int, ...]) -> dict[str, Any]:
    """A position, and its trees at every depth that can be read and is not the same as the one before."""
    p = reduce(rules.play, moves, rules.start)
    depths = range(1, 1 + len(rules.moves(p)))
    trees = takewhile(lambda found: len(found["leaves"]) <= MOST_LEAVES, (walks(moves, depth) for depth in depths))
    return {
        "words": words,
        "moves": moves,
        "first": rules.player(p) is Player.FIRST,
        "trees": list(trees),
    }


@cache
def data() -> dict[str, Any]:
    """Everything that the page shows."""
    return {"shown": FIRST_SHOWN, "positions": [explored(words, moves) for words, moves in POSITIONS]}


def embedded(given: Any) -> str:
    """JSON that may stand in a ``script`` element: nothing in it ends the element or begins a comment."""
    compact = json.dumps(given, separators=(",", ":"))
    return compact.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def page() -> dict[str, str]:
    """The files of the page, by their names."""
    files = {path.name: path.read_text(encoding="utf-8") for path in sorted(SOURCE.iterdir()) if path.is_file()}
    return {**files, "index.html": files["index.html"].replace("@DATA@", embedded(data()))}


def written(app: Sphinx, failed: Exception | None) -> None:
    """Puts the page beside the others, if they are HTML."""
    if failed is None and app.builder.name in ("html", "dirhtml"):
        target = Path(app.outdir) / "explore"
        target.mkdir(exist_ok=True)
        for name, text in page().items():
            (target / name).write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("build-finished", written)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
