"""Alpha-beta: minimax that leaves out what cannot matter; as lists, as a window, and as a tree that explains itself.

Every search here finds what ``minimax`` finds. The first player is the maximiser.

Sources: article 2 (lists), article 3 (window); Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from operator import attrgetter, ge, le
from typing import Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, cast, overload

from toolz import identity

from fpgames.minimax import minimax
from fpgames.rose import MISSING, Seed, Tree, Unfolding, bare_search, of_a_tree, tree_from, unfold, walk, window_search
from fpgames.rules import Player, Value
from fpgames.sketch import Shown, shown
from fpgames.stage import Bare
from fpgames.tree import map_tree
from fpgames.turns import after, begun_by, playing, require_ordered, require_values, to_search, turn, unordered
from fpgames.walks import cannot_share

__all__ = ["Trace", "Traced", "ab_maximise", "ab_minimise", "ab_trace", "minimax_trace", "alpha_beta"]

A = TypeVar("A")

Stream: TypeAlias = Iterator[Value]


@bare_search
def ab_maximise(tree: Tree[A]) -> A:
    """Return the value of :func:`fpgames.minimax.maximise`, by lists: ``abMaximise = maximise``.

    It is the greatest of a lazy stream of minima, hopeless ones left out: a list of candidates is left at the first
    that is no better than the best minimum before it. The bound reaches the next level only (shallow cut-offs). Where the
    same player moves again, the lists below take the place of one list.

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the tree knows that the second player moves at the root; labels are positions, or have no order, as NaN.
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> ab_maximise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    3

    See also: :func:`alpha_beta`, whose bounds reach all levels.

    Source: article 2, ``abMaximise``, with its comparison the right way round.
    """
    return _by_lists(begun_by(tree, Player.FIRST, "ab_maximise", "ab_minimise"))


@bare_search
def ab_minimise(tree: Tree[A]) -> A:
    """Return the value of :func:`fpgames.minimax.minimise`, by lists: the mirror of :func:`ab_maximise`.

    ``abMinimise = minimise``

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        ValueError: the tree knows that the first player moves at the root; labels are positions, or have no order, as NaN.
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> ab_minimise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    2

    See also: :func:`alpha_beta`, whose bounds reach all levels.

    Source: article 2, which leaves it to the reader.
    """
    return _by_lists(begun_by(tree, Player.SECOND, "ab_minimise", "ab_maximise"))


def _by_lists(tree: Tree[A]) -> A:
    """The best of a stream of candidates, each better than the one before."""
    label_of, children_of, player_of, *_ = tree.unfolding
    first, second = Player

    def candidates(player: Player, seed: Seed, left: float) -> Stream:
        """A stream whose best value for the player to move is the value of a seed."""
        if player is first:
            other, hopeless = second, le
        else:
            other, hopeless = first, ge
        streams: Iterator[Stream]
        if player_of is None:
            streams = (candidates(other, child, left - 1) for child in (children_of(seed) if left else ()))
        else:
            streams = by_turns(player, other, seed, left)
        return _improving(streams, hopeless, label_of, seed)

    def by_turns(player: Player, other: Player, seed: Seed, left: float) -> Iterator[Stream]:
        """The candidates of each child; of one at which the same player moves again, the streams of its own."""
        for child in children_of(seed) if left else ():
            if player_of is None or turn(player_of(child), other) is other:
                yield candidates(other, child, left - 1)
            else:
                streams = by_turns(player, other, child, left - 1)
                one = next(streams, None)
                yield (label_of(leaf) for leaf in (child,)) if one is None else one
                yield from streams

    player = tree.player or first
    best = max if player is first else min
    value: A = walk(lambda: best(candidates(player, tree.seed, tree.depth)))
    return require_ordered(value)


def _improving(
    streams: Iterator[Iterator[A]], hopeless: Callable[[A, A], bool], label_of: Callable[[Seed], A], seed: Seed
) -> Iterator[A]:
    """The last of each stream, which is its best, unless one of its values is hopeless beside the bound so far."""
    bound = MISSING
    for stream in streams:
        value = bound
        for value in stream:
            if bound is not MISSING and hopeless(value, bound):
                break
        else:
            if bound is not MISSING and not hopeless(bound, value):
                unordered(value, bound)
            bound = value
            yield bound
    if bound is MISSING:
        yield label_of(seed)


@window_search
def alpha_beta(tree: Tree[A], *, alpha: A | None = None, beta: A | None = None, player: Player | None = None) -> A:
    """Return the value of a tree by alpha-beta with a window, fail-soft.

    ``alphaBeta = minimax``, where no window is given

    Between alpha and beta the result is the value; a result of at most alpha is an upper bound of it, one of at
    least beta a lower bound. Of a shared tree, the bounds of every node are kept: a transposition table.

    Args:
        tree: a finite tree of ordered labels.
        alpha: the value is only of interest above; without one, however small.
        beta: the value is only of interest below; without one, however great.
        player: the player to move at the root, for a tree that does not know.

    Raises:
        ValueError: alpha is not less than beta; the tree does not know whose turn it is, or knows another; labels are
            positions, or have no order, as NaN.
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> tree = node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])])
    >>> tree | alpha_beta(player=Player.FIRST), tree | alpha_beta(alpha=3, player=Player.SECOND)
    (3, 2)

    See also: :func:`ab_maximise`; :func:`ab_trace`, the same search explained.

    Source: article 3, ``calcIA``, ``calcMax``, ``calcMin``.
    """
    _check_window(alpha, beta)
    tree = to_search(tree, player, "alpha_beta")
    label_of, children_of, *_ = tree.unfolding

    def high_one(seed: Seed, left: float, alpha: Value, beta: Value) -> Value:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = after_high(child, left, alpha, beta)
                if best is MISSING or value > best:
                    best = value
                    if beta is not None and value >= beta:
                        break
                    if alpha is None or value > alpha:
                        alpha = value
                elif not value <= best:
                    unordered(value, best)
        return label_of(seed) if best is MISSING else best

    def low_one(seed: Seed, left: float, alpha: Value, beta: Value) -> Value:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = after_low(child, left, alpha, beta)
                if best is MISSING or value < best:
                    best = value
                    if alpha is not None and value <= alpha:
                        break
                    if beta is None or value < beta:
                        beta = value
                elif not value >= best:
                    unordered(value, best)
        return label_of(seed) if best is MISSING else best

    shared = tree.unfolding.shared
    high, low = _bounded(shared, high_one), _bounded(shared, low_one)
    after_high, after_low = after(tree.unfolding, high, low)
    value: A = walk(high if tree.player is Player.FIRST else low, tree.seed, tree.depth, alpha, beta)
    return require_ordered(value)


def _bounded(shared: bool, search: Callable[..., Value]) -> Callable[..., Value]:
    """A search that remembers, for each seed and levels left, the bounds it has found; of a tree by name, the search."""
    if not shared:
        return search
    known: dict[tuple[Seed, float], tuple[Value, Value]] = {}

    def bounded(seed: Seed, left: float, alpha: Value, beta: Value) -> Value:
        key = seed, left
        try:
            lower, upper = known.get(key, (MISSING, MISSING))
        except TypeError as error:
            raise cannot_share(error) from error
        if lower is not MISSING and (lower is upper or (beta is not None and lower >= beta)):
            return lower
        if upper is not MISSING and alpha is not None and upper <= alpha:
            return upper
        value = search(seed, left, alpha, beta)
        if alpha is not None and value <= alpha:
            known[key] = lower, value
        elif beta is not None and value >= beta:
            known[key] = value, upper
        else:
            known[key] = value, value
        return value

    return bounded


def _check_window(alpha: Value, beta: Value) -> None:
    for bound in (alpha, beta):
        if bound is not None:
            require_ordered(bound)
    if alpha is not None and beta is not None and not alpha < beta:
        raise ValueError(f"empty window: alpha is {alpha!r}, beta is {beta!r}; expected alpha < beta")


class Traced(NamedTuple, Generic[A]):
    """What alpha-beta knew of a node.

    Args:
        label: the node's label in the tree that was searched.
        value: what the search found there; nothing behind a cut.
        alpha: the lower bound on arrival, if there was one; behind a cut, the bound that cut, if it was alpha.
        beta: the upper one, likewise.
        cut: behind a cut, the bound that cut the node off.
        bound: where the value is no more than a bound, because children were left out or bounds themselves: ``"<="`` if it
            is at most that, ``">="`` if at least.

    See also: :func:`ab_trace`, whose labels these are.
    """

    label: A
    value: Value = None
    alpha: Value = None
    beta: Value = None
    cut: Literal["alpha", "beta"] | None = None
    bound: Literal["<=", ">="] | None = None


class Trace(Protocol):
    """A bare function from a tree to the same tree explained, or one that has options.

    See also: :func:`ab_trace`, :func:`minimax_trace`.
    """

    @overload
    def __call__(self, tree: Tree[A], /) -> Tree[Traced[A]]: ...
    @overload
    def __call__(
        self,
        *,
        static: Callable[..., Value] = ...,
        alpha: Value = None,
        beta: Value = None,
        player: Player | None = None,
    ) -> Trace: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Return the tree explained; given options, return a function that has them."""
        ...


