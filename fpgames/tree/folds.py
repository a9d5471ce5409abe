"""Walks that read a whole tree: its leaves, its levels, its size, its picture in text.

They do not ask whose turn it is. So of a shared tree (``fpgames.tree.sharing.share``) they visit each pair of a seed and the levels
left below it once; ``levels`` each seed once a level. ``draw_tree`` draws a tree as if it were not shared.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from itertools import chain
from typing import TypeVar

from fpgames.tree.sharing import cannot_share, once
from fpgames.tree.unfolding import MISSING, Seed, Tree
from fpgames.validation import guarded

__all__ = ["TreeTooDeep", "fold_tree", "leaves", "levels", "size", "walk"]

A = TypeVar("A")
B = TypeVar("B")


def _visits(tree: Tree[object]) -> Iterator[tuple[Seed, bool]]:
    """Every seed before those below it, and whether it is a leaf's."""
    children_of, shared = tree.unfolding.children_of, tree.unfolding.shared
    seen: set[tuple[Seed, float]] = set()
    waiting: list[Iterator[Seed]] = [iter((tree.seed,))]
    while waiting:
        seed = next(waiting[-1], MISSING)
        if seed is MISSING:
            waiting.pop()
            continue
        left = tree.depth - len(waiting) + 1
        if shared:
            before = len(seen)
            try:
                seen.add((seed, left))
            except TypeError as error:
                raise cannot_share(error) from error
            if len(seen) == before:
                continue
        children = iter(children_of(seed) if left else ())
        first = next(children, MISSING)
        yield seed, first is MISSING
        if first is not MISSING:
            waiting.append(chain((first,), children))


def leaves(tree: Tree[A]) -> Iterator[A]:
    """Return the labels of the leaves, from left to right, one at a time.

    ``leaves (Node a []) = [a]``, ``leaves (Node _ ts) = concatMap leaves ts``

    Args:
        tree: any tree; of an infinite one, as far as it is read.

    >>> from fpgames import node
    >>> list(leaves(node(1, [node(2, [node(3)]), node(4)])))
    [3, 4]

    See also: :func:`levels`.
    """
    label_of = tree.unfolding.label_of
    return (label_of(seed) for seed, is_leaf in _visits(tree) if is_leaf)


def size(tree: Tree[object]) -> int:
    """Return how many nodes a finite tree has: ``length . flatten``.

    Args:
        tree: a finite tree.

    >>> from fpgames import node
    >>> size(node(1, [node(2, [node(3)]), node(4)]))
    4

    See also: :func:`leaves`.
    """
    return sum(1 for _ in _visits(tree))


def levels(tree: Tree[A]) -> Iterator[tuple[A, ...]]:
    """Return the labels of each level, from the root down, a level at a time: ``levels`` of ``Data.Tree``.

    Args:
        tree: any tree; of an infinite one, as many levels as are read.

    >>> from fpgames import node
    >>> list(levels(node(1, [node(2, [node(3)]), node(4)])))
    [(1,), (2, 4), (3,)]

    See also: :func:`leaves`.
    """
    label_of, children_of = tree.unfolding.label_of, tree.unfolding.children_of
    seeds, left = [tree.seed], tree.depth
    while seeds:
        yield tuple([label_of(seed) for seed in seeds])
        seeds = list(chain.from_iterable(children_of(seed) for seed in seeds)) if left else []
        if tree.unfolding.shared:
            seeds = _once_each(seeds)
        left -= 1


def _once_each(seeds: list[Seed]) -> list[Seed]:
    try:
        return list(dict.fromkeys(seeds))
    except TypeError as error:
        raise cannot_share(error) from error


def fold_tree(function: Callable[[A, tuple[B, ...]], B], tree: Tree[A]) -> B:
    """Return what a function makes from every label and from what it made from the children: ``foldTree``.

    Args:
        function: of a label and the children's results.
        tree: a finite tree.

    Raises:
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames import node
    >>> fold_tree(lambda label, results: label + sum(results), node(1, [node(2, [node(3)]), node(4)]))
    10

    See also: :func:`leaves`, :func:`size`.
    """
    label_of, children_of = tree.unfolding.label_of, tree.unfolding.children_of

    def fold_one(seed: Seed, left: float) -> B:
        results = []
        for child in children_of(seed) if left else ():
            results.append(fold(child, left - 1))
        return function(label_of(seed), tuple(results))

    fold = once(tree.unfolding.shared, fold_one)
    return walk(fold, tree.seed, tree.depth)


class TreeTooDeep(ValueError):
    """A walk came to the end of the interpreter's stack.

    See also: :func:`walk`, which raises it; :func:`fpgames.tree.stages.prune`.
    """


def walk(function: Callable[..., A], *args: object) -> A:
    """Call a recursive walk of a tree; where its labels do not compare or the stack ends, say so.

    ``walk f x = f x``

    Args:
        function: the walk.
        args: its arguments.

    Raises:
        TypeError: labels do not compare.
        TreeTooDeep: the walk itself, not a function that it calls, has used up the stack.
        RuntimeError: a function that it calls raised StopIteration, which would end a loop in silence.

    >>> walk(max, [1, 3, 2])
    3

    See also: :class:`TreeTooDeep`.
    """
    try:
        return guarded(function, *args)
    except TypeError as error:
        if not ("not supported between" in str(error) and _calls(error)[-1] in _STEPS):
            raise
        raise TypeError(f"labels of this tree do not compare ({error}); map_tree them to what does") from None
    except RecursionError as error:
        calls = _calls(error)
        steps = [at for at, call in enumerate(calls) if call in _STEPS]
        depth = len(steps)
        if depth < sys.getrecursionlimit() // 8 or len(calls) - steps[-1] > 20:
            raise  # a function of the user's has run away
        raise TreeTooDeep(
            f"this tree goes on below depth {depth - 1}, where the interpreter's stack ends; prune(depth) it first"
        ) from None


# The functions that call themselves, or each other, once for each level of a tree.
_STEPS = {
    ("fpgames.search.values", "high_one"),
    ("fpgames.search.values", "low_one"),
    ("fpgames.search.values", "value_one"),
    ("fpgames.search.alphabeta", "high_one"),
    ("fpgames.search.alphabeta", "low_one"),
    ("fpgames.search.alphabeta", "_improving"),
    ("fpgames.search.traces", "trace_one"),
    ("fpgames.tree.folds", "fold_one"),
    ("fpgames.draw.plain_text", "_drawn"),
}


def _calls(error: Exception) -> list[tuple[str, str]]:
    """The calls that an error has come through, from the outside in: module and function."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    return [(str(frame.f_globals.get("__name__")), frame.f_code.co_name) for frame in frames]
