"""Random trees and graphs, on which laws of stages and searches are tested; and trees that record their use.

Hypothesis draws only the seed of a tree, so it draws hundreds of trees in a second; ``counterexamples`` shrinks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from math import inf
from random import Random
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st
from toolz import identity

from fpgames import textbook
from fpgames.rules import CHANCE, Mover, Player
from fpgames.rules.outcomes import to_player
from fpgames.testing.law import Case, Counterexample
from fpgames.testing.strategies.values import Label, seeds
from fpgames.tree import Tree, map_tree, node, prune, share, unfold

TreeOfAny = Tree[Label]

MAGNITUDES_OF_MEANS = (9, 9, 9, 700, 10**6 + 3, 10**12)  # great labels go beyond what a search takes for infinity
MAX_SHOWN_LINES = 15  # maximum number of text lines for a tree or a graph in a message
MAX_PASTED_NODES = 130  # maximum number of nodes of a tree whose code a report shows
MAX_LINES_OF_PLAY = 250  # maximum number of lines of play from the root of a graph
DEEP, WIDE = 120, 300  # levels of a deep tree, and children of a node in a wide one


class PlainTree(NamedTuple):
    """A finite tree as plain data, which can be compared by ``==``."""

    label: Label
    children: tuple[PlainTree, ...] = ()
    player: Mover | None = None


class Sample(NamedTuple):
    """A tree to test on, stored as a graph: positions are numbers, and the root is 0.

    Args:
        labels: the label of each position.
        successors: for each position, the positions after one move.
        player: the player to move at the root, or ``CHANCE``.
        players: the player to move at each position, or ``CHANCE``; None if players alternate.
        levels: the depth to which the tree is pruned; None for no pruning.
        built: how the tree is built: a key of ``BUILDERS``, or ``GRAPH`` for a tree that is shown as a graph.
        free: whether shrinking may replace labels.
    """

    labels: tuple[Label, ...]
    successors: tuple[tuple[int, ...], ...]
    player: Mover = Player.FIRST
    players: tuple[Mover, ...] | None = None
    levels: int | None = None
    built: str = "by hand"
    free: bool = True

    @property
    def tree(self) -> TreeOfAny:
        """The sample as a ``Tree`` without sharing."""
        tree = BUILDERS.get(self.built, _unfolded_tree)(self)
        return tree if self.levels is None else prune(self.levels)(tree)

    @property
    def shared(self) -> TreeOfAny:
        """The sample as a ``Tree``; of a graph, the tree after the stage ``share``."""
        return share(self.tree) if self.built == GRAPH else self.tree

    @property
    def plain(self) -> PlainTree:
        """The sample as plain data, with the player to move at every node."""

        def grow(n: int, player: Mover, left: float) -> PlainTree:
            moves = ((m, self.player_at(m) or to_player(player).opponent) for m in self.successors[n] if left)
            return PlainTree(self.labels[n], tuple(grow(m, mover, left - 1) for m, mover in moves), player)

        return grow(0, self.player, inf if self.levels is None else self.levels)

    @property
    def value(self) -> Label:
        """The minimax value of the tree, or with chance the expectiminimax value, computed by the textbook algorithm."""
        tree: Label = self.plain
        return textbook.expectiminimax(tree)

    def player_at(self, n: int) -> Mover | None:
        """Return the player to move at a position; None if the position is below the root and players alternate."""
        return self.players[n] if self.players else None if n else self.player

    def tree_source(self) -> str:
        """Return Python code that builds the tree."""
        if self.built != GRAPH and len(self.labels) <= MAX_SHOWN_LINES:  # Python refuses code that is nested deeply
            return self._node_call(0)
        labels, successors = [*self.labels], [*self.successors]
        turn = f"player={self.player!r}" if self.players is None else f"player_of={[*self.players]}.__getitem__"
        pruned = "" if self.levels is None else f" | prune({self.levels})"
        shared = " | share" if self.built == GRAPH else ""
        return f"unfold({labels}.__getitem__, {successors}.__getitem__, 0, {turn}){pruned}{shared}"

    def _node_call(self, n: int) -> str:
        """Return Python code for the subtree at a position: nested calls of ``node``."""
        inner = ", ".join(map(self._node_call, self.successors[n]))
        player = self.player_at(n)
        return f"node({self.labels[n]!r}{inner and f', [{inner}]'}{f', player={player!r}' if player else ''})"

    def __str__(self) -> str:
        mover = f"{self.player.name.lower()} to move"
        if self.built != GRAPH:
            lines = [f"  {self.labels[0]!r}  ({mover})", *self._lines(0)[1:]]
            levels = 1 + max(len(line) - len(line.lstrip()) for line in lines) // 2
            return f"the tree\n{_truncate(lines, f'nodes on {levels} levels')}"
        pruned = "" if self.levels is None else f", pruned to {self.levels} levels"
        lines = []
        for n, (label, next_positions) in enumerate(zip(self.labels, self.successors, strict=True)):
            turn = f", {self.players[n].name.lower()} to move" if self.players and next_positions else ""
            arrow = f" -> {', '.join(map(str, next_positions))}" if next_positions else ""
            lines.append(f"  {n}: label {label!r}{turn}{arrow}")
        return f"the tree of this graph, from position 0{pruned}, {mover}\n{_truncate(lines, 'positions')}"

    def _lines(self, n: int) -> list[str]:
        turn = f"  ({self.players[n].name.lower()})" if self.players and self.successors[n] else ""
        return [f"└ {self.labels[n]!r}{turn}", *(f"  {line}" for m in self.successors[n] for line in self._lines(m))]


def _truncate(lines: list[str], unit: str) -> str:
    hidden_count = len(lines) - MAX_SHOWN_LINES
    note = [f"  ... ({hidden_count} lines left out; {len(lines)} {unit} in all)"] if hidden_count > 0 else []
    return "\n".join([*lines[:MAX_SHOWN_LINES], *note])


def _lazy_tree(sample: Sample, n: int = 0) -> TreeOfAny:
    build_children = partial(map, partial(_lazy_tree, sample), sample.successors[n])
    return Tree(lambda: sample.labels[n], build_children, player=sample.player_at(n))


def _eager_tree(sample: Sample, n: int = 0) -> TreeOfAny:
    return node(sample.labels[n], map(partial(_eager_tree, sample), sample.successors[n]), player=sample.player_at(n))


def _unfolded_tree(sample: Sample) -> TreeOfAny:
    turns: dict[str, Any] = {"player_of": sample.player_at} if sample.players else {"player": sample.player}
    return unfold(sample.labels.__getitem__, sample.successors.__getitem__, 0, **turns)


GRAPH = "as a graph"
BUILDERS: dict[str, Callable[[Sample], TreeOfAny]] = {
    "by hand": _lazy_tree,
    "before": _eager_tree,
    "unfolded": _unfolded_tree,
    "pruned": lambda sample: prune(1000)(_unfolded_tree(sample)),
    "mapped": lambda sample: map_tree(identity)(_lazy_tree(sample)),
}


def nodes_of(plain: PlainTree) -> Iterator[PlainTree]:
    """Yield all nodes of a tree, in preorder."""
    yield plain
    for child in plain.children:
        yield from nodes_of(child)


def to_plain(tree: TreeOfAny) -> PlainTree:
    """Convert a finite tree to plain data, with the player to move at every node."""
    return PlainTree(tree.label, tuple(map(to_plain, tree.children)), tree.player)


def first_difference(actual: PlainTree, expected: PlainTree, *, prefix: bool = False) -> str | None:
    """Describe the difference between two trees that is nearest the root; return None if the trees are equal.

    With ``prefix``, a node of ``actual`` may lack the last children of the node of ``expected``.
    """
    queue: list[tuple[tuple[int, ...], PlainTree, PlainTree]] = [((), actual, expected)]
    for path, a, b in queue:
        place, count, wanted = f"at the node {path}" if path else "at the root", len(a.children), len(b.children)
        if a.label != b.label:
            return f"{place}, the label is {a.label!r}; expected {b.label!r}"
        if a.player is not b.player:
            return f"{place}, it is the turn of {a.player!r}; expected {b.player!r}"
        if count > wanted or (count < wanted and not prefix):
            return f"{place}, the number of children is {count}; expected {wanted}"
        queue += (((*path, n), *pair) for n, pair in enumerate(zip(a.children, b.children, strict=False)))
    return None


class RecordingTree:
    """A tree that records computed labels, and counts expanded nodes; above ``max_nodes``, raise ``Counterexample``."""

    def __init__(self, tree: TreeOfAny, max_nodes: float = inf) -> None:
        self.labels: list[tuple[int, ...]] = []  # paths from the root to the nodes whose labels were computed
        self.expanded, self.max_nodes = 0, max_nodes
        self.tree = self._recording(tree, ())

    def _recording(self, tree: TreeOfAny, path: tuple[int, ...]) -> TreeOfAny:
        def label() -> object:
            self.labels.append(path)
            return tree.label

        def children() -> Iterator[TreeOfAny]:
            self.expanded += 1
            if self.expanded > self.max_nodes:
                raise Counterexample(f"it expanded more than {self.max_nodes} nodes, though no walk needed them")
            return (self._recording(child, (*path, n)) for n, child in enumerate(tree.children))

        return Tree(label, children, player=tree.player)


def naturals(player: Player | None, width: int = 2) -> TreeOfAny:
    """Return an infinite tree with root 1; the children of n are width * n, width * n + 1, ...; ``player`` begins."""
    return unfold(identity, lambda n: range(width * n, width * (n + 1)), 1, player=player or Player.FIRST)


TreeKind: TypeAlias = Callable[[Random, int], list[int]]
"""A kind of random tree: maps the size (levels or nodes) allowed below a node to the sizes below its children."""


def grow_uneven(rng: Random, levels: int) -> list[int]:
    """Give a node zero to four children, so that leaves are at different depths."""
    return [levels - 1] * rng.choice((0, 1, 1, 2, 2, 3, 4))


def grow_full(width: int) -> TreeKind:
    """Give each node ``width`` children, so that a search can prune subtrees."""
    return lambda rng, levels: [levels - 1] * width


def grow_thin(rng: Random, nodes: int) -> list[int]:
    """Give a node few children, to get a deep tree with about ``nodes`` nodes."""
    width = min(nodes, rng.choice((1, 1, 1, 2, 3)))
    return [nodes // width - 1] * width


def grow_wide(rng: Random, levels: int) -> list[int]:
    """Give a node one or two children, or sometimes five to twelve, to get a wide tree."""
    return [levels - 1] * (rng.randint(5, 12) if rng.random() < 0.3 or levels == 2 else rng.randint(1, 2))


def grow_quick(rng: Random, levels: int) -> list[int]:
    """Give only one child of each node further children, so that the tree is a line with leaves beside it."""
    leaves = [0] * rng.choice((0, 0, 1, 1, 2))
    return [*leaves, levels - 1] if rng.random() < 0.5 else [levels - 1, *leaves]


TREE_KINDS: Sequence[tuple[int, TreeKind, Sequence[int]]] = (  # probability weight, kind of tree, possible sizes
    (7, grow_uneven, [1, 2, 3, 4]),
    (2, grow_full(4), [1, 2]),
    (2, grow_full(3), [2, 3]),
    (3, grow_full(2), [3, 4, 5]),
    (10, grow_thin, range(20, 110)),
    (4, grow_quick, range(2, 10)),
    (1, grow_quick, range(13, 41)),
    (5, grow_wide, [2, 3]),
    (1, lambda rng, levels: [0] * rng.randint(14, 50), [1]),
)


def random_tree(rng: Random) -> Sample:
    """Return a random tree of a random kind, without labels or transpositions."""
    [(_, kind, size_choices)] = rng.choices(TREE_KINDS, [weight for weight, _, _ in TREE_KINDS])
    sizes, successors = [rng.choice(size_choices)], list[tuple[int, ...]]()  # by position; ``kind`` gives sizes sense
    for size in sizes:
        children = kind(rng, size) if size else []
        successors.append(tuple(range(len(sizes), len(sizes) + len(children))))
        sizes += children
    return Sample((), tuple(successors), built=rng.choice([*BUILDERS]))


def extreme_cases(subject: Any) -> list[Case]:
    """Return cases with a deep tree, a line, and with a wide tree whose last leaves have its value.

    If the subject has a strategy for labels, there are none.
    """
    line = Sample(tuple(range(DEEP + 1)), (*((n + 1,) for n in range(DEEP)), ()))
    successors = [tuple(range(1, WIDE + 1)), *[()] * (WIDE - 1), tuple(range(WIDE + 1, 2 * WIDE + 1)), *[()] * WIDE]
    wide = Sample((*range(WIDE), 0, *range(2 * WIDE, WIDE, -1)), tuple(successors))
    trees = product((line, wide), [subject.player] if subject.player else Player)
    signed = (tree._replace(labels=tuple(n * player for n in tree.labels), player=player) for tree, player in trees)
    return [{"tree": tree} for tree in signed if subject.labels is None]


def random_graph(rng: Random) -> Sample:
    """Return a random graph in layers, without labels. Moves lead one to three layers down; some graphs are pruned."""
    width, layers, reach = rng.randint(2, 4), rng.randint(2, 8), rng.choice((2, 3, 3))
    steps, pruned = rng.choice(((1, False), (1, False), (1, True), (2, False), (2, True), (3, True)))
    layer = [(n + width - 1) // width for n in range(1 + width * layers)]  # number of each position's layer
    successors: list[tuple[int, ...]] = [()] * len(layer)
    lines = [1] * len(layer)  # number of lines of play from each position
    for n in reversed(range(len(layer))):
        later = [m for m in range(n + 1, len(layer)) if 0 < layer[m] - layer[n] <= steps]
        next_positions = rng.sample(later, min(len(later), rng.randint(2, reach)))
        while sum(lines[m] for m in next_positions) > MAX_LINES_OF_PLAY:
            next_positions.pop()
        successors[n] = tuple(next_positions)
        lines[n] = max(1, sum(lines[m] for m in next_positions))
    return Sample((), tuple(successors), levels=rng.randint(2, layers) if pruned else None, built=GRAPH)


def random_players(
    rng: Random, successors: Sequence[tuple[int, ...]], first: Player, chance: float
) -> tuple[Mover, ...]:
    """Return the player to move at each position: ``first`` at the root; then turns are random. ``chance`` is chance's probability."""
    repeat_chance, players = rng.choice((0.1, 0.4, 0.7)), [first] * len(successors)
    for player, next_positions in zip(players, successors, strict=True):  # parents come first, so all players are set
        for n in next_positions:
            players[n] = player if rng.random() < repeat_chance else player.opponent
    return tuple(CHANCE if chance and rng.random() < chance else player for player in players)


