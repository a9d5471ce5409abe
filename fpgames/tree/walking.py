"""Run the recursive function of a search, and explain errors. With ``jit``, compiled code replaces the function."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from operator import attrgetter, is_
from types import CodeType, FrameType
from typing import Any, TypeVar

from fpgames.state.action import State
from fpgames.tree.unfolding import Tree
from fpgames.validation import raising_instruction, stop_iteration_error

__all__ = ["TreeTooDeep", "walk"]

A = TypeVar("A")
F = TypeVar("F", bound=Callable[..., object])

RECURSIVE_CODE: set[CodeType] = set()
"""The code objects of the functions that recurse once per level of a tree; marked by ``recursive`` or ``defines_recursive``."""

_UNORDERED_LABELS_MESSAGE = "labels of this tree cannot be compared ({}); map_tree them to ordered values"
_PAIRS_MESSAGE = "pairs, such as labels of prefer_quick_wins, cannot be compared with numbers, such as bounds ({})"
_ACTION_LABELS_MESSAGE = (
    "{}; traverse_tree in place of map_tree runs it for each leaf,"
    " and map_state(minimax) searches the tree that it returns"
)
_COMPARISON_MESSAGES: dict[CodeType, str] = {}  # messages for failed comparisons, by the code object of the function

_code_of = attrgetter("__code__")


class TreeTooDeep(ValueError):
    """Raised for a tree that is deeper than the interpreter's stack.

    See also: :func:`walk`, which raises it; :func:`fpgames.tree.stages.prune`, which limits the depth.
    """


def walk(function: Callable[..., A], *args: object) -> A:
    """Call a recursive function of a tree; explain the error if labels cannot be compared, or the stack overflows.

    ``walk f x = f x``

    Args:
        function: the recursive function.
        args: its arguments.

    Raises:
        TypeError: if labels cannot be compared.
        TreeTooDeep: if the walk has filled the stack. Other recursive code that fills the stack raises RecursionError.
        RuntimeError: if a called function raises StopIteration, which would silently end a loop.

    >>> walk(max, [1, 3, 2])
    3

    See also: :class:`TreeTooDeep`.
    """
    try:
        return function(*args)
    except StopIteration as error:
        raise stop_iteration_error(error) from error
    except TypeError as error:
        message = _comparison_message(error)
        if not message:
            raise
        raise TypeError(message.format(error)) from None
    except RecursionError as error:
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
        calls = [frame.f_code for frame in frames]
        entry_code = getattr(function, "__code__", None)  # code of a step, if no code is marked ``recursive``
        walk_codes = RECURSIVE_CODE if RECURSIVE_CODE.intersection(calls) else {entry_code}
        steps = [index for index, code in enumerate(calls) if code in walk_codes]
        outer_calls = sum(1 for _ in traceback.walk_stack(None))  # stack frames of ``walk`` and its callers
        if not steps or 2 * steps[-1] < len(calls) + outer_calls or len(calls) - steps[-1] > _MAX_INNER_CALLS:
            raise  # other code, not this walk, has filled the stack: keep the RecursionError
        depth = f"(depth {len(steps) - 1})"
        if _visit_one_node([frames[index] for index in steps[-3:]]):
            raise TreeTooDeep(
                f"this search visits a node inside the visit of the same node, without end {depth}: let the inner visit go"
                " to children; or, if a move leads back to the same position, prune(depth) the tree first"
            ) from None
        raise TreeTooDeep(
            f"this tree is deeper than the interpreter's stack allows {depth}; prune(depth) it first"
        ) from None


_MAX_INNER_CALLS = 20  # deepest calls in one step of a walk; deeper calls come from a user's recursive function


def _visit_one_node(frames: list[FrameType]) -> bool:
    """Return whether the first argument of each call is the same pair of a seed and a level: a node of a search."""
    nodes: list[Any] = [next(iter(frame.f_locals.values()), None) for frame in frames]
    return len(nodes) > 2 and all(
        isinstance(node, tuple) and len(node) == 2 and all(map(is_, node, nodes[0])) for node in nodes
    )


def _comparison_message(error: TypeError) -> str:
    """Return the message for a TypeError that a comparison of labels raised, or "" for any other TypeError."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    if frame.f_code is _code_of(State.__lt__):
        return _ACTION_LABELS_MESSAGE
    if raising_instruction(error) != "COMPARE_OP":
        return ""
    if frame.f_code not in RECURSIVE_CODE:
        return _COMPARISON_MESSAGES.get(frame.f_code, "")
    is_pair_with_number = re.search("'tuple' and '(int|float)'|'(int|float)' and 'tuple'", str(error))
    return _PAIRS_MESSAGE if is_pair_with_number else _UNORDERED_LABELS_MESSAGE


def walk_tree(function: Callable[..., A], tree: Tree[object], *args: object) -> A:
    """Call ``function(tree.seed, tree.depth, *args)`` with ``walk``, or with the driver of the tree's run if there is one."""
    driver = tree.run.driver
    result: A = walk(function, tree.seed, tree.depth, *args) if driver is None else driver(function, tree, *args)
    return result


def walk_in_python(function: Callable[..., A], tree: Tree[object], *args: object) -> A:
    """Call ``function(tree.seed, tree.depth, *args)`` with ``walk``: a driver that keeps ``jit`` from compiling a search."""
    return walk(function, tree.seed, tree.depth, *args)


def recursive(function: F) -> F:
    """Mark a function that calls itself, or another marked function, once per level of a tree."""
    RECURSIVE_CODE.add(_code_of(function))
    return function


def defines_recursive(function: F) -> F:
    """Mark the functions that are defined in a function: they call themselves or one another once per level of a tree."""
    constants = _code_of(function).co_consts
    RECURSIVE_CODE.update(code for code in constants if isinstance(code, CodeType) and not code.co_name.startswith("<"))
    return function


def with_comparison_message(message: str) -> Callable[[F], F]:
    """Set the error message for a failed comparison in the decorated function; ``{}`` stands for Python's message."""

    def set_message(function: F) -> F:
        _COMPARISON_MESSAGES[_code_of(function)] = message
        return function

    return set_message
