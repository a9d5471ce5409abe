"""What the explorer shows: three searches walk one tree, leaf by leaf; the walks are the library's, recorded here.

Everything here is pure and needs only the library, so it also runs in a browser. ``explorer.py`` puts it into pages.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from itertools import combinations, groupby, takewhile
from typing import Any, NamedTuple

from fpgames import Player, Tree, alpha_beta, game_tree, map_tree, minimax, node, prune
from fpgames.games.tictactoe import rules, to_record
from fpgames.games.tictactoe.record import diagram
from fpgames.rules import require_moves
from fpgames.search import ab_maximise, ab_minimise, ab_trace, minimax_trace
from fpgames.search.recording import Traced
from fpgames.tree import Node

MOST_LEAVES = 3100  # the empty board to depth 4, where the two forms of alpha-beta differ, has 3024

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
    *((f"the first move {move}", (move,)) for move in rules.moves(rules.start)),
)


def searches(player: Player | None) -> dict[str, Callable[[Tree[Any]], Any]]:
    """The three walkers, for the player who moves at the root."""
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


def bound_of_window(first: int, parents: list[int], found: list[Traced[int]]) -> int:
    """The node whose value is the bound that cut off a child: an earlier move of the other player, maybe far above."""
    name = found[first].cut or ""
    bounds = [getattr(traced, name) for traced in found]
    below = parents[first]
    while bounds[parents[below]] == bounds[below]:
        below = parents[below]
    chooser = parents[below]
    return next(n for n in range(chooser, below) if parents[n] == chooser and found[n].value == bounds[below])


def bound_of_lists(first: int, parents: list[int], values: list[int], best: Callable[..., int]) -> int:
    """The same for the lists, which hand a bound down by one level only: the best move beside the node that was left."""
    parent = parents[first]
    earlier = [number for number in range(parents[parent], parent) if parents[number] == parents[parent]]
    return best(earlier, key=values.__getitem__)


def walks(given: Numbered) -> dict[str, Any]:
    """A tree and what the three searches do in it, as lists with one entry for each node unless said otherwise.

    ``leaves`` are the leaves' nodes. ``walks`` says of each search which leaves it asked for, counted from 0, and its
    cuts: the first node that was cut off, and the node whose value was the reason. ``trace`` is what ``ab_trace`` knows,
    ``null`` where it knows nothing.
    """
    tree, labels, parents, leaves = given
    static = {number: rules.static(labels[number].position) for number in leaves}
    traces = (trace(static=static.__getitem__)(tree) for trace in (minimax_trace, ab_trace))
    by_minimax, by_window = ([traced.label for traced in preorder(traced_tree)] for traced_tree in traces)
    values = [traced.value for traced in by_minimax]
    number_of = {number: leaf for leaf, number in enumerate(leaves)}

    def reason(name: str, first: int) -> int:
        if name == "window":
            return bound_of_window(first, parents, by_window)
        chooser = rules.player(labels[parents[parents[first]]].position)
        return bound_of_lists(first, parents, values, max if chooser is Player.FIRST else min)

    orders = {name: asked(search, tree, static) for name, search in searches(tree.player).items()}
    return {
        "parent": parents,
        "move": [label.line[-1] if label.line else -1 for label in labels],
        "board": [board(label.position) for label in labels],
        "value": values,
        "leaves": leaves,
        "walks": {
            name: {
                "order": [number_of[number] for number in order],
                "cuts": [(first, reason(name, first)) for first in cuts(above(order, parents), parents)],
            }
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


def lines() -> list[tuple[int, ...]]:
    """The lines of three: the sets of three cells with which X has won."""
    return [cells for cells in combinations(range(9), 3) if won(sum(1 << cell for cell in cells))]


def written(values: Iterable[int | None]) -> str:
    """Values as one character each: ``-``, ``0``, ``+``, and ``.`` for None."""
    return "".join("." if value is None else "-0+"[value + 1] for value in values)


def runs(numbers: list[int]) -> list[int]:
    """Ascending numbers as runs, first and one after the last, in one flat list: 0, 1, 2, 7 are 0, 3, 7, 8."""
    found = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda at: at[1] - at[0])]
    return [end for run in found for end in (run[0], run[-1] + 1)]


def packed(found: dict[str, Any]) -> dict[str, Any]:
    """A tree as short texts, one character for each node; what follows from them, such as boards, is left out.

    ``children`` counts them, parents first: it says what ``parent`` and ``leaves`` say. ``found`` is the value in the
    trace, or the first letter of the bound that cut. A walk's ``order`` is told in runs.
    """
    trace = found["trace"]
    counts = Counter(found["parent"])
    return {
        "children": "".join(str(counts[number]) for number in range(len(found["parent"]))),
        "move": "".join("." if move < 0 else str(move) for move in found["move"]),
        "value": written(found["value"]),
        "found": "".join(
            cut[0] if cut else written([value]) for value, cut in zip(trace["value"], trace["cut"], strict=True)
        ),
        "alpha": written(trace["alpha"]),
        "beta": written(trace["beta"]),
        "walks": {name: {**walk, "order": runs(walk["order"])} for name, walk in found["walks"].items()},
    }


@cache
def trees(moves: tuple[int, ...]) -> list[dict[str, Any]]:
    """The walks of a position at every depth from 1 that is not too large and is not the same as the one before."""
    p = reduce(rules.play, moves, rules.start)
    found = (numbered(depth, p) for depth in range(1, 1 + len(require_moves(rules, p))))
    return [walks(tree) for tree in takewhile(lambda tree: len(tree.leaves) <= MOST_LEAVES, found)]


def explored(words: str, moves: tuple[int, ...]) -> dict[str, Any]:
    """A position and its trees, the first of depth 1."""
    packed_trees = [packed(found) for found in trees(moves)]
    p = reduce(rules.play, moves, rules.start)
    player = rules.player(p)
    return {"words": words, "moves": moves, "board": board(p), "first": player is Player.FIRST, "trees": packed_trees}


def own(moves: str) -> dict[str, Any]:
    """A position of the user's own, by its moves as people write them; the library says what is wrong with them."""
    line = tuple(rules.read_move(move) for move in re.findall(r"[^\s,;]+", moves))
    return explored("a position of your own", line)


@cache
def data() -> dict[str, Any]:
    """Everything that is recorded when the pages are built."""
    return {"lines": lines(), "positions": [explored(words, moves) for words, moves in POSITIONS]}


def script() -> str:
    """The same as a script, which a page can load also when it is opened as a file."""
    return f"globalThis.explorerData = {json.dumps(data(), separators=(',', ':'))};\n"
