"""Trees and graphs as plain data, and trees that record what is computed, for the laws of stages and searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from toolz import identity

from fpgames import textbook
from fpgames.rules.outcomes import Player
from fpgames.testing.law import Broken
from fpgames.tree.sharing import share
from fpgames.tree.stages import map_tree, prune
from fpgames.tree.unfolding import Tree, node, unfold

Label: TypeAlias = Any
"""A label of any ordered type."""

TreeOfAny = Tree[Label]

MOST_LINES = 15  # of a tree or a graph in an error


class Plain(NamedTuple):
    """A finite tree as data; the player to move is None where it is the opponent of the player before."""

    label: Label
    children: tuple[Plain, ...] = ()
    player: Player | None = None


class Sample(NamedTuple):
    """A tree to test on, how to build it, and whether its labels may be replaced by simpler ones."""

    plain: Plain
    built: str = "by hand"
    free: bool = True

    @property
    def tree(self) -> TreeOfAny:
        """The tree as the library has it."""
        return BUILT[self.built](self.plain)

    @property
    def value(self) -> Label:
        """The minimax value, as the textbook has it."""
        return value_of(self.plain, self.player)

    @property
    def player(self) -> Player:
        """The player to move at the root."""
        return self.plain.player or Player.FIRST

    @property
    def labels(self) -> list[Label]:
        """All labels, from the root down."""
        return [each.label for each in nodes_of(self.plain)]

    def pasted(self) -> str:
        """Return a call that builds the tree."""
        return f"from fpgames import Player, node; {_pasted(self.plain)}"

    def __str__(self) -> str:
        return f"the tree\n{drawn(self.plain)}"


class Graph(NamedTuple):
    """A tree in which a position can be reached in several ways: positions are numbers, the root is 0.

    Args:
        labels: the labels of the positions.
        successors: for each position, those that can follow it.
        player: the player to move at the root.
        players: the players to move at the positions, if they do not alternate.
        levels: to how many levels the tree is pruned, if it is.
        free: whether labels may be replaced by simpler ones.
    """

    labels: tuple[Label, ...]
    successors: tuple[tuple[int, ...], ...]
    player: Player = Player.FIRST
    players: tuple[Player, ...] | None = None
    levels: int | None = None
    free: bool = True

    @property
    def tree(self) -> TreeOfAny:
        """The tree of all lines from the root, not shared."""
        label_of, children_of = self.labels.__getitem__, self.successors.__getitem__
        if self.players is None:
            tree = unfold(label_of, children_of, 0, player=self.player)
        else:
            tree = unfold(label_of, children_of, 0, player_of=self.players.__getitem__)
        return tree if self.levels is None else prune(self.levels)(tree)

    @property
    def value(self) -> Label:
        """The minimax value, as the textbook has it."""
        players = self.players or (None,) * len(self.labels)
        positions = textbook.build_tree(self.successors.__getitem__, 0, players.__getitem__)
        tree = textbook.map_tree(self.labels.__getitem__, positions)
        if self.levels is not None:
            tree = textbook.prune(self.levels, tree)
        if self.players is not None:
            return textbook.minimax(tree)
        return (textbook.maximise if self.player is Player.FIRST else textbook.minimise)(tree)

    def pasted(self) -> str:
        """Return a call that builds the tree."""
        labels, successors = [*self.labels], [*self.successors]
        turn = f"player={self.player!r}" if self.players is None else f"player_of={[*self.players]}.__getitem__"
        pruned = "" if self.levels is None else f" | prune({self.levels})"
        tree = f"unfold({labels}.__getitem__, {successors}.__getitem__, 0, {turn}){pruned} | share"
        return f"from fpgames import Player, prune, share; from fpgames.tree import unfold; {tree}"

    def __str__(self) -> str:
        pruned = "" if self.levels is None else f", pruned to {self.levels} levels"
        lines = [f"the tree of this graph, from position 0{pruned}, {_mover(self.player)} to move"]
        for n, (label, after) in enumerate(zip(self.labels, self.successors, strict=True)):
            mover = f", {_mover(self.players[n])} to move" if self.players and after else ""
            follow = f" -> {', '.join(map(str, after))}" if after else ""
            lines.append(f"  {n}: label {label!r}{mover}{follow}")
        return _cut_off(lines, f"{len(self.labels)} positions")


AnySample: TypeAlias = Sample | Graph


def shared(sample: AnySample) -> TreeOfAny:
    """Return the tree of a sample, with sharing if it is that of a graph."""
    return share(sample.tree) if isinstance(sample, Graph) else sample.tree


def value_of(plain: Plain, player: Player) -> Label:
    """Return the minimax value of a tree at whose root a player moves, as the textbook has it."""
    tree: Label = in_turn(plain, player)
    return textbook.minimax(tree)


def nodes_of(plain: Plain) -> Iterator[Plain]:
    """Yield all nodes of a tree, from the root down."""
    yield plain
    for child in plain.children:
        yield from nodes_of(child)


def plain_of(tree: TreeOfAny) -> Plain:
    """Return all of a finite tree as data, with the player to move at every node."""
    return Plain(tree.label, tuple(map(plain_of, tree.children)), tree.player)


def in_turn(plain: Plain, player: Player) -> Plain:
    """Return the tree with the player to move at every node."""
    below = (in_turn(child, child.player or player.opponent) for child in plain.children)
    return Plain(plain.label, tuple(below), player)


def _by_hand(plain: Plain) -> TreeOfAny:
    return Tree(lambda: plain.label, lambda: map(_by_hand, plain.children), player=plain.player)


def _made_before(plain: Plain) -> TreeOfAny:
    return node(plain.label, map(_made_before, plain.children), player=plain.player)


def _unfolded(plain: Plain) -> TreeOfAny:
    label_of, children_of = attrgetter("label"), attrgetter("children")
    _, *below = nodes_of(plain)
    if all(each.player is None for each in below):
        return unfold(label_of, children_of, plain, player=plain.player)
    return unfold(label_of, children_of, plain, player_of=attrgetter("player"))


BUILT: dict[str, Callable[[Plain], TreeOfAny]] = {
    "by hand": _by_hand,
    "before": _made_before,
    "unfolded": _unfolded,
    "pruned": lambda plain: prune(1000)(_unfolded(plain)),
    "mapped": lambda plain: map_tree(identity)(_by_hand(plain)),
}


def _pasted(plain: Plain) -> str:
    """Return a call of ``node``."""
    below = f", [{', '.join(map(_pasted, plain.children))}]" if plain.children else ""
    return f"node({plain.label!r}{below}{f', player={plain.player!r}' if plain.player else ''})"


def drawn(plain: Plain) -> str:
    """Return a tree as text, a line for each node, cut off if it is long."""
    at_root = f"  ({_mover(plain.player)} to move)" if plain.player else ""
    lines = [f"  {plain.label!r}{at_root}", *(f"  {line}" for child in plain.children for line in _lines(child))]
    return _cut_off(lines, f"{len([*nodes_of(plain)])} nodes")


def _lines(plain: Plain) -> list[str]:
    mover = f"  ({_mover(plain.player)})" if plain.player and plain.children else ""
    return [f"- {plain.label!r}{mover}", *(f"  {line}" for child in plain.children for line in _lines(child))]


def _cut_off(lines: list[str], of: str) -> str:
    left_out = len(lines) - MOST_LINES
    shown = lines if left_out <= 0 else [*lines[:MOST_LINES], f"  ... ({left_out} lines left out; {of} in all)"]
    return "\n".join(shown)


def _mover(player: Player) -> str:
    return "first" if player is Player.FIRST else "second"


ANY: Label = object()
"""A label, or a player to move, that may be any."""


def first_difference(found: Plain, expected: Plain, *, prefix: bool = False, way: tuple[int, ...] = ()) -> str | None:
    """Describe the first difference of two trees, from the root down; return None if there is none.

    Args:
        found: what a stage returned.
        expected: what it had to return; a label or a player may be ``ANY``.
        prefix: whether nodes may have fewer children, the first of those expected.
        way: the path from the root.
    """
    at = f"at the node {way}" if way else "at the root"
    if expected.label is not ANY and found.label != expected.label:
        return f"{at}, the label is {found.label!r}; expected {expected.label!r}"
    if expected.player is not ANY and found.player is not expected.player:
        return f"{at}, it is the turn of {found.player!r}; expected {expected.player!r}"
    for n, (one, other) in enumerate(zip(found.children, expected.children, strict=False)):
        said = first_difference(one, other, prefix=prefix, way=(*way, n))
        if said:
            return said
    count, wanted = len(found.children), len(expected.children)
    if count > wanted or (count < wanted and not prefix):
        return f"{at}, the number of children is {count}; expected {wanted}"
    return None


def with_labels(plain: Plain, labels: Iterator[Label]) -> Plain:
    """Return the tree with other labels, from the root down."""
    return Plain(next(labels), tuple(with_labels(child, labels) for child in plain.children), plain.player)


class Watched:
    """A tree that records which labels are computed, counts visited nodes, and raises ``Broken`` after too many.

    Args:
        tree: the tree to watch.
        most: the number of nodes whose children may be computed.
    """

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
