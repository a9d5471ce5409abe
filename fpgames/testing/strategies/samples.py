"""Trees and graphs as plain data, and trees that record what is computed, for the laws of stages and searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from typing import Any, NamedTuple, TypeAlias

from toolz import identity

from fpgames import textbook
from fpgames.rules import Player
from fpgames.testing.law import Broken
from fpgames.tree import Tree, map_tree, node, prune, share, unfold

Label: TypeAlias = Any
"""A label of any ordered type."""

TreeOfAny = Tree[Label]

MOST_LINES = 15  # of a tree or a graph in an error


class Plain(NamedTuple):
    """A finite tree as data."""

    label: Label
    children: tuple[Plain, ...] = ()
    player: Player | None = None


class Sample(NamedTuple):
    """A tree to test on, as a graph whose positions are numbers, and whose root is 0.

    Args:
        labels: the labels of the positions.
        successors: for each position, those that can follow it.
        player: the player to move at the root.
        players: the players to move at the positions; None if they alternate.
        levels: to how many levels the tree is pruned; None if it is not.
        built: how the tree is built, a name in ``BUILT``.
        free: whether labels may be replaced by simpler ones.
    """

    labels: tuple[Label, ...]
    successors: tuple[tuple[int, ...], ...]
    player: Player = Player.FIRST
    players: tuple[Player, ...] | None = None
    levels: int | None = None
    built: str = "by hand"
    free: bool = True

    @property
    def tree(self) -> TreeOfAny:
        """The tree as the library has it, not shared."""
        tree = BUILT[self.built](self)
        return tree if self.levels is None else prune(self.levels)(tree)

    @property
    def plain(self) -> Plain:
        """The tree as data, with the player to move at every node."""

        def grown(n: int, player: Player, left: float) -> Plain:
            below = ((m, self.said(m) or player.opponent) for m in self.successors[n] if left)
            return Plain(self.labels[n], tuple(grown(m, mover, left - 1) for m, mover in below), player)

        return grown(0, self.player, inf if self.levels is None else self.levels)

    @property
    def value(self) -> Label:
        """The minimax value, as the textbook has it."""
        tree: Label = self.plain
        return textbook.minimax(tree)

    def said(self, n: int) -> Player | None:
        """Return the player to move at a position; None below the root where players alternate."""
        return self.players[n] if self.players else None if n else self.player

    def pasted(self) -> str:
        """Return a call that builds the tree."""
        if self.built != GRAPH:
            return self._called(0)
        labels, successors = [*self.labels], [*self.successors]
        turn = f"player={self.player!r}" if self.players is None else f"player_of={[*self.players]}.__getitem__"
        pruned = "" if self.levels is None else f" | prune({self.levels})"
        return f"unfold({labels}.__getitem__, {successors}.__getitem__, 0, {turn}){pruned} | share"

    def _called(self, n: int) -> str:
        """Return a call of ``node``."""
        below = ", ".join(map(self._called, self.successors[n]))
        player = self.said(n)
        return f"node({self.labels[n]!r}{below and f', [{below}]'}{f', player={player!r}' if player else ''})"

    def __str__(self) -> str:
        mover = f"{self.player.name.lower()} to move"
        if self.built != GRAPH:
            lines = [
                f"  {self.labels[0]!r}  ({mover})",
                *(f"  {line}" for m in self.successors[0] for line in self._lines(m)),
            ]
            return f"the tree\n{_cut_off(lines, 'nodes')}"
        pruned = "" if self.levels is None else f", pruned to {self.levels} levels"
        lines = []
        for n, (label, after) in enumerate(zip(self.labels, self.successors, strict=True)):
            turn = f", {self.players[n].name.lower()} to move" if self.players and after else ""
            follow = f" -> {', '.join(map(str, after))}" if after else ""
            lines.append(f"  {n}: label {label!r}{turn}{follow}")
        return f"the tree of this graph, from position 0{pruned}, {mover}\n{_cut_off(lines, 'positions')}"

    def _lines(self, n: int) -> list[str]:
        turn = f"  ({self.players[n].name.lower()})" if self.players and self.successors[n] else ""
        return [f"└ {self.labels[n]!r}{turn}", *(f"  {line}" for m in self.successors[n] for line in self._lines(m))]


def _cut_off(lines: list[str], of: str) -> str:
    left_out = len(lines) - MOST_LINES
    more = [f"  ... ({left_out} lines left out; {len(lines)} {of} in all)"] if left_out > 0 else []
    return "\n".join([*lines[:MOST_LINES], *more])


def _by_hand(sample: Sample, n: int = 0) -> TreeOfAny:
    below = partial(map, partial(_by_hand, sample), sample.successors[n])
    return Tree(lambda: sample.labels[n], below, player=sample.said(n))


def _made_before(sample: Sample, n: int = 0) -> TreeOfAny:
    below = map(partial(_made_before, sample), sample.successors[n])
    return node(sample.labels[n], below, player=sample.said(n))


def _unfolded(sample: Sample) -> TreeOfAny:
    label_of, children_of = sample.labels.__getitem__, sample.successors.__getitem__
    if sample.players is None:
        return unfold(label_of, children_of, 0, player=sample.player)
    return unfold(label_of, children_of, 0, player_of=sample.players.__getitem__)


GRAPH = "as a graph"
BUILT: dict[str, Callable[[Sample], TreeOfAny]] = {
    "by hand": _by_hand,
    "before": _made_before,
    "unfolded": _unfolded,
    "pruned": lambda sample: prune(1000)(_unfolded(sample)),
    "mapped": lambda sample: map_tree(identity)(_by_hand(sample)),
    GRAPH: _unfolded,
}


def shared(sample: Sample) -> TreeOfAny:
    """Return the tree of a sample, with sharing if it is that of a graph."""
    return share(sample.tree) if sample.built == GRAPH else sample.tree


def nodes_of(plain: Plain) -> Iterator[Plain]:
    """Yield all nodes of a tree, from the root down."""
    yield plain
    for child in plain.children:
        yield from nodes_of(child)


def plain_of(tree: TreeOfAny) -> Plain:
    """Return all of a finite tree as data, with the player to move at every node."""
    return Plain(tree.label, tuple(map(plain_of, tree.children)), tree.player)


def first_difference(found: Plain, expected: Plain, *, prefix: bool = False, way: tuple[int, ...] = ()) -> str | None:
    """Describe the first difference of two trees, from the root down, at the end of a path; return None if there is none.

    With ``prefix``, nodes may have the first of their children only.
    """
    at = f"at the node {way}" if way else "at the root"
    if found.label != expected.label:
        return f"{at}, the label is {found.label!r}; expected {expected.label!r}"
    if found.player is not expected.player:
        return f"{at}, it is the turn of {found.player!r}; expected {expected.player!r}"
    for n, (one, other) in enumerate(zip(found.children, expected.children, strict=False)):
        said = first_difference(one, other, prefix=prefix, way=(*way, n))
        if said:
            return said
    count, wanted = len(found.children), len(expected.children)
    if count > wanted or (count < wanted and not prefix):
        return f"{at}, the number of children is {count}; expected {wanted}"
    return None


class Watched:
    """A tree that records which labels are computed, counts visited nodes, and raises ``Broken`` after too many."""

    def __init__(self, tree: TreeOfAny, most: float = float("inf")) -> None:
        self.labels: list[tuple[int, ...]] = []  # the paths from the root to the nodes of the labels computed
        self.asked = 0
        self.most = most
        self.tree = self._watched(tree, ())

    def _watched(self, tree: TreeOfAny, way: tuple[int, ...]) -> TreeOfAny:
        def label() -> object:
            self.labels.append(way)
            return tree.label

        def children() -> Iterator[TreeOfAny]:
            self.asked += 1
            if self.asked > self.most:
                raise Broken(f"the children of more than {self.most} nodes were computed, though no walk needed them")
            return (self._watched(child, (*way, n)) for n, child in enumerate(tree.children))

        return Tree(label, children, player=tree.player)


def naturals(n: int, player: Player | None = None, width: int = 2) -> TreeOfAny:
    """Return the infinite tree in which the children of n are 2n, 2n + 1, ...; by default, the first player begins."""
    mover = (player or Player.FIRST) if n == 1 else None
    return Tree(lambda: n, lambda: (naturals(width * n + k, None, width) for k in range(width)), player=mover)