def samples(
    grow: Callable[[Random], Sample], alternate: bool, subject: Any, chance: float = 0.0
) -> st.SearchStrategy[Sample]:
    """Draw trees built by ``grow``, with labels for the subject; turns are random unless the law or the subject alternates.

    With ``chance``, the probability that chance moves at a position, labels are whole numbers.
    """

    def build(seed: int, pool: list[Label] | None) -> Sample:
        rng, is_free = Random(seed), pool is None
        player = subject.player or rng.choice([*Player])
        unlabelled = grow(rng)
        is_strict = alternate or subject.alternates
        players = None if is_strict else random_players(rng, unlabelled.successors, player, chance)
        root = subject.player or (players[0] if players else player)
        label = partial(rng.randint, -(most := rng.choice(MAGNITUDES_OF_MEANS)), most) if chance else subject.kind(rng)
        if is_free and rng.random() < 0.5:  # few different labels, so that many nodes have equal labels
            pool = [label() for _ in range(rng.randint(2, 5))]
        labels = tuple(rng.choice(pool) if pool else label() for _ in unlabelled.successors)
        players = players and (root, *players[1:])
        return unlabelled._replace(labels=labels, player=root, players=players, free=is_free)

    pool = st.none() if subject.labels is None else st.lists(subject.labels, min_size=1, max_size=12).map(require_order)
    return st.builds(build, seeds(), pool)


