"""Walks that read a whole tree: its leaves, its levels, its size, its picture in text.

Of a shared tree (``fpgames.tree.share``) they visit every position once, ``levels`` once a level; ``draw_tree`` draws it
wherever it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, TypeVar

from toolz import unique

from fpgames.rose import MISSING, Tree, walk

__all__ = ["draw_tree", "fold_tree", "leaves", "levels", "size"]

A = TypeVar("A")
B = TypeVar("B")


def _visits(tree: Tree[Any]) -> Iterator[tuple[Any, bool]]:
    """Every seed before those below it, and whether it is a leaf's."""
    children_of, key_of = tree._children_of, tree._key_of
    seen = set()
    waiting: list[Iterator[Any]] = [iter((tree._seed,))]
    while waiting:
        seed = next(waiting[-1], MISSING)
        if seed is MISSING:
            waiting.pop()
            continue
        left = tree._depth - len(waiting) + 1
        if key_of is not None:
            key = key_of(seed), left
            if key in seen:
                continue
            seen.add(key)
        children = iter(children_of(seed) if left else ())
        first = next(children, MISSING)
        yield seed, first is MISSING
        if first is not MISSING:
            waiting.append(chain((first,), children))


def leaves(tree: Tree[A]) -> Iterator[A]:
    """The labels of the leaves, from left to right, one at a time.

    ``leaves (Node a []) = [a]``, ``leaves (Node _ ts) = concatMap leaves ts``

    Args:
        tree: any tree; of an infinite one, as far as somebody asks.

    >>> from fpgames.rose import node
    >>> list(leaves(node(1, [node(2, [node(3)]), node(4)])))
    [3, 4]

    See also: :func:`levels`.
    """
    return (tree._label_of(seed) for seed, is_leaf in _visits(tree) if is_leaf)


def size(tree: Tree[Any]) -> int:
    """How many nodes a finite tree has: ``length . flatten``.

    Args:
        tree: a finite tree.

    >>> from fpgames.rose import node
    >>> size(node(1, [node(2, [node(3)]), node(4)]))
    4

    See also: :func:`leaves`.
    """
    return sum(1 for _ in _visits(tree))


def levels(tree: Tree[A]) -> Iterator[tuple[A, ...]]:
    """The labels of each level, from the root down, a level at a time: ``levels`` of ``Data.Tree``.

    Args:
        tree: any tree; of an infinite one, as many levels as somebody asks for.

    >>> from fpgames.rose import node
    >>> list(levels(node(1, [node(2, [node(3)]), node(4)])))
    [(1,), (2, 4), (3,)]

    See also: :func:`leaves`.
    """
    key_of = tree._key_of
    seeds, left = [tree._seed], tree._depth
    while seeds:
        yield tuple(map(tree._label_of, seeds))
        below = chain.from_iterable(map(tree._children_of, seeds)) if left else ()
        seeds = list(below if key_of is None else unique(below, key_of))
        left -= 1


def fold_tree(function: Callable[[A, tuple[B, ...]], B], tree: Tree[A]) -> B:
    """What a function makes of every label and of what it has made of the children: ``foldTree``.

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
    label_of, children_of, key_of = tree._label_of, tree._children_of, tree._key_of

    def fold_one(seed: Any, left: float) -> B:
        results = []
        for child in children_of(seed) if left else ():
            results.append(fold(child, left - 1))
        return function(label_of(seed), tuple(results))

    fold = once(key_of, fold_one)
    return walk(fold, tree._seed, tree._depth)


def once(key_of: Callable[[Any], Any] | None, function: Callable[[Any, float], B]) -> Callable[[Any, float], B]:
    """A function of a seed and the depth left, called once for each key and depth; without keys, the function."""
    if key_of is None:
        return function
    results: dict[Any, B] = {}

    def known(seed: Any, left: float) -> B:
        key = key_of(seed), left
        if key not in results:
            results[key] = function(seed, left)
        return results[key]

    return known


def draw_tree(tree: Tree[Any]) -> str:
    """A finite tree as text, a line a node, children below their parent: ``drawTree . fmap show`` of ``Data.Tree``.

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


def _drawn(tree: Tree[Any]) -> list[str]:
    lines = str(tree.label).split("\n")
    children = list(tree.children)
    for child in children:
        first, *rest = _drawn(child)
        corner, beside = ("`- ", "   ") if child is children[-1] else ("+- ", "|  ")
        lines += ["|", corner + first, *(beside + line for line in rest)]
    return lines