def _trace(function: Callable[..., Value]) -> Trace:
    return cast("Trace", Bare(of_a_tree(function)))


@_trace
def ab_trace(
    tree: Tree[A],
    *,
    static: Callable[[A], Value] = identity,
    alpha: Value = None,
    beta: Value = None,
    player: Player | None = None,
) -> Tree[Traced[A]]:
    """Return the tree as :func:`alpha_beta` walks it, every node with its value and its window, or the bound that cut it off.

    ``(abTrace tree).label.value = alphaBeta tree``. The search is made when somebody first looks, and what is behind
    a cut is not built unless somebody looks there; all nodes that the search came to are kept. A shared tree is walked as
    if it were not shared.

    Args:
        tree: a finite tree.
        static: the value of a leaf's label to the first player.
        alpha: as for :func:`alpha_beta`.
        beta: as for :func:`alpha_beta`.
        player: the player to move at the root, for a tree that does not know.

    Raises:
        ValueError: alpha is not less than beta; the tree does not know whose turn it is, or knows another; labels are
            positions, and there is no static; values have no order, as NaN.
        TypeError: values do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import draw_tree, map_tree, node
    >>> tree = node("max", [node("min", [node(2), node(3)]), node("min", [node(1), node(4)])])
    >>> says = map_tree(lambda t: f"{t.label}: cut by {t.cut}" if t.cut else f"{t.label}: {t.value}")
    >>> print(tree | ab_trace(player=Player.FIRST) | says | draw_tree)
    max: 2
    |
    +- min: 2
    |  |
    |  +- 2: 2
    |  |
    |  `- 3: 3
    |
    `- min: 1
       |
       +- 1: 1
       |
       `- 4: cut by alpha

    See also: :func:`alpha_beta`.

    Source: article 3, part 2-3.
    """
    _check_window(alpha, beta)
    tree = _to_trace(tree, static, player, "ab_trace")
    label_of, children_of, player_of, *_ = tree.unfolding

    @cache
    def searched() -> _Seen:
        """The search, when somebody first looks."""
        seen = walk(_searched, tree, static, alpha, beta)
        require_ordered(seen.value)
        return seen

    def at(seed: Seed) -> _Seen:
        seen: _Seen = searched() if seed is searched else seed
        return seen

    def label(seed: Seed) -> Traced[A]:
        here = at(seed)
        return Traced(label_of(here.seed), here.value, here.alpha, here.beta, here.cut, here.bound)

    def children(seed: Seed) -> Iterator[_Seen]:
        here = at(seed)
        yield from here.children
        if here.left and here.left_out:
            other = here.player.opponent
            low, high = (here.alpha, None) if here.left_out == "alpha" else (None, here.beta)
            for child in islice(children_of(here.seed), len(here.children), None):
                whose = other if player_of is None else turn(player_of(child), other)
                yield _Seen(child, here.left - 1, whose, None, low, high, here.left_out, None, (), here.left_out)

    known = Unfolding(label, children, lambda seed: at(seed).player)
    return tree_from(known, searched)