SampleStrategy: TypeAlias = Callable[[Any], st.SearchStrategy[Sample]]
"""A function from a subject to a strategy for trees."""

alternating_trees: SampleStrategy = partial(samples, random_tree, True)  # trees in which players alternate
any_turn_trees: SampleStrategy = partial(samples, random_tree, False)  # trees in which a player may move twice in a row
alternating_graphs: SampleStrategy = partial(samples, random_graph, True)  # trees with transpositions
any_turn_graphs: SampleStrategy = partial(samples, random_graph, False)


def one_of(*kinds: SampleStrategy) -> SampleStrategy:
    """Return a function from a subject to a strategy for trees of several kinds."""
    return lambda subject: st.one_of([kind(subject) for kind in kinds])


def several_of(*kinds: SampleStrategy) -> Callable[[Any], st.SearchStrategy[tuple[Sample, ...]]]:
    """Return a function from a subject to a strategy for two or three trees of one kind."""
    return lambda subject: st.one_of([st.lists(kind(subject), min_size=2, max_size=3).map(tuple) for kind in kinds])


any_graph = one_of(alternating_graphs, any_turn_graphs)
chance_trees = one_of(*(partial(samples, grow, False, chance=0.3) for grow in (random_tree, random_graph)))


def require_order(labels: list[Label]) -> list[Label]:
    """Return the labels; raise ValueError unless any two of them can be compared."""
    reason = ""
    try:
        if all(a <= b or b <= a for a in labels for b in labels):
            return labels
    except TypeError as error:
        reason = f": {error}"
    note = "; st.floats needs allow_nan=False" if any(label != label for label in labels) else ""
    raise ValueError(f"labels= has to draw values that can be ordered; it drew {labels!r}{reason}{note}")
