"""Walks that read a whole tree: its leaves, its levels, its size, its picture in text.

They do not ask whose turn it is. So of a shared tree (``fpgames.tree.share``) they visit each pair of a seed and the levels
left below it once; ``levels`` each seed once a level. ``draw_tree`` draws a tree as if it were not shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TypeVar, cast

from fpgames.rose import MISSING, Seed, Tree, walk

__all__ = ["draw_tree", "fold_tree", "leaves", "levels", "size"]

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

    >>> from fpgames.rose import node
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

    >>> from fpgames.rose import node
    >>> size(node(1, [node(2, [node(3)]), node(4)]))
    4

    See also: :func:`leaves`.
    """
    return sum(1 for _ in _visits(tree))


def levels(tree: Tree[A]) -> Iterator[tuple[A, ...]]:
    """Return the labels of each level, from the root down, a level at a time: ``levels`` of ``Data.Tree``.

    Args:
        tree: any tree; of an infinite one, as many levels as are read.

    >>> from fpgames.rose import node
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

    >>> from fpgames.rose import node
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


def once(shared: bool, function: Callable[..., B]) -> Callable[..., B]:
    """A function of a seed, the levels left and perhaps more; of a shared tree, called once for equal arguments."""
    if not shared:
        return function
    results: dict[tuple[Seed, ...], B] = {}

    def known(*key: Seed) -> B:
        try:
            result = results.get(key, MISSING)
        except TypeError as error:
            raise cannot_share(error) from error
        if result is MISSING:
            result = results[key] = function(*key)
        return cast("B", result)

    return known


def cannot_share(error: TypeError) -> TypeError:
    """The error of a tree whose seeds cannot be hashed."""
    return TypeError(
        f"this tree cannot be shared, because its positions, or what a stage adds, are not hashable: {error}"
    )


def draw_tree(tree: Tree[object]) -> str:
    """Return a finite tree as text, a line a node, children below their parent: ``drawTree . fmap show`` of ``Data.Tree``.

    Args:
        tree: a finite tree; labels are shown by ``str``, of one line or more.

    Raises:
        TreeTooDeep: the tree is deeper than the interpreter's stack.

    >>> from fpgames.rose import node
    >>> print(draw_tree(node(1, [node(2, [node(3)]), node(4)])))
    1
    |
    +- 2
    |  |
    |  `- 3
    |
    `- 4

    See also: :func:`fpgames.render.tree_svg`, :func:`fpgames.render.tree_dot`, :func:`fpgames.render.tree_mermaid`.
    """
    return "\n".join(walk(_drawn, tree))


def _drawn(tree: Tree[object]) -> list[str]:
    lines = str(tree.label).split("\n")
    children = list(tree.children)
    for child in children:
        first, *rest = _drawn(child)
        corner, beside = ("`- ", "   ") if child is children[-1] else ("+- ", "|  ")
        lines += ["|", corner + first, *(beside + line for line in rest)]
    return lines
