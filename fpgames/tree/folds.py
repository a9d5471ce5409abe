"""Walks that read a whole tree: its leaves, its levels, its size.

They do not depend on whose turn it is. So in a shared tree (``fpgames.tree.sharing.share``) they visit nodes with equal
seeds once for each number of levels left below them, and ``levels`` visits them once in each level.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from dis import opname
from itertools import chain
from math import inf
from operator import attrgetter
from types import CodeType
from typing import TypeVar

from toolz import unique

from fpgames.tree.decorators import of_a_tree, tree_stage
from fpgames.tree.sharing import cannot_share, once
from fpgames.tree.unfolding import MISSING, Seed, Tree, Walking, changed
from fpgames.validation import guarded, require_function

__all__ = ["TreeTooDeep", "fold_tree", "leaves", "levels", "size", "walk"]

A = TypeVar("A")
B = TypeVar("B")
F = TypeVar("F", bound=Callable[..., object])


def _visits(tree: Tree[object]) -> Iterator[tuple[Seed, bool]]:
    """Yield every seed before those below it, and whether it is the seed of a leaf."""
    children_of, shared = tree.unfolding.children_of, tree.unfolding.walking.entries
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


@of_a_tree
def leaves(tree: Tree[A]) -> Iterator[A]:
    """Return the labels of the leaves, from left to right, one at a time.

    ``leaves (Node a []) = [a]``, ``leaves (Node _ ts) = concatMap leaves ts``

    In a shared tree, equal leaves with as many levels left below them are returned once.

    Args:
        tree: any tree; an infinite one is walked only as far as labels are read.

    >>> from fpgames import node
    >>> list(leaves(node(1, [node(2, [node(3)]), node(4)])))
    [3, 4]

    See also: :func:`levels`.
    """
    label_of = tree.unfolding.label_of
    return (label_of(seed) for seed, is_leaf in _visits(tree) if is_leaf)


@of_a_tree
def size(tree: Tree[object]) -> int:
    """Return the number of nodes of a finite tree: ``length . flatten``.

    In a shared tree, equal nodes with as many levels left below them count once.

    Args:
        tree: a finite tree.

    >>> from fpgames import node
    >>> size(node(1, [node(2, [node(3)]), node(4)]))
    4

    See also: :func:`leaves`.
    """
    return sum(1 for _ in _visits(tree)) if tree.unfolding.walking.walker is None else _counted(tree)


class Counter:
    """A number that goes up while a search runs; no code outside sees it before the end, as in Haskell's ST."""

    __slots__ = ("n",)

    def __init__(self) -> None:
        self.n = 0


def _counted(tree: Tree[object]) -> int:
    """Count the nodes by a recursive function, which can be compiled, but goes no deeper than the interpreter's stack."""
    children_of = tree.unfolding.children_of
    visited = Counter()

    @step
    def visit(seed: Seed, left: float) -> int:
        visited.n += 1
        if left:
            for child in children_of(seed):
                below(child, left - 1)
        return 0

    below = once(Walking(tree.unfolding.walking.entries and inf), visit)  # a node that is forgotten would count again
    descend(below, changed(tree, label_of=lambda seed: 0))
    return visited.n


@of_a_tree
def levels(tree: Tree[A]) -> Iterator[tuple[A, ...]]:
    """Return the labels of each level, from the root down, one level at a time: ``levels`` of ``Data.Tree``.

    In a shared tree, the labels of equal nodes of a level are returned once.

    Args:
        tree: any tree; an infinite one is walked only as far as levels are read.

    >>> from fpgames import node
    >>> list(levels(node(1, [node(2, [node(3)]), node(4)])))
    [(1,), (2, 4), (3,)]

    See also: :func:`leaves`.
    """
    label_of, children_of, *_ = tree.unfolding
    seeds, left = [tree.seed], tree.depth
    while seeds:
        yield tuple([label_of(seed) for seed in seeds])
        seeds = list(chain.from_iterable(children_of(seed) for seed in seeds)) if left else []
        if tree.unfolding.walking.entries:
            seeds = _once_each(seeds)
        left -= 1