class _Seen(NamedTuple):
    """What alpha-beta knows of a node of a tree; what is behind a cut has children that it has not come to."""

    seed: Seed
    left: float
    player: Player
    value: Value
    alpha: Value
    beta: Value
    cut: Literal["alpha", "beta"] | None
    bound: Literal["<=", ">="] | None
    children: tuple[_Seen, ...] = ()
    left_out: Literal["alpha", "beta"] | None = None  # by which bound, if the rest of its children were


def _searched(tree: Tree[A], static: Callable[[A], Value], alpha: Value, beta: Value) -> _Seen:
    label_of, children_of, player_of, *_ = tree.unfolding
    first, second = Player

    def trace_one(seed: Seed, left: float, player: Player, alpha: Value, beta: Value) -> _Seen:
        high, other = (True, second) if player is first else (False, first)
        best = MISSING
        left_out: Literal["alpha", "beta"] | None = None
        bound: Literal["<=", ">="] | None = None
        seen: list[_Seen] = []
        low_bound, high_bound = alpha, beta
        for child in children_of(seed) if left else ():
            whose = other if player_of is None else turn(player_of(child), other)
            found = trace_one(child, left - 1, whose, low_bound, high_bound)
            seen.append(found)
            value = found.value
            if best is not MISSING and not (value > best if high else value < best):
                if not (value <= best if high else value >= best):
                    unordered(value, best)
                continue
            best = value
            if high:
                if high_bound is not None and value >= high_bound:
                    left_out = "beta"
                    break
                low_bound = value if low_bound is None or value > low_bound else low_bound
            else:
                if low_bound is not None and value <= low_bound:
                    left_out = "alpha"
                    break
                high_bound = value if high_bound is None or value < high_bound else high_bound
        if best is MISSING:
            best = static(label_of(seed))
        elif alpha is not None and best <= alpha:
            bound = "<="
        elif beta is not None and best >= beta:
            bound = ">="
        return _Seen(seed, left, player, best, alpha, beta, None, bound, tuple(seen), left_out)

    return trace_one(tree.seed, tree.depth, cast("Player", tree.player), alpha, beta)


