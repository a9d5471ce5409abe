"""Trees and graphs for the laws of stages and searches: as plain data, at random, and recording what is computed.

A random one grows from one number, so that hundreds are drawn in a second; ``counterexamples`` makes it simpler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf
from random import Random
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st
from toolz import identity

from fpgames import textbook
from fpgames.rules import Player
from fpgames.testing.law import Case, Counterexample
from fpgames.testing.strategies.values import Label, seeds
from fpgames.tree import Tree, map_tree, node, prune, share, unfold

TreeOfAny = Tree[Label]

MOST_LINES = 15  # of a tree or a graph in an error
MOST_LINES_OF_PLAY = 250  # in the tree of a graph
LONG_LINE = 120  # levels


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
        built: how the tree is built, a name in ``BUILT``, or ``GRAPH`` for one that is shown as a graph.
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
        tree = BUILT.get(self.built, _unfolded)(self)
        return tree if self.levels is None else prune(self.levels)(tree)

    @property
    def shared(self) -> TreeOfAny:
        """The tree, with sharing if it is that of a graph."""
        return share(self.tree) if self.built == GRAPH else self.tree

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
            lines = [f"  {self.labels[0]!r}  ({mover})", *self._lines(0)[1:]]
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
    return node(sample.labels[n], map(partial(_made_before, sample), sample.successors[n]), player=sample.said(n))


def _unfolded(sample: Sample) -> TreeOfAny:
    turns: dict[str, Any] = {"player_of": sample.said} if sample.players else {"player": sample.player}
    return unfold(sample.labels.__getitem__, sample.successors.__getitem__, 0, **turns)


GRAPH = "as a graph"
BUILT: dict[str, Callable[[Sample], TreeOfAny]] = {
    "by hand": _by_hand,
    "before": _made_before,
    "unfolded": _unfolded,
    "pruned": lambda sample: prune(1000)(_unfolded(sample)),
    "mapped": lambda sample: map_tree(identity)(_by_hand(sample)),
}


def nodes_of(plain: Plain) -> Iterator[Plain]:
    """Yield all nodes of a tree, from the root down."""
    yield plain
    for child in plain.children:
        yield from nodes_of(child)


def plain_of(tree: TreeOfAny) -> Plain:
    """Return all of a finite tree as data, with the player to move at every node."""
    return Plain(tree.label, tuple(map(plain_of, tree.children)), tree.player)


def first_difference(found: Plain, expected: Plain, *, prefix: bool = False) -> str | None:
    """Describe the difference of two trees that is nearest the root, at the end of a path; return None if there is none.

    With ``prefix``, nodes may have the first of their children only.
    """
    places: list[tuple[tuple[int, ...], Plain, Plain]] = [((), found, expected)]
    for way, one, other in places:
        at, count, wanted = f"at the node {way}" if way else "at the root", len(one.children), len(other.children)
        if one.label != other.label:
            return f"{at}, the label is {one.label!r}; expected {other.label!r}"
        if one.player is not other.player:
            return f"{at}, it is the turn of {one.player!r}; expected {other.player!r}"
        if count > wanted or (count < wanted and not prefix):
            return f"{at}, the number of children is {count}; expected {wanted}"
        places += (((*way, n), *both) for n, both in enumerate(zip(one.children, other.children, strict=False)))
    return None


class RecordingTree:
    """A tree that records which labels are computed, counts visited nodes, and raises ``Counterexample`` after too many."""

    def __init__(self, tree: TreeOfAny, most: float = inf) -> None:
        self.labels: list[tuple[int, ...]] = []  # the paths from the root to the nodes of the labels computed
        self.asked, self.most = 0, most
        self.tree = self._watched(tree, ())

    def _watched(self, tree: TreeOfAny, way: tuple[int, ...]) -> TreeOfAny:
        def label() -> object:
            self.labels.append(way)
            return tree.label

        def children() -> Iterator[TreeOfAny]:
            self.asked += 1
            if self.asked > self.most:
                raise Counterexample(
                    f"the children of more than {self.most} nodes were computed, though no walk needed them"
                )
            return (self._watched(child, (*way, n)) for n, child in enumerate(tree.children))

        return Tree(label, children, player=tree.player)


def naturals(player: Player | None, width: int = 2) -> TreeOfAny:
    """Return the infinite tree in which the children of n are 2n, 2n + 1, ...; by default, the first player begins."""
    return unfold(identity, lambda n: range(width * n, width * (n + 1)), 1, player=player or Player.FIRST)


Kind: TypeAlias = Callable[[Random, int], list[int]]
"""A kind of tree: from how many levels or nodes there may be below a node, how many below each of its children."""


def uneven(rng: Random, levels: int) -> list[int]:
    """Grow leaves, single children and branches."""
    return [levels - 1] * rng.choice((0, 1, 1, 2, 2, 3, 4))


def full(width: int) -> Kind:
    """Grow as many children everywhere, so that a search can cut."""
    return lambda rng, levels: [levels - 1] * width


def thin(rng: Random, nodes: int) -> list[int]:
    """Grow about so many nodes on many levels."""
    width = min(nodes, rng.choice((1, 1, 1, 2, 3)))
    return [nodes // width - 1] * width


def wide(rng: Random, levels: int) -> list[int]:
    """Grow many children here and there."""
    return [levels - 1] * (rng.randint(5, 12) if rng.random() < 0.3 or levels == 2 else rng.randint(1, 2))


def quick(rng: Random, levels: int) -> list[int]:
    """Grow one line with leaves beside it, as the quick ends of games are."""
    beside = [0] * rng.choice((0, 0, 1, 1, 2))
    return [*beside, levels - 1] if rng.random() < 0.5 else [levels - 1, *beside]


KINDS: Sequence[tuple[int, Kind, Sequence[int]]] = (  # how often, of what kind, and how many levels or nodes
    (7, uneven, [1, 2, 3, 4]),
    (2, full(4), [1, 2]),
    (2, full(3), [2, 3]),
    (3, full(2), [3, 4, 5]),
    (10, thin, range(20, 110)),
    (4, quick, range(2, 10)),
    (1, quick, range(13, 41)),
    (5, wide, [2, 3]),
    (1, lambda rng, levels: [0] * rng.randint(14, 50), [1]),
)


def a_tree(rng: Random) -> Sample:
    """Grow a tree of any kind without labels, in which no position is reached twice."""
    [(_, kind, most)] = rng.choices(KINDS, [often for often, _, _ in KINDS])
    left, successors = [rng.choice(most)], list[tuple[int, ...]]()  # levels or nodes below each position
    for below in left:
        children = kind(rng, below) if below else []
        successors.append(tuple(range(len(left), len(left) + len(children))))
        left += children
    return Sample((), tuple(successors), built=rng.choice([*BUILT]))


def a_long_line(subject: Any) -> list[Case]:
    """Return a tree of one line that is longer than the random ones, unless there is a strategy for labels."""
    successors = (*((n + 1,) for n in range(LONG_LINE)), ())
    tree = Sample(tuple(range(LONG_LINE + 1)), successors, subject.player or Player.FIRST)
    return [{"tree": tree}] if subject.labels is None else []


def a_graph(rng: Random) -> Sample:
    """Grow a graph without labels: of layers, or one in which positions are reached at several depths; pruned or not."""
    width, layers, reach = rng.randint(2, 4), rng.randint(2, 8), rng.choice((2, 3, 3))
    # How many layers there may be in one move, and whether the tree is pruned.
    steps, pruned = rng.choice(((1, False), (1, False), (1, True), (2, False), (2, True), (3, True)))
    layer = [(n + width - 1) // width for n in range(1 + width * layers)]  # of each position
    successors: list[tuple[int, ...]] = [()] * len(layer)
    lines = [1] * len(layer)  # of play from each position
    for n in reversed(range(len(layer))):
        below = [m for m in range(n + 1, len(layer)) if 0 < layer[m] - layer[n] <= steps]
        after = rng.sample(below, min(len(below), rng.randint(2, reach)))
        while sum(lines[m] for m in after) > MOST_LINES_OF_PLAY:
            after.pop()
        successors[n] = tuple(after)
        lines[n] = max(1, sum(lines[m] for m in after))
    return Sample((), tuple(successors), levels=rng.randint(2, layers) if pruned else None, built=GRAPH)


def in_any_turns(rng: Random, successors: Sequence[tuple[int, ...]], first: Player) -> tuple[Player, ...]:
    """Return players each of whom may move several times in a row; leaves have them too."""
    again, players = rng.choice((0.1, 0.4, 0.7)), [first] * len(successors)
    for player, after in zip(players, successors, strict=True):  # those of later positions change on the way
        for n in after:
            players[n] = player if rng.random() < again else player.opponent
    return tuple(players)


def samples(grow: Callable[[Random], Sample], alternate: bool, subject: Any) -> st.SearchStrategy[Sample]:
    """Draw random trees for a subject, which has a ``player`` or None, a ``kind`` of labels, and a strategy ``labels`` or None."""

    def grown(seed: int, pool: list[Label] | None) -> Sample:
        rng, is_free = Random(seed), pool is None
        player = subject.player or rng.choice([*Player])
        bare = grow(rng)
        players = None if alternate else in_any_turns(rng, bare.successors, player)
        label = subject.kind(rng)
        if is_free and rng.random() < 0.5:  # the same few labels again and again
            pool = [label() for _ in range(rng.randint(2, 5))]
        labels = tuple(rng.choice(pool) if pool else label() for _ in bare.successors)
        return bare._replace(labels=labels, player=player, players=players, free=is_free)

    pool = st.none() if subject.labels is None else st.lists(subject.labels, min_size=1, max_size=12).map(require_order)
    return st.builds(grown, seeds(), pool)


labelled = partial(samples, a_tree, True)  # trees in which players alternate
in_turns = partial(samples, a_tree, False)  # trees in which a player may move several times in a row
on_a_graph = partial(samples, a_graph, True)  # trees in which a position may occur at several places
graph_in_turns = partial(samples, a_graph, False)  # trees of both kinds


def several(*kinds: st.SearchStrategy[Sample]) -> st.SearchStrategy[tuple[Sample, ...]]:
    """Draw two or three trees of one kind, whose positions have the same numbers."""
    return st.one_of([st.lists(kind, min_size=2, max_size=3).map(tuple) for kind in kinds])


def require_order(labels: list[Label]) -> list[Label]:
    """Return the labels; raise ValueError unless they have an order."""
    why = ""
    try:
        if all(one <= other or other <= one for one in labels for other in labels):
            return labels
    except TypeError as error:
        why = f": {error}"
    raise ValueError(f"labels= has to draw values of one order; it drew {labels!r}{why}")