def _once_each(seeds: list[Seed]) -> list[Seed]:
    try:
        return list(unique(seeds))
    except TypeError as error:
        raise cannot_share(error) from error


@tree_stage(function=require_function)
def fold_tree(tree: Tree[A], function: Callable[[A, tuple[B, ...]], B]) -> B:
    """Fold a tree from the leaves up: ``foldTree f (Node a ts) = f a (map (foldTree f) ts)``.

    Args:
        function: makes a node's result from its label and the results of its children; pure. The tree is finite; one
            that is deeper than the interpreter's stack is the error TreeTooDeep.

    >>> from fpgames import node
    >>> node(1, [node(2, [node(3)]), node(4)]) | fold_tree(lambda label, results: label + sum(results))
    10

    See also: :func:`leaves`, :func:`size`.
    """
    label_of, children_of, *_ = tree.unfolding

    @step
    def fold_one(seed: Seed, left: float) -> B:
        results = []
        for child in children_of(seed) if left else ():
            results.append(fold(child, left - 1))
        return function(label_of(seed), tuple(results))

    fold = once(tree.unfolding.walking, fold_one)
    return descend(fold, tree)


class TreeTooDeep(ValueError):
    """The error for a tree that is deeper than the interpreter's stack.

    See also: :func:`walk`, which raises it; :func:`fpgames.tree.stages.prune`, which limits the depth.
    """


def walk(function: Callable[..., A], *args: object) -> A:
    """Call a recursive function of a tree, and explain the error if labels cannot be compared or the stack ends.

    ``walk f x = f x``

    Args:
        function: the recursive function.
        args: its arguments.

    Raises:
        TypeError: labels cannot be compared.
        TreeTooDeep: the function itself, not another that it calls, has exhausted the stack.
        RuntimeError: a function that it calls raised StopIteration, which would silently end a loop.

    >>> walk(max, [1, 3, 2])
    3

    See also: :class:`TreeTooDeep`.
    """
    try:
        return guarded(function, *args)
    except TypeError as error:
        if not _compares(error):
            raise
        raise TypeError(f"labels of this tree cannot be compared ({error}); map_tree them to ordered values") from None
    except RecursionError as error:
        calls = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
        own = getattr(function, "__code__", None)  # of a function that is not marked
        marks = STEPS if STEPS.intersection(calls) else {own}
        steps = [at for at, call in enumerate(calls) if call in marks]
        others = sum(1 for _ in traceback.walk_stack(None))  # the calls that led here
        if not steps or 2 * steps[-1] < len(calls) + others or len(calls) - steps[-1] > _BELOW:
            raise  # most of the stack is not the walk's: another function recurses
        raise TreeTooDeep(
            f"this tree goes on below depth {len(steps) - 1}, where the interpreter's stack ends; prune(depth) it first"
        ) from None


_BELOW = 20  # the most calls that a step makes, one in the other, to find a label or the children of a node


def _compares(error: TypeError) -> bool:
    """Return whether what raised an error is a comparison in a walk, and not a function that the walk calls."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    return frame.f_code in STEPS and opname[frame.f_code.co_code[frame.f_lasti]] == "COMPARE_OP"


def descend(function: Callable[..., A], tree: Tree[object], *args: object) -> A:
    """Call a recursive function with a tree's seed, the levels below it, and further arguments, in the tree's way."""
    walker = tree.unfolding.walking.walker
    found: A = walk(function, tree.seed, tree.depth, *args) if walker is None else walker(function, tree, *args)
    return found


# The code of the functions that call themselves, or each other, once for each level of a tree.
STEPS: set[CodeType] = set()
_code_of = attrgetter("__code__")


def step(function: F) -> F:
    """Mark a function as one that calls itself, or another that is marked, once for each level of a tree."""
    STEPS.add(_code_of(function))
    return function
