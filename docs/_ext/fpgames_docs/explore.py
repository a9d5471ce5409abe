"""Record how three searches of the library visit the leaves of one tree. The explorer on a page replays the records.

The module is pure and needs only the library, so it also runs in a browser. ``explorer.py`` puts the data into pages.
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
from fpgames.search import ab_maximise, ab_minimise, trace
from fpgames.search.recording import Traced
from fpgames.tree import Node

MAX_LEAVES = 3100  # the empty board has 3024 leaves at depth 4, where the two versions of alpha-beta differ

# Description of each position, and the moves that lead to it.
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
    """Return the searches ``minimax``, ``lists`` and ``window`` by name; ``player`` is the player to move at the root."""
    return {"minimax": minimax, "lists": ab_maximise if player is Player.FIRST else ab_minimise, "window": alpha_beta}


class Numbered(NamedTuple):
    """A tree whose labels are the numbers of its nodes in preorder.

    ``labels`` has the original label of each node, ``parents`` its parent, and ``leaves`` the numbers of the leaves.
    """

    tree: Tree[int]
    labels: list[Node[int, int]]
    parents: list[int]
    leaves: list[int]


def number_tree(depth: int, p: int) -> Numbered:
    """Return the game tree of a position, pruned at a depth, with numbered nodes."""
    labels: list[Node[int, int]] = []
    parents: list[int] = []
    leaves: list[int] = []

    def build(tree: Tree[Node[int, int]], parent: int) -> Tree[int]:
        number = len(labels)
        labels.append(tree.label)
        parents.append(parent)
        children = [build(child, number) for child in tree.children]
        if not children:
            leaves.append(number)
        return node(number, children, player=tree.player)

    return Numbered(build(prune(depth)(game_tree(rules)(p)), -1), labels, parents, leaves)


def preorder(tree: Tree[Any]) -> Iterator[Tree[Any]]:
    """Yield every subtree of a tree, parents before their children."""
    yield tree
    for child in tree.children:
        yield from preorder(child)


def visited_leaves(search: Callable[[Tree[Any]], Any], tree: Tree[int], values: dict[int, Any]) -> list[int]:
    """Run a search, and return the leaves whose values it reads, in the order of reading."""
    order: list[int] = []  # a list that only this call mutates, like the state of Haskell's ST monad

    def recorder(number: int) -> Any:
        order.append(number)
        return values[number]

    search(map_tree(recorder)(tree))
    return order


def first_cut_children(visited: set[int], parents: list[int]) -> list[int]:
    """Return, for each visited node with a cutoff, the first child that was cut off."""
    first = {parents[number]: number for number in range(len(parents) - 1, 0, -1) if number not in visited}
    return sorted(child for parent, child in first.items() if parent in visited)


def with_ancestors(numbers: list[int], parents: list[int]) -> set[int]:
    """Return the given nodes and all their ancestors."""
    result = {-1}
    for number in numbers:
        while number not in result:
            result.add(number)
            number = parents[number]
    return result - {-1}


def cutoff_source_of_window(first: int, parents: list[int], traces: list[Traced[int]]) -> int:
    """Return the node whose value is the bound that cut off the node ``first``.

    The bound comes from an earlier sibling of an ancestor of ``first``, perhaps many levels above.
    """
    name = traces[first].cut or ""
    bounds = [getattr(traced, name) for traced in traces]
    below = parents[first]
    while bounds[parents[below]] == bounds[below]:
        below = parents[below]
    chooser = parents[below]
    return next(n for n in range(chooser, below) if parents[n] == chooser and traces[n].value == bounds[below])


def cutoff_source_of_lists(first: int, parents: list[int], values: list[int], best: Callable[..., int]) -> int:
    """Return the node whose value is the bound that cut off the node ``first`` in alpha-beta on lists.

    The bound comes from the best earlier sibling of the parent, because on lists a bound reaches only one level down.
    """
    parent = parents[first]
    earlier = [number for number in range(parents[parent], parent) if parents[number] == parents[parent]]
    return best(earlier, key=values.__getitem__)


def record_searches(numbered: Numbered) -> dict[str, Any]:
    """Run the three searches on a tree, and return the tree and the record of the searches as lists.

    Most lists have one entry per node. ``leaves`` has the numbers of the leaves. ``walks`` has two lists for each
    search: ``order`` has the leaves in the order of the visits, as indices into ``leaves``; ``cuts`` has a pair for
    each cutoff: (the first node that was cut off, the node whose value was the reason). ``trace`` has the
    fields of each node in the tree of ``trace(alpha_beta)``, with None for unknown values.
    """
    tree, labels, parents, leaves = numbered
    static = {number: rules.static(labels[number].position) for number in leaves}
    traces = (trace(search, static=static.__getitem__)(tree) for search in (minimax, alpha_beta))
    by_minimax, by_window = ([traced.label for traced in preorder(traced_tree)] for traced_tree in traces)
    values = [traced.value for traced in by_minimax]
    number_of = {number: leaf for leaf, number in enumerate(leaves)}

    def reason(name: str, first: int) -> int:
        if name == "window":
            return cutoff_source_of_window(first, parents, by_window)
        chooser = rules.player(labels[parents[parents[first]]].position)
        return cutoff_source_of_lists(first, parents, values, max if chooser is Player.FIRST else min)

    orders = {name: visited_leaves(search, tree, static) for name, search in searches(tree.player).items()}
    return {
        "parent": parents,
        "move": [label.line[-1] if label.line else -1 for label in labels],
        "board": [board(label.position) for label in labels],
        "value": values,
        "leaves": leaves,
        "walks": {
            name: {
                "order": [number_of[number] for number in order],
                "cuts": [
                    (first, reason(name, first))
                    for first in first_cut_children(with_ancestors(order, parents), parents)
                ],
            }
            for name, order in orders.items()
        },
        "trace": {name: [getattr(traced, name) for traced in by_window] for name in ("value", "alpha", "beta", "cut")},
    }


def board(p: int) -> str:
    """Return the nine cells of a position as text, in reading order."""
    return "".join(to_record(p).grid)


def won_cells(p: int) -> list[int]:
    """Return the cells of the winning lines of a position, or an empty list if nobody has won."""
    return sorted(3 * row + column for row, column in diagram(to_record(p)).won)


def lines() -> list[tuple[int, ...]]:
    """Return the eight winning lines, each as its three cells."""
    return [cells for cells in combinations(range(9), 3) if won_cells(sum(1 << cell for cell in cells))]


def signs(values: Iterable[int | None]) -> str:
    """Return a text with one character for each value: ``-``, ``0`` or ``+`` for -1, 0 or 1, and ``.`` for None."""
    return "".join("." if value is None else "-0+"[value + 1] for value in values)


def runs(numbers: list[int]) -> list[int]:
    """Encode ascending numbers as ranges of successive numbers: 0, 1, 2, 7 become 0, 3, 7, 8.

    The result has two numbers for each range: its first number, and one more than its last number.
    """
    groups = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    return [end for run in groups for end in (run[0], run[-1] + 1)]


def pack(record: dict[str, Any]) -> dict[str, Any]:
    """Compress a record: replace most lists by texts with one character per node, and omit what the script can derive.

    The script derives ``parent`` and ``leaves`` from ``children``, the number of children of each node, and the boards
    from the moves. ``found`` has the value of each node in the trace, or else the letter ``a`` or ``b`` if the bound
    ``alpha`` or ``beta`` cut off the node. The function ``runs`` encodes the ``order`` of each search.
    """
    trace = record["trace"]
    counts = Counter(record["parent"])
    return {
        "children": "".join(str(counts[number]) for number in range(len(record["parent"]))),
        "move": "".join("." if move < 0 else str(move) for move in record["move"]),
        "value": signs(record["value"]),
        "found": "".join(
            cut[0] if cut else signs([value]) for value, cut in zip(trace["value"], trace["cut"], strict=True)
        ),
        "alpha": signs(trace["alpha"]),
        "beta": signs(trace["beta"]),
        "walks": {name: {**walk, "order": runs(walk["order"])} for name, walk in record["walks"].items()},
    }


@cache
def trees(moves: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return the records of a position at depths 1, 2 and so on.

    The last depth is the number of empty cells, or the last one whose tree has at most ``MAX_LEAVES`` leaves.
    """
    p = reduce(rules.play, moves, rules.start)
    numbered = (number_tree(depth, p) for depth in range(1, 1 + len(require_moves(rules, p))))
    return [record_searches(tree) for tree in takewhile(lambda tree: len(tree.leaves) <= MAX_LEAVES, numbered)]


def position_data(words: str, moves: tuple[int, ...]) -> dict[str, Any]:
    """Return the data of a position for the script: its description, moves and board, and its compressed records."""
    packed_trees = [pack(record) for record in trees(moves)]
    p = reduce(rules.play, moves, rules.start)
    player = rules.player(p)
    return {"words": words, "moves": moves, "board": board(p), "first": player is Player.FIRST, "trees": packed_trees}


def own(moves: str) -> dict[str, Any]:
    """Return the same data as ``position_data`` for the position that a user reaches by these moves.

    Raise the library's error if a move is unknown or illegal, or if the game is over.
    """
    line = tuple(rules.read_move(move) for move in re.findall(r"[^\s,;]+", moves))
    return position_data("a position of your own", line)


@cache
def data() -> dict[str, Any]:
    """Return the data that is recorded for the script when the pages are built: the winning lines and ``POSITIONS``."""
    return {"lines": lines(), "positions": [position_data(words, moves) for words, moves in POSITIONS]}


def script() -> str:
    """Return the data as JavaScript code, which even a page that is opened as a local file can load."""
    return f"globalThis.explorerData = {json.dumps(data(), separators=(',', ':'))};\n"
