"""Rose trees by name, and stages: the two types that everything about trees is made of."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf
from operator import attrgetter
from types import MethodType
from typing import Any, Generic, Protocol, TypeVar

from fpgames.render import tree_svg

__all__ = ["MISSING", "SameTree", "Stage", "Tree", "TreeTooDeep", "node", "unfold", "walk"]

A = TypeVar("A")
B = TypeVar("B")
A_co = TypeVar("A_co", covariant=True)
MISSING: Any = object()
"""What stands where nothing has been found yet."""

T_contra = TypeVar("T_contra", contravariant=True)
U_co = TypeVar("U_co", covariant=True)
V = TypeVar("V")


class Tree(Generic[A_co]):
    """A label and children, both by name: ``data Tree a = Node a [Tree a]``.

    Both are computed when asked, not before, and computed again when asked again.

    A tree is held as an unfolding: a seed, and the functions that make its label and its children's seeds. A stage
    composes such functions, so a walk through a long pipeline pays for calls, not for an object a node and stage.

    Args:
        label: answers the label.
        children: answers the children, any iterable; it may make them one at a time.

    >>> naturals = lambda n: Tree(lambda: n, lambda: map(naturals, (2 * n, 2 * n + 1)))
    >>> [child.label for child in naturals(1).children]
    [2, 3]

    See also: :func:`node`, for a tree that is known; ``fpgames.tree``, for the stages.

    Source: article 2, ``GameTree``.
    """

    __slots__ = ("_carried_of", "_children_of", "_depth", "_key_of", "_label_of", "_seed")

    _seed: Any
    _label_of: Callable[[Any], A_co]
    _children_of: Callable[[Any], Iterable[Any]]
    _depth: float  # how many levels below this one there are at most
    _key_of: Callable[[Any], Hashable] | None  # seeds of equal keys have equal trees
    _carried_of: Callable[[Any], Hashable] | None  # what stages have made a seed carry besides its position

    def __init__(self, label: Callable[[], A_co], children: Callable[[], Iterable[Tree[A_co]]]) -> None:
        self._seed = (label, children)
        self._label_of = _call_label
        self._children_of = _call_children
        self._depth = inf
        self._key_of = None
        self._carried_of = None

    @property
    def label(self) -> A_co:
        """The label, computed now."""
        return self._label_of(self._seed)

    @property
    def children(self) -> Iterator[Tree[A_co]]:
        """The children, made one at a time."""
        if self._depth:
            for seed in self._children_of(self._seed):
                yield unfold(self._label_of, self._children_of, seed, self._depth - 1, self._key_of, self._carried_of)

    def __or__(self, function: Callable[[Tree[A_co]], B]) -> B:
        """Hand the tree on, types kept: ``tree | prune(3) | maximise`` is ``maximise(prune(3)(tree))``."""
        return function(self)

    def __repr__(self) -> str:
        """The kind only: to show a label would be to compute it."""
        return "<Tree>"

    def _repr_svg_(self) -> str:
        return tree_svg(self, depth=2, width=5)  # a glance, whatever a label costs


def unfold(
    label_of: Callable[[Any], A],
    children_of: Callable[[Any], Iterable[Any]],
    seed: Any,
    depth: float = inf,
    key_of: Callable[[Any], Hashable] | None = None,
    carried_of: Callable[[Any], Hashable] | None = None,
) -> Tree[A]:
    r"""The tree that grows from a seed: ``unfoldTree (\s -> (label_of s, children_of s)) seed``.

    Args:
        label_of: a seed's label.
        children_of: the seeds of a seed's children, any iterable.
        seed: the root's.
        depth: how many levels below the root there are at most.
        key_of: if given, seeds of equal keys have equal trees.
        carried_of: if given, what of a seed decides its tree besides the position it stands for.

    >>> [child.label for child in unfold(str, lambda n: range(n), 3).children]
    ['0', '1', '2']

    See also: :func:`fpgames.tree.build_tree`, whose labels are the seeds.
    """
    tree: Tree[A] = Tree.__new__(Tree)
    tree._seed = seed
    tree._label_of = label_of
    tree._children_of = children_of
    tree._depth = depth
    tree._key_of = key_of
    tree._carried_of = carried_of
    return tree


def node(label: A, children: Iterable[Tree[A]] = ()) -> Tree[A]:
    """A tree whose label and children are known: ``Node label children``.

    Args:
        label: the label.
        children: the children, as they are now.

    >>> [child.label for child in node(1, [node(2), node(3)]).children]
    [2, 3]

    See also: :class:`Tree`.
    """
    known = tuple(children)
    return Tree(lambda: label, lambda: known)


_label, _children = attrgetter("label"), attrgetter("children")


def _call_label(parts: tuple[Callable[[], A], Any]) -> A:
    return parts[0]()


def _call_children(parts: tuple[Any, Callable[[], Iterable[Tree[Any]]]]) -> Iterator[tuple[Any, Any]]:
    """The children's two parts; a child made otherwise, by a stage say, is asked for its own."""
    for tree in parts[1]():
        plain = tree._label_of is _call_label and tree._children_of is _call_children
        if plain and tree._depth == inf and tree._key_of is None:
            yield tree._seed
        else:
            yield partial(_label, tree), partial(_children, tree)


