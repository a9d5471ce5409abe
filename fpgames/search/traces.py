"""Searches that explain themselves: the tree as alpha-beta or minimax walks it, with what they found at every node.

Source: article 3, part 2-3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from operator import attrgetter
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar, cast, overload

from toolz import identity

from fpgames.rules.outcomes import Player
from fpgames.rules.record import Value
from fpgames.search.entry import require_values
from fpgames.search.options import check_window
from fpgames.search.values import minimax
from fpgames.stage import Bare
from fpgames.tree.decorators import of_a_tree
from fpgames.tree.order import require_ordered, unordered
from fpgames.tree.stages import map_tree
from fpgames.tree.turns import playing, turn
from fpgames.tree.unfolding import MISSING, Labels, Seed, Tree, Unfolding, game_at, tree_from
from fpgames.tree.walking import step, walk

__all__ = ["BareTrace", "Trace", "Traced", "ab_trace", "minimax_trace"]

A = TypeVar("A")

TRACES = Labels("traces", 'map_tree(attrgetter("value"))')


class Traced(NamedTuple, Generic[A]):
    """The label of a node, and what a search found there.

    Args:
        label: the node's label in the tree that was searched.
        value: the value that the search found; None behind a cut.
        alpha: the lower bound when the search reached the node, or None; behind a cut, the bound alpha if it cut.
        beta: the upper bound when the search reached the node, or None; behind a cut, the bound beta if it cut.
        cut: behind a cut, the name of the bound that cut the node off; otherwise None.
        bound: ``"<="`` if the true value is at most the value found, ``">="`` if it is at least that, because children
            were cut off or have only bounds; None if the value found is the true one.

    See also: :func:`ab_trace` and :func:`minimax_trace`, whose labels these are.
    """

    label: A
    value: Value = None
    alpha: Value = None
    beta: Value = None
    cut: Literal["alpha", "beta"] | None = None
    bound: Literal["<=", ">="] | None = None


class Trace(Protocol):
    """A stage from a tree to the same tree with what a search found at every node.

    See also: :func:`ab_trace`, :func:`minimax_trace`.
    """

    def __call__(self, tree: Tree[A], /) -> Tree[Traced[A]]:
        """Return the tree with what the search found."""
        ...


class BareTrace(Trace, Protocol):
    """A :class:`Trace` that can be given options.

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
        """Return the tree with what the search found; given options instead, return the trace with those options."""
        ...


def _check(*, static: object = identity, **window: Value) -> None:
    check_window(**window)


def _trace(function: Callable[..., object]) -> BareTrace:
    return cast("BareTrace", Bare(of_a_tree(function), _check))  # unlike Bare, generic at each call


@_trace
def ab_trace(
    tree: Tree[A],
    *,
    static: Callable[[A], Value] = identity,
    alpha: Value = None,
    beta: Value = None,
    player: Player | None = None,
) -> Tree[Traced[A]]:
    """Return the tree as alpha-beta walks it, every node with its value and its window, or the bound that cut it off.

    ``(abTrace tree).label.value = alphaBeta tree``

    The search runs when the tree is first read, and all nodes that it visits are kept. Behind a cut, nodes and labels
    are made when they are read, except for the first node, which shows that there is something to cut off. A shared
    tree is walked as if it were not shared.

    Args:
        tree: a finite tree.
        static: returns the value of a leaf's label to the first player.
        alpha: the lower bound of the window; None is minus infinity.
        beta: the upper bound of the window; None is infinity.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: alpha is not less than beta; the tree does not know whose turn it is, or knows another player;
            labels are positions, and ``static`` is not given; values have no order, such as NaN.
        TypeError: values cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, map_tree, node
    >>> from fpgames.draw import draw_tree
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

    See also: :func:`fpgames.search.alphabeta.alpha_beta`.

    Source: article 3, part 2-3.
    """
    tree = _to_trace(tree, static, player, "ab_trace")
    label_of, _, _, (rules, *_), *_ = tree.unfolding

    @cache
    def searched() -> _Seen:
        """Search the tree when it is first read."""
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
        if cut := here.left_out:
            low, high = (here.alpha, None) if cut == "alpha" else (None, here.beta)
            for child in islice(tree_at(here).children, len(here.children), None):
                yield _Seen(child.seed, child.depth, child.player, None, low, high, cut, None, (), cut)

    def tree_at(seed: Seed) -> Tree[A]:
        here = at(seed)
        return tree_from(tree.unfolding, here.seed, here.left, here.player)

    return tree_from(Unfolding(label, children, TRACES, game_at(rules, tree_at)), searched)


