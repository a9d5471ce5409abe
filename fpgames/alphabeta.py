"""Alpha-beta: minimax that leaves out what cannot matter; as lists, as a window, and as a tree that explains itself.

Every search here answers what ``maximise`` (or ``minimise``) answers. The first player is the maximiser.

Sources: article 2 (lists), article 3 (window); Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain, islice
from operator import ge, le
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from toolz import identity

from fpgames.minimax import maximise, minimise
from fpgames.rose import MISSING, Tree, unfold, walk
from fpgames.rules import Player
from fpgames.sketch import Shown, shown
from fpgames.tree import map_tree

__all__ = ["Traced", "ab_maximise", "ab_minimise", "ab_trace", "minimax_trace", "alpha_beta"]

A = TypeVar("A")


def ab_maximise(tree: Tree[A]) -> A:
    """The value of :func:`fpgames.minimax.maximise`, by lists: ``abMaximise = maximise``.

    It is the greatest of a lazy stream of minima, hopeless ones left out: a list of candidates is left at the first
    that is no better than the best minimum before it. The bound reaches the next level only (shallow cut-offs).

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> ab_maximise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    3

    See also: :func:`alpha_beta`, whose bounds reach all levels.

    Source: article 2, ``abMaximise``, with its comparison the right way round.
    """
    value: A = walk(_best, max, _max_candidates, tree)
    return value


def ab_minimise(tree: Tree[A]) -> A:
    """The value of :func:`fpgames.minimax.minimise`, by lists: the mirror of :func:`ab_maximise`.

    ``abMinimise = minimise``

    Args:
        tree: a finite tree of ordered labels.

    Raises:
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> ab_minimise(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    2

    See also: :func:`alpha_beta`, whose bounds reach all levels.

    Source: article 2, which leaves it to the reader.
    """
    value: A = walk(_best, min, _min_candidates, tree)
    return value


def _best(best: Any, candidates: Callable[[Tree[A], Any, float], Iterator[A]], tree: Tree[A]) -> A:
    value: A = best(candidates(tree, tree._seed, tree._depth))
    return value


def _max_candidates(tree: Tree[A], seed: Any, left: float) -> Iterator[A]:
    """A stream whose maximum is the value of a seed at which the first player moves."""
    streams = (_min_candidates(tree, child, left - 1) for child in (tree._children_of(seed) if left else ()))
    return _improving(streams, le, tree, seed)


def _min_candidates(tree: Tree[A], seed: Any, left: float) -> Iterator[A]:
    """A stream whose minimum is the value of a seed at which the second player moves."""
    streams = (_max_candidates(tree, child, left - 1) for child in (tree._children_of(seed) if left else ()))
    return _improving(streams, ge, tree, seed)


def _improving(streams: Iterator[Iterator[A]], hopeless: Any, tree: Tree[A], seed: Any) -> Iterator[A]:
    """The last of each stream, which is its best, unless one of its values is hopeless beside the bound so far."""
    bound = MISSING
    for stream in streams:
        value = bound
        for value in stream:
            if bound is not MISSING and hopeless(value, bound):
                break
        else:
            bound = value
            yield bound
    if bound is MISSING:
        yield tree._label_of(seed)


def alpha_beta(tree: Tree[A], *, alpha: A | None = None, beta: A | None = None, player: Player = Player.FIRST) -> A:
    """The value of a tree by alpha-beta with a window, fail-soft.

    ``alphaBeta = maximise``, where no window is given

    Between alpha and beta the answer is the value; an answer of at most alpha is an upper bound of it, one of at
    least beta a lower bound. Of a shared tree, the bounds of every position are kept: a transposition table.

    Args:
        tree: a finite tree of ordered labels.
        alpha: the value is only of interest above; without one, however small.
        beta: the value is only of interest below; without one, however great.
        player: who moves at the root.

    Raises:
        ValueError: alpha is not less than beta.
        TypeError: labels do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import node
    >>> alpha_beta(node(0, [node(0, [node(2), node(1)]), node(0, [node(3), node(4)])]))
    3

    See also: :func:`ab_maximise`; :func:`ab_trace`, the same search explained.

    Source: article 3, ``calcIA``, ``calcMax``, ``calcMin``.
    """
    _check_window(alpha, beta)
    label_of, children_of, key_of = tree._label_of, tree._children_of, tree._key_of

    def high_one(seed: Any, left: float, alpha: Any, beta: Any) -> Any:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = low(child, left, alpha, beta)
                if best is MISSING or value > best:
                    best = value
                    if beta is not None and value >= beta:
                        break
                    if alpha is None or value > alpha:
                        alpha = value
        return label_of(seed) if best is MISSING else best

    def low_one(seed: Any, left: float, alpha: Any, beta: Any) -> Any:
        best = MISSING
        if left:
            left -= 1
            for child in children_of(seed):
                value = high(child, left, alpha, beta)
                if best is MISSING or value < best:
                    best = value
                    if alpha is not None and value <= alpha:
                        break
                    if beta is None or value < beta:
                        beta = value
        return label_of(seed) if best is MISSING else best

    high, low = _bounded(key_of, high_one), _bounded(key_of, low_one)
    value: A = walk(high if Player(player) is Player.FIRST else low, tree._seed, tree._depth, alpha, beta)
    return value


def _bounded(key_of: Callable[[Any], Any] | None, search: Callable[..., Any]) -> Callable[..., Any]:
    """A search that remembers, for each key and depth, the bounds it has found; without keys, the search."""
    if key_of is None:
        return search
    known: dict[Any, tuple[Any, Any]] = {}

    def bounded(seed: Any, left: float, alpha: Any, beta: Any) -> Any:
        key = key_of(seed), left
        lower, upper = known.get(key, (MISSING, MISSING))
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


def _check_window(alpha: Any, beta: Any) -> None:
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
    value: Any = None
    alpha: Any = None
    beta: Any = None
    cut: Literal["alpha", "beta"] | None = None
    bound: Literal["<=", ">="] | None = None


def ab_trace(
    tree: Tree[A],
    *,
    static: Callable[[A], Any] = identity,
    alpha: Any = None,
    beta: Any = None,
    player: Player = Player.FIRST,
) -> Tree[Traced[A]]:
    """The tree as :func:`alpha_beta` walks it, every node with its value and its window, or the bound that cut it off.

    ``(ab_trace tree).label.value = alpha_beta tree``. The search is made when somebody first looks, and what is behind
    a cut is not built unless somebody looks there; all nodes that the search came to are kept.

    Args:
        tree: a finite tree.
        static: the value of a leaf's label to the first player.
        alpha: as for :func:`alpha_beta`.
        beta: as for :func:`alpha_beta`.
        player: who moves at the root.

    Raises:
        ValueError: alpha is not less than beta.
        TypeError: values do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import draw_tree, map_tree, node
    >>> tree = node("max", [node("min", [node(2), node(3)]), node("min", [node(1), node(4)])])
    >>> print(draw_tree(map_tree(lambda t: f"{t.label}: cut by {t.cut}" if t.cut else f"{t.label}: {t.value}")(ab_trace(tree))))
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

    @cache
    def searched() -> Tree[Traced[A]]:
        """The search, when somebody first looks."""
        return walk(_traced, static, Player(player) is Player.FIRST, tree, alpha, beta)[1]

    return Tree(lambda: searched().label, lambda: searched().children)


def minimax_trace(
    tree: Tree[A], *, static: Callable[[A], Any] = identity, player: Player = Player.FIRST
) -> Tree[Traced[A]]:
    """The tree as minimax walks it, every node with its value: ``(minimax_trace tree).label.value = maximise tree``.

    By name: a value is searched for when it is asked for, and nothing is kept.

    Args:
        tree: a finite tree.
        static: the value of a leaf's label to the first player.
        player: who moves at the root.

    Raises:
        TypeError: values do not compare.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.tree import levels, node
    >>> tree = node("max", [node("min", [node(2), node(3)]), node("min", [node(1), node(4)])])
    >>> [[traced.value for traced in level] for level in levels(minimax_trace(tree))]
    [[2], [2, 1], [2, 3, 1, 4]]

    See also: :func:`ab_trace`, :func:`fpgames.minimax.maximise`.
    """

    def traced(seed: tuple[Tree[A], bool]) -> Traced[A]:
        here, high = seed
        return Traced(here.label, (maximise if high else minimise)(map_tree(static, here)))

    def children(seed: tuple[Tree[A], bool]) -> Iterator[tuple[Tree[A], bool]]:
        here, high = seed
        return ((child, not high) for child in here.children)

    return unfold(traced, children, (tree, Player(player) is Player.FIRST))


def _traced(
    static: Callable[[A], Any], high: bool, tree: Tree[A], alpha: Any, beta: Any
) -> tuple[Any, Tree[Traced[A]]]:
    best, cut = MISSING, None
    seen: list[Tree[Traced[A]]] = []
    low_bound, high_bound = alpha, beta
    for child in tree.children:
        value, traced = _traced(static, not high, child, low_bound, high_bound)
        seen.append(traced)
        if best is not MISSING and not (value > best if high else value < best):
            continue
        best = value
        if high:
            cut = "beta" if high_bound is not None and value >= high_bound else None
            low_bound = value if low_bound is None or value > low_bound else low_bound
        else:
            cut = "alpha" if low_bound is not None and value <= low_bound else None
            high_bound = value if high_bound is None or value < high_bound else high_bound
        if cut:
            break
    bound: Any = None
    if best is MISSING:
        best = static(tree.label)
    elif alpha is not None and best <= alpha:
        bound = "<="
    elif beta is not None and best >= beta:
        bound = ">="

    def children() -> Iterator[Tree[Traced[A]]]:
        behind = islice(tree.children, len(seen), None) if cut else ()
        return chain(seen, map(partial(_cut_off, cut, alpha if cut == "alpha" else beta), behind))

    return best, Tree(lambda: Traced(tree.label, best, alpha, beta, bound=bound), children)


def _cut_off(cut: Any, bound: Any, tree: Tree[A]) -> Tree[Traced[A]]:
    return Tree(
        lambda: Traced(tree.label, **{cut: bound}, cut=cut), lambda: map(partial(_cut_off, cut, bound), tree.children)
    )


@shown.register
def _(traced: Traced) -> Shown:  # type: ignore[type-arg]
    _, edge, _ = shown(traced.label)
    if traced.cut is None:
        sign = {"<=": "\N{LESS-THAN OR EQUAL TO}", ">=": "\N{GREATER-THAN OR EQUAL TO}", None: ""}[traced.bound]
        return Shown(sign + shown(traced.value).text, edge)
    return Shown(shown(traced.label).text, edge, f"{traced.cut} {shown(getattr(traced, traced.cut)).text}")
