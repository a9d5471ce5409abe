"""How a recursive function walks a tree: in Python, or by what runs it instead, and which errors a walk has."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dis import opname
from operator import attrgetter
from types import CodeType
from typing import TypeVar

from fpgames.tree.unfolding import Tree
from fpgames.validation import call_guarded

__all__ = ["TreeTooDeep", "walk"]

A = TypeVar("A")
F = TypeVar("F", bound=Callable[..., object])

RECURSIVE_CODE: set[CodeType] = set()
"""The code of the functions that call themselves, or each other, once for each level of a tree."""

_LABELS = "labels of this tree cannot be compared ({}); map_tree them to ordered values"
_COMPARED: dict[CodeType, str] = {}  # what to say if a comparison of another function fails

_code_of = attrgetter("__code__")


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
        return call_guarded(function, *args)
    except TypeError as error:
        message = _what_it_compares(error)
        if not message:
            raise
        raise TypeError(message.format(error)) from None
    except RecursionError as error:
        calls = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
        own = getattr(function, "__code__", None)  # of a function that is not marked
        marks = RECURSIVE_CODE if RECURSIVE_CODE.intersection(calls) else {own}
        steps = [at for at, call in enumerate(calls) if call in marks]
        others = sum(1 for _ in traceback.walk_stack(None))  # the calls that led here
        if not steps or 2 * steps[-1] < len(calls) + others or len(calls) - steps[-1] > _BELOW:
            raise  # most of the stack is not the walk's: another function recurses
        raise TreeTooDeep(
            f"this tree goes on below depth {len(steps) - 1}, where the interpreter's stack ends; prune(depth) it first"
        ) from None


_BELOW = 20  # the most calls that a step makes, one in the other, to find a label or the children of a node


def _what_it_compares(error: TypeError) -> str:
    """Return what to say of an error that a comparison in a walk raised, and not a function that the walk calls."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    if opname[frame.f_code.co_code[frame.f_lasti]] != "COMPARE_OP":
        return ""
    return _LABELS if frame.f_code in RECURSIVE_CODE else _COMPARED.get(frame.f_code, "")


def walk_tree(function: Callable[..., A], tree: Tree[object], *args: object) -> A:
    """Call a recursive function with a tree's seed, the levels below it, and further arguments, in the tree's way."""
    walker = tree.unfolding.walking.walker
    found: A = walk(function, tree.seed, tree.depth, *args) if walker is None else walker(function, tree, *args)
    return found


def recursive(function: F) -> F:
    """Mark a function as one that calls itself, or another that is marked, once for each level of a tree."""
    RECURSIVE_CODE.add(_code_of(function))
    return function


def explains_comparison(message: str) -> Callable[[F], F]:
    """Declare what is said if a comparison in a function raises TypeError, with ``{}`` in the place of Python's text."""

    def declare(function: F) -> F:
        _COMPARED[_code_of(function)] = message
        return function

    return declare


COUNTS: list[Callable[[], int]] = []
"""What the searches that run now have counted, to show to those who wait; nothing else depends on it."""


@contextmanager
def watched(count: Callable[[], int]) -> Iterator[None]:
    """Let those who wait see what a search counts while a block runs."""
    COUNTS.append(count)
    try:
        yield
    finally:
        COUNTS.remove(count)


class MutableCounter:
    """A number that goes up while a search runs; no search sees it before the end, as in Haskell's ST."""

    __slots__ = ("n",)

    def __init__(self) -> None:
        self.n = 0
