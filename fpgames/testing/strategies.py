"""Hypothesis strategies for games, generators, States, trees and what is made of them.

Lines of play are drawn by playing moves, so that they shrink towards the start.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from functools import reduce
from operator import or_
from typing import Any, Generic, NamedTuple, TypeVar
from zlib import crc32

from hypothesis import strategies as st
from hypothesis.errors import HypothesisException
from toolz import identity

from fpgames.rng import Gen, SplitMix, StdGen
from fpgames.rose import Tree, node
from fpgames.rules import AnyRules, Player, Rules, require_moves
from fpgames.stage import SameTree, Stage
from fpgames.state import Do, State, do
from fpgames.tree import build_tree, map_tree, order_by, prune, prune_when, share

__all__ = [
    "Line", "evaluations", "finished", "games", "generators", "illegal_moves", "legal_moves", "lines", "pipelines",
    "positions", "states", "trees", "unfinished",
]  # fmt: skip

A = TypeVar("A")
B = TypeVar("B")
P = TypeVar("P")
M = TypeVar("M")

LONGEST = 1000  # moves; a game that is longer is cut off


class Line(NamedTuple, Generic[P, M]):
    """Moves played from the start, and the positions they lead through.

    Args:
        moves: from the start.
        positions: the start, and the position after each move.

    See also: :func:`lines`, which draws them.
    """

    moves: tuple[M, ...]
    positions: tuple[P, ...]

    @property
    def end(self) -> P:
        """The position they lead to."""
        return self.positions[-1]


def require_playable(rules: AnyRules) -> None:
    """Refuse rules of which nothing can be drawn, saying why.

    Args:
        rules: the game.

    Raises:
        ValueError: its start is not hashable or has no moves, or its ``moves`` raises an error there.
    """
    try:
        hash(rules.start)
        legal = rules.moves(rules.start)
    except Exception as error:
        raise ValueError(f"{rules.name} cannot be played: at its start, {type(error).__name__}: {error}") from error
    if not legal:
        raise ValueError(f"{rules.name} cannot be played: there are no moves at its start")


def lines(rules: Rules[P, M], longest: int = LONGEST) -> st.SearchStrategy[Line[P, M]]:
    """Beginnings of games, and whole ones: ``lines :: Rules p m -> Strategy (Line p m)``.

    Args:
        rules: the game.
        longest: moves after which a game is cut off.

    Raises:
        ValueError: nothing can be played.

    >>> from fpgames.games.tictactoe_bits import rules
    >>> from hypothesis import find
    >>> find(lines(rules), lambda line: len(line.moves) > 1)
    Line(moves=(0, 1), positions=(0, 262145, 1025))

    See also: :func:`games`, whole ones only; :func:`positions`, their ends.
    """
    require_playable(rules)
    return played(rules, longest, usual_length(rules))


def games(rules: Rules[P, M], longest: int = LONGEST) -> st.SearchStrategy[Line[P, M]]:
    """Whole games: every move and every position.

    ``games :: Rules p m -> Strategy (Line p m)``

    Args:
        rules: the game.
        longest: moves after which a game is cut off.

    Raises:
        ValueError: nothing can be played.

    >>> from fpgames.games.tictactoe_bits import rules
    >>> from hypothesis import find
    >>> rules.moves(find(games(rules), lambda line: True).end)
    ()

    See also: :func:`lines`.
    """
    require_playable(rules)
    return played(rules, longest)


@st.composite
def played(
    draw: st.DrawFn, rules: Rules[P, M], longest: int, usual: int | None = None, *, as_far_as_it_goes: bool = False
) -> Line[P, M]:
    """A line of play: to the end; given a usual length, to any length up to it as well; as far as the rules raise nothing."""
    moves: list[M] = []
    positions = [start_of(rules)]
    if usual is not None:
        n = draw(st.integers(0, usual + usual // 2))  # a third of them are whole games
        longest = min(n, longest) if n < usual else longest
    goes_on = draw(st.integers(0, 3)) == 3  # ends are put off, for games that are long and draws
    try:
        while len(moves) < longest and (legal := rules.moves(positions[-1])):
            n = draw(st.integers(0, len(legal) - 1))
            move, p = legal[n], rules.play(positions[-1], legal[n])
            if goes_on and not rules.moves(p):
                others = ((other, rules.play(positions[-1], other)) for other in (*legal[n + 1 :], *legal[:n]))
                move, p = next((each for each in others if rules.moves(each[1])), (move, p))
            moves.append(move)
            positions.append(p)
    except Exception as error:
        if isinstance(error, HypothesisException) or not as_far_as_it_goes:
            raise
    return Line(tuple(moves), tuple(positions))


def start_of(rules: Rules[P, M]) -> P:
    """The start; a copy where one can be made, lest rules that change it spoil what is found out about them."""
    try:
        copy = deepcopy(rules.start)
    except Exception:
        return rules.start
    return copy if copy == rules.start else rules.start


def usual_length(rules: AnyRules) -> int:
    """How long random games are; the longest of a few."""
    return max(len(typical(rules, seed).moves) for seed in range(5))


def typical(rules: Rules[P, M], seed: int, longest: int = LONGEST) -> Line[P, M]:
    """The random game of a seed, as far as the rules raise nothing."""
    gen = SplitMix.from_seed(seed)
    moves: list[M] = []
    positions = [start_of(rules)]
    with suppress(Exception):
        while len(moves) < longest and (legal := rules.moves(positions[-1])):
            n, gen = gen.uniform_r(0, len(legal) - 1)
            positions.append(rules.play(positions[-1], legal[n]))
            moves.append(legal[n])
    return Line(tuple(moves), tuple(positions))


def positions(rules: Rules[P, M], longest: int = LONGEST) -> st.SearchStrategy[P]:
    """Positions that can be reached, finished ones among them: ``positions rules = end <$> lines rules``.

    Args:
        rules: the game.
        longest: moves after which a game is cut off.

    Raises:
        ValueError: nothing can be played.

    >>> from fpgames.games.tictactoe_bits import rules
    >>> from hypothesis import find
    >>> find(positions(rules), lambda p: True) == rules.start
    True

    See also: :func:`unfinished`, :func:`finished`.
    """
    return _of(lines(rules, longest), lambda line: line.end)


def unfinished(rules: Rules[P, M], longest: int = LONGEST) -> st.SearchStrategy[P]:
    """Positions that can be reached and have moves: ``unfinished :: Rules p m -> Strategy p``.

    Args:
        rules: the game.
        longest: moves after which a game is cut off.

    Raises:
        ValueError: nothing can be played.

    >>> from fpgames.games.tictactoe_bits import rules
    >>> from hypothesis import find
    >>> find(unfinished(rules), lambda p: len(rules.moves(p)) == 8)
    262145

    See also: :func:`positions`.
    """
    return _of(lines(rules, longest), lambda line: line.end if rules.moves(line.end) else line.positions[-2])


def finished(rules: Rules[P, M], longest: int = LONGEST) -> st.SearchStrategy[P]:
    """Positions in which a game has ended: ``finished :: Rules p m -> Strategy p``.

    Args:
        rules: the game.
        longest: moves within which its random games end.

    Raises:
        ValueError: nothing can be played.

    >>> from fpgames.games.tictactoe_bits import rules
    >>> from hypothesis import find
    >>> rules.moves(find(finished(rules), lambda p: True))
    ()

    See also: :func:`positions`.
    """
    return _of(games(rules, longest).filter(lambda line: not rules.moves(line.end)), lambda line: line.end)


@st.composite
def _of(draw: st.DrawFn, some: st.SearchStrategy[A], function: Callable[[A], B]) -> B:
    """What a function makes of what is drawn; unlike ``map``, it is printed as it is, not as it was made."""
    return function(draw(some))


def legal_moves(rules: Rules[P, M], p: P) -> st.SearchStrategy[M]:
    """The moves of a position: ``legalMoves rules p = elements (moves rules p)``.

    Args:
        rules: the game.
        p: a position with moves.

    Raises:
        GameOver: it has none.

    >>> from fpgames.games.tictactoe_bits import rules
    >>> from hypothesis import find
    >>> find(unfinished(rules).flatmap(lambda p: legal_moves(rules, p)), lambda move: move > 3)
    4

    See also: :func:`illegal_moves`.
    """
    return st.sampled_from(require_moves(rules, p))


def illegal_moves(rules: Rules[P, M], p: P) -> st.SearchStrategy[M]:
    """Moves that a position does not have: those of some random games, and numbers near them. There may be none.

    ``illegalMoves :: Rules p m -> p -> Strategy m``

    Args:
        rules: the game.
        p: the position.

    >>> from fpgames.games.tictactoe_bits import rules
    >>> from hypothesis import find
    >>> find(illegal_moves(rules, rules.play(rules.start, 4)), lambda move: move in range(9))
    4

    See also: :func:`legal_moves`.
    """
    illegal = [move for move in known_moves(rules) if move not in rules.moves(p)]
    return st.sampled_from(illegal) if illegal else st.nothing()


def known_moves(rules: Rules[P, M]) -> list[M]:
    """The moves of some random games; whole numbers, and tuples of them, with their neighbours."""
    games = [rules.start, *(p for seed in range(3) for p in typical(rules, seed).positions)]
    known: dict[Any, None] = {}
    for p in games:
        with suppress(Exception):
            known.update(dict.fromkeys(rules.moves(p)))
    near: list[Any] = [other for move in known for other in _near(move)]
    numbers = [move for move in known if type(move) is int]
    far: list[Any] = [min(numbers) - 7, max(numbers) + 7] if numbers else []
    found: list[Any] = list(dict.fromkeys((*known, *near, *far)))
    return found


def _near(move: Any) -> list[Any]:
    if type(move) is int:
        return [move - 1, move + 1]
    if type(move) is tuple:
        return [(*move[:n], other, *move[n + 1 :]) for n, part in enumerate(move) for other in _near(part)]
    return []


def generators() -> st.SearchStrategy[Gen]:
    """Generators of both kinds, in any state: ``generators :: Strategy Gen``.

    >>> from hypothesis import find
    >>> find(generators(), lambda gen: True)
    SplitMix(seed=0, gamma=1)

    See also: :class:`fpgames.rng.SplitMix`, :class:`fpgames.rng.StdGen`.
    """
    return st.one_of(split_mixes(), std_gens())


def split_mixes() -> st.SearchStrategy[SplitMix]:
    """Every ``SplitMix`` there is."""
    return st.builds(SplitMix, st.integers(0, 2**64 - 1), st.integers(0, 2**63 - 1).map(lambda n: 2 * n + 1))


def std_gens() -> st.SearchStrategy[StdGen]:
    """Every ``StdGen`` there is."""
    return st.builds(StdGen, st.integers(1, 2147483562), st.integers(1, 2147483398))


def states(values: st.SearchStrategy[A]) -> st.SearchStrategy[State[int, A]]:
    """States over whole numbers whose value and next state are any function of the state: plain, bound, in a block.

    ``states :: Strategy a -> Strategy (State Int a)``

    Args:
        values: what they answer.

    >>> from hypothesis import find
    >>> isinstance(find(states(st.booleans()), lambda m: m.eval(0)), State)
    True

    See also: ``returns.contrib.hypothesis.laws.check_all_laws``, which needs such States to find anything.
    """
    steps = st.functions(like=lambda state: None, returns=st.tuples(values, st.integers()), pure=True)
    dresses: list[Callable[[State[int, A]], State[int, A]]] = [identity, _mapped, _bound, _block]
    return st.builds(lambda step, dress: dress(State(step)), steps, st.sampled_from(dresses))


def _mapped(m: State[int, A]) -> State[int, A]:
    return m.map(identity)


def _bound(m: State[int, A]) -> State[int, A]:
    return m.bind(State.from_value)


@do
def _block(m: State[int, A]) -> Do[int, A]:
    return (yield from m)


def trees(labels: st.SearchStrategy[A]) -> st.SearchStrategy[Tree[A]]:
    """Finite trees of bounded size: leaves, single children and uneven branches often, made in every way there is.

    ``trees :: Strategy a -> Strategy (Tree a)``

    Args:
        labels: what the labels are drawn from.

    >>> from fpgames.tree import size
    >>> from hypothesis import find
    >>> size(find(trees(st.integers()), lambda tree: size(tree) > 3))
    4

    See also: :func:`pipelines`; :func:`fpgames.testing.check_search`, which draws them.
    """
    leaf = st.builds(node, labels)
    below: st.SearchStrategy[Tree[A]] = leaf
    for _ in range(4):
        children = [st.lists(below, max_size=2), st.lists(below, min_size=2, max_size=4)]
        below = st.one_of(
            leaf,
            *(st.builds(node, labels, some) for some in children),
            st.builds(_single, labels, below),
            st.builds(lambda depth, tree: prune(depth)(tree), st.integers(0, 3), below),
            below.map(map_tree(identity)),
        )
    return below


def _single(label: A, child: Tree[A]) -> Tree[A]:
    """A tree with one child, made only when it is asked for."""
    return Tree(lambda: label, lambda: iter((child,)))


LABELS = st.one_of(st.integers(-5, 5), st.integers(0, 1), st.sampled_from([-(10**9), 10**9]))


def labelled_trees(player: Player) -> st.SearchStrategy[Tree[int]]:
    """Trees of whole numbers: of every shape; full ones, in which there is something to cut; deep and wide ones."""
    full: st.SearchStrategy[Tree[int]] = st.builds(node, LABELS)
    for _ in range(3):
        full = st.builds(node, LABELS, st.lists(full, min_size=2, max_size=3))
    deep: st.SearchStrategy[Tree[int]] = st.builds(node, LABELS)
    for n in range(6):
        deep = st.builds(node, LABELS, st.lists(deep, min_size=1, max_size=1 + n % 2))
    wide = st.builds(node, LABELS, st.lists(trees(LABELS), min_size=4, max_size=6))
    return st.one_of(trees(LABELS), full, deep, wide).map(lambda tree: with_player(player, tree))


def with_player(player: Player, tree: Tree[A]) -> Tree[A]:
    """The tree, which knows who moves at its root."""
    return Tree(lambda: tree.label, lambda: tree.children, player=player)


def trees_in_turns(player: Player) -> st.SearchStrategy[Tree[int]]:
    """Trees of whole numbers in which either player may be to move at any node below the root."""
    players = st.sampled_from(Player)
    below: st.SearchStrategy[Tree[int]] = st.builds(node, LABELS, player=players)
    for _ in range(3):
        below = st.builds(node, LABELS, st.lists(below, max_size=3), player=players)
    return st.builds(node, LABELS, st.lists(below, max_size=3), player=st.just(player))


def trees_of_graphs(player: Player) -> st.SearchStrategy[Tree[int]]:
    """Trees of positions that are reached in several ways and at several depths, each of another value."""
    steps = st.lists(st.integers(1, 3), min_size=1, max_size=3, unique=True)
    graphs = st.tuples(st.lists(steps, min_size=6, max_size=8), st.permutations(range(8)))
    return graphs.map(lambda graph: _tree_of_a_graph(player, *graph))


def _tree_of_a_graph(player: Player, steps: list[list[int]], values: list[int]) -> Tree[int]:
    def successors(n: int) -> list[int]:
        return [n + step for step in steps[n] if n + step < len(steps)]

    return build_tree(successors, player=player)(0) | map_tree(values.__getitem__)


@st.composite
def evaluations(draw: st.DrawFn, rules: Rules[P, M]) -> Callable[[P], float]:
    """Static evaluations: the game's own, and others that know nothing but are functions of the position.

    ``evaluations :: Rules p m -> Strategy (p -> Double)``

    Args:
        rules: the game.

    >>> from fpgames.games.tictactoe_bits import rules
    >>> from hypothesis import find
    >>> find(evaluations(rules), lambda static: static is not rules.static)
    scrambled(<Rules: tictactoe>, 1)

    See also: :func:`fpgames.bots.bot_from`, which plays by one.
    """
    seed = draw(st.integers(0, 2**16))
    stage: Stage[P, float] = Stage(_scrambled, (rules, seed))
    return stage if seed else rules.static


def _scrambled(rules: Rules[P, M], seed: int, p: P) -> float:
    return crc32(f"{seed} {rules.show(p)}".encode()) % 11 - 5


@st.composite
def pipelines(draw: st.DrawFn) -> SameTree:
    """Compositions of stages that keep the value of any tree that knows whose turn it is.

    ``pipelines :: Strategy (Tree a -> Tree a)``

    >>> from hypothesis import find
    >>> find(pipelines(), lambda stage: "order_by" in repr(stage))
    order_by(_backwards)

    See also: :func:`fpgames.testing.check_stage`.
    """
    stages: list[Any] = [share, prune(LONGEST), prune_when(_never), map_tree(identity), order_by(_backwards)]
    composed: SameTree = reduce(or_, draw(st.lists(st.sampled_from(stages), min_size=1, max_size=4)))
    return composed


def _never(label: object) -> bool:
    return False


def _backwards(label: object) -> int:
    return crc32(repr(label).encode())