class _Seen(NamedTuple):
    """A node with what alpha-beta knows about it; behind a cut, its children have not been visited."""

    seed: Seed
    left: float
    player: Player | None
    value: Value
    alpha: Value
    beta: Value
    cut: Literal["alpha", "beta"] | None
    bound: Literal["<=", ">="] | None
    children: tuple[_Seen, ...] = ()
    left_out: Literal["alpha", "beta"] | None = None  # the bound that cut off the rest of its children, if any


def _searched(tree: Tree[A], static: Callable[[A], Value], alpha: Value, beta: Value) -> _Seen:
    label_of, children_of, _, (_, _, player_of), *_ = tree.unfolding
    first, second = Player

    @step
    def trace_one(seed: Seed, left: float, player: Player, alpha: Value, beta: Value) -> _Seen:
        high, other = (True, second) if player is first else (False, first)
        best = MISSING
        left_out: Literal["alpha", "beta"] | None = None
        bound: Literal["<=", ">="] | None = None
        seen: list[_Seen] = []
        low_bound, high_bound = alpha, beta
        children = iter(children_of(seed) if left else ())
        for child in children:
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
        if left_out and next(children, MISSING) is MISSING:
            left_out = None  # the child that reached the bound was the last one
        if best is MISSING:
            best = static(label_of(seed))
        elif left_out:
            bound = ">=" if high else "<="
        else:
            best_of = [found for found in seen if found.value == best]
            bound = None if any(found.bound is None for found in best_of) else best_of[0].bound
        return _Seen(seed, left, player, best, alpha, beta, None, bound, tuple(seen), left_out)

    player = cast("Player", tree.player)  # not None: _to_trace has checked it
    return trace_one(tree.seed, tree.depth, player, alpha, beta)


def _to_trace(tree: Tree[A], static: Callable[[A], Value], player: Player | None, what: str) -> Tree[A]:
    return playing(require_values(tree, what) if static is identity else tree, player, what)


@_trace
def minimax_trace(
    tree: Tree[A], *, static: Callable[[A], Value] = identity, player: Player | None = None
) -> Tree[Traced[A]]:
    """Return the tree as minimax walks it, every node with its value.

    ``(minimaxTrace tree).label.value = minimax tree``

    Reading a label runs a search of the tree below it each time; nothing is kept.

    Args:
        tree: a finite tree.
        static: returns the value of a leaf's label to the first player.
        player: the player to move at the root, if the tree does not know it.

    Raises:
        ValueError: the tree does not know whose turn it is, or knows another player; labels are positions, and
            ``static`` is not given; values have no order, such as NaN.
        TypeError: values cannot be compared.
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import Player, node
    >>> from fpgames.tree import levels
    >>> tree = node("max", [node("min", [node(2), node(3)]), node("min", [node(1), node(4)])])
    >>> [[traced.value for traced in level] for level in levels(minimax_trace(player=Player.FIRST)(tree))]
    [[2], [2, 1], [2, 3, 1, 4]]

    See also: :func:`ab_trace`, :func:`fpgames.search.values.minimax`.
    """
    worth = map_tree(static)

    def traced(here: Tree[A]) -> Traced[A]:
        return Traced(here.label, minimax(worth(here)))

    begun = _to_trace(tree, static, player, "minimax_trace")
    game = game_at(tree.unfolding.game.rules, identity)
    return tree_from(Unfolding(traced, attrgetter("children"), TRACES, game), begun)