@dataclass(frozen=True, repr=False)
class Stage(Generic[T_contra, U_co]):
    """A function that waits for its last argument: ``prune 5``, to be given a tree.

    Stages are equal if they are the same function of the same arguments; a stage pickles if those do.

    Args:
        function: what is called in the end.
        given: the arguments it has.
        options: the keyword arguments it has.

    >>> from fpgames.tree import prune
    >>> prune(5)
    prune(5)
    >>> from fpgames.minimax import maximise
    >>> prune(5) | maximise
    prune(5) | maximise

    See also: :class:`SameTree`, a stage for labels of any type.
    """

    function: Callable[..., U_co]
    given: tuple[Any, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    def __call__(self, argument: T_contra, /) -> U_co:
        """Give the last argument."""
        return self.function(*self.given, argument, **dict(self.options))

    def __or__(self, function: Callable[[U_co], V]) -> Stage[T_contra, V]:
        """Both, one after the other: ``(f | g)(x) = g(f(x))``."""
        return Stage(_then, (self, function))

    def __repr__(self) -> str:
        shown = [*map(_shown, self.given), *(f"{name}={_shown(value)}" for name, value in self.options)]
        if self.function is _then:
            return " | ".join(shown)
        return f"{self.function.__name__.lstrip('_')}({', '.join(shown)})"


def _then(first: Callable[[Any], Any], second: Callable[[Any], B], argument: Any) -> B:
    return second(first(argument))


def _shown(argument: object) -> str:
    if isinstance(argument, MethodType):
        return f"{argument.__self__!r}.{argument.__name__}"
    name = getattr(argument, "__qualname__", None)
    return repr(argument) if name is None else str(name)


class SameTree(Protocol):
    """A stage for trees of any label, which it keeps.

    See also: :class:`Stage`.
    """

    def __call__(self, tree: Tree[A], /) -> Tree[A]:
        """Give the tree."""
        ...

    def __or__(self, function: Callable[[Tree[A]], B], /) -> Stage[Tree[A], B]:
        """Both, one after the other."""
        ...


class TreeTooDeep(ValueError):
    """A walk came to the end of the interpreter's stack.

    See also: :func:`walk`, which raises it; :func:`fpgames.tree.prune`.
    """


def walk(function: Callable[..., A], *args: Any) -> A:
    """Call a recursive walk of a tree; where its labels do not compare or the stack ends, say so.

    ``walk f x = f x``

    Args:
        function: the walk.
        args: its arguments.

    Raises:
        TypeError: labels do not compare.
        TreeTooDeep: the walk itself, not a function that it calls, has used up the stack.

    >>> walk(max, [1, 3, 2])
    3

    See also: :class:`TreeTooDeep`.
    """
    try:
        return function(*args)
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
    ("fpgames.minimax", "high_one"),
    ("fpgames.minimax", "low_one"),
    ("fpgames.minimax", "value_one"),
    ("fpgames.alphabeta", "high_one"),
    ("fpgames.alphabeta", "low_one"),
    ("fpgames.alphabeta", "_improving"),
    ("fpgames.alphabeta", "_traced"),
    ("fpgames.walks", "fold_one"),
    ("fpgames.walks", "_drawn"),
}


def _calls(error: Exception) -> list[tuple[str, str]]:
    """The calls that an error has come through, from the outside in: module and function."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    return [(str(frame.f_globals.get("__name__")), frame.f_code.co_name) for frame in frames]