def _to_trace(tree: Tree[A], static: Callable[[A], Value], player: Player | None, what: str) -> Tree[A]:
    return playing(require_values(tree, what) if static is identity else tree, player, what)


@_trace
def minimax_trace(
    tree: Tree[A], *, static: Callable[[A], Value] = identity, player: Player | None = None
) -> Tree[Traced[A]]:
    """Return the tree as minimax walks it, every node with its value: ``(minimaxTrace tree).label.value = minimax tree``.

    By name: a value is searched for when it is asked for, and nothing is kept.

    Args:
        tree: a finite tree.
        static: the value of a leaf's label to the first player.
        player: the player to move at the root, for a tree that does not know.

    Raises:
        ValueError: the tree does not know whose turn it is, or knows another; labels are positions, and there is no static;
            values have no order, as NaN.
        TypeError: values do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import levels, node
    >>> tree = node("max", [node("min", [node(2), node(3)]), node("min", [node(1), node(4)])])
    >>> [[traced.value for traced in level] for level in levels(minimax_trace(player=Player.FIRST)(tree))]
    [[2], [2, 1], [2, 3, 1, 4]]

    See also: :func:`ab_trace`, :func:`fpgames.minimax.minimax`.
    """
    worth = map_tree(static)

    def traced(here: Tree[A]) -> Traced[A]:
        return Traced(here.label, minimax(worth(here)))

    begun = _to_trace(tree, static, player, "minimax_trace")
    return unfold(traced, attrgetter("children"), begun, player_of=attrgetter("player"))


@shown.register
def _(traced: Traced) -> Shown:  # type: ignore[type-arg]
    _, edge, _ = shown(traced.label)
    if traced.cut is None:
        sign = {"<=": "\N{LESS-THAN OR EQUAL TO}", ">=": "\N{GREATER-THAN OR EQUAL TO}", None: ""}[traced.bound]
        return Shown(sign + shown(traced.value).text, edge)
    return Shown(shown(traced.label).text, edge, f"{traced.cut} {shown(getattr(traced, traced.cut)).text}")
